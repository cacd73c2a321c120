"""The small helper module: problem and puzzle, board and verbs, the search, the looks, a run.

Read `problem`, `puzzle`, `verbs`, `board`, `search`, `orderings` and `run`, in this order; then, if
you like, `jumping` (which cells are to blame for a dead end) and `alldifferent` (whole rows and
columns at once). It needs only the standard library and imports nothing from outside this folder.
docs/COUNTING.md defines every counter.

    puzzle = Puzzle([[0, 0], [0, 0]], signs=[((0, 0), (0, 1))])  # the first cell is the smaller
    run(puzzle, parse_settings("fc", "mrv"))          # a Run: outcome, solutions, counts
"""

# ruff: noqa: F403
from futoshiki_lab.core.alldifferent import *
from futoshiki_lab.core.board import Board as Board, Counts as Counts, LimitReached as LimitReached
from futoshiki_lab.core.errors import *
from futoshiki_lab.core.jumping import *
from futoshiki_lab.core.orderings import *
from futoshiki_lab.core.problem import *
from futoshiki_lab.core.puzzle import *
from futoshiki_lab.core.run import *
from futoshiki_lab.core.search import *
from futoshiki_lab.core.verbs import *
