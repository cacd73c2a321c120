"""Time and memory for a student's code: what takes too much of them is ended, whatever it catches.

While it runs, an alarm looks at the clock again and again: a timer of the system rings where there
is one; elsewhere each new line of the student's code and each call looks. Code that has had its
time gets an `Endless`. A loop may catch that, too: so the timer goes on ringing, and each line of
the student's code raises it again, until one does that stands outside of every `try`. What is
written in C and never looks up, such as `sum(range(10**10))`, hears nothing.
"""

from __future__ import annotations

import linecache
import signal
import sys
import sysconfig
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dis import opname
from functools import cache, partial
from itertools import islice, takewhile
from pathlib import Path
from time import monotonic
from types import CodeType, FrameType
from typing import Any

from futoshiki_lab.core.errors import PACKAGE

try:
    import resource
except ImportError:  # on Windows, and in a browser
    resource = None  # type: ignore[assignment]

MOST_MEMORY = 500_000_000  # bytes more than there are when a check begins
RING = 0.05  # seconds from one look at the clock to the next
LOOKS = 5  # the last looks: in a call of C they all find the same place
GOES_ON = ("JUMP", "RESUME", "YIELD", "FOR_ITER")  # parts of the names of what loops are made of
SLOW = 20  # times: so many seconds of the clock for one of the processor, and no more
DEEP = 200  # calls of one function inside each other: no right answer is so deep

IN_BROWSER = sys.platform == "emscripten"

# Only this thread's processor time counts: another one may be busy, too. A browser has no such.
processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
if IN_BROWSER:
    processor_time = monotonic


class Endless(BaseException):
    """The call does not come to an end. Not an Exception: a student's `except` must not hide it.

    `again` is called when this is thrown away: somebody may have caught it all the same.
    """

    again: Callable[[], object] = bool

    def __init__(self, told: str = "", again: Callable[[], object] = bool):
        super().__init__(told)
        self.again = again

    def __del__(self) -> None:
        self.again()


class Late(Endless):
    """The call takes too long: it waits, or a function written in C is busy."""


class Deep(Endless):
    """The call calls itself without end, and catches the error that says so."""


_LIBRARIES = [sysconfig.get_path(name) for name in ("purelib", "platlib")]
_LIBRARIES.append(str(Path(linecache.__file__).parent))  # in a browser a zip file


_STOP_IT = "signal", "setitimer", "alarm", "pthread_sigmask"  # what could stop a timer
_OWN: dict[str, Any] = {name: getattr(signal, name, None) for name in _STOP_IT}


def _refuse(act: Any, *given: Any) -> Any:
    """Stand in for what could stop the timer that rings: a loop behind it would never end."""
    named = given[1] if act.__name__ == "pthread_sigmask" else given
    if act.__name__ in ("alarm", "setitimer") or signal.SIGALRM in named:
        raise ValueError(f"`signal.{act.__name__}` would stop the timer of the check")
    return act(*given)


@cache
def is_a_students(file: str) -> bool:
    """Whether code comes neither from this package nor from Python's library."""
    return not file.startswith(("<frozen", PACKAGE, *_LIBRARIES)) and "-packages" not in file


def name_line(frame: FrameType, number: int = 0) -> str:
    """A line of the code in a frame, by default the one that runs: number and text."""
    number = number or frame.f_lineno
    text = linecache.getline(frame.f_code.co_filename, number, frame.f_globals).strip()
    return f"line {number}" + (f", `{text.removesuffix(':')}`" if text else "")


def stack_of(frame: FrameType | None) -> Iterator[FrameType]:
    """A frame and what has called it, outwards."""
    while frame is not None:
        yield frame
        frame = frame.f_back


def _find_deep(theirs: list[FrameType]) -> Deep | None:
    """What is said of a function that is inside itself too often; None if none is."""
    code, many = Counter(one.f_code for one in theirs).most_common(1)[0] if theirs else (None, 0)
    if many <= DEEP:
        return None
    caller = [one for one in theirs if one.f_code == code][1]
    return Deep(f"It calls itself without end: {name_line(caller)}")


class Alarm:
    """Raises Endless in code of a student's that has had its time.

    Parameters
    ----------
    each : seconds of the processor that one call of a student's function may take; by the clock,
        for one that waits, twice as many.
    whole : seconds for all that runs while the alarm is set.
    meet : is called with the frame of each function that begins; None is faster.
    """

    def __init__(
        self, each: float, whole: float, meet: Callable[[FrameType], object] | None = None
    ):
        self.each, self.whole, self.meet = each, whole, meet
        self.raised: Endless | None = None
        self.set, self.looking, self.next_look = False, False, 0.0
        self.began = processor_time(), monotonic()
        self.seen: dict[FrameType, tuple[float, float]] = {}  # the student's, and since when
        self.places: deque[tuple[FrameType, int]] = deque(maxlen=LOOKS)
        self.outside: set[FrameType] = set()
        self.teller = _Monitoring(self) if hasattr(sys, "monitoring") else _Tracing(self)

    @contextmanager
    def run(self) -> Iterator[Alarm]:
        """Set it."""
        main = threading.current_thread() is threading.main_thread()
        rings = main and hasattr(signal, "setitimer") and not IN_BROWSER
        self.outside, self.set = {*stack_of(sys._getframe())}, True
        if IN_BROWSER:  # else a recursion through `min` or `all` exhausts its stack: Python dies
            sys.setrecursionlimit(len(self.outside) + DEEP)
        with self._timer() if rings else self._each_line():
            try:
                self.teller.start()
                yield self
            finally:
                self.set = False
                self.teller.stop()
                for kept in (self.seen, self.places, self.outside):
                    kept.clear()  # these frames end, and all that they keep

    @contextmanager
    def _timer(self) -> Iterator[None]:
        start, kept = monotonic(), {name: vars(signal)[name] for name in _STOP_IT}
        before = _OWN["signal"](signal.SIGALRM, lambda _, frame: self.look(frame))
        left, again = _OWN["setitimer"](signal.ITIMER_REAL, RING, RING)
        vars(signal).update({name: partial(_refuse, _OWN[name]) for name in _STOP_IT})
        try:
            yield
        finally:  # no builtin: see KERNEL_STATE
            vars(signal).update(kept)
            due = left - (monotonic() - start)  # of somebody else's timer
            _OWN["setitimer"](signal.ITIMER_REAL, left and (due if due > 0 else 0.001), again)
            _OWN["signal"](signal.SIGALRM, before)

    @contextmanager
    def _each_line(self) -> Iterator[None]:
        """Where nothing rings: let each line look, and sleep in slices."""
        sleep, self.next_look = time.sleep, monotonic() + RING

        def look_and_sleep(seconds: Any) -> None:
            until = monotonic() + seconds
            while (left := until - monotonic()) > 0:
                sleep(min(left, RING))
                self.places.clear()  # it waits; it is no loop
                self.look(sys._getframe(1))

        time.sleep = look_and_sleep
        try:
            yield
        finally:
            time.sleep = sleep

    def go_on(self, frame: FrameType) -> None:
        """Look now and then if no timer rings; raise, once Endless has been raised.

        That is in a student's code only: what tells of it takes time, too.
        """
        if self.raised and self.set and is_a_students(frame.f_code.co_filename):
            raise self._once_more()
        if not self.raised and 0 < self.next_look < monotonic():
            self.next_look = monotonic() + RING
            self.look(frame)

    def look(self, frame: FrameType | None) -> None:
        """Raise Endless if what runs has had its time."""
        if not self.set or self.looking:  # not twice at a time: a slow machine never left this
            return
        self.looking, deepest = True, sys.getrecursionlimit()
        if not self.raised:  # a student's recursion leaves no room for this, and for its way back
            sys.setrecursionlimit(deepest + 2 * DEEP)
        try:
            self._look(frame)
        finally:
            self.looking = False
            if not self.raised:
                with suppress(RecursionError):
                    sys.setrecursionlimit(deepest)

    def _look(self, frame: FrameType | None) -> None:
        if not self.raised:
            theirs = [*self._find_theirs(frame)]
            now = processor_time(), monotonic()
            self.seen = {one: self.seen.get(one, now) for one in theirs}
            if frame:
                self.places.append((frame, frame.f_lasti))
            times = [(self.began, self.whole)]
            times += [(self.seen[one], self.each) for one in theirs[-1:]]
            self.raised = _find_deep(theirs)
            for (spent, since), seconds in times:
                busy, passed = now[0] - spent, now[1] - since
                waits = passed > 2 * seconds and busy < passed / 50  # else the machine is slow
                if not self.raised and (busy > seconds or waits or passed > SLOW * seconds):
                    self.raised = self._judge(theirs, now[0], seconds, waits)
            if not self.raised:
                return
        elif not next(self._find_theirs(frame), None):
            return
        self.tell_of_lines()
        raise self._once_more()

    def _once_more(self) -> Endless:
        """What has been raised, once more."""
        assert self.raised
        return type(self.raised)(str(self.raised), self.tell_of_lines)

    def tell_of_lines(self) -> None:
        """Let the next line of the student's code look, wherever it is."""
        if self.set:
            self.teller.tell_of_lines(islice(self._find_theirs(sys._getframe()), LOOKS))

    def _find_theirs(self, frame: FrameType | None) -> Iterator[FrameType]:
        """The student's functions that run, the last one first."""
        inside = takewhile(lambda one: one not in self.outside, stack_of(frame))
        return (one for one in inside if is_a_students(one.f_code.co_filename))

    def _judge(self, theirs: list[FrameType], now: float, seconds: float, waits: bool) -> Endless:
        """What is said of code that has had its time, with the line in which it is.

        The line is in the function that loops, not in one that it calls again and again, which
        began a moment ago.
        """
        (place, at), by_timer = self.places[-1], not self.next_look
        goes_on = any(one in opname[place.f_code.co_code[at]] for one in GOES_ON)
        in_c = by_timer and len({*self.places}) == 1 and not goes_on
        loops = theirs and len(self.places) == LOOKS and not waits and not in_c
        old = [one for one in theirs if 2 * (now - self.seen[one][0]) >= seconds]
        shown = (old if loops and old else theirs)[:1]
        where = name_line(shown[0]) if shown else "before its first line"
        if loops:
            return Endless(f"It does not come to an end; it loops in {where}")
        spent = seconds + seconds * waits
        return Late(f"It takes more than {spent:g} second{'s' * (spent != 1)}, in {where}")

    def raise_again(self) -> None:
        """Raise what has been raised: what runs may have caught it, and come to an end with it."""
        if self.raised:
            raise self.raised


class _Tracing:
    """Tells an alarm of functions and lines, in Python 3.11."""

    def __init__(self, alarm: Alarm):
        self.alarm, self.calls = alarm, 0

    def start(self) -> None:
        """Tell of functions that begin if that is asked for, and of lines if no timer rings."""
        if self.alarm.meet or self.alarm.next_look:
            sys.settrace(self._trace)

    def stop(self) -> None:
        """Tell no more."""
        sys.settrace(None)
        sys.setprofile(None)

    def tell_of_lines(self, frames: Iterable[FrameType]) -> None:
        """Tell of the next line, wherever it is.

        Python drops a trace function that raises an error. So each call and return sets it again.
        """
        for frame in frames:
            frame.f_trace = self._trace
        sys.settrace(self._trace)
        sys.setprofile(self._set_again)

    def _set_again(self, frame: FrameType, event: str, _: object) -> None:
        here = frame.f_back if event == "return" else frame
        if here and is_a_students(here.f_code.co_filename):
            here.f_trace = self._trace
            sys.settrace(self._trace)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        theirs = is_a_students(frame.f_code.co_filename)
        if event == "call" and self.alarm.meet:
            self.alarm.meet(frame)
        if event == "call" and theirs and self.alarm.next_look:
            self.calls += 1  # a recursion is seen before its limit: there, Python drops this
            if self.calls % (DEEP // 2) == 0:
                self.alarm.look(frame)
        if event in ("call", "line", "opcode") and (theirs or self.alarm.next_look):
            self.alarm.go_on(frame)
        frame.f_trace_opcodes = bool(self.alarm.next_look)  # `while True: pass` is no new line
        by_line = self.alarm.raised or self.alarm.next_look
        return self._trace if theirs and by_line else None


class _Monitoring:
    """The same from Python 3.12 on, where a callback that raises an error stays."""

    def __init__(self, alarm: Alarm):
        self.alarm, self.own = alarm, getattr(sys, "monitoring")  # noqa: B009
        self.tool = next(one for one in (4, 3, 5, 2, 1, 0) if not self.own.get_tool(one))

    def start(self) -> None:
        """Tell of functions that begin if that is asked for, and of lines if no timer rings."""
        events = self.own.events
        self.own.use_tool_id(self.tool, "futoshiki_lab")
        self.own.register_callback(self.tool, events.PY_START, self._begin)
        self.own.register_callback(self.tool, events.LINE, self._go_on)
        self.own.register_callback(self.tool, events.JUMP, self._go_on)
        self.own.set_events(self.tool, events.PY_START if self.alarm.meet else 0)
        if self.alarm.next_look:
            self.tell_of_lines()

    def stop(self) -> None:
        """Tell no more."""
        self.own.set_events(self.tool, 0)
        self.own.free_tool_id(self.tool)

    def tell_of_lines(self, _: Iterable[FrameType] = ()) -> None:
        """Tell of each line from now on, and of each round of a loop that has one line."""
        events = self.own.events
        self.own.set_events(self.tool, events.PY_START | events.LINE | events.JUMP)

    def _begin(self, *_: object) -> None:
        if self.alarm.meet:
            self.alarm.meet(sys._getframe(1))
        self.alarm.go_on(sys._getframe(1))

    def _go_on(self, code: CodeType, *_: object) -> Any:
        if not is_a_students(code.co_filename):
            return self.own.DISABLE
        return self.alarm.go_on(sys._getframe(1))


# -- memory ---------------------------------------------------------------------------------------

_CEILING = ContextVar("the bytes of data that a check may reach; 0 outside of one", default=0)


def _count_data() -> int:
    """The bytes that Python and its libraries have asked for; 0 if the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[5])
        return pages * int(resource.getpagesize())
    except (OSError, ValueError, AttributeError):
        return 0


@contextmanager
def one_check() -> Iterator[None]:
    """Let all calls inside share one limit of memory: what is kept between them counts, too."""
    token = _CEILING.set(_CEILING.get() or _count_data() + MOST_MEMORY)
    try:
        yield
    finally:
        _CEILING.reset(token)


@contextmanager
def memory_limited() -> Iterator[None]:
    """Raise MemoryError where too much is asked for, on a system that has such a limit."""
    before, used = None, _count_data()
    most = _CEILING.get() or used + MOST_MEMORY
    if used:
        soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
        if not 0 <= soft <= most:  # there is no lower limit already
            before = soft, hard
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        if before:
            resource.setrlimit(resource.RLIMIT_DATA, before)
