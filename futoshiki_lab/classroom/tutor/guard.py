"""Calls a student's function so that nothing escapes: errors, endless loops, floods of output.

`call` comes back with an `Outcome`, whatever happens. What a call changes of the kernel (signal
handlers, `os.environ`, builtins, ...) is given back. How it is ended stands in `limits`.
"""

from __future__ import annotations

import builtins
import io
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread, enumerate as list_threads
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from futoshiki_lab.classroom.tutor.copies import Forbidden, NotYours
from futoshiki_lab.classroom.tutor.kernel_state import (
    KERNEL_STATE as KERNEL_STATE,
    kernel_state_restored,
)
from futoshiki_lab.classroom.tutor.limits import (
    MOST_MEMORY,
    Alarm,
    Deep,
    Endless,
    is_a_students,
    memory_limited,
    name_line,
    processor_time,
    stack_of,
)
from futoshiki_lab.classroom.tutor.right_answers import of_error
from futoshiki_lab.core import Problem
from futoshiki_lab.core.errors import name_of
from futoshiki_lab.trace import Trace, record

MOST_SECONDS = 1.0  # of the processor in one call; a right answer takes some milliseconds
SEARCH_SECONDS = 3.0  # in a search that is recorded
MOST_EVENTS = 300_000  # of such a search; one that ends has some thousands
MOST_OF_A_LOOP = 1_000  # events, once a check has called a function endless
MOST_PRINTED = 20  # lines
MOST_CHARACTERS = 4_000  # printed
MOST_TOLD = 200  # characters of a value or an error in a feedback
CALLED_WRONG = WeakKeyDictionary[Any, str]()  # what the last check of a function said of its loop
LEFT = "A thread that it has started still runs; only a restart of the kernel ends it."


@dataclass(frozen=True)
class Outcome:
    """What a call came to.

    Attributes
    ----------
    returned : what it returned; None if it did not come to an end.
    trouble : what kept it from its end, in a sentence with the line; empty if nothing did.
    kind : the name of the exception, or the class in `limits`; empty if there was no trouble.
    printed : what it printed, the first lines of it.
    seconds : of the processor, or a quarter of those that passed if it waited.
    """

    returned: object
    trouble: str = ""
    kind: str = ""
    printed: str = ""
    seconds: float = 0

    @property
    def unfinished(self) -> bool:
        """Whether the dots are still there, or the error that stands for them in an assignment."""
        return self.returned is ... or self.kind == NotImplementedError.__name__


def call(
    function: Callable[..., Any],
    *arguments: object,
    instead_of: Forbidden | None = None,
    watched: bool = True,
    whole: float | None = None,
) -> Outcome:
    """Call a student's function; whatever happens, come back with an outcome. Ctrl-C passes.

    Parameters
    ----------
    instead_of : the library's function that the student's should replace: to call or to copy it is
        trouble.
    watched : False for a function of the package: only its errors are caught, which takes less.
    whole : the seconds that it may take; by default those of one call of a student's function. With
        more it may be one of the package that makes many such calls.
    """
    spent, start, printed = processor_time(), monotonic(), _FirstLines()
    returned, trouble, kind, alarm = None, "", "", None
    try:
        if not watched:
            returned = function(*arguments)
        else:
            before = {*sys._current_frames()}
            with limited(MOST_SECONDS, whole, instead_of) as alarm, _started_threads() as started:
                sys.stdout = sys.stderr = printed
                returned = function(*arguments)
                alarm.raise_again()
            if _is_one_left(before, started):
                returned, trouble, kind = None, LEFT, "Thread"
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        error = alarm.raised or error if alarm else error
        returned, kind = None, _kind_of(error)
        ended = processor_time()
        trouble = _told(error, kind, arguments)
        if processor_time() - ended > MOST_SECONDS / 2:  # writing the error comes to no end
            kind = Endless.__name__
    seconds = max(processor_time() - spent, (monotonic() - start) / 4)
    return Outcome(returned, trouble, kind, printed.text, seconds)


@contextmanager
def _started_threads() -> Iterator[list[Thread]]:
    """The threads that a student's code starts meanwhile."""
    started, start = list[Thread](), Thread.start

    def note(self: Thread) -> None:
        if is_a_students(sys._getframe(1).f_code.co_filename):
            started.append(self)
        start(self)

    Thread.start = note  # type: ignore[method-assign]
    try:
        yield started
    finally:
        Thread.start = start  # type: ignore[method-assign]


def _is_one_left(before: set[int], started: Iterable[Thread]) -> bool:
    """Whether a thread of a student's goes on: one that was started, or that runs the code.

    Others belong to the kernel or to a library, such as the monitor of a progress bar.
    """
    if not sys._current_frames().keys() - before:
        return False
    for thread in list_threads():
        if thread.ident not in before:
            thread.join(0.1)  # those that are ending may end
    new = (frame for ident, frame in sys._current_frames().items() if ident not in before)
    runs = (is_a_students(each.f_code.co_filename) for one in new for each in stack_of(one))
    return any(thread.is_alive() for thread in started) or any(runs)


def _kind_of(error: BaseException) -> str:
    """The name of an error, whatever else a loop or a recursion without end may be called."""
    # Python says SystemError if the recursion ends in a call of the trace function.
    spun = isinstance(error, RecursionError) or isinstance(error.__cause__, RecursionError)
    if spun or isinstance(error, Deep):
        return RecursionError.__name__
    return Endless.__name__ if isinstance(error, Endless) else type(error).__name__


def _told(error: BaseException, kind: str, arguments: Iterable[object]) -> str:
    """What kept a call from its end, in a sentence with the student's line."""
    if isinstance(error, NotYours):
        return str(error)
    if isinstance(error, Endless) and str(error):
        return f"{error}."
    if isinstance(error, Endless):
        return f"It does not come to an end; it loops in {_line_of(error)}."
    if kind == RecursionError.__name__:
        return f"It calls itself without end: {_line_of(error, 2)}."
    said = in_short(error, str)
    if isinstance(error, MemoryError):
        said = f"it needs more than {MOST_MEMORY // 1_000_000} million bytes"
    hint = of_error(error, arguments)
    told = ": ".join(filter(None, (f"{kind}, {_line_of(error)}", said)))
    return told + (f" ({hint})" if hint else "")


def _line_of(error: BaseException, back: int = 1) -> str:
    """The student's last line on the way to an error; with 2, the one that called it."""
    # Each frame once: Python 3.11.2 has the last one of an endless recursion twice.
    frames = dict(traceback.walk_tb(error.__traceback__))
    theirs = [each for each in frames.items() if is_a_students(each[0].f_code.co_filename)]
    return name_line(*theirs[-back:][0]) if theirs else "before its first line"


@contextmanager
def limited(
    each: float, whole: float | None = None, instead_of: Forbidden | None = None
) -> Iterator[Alarm]:
    """Let code run that long at most, in so much memory; no change of the kernel stays.

    Parameters
    ----------
    each, whole : seconds for one call of a student's function, and for all; by default the same.
    """
    alarm = Alarm(each, whole or each, instead_of.refuse if instead_of else None)
    with kernel_state_restored(), memory_limited(), alarm.run():
        builtins.input = _refuse_input
        sys.unraisablehook = lambda _: None  # an alarm may ring while something is thrown away
        yield alarm


def _refuse_input(*_: object) -> str:
    """Stand in for `input`: a check would wait for an answer on every board."""
    raise EOFError("`input` cannot be used while your function is checked")


def record_attempt(puzzle: Problem, *functions: Any, **how: Any) -> Trace:
    """Record a search with a student's functions; the parameters are those of `record`.

    An error, or a function that does not come to its end, ends the run as Ctrl-C does: the trace up
    to there is kept, and `trace.run.ended` has the error with its line. Of a function in whose last
    check a loop came to no end only a little is recorded, and what the check said is there again.
    """
    given = [one for one in (*functions, *how.values()) if callable(one)]
    wrong = {one: CALLED_WRONG[one] for one in given if one in CALLED_WRONG}
    loops = [told for told in wrong.values() if told]
    how = {"event_limit": MOST_OF_A_LOOP if loops else MOST_EVENTS, **how}
    with limited(SEARCH_SECONDS / 10 if loops else SEARCH_SECONDS):
        trace = record(puzzle, *functions, keep_errors=True, **how)
    trace.wrong = tuple(map(name_of, wrong))
    if loops and trace.run.ended:
        trace.run.ended = loops[0]
    return trace


def in_short(value: object, form: Callable[[object], str] = repr) -> str:
    """A value as Python writes it; not too much of it, and its type if that fails."""
    text = call(form, value).returned
    told = without_address(text if isinstance(text, str) else f"a {type(value).__name__}")
    return told if len(told) <= MOST_TOLD else told[:MOST_TOLD] + " ..."


def without_address(text: str) -> str:
    """What Python writes of an object, the same at each run."""
    return re.sub(" at 0x[0-9a-fA-F]+", "", text)


class _FirstLines(io.TextIOBase):
    """Keeps the first lines and drops the others."""

    def __init__(self) -> None:
        self.text, self.full = "", False

    def write(self, text: str) -> int:
        if not self.full:
            self.text += text[: MOST_CHARACTERS + 1]
            lines = self.text.splitlines(keepends=True)
            self.full = len(lines) > MOST_PRINTED or len(self.text) > MOST_CHARACTERS
            if self.full:
                kept = "".join(lines[:MOST_PRINTED])[:MOST_CHARACTERS].removesuffix("\n")
                self.text = kept + "\n... (no more of what your function prints is shown)\n"
        return len(text)
