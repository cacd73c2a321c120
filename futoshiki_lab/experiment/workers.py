"""Who does the work: this process, or the workers that joblib finds."""

from __future__ import annotations

import os
import signal
import warnings
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import current_thread, main_thread

from futoshiki_lab.experiment.batches import Batch, Done, do, do_far_away, said
from futoshiki_lab.experiment.plan import Plan

BATCH_SECONDS = 0.1  # how long a batch should take: sending it costs a hundredth of that
ENOUGH_SECONDS = 0.3  # when a worker gives back what is left of a batch that takes longer
MOST_RUNS = 1000  # in one batch, however quick
WORTH_SECONDS = 2.0  # of work left, for which workers are called in: they need as long to start
SURE_SECONDS = 0.1  # of work done, after which it is known how long a run takes


@dataclass
class Queue:
    """The runs that wait, and how long those took that are done.

    Batches are sized by that: what a puzzle costs spreads over many powers of ten, and nothing
    tells beforehand. The order is random, so the runs done are a fair sample.
    """

    plan: Plan
    waiting: deque[int]
    done: int = 0
    seconds: float = 0.0

    def take(self) -> Batch | None:
        """The next batch; None if nothing waits."""
        size = int(BATCH_SECONDS * self.done / self.seconds) if self.seconds else 1
        size = min(max(size, 1), MOST_RUNS, len(self.waiting))
        return self.plan.batch(self.waiting.popleft() for _ in range(size)) if size else None

    def note(self, done: Done) -> None:
        """Learn from a batch, and put back what was left of it."""
        self.done += len(done.results)
        self.seconds += done.seconds
        self.waiting.extend(self.plan.run_number(*pair) for pair in done.left)

    @property
    def is_small(self) -> bool:
        """Whether it is not worth while to start workers, by what is known so far."""
        if self.seconds < SURE_SECONDS:
            return self.plan.is_quick
        return len(self.waiting) * self.seconds / self.done < WORTH_SECONDS


class WorkersError(RuntimeError):
    """The workers failed, not the solver: one was killed, or could not be sent its work."""


def work_off(queue: Queue, jobs: int | None) -> Iterator[Done]:
    """Do all that waits in a queue, and give what is done as it comes, in any order.

    Small sweeps are done here and now; to start workers would take longer than the work.

    Parameters
    ----------
    jobs : how many processes; -1 is one for each core. None: what `joblib.parallel_config` says,
        or else -1.

    Raises
    ------
    WorkersError : a worker died, for example.
    """
    import joblib
    from joblib.parallel import get_active_backend

    backend, configured = get_active_backend()
    n_jobs = jobs or configured or -1
    default = isinstance(backend, joblib.parallel.BACKENDS[joblib.parallel.DEFAULT_BACKEND])
    alone = n_jobs == 1 or (default and joblib.effective_n_jobs(n_jobs) == 1)
    while queue.waiting and (alone or (default and queue.is_small)):
        yield do(queue.take(), ENOUGH_SECONDS)
    # What workers give back comes on top when there is nothing left to hand out: one more round.
    while queue.waiting:
        with _quietly_closed(_parallel(queue, n_jobs)) as round_:
            yield from _telling_apart(round_)


def _parallel(queue: Queue, n_jobs: int) -> Iterator[Done]:
    """Hand out batches, a few more than there are workers, so that none waits for the next."""
    import joblib

    parallel = joblib.Parallel(n_jobs, return_as="generator_unordered", batch_size=1)
    far = joblib.delayed(do_far_away)
    here = os.getpid()
    with _children_deaf_to_interrupts():
        return parallel(far(batch, ENOUGH_SECONDS, here) for batch in iter(queue.take, None))


@contextmanager
def _children_deaf_to_interrupts() -> Iterator[None]:
    """Let the processes that are started meanwhile not hear Ctrl-C: this one does, and ends them.

    A terminal sends it to all of them; a worker that is just starting would say so in a traceback.
    What is ignored when a process starts it goes on to ignore; so nobody hears in these
    milliseconds. (Blocking it instead is no use: the first start of all lifts the block.)
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


def _telling_apart(batches: Iterable[Done]) -> Iterator[Done]:
    try:
        # No `yield from`: closing this one must not close that one.
        for done in batches:  # noqa: UP028
            yield done
    except Exception as error:  # a solver's own errors come inside a `Done`
        raise WorkersError(str(error).partition("\n")[0] or said(error)) from error


@contextmanager
def _quietly_closed(batches: Iterator[Done]) -> Iterator[Iterator[Done]]:
    """End workers that are still at work when nobody wants the rest, without joblib's warning."""
    try:
        yield batches
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            batches.close()
