"""Our own engines: the readable one, the compiled one end to end, and its kernels alone."""

from __future__ import annotations

from dataclasses import astuple
from functools import cache, partial
from time import process_time

from contestants.timing import AT_LEAST, Clock, Contestant, Missing, Timed, timed, timed_on_new
from futoshiki_lab import Puzzle, solve
from futoshiki_lab.core import parse_settings
from futoshiki_lab.explorer.kernels import exploring, running
from futoshiki_lab.support.compiling import COMPILED


def end_to_end(look: str, select: str, clock: Clock = process_time) -> Contestant:
    """`solve(puzzle, look, select)` to the first solution, on a puzzle never solved before.

    The time covers all that `solve` does: understanding what is asked, packing the puzzle into
    arrays, searching, unpacking the solution and the counters. The answer is the solution.
    """

    solve(Puzzle([[0]]), look, select, engine="compiled")  # compiles

    def run(puzzle: Puzzle) -> Timed:
        return timed_on_new(
            lambda: Puzzle(puzzle.grid, puzzle.signs),
            lambda fresh: solve(fresh, look, select, engine="compiled").solution,
            clock,
        )

    return run


def engine(name: str, look: str, select: str, node_limit: int) -> Contestant:
    """`solve(...)` with one of the two engines up to a node limit; the answer is its counters."""

    solve(Puzzle([[0]]), look, select, engine=name)  # compiles

    def run(puzzle: Puzzle) -> Timed:
        call = partial(solve, puzzle, look, select, node_limit=node_limit, engine=name)
        lap = timed(call)
        return Timed(lap.seconds, astuple(lap.answer.counts))

    return run


def kernel(look: str, select: str, node_limit: int) -> Contestant:
    """A kernel alone, called again and again by compiled code; the answer is its counters.

    The time covers all that a search does, from the packed puzzle to the counters: the board is
    laid out anew, the givens are placed. It does not cover packing the puzzle.
    """
    if not COMPILED:
        raise Missing("Numba is not installed: there are no kernels to measure")
    repeat = _compiled_loop()
    settings = parse_settings(look, select)

    def run(puzzle: Puzzle) -> Timed:
        space = running.Space(puzzle.size, 1)
        space.take_up(settings)
        asked = space.memory, running.pack(puzzle), running.NO_CHANCE, space.found, node_limit
        calls = 1
        while True:
            lap = timed(partial(repeat, *asked, calls), at_least=0)
            if lap.seconds >= AT_LEAST:
                return Timed(lap.seconds / calls, tuple(space.counters.tolist()))
            calls *= 2

    return run


@cache
def _compiled_loop():
    """A compiled function that runs a kernel so many times from start to end."""
    from numba import njit

    explore = exploring.explore

    @njit
    def repeat(memory, packed, twister, found, node_limit, calls):
        for _ in range(calls):
            explore(memory, packed, twister, found, True, node_limit)

    space, packed = running.Space(1, 1), running.pack(Puzzle([[1]]))
    repeat(space.memory, packed, running.NO_CHANCE, space.found, 1, 0)
    return repeat
