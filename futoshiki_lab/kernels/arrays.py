"""What the kernels work on: one array of 64-bit integers, and where everything lies in it.

A domain is a mask: value v is bit v. A cell is the number of its place in reading order. An **arc**
leads from a cell to one of its k = 2(n-1) neighbours; the arc from a cell to its j-th neighbour, in
reading order, has the number k * cell + j. A place is a cell's index within its row or column.

The places are constants, laid out for the largest size: `m[DOMAIN + cell]` is then one instruction,
and every function of a kernel is handed this one array. What is never touched costs nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from futoshiki_lab.puzzle import MAX_SIZE, Puzzle

# The numbers that stand for names.
LOOKS = {"bt": 0, "fc": 1, "mac": 2, "gac": 3}
SELECTIONS = {"reading": 0, "mrv": 1, "mrv_degree": 2, "dom_wdeg": 3}
ORDERS = {"ascending": 0, "descending": 1, "random": 2, "lcv": 3}
ROOTS = {"none": 0, "ac": 1}
NOT_EQUAL, LESS, GREATER = 0, 1, 2

CELLS = MAX_SIZE**2
ARCS = CELLS * 2 * (MAX_SIZE - 1)
ROW = MAX_SIZE + 1  # how far two rows of a part lie apart
GAP = 40  # between two parts, so that they do not fall on the same lines of the cache

# The counters come first, in the order of `Counts`; then where the search stands, and the settings.
NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS = range(8)
MAX_DEPTH, SOLUTIONS = 8, 9
DEPTH, TRAIL, ENTERING, UNKNOWN, FIRST, LAST = range(10, 16)
N, K, LOOK, SELECT, ORDER, ROOT, SOUGHT = range(16, 23)


def _lay_out(at: int, *sizes: int) -> list[int]:
    """Where parts of these sizes begin, one after another; and where they end."""
    starts = [at]
    for size in sizes:
        starts.append(starts[-1] + size + GAP)
    return starts


# The size alone: the neighbour that an arc leads to; the arc back; the cells of each row and then
# each column; what a neighbour loses by [relation as the cell sees it, value of the cell].
NEIGHBOURS, REVERSE, LINES, RULED_OUT, _END = _lay_out(
    SOUGHT + 1, ARCS, ARCS, 2 * MAX_SIZE * ROW, 3 * ROW
)
# The puzzle: the given value of each cell, or 0; how many signs it has, and which of its neighbours
# they lead to; the relation of each arc as its cell sees it; the cells that are not given.
GIVENS, SIGNED, RELATION, SEARCHED, _END = _lay_out(_END, CELLS, 5 * CELLS, ARCS, CELLS)
# The board: each cell's value (0: unassigned) and domain; what each change was made to, and the
# domain before.
VALUE, DOMAIN, TRAIL_CELL, TRAIL_DOMAIN, _END = _lay_out(
    _END, CELLS, CELLS, CELLS * ROW, CELLS * ROW
)
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
# Of each line and value, the place that held it last, or -1. For one line: the place that asked for
# a value; the value of a place; the places that ask; where arrows lead from each place.
HOLDER, ASKER, HELD, ASKING, REACH, END = _lay_out(_END, 2 * MAX_SIZE * ROW, ROW, ROW, ROW, ROW)


def memory_for(n: int) -> np.ndarray:
    """A new array for puzzles of a size, with what depends on the size alone filled in."""
    memory = np.empty(END, dtype=np.int64)
    k, neighbours, reverse = 2 * (n - 1), *_arcs(n)
    memory[N], memory[K] = n, k
    memory[NEIGHBOURS : NEIGHBOURS + n * n * k] = neighbours
    memory[REVERSE : REVERSE + n * n * k] = reverse
    for line in range(n):
        at, rows = LINES + ROW * line, LINES + ROW * (n + line)
        memory[at : at + n] = range(line * n, line * n + n)
        memory[rows : rows + n] = range(line, n * n, n)
    full = (2 << n) - 2
    for value in range(n + 1):
        memory[RULED_OUT + ROW * NOT_EQUAL + value] = 1 << value
        memory[RULED_OUT + ROW * LESS + value] = (2 << value) - 2
        memory[RULED_OUT + ROW * GREATER + value] = full & -(1 << value)
    return memory


@cache
def _arcs(n: int) -> tuple[list[int], list[int]]:
    """For every arc in order: the neighbour that it leads to, and the arc back."""
    position = positions(n)
    k = 2 * (n - 1)
    return [y for _, y in position], [k * y + position[y, x] for x, y in position]


@cache
def positions(n: int) -> dict[tuple[int, int], int]:
    """Which neighbour of a cell another cell is, by the two cells, in the order of the arcs."""
    cells = range(n * n)
    near = {x: [y for y in cells if (y // n == x // n) != (y % n == x % n)] for x in cells}
    return {(x, y): j for x, others in near.items() for j, y in enumerate(others)}


def pack(puzzle: Puzzle) -> np.ndarray:
    """The puzzle's part of the memory without its gaps: givens, signs and relations.

    Made once and kept with the puzzle. A puzzle never changes, so what is kept cannot go stale; it
    is no part of what the puzzle is, and not copied or pickled with it.

    Returns
    -------
    int64[n² + 5 n² + n² k].
    """
    kept = vars(puzzle).get("_packed")
    if kept is None:
        kept = vars(puzzle)["_packed"] = _pack(puzzle)
    return kept


def _pack(puzzle: Puzzle) -> np.ndarray:
    n = puzzle.size
    cells, k, position = n * n, 2 * (n - 1), positions(n)
    packed = np.zeros(cells * (6 + k), dtype=np.int64)
    packed[:cells] = [value for row in puzzle.grid for value in row]
    signed: list[list[int]] = [[] for _ in range(cells)]
    for (row, column), (other_row, other_column) in puzzle.signs:
        x, y = row * n + column, other_row * n + other_column
        for cell, other, relation in ((x, y, LESS), (y, x, GREATER)):
            j = position[cell, other]
            packed[cells * 6 + k * cell + j] = relation
            signed[cell].append(j)
    for cell, js in enumerate(signed):
        if js:
            at = cells + 5 * cell
            packed[at : at + len(js) + 1] = [len(js), *sorted(js)]
    return packed
