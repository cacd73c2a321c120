"""What a function does on one board, verb by verb, and how grave a difference is.

The gravest difference is told first: trouble (an error, an endless loop), a wrong board (values and
domains), a wrong return value, other verbs or reasons, and at last the cost.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from futoshiki_lab.core import Board, Verb
from futoshiki_lab.exercises.cases import BY_HAND, Case, Checks, Function, NotedVerb
from futoshiki_lab.exercises.guard import Endless, Forbidden, Outcome, call

MOST_EVENTS = 20_000  # in one call; a right answer needs some hundreds


class Gravity(IntEnum):
    """How grave a difference is; the smaller, the graver."""

    TROUBLE = 1
    BOARD = 2
    RETURNED = 3
    VERBS = 4
    COST = 5


@dataclass
class Behaviour:
    """What one call did to a board.

    Attributes
    ----------
    outcome : Outcome
        What it returned, or what kept it from its end.
    returned : object
        What it returned, in a form in which equal answers are equal.
    board : Board
        The board, as it is afterwards.
    state : tuple
        What must be right on it.
    checks : Counter of pairs of a cell and a value
        The pairs of values that were checked, as far as they matter.
    verbs : Counter or list of str
        What was done besides checking, with the reasons.
    """

    outcome: Outcome
    returned: object
    board: Board
    state: tuple[object, ...]
    checks: Checks
    verbs: Any

    @property
    def unfinished(self) -> bool:
        """Whether the dots are still there, or the error that stands for them in an assignment."""
        return self.outcome.returned is ... or self.outcome.kind == NotImplementedError.__name__

    def first_difference(self, right: Behaviour) -> Gravity | None:
        """How grave the gravest difference is; None if there is none."""
        if self.outcome.kind or right.outcome.kind:
            return Gravity.TROUBLE if self.outcome.kind != right.outcome.kind else None
        if self.state != right.state:
            return Gravity.BOARD
        if self.returned != right.returned:
            return Gravity.RETURNED
        if self.verbs != right.verbs:
            return Gravity.VERBS
        return Gravity.COST if self.checks != right.checks else None


def observe(
    function: Function,
    case: Case,
    tidy: Function,
    instead_of: Forbidden | None = None,
    watched: bool = True,
) -> Behaviour:
    """Call a function on a fresh board of a case, and note all it does.

    Parameters
    ----------
    tidy : function
        Brings what was returned into a form in which equal answers are equal.
    instead_of : Forbidden, optional
        The library's function that a student's replaces.
    watched : bool, default True
        Whether it may be a student's; those of the package come to an end, and end sooner.
    """
    events: list[NotedVerb] = []

    def note(verb: Verb | str, where: Any, value: int, other: int) -> None:
        events.append((verb, where, value, other))
        if len(events) > MOST_EVENTS:
            raise Endless

    def answer_tidily(board: Board, *given: Any) -> tuple[object, object]:
        answer = function(board, *given)
        return answer, tidy(answer)  # even to ask for its truth may raise an error

    board = case.make_board()
    before = dict(board.domains), board.counts.checks, board.counts.prunes
    board.observer = note
    arguments = case.make_arguments(note)
    found = call(answer_tidily, board, *arguments, instead_of=instead_of, watched=watched)
    answer, tidied = found.returned if isinstance(found.returned, tuple) else (None, None)
    outcome = replace(found, returned=answer)
    try:
        replaced = board.observer is not note
        objection = BY_HAND if replaced else case.object_to(board, before, events)
        state = case.read_state(board)
    except Exception:  # the board itself is broken
        objection, board = BY_HAND, case.make_board()
        state = case.read_state(board)
    if objection and not outcome.trouble:
        outcome = replace(outcome, returned=None, trouble=objection, kind="NotAVerb")
    numbers = [event for event in events if all(isinstance(each, int) for each in event[2:])]
    checks, verbs = case.count_checks(numbers), case.compare_verbs(events)
    return Behaviour(outcome, tidied, board, state, checks, verbs)
