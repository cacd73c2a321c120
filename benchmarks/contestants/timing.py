"""How long things take, on a machine that has other things to do as well.

Times are processor times: a second that another program gets does not count. Where a peer states
its time by the clock on the wall, ours is taken by that clock too.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from time import process_time

from futoshiki_lab import Puzzle

AT_LEAST = 0.005  # seconds: what is shorter is repeated until it takes that long together


class Missing(Exception):
    """A peer is not installed; the message says how to get it."""


@dataclass(frozen=True)
class Timed:
    """How long one solve took, and what came out: counters to compare, or a grid to verify."""

    seconds: float
    answer: object


Contestant = Callable[[Puzzle], Timed]
Clock = Callable[[], float]  # gives seconds


def timed(
    call: Callable[[], object], at_least: float = AT_LEAST, clock: Clock = process_time
) -> Timed:
    """The mean time of a call that is repeated until all of them together take long enough."""
    calls = 1
    while True:
        begun = clock()
        for _ in range(calls):
            answer = call()
        spent = clock() - begun
        if spent >= at_least:
            return Timed(spent / calls, answer)
        calls *= 2


def timed_on_new(
    make: Callable[[], object], call: Callable[[object], object], clock: Clock = process_time
) -> Timed:
    """The mean time of a call on something new each time; making it is not timed."""
    calls = 1
    while True:
        things = [make() for _ in range(calls)]
        begun = clock()
        for thing in things:
            answer = call(thing)
        spent = clock() - begun
        if spent >= AT_LEAST:
            return Timed(spent / calls, answer)
        calls *= 2


def race(
    what: str, puzzles: Sequence[Puzzle], contestants: dict[str, Contestant], rounds: int
) -> dict[str, list[Timed]]:
    """Let all contestants solve all puzzles, taking turns on each puzzle, several rounds.

    How far it is shows on standard error, after `what` it is about: a dot for each puzzle.

    Returns
    -------
    For each contestant and puzzle its best round. Machines are disturbed, never sped up: the least
    time is the one that says most about the contestant.
    """
    best: dict[str, list[Timed]] = {name: [] for name in contestants}
    print(what, end=" ", file=sys.stderr, flush=True)
    gc.collect()
    gc.disable()
    try:
        for puzzle in puzzles:
            laps = [{name: run(puzzle) for name, run in contestants.items()} for _ in range(rounds)]
            for name, laps_of in best.items():
                laps_of.append(min((lap[name] for lap in laps), key=lambda lap: lap.seconds))
            print(".", end="", file=sys.stderr, flush=True)
    finally:
        gc.enable()
        print(file=sys.stderr)
    return best


def spread(numbers: Iterable[float]) -> tuple[float, float, float]:
    """The median, and the quartiles beside it."""
    numbers = list(numbers)
    if len(numbers) == 1:
        return numbers[0], numbers[0], numbers[0]
    low, _, high = quantiles(numbers, n=4, method="inclusive")
    return median(numbers), low, high
