"""Calls a student's function so that nothing escapes: errors, endless loops, floods of output."""

from __future__ import annotations

import io
import linecache
import sys
import sysconfig
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache
from inspect import unwrap
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

MOST_STEPS = 200_000  # of the student's code in one call; a right answer needs some thousands
MOST_PRINTED = 20  # lines

PACKAGE = str(Path(__file__).parents[1])


class Endless(BaseException):
    """The call does not come to an end. Not an Exception: a student's `except` must not hide it."""


class NotYours(BaseException):
    """The student's function leaves its work to the function that it should replace."""


@dataclass(frozen=True)
class Outcome:
    """What a call came to.

    Attributes
    ----------
    returned : what it returned; None if it did not come to an end.
    trouble : what kept it from its end, in a sentence with the line; empty if nothing did.
    kind : the name of the exception, or the class above; empty if there was no trouble.
    """

    returned: object
    trouble: str = ""
    kind: str = ""


def call(
    function: Callable[..., Any], *arguments: object, instead_of: Callable[..., Any] | None = None
) -> Outcome:
    """Call a student's function; whatever happens, come back with an outcome.

    A call ends after MOST_STEPS instructions of the student's code. They are counted, which works
    on every platform; a loop inside one call of a C function is not seen. Ctrl-C passes.

    Parameters
    ----------
    instead_of : the library's function that the student's should replace; calling it is trouble.
    """
    watch = _Watch(instead_of)
    try:
        with _tracing(watch):
            return Outcome(function(*arguments))
    except KeyboardInterrupt:
        raise
    except Endless as error:
        return Outcome(
            None, f"It does not come to an end; it spins in {_line_of(error)}.", "Endless"
        )
    except NotYours as error:
        return Outcome(None, str(error), "NotYours")
    except BaseException as error:
        # Python says SystemError if the recursion ends in a call of the trace function.
        if isinstance(error, RecursionError) or isinstance(error.__cause__, RecursionError):
            spun = f"It calls itself without end: {_line_of(error, 2)}."
            return Outcome(None, spun, RecursionError.__name__)
        kind = type(error).__name__
        said = f": {error}" if str(error) else ""
        return Outcome(None, f"{kind}, {_line_of(error)}{said}", kind)


class _Watch:
    """A trace function that counts the steps of the student's code and sees who is called."""

    def __init__(self, forbidden: Callable[..., Any] | None):
        self.steps, self.name = 0, getattr(forbidden, "__name__", "")
        self.files: dict[str, bool] = {}
        inside = unwrap(forbidden) if forbidden else None
        self.forbidden = [getattr(each, "__code__", None) for each in (forbidden, inside)]

    def __call__(self, frame: FrameType, event: str, _: object) -> _Watch | None:
        if event == "call":
            if frame.f_code in self.forbidden:
                called = f"It calls `{self.name}` of the library"
                raise NotYours(f"{called}: your function has to do this itself.")
            if not self._follows(frame.f_code.co_filename):
                return None
            frame.f_trace_opcodes = True  # a loop on one line tells of no new line
        elif event == "opcode":
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Endless
        return self

    def _follows(self, file: str) -> bool:
        """Remembers the answer: deep in an endless recursion, a call more would be one too many."""
        if file not in self.files:
            self.files[file] = _is_a_students(file)
        return self.files[file]


@contextmanager
def _tracing(watch: _Watch) -> Iterator[None]:
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        yield
    finally:
        sys.settrace(before)


class _FirstLines(io.TextIOBase):
    """Passes the first lines on and drops the others."""

    def __init__(self, out: TextIO):
        self.out, self.left = out, MOST_PRINTED

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            if self.left > 0:
                self.out.write(line[:1000])
            self.left -= line.endswith("\n")
            if self.left == 0 and line.endswith("\n"):
                self.out.write("... (the check shows no more of what your function prints)\n")
        return len(text)


@contextmanager
def few_lines_printed() -> Iterator[None]:
    """Let all calls inside print MOST_PRINTED lines together."""
    with redirect_stdout(_FirstLines(sys.stdout)):
        yield


@cache
def _is_a_students(file: str) -> bool:
    """Whether code comes neither from this package nor from Python's library."""
    if file.startswith("<frozen"):
        return False
    return not file.startswith((PACKAGE, *_libraries()))


@cache
def _libraries() -> tuple[str, ...]:
    return tuple(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))


def _line_of(error: BaseException, back: int = 1) -> str:
    """The student's last line on the way to an error; with 2, the one that called it."""
    frames: Iterable[tuple[FrameType, int]] = traceback.walk_tb(error.__traceback__)
    theirs = [place for place in frames if _is_a_students(place[0].f_code.co_filename)]
    return _line(*theirs[-back:][0]) if theirs else "before its first line"


def _line(frame: FrameType, number: int) -> str:
    text = linecache.getline(frame.f_code.co_filename, number, frame.f_globals).strip()
    return f"line {number}" + (f", `{text}`" if text else "")
