"""Reasoning like a person: deductions with reasons, grades, hints, and a look for `search`."""

from futoshiki_lab.logic.deductions import Deduction, Hint
from futoshiki_lab.logic.grading import Grade, grade, solvable
from futoshiki_lab.logic.hints import hint, walkthrough
from futoshiki_lab.logic.kinds import LEVELS
from futoshiki_lab.logic.look import (
    deduce,
    deductions,
    logic_solver,
    logic_solver_deterministic,
    look_logic,
    look_logic_easy,
)
from futoshiki_lab.logic.mistakes import contradiction
from futoshiki_lab.logic.printing import remaining_values

__all__ = [
    "LEVELS",
    "Deduction",
    "Grade",
    "Hint",
    "contradiction",
    "deduce",
    "deductions",
    "grade",
    "hint",
    "logic_solver",
    "logic_solver_deterministic",
    "look_logic",
    "look_logic_easy",
    "remaining_values",
    "solvable",
    "walkthrough",
]
