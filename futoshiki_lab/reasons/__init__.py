"""Reasoning like a person: the cheapest reasons, deductions, grades, hints, a look for `search`.

What can be found: `shape` (cells and values as numbers), `marks` (what is known, and what a finding
is), `rules` (which find something), `ladder` (the rules in order, as a look of `search`, as a run),
`deduction` (a finding in words, and grades) and `advice` (hints).

Why not? `facts` (what a reason is made of, and what it costs), `closure` (what follows from facts,
the cheapest first), `chain` (the steps of it that a person needs), `telling` and `explanation` (the
answer in words). The cheapest set of facts: `filling` (whether facts can hold together, by a search
of ours), `smallest` (with a SAT solver), `cheapest` (`why`) and `steps` (`explain`).
"""

from futoshiki_lab.reasons.advice import hint as hint, walkthrough as walkthrough
from futoshiki_lab.reasons.cheapest import why as why
from futoshiki_lab.reasons.deduction import (
    Grade as Grade,
    Hint as Hint,
    deductions as deductions,
    grade as grade,
    remaining_values as remaining_values,
    solvable as solvable,
)
from futoshiki_lab.reasons.explanation import SHORT as SHORT, Explanation as Explanation
from futoshiki_lab.reasons.ladder import (
    deduce as deduce,
    logic_solver as logic_solver,
    logic_solver_deterministic as logic_solver_deterministic,
    look_logic as look_logic,
    look_logic_easy as look_logic_easy,
)
from futoshiki_lab.reasons.marks import LEVELS as LEVELS, Deduction as Deduction
from futoshiki_lab.reasons.steps import Steps as Steps, explain as explain
