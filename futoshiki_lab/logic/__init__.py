"""Reasoning like a person: deductions with reasons, grades, hints, and a look for `search`.

Read them in this order: `shape` (cells and values as numbers), `findings` (a class for each kind of
finding), `marks` (what is known), `rules` and `hard_rules` (which find something), `ladder` (the
rules in order, and their use). These are used by `deduction` (a finding in words), `grades`, `look`
(logic as a look, and as a run), `proofs` (by contradiction), `mistakes` (of a player) and
`hints`.
"""

from futoshiki_lab.logic.deduction import (
    Deduction as Deduction,
    Hint as Hint,
    deductions as deductions,
    remaining_values as remaining_values,
)
from futoshiki_lab.logic.findings import LEVELS as LEVELS
from futoshiki_lab.logic.grades import Grade as Grade, grade as grade, solvable as solvable
from futoshiki_lab.logic.hints import hint as hint, walkthrough as walkthrough
from futoshiki_lab.logic.look import (
    deduce as deduce,
    logic_solver as logic_solver,
    logic_solver_deterministic as logic_solver_deterministic,
    look_logic as look_logic,
    look_logic_easy as look_logic_easy,
)
from futoshiki_lab.logic.mistakes import contradiction as contradiction
