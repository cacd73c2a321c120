"""Running a kernel from start to end, in slices short enough for Ctrl-C to be heard."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from time import perf_counter

import numpy as np

from futoshiki_lab.board import Counts
from futoshiki_lab.kernels.arrays import MOST, Space, pack, settings_of, space_for
from futoshiki_lab.kernels.compiled import (
    FULL,
    NODES,
    PAUSED,
    SOLUTIONS,
    SOLVED,
    explore,
)
from futoshiki_lab.puzzle import Grid, Puzzle

SLICE = 0.2  # seconds: what Ctrl-C may have to wait
FIRST_SLICE = 60_000  # nodes of the first slice, times cells
ROOM = 1024  # grids that a kernel may find before it hands them over
NO_CHANCE = np.zeros(625, dtype=np.int64)


@dataclass(slots=True)
class Result:
    """What a kernel's run came to; the words are those of `solver.Run`."""

    outcome: str
    solutions: tuple[Grid, ...]
    counts: Counts


def run(
    puzzle: Puzzle,
    look: str,
    select: str,
    order: str,
    root: str = "none",
    sought: int | None = 1,
    node_limit: int | None = None,
    seed: int = 0,
    keep: bool = True,
) -> Result:
    """Search a puzzle with a compiled kernel.

    Parameters
    ----------
    look, select, order, root : the names that `solve` knows.
    sought : how many solutions end the search; None for all.
    node_limit : stop when that many nodes have been counted and one more is wanted.
    seed : of the random value order.
    keep : whether to keep the grids, or count them only.
    """
    spare = _spare(puzzle.size)
    try:
        space = spare.pop()
    except IndexError:  # asking first whether there is one would be no use among threads
        space = space_for(puzzle.size, ROOM)
    twister = _twister(seed) if order == "random" else NO_CHANCE
    asked = settings_of(look, select, order, root, sought), pack(puzzle), twister
    grids: list[Grid] | None = [] if keep else None
    outcome = _search(space, asked, MOST if node_limit is None else node_limit, grids)
    result = Result(outcome, tuple(grids or ()), Counts(*space.counters.tolist()))
    space.counters.fill(0)
    spare.append(space)
    return result


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
    except KeyboardInterrupt:  # one that comes during a slice is heard right after it
        _collect(space, grids)
        return "interrupted"
    if answer == SOLVED:
        return "solved"
    if answer == PAUSED:
        return "limit"
    return "exhausted" if counters[SOLUTIONS] else "unsatisfiable"


def _collect(space: Space, grids: list[Grid] | None) -> None:
    """Add to the grids what was found since; all of it or, cut off, nothing."""
    if grids is not None:
        n, new = space.n, space.counters.item(SOLUTIONS) - len(grids)
        rows = space.row.iter_unpack(space.found[: n * n * new])
        grids += zip(*[rows] * n)  # noqa: B905 (n rows are a grid)


@cache
def _spare(n: int) -> list[Space]:
    """Spaces for a size that nobody uses now; their counters are zero."""
    return []


def _twister(seed: int) -> np.ndarray:
    """The state of `random.Random(seed)`, whose shuffles the kernels repeat draw by draw."""
    return np.array(Random(seed).getstate()[1], dtype=np.int64)
