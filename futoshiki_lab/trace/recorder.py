"""Writing a search down, event by event, in compact columns."""

from __future__ import annotations

import sys
from array import array
from itertools import chain
from types import CodeType, FrameType, FunctionType

from futoshiki_lab.core import Cell, Constraint, LimitReached, Observer, Puzzle, Reason
from futoshiki_lab.core.board import Deduced, Where, limit_reached
from futoshiki_lab.trace.source import Place


class Recorder:
    """One row of columns for each event, 10 bytes, and never an object.

    Parameters
    ----------
    puzzle : what is searched.
    event_limit : how many events to keep; one more ends the search with `LimitReached`.

    Attributes
    ----------
    verbs, values, other_values : of each event; a restore has its mark in the last, and what was
        deduced from several cells the number of its reason, from 1.
    places : of each event, an index into `places_of(puzzle)`.
    reasons : the reasons of several cells, each once, with their numbers.
    sites : of each event, an index into `calls`.
    calls : the lines of the algorithm that called a verb.
    functions : the first lines of the functions that ran at any such call, outermost first.
    """

    def __init__(self, puzzle: Puzzle, event_limit: int):
        self.verbs, self.values, self.other_values = array("B"), array("B"), array("I")
        self.places, self.sites = array("H"), array("H")
        self.reasons: dict[Reason, int] = {}
        self.calls: list[Place] = []
        self.functions: dict[Place, None] = {}
        self._index = {place: index for index, place in enumerate(places_of(puzzle))}
        self._event_limit = event_limit

    @property
    def columns(self) -> tuple[array, ...]:
        """The five columns, as long as each other once the recorder is closed."""
        return (self.verbs, self.values, self.other_values, self.places, self.sites)

    def observer(self, outermost: FunctionType) -> Observer:
        """The function that a `Board` calls at every verb.

        Parameters
        ----------
        outermost : the function that runs the algorithm; what called it is not the algorithm's.

        It runs for every event of a search, so it reads local names only, which halves its cost.
        """
        verbs, values, other_values, places, sites = (column.append for column in self.columns)
        index, known, codes = self._index, {}, []  # codes keeps the ids in known from being reused
        deduced = self._deduced
        countdown = iter(range(self._event_limit)).__next__
        frame = sys._getframe

        def observe(verb: int, where: Where, value: int, other_value: int):
            try:
                countdown()
            except StopIteration:
                raise LimitReached(limit_reached("event", self._event_limit)) from None
            try:
                place = index[where]
            except KeyError:
                place, other_value = deduced(where)
            caller = frame(2)  # 0 is this function, 1 the board's verb, 2 who called the verb
            call = id(caller.f_code), caller.f_lasti
            try:
                sites(known[call])
            except KeyError:
                known[call] = len(known)
                codes.append(caller.f_code)
                self._note(caller, outermost.__code__)
                sites(known[call])
            verbs(verb)
            values(value)
            other_values(other_value)
            places(place)

        return observe

    def _deduced(self, where: Deduced) -> tuple[int, int]:
        """The place of the cell and the number of the reason, a new one if it is new."""
        return self._index[where.cell], self.reasons.setdefault(where.reason, len(self.reasons) + 1)

    def _note(self, caller: FrameType, outermost: CodeType) -> None:
        """Keep a new call's line, and the functions through which the search came there."""
        self.calls.append(Place.in_code(caller.f_code, caller.f_lineno))
        inward: list[Place] = []
        frame = caller
        while frame is not None and frame.f_code is not outermost:
            inward.insert(0, Place.in_code(frame.f_code))
            frame = frame.f_back
        self.functions |= dict.fromkeys(inward)

    def close(self) -> None:
        """Cut the columns to one length: an interrupt may have come between two of them."""
        length = min(map(len, self.columns))
        for column in self.columns:
            del column[length:]


def places_of(puzzle: Puzzle) -> list[Cell | Constraint | None]:
    """What an event can be about: the cells, then the constraints from both sides, then nothing."""
    constraints = (others.values() for others in puzzle.constraints.values())
    return [*puzzle.cells, *chain.from_iterable(constraints), None]
