"""The memory of a compiled search: one array of 64-bit integers, and where in it everything lies.

A domain is a mask: value v is bit v. A cell is its number in reading order. An **arc** leads from a
cell to one of its k = 2(n-1) neighbours; the arc from a cell to its j-th neighbour in reading order
has the number k * cell + j. A place is a cell's index within its row or column. The layout is the
same for every size, so that `m[DOMAIN + cell]` is one instruction; memory that is never used costs
nothing.
"""

from __future__ import annotations

from futoshiki_lab.core import LOOKS, MAX_SIZE, ORDERS, SELECTIONS

# The numbers of names are in their records; those without a branch of their own are not named here.
BT, FC, MAC, GAC = (LOOKS[name].twin for name in ("bt", "fc", "mac", "gac"))
READING, MRV, MRV_DEGREE, DOM_WDEG, LEGAL_MRV, LEGAL_MRV_DEGREE = (
    SELECTIONS[name].twin
    for name in ("reading", "mrv", "mrv_degree", "dom_wdeg", "legal_mrv", "legal_mrv_degree")
)
ASCENDING, DESCENDING, RANDOM, LCV = (
    ORDERS[name].twin for name in ("ascending", "descending", "random", "lcv")
)
NOT_EQUAL, LESS, GREATER = range(3)  # relations, as a cell sees them

# The results of `explore`: can go on; enough found; all tried; no room for more grids.
PAUSED, SOLVED, EXHAUSTED, FULL = range(4)

# Sizes.
CELLS = MAX_SIZE**2
DEPTHS = CELLS + 1
ARCS = CELLS * 2 * (MAX_SIZE - 1)
LINE = 2 * MAX_SIZE  # rows and columns
ROW = MAX_SIZE + 1  # the distance between two rows of a part
SIGNS = 5  # the distance between the signs of two cells
PER_WORD = 63  # bits of a word of a set: with the sign bit, plain Python would get other numbers
SET = CELLS // PER_WORD + 1  # words of a set of cells, at most
GAP = 40  # between two parts, so that they do not share lines of the cache

# Single numbers: the counters, in the order of `Counts`; the state of the search; the settings.
NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS = range(8)
MAX_DEPTH, SOLUTIONS, SKIPPED = range(8, 11)
DEPTH, TRAIL, ENTERING, UNKNOWN, ASKED, WORDS = range(11, 17)
N, K, LOOK, SELECT, ORDER, ROOT, SOUGHT, JUMP = range(17, 25)


class Parts:
    """Hands out the parts of the array, one after the other."""

    def __init__(self, start: int):
        self.end, self.starts = start, list[int]()

    def take(self, size: int) -> int:
        """The start of the next part."""
        self.starts.append(self.end)
        self.end += size + GAP
        return self.starts[-1]


parts = Parts(JUMP + 1)

# What depends only on the size of the board.
OWNER = parts.take(ARCS)  # the cell that an arc leads from
NEIGHBOURS = parts.take(ARCS)  # the cell that it leads to
REVERSE = parts.take(ARCS)  # the arc back
ROW_OF = parts.take(CELLS)
COLUMN_OF = parts.take(CELLS)
LINES = parts.take(LINE * ROW)  # the cells of each row and then each column
RULED_OUT = parts.take(3 * ROW)  # by [relation, value of a cell], what its neighbour loses
RULED_OUT_BY = parts.take(3 * ROW)  # by [relation, value of the neighbour], what a cell loses

# The puzzle.
GIVENS = parts.take(CELLS)  # the value of a given, or 0
SIGNED = parts.take(SIGNS * CELLS)  # how many signs a cell has, and their arcs
RELATION = parts.take(ARCS)
SEARCHED = parts.take(CELLS)  # the cells that are not given

# The board.
VALUE = parts.take(CELLS)  # 0: unassigned
DOMAIN = parts.take(CELLS)
# How late MRV would select a cell: by the size of its domain, then, for mrv_degree, by the signs
# that lead to assigned cells, then by its number. So much do they, and being assigned, add.
RANK = parts.take(CELLS)
PER_SIGN = CELLS
PER_VALUE, ASSIGNED = 8 * PER_SIGN, 1 << 30
TRAIL_CELL = parts.take(CELLS * ROW)  # the cell of each change
TRAIL_DOMAIN = parts.take(CELLS * ROW)  # its domain before

# Each depth of the search.
CELL = parts.take(DEPTHS)
MARK = parts.take(DEPTHS)  # how long the trail was
LEFT = parts.take(DEPTHS)  # the values not yet tried
BEFORE = parts.take(DEPTHS)  # the domain before
PASSES = parts.take(DEPTHS)  # the values that will pass (backtracking)
PRICE = parts.take(DEPTHS * ROW)  # how many checks each value costs (backtracking)
SEQUENCE = parts.take(DEPTHS * ROW)  # how many values are taken, and all in order (random, lcv)

# dom/wdeg.
WEIGHT = parts.take(ARCS)
WEIGHTED_DEGREE = parts.take(CELLS)

# The queue of arcs or cells, first in, first out.
QUEUE = parts.take(ARCS + 1)
WAITING = parts.take(ARCS + CELLS)  # whether each is in it

# Filtering a line; but for the first, one number for each of its places or components.
HOLDER = parts.take(LINE * ROW)  # for each line and value, the place that held it last
LOOSE = parts.take(ROW)  # the values left
HELD = parts.take(ROW)  # the value that a place holds
ASKER = parts.take(ROW)  # the place that asked it
ASKING = parts.take(ROW)  # the places that ask, in order
COMPONENT = parts.take(ROW)  # the values of a component on the path
ARROWS = parts.take(ROW)  # the values that arrows lead to

# Jumping back, see exploring.py: sets of `WORDS` words each.
WORD_OF = parts.take(CELLS)  # the word that a cell's bit is in
BIT_OF = parts.take(CELLS)
REMOVERS = parts.take(CELLS * SET)  # of each cell
CONFLICTS = parts.take(DEPTHS * SET)  # the conflict set of each depth
END = parts.end
