"""What learners believe: one catalogue for the tutor, the exams and the drives.

`ideas.txt` has all ideas, as blocks of lines. One that can be run is a changed piece of a right
function; the blocks of a function follow a line with `#` and its name:

    = keeps what should be removed
    - if not board.check(x, d, cell, board.values[cell]):
    + if board.check(x, d, cell, board.values[cell]):
    This keeps exactly the values that should be removed: prune a value when its check fails.

What follows `-` stands once in the right function: a part of a line, or several lines. What
follows `+` takes its place, or nothing does. Lines are indented as seen from the first of them. An
idea may change several places, and several functions: it has the same name there. The words, in one
line or more, are those of a tutor. Without a name they are the name, up to their colon.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from inspect import getsource, isfunction, signature, unwrap
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import futoshiki_lab.core as core
from futoshiki_lab.core.errors import PACKAGE

FILE = Path(__file__).with_name("ideas.txt")
Function = Callable[..., Any]
Lines = list[str]


@dataclass(frozen=True)
class Idea:
    """What somebody believes, or does, instead of what is right.

    Attributes
    ----------
    name : what they do: "looks along the row only".
    sentence : what a tutor would say about it.
    about : what it is about, if it is met in more than a function: "look", "next cell" ...
    at_a_move : what a drive says of a move; what stands in braces is told by the page.
    instead : the name of a function that they run in the place of the right one; or nothing.
    id : what a learner's file calls it. It never changes, though the name may be said better.
    functions : the names of the functions in which it is a changed piece.
    changes : pairs of lines that stand in the right function, and lines that take their place.
    starts : for each change the number of its last line with `-` in the file.
    """

    name: str
    sentence: str
    about: str = ""
    at_a_move: str = ""
    instead: str = ""
    id: str = ""
    functions: tuple[str, ...] = ()
    changes: list[tuple[Lines, Lines]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)

    def change(self, source: str) -> str:
        """The source of a function with the changed piece, from that of the right one.

        Raises
        ------
        ValueError
            What should stand there does not, or it stands there more than once.
        """
        places = []
        for right, wrong in self.changes:
            line = source[source.rfind("\n", 0, source.find(right[0])) + 1 :]
            margin = "\n" + line[: len(line) - len(line.lstrip(" "))]
            there, instead = margin.join(right), margin.join(wrong)
            if source.count(there) != 1:
                raise ValueError(f"this does not stand there once:\n{there}\n\n{source}")
            places.append((source.index(there), there, instead))
        for at, there, instead in sorted(places, reverse=True):
            source = source[:at] + instead + source[at + len(there) :]
        return source

    def make_in(self, right: Function) -> Function:
        """A copy of the right function with the changed piece.

        Raises
        ------
        SyntaxError
            The changed piece is no Python there; it names the line of ideas.txt.
        """
        plain = unwrap(right)
        names, source = dict(plain.__globals__), getsource(plain)
        try:
            exec(compile(self.change(source), FILE, "exec"), names)
        except SyntaxError as error:
            self._place(error, source)
            raise
        return names[plain.__name__]

    def _place(self, error: SyntaxError, source: str) -> None:
        """Let an error name the line of the file with the change, not that of the function."""
        places = [source[: source.find(right[0])].count("\n") + 1 for right, _ in self.changes]
        longer, shown = 0, error.lineno or 1
        changed = zip(places, self.changes, self.starts, strict=True)
        for first, (right, wrong), start in sorted(changed):
            if 0 <= (at := shown - first - longer) <= len(wrong):
                error.lineno, error.offset = start + 1 + min(at, len(wrong) - 1), None
            longer += len(wrong) - len(right)


def make_id(name: str) -> str:
    """The id of an idea that has none of its own: its name, in small letters and hyphens."""
    return re.sub(r"\W+", "-", name.lower()).strip("-")


def _parse(block: str, begin: int, about: str, functions: tuple[str, ...]) -> Idea:
    changes: list[tuple[Lines, Lines]] = []
    told, words, starts = dict.fromkeys("=*~@", ""), Lines(), list[int]()
    for number, line in enumerate(block.splitlines(), begin):
        mark, text = line[:1], line[2:]
        if mark == " ":
            raise ValueError(f"{FILE.name}, line {number} begins with a blank: {line.strip()[:40]}")
        if line[1:2] != " " or mark not in "=*~@-+":
            words.append(line)
        elif mark == "-":
            if not changes or changes[-1][1]:
                changes.append(([], []))
                starts.append(number)
            changes[-1][0].append(text)
            starts[-1] = number
        elif mark == "+":
            changes[-1][1].append(text)
        else:
            told[mark] = text
    sentence = " ".join(words)
    name = told["="] or sentence.partition(":")[0]
    named = told["@"] or make_id(name)
    return Idea(name, sentence, about, told["*"], told["~"], named, functions, changes, starts)


def _read_ideas() -> Iterator[Idea]:
    about, functions = "", tuple[str, ...]()
    text = FILE.read_text("utf-8")
    for found in re.finditer("(?m)(?:^(?!;).+\n?)+", text):
        block, begin = found[0].strip(), text.count("\n", 0, found.start()) + 1
        if block.startswith("#"):
            about, functions = "", tuple(block[1:].split())
        elif block.startswith("["):
            about = block.strip("[]")
        else:
            yield _parse(block, begin, about, functions)


ALL = tuple(_read_ideas())
# Each by its name, with the sentence that fits wherever it is met.
IDEAS: Mapping[str, Idea] = {idea.name: idea for idea in reversed(ALL)}
NAMES: Mapping[str, str] = {idea.id: name for name, idea in IDEAS.items()}


def list_ideas(about: str) -> list[str]:
    """The names of the ideas about something, the most telling first."""
    return [idea.name for idea in ALL if idea.about == about]


def read_mistakes(function: str) -> list[Idea]:
    """The known mistakes in a function, in the order of the file."""
    return [idea for idea in ALL if function in idea.functions]


# -- run it ----------------------------------------------------------------------------------------


@cache
def believe(name: str, function: Function) -> Function | None:
    """The function as somebody runs it who has an idea: a changed copy of it, with changed copies
    of what it calls; or another function with as many arguments. None: the idea changes nothing."""
    instead = getattr(core, IDEAS[name].instead, None)
    if instead and len(signature(instead).parameters) == len(signature(function).parameters):
        return instead
    pieces = {piece: one for one in ALL if one.name == name for piece in one.functions}
    return _change(function, pieces, set())


def _change(function: Function, pieces: Mapping[str, Idea], met: set[Function]) -> Function | None:
    plain = unwrap(function)
    if not isfunction(plain) or plain in met:
        return None
    met.add(plain)
    code = plain.__code__  # a learner's function may have the name of the package's
    if (idea := pieces.get(code.co_name)) and code.co_filename.startswith(PACKAGE):
        return idea.make_in(plain)
    names, changed = plain.__globals__, dict[str, Function]()
    for called in sorted(names_in(plain.__code__)):
        if isfunction(names.get(called)) and (other := _change(names[called], pieces, met)):
            changed[called] = other
    if not changed:
        return None
    return FunctionType(
        plain.__code__, {**names, **changed}, plain.__name__, plain.__defaults__, plain.__closure__
    )


def names_in(code: CodeType) -> set[str]:
    """The names that a function's code has, those of functions in it too."""
    inner = (names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return {*code.co_names}.union(*inner)
