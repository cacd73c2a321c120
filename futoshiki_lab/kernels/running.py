"""Runs a kernel from start to end, in slices short enough for Ctrl-C to stop it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from time import perf_counter
from typing import Protocol

import numpy as np

from futoshiki_lab.core import Counts, Grid, Puzzle, Run, Settings
from futoshiki_lab.core.board import limit_reached
from futoshiki_lab.core.run import INTERRUPTED
from futoshiki_lab.kernels import layout as at
from futoshiki_lab.kernels.arrays import MOST, Space, numbers_of, pack, space_for
from futoshiki_lab.kernels.bits import call_kept
from futoshiki_lab.kernels.exploring import explore, explore_jumping

SLICE = 0.2  # seconds: the longest delay of Ctrl-C
FIRST_SLICE = 60_000  # nodes of the first slice, times cells
ROOM = 1024  # grids that a kernel may find before it hands them over
Kernel = Callable[..., int]
NO_CHANCE = np.zeros(625, dtype=np.int64)


class Taker(Protocol):
    """What takes the grids: a list, but it need not keep all; `Found` in solving.py is one."""

    total: int

    @property
    def wants_more(self) -> bool: ...

    def append(self, grid: Grid, /) -> None: ...

    def __getitem__(self, which: slice, /) -> list[Grid]: ...


def run(puzzle: Puzzle, settings: Settings, taker: Taker) -> Run:
    """Search a puzzle with a compiled kernel.

    Parameters
    ----------
    settings : the names that `solve` knows, as `parse_settings` returns them.
    taker : takes the grids; its total is 0.
    """
    spare = _spare(puzzle.size)
    try:
        space = spare.pop()
    except IndexError:  # a test before the pop would not be safe with threads
        space = space_for(puzzle.size, ROOM)
    twister = _twister(settings.seed) if settings.order == "random" else NO_CHANCE
    asked = numbers_of(settings), pack(puzzle), twister
    limit = settings.node_limit
    kernel = explore_jumping if settings.jump else explore
    outcome = _search(kernel, space, asked, MOST if limit is None else limit, taker)
    counts = Counts(*space.counters.tolist())
    space.counters.fill(0)
    spare.append(space)
    ended = INTERRUPTED if outcome == "interrupted" else ""
    if outcome == "limit" and limit is not None:
        ended = limit_reached("node", limit)
    return Run(puzzle, settings, outcome, tuple(taker[: counts.solutions]), counts, ended)


def _search(kernel: Kernel, space: Space, asked: tuple, limit: int, taker: Taker) -> str:
    """Search slice by slice, and hand over the solutions of each. Returns the outcome."""
    memory, counters, found = space.memory, space.counters, space.found
    nodes, before = FIRST_SLICE // space.n**2, 0
    try:
        answer = call_kept(kernel, memory, *asked, True, min(limit, nodes), found)
        _hand_over(space, taker, before)
        while answer == at.FULL or (answer == at.PAUSED and counters[at.NODES] != limit):
            begun, pause = perf_counter(), min(limit, int(counters[at.NODES]) + nodes)
            before = taker.total
            answer = kernel(memory, *asked, False, pause, found)
            taken = perf_counter() - begun
            _hand_over(space, taker, before)
            if answer == at.PAUSED and taken < SLICE / 4:
                nodes *= 2
    except KeyboardInterrupt:  # one during a slice is raised right after it
        _hand_over(space, taker, before)  # what is left of it
        return "interrupted"
    if answer == at.SOLVED:
        return "solved"
    if answer == at.PAUSED:
        return "limit"
    return "exhausted" if counters[at.SOLUTIONS] else "unsatisfiable"


def _hand_over(space: Space, taker: Taker, before: int) -> None:
    """Hand over the solutions of a slice that are still there.

    Parameters
    ----------
    before : how many solutions there were before that slice.
    """
    n, total = space.n, space.counters.item(at.SOLUTIONS)
    if not taker.wants_more:
        taker.total = total
        return
    new = space.found[n * n * (taker.total - before) : n * n * (total - before)]
    rows = space.row.iter_unpack(new.data)
    for grid in zip(*[rows] * n):  # noqa: B905 (n rows are a grid)
        taker.append(grid)


@cache
def _spare(n: int) -> list[Space]:
    """Unused spaces for a size; their counters are zero."""
    return []


def _twister(seed: int) -> np.ndarray:
    """The state of `random.Random(seed)`, whose shuffles the kernels repeat draw by draw."""
    return np.array(Random(seed).getstate()[1], dtype=np.int64)
