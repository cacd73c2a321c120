"""Does the runs: in this process, or with the workers of joblib."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import partial

from futoshiki_lab.experiment.batches import Batch, Report, message_of, run_batch, run_batch_for
from futoshiki_lab.experiment.plan import Plan
from futoshiki_lab.support.parallel import in_processes

BATCH_SECONDS = 0.1  # how long a batch should take; sending it costs 1 % of that
ENOUGH_SECONDS = 0.3  # after which a worker returns the rest of a batch
MOST_RUNS = 1000  # in one batch, even if they are very fast
WORTH_SECONDS = 2.0  # of work left make workers worth their start, which takes as long
SURE_SECONDS = 0.1  # of work done, enough to estimate how long a run takes


@dataclass
class RunQueue:
    """The runs that wait, and how long the finished ones took.

    That time decides the size of a batch: the cost of puzzles varies by many powers of ten, and
    nothing predicts it. The order is random, so the finished runs are a fair sample.
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

    def note(self, report: Report) -> None:
        """Learn from a batch, and put back the runs that it did not do."""
        self.done += len(report.results)
        self.seconds += report.seconds
        self.waiting.extend(report.left)

    @property
    def is_small(self) -> bool:
        """Whether starting workers would probably take longer than the work."""
        if self.seconds < SURE_SECONDS:
            return self.plan.is_quick
        return len(self.waiting) * self.seconds / self.done < WORTH_SECONDS


class WorkersError(RuntimeError):
    """The workers failed, not the solver: one was killed, or could not be sent its work."""


def work_off(queue: RunQueue, jobs: int | None) -> Generator[Report, None, None]:
    """Do all runs of a queue; yield the report of each batch when it is done, in any order.

    Small sweeps are done in this process.

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
    while (alone or (default and queue.is_small)) and (batch := queue.take()):
        yield run_batch(batch, ENOUGH_SECONDS)
    # Runs that workers did not do come back after all batches have been handed out.
    while queue.waiting:
        yield from _with_workers(queue, n_jobs)


def _with_workers(queue: RunQueue, jobs: int) -> Iterator[Report]:
    """Hand out batches, a few more than there are workers, so that none waits for the next."""
    run = partial(run_batch_for, os.getpid(), enough=ENOUGH_SECONDS)
    batches = iter(queue.take, None)
    try:
        yield from in_processes(run, batches, jobs, return_as="generator_unordered", batch_size=1)
    except Exception as error:  # a solver's own errors come inside a report
        raise WorkersError(str(error).partition("\n")[0] or message_of(error)) from error
