"""Programs of other courses, a skeleton's and the textbook's: students' files run here unchanged.

In many courses students write propagators, orderings and models for a module `cspbase`, such as
`prop_FC(csp, newVar=None)`, which returns `(True or False, [(Variable, value), ...])`. This room
stands in its place:

    from futoshiki_lab.classroom.course import *        # this line alone is the file `cspbase.py`
    from propagators import prop_FC           # the student's own, unchanged
    from futoshiki_csp import futoshiki_csp_model_2

    check_propagator(prop_FC)                 # names the mistake, if there is one
    csp, rows = futoshiki_csp_model_2([[0, "<", 0], [0, ".", 0]])
    Stepper(record_propagator(csp, prop_FC, rows=rows))

The textbook's own programs (`csp.py` of aima-python, and what courses make of it) need no file in
their place. Their search runs on their object, which is watched:

    trace = record_csp(csp, lambda: backtracking_search(csp, inference=forward_checking))
    check_csp(trace)                          # the first step that is proved to be wrong, if any
    Stepper(trace)

With `asks=True` a search of ours may ask their constraints, and stands beside theirs:
`Stepper(trace, record(trace.puzzle, "fc"))`.

`textbook` does that, on the same base, `watching`; `skeleton` has the classes that the course hands
out and its search, `audit` the checks.
**What is counted**: an assignment of the search is a node, a value pruned by `prune_value` a prune,
and one call of `check` or `has_support` is one check, however many variables the constraint has.
The call of the propagator with `newVar=None` is the setup.
"""

from futoshiki_lab.classroom.course.audit import (
    check_ordering as check_ordering,
    check_propagator as check_propagator,
)
from futoshiki_lab.classroom.course.skeleton import (
    BT as BT,
    CSP as CSP,
    CourseConstraint as Constraint,
    CourseVariable as Variable,
    record_propagator as record_propagator,
)
from futoshiki_lab.classroom.course.textbook import (
    TextbookProblem as TextbookProblem,
    check_csp as check_csp,
    record_csp as record_csp,
)

__all__ = ["BT", "CSP", "Constraint", "Variable"]  # what `from cspbase import *` brings
