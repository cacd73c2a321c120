"""The memory of a compiled search: one array of 64-bit integers, and where in it everything lies.

A domain is a mask: value v is bit v. A cell is its number in reading order. An **arc** leads from a
cell to one of its k = 2(n-1) neighbours; the arc from a cell to its j-th neighbour in reading order
has the number k * cell + j. A place is a cell's index within its row or column. The layout is the
same for every size, so that `m[DOMAIN + cell]` is one instruction; memory that is never used costs
nothing.
"""

from __future__ import annotations

from futoshiki_lab.core import MAX_SIZE

# The numbers of names.
LOOKS = {"bt": 0, "fc": 1, "mac": 2, "gac": 3}
SELECTIONS = {
    **{"reading": 0, "mrv": 1, "mrv_degree": 2, "dom_wdeg": 3},
    **{"legal_mrv": 4, "legal_mrv_degree": 5},
}
ORDERS = {"ascending": 0, "descending": 1, "random": 2, "lcv": 3}
ROOTS = {"none": 0, "ac": 1}
NOT_EQUAL, LESS, GREATER = 0, 1, 2

CELLS = MAX_SIZE**2
ARCS = CELLS * 2 * (MAX_SIZE - 1)
ROW = MAX_SIZE + 1  # the distance between two rows of a part
SIGNS = 5  # the distance between the signs of two cells
GAP = 40  # between two parts, so that they do not share lines of the cache

# The counters come first, in the order of `Counts`; then the state of the search, and the settings.
NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS = range(8)
MAX_DEPTH, SOLUTIONS, SKIPPED = range(8, 11)
DEPTH, TRAIL, ENTERING, UNKNOWN, ASKED, WORDS = range(11, 17)
N, K, LOOK, SELECT, ORDER, ROOT, SOUGHT, JUMP = range(17, 25)


def _lay_out(at: int, *sizes: int) -> list[int]:
    """The start of each of these consecutive parts; last, their end."""
    starts = [at]
    for size in sizes:
        starts.append(starts[-1] + size + GAP)
    return starts


# Depends only on the size: the cell an arc leads from, the cell it leads to, the arc back; the row
# and column of each cell; the cells of each row and then each column.
OWNER, NEIGHBOURS, REVERSE, ROW_OF, COLUMN_OF, LINES, _END = _lay_out(
    JUMP + 1, ARCS, ARCS, ARCS, CELLS, CELLS, 2 * MAX_SIZE * ROW
)
# What a neighbour loses, by [relation as the cell sees it, value of the cell]; what the cell loses,
# by [relation as the cell sees it, value of the neighbour].
RULED_OUT, RULED_OUT_BY, _END = _lay_out(_END, 3 * ROW, 3 * ROW)
# The puzzle: the given value of each cell, or 0; how many signs it has, and their arcs, a few
# places each; the relation of each arc as its cell sees it; the cells that are not given.
GIVENS, SIGNED, RELATION, SEARCHED, _END = _lay_out(_END, CELLS, SIGNS * CELLS, ARCS, CELLS)
# The board: each cell's value (0: unassigned) and domain, and how late MRV would select it: by the
# size of its domain, then, for mrv_degree, by the signs that lead to assigned cells, then by its
# number. The cell of each change, and its domain before.
VALUE, DOMAIN, RANK, TRAIL_CELL, TRAIL_DOMAIN, _END = _lay_out(
    _END, CELLS, CELLS, CELLS, CELLS * ROW, CELLS * ROW
)
# What a sign to an assigned cell, a value in the domain, and being assigned add to the rank.
PER_SIGN = CELLS
PER_VALUE, ASSIGNED = 8 * PER_SIGN, 1 << 30
# Each depth of the search: the cell, how long the trail was, the values not yet tried, the domain
# before, the values that will pass (backtracking).
CELL, MARK, LEFT, BEFORE, PASSES, _END = _lay_out(_END, *[CELLS + 1] * 5)
# A row for each depth: how many checks a value costs (backtracking); how many values are taken, and
# these values in their order (random, lcv).
PRICE, SEQUENCE, _END = _lay_out(_END, (CELLS + 1) * ROW, (CELLS + 1) * ROW)
# dom/wdeg: of each arc and of each cell.
WEIGHT, WEIGHTED_DEGREE, _END = _lay_out(_END, ARCS, CELLS)
# The queue of arcs or cells, first in, first out; whether each is in it.
QUEUE, WAITING, _END = _lay_out(_END, ARCS + 1, ARCS + CELLS)
# For each line and value, the place that held it last. For each place of the line being filtered:
# the values left; the value that it holds; the place that asked it; the places that ask, in order.
# For the components on the path: the values, and the values that arrows lead to.
HOLDER, LOOSE, HELD, ASKER, ASKING, COMPONENT, ARROWS, _END = _lay_out(
    _END, 2 * MAX_SIZE * ROW, ROW, ROW, ROW, ROW, ROW, ROW
)
# Jumping back, see exploring.py: the word and the bit that stand for each cell; sets of `WORDS`
# words each: of each cell, its removers; of each depth, its conflict set.
PER_WORD = 63  # bits: with the sign bit, plain Python would get other numbers
WORD_OF, BIT_OF, REMOVERS, CONFLICTS, END = _lay_out(
    _END, CELLS, CELLS, CELLS * (CELLS // PER_WORD + 1), (CELLS + 1) * (CELLS // PER_WORD + 1)
)


BT, FC, MAC, GAC = LOOKS.values()
READING, MRV, MRV_DEGREE, DOM_WDEG, _, LEGAL_MRV_DEGREE = SELECTIONS.values()
ASCENDING, DESCENDING, RANDOM, _ = ORDERS.values()

# The results of `explore`: can go on; enough found; all tried; no room for more grids.
PAUSED, SOLVED, EXHAUSTED, FULL = range(4)
