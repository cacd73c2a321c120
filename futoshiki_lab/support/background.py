"""Work in the background that a page asks for: it can be interrupted, and never ends the kernel."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from futoshiki_lab.core.errors import tell_of

T = TypeVar("T")

THREADS = sys.platform != "emscripten"  # Python in a browser has none
_LOCK = threading.RLock()  # a signal may come while another is dealt with
_working: set[int] = set()  # the threads
_before: Any = None  # what else Ctrl-C and Jupyter's square button would call


def attempt(work: Callable[[], T]) -> tuple[T | None, str]:
    """What the work returns; or in words why it returns nothing, whatever a function of yours
    raises: `sys.exit()` there must not end the kernel."""
    try:
        return work(), ""
    except Exception as error:
        return None, str(error) or type(error).__name__
    except BaseException as error:
        return None, tell_of(error)


def do_in_background(work: Callable[[], T], then: Callable[[T], bool]) -> asyncio.Task[None] | None:
    """Do `work`, then `then` with its result, and both again as long as `then` returns True.

    Parameters
    ----------
    work : called in a thread, so that the notebook stays responsive; on the loop where there are
        no threads. Ctrl-C and Jupyter's square button raise KeyboardInterrupt in it; it must raise
        nothing (see `attempt`).
    then : called on the loop.

    Returns
    -------
    The task, which the caller must keep. None in plain Python, where no loop runs: there all is
    done before this function returns.
    """

    async def run() -> None:
        while then(await _in_a_thread(work) if THREADS else work()):
            pass

    try:
        return asyncio.get_running_loop().create_task(run())
    except RuntimeError:
        while then(work()):
            pass
        return None


async def _in_a_thread(work: Callable[[], T]) -> T:
    global _before
    in_main = threading.current_thread() is threading.main_thread()
    if in_main and signal.getsignal(signal.SIGINT) is not _interrupt:
        _before = signal.signal(signal.SIGINT, _interrupt)
    try:
        while True:
            try:
                return await asyncio.to_thread(_do, work)
            except KeyboardInterrupt:  # it came when the work was just done
                continue
    finally:
        if in_main and not _working and signal.getsignal(signal.SIGINT) is _interrupt:
            signal.signal(signal.SIGINT, _before or signal.SIG_DFL)


def _do(work: Callable[[], T]) -> T:
    """Do the work in this thread; an interrupt that is on its way does not outlive it.

    It is let in rather than taken back: CPython 3.11 remembers for ever that there was one to take
    back, and then the first function that is traced never begins.
    """
    thread = threading.get_ident()
    try:
        with _LOCK:
            _working.add(thread)
        return work()
    finally:
        while True:
            with suppress(KeyboardInterrupt):
                with _LOCK:
                    _working.discard(thread)
                _let_in()
                break


def _let_in() -> None:
    """Do nothing: where a function begins, an interrupt of its thread is raised."""


def _interrupt(number: int, frame: FrameType | None) -> None:
    with _LOCK:
        for thread in _working:
            _raise(thread, KeyboardInterrupt)
    if not _working and callable(_before):
        _before(number, frame)


def _raise(thread: int, error: type[BaseException]) -> None:
    import ctypes  # where there are threads

    number, told = ctypes.c_ulong(thread), ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, told)
