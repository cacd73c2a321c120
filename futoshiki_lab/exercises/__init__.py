"""Checks for the notebooks' exercises: right, wrong and why, or not done yet.

Each check returns a `Feedback`, which shows itself in a notebook. An answer that is still `...` is
not done yet; that is never an error.
"""

from futoshiki_lab.exercises.answers import (
    check_answer,
    check_claims,
    check_lost,
    check_order,
    check_path,
    check_prunes,
    check_ranking,
    prunes_of,
)
from futoshiki_lab.exercises.bug_hunt import (
    check_first_wrong,
    check_line,
    check_search,
    first_difference,
)
from futoshiki_lab.exercises.feedback import Feedback, not_done
from futoshiki_lab.exercises.functions import (
    check_fc_check,
    check_insertion,
    check_look,
    check_mrv,
    check_revise,
)
