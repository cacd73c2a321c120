"""Calls a student's function so that nothing escapes: errors, endless loops, floods of output.

Steps are counted, which works on every platform. Where there are timers, one rings as well, for a
function that waits, or that keeps a function written in C busy. Some of these listen to no timer:
in `sum(range(10**10))` Python itself looks up only at the end, and the kernel must be restarted.
What a call changes of the kernel (signal handlers, `os.environ`, builtins, ...) is given back.
"""

from __future__ import annotations

import builtins
import gc
import io
import linecache
import os
import re
import signal
import sys
import sysconfig
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from inspect import isfunction, unwrap
from itertools import takewhile
from pathlib import Path
from time import monotonic, process_time
from types import CodeType, FrameType
from typing import Any
from weakref import WeakKeyDictionary

from futoshiki_lab.classroom.tutor.right_answers import of_error
from futoshiki_lab.core import Problem
from futoshiki_lab.core.errors import PACKAGE, name_of
from futoshiki_lab.trace import Trace, record

try:
    import resource
except ImportError:  # on Windows, and in a browser
    resource = None  # type: ignore[assignment]

MOST_STEPS = 200_000  # of the student's code in one call; a right answer needs some thousands
MOST_SECONDS = 3.0  # of the processor in one call; twice as many by the clock
MOST_MEMORY = 500_000_000  # bytes more than there are before the call
MOST_EVENTS = 300_000  # of a search; one that ends has some thousands
MOST_PRINTED = 20  # lines
MOST_CHARACTERS = 4_000  # printed
MOST_TOLD = 200  # characters of a value or an error in a feedback
MOST_OF_A_LOOP = 1_000  # events, once a check has called a function endless
CALLED_WRONG = WeakKeyDictionary[Any, str]()  # what the last check of a function said of its loop


class Endless(BaseException):
    """The call does not come to an end. Not an Exception: a student's `except` must not hide it."""


class Late(Endless):
    """The call takes too long: it waits, or a function written in C is busy."""


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
) -> Outcome:
    """Call a student's function; whatever happens, come back with an outcome.

    A call ends after MOST_STEPS instructions of the student's code, or when the timer rings after
    MOST_SECONDS. Ctrl-C passes.

    Parameters
    ----------
    instead_of : the library's function that the student's should replace: to call or to copy it is
        trouble.
    watched : False for a function of the package: only its errors are caught, which takes less.
    """
    spent, start, printed = process_time(), monotonic(), _FirstLines()
    watch = _Watch(instead_of) if watched else None
    returned, trouble, kind = None, "", ""
    try:
        if watch is None:
            returned = function(*arguments)
        else:
            with limited(MOST_SECONDS):
                sys.stdout = sys.stderr = printed
                sys.settrace(watch)
                returned = function(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        kind = _kind_of(error)
        trouble = _told(error, kind, watch, arguments)
    seconds = max(process_time() - spent, (monotonic() - start) / 4)
    return Outcome(returned, trouble, kind, printed.text, seconds)


def _kind_of(error: BaseException) -> str:
    """The name of an error, whatever else a loop or a recursion without end may be called."""
    if isinstance(error, Endless):
        return Endless.__name__
    # Python says SystemError if the recursion ends in a call of the trace function.
    spun = isinstance(error, RecursionError) or isinstance(error.__cause__, RecursionError)
    return RecursionError.__name__ if spun else type(error).__name__


def _told(
    error: BaseException, kind: str, watch: _Watch | None, arguments: Iterable[object]
) -> str:
    """What kept a call from its end, in a sentence with the student's line."""
    if isinstance(error, NotYours):
        return str(error)
    if kind == Endless.__name__:
        late = f"It takes more than {MOST_SECONDS:.0f} seconds, in"
        told = late if isinstance(error, Late) else "It does not come to an end; it loops in"
        return f"{told} {_line_of(error, watch=watch)}."
    if kind == RecursionError.__name__:
        return f"It calls itself without end: {_line_of(error, 2)}."
    said = in_short(error, str)
    if isinstance(error, MemoryError):
        said = f"it needs more than {MOST_MEMORY // 1_000_000} million bytes"
    hint = of_error(error, arguments)
    told = ": ".join(filter(None, (f"{kind}, {_line_of(error)}", said)))
    return told + (f" ({hint})" if hint else "")


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Let code run that long at most, in so much memory; no change of the kernel stays."""
    with kernel_state_restored(), _memory_limit(), _timer(seconds):
        builtins.input = _refuse_input
        yield


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
    with limited(MOST_SECONDS / 10 if loops else MOST_SECONDS):
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


@dataclass(frozen=True)
class Forbidden:
    """A function of the library that a student's has to replace.

    Attributes
    ----------
    unmistakable : whether nobody writes the same lines by chance. If somebody may, as with three
        lines of pseudo-code, only a copy that has the docstring too is called a copy.
    """

    function: Callable[..., Any]
    unmistakable: bool = False

    def is_copied_in(self, code: CodeType, names: Mapping[str, Any]) -> bool:
        """Whether some code is the function's, under whatever name; what it calls counts, too."""
        skipped = int(self.unmistakable)
        return any(
            _lines(code, skipped, names) == _lines(own, skipped, known)
            for own, known in self.codes.items()
            if own.co_code == code.co_code
        )

    @property
    def codes(self) -> dict[CodeType, Mapping[str, Any]]:
        """Its code, and that of what it wraps, with the names that it knows."""
        both = (self.function, unwrap(self.function))
        return {each.__code__: each.__globals__ for each in both if isfunction(each)}


def _lines(
    code: CodeType, skipped: int, names: Mapping[str, Any], whole: CodeType | None = None
) -> tuple[object, ...]:
    """What code does, whatever it is called; without the docstring, if one is to be skipped."""
    whole, known = whole or code, []
    for name in code.co_names:
        called = names.get(name)
        itself = name == whole.co_name or getattr(called, "__code__", None) is whole
        known.append(None if itself else called if isfunction(called) else name)
    inner = [
        _lines(each, 0, names, whole) if isinstance(each, CodeType) else each
        for each in code.co_consts[skipped:]
    ]
    return code.co_code, code.co_varnames, known, inner


class _Watch:
    """A trace function that counts the steps of the student's code and sees who is called."""

    def __init__(self, forbidden: Forbidden | None):
        self.steps, self.forbidden = 0, forbidden
        self.began: dict[int, int] = {}  # of each frame, by its id: at which step it was entered
        self.codes = forbidden.codes if forbidden else {}
        self.seen: set[CodeType] = set()

    def __call__(self, frame: FrameType, event: str, _: object) -> _Watch | None:
        if event == "call":
            if frame.f_code in self.codes and self.forbidden:
                called = f"It calls `{self.forbidden.function.__name__}` of the library"
                raise NotYours(f"{called}: your function has to do this itself.")
            if not is_a_students(frame.f_code.co_filename):
                return None
            if self.forbidden and frame.f_code not in self.seen:
                self.seen.add(frame.f_code)
                if self.forbidden.is_copied_in(frame.f_code, frame.f_globals):
                    copied = f"It is a copy of the library's `{self.forbidden.function.__name__}`"
                    raise NotYours(f"{copied}: write the lines yourself, from the pseudo-code.")
            frame.f_trace_opcodes = True  # a loop on one line tells of no new line
            self.began[id(frame)] = self.steps
        elif event == "opcode":
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise Endless
        return self


def _set_entries(mapping: MutableMapping[str, Any], before: Mapping[str, Any]) -> None:
    """Make a mapping what it was. It uses no builtin function: they may be what was replaced."""
    if mapping != before:
        mapping.update(before)
        for name in mapping.keys() - before.keys():
            del mapping[name]


def _signal_handlers() -> dict[int, Any]:
    return {number: signal.getsignal(number) for number in signal.valid_signals()}


def _set_signal_handlers(before: Mapping[int, Any]) -> None:
    for number, handler in before.items():  # None: it was not set from Python, and cannot be
        if handler is not None and signal.getsignal(number) != handler:
            signal.signal(number, handler)


def _working_directory() -> str:
    with suppress(OSError):  # it was deleted
        return os.getcwd()
    return os.curdir


_HOOKS = ("excepthook", "unraisablehook", "displayhook", "stdin", "stdout", "stderr")
# What a function may change of the process that it runs in: how to get it, and how to set it again.
# The builtins come first, because the functions for the others use them.
KERNEL_STATE: dict[str, tuple[Callable[[], Any], Callable[[Any], object]]] = {
    "builtins": (lambda: {**vars(builtins)}, partial(_set_entries, vars(builtins))),
    "trace function": (sys.gettrace, sys.settrace),
    "profile function": (sys.getprofile, sys.setprofile),
    "recursion limit": (sys.getrecursionlimit, sys.setrecursionlimit),
    "hooks": (lambda: {n: getattr(sys, n) for n in _HOOKS}, vars(sys).update),
    "signal handlers": (_signal_handlers, _set_signal_handlers),
    "gc": (gc.isenabled, lambda enabled: gc.enable() if enabled else gc.disable()),
    "gc thresholds": (gc.get_threshold, lambda thresholds: gc.set_threshold(*thresholds)),
    "working directory": (_working_directory, os.chdir),
    "environment": (lambda: {**os.environ}, partial(_set_entries, os.environ)),
}
if hasattr(signal, "pthread_sigmask"):
    KERNEL_STATE["blocked signals"] = (
        lambda: signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        lambda mask: signal.pthread_sigmask(signal.SIG_SETMASK, mask),
    )


@contextmanager
def kernel_state_restored() -> Iterator[None]:
    """Give back what the call inside changes of the kernel; end a process that it forks."""
    process = os.getpid()
    before = [(restore, save()) for save, restore in KERNEL_STATE.values()]
    try:
        yield
    finally:
        if os.getpid() != process:
            os._exit(0)
        for restore, state in before:
            with suppress(OSError):  # the working directory was deleted
                restore(state)


@contextmanager
def _memory_limit() -> Iterator[None]:
    """Raise MemoryError where too much is asked for, on a system that has such a limit.

    It is one for data: Linux counts there what Python and its libraries ask for.
    """
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        soft, hard = before = resource.getrlimit(resource.RLIMIT_DATA)
        most = pages * resource.getpagesize() + MOST_MEMORY
        if 0 <= soft <= most:
            raise ValueError("there is a lower limit already")
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    except (OSError, ValueError, AttributeError):
        before = None
    try:
        yield
    finally:
        if before:
            resource.setrlimit(resource.RLIMIT_DATA, before)


def _refuse_input(*_: object) -> str:
    """Stand in for `input`: a check would wait for an answer on every board."""
    raise EOFError("`input` cannot be used while your function is checked")


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raise Late after some seconds, in the main thread of a platform that has such timers.

    They are the processor's, so that nothing is late only because the machine is busy; what waits
    may take twice as many by the clock. A bare `except` in a loop may catch what is raised, so it
    rings again; not before it has rung, or a machine that crawls would never leave this handler.
    """
    rings = hasattr(signal, "setitimer") and sys.platform != "emscripten"
    if not rings or threading.current_thread() != threading.main_thread():
        yield
        return
    armed, rung, spent, start = True, False, process_time(), monotonic()
    outside = {*_stack(sys._getframe())}

    def ring(_: int, frame: FrameType | None) -> None:
        nonlocal rung
        if not armed:
            return
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        late = process_time() - spent > seconds or monotonic() - start > 2 * seconds
        inside = takewhile(lambda one: one not in outside, _stack(frame))
        if late and (not rung or any(is_a_students(one.f_code.co_filename) for one in inside)):
            rung = True  # from now on nothing but their code hears it: what tells of it takes time
            raise Late(f"it took more than {seconds:g} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        armed = False
        outside.clear()  # these frames end, and all that they keep
        due = left - (monotonic() - start)  # of somebody else's timer; no builtin: see above
        signal.setitimer(signal.ITIMER_REAL, left and (due if due > 0 else 0.001), again)
        signal.signal(signal.SIGALRM, before)


def _stack(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame and what has called it, outwards."""
    while frame is not None:
        yield frame
        frame = frame.f_back


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


_LIBRARIES = [sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")]


@cache
def is_a_students(file: str) -> bool:
    """Whether code comes neither from this package nor from Python's library."""
    return not file.startswith(("<frozen", PACKAGE, *_LIBRARIES))


def _line_of(error: BaseException, back: int = 1, watch: _Watch | None = None) -> str:
    """The student's last line on the way to an error; with 2, the one that called it.

    With what has watched a loop: the line in the function that loops, not in one that it calls
    again and again, which began a moment ago.
    """
    # Each frame once: Python 3.11.2 has the last one of an endless recursion twice.
    frames = dict(traceback.walk_tb(error.__traceback__))
    theirs = [each for each in frames.items() if is_a_students(each[0].f_code.co_filename)]
    if not theirs:
        return "before its first line"
    if watch:
        long = [one for one in theirs if 2 * watch.began.get(id(one[0]), 0) <= watch.steps]
        theirs = long or theirs
    frame, number = theirs[-back:][0]
    text = linecache.getline(frame.f_code.co_filename, number, frame.f_globals).strip()
    return f"line {number}" + (f", `{text}`" if text else "")
