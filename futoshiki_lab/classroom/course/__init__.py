"""The assignment skeleton of a course family: what its students write runs here unchanged.

In many courses students write propagators, orderings and models for a module `cspbase`, such as
`prop_FC(csp, newVar=None)`, which returns `(True or False, [(Variable, value), ...])`. This room
stands in its place:

    from futoshiki_lab.classroom.course import *        # this line alone is the file `cspbase.py`
    from propagators import prop_FC           # the student's own, unchanged
    from futoshiki_csp import futoshiki_csp_model_2

    check_propagator(prop_FC)                 # names the mistake, if there is one
    csp, rows = futoshiki_csp_model_2([[0, "<", 0], [0, ".", 0]])
    Stepper(record_propagator(csp, prop_FC, rows=rows))

`skeleton` has the classes that the course hands out and its search, `audit` the checks.
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

__all__ = ["BT", "CSP", "Constraint", "Variable"]  # what `from cspbase import *` brings
