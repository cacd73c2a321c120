"""Makes the arrays that the kernels work on: a puzzle, settings, and the memory of a search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from struct import Struct

import numpy as np

from futoshiki_lab.core import Cell, Puzzle, Settings
from futoshiki_lab.kernels.layout import (
    COLUMN_OF,
    END,
    GREATER,
    LESS,
    LINES,
    LOOKS,
    NEIGHBOURS,
    NOT_EQUAL,
    ORDERS,
    OWNER,
    REVERSE,
    ROOTS,
    ROW,
    ROW_OF,
    RULED_OUT,
    RULED_OUT_BY,
    SELECTIONS,
    SKIPPED,
    K,
    N,
)

COUNTERS = SKIPPED + 1
MOST = np.iinfo(np.int64).max


@dataclass(slots=True)
class Space:
    """The memory of one search.

    Attributes
    ----------
    n : the size of its puzzles.
    row : n numbers as they lie in memory.
    memory : int64[END], holds everything; see layout.py.
    counters : its first places, in the order of `Counts`.
    found : int64[grids * n²], where the kernels put the solutions that they find.
    """

    n: int
    row: Struct
    memory: np.ndarray
    counters: np.ndarray
    found: np.ndarray


def space_for(n: int, grids: int) -> Space:
    """A new space for puzzles of a size; its counters are zero."""
    memory = memory_for(n)
    memory[:COUNTERS] = 0
    found = np.empty(grids * n * n, dtype=np.int64)
    return Space(n, Struct(f"{n}q"), memory, memory[:COUNTERS], found)


def memory_for(n: int) -> np.ndarray:
    """A new array for puzzles of a size, with what depends on the size alone filled in."""
    memory = np.empty(END, dtype=np.int64)
    memory[N], memory[K] = n, 2 * (n - 1)
    owners, neighbours = arcs_of(n)
    number = np.empty((n * n, n * n), dtype=np.int64)
    number[owners, neighbours] = np.arange(len(owners))
    memory[OWNER : OWNER + len(owners)] = owners
    memory[NEIGHBOURS : NEIGHBOURS + len(owners)] = neighbours
    memory[REVERSE : REVERSE + len(owners)] = number[neighbours, owners]
    for cell in range(n * n):
        row, column = divmod(cell, n)
        memory[ROW_OF + cell], memory[COLUMN_OF + cell] = row, column
        memory[LINES + ROW * row + column] = memory[LINES + ROW * (n + column) + row] = cell
    for value in range(n + 1):
        at_most, at_least = (2 << value) - 2, (2 << n) - (1 << value)
        for relation, loses, is_lost in (
            (NOT_EQUAL, 1 << value, 1 << value),
            (LESS, at_most, at_least),
            (GREATER, at_least, at_most),
        ):
            memory[RULED_OUT + ROW * relation + value] = loses
            memory[RULED_OUT_BY + ROW * relation + value] = is_lost
    return memory


@cache
def arcs_of(n: int) -> tuple[np.ndarray, np.ndarray]:
    """All arcs in order: the cells that they lead from, and the cells that they lead to."""
    row, column = np.divmod(np.arange(n * n), n)
    owners, neighbours = np.nonzero((row[:, None] == row) != (column[:, None] == column))
    return owners, neighbours


@cache
def _arc_of_sign(n: int) -> dict[tuple[Cell, Cell], int]:
    """The number of the arc from a cell to a cell that it touches.

    Two cells of one line touch if they are 1 or n places apart in reading order.
    """
    cells = Puzzle([[0] * n] * n).cells
    pairs = zip(*(ends.tolist() for ends in arcs_of(n)), strict=True)
    return {(cells[x], cells[y]): arc for arc, (x, y) in enumerate(pairs) if abs(x - y) in (1, n)}


def knows(settings: Settings) -> bool:
    """Whether there is a compiled twin for a look, a selection and an order of these names."""
    known = settings.algorithm in LOOKS, settings.select in SELECTIONS, settings.order in ORDERS
    return all(known)


def numbers_of(settings: Settings) -> np.ndarray:
    """The settings as the numbers in the memory from LOOK to JUMP; cached as in `pack`."""
    kept = vars(settings).get("_numbers")
    if kept is None:
        look, order = LOOKS[settings.algorithm], ORDERS[settings.order]
        select, root = SELECTIONS[settings.select], ROOTS[settings.root]
        sought = min(settings.sought or 0, MOST)
        numbers = [look, select, order, root, sought, settings.jump]
        kept = vars(settings)["_numbers"] = np.array(numbers, dtype=np.int64)
    return kept


def pack(puzzle: Puzzle) -> np.ndarray:
    """The puzzle as numbers: the n² values of its grid, then for each sign the arc that is `<`.

    Made once and kept with the puzzle, which never changes; copies and pickles do not have it.

    Returns
    -------
    int64[n² + signs].
    """
    kept = vars(puzzle).get("_packed")
    if kept is None:
        arcs = _arc_of_sign(puzzle.size)
        numbers = [*chain.from_iterable(puzzle.grid), *map(arcs.__getitem__, puzzle.signs)]
        kept = vars(puzzle)["_packed"] = np.fromiter(numbers, np.int64, len(numbers))
    return kept
