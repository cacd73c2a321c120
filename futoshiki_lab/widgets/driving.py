"""Driving: the learner is the search, and the recorded run is the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import traitlets

from futoshiki_lab.core import Puzzle, Verb
from futoshiki_lab.core.errors import unknown
from futoshiki_lab.generator import random_puzzles
from futoshiki_lab.trace import Trace, record
from futoshiki_lab.widgets.stepper import Stepper

ASKS = ("prunes", "looks", "cells")
CANDIDATES = 12  # seeds from which a new board is taken
COUNTS = ("moves", "helped", "seconds", "boards", "step")


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
    boards : int
        How many boards were driven to their ends before this one. All counts are of all boards.
    """

    moves: int = 0
    mistakes: Mapping[str, int] = field(default_factory=dict)
    helped: int = 0
    seconds: int = 0
    over: bool = False
    boards: int = 0


class Drive(Stepper):
    """A search that the learner drives: every move is theirs, and a wrong one is explained.

        Drive(puzzle, "fc", select="mrv")

    The learner chooses the cell, tries a value, strikes out what the look removes, says whether
    the look fails, gives back, and goes back. Moves that the algorithm could make are right, in
    any order within a look. The first that it could not make is named, with the misconception
    behind it where one fits. At the end a button makes a new board like this one.

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
        self._searched = {"look": look, **settings}
        trace = record(puzzle, **self._searched)
        asked = {"ask": ask, "cells": cells}
        super().__init__(trace, step=_begun(trace), hide_ahead=True, scale=scale, drive=asked)

    @property
    def result(self) -> DriveResult:
        """What the learner has done so far."""
        known = {name: self.driven[name] for name in vars(DriveResult()) if name in self.driven}
        return DriveResult(**known)

    def _answer(self, question: Mapping[str, Any]) -> Any:
        if question.get("ask") != "new board":
            return super()._answer(question)
        self._next = self._make_board()
        return self._next.puzzle.name

    def _make_board(self) -> Trace:
        """Record a board of the next seeds: the one whose run is most nearly as long as this."""
        puzzle, long = self.traces[0].puzzle, len(self.traces[0])
        if not isinstance(puzzle, Puzzle):
            raise ValueError("new boards are made for Futoshiki only")
        boards = random_puzzles(
            puzzle.size,
            len(puzzle.givens),
            len(puzzle.signs),
            CANDIDATES,
            seed=CANDIDATES * self.result.boards,
        )
        others = [board for board in boards if board.grid != puzzle.grid]
        traces = [record(board, **self._searched | {"event_limit": 3 * long}) for board in others]
        return min(traces, key=lambda one: (one.outcome == "limit", abs(len(one) - long)))

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        if question.get("ask") == "new board" and not error:
            done = {**self.driven, "boards": self.result.boards + 1, "step": 0, "over": False}
            with self.hold_sync():
                self.show(self._next)
                self.step, self.driven = _begun(self._next), done
        return super()._reply(question, answer, error)

    @traitlets.validate("driven")
    def _is_a_record(self, proposal: Any) -> dict[str, Any]:
        driven = proposal["value"]
        counts = [driven.get(name, 0) for name in COUNTS]
        mistakes = driven.get("mistakes", {})
        named = isinstance(mistakes, dict) and all(isinstance(name, str) for name in mistakes)
        if not named or any(
            type(one) is not int or one < 0 for one in [*counts, *mistakes.values()]
        ):
            raise traitlets.TraitError("a drive's record has counts, and mistakes by their names")
        return driven


def _begun(trace: Trace) -> int:
    """The step at which the setup is over."""
    verbs = list(trace.recorder.verbs)
    return verbs.index(Verb.BEGIN) + 1 if Verb.BEGIN in verbs else 0
