"""Checks for the notebooks' exercises: right, wrong and why, or not done yet.

Each check returns a `Feedback`, which shows itself in a notebook. An answer that is still `...` is
not done yet; that is never an error. `checks` lists the exercises. `tutor` compares what a
student's function does on boards (`cases`, `search_cases`; made by `sketches` and `random_cases`)
with what the right one does, the library's or one of `right_answers`, and with the known mistakes
of `classroom/ideas.txt`; `whole_searches` calls it again and again, and `repairs` finds causes that
show in its source only. `guard` calls it so that nothing escapes: `limits` ends what takes too long
or too much memory, `kernel_state` gives back what it changes, `copies` knows the library's own.
`open_exercises` judges where many answers are right. `model_rules` checks a rule of a model;
`small_model` takes the place of a solver.
"""

from futoshiki_lab.classroom.tutor.checks import (
    check_ac3 as check_ac3,
    check_culprits as check_culprits,
    check_fc_check as check_fc_check,
    check_forward_check as check_forward_check,
    check_insertion as check_insertion,
    check_jump as check_jump,
    check_least_constraining_value as check_least_constraining_value,
    check_look_back as check_look_back,
    check_min_conflicts as check_min_conflicts,
    check_mrv as check_mrv,
    check_patient as check_patient,
    check_restore as check_restore,
    check_revise as check_revise,
    check_search as check_search,
    check_thrifty as check_thrifty,
)
from futoshiki_lab.classroom.tutor.feedback import Feedback as Feedback, not_done as not_done
from futoshiki_lab.classroom.tutor.guard import record_attempt as record_attempt
from futoshiki_lab.classroom.tutor.model_rules import check_model_rule as check_model_rule
from futoshiki_lab.classroom.tutor.open_exercises import (
    check_gaschnig as check_gaschnig,
    check_nogood as check_nogood,
    check_problem as check_problem,
    check_rule as check_rule,
    check_selection as check_selection,
)
from futoshiki_lab.classroom.tutor.right_answers import (
    first_difference as first_difference,
    numbered_lines as numbered_lines,
    odd_lines as odd_lines,
    prunes_of as prunes_of,
)
from futoshiki_lab.classroom.tutor.search_cases import OpenBoard as OpenBoard
