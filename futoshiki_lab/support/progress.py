"""Long work: a bar for it, and joblib's processes that do it, silently."""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import takewhile
from threading import Event, current_thread, main_thread
from time import sleep
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from tqdm.auto import tqdm

Item = TypeVar("Item")
Result = TypeVar("Result")
BAR_DELAY = 0.5  # seconds: faster work needs no bar
HANDING_OUT = 0.02  # seconds: enough for joblib's thread to finish handing out a call


def progress_bar(*work: Any, shown: bool | None, **settings: Any) -> tqdm[Any]:
    """tqdm's bar, which a notebook keeps no longer than the work; it comes with the extra `lab`.

    Parameters
    ----------
    work, settings : as tqdm takes them.
    shown : False is for callers who want no bar; None for a bar on a terminal or in a notebook.
    """
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":
        tqdm.monitor_interval = 0  # a browser has no thread to watch the bar, and tqdm would warn
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    settings = {"leave": not hasattr(shell, "kernel")} | settings
    hidden = None if shown is None else not shown
    bar = tqdm(*work, delay=BAR_DELAY, disable=hidden, **settings)
    if hasattr(bar, "container") and not settings["leave"]:
        _show_while_working(bar)
    return bar


def _show_while_working(bar: Any) -> None:
    """Have a notebook's output forget a bar that has ended: tqdm would leave its last picture."""
    display = sys.modules["IPython.display"].display  # tqdm has loaded it
    draw, shown = bar.display, None
    bar.displayed = True  # it does not show itself

    def show(*words: Any, **more: Any) -> None:
        nonlocal shown
        draw(*words, **more)
        if not bar.disable:
            shown = shown or display(bar.container, display_id=True)
        elif shown:  # the end
            shown.update({"text/html": ""}, raw=True)
            bar.container.close()

    bar.display = bar.disp = show


def with_bar(work: Iterable[Item], unit: str, total: int | None = None) -> Iterable[Item]:
    """The work, with a bar; without one where tqdm is missing."""
    if find_spec("tqdm") is None:
        return work
    bar: Iterable[Item] = progress_bar(work, shown=None, total=total, unit=unit, leave=False)
    return bar


def check_jobs(jobs: int | None) -> None:
    """ValueError unless it is a number of processes, -1 for all cores, or None."""
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or jobs == 0):
        raise ValueError(f"jobs must be a number of processes, or -1 for all cores, not {jobs!r}")


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
