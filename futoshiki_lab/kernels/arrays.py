"""Makes the arrays that the kernels work on: a puzzle, settings, and the memory of a search."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import chain
from struct import Struct

import numpy as np

from futoshiki_lab.core import Cell, Puzzle, Settings
from futoshiki_lab.kernels import layout as at

COUNTERS = at.SKIPPED + 1
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
    memory = np.empty(at.END, dtype=np.int64)
    memory[at.N], memory[at.K] = n, 2 * (n - 1)
    owners, neighbours = arcs_of(n)
    number = np.empty((n * n, n * n), dtype=np.int64)
    number[owners, neighbours] = np.arange(len(owners))
    memory[at.OWNER : at.OWNER + len(owners)] = owners
    memory[at.NEIGHBOURS : at.NEIGHBOURS + len(owners)] = neighbours
    memory[at.REVERSE : at.REVERSE + len(owners)] = number[neighbours, owners]
    for cell in range(n * n):
        row, column = divmod(cell, n)
        memory[at.ROW_OF + cell], memory[at.COLUMN_OF + cell] = row, column
        memory[at.LINES + at.ROW * row + column] = memory[
            at.LINES + at.ROW * (n + column) + row
        ] = cell
    for value in range(n + 1):
        at_most, at_least = (2 << value) - 2, (2 << n) - (1 << value)
        for relation, loses, is_lost in (
            (at.NOT_EQUAL, 1 << value, 1 << value),
            (at.LESS, at_most, at_least),
            (at.GREATER, at_least, at_most),
        ):
            memory[at.RULED_OUT + at.ROW * relation + value] = loses
            memory[at.RULED_OUT_BY + at.ROW * relation + value] = is_lost
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
    known_look = settings.algorithm in at.LOOKS
    return known_look and settings.select in at.SELECTIONS and settings.order in at.ORDERS


def numbers_of(settings: Settings) -> np.ndarray:
    """The settings as the numbers in the memory from LOOK to JUMP."""
    look, select = at.LOOKS[settings.algorithm], at.SELECTIONS[settings.select]
    order, root = at.ORDERS[settings.order], at.ROOTS[settings.root]
    sought = min(settings.sought or 0, MOST)
    return np.array([look, select, order, root, sought, settings.jump], dtype=np.int64)


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
