"""Checks for the notebooks' exercises: right, wrong and why, or not done yet.

Each check returns a `Feedback`, which shows itself in a notebook. An answer that is still `...` is
not done yet; that is never an error. `bug_hunt` tells what happened in a run and finds a search's
broken line, `functions`, `looks` and `culprits` check a student's functions: `tutor` compares what
they do (`behaviour`) on `boards` with what is right and with known `mistakes`, and `guard` calls
them so that nothing escapes. `model_rules` checks a rule of a model; `selection` and `rules` judge
what is a student's own idea. `feedback` is the result of every check.
"""

from futoshiki_lab.exercises.bug_hunt import (
    first_difference as first_difference,
    numbered_lines as numbered_lines,
    odd_lines as odd_lines,
    prunes_of as prunes_of,
)
from futoshiki_lab.exercises.culprits import check_culprits as check_culprits
from futoshiki_lab.exercises.feedback import Feedback as Feedback, not_done as not_done
from futoshiki_lab.exercises.functions import (
    check_ac3 as check_ac3,
    check_fc_check as check_fc_check,
    check_forward_check as check_forward_check,
    check_insertion as check_insertion,
    check_least_constraining_value as check_least_constraining_value,
    check_look_back as check_look_back,
    check_mrv as check_mrv,
    check_restore as check_restore,
    check_revise as check_revise,
    check_search as check_search,
)
from futoshiki_lab.exercises.looks import (
    check_patient as check_patient,
    check_thrifty as check_thrifty,
)
from futoshiki_lab.exercises.model_rules import check_model_rule as check_model_rule
from futoshiki_lab.exercises.rules import check_rule as check_rule
from futoshiki_lab.exercises.selection import check_selection as check_selection
