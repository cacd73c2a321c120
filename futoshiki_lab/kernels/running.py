"""Running a kernel from start to end, in slices short enough for Ctrl-C to be heard."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from math import isqrt
from random import Random
from time import perf_counter

import numpy as np

from futoshiki_lab.board import Counts
from futoshiki_lab.kernels.arrays import memory_for, pack
from futoshiki_lab.kernels.compiled import (
    FULL,
    LOOK,
    LOOKS,
    NODES,
    ORDERS,
    PAUSED,
    ROOTS,
    SELECTIONS,
    SOLUTIONS,
    SOLVED,
    SOUGHT,
    explore,
    set_up,
)
from futoshiki_lab.puzzle import Grid, Puzzle

SLICE = 0.2  # seconds: what Ctrl-C may have to wait
FIRST_SLICE = 60_000  # nodes of the first slice, times cells
ROOM = 1024  # grids that a kernel may find before it hands them over
COUNTERS = len(fields(Counts))
NO_LIMIT = np.iinfo(np.int64).max
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
        memory = spare.pop()
    except IndexError:  # asking first whether there is one would be no use among threads
        memory = memory_for(puzzle.size)
    memory[LOOK : SOUGHT + 1] = _plan(look, select, order, root, sought)
    twister = _twister(seed) if order == "random" else NO_CHANCE
    limit = NO_LIMIT if node_limit is None else node_limit
    found = np.empty((min(sought or ROOM, ROOM), puzzle.size**2), dtype=np.int64)
    grids: list[Grid] | None = [] if keep else None
    outcome = _search(memory, pack(puzzle), twister, limit, found, grids)
    result = Result(outcome, tuple(grids or ()), Counts(*memory[:COUNTERS].tolist()))
    spare.append(memory)
    return result


def _search(memory, packed, twister, limit: int, found, grids: list[Grid] | None) -> str:
    """Set up, and explore slice by slice. Returns the outcome; `grids` gets the solutions."""
    nodes, answer, known = FIRST_SLICE // found.shape[1], PAUSED, 0
    memory[:COUNTERS] = 0  # an interrupt may come before `set_up` does it
    try:
        if not set_up(memory, packed):
            return "unsatisfiable"
        while answer in (PAUSED, FULL):
            begun = perf_counter()
            answer = explore(memory, twister, min(limit, int(memory[NODES]) + nodes), found)
            known = _collect(memory, found, grids, known)
            if answer == PAUSED and memory[NODES] == limit:
                return "limit"
            if answer == PAUSED and perf_counter() - begun < SLICE / 4:
                nodes *= 2
    except KeyboardInterrupt:  # one that comes during a slice is heard right after it
        _collect(memory, found, grids, known)
        return "interrupted"
    if answer == SOLVED:
        return "solved"
    return "exhausted" if known else "unsatisfiable"


def _collect(memory, found, grids: list[Grid] | None, known: int) -> int:
    """Add what was found since there were `known` solutions. Returns how many there are now."""
    now = int(memory[SOLUTIONS])
    if grids is not None:
        n = isqrt(found.shape[1])
        new = found[: now - known].reshape(-1, n, n).tolist()
        grids[known:] = map(_grid, new)  # all of them or, cut off, none
    return now


def _grid(rows: list[list[int]]) -> Grid:
    return tuple(map(tuple, rows))


@cache
def _plan(look: str, select: str, order: str, root: str, sought: int | None) -> np.ndarray:
    """The settings as they lie in the memory, from LOOK to SOUGHT."""
    names = LOOKS[look], SELECTIONS[select], ORDERS[order], ROOTS[root]
    return np.array([*names, min(sought or 0, NO_LIMIT)], dtype=np.int64)


@cache
def _spare(n: int) -> list[np.ndarray]:
    """Arrays for a size that nobody uses now."""
    return []


def _twister(seed: int) -> np.ndarray:
    """The state of `random.Random(seed)`, whose shuffles the kernels repeat draw by draw."""
    return np.array(Random(seed).getstate()[1], dtype=np.int64)
