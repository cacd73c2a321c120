"""Runs a kernel from start to end, in slices short enough for Ctrl-C to stop it."""

from __future__ import annotations

from functools import cache
from random import Random
from time import perf_counter

import numpy as np

from futoshiki_lab.core import Counts, Grid, Puzzle, Run, Settings
from futoshiki_lab.core.board import limit_reached
from futoshiki_lab.core.run import INTERRUPTED
from futoshiki_lab.kernels.arrays import MOST, Space, numbers_of, pack, space_for
from futoshiki_lab.kernels.compiled import (
    FULL,
    NODES,
    PAUSED,
    SOLUTIONS,
    SOLVED,
    explore,
)

SLICE = 0.2  # seconds: the longest delay of Ctrl-C
FIRST_SLICE = 60_000  # nodes of the first slice, times cells
ROOM = 1024  # grids that a kernel may find before it hands them over
NO_CHANCE = np.zeros(625, dtype=np.int64)


def run(puzzle: Puzzle, settings: Settings, keep: bool = True) -> Run:
    """Search a puzzle with a compiled kernel.

    Parameters
    ----------
    settings : the names that `solve` knows, as `settle` returns them.
    keep : whether to keep the grids, or only count them.
    """
    spare = _spare(puzzle.size)
    try:
        space = spare.pop()
    except IndexError:  # a test before the pop would not be safe with threads
        space = space_for(puzzle.size, ROOM)
    twister = _twister(settings.seed) if settings.order == "random" else NO_CHANCE
    asked = numbers_of(settings), pack(puzzle), twister
    limit = settings.node_limit
    grids: list[Grid] | None = [] if keep else None
    outcome = _search(space, asked, MOST if limit is None else limit, grids)
    counts = Counts(*space.counters.tolist())
    space.counters.fill(0)
    spare.append(space)
    ended = INTERRUPTED if outcome == "interrupted" else ""
    if outcome == "limit" and limit is not None:
        ended = limit_reached("node", limit)
    return Run(puzzle, settings, outcome, tuple(grids or ()), counts, ended)


def _search(space: Space, asked: tuple, limit: int, grids: list[Grid] | None) -> str:
    """Search slice by slice. Returns the outcome; `grids` gets the solutions."""
    memory, counters, found = space.memory, space.counters, space.found
    nodes = FIRST_SLICE // space.n**2
    try:
        answer = explore(memory, *asked, True, min(limit, nodes), found)
        _collect(space, grids)
        while answer == FULL or (answer == PAUSED and counters[NODES] != limit):
            begun, pause = perf_counter(), min(limit, int(counters[NODES]) + nodes)
            answer = explore(memory, *asked, False, pause, found)
            _collect(space, grids)
            if answer == PAUSED and perf_counter() - begun < SLICE / 4:
                nodes *= 2
    except KeyboardInterrupt:  # one during a slice is raised right after it
        _collect(space, grids)
        return "interrupted"
    if answer == SOLVED:
        return "solved"
    if answer == PAUSED:
        return "limit"
    return "exhausted" if counters[SOLUTIONS] else "unsatisfiable"


def _collect(space: Space, grids: list[Grid] | None) -> None:
    """Add the new solutions to the grids; all of them or, if interrupted, none."""
    if grids is not None:
        n, new = space.n, space.counters.item(SOLUTIONS) - len(grids)
        rows = space.row.iter_unpack(space.found[: n * n * new].data)
        grids += zip(*[rows] * n)  # noqa: B905 (n rows are a grid)


@cache
def _spare(n: int) -> list[Space]:
    """Unused spaces for a size; their counters are zero."""
    return []


def _twister(seed: int) -> np.ndarray:
    """The state of `random.Random(seed)`, whose shuffles the kernels repeat draw by draw."""
    return np.array(Random(seed).getstate()[1], dtype=np.int64)
