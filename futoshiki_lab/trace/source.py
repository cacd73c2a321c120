"""The source text of the functions that ran, a student's own included."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from textwrap import dedent
from types import CodeType
from typing import NamedTuple


class CodeLine(NamedTuple):
    """A line of a file, and the name of the function in which it ran."""

    file: str
    line: int
    function: str

    @classmethod
    def of(cls, code: CodeType, line: int | None = None) -> CodeLine:
        """A line of a code object; by default its first line."""
        return cls(code.co_filename, line or code.co_firstlineno, code.co_name)


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
