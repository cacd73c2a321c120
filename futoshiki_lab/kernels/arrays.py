"""What the kernels work on: one array of 64-bit integers, and where everything lies in it.

A domain is a mask: value v is bit v. A cell is the number of its place in reading order. An **arc**
leads from a cell to one of its k = 2(n-1) neighbours; the arc from a cell to its j-th neighbour, in
reading order, has the number k * cell + j. A place is a cell's index within its row or column.

The places are constants, laid out for the largest size: `m[DOMAIN + cell]` is then one instruction,
and every function of a kernel is handed this one array. What is never touched costs nothing.
"""

from __future__ import annotations

from functools import cache
from itertools import chain

import numpy as np

from futoshiki_lab.puzzle import MAX_SIZE, Cell, Puzzle

# The numbers that stand for names.
LOOKS = {"bt": 0, "fc": 1, "mac": 2, "gac": 3}
SELECTIONS = {"reading": 0, "mrv": 1, "mrv_degree": 2, "dom_wdeg": 3}
ORDERS = {"ascending": 0, "descending": 1, "random": 2, "lcv": 3}
ROOTS = {"none": 0, "ac": 1}
NOT_EQUAL, LESS, GREATER = 0, 1, 2

CELLS = MAX_SIZE**2
ARCS = CELLS * 2 * (MAX_SIZE - 1)
ROW = MAX_SIZE + 1  # how far two rows of a part lie apart
SIGNS = 5  # how far two cells' signs lie apart
GAP = 40  # between two parts, so that they do not fall on the same lines of the cache

# The counters come first, in the order of `Counts`; then where the search stands, and the settings.
NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS = range(8)
MAX_DEPTH, SOLUTIONS = 8, 9
DEPTH, TRAIL, ENTERING, UNKNOWN, ASKED = range(10, 15)
N, K, LOOK, SELECT, ORDER, ROOT, SOUGHT = range(15, 22)


def _lay_out(at: int, *sizes: int) -> list[int]:
    """Where parts of these sizes begin, one after another; and where they end."""
    starts = [at]
    for size in sizes:
        starts.append(starts[-1] + size + GAP)
    return starts


# The size alone: the cell that an arc leads from, the one that it leads to, the arc back; the row
# and column of each cell; the cells of each row and then each column.
OWNER, NEIGHBOURS, REVERSE, ROW_OF, COLUMN_OF, LINES, _END = _lay_out(
    SOUGHT + 1, ARCS, ARCS, ARCS, CELLS, CELLS, 2 * MAX_SIZE * ROW
)
# What a neighbour loses, by [relation as the cell sees it, value of the cell]; what the cell loses,
# by [relation as the cell sees it, value of the neighbour].
RULED_OUT, RULED_OUT_BY, _END = _lay_out(_END, 3 * ROW, 3 * ROW)
# The puzzle: the given value of each cell, or 0; how many signs it has, and their arcs, a few
# places each; the relation of each arc as its cell sees it; the cells that are not given.
GIVENS, SIGNED, RELATION, SEARCHED, _END = _lay_out(_END, CELLS, SIGNS * CELLS, ARCS, CELLS)
# The board: each cell's value (0: unassigned) and domain, and how late MRV would select it: by the
# size of its domain, then, for mrv_degree, by the signs that lead to assigned cells. What each
# change was made to, and the domain before.
VALUE, DOMAIN, RANK, TRAIL_CELL, TRAIL_DOMAIN, _END = _lay_out(
    _END, CELLS, CELLS, CELLS, CELLS * ROW, CELLS * ROW
)
PER_VALUE, ASSIGNED = 8, 1 << 20  # what a value in the domain and being assigned add to the rank
# Each depth of the search: the cell, how long the trail was, the values not yet tried, the domain
# as it was, the values that will pass (backtracking).
CELL, MARK, LEFT, BEFORE, PASSES, _END = _lay_out(_END, *[CELLS + 1] * 5)
# Each depth, a row each: how many checks a value costs (backtracking); how many values are left,
# and they, the last one first (random, lcv).
PRICE, SEQUENCE, _END = _lay_out(_END, (CELLS + 1) * ROW, (CELLS + 1) * ROW)
# dom/wdeg: of each arc and of each cell.
WEIGHT, WEIGHTED_DEGREE, _END = _lay_out(_END, ARCS, CELLS)
# Arcs or cells, first in, first out; whether each is in it.
QUEUE, WAITING, _END = _lay_out(_END, ARCS + 1, ARCS + CELLS)
# Of each line and value, the place that held it last. Of each place of the line being filtered:
# the values left; the value that it holds; the place that asked it; the places that ask, in order.
# Of the components on the path: the values, and those that arrows lead to.
HOLDER, LOOSE, HELD, ASKER, ASKING, COMPONENT, ARROWS, END = _lay_out(
    _END, 2 * MAX_SIZE * ROW, ROW, ROW, ROW, ROW, ROW, ROW
)


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
