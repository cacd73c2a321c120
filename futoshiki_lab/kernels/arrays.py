"""Laying out what the kernels work on: a puzzle, and the array in which a search's state lies."""

from __future__ import annotations

from functools import cache
from itertools import chain

import numpy as np

from futoshiki_lab.kernels.compiled import (
    COLUMN_OF,
    END,
    GREATER,
    LESS,
    LINES,
    NEIGHBOURS,
    NOT_EQUAL,
    OWNER,
    REVERSE,
    ROW,
    ROW_OF,
    RULED_OUT,
    RULED_OUT_BY,
    K,
    N,
)
from futoshiki_lab.puzzle import Cell, Puzzle


def memory_for(n: int) -> np.ndarray:
    """A new array for puzzles of a size, with what depends on the size alone filled in."""
    memory = np.empty(END, dtype=np.int64)
    memory[N], memory[K] = n, 2 * (n - 1)
    for (x, y), arc in arcs_of(n).items():
        memory[OWNER + arc], memory[NEIGHBOURS + arc] = x, y
        memory[REVERSE + arc] = arcs_of(n)[y, x]
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
def arcs_of(n: int) -> dict[tuple[int, int], int]:
    """The number of the arc from one cell to another, for all neighbours, in order."""
    cells = range(n * n)
    pairs = ((x, y) for x in cells for y in cells if (x // n == y // n) != (x % n == y % n))
    return {pair: arc for arc, pair in enumerate(pairs)}


@cache
def _arcs_by_cells(n: int) -> dict[tuple[Cell, Cell], int]:
    """The same for the cells of a puzzle."""
    return {(Cell(*divmod(x, n)), Cell(*divmod(y, n))): arc for (x, y), arc in arcs_of(n).items()}


def pack(puzzle: Puzzle) -> np.ndarray:
    """The puzzle as numbers: the n² values of its grid, then for each sign the arc that is `<`.

    Made once and kept with the puzzle. A puzzle never changes, so what is kept cannot go stale; it
    is no part of what the puzzle is, and not copied or pickled with it.

    Returns
    -------
    int64[n² + signs].
    """
    kept = vars(puzzle).get("_packed")
    if kept is None:
        arcs = _arcs_by_cells(puzzle.size)
        numbers = [*chain.from_iterable(puzzle.grid), *map(arcs.__getitem__, puzzle.signs)]
        kept = vars(puzzle)["_packed"] = np.array(numbers, dtype=np.int64)
    return kept
