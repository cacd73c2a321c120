"""The small helper module: problem and puzzle, board and verbs, the search, the looks, a run.

Read `problem`, `puzzle`, `verbs`, `board`, `search`, `orderings` and `run`, in this order; then, if
you like, `jumping` (who is to blame for a dead end) and `alldifferent` (whole rows and columns at
once). It needs only the standard library and imports nothing from outside this folder.
docs/COUNTING.md defines every counter.

    puzzle = Puzzle([[0, 0], [0, 0]], signs=[((0, 0), (0, 1))])  # the first cell is the smaller
    run(puzzle, parse_settings("fc", "mrv"))          # a Run: outcome, solutions, counts
"""

from futoshiki_lab.core.alldifferent import (
    generalised_arc_consistency as generalised_arc_consistency,
)
from futoshiki_lab.core.board import (
    Board as Board,
    Counts as Counts,
    LimitReached as LimitReached,
)
from futoshiki_lab.core.errors import (
    PuzzleError as PuzzleError,
    unknown as unknown,
    whole_number as whole_number,
)
from futoshiki_lab.core.jumping import (
    culprits as culprits,
    jump_back as jump_back,
    search_with_blame as search_with_blame,
)
from futoshiki_lab.core.orderings import (
    ORDERS as ORDERS,
    SELECTIONS as SELECTIONS,
    Order as Order,
    Select as Select,
    ascending as ascending,
    descending as descending,
    dom_wdeg as dom_wdeg,
    least_constraining_value as least_constraining_value,
    legal_mrv as legal_mrv,
    legal_mrv_degree as legal_mrv_degree,
    mrv as mrv,
    mrv_degree as mrv_degree,
    reading_order as reading_order,
    shuffled as shuffled,
)
from futoshiki_lab.core.problem import (
    Constraint as Constraint,
    Domain as Domain,
    Group as Group,
    Problem as Problem,
    Solution as Solution,
    Value as Value,
    Variable as Variable,
)
from futoshiki_lab.core.puzzle import (
    MAX_SIZE as MAX_SIZE,
    Cell as Cell,
    Grid as Grid,
    Puzzle as Puzzle,
    Sign as Sign,
)
from futoshiki_lab.core.run import (
    ROOTS as ROOTS,
    Run as Run,
    Settings as Settings,
    must_be_puzzle as must_be_puzzle,
    parse_settings as parse_settings,
    run as run,
    search_by_hand as search,  # noqa: F401 (under another name)
)
from futoshiki_lab.core.search import (
    LOOKS as LOOKS,
    Look as Look,
    Search as Search,
    ac3 as ac3,
    arc_consistency as arc_consistency,
    fc_check as fc_check,
    forward_check as forward_check,
    look_back as look_back,
    maintain_arc_consistency as maintain_arc_consistency,
    revise as revise,
)
from futoshiki_lab.core.verbs import (
    Mark as Mark,
    Observer as Observer,
    Reason as Reason,
    Verb as Verb,
)
