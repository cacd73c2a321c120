"""Run calls in joblib's processes, silently."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from threading import Event, current_thread, main_thread
from time import sleep
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
HANDING_OUT = 0.02  # seconds: enough for joblib's thread to finish handing out a call


def in_processes(
    call: Callable[[Item], Result], items: Iterable[Item], jobs: int, **settings: Any
) -> Generator[Result, None, None]:
    """Call a function with each item in joblib's processes; yield what it returns.

    Closing the generator ends the processes, whatever they do.

    Parameters
    ----------
    items : are taken when a process is free, a few more than there are processes.
    jobs : how many processes; -1 is one for each core.
    settings : of `joblib.Parallel`.

    Raises
    ------
    What a call raises, or joblib if one of its processes ends.
    """
    import joblib

    stopped = Event()
    wanted = takewhile(lambda _: not stopped.is_set(), items)
    parallel = joblib.Parallel(jobs, **settings)
    with _interrupts_ignored_by_children():
        results = parallel(map(joblib.delayed(call), wanted))
    try:
        # No `yield from`: closing this generator would close that one too, outside this `try`.
        for result in results:  # noqa: UP028
            yield result
    except BaseException:
        # joblib's thread fails, with a traceback, if it hands out a call while all is ended.
        stopped.set()
        sleep(HANDING_OUT)
        raise
    finally:
        with warnings.catch_warnings():  # joblib warns that the other results are not fetched
            warnings.simplefilter("ignore")
            results.close()


@contextmanager
def _interrupts_ignored_by_children() -> Iterator[None]:
    """Make processes that start meanwhile ignore Ctrl-C: this one receives it and ends them.

    A terminal sends it to all of them; a worker that is just starting would print a traceback.
    A process keeps ignoring what its parent ignored when it started; for these milliseconds this
    process ignores Ctrl-C too. (Blocking the signal does not help: the first start unblocks it.)
    """
    before = signal.getsignal(signal.SIGINT)
    if before is None or current_thread() is not main_thread():  # not ours to change
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
