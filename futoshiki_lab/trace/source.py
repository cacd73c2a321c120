"""The source text of the very functions that ran, a student's own included."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from types import CodeType
from typing import NamedTuple


class Place(NamedTuple):
    """A line of a file, and the name of the function it was met in."""

    file: str
    line: int
    function: str

    @classmethod
    def in_code(cls, code: CodeType, line: int | None = None) -> Place:
        """A line of a code object; its first line unless told otherwise."""
        return cls(code.co_filename, line or code.co_firstlineno, code.co_name)


@dataclass(frozen=True)
class Source:
    """The text of one function.

    Attributes
    ----------
    name : the function's name.
    first : the number of its first line in its file.
    text : its lines; empty where the source cannot be found.
    """

    name: str
    first: int
    text: str


@dataclass(frozen=True)
class SourceLine:
    """One line of a function: `number` counts from 1 at its `def`."""

    source: Source
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

    functions: tuple[Source, ...]
    lines: tuple[SourceLine, ...]


def read_sources(functions: Iterable[Place], calls: Iterable[Place]) -> Sources:
    """Read the source of functions, and find the lines of calls in them.

    Parts of one function (a generator expression, say) become one.
    """
    found = [(_source(call), call.line) for call in calls]
    sources = dict.fromkeys(map(_source, functions)) | dict.fromkeys(source for source, _ in found)
    lines = (SourceLine(source, line - source.first + 1) for source, line in found)
    return Sources(tuple(sources), tuple(lines))


def _source(place: Place) -> Source:
    text = "".join(linecache.getlines(place.file))
    around = [node for node in _functions(text) if node.lineno <= place.line <= node.end_lineno]
    if not around:
        return Source(place.function, place.line, "")
    inner = max(around, key=lambda node: node.lineno)
    lines = text.splitlines(keepends=True)[inner.lineno - 1 : inner.end_lineno]
    return Source(inner.name, inner.lineno, dedent("".join(lines)))


@cache
def _functions(text: str) -> tuple[ast.FunctionDef, ...]:
    try:
        tree = ast.parse(text)
    except SyntaxError:  # a file that changed after it was imported
        return ()
    return tuple(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
