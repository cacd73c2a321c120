"""The small helper module: the puzzle, the board and its verbs, the search, the looks, a run.

Read `puzzle`, `board`, `search`, `orderings` and `run`, in this order; then, if you like,
`alldifferent` (whole rows and columns at once). All this needs the standard library alone and knows
nothing of what lies outside this folder. docs/COUNTING.md defines every counter.

    puzzle = Puzzle([[0, 0], [0, 0]], signs=[((0, 0), (0, 1))])  # the first cell is the smaller
    run(puzzle, *settle("fc", "mrv"))                 # a Run: outcome, solutions, counts
"""

from futoshiki_lab.core.alldifferent import generalised_arc_consistency
from futoshiki_lab.core.board import (
    Board,
    Counts,
    Domain,
    LimitReached,
    Mark,
    Observer,
    Reason,
    Verb,
)
from futoshiki_lab.core.errors import PuzzleError, unknown, whole_number
from futoshiki_lab.core.orderings import (
    ORDERS,
    SELECTIONS,
    Order,
    Select,
    ascending,
    descending,
    dom_wdeg,
    least_constraining_value,
    mrv,
    mrv_degree,
    reading_order,
    shuffled,
)
from futoshiki_lab.core.puzzle import MAX_SIZE, Cell, Constraint, Grid, Puzzle, Sign
from futoshiki_lab.core.run import ROOTS, Functions, Run, Settings, run, settle
from futoshiki_lab.core.search import (
    LOOKS,
    Look,
    Search,
    ac3,
    arc_consistency,
    fc_check,
    forward_check,
    look_back,
    maintain_arc_consistency,
    revise,
    search,
)
