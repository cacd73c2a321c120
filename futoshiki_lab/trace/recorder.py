"""Writes a search down, event by event, in compact columns; reads the source of what ran."""

from __future__ import annotations

import ast
import linecache
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import chain
from textwrap import dedent
from types import CodeType, FrameType
from typing import NamedTuple

from futoshiki_lab.core import Constraint, LimitReached, Observer, Problem, Reason, Value, Verb
from futoshiki_lab.core.board import limit_reached
from futoshiki_lab.core.verbs import Mark, Where


class CodeLine(NamedTuple):
    """A line of a file, and the name of the function in which it ran."""

    file: str
    line: int
    function: str

    @classmethod
    def of(cls, code: CodeType, line: int | None = None) -> CodeLine:
        """A line of a code object; by default its first line."""
        return cls(code.co_filename, line or code.co_firstlineno, code.co_name)


class Recorder:
    """Each event is 10 bytes in parallel arrays; no objects.

    Parameters
    ----------
    puzzle : what is searched.
    event_limit : how many events to keep; one more ends the search with `LimitReached`.

    Attributes
    ----------
    verbs, values : of each event, the value as an index into `meant`.
    other_values : the value of a constraint's other cell, likewise; of a restore, its mark; of a
        prune with a reason of several cells, the number of that reason, from 1.
    places : of each event, an index into `places_of(puzzle)`.
    meant : what the numbers of values stand for: themselves in a puzzle; of another problem 0 is no
        value, 1 its first value, and so on.
    reasons : the reasons of several cells, each once, with their numbers.
    sites : of each event, an index into `calls`.
    calls : the lines of the algorithm that called a verb.
    functions : the first lines of the functions that ran at any such call, outermost first.
    """

    def __init__(self, puzzle: Problem, event_limit: int):
        self._about = places_of(puzzle)
        self.meant = [*range(256)] if puzzle.empty == 0 else [puzzle.empty, *puzzle.values]
        self.verbs, self.values = array("B"), array("B" if len(self.meant) <= 256 else "I")
        self.other_values, self.sites = array("I"), array("H")
        self.places = array("H" if len(self._about) <= 2**16 else "I")
        self.columns = (self.verbs, self.values, self.other_values, self.places, self.sites)
        self.reasons: dict[Reason, int] = {}
        self.calls: list[CodeLine] = []
        self.functions: dict[CodeLine, None] = {}
        self._numbers: dict[Value, int] = {}
        for at, value in enumerate(self.meant):
            self._numbers.setdefault(value, at)
        self._cells = len(puzzle.cells)
        self._index = {about: number for number, about in enumerate(self._about)}
        self._event_limit = event_limit

    def observer(self, outermost: CodeType) -> Observer:
        """The function that a `Board` calls at every verb.

        Parameters
        ----------
        outermost : the code that runs the algorithm; what called it is not part of the algorithm,
            nor is anything else in its file.

        It runs for every event of a search. Using only local names halves its cost.
        """
        verbs, values, other_values, places, sites = (column.append for column in self.columns)
        known: dict[tuple[int, int], int] = {}
        codes: list[CodeType] = []  # kept, so that no id in `known` is used again
        index, reasons, number = self._index, self.reasons, self.number
        pairs = range(0)  # the places of constraints, where values have other numbers
        if self.meant[0] != 0:
            pairs = range(self._cells, len(index) - 1)
            values = lambda value: self.values.append(number(value))  # noqa: E731
        countdown = iter(range(self._event_limit)).__next__
        frame = sys._getframe

        def observe(verb: Verb, where: Where, value: Value, other_value: Value | Mark) -> None:
            try:
                countdown()
            except StopIteration:
                raise LimitReached(limit_reached("event", self._event_limit)) from None
            try:
                place = index[where]
                if place in pairs:
                    other_value = number(other_value)
            except KeyError:
                place = index[where.cell]  # type: ignore[union-attr]
                other_value = reasons.setdefault(where.reason, len(reasons) + 1)  # type: ignore
            caller = frame(2)  # 0 is this function, 1 the board's verb, 2 who called the verb
            call = id(caller.f_code), caller.f_lasti
            try:
                sites(known[call])
            except KeyError:
                known[call] = len(known)
                codes.append(caller.f_code)
                self._note(caller, outermost)
                sites(known[call])
            verbs(verb)
            values(value)
            other_values(other_value)
            places(place)

        return observe

    def _note(self, caller: FrameType, outermost: CodeType) -> None:
        """Keep a new call's line, and the functions that called each other on the way to it."""
        self.calls.append(CodeLine.of(caller.f_code, caller.f_lineno))
        inward: list[CodeLine] = []
        frame: FrameType | None = caller
        while frame is not None and frame.f_code is not outermost:
            if frame.f_code.co_filename != outermost.co_filename:
                inward.insert(0, CodeLine.of(frame.f_code))
            frame = frame.f_back
        self.functions |= dict.fromkeys(inward)

    def number(self, value: Value) -> int:
        """The number of a value; one that a broken algorithm makes up gets the next one."""
        try:
            return self._numbers[value]
        except (KeyError, TypeError):
            if value not in self.meant:
                self.meant.append(value)
            return self.meant.index(value)

    def row(self, step: int) -> tuple[int, Where, Value, Value]:
        """The verb that leads to a step, the cell or constraint, its value and the other value."""
        at = step - 1
        about, other = self._about[self.places[at]], self.other_values[at]
        other = self.meant[other] if isinstance(about, Constraint) else other
        return self.verbs[at], about, self.meant[self.values[at]], other

    def close(self) -> None:
        """Cut the columns to one length: an interrupt may have come between two of them."""
        length = min(map(len, self.columns))
        for column in self.columns:
            del column[length:]


def places_of(puzzle: Problem) -> list[Where]:
    """What an event can concern: the cells, the constraints from both sides, or neither."""
    constraints = (others.values() for others in puzzle.constraints.values())
    return [*puzzle.cells, *chain.from_iterable(constraints), None]


# -- the source text of the functions that ran, a student's own included ---------------------------


@dataclass(frozen=True)
class FunctionSource:
    """The text of one function.

    Attributes
    ----------
    first : the number of its first line in its file.
    text : its lines; empty where the source cannot be found.
    """

    name: str
    first: int
    text: str


@dataclass(frozen=True)
class SourceLine:
    """One line of a function: `number` counts from 1 at its `def`."""

    source: FunctionSource
    number: int

    @property
    def text(self) -> str:
        """The line without its indentation; empty where the source cannot be found."""
        lines = self.source.text.splitlines()
        return lines[self.number - 1].strip() if self.number <= len(lines) else ""

    def __str__(self) -> str:
        return f"{self.source.name}, line {self.number}: {self.text}"


@dataclass(frozen=True)
class Sources:
    """The functions that took part in a run, and the line behind each recorded call."""

    functions: tuple[FunctionSource, ...]
    lines: tuple[SourceLine, ...]


def read_sources(functions: Iterable[CodeLine], calls: Iterable[CodeLine]) -> Sources:
    """Read the source of functions, and find the lines of calls in them.

    Parts of one function (a generator expression, say) become one.
    """
    found = [(_source(call), call.line) for call in calls]
    sources = dict.fromkeys(map(_source, functions)) | dict.fromkeys(source for source, _ in found)
    lines = (SourceLine(source, line - source.first + 1) for source, line in found)
    return Sources(tuple(sources), tuple(lines))


def _source(at: CodeLine) -> FunctionSource:
    text = "".join(linecache.getlines(at.file))
    around = [found for found in _functions(text) if found[0] <= at.line <= found[1]]
    if not around:
        return FunctionSource(at.function, at.line, "")
    first, last, name = max(around)  # the innermost begins last
    lines = text.splitlines(keepends=True)[first - 1 : last]
    return FunctionSource(name, first, dedent("".join(lines)))


@cache
def _functions(text: str) -> list[tuple[int, int, str]]:
    """The first line, last line and name of every function in a file."""
    try:
        nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    except SyntaxError:  # a file that changed after it was imported
        return []
    return [(node.lineno, node.end_lineno or node.lineno, node.name) for node in nodes]
