"""Reasoning like a person: the cheapest reasons, deductions, grades, hints, a look for `search`.

What can be found: `shape` (cells and values as numbers), `findings` (a class for each kind of
finding), `marks` (what is known), `easy_rules` and `hard_rules` (which find something), `ladder`
(the rules in order, and their use).

Why not? The cheapest set of entries, signs, rows and columns that rules something out: `facts`
(what a reason is made of, and what it costs), `sentences` and `explanation` (the answer); `clauses`
and `smallest` (the search for the cheapest set, with a SAT solver), `cheapest` (`why`) and `steps`
(`explain`). The solver comes with the extra `why`; without it the room can be imported, but not
asked.

On both: `deduction` (a finding in words, and grades), `look` (logic as a look, and as a run),
`proofs` (by contradiction) and `advice` (hints).
"""

from futoshiki_lab.logic.advice import (
    contradiction as contradiction,
    hint as hint,
    walkthrough as walkthrough,
)
from futoshiki_lab.logic.cheapest import why as why
from futoshiki_lab.logic.deduction import (
    Deduction as Deduction,
    Grade as Grade,
    Hint as Hint,
    deductions as deductions,
    grade as grade,
    remaining_values as remaining_values,
    solvable as solvable,
)
from futoshiki_lab.logic.explanation import SHORT as SHORT, Explanation as Explanation
from futoshiki_lab.logic.facts import PencilMarks as PencilMarks, entries as entries
from futoshiki_lab.logic.findings import LEVELS as LEVELS
from futoshiki_lab.logic.look import (
    deduce as deduce,
    logic_solver as logic_solver,
    logic_solver_deterministic as logic_solver_deterministic,
    look_logic as look_logic,
    look_logic_easy as look_logic_easy,
)
from futoshiki_lab.logic.steps import Steps as Steps, explain as explain
