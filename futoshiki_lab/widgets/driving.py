"""Driving: the learner is the search, and the recorded run is the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import traitlets

from futoshiki_lab.core import Puzzle, Verb
from futoshiki_lab.core.errors import unknown
from futoshiki_lab.trace import record
from futoshiki_lab.widgets.stepper import Stepper

ASKS = ("prunes", "looks", "cells")


@dataclass(frozen=True)
class DriveResult:
    """What a learner did in a drive.

    Attributes
    ----------
    moves : int
        All moves, right and wrong ones.
    mistakes : dict of str to int
        How often each misconception explains a wrong move, by its name.
    helped : int
        How often help was asked for.
    seconds : int
        The time that the moves took; a pause counts as a minute at most.
    over : bool
        Whether the run was driven to its end.
    """

    moves: int = 0
    mistakes: Mapping[str, int] = field(default_factory=dict)
    helped: int = 0
    seconds: int = 0
    over: bool = False


class Drive(Stepper):
    """A search that the learner drives: every move is theirs, and a wrong one is explained.

        Drive(puzzle, "fc", select="mrv")

    The learner chooses the cell, tries a value, strikes out what the look removes, says whether
    the look fails, gives back, and goes back. Moves that the algorithm could make are right, in
    any order within a look. The first that it could not make is named, with the misconception
    behind it where one fits.

    Parameters
    ----------
    puzzle : Puzzle
        What is searched.
    look : str or Look
        The algorithm, as `record` takes it.
    ask : str
        How much is asked: "prunes", every value that a look removes; "looks", only whether a look
        fails, and where the search goes next; "cells", only cells, values and ways back.
    cells : bool
        Whether the learner also selects the cells; otherwise the search does.
    scale : float
        How large; 1.5 or so for a projector.
    **settings
        The other settings of the search, as `record` takes them: select, order, jump, ...

    Attributes
    ----------
    result : DriveResult
        What the learner has done so far; it is kept with the notebook.

    Raises
    ------
    ValueError
        There is no such `ask`, or `record` refuses the settings.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        look: Any = "fc",
        *,
        ask: str = "prunes",
        cells: bool = True,
        scale: float = 1.0,
        **settings: Any,
    ):
        if ask not in ASKS:
            raise ValueError(unknown("ask", ask, ASKS))
        trace = record(puzzle, look, **settings)
        verbs = list(trace.recorder.verbs)
        begun = verbs.index(Verb.BEGIN) + 1 if Verb.BEGIN in verbs else 0
        asked = {"ask": ask, "cells": cells}
        super().__init__(trace, step=begun, hide_ahead=True, scale=scale, drive=asked)

    @property
    def result(self) -> DriveResult:
        """What the learner has done so far."""
        known = {name: self.driven[name] for name in vars(DriveResult()) if name in self.driven}
        return DriveResult(**known)

    @traitlets.validate("driven")
    def _is_a_record(self, proposal: Any) -> dict[str, Any]:
        driven = proposal["value"]
        counts = [driven.get(name, 0) for name in ("moves", "helped", "seconds", "step")]
        mistakes = driven.get("mistakes", {})
        named = isinstance(mistakes, dict) and all(isinstance(name, str) for name in mistakes)
        if not named or any(
            type(one) is not int or one < 0 for one in [*counts, *mistakes.values()]
        ):
            raise traitlets.TraitError("a drive's record has counts, and mistakes by their names")
        return driven
