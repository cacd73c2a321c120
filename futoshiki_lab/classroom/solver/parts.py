"""The parts of a learner's solver, in the order of the course."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import futoshiki_lab.core as core
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.tutor.feedback import Feedback
from futoshiki_lab.classroom.tutor.open_exercises import check_selection
from futoshiki_lab.classroom.tutor.search_cases import restore
from futoshiki_lab.core.jumping import culprits, search_with_blame

Function = Callable[..., Any]


@dataclass(frozen=True)
class Part:
    """One function of the solver.

    Attributes
    ----------
    name : of its check, without `check_`.
    notebook : the number of the notebook that asks for it.
    reference : the package's function, which stands in until the learner's is right.
    purpose : what it is for, as a question that it answers.
    number : its place among the parts; 0 for one that the solver can do without.
    """

    name: str
    notebook: str
    reference: Function
    purpose: str
    number: int = 0

    @property
    def title(self) -> str:
        """How a message calls it."""
        return f"part {self.number} of {MANY}" if self.number else f"an extra, `{self.name}`,"

    def check(self, function: Function) -> Feedback:
        """Check a learner's function, without keeping it."""
        if self.name == "selection":  # any is right that selects a cell
            return check_selection(function, {})
        return EXERCISES[self.name].check(function)


def _number(parts: list[Part], *extras: str) -> dict[str, Part]:
    numbers = iter(range(1, len(parts) + 1))
    return {
        one.name: one if one.name in extras else replace(one, number=next(numbers)) for one in parts
    }


PARTS = _number(
    [
        Part("look_back", "02", core.look_back, "does the value agree with those before it?"),
        Part("search", "02", core.search, "which value is tried next, and what if it fails?"),
        Part("fc_check", "03", core.fc_check, "what does the value rule out in one neighbour?"),
        Part("forward_check", "03", core.forward_check, "what does the value rule out?"),
        Part("restore", "04", restore, "what must be given back?"),
        Part("revise", "05", core.revise, "which values of x have no support in y?"),
        Part("ac3", "05", core.ac3, "which arcs must be revised, until nothing changes?"),
        Part("mrv", "06", core.mrv, "which cell has the fewest values left?"),
        Part("selection", "06", core.reading_order, "which cell comes next, by your own rule?"),
        Part("culprits", "07", culprits, "which cells are to blame for this failure?"),
        Part("jump", "07", search_with_blame, "to which cell does the search go back?"),
    ],
    "restore",
    "selection",
)
MANY = sum(bool(part.number) for part in PARTS.values())
# Which functions of the package a learner writes, by their names there.
REFERENCES = {part.reference.__name__: part for part in PARTS.values() if part.name != "selection"}
