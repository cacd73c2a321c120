"""Does the runs of a sweep: in this process, or with the workers of joblib."""

from __future__ import annotations

import os
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial
from multiprocessing import current_process
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from futoshiki_lab.core import Problem, Puzzle, Run, Settings, parse_settings
from futoshiki_lab.explorer.sweeps.solvers import Solver
from futoshiki_lab.explorer.sweeps.table import Row, counters_of
from futoshiki_lab.solving import Found, kernels_are_compiled, solve_with
from futoshiki_lab.support.progress import in_processes

BATCH_SECONDS = 0.1  # how long a batch should take; sending it costs 1 % of that
ENOUGH_SECONDS = 0.3  # after which a worker returns the rest of a batch
MOST_RUNS = 1000  # in one batch, even if they are very fast
WORTH_SECONDS = 2.0  # of work left make workers worth their start, which takes as long
SURE_SECONDS = 0.1  # of work done, enough to estimate how long a run takes
# The node limit of the search for solutions that a function of your own may have missed.
VERIFIER, VERIFYING_NODES = Solver("gac", "dom_wdeg"), 100_000
VERIFIED = 10_000  # grids of a solver with a function of your own that are kept and compared


class Goal(NamedTuple):
    """What every run of a sweep looks for, and its limit, as `solve` takes them."""

    solutions: int | str
    node_limit: int | None
    seed: int


class Batch(NamedTuple):
    """Some runs of a sweep: by their numbers, the puzzle and the solver of each."""

    runs: dict[int, tuple[Problem, Solver]]
    goal: Goal


@dataclass
class Report:
    """What a worker reports about a batch.

    Attributes
    ----------
    results : the end of the row, from the engine on, of each run that was done.
    left : the numbers of the runs that were not done.
    seconds : how long the batch took.
    failure : what a solver raised, or a KeyboardInterrupt; the run that it stopped is not done.
    failed, message : the number of that run, and the failure in words.
    """

    results: dict[int, Row] = field(default_factory=dict)
    left: list[int] = field(default_factory=list)
    seconds: float = 0.0
    failure: BaseException | None = None
    failed: int = 0
    message: str = ""


def settings_of(solver: Solver, goal: Goal) -> Settings:
    """Make the settings of a solver's runs; `parse_settings` says what is refused.

    Each process makes them itself, since settings leave their functions behind when they are sent.
    """
    choices = solver.look, solver.select, solver.order, solver.root
    return parse_settings(*choices, *goal, solver.jump)


_cached_settings = lru_cache(settings_of)  # all runs of a solver have the same


def one_run(solver: Solver, puzzle: Problem, goal: Goal) -> Run:
    """Solve one puzzle with one solver; grids are kept only if they have to be verified."""
    found = Found(VERIFIED if solver.is_own else 0)
    return solve_with(puzzle, _cached_settings(solver, goal), solver.engine, found=found)


@lru_cache
def make_ready(solver: Solver, size: int) -> None:
    """Compile or load the kernel of a solver, and prepare it for puzzles of a size.

    This is done once in a process, so that it is not part of any run's time. Where there are
    kernels, they are loaded here, so that they do all runs that they can: for all solvers but those
    that are to take the readable search.
    """
    needed = VERIFIER if solver.is_own else solver
    if needed.engine is None and kernels_are_compiled():
        needed = replace(needed, engine="compiled")
    one_run(needed, Puzzle(((0,) * size,) * size), Goal(1, 1, 0))


def run_batch(batch: Batch) -> Report:
    """Do the runs of a batch, one after another; after `ENOUGH_SECONDS` return the rest."""
    report = Report(failed=next(iter(batch.runs)))
    start = perf_counter()
    try:
        runs = batch.runs.values()
        for needed in {(by, one.size) for one, by in runs if isinstance(one, Puzzle)}:
            make_ready(*needed)
        start = perf_counter()
        for number in batch.runs:
            report.failed = number
            puzzle, solver = batch.runs[number]
            begun = perf_counter()
            run = one_run(solver, puzzle, batch.goal)
            seconds = perf_counter() - begun
            if run.outcome == "interrupted":
                raise KeyboardInterrupt
            outcome = "wrong" if solver.is_own and is_wrong(run) else run.outcome
            counters = counters_of(run.counts)
            report.results[number] = (run.settings.engine, outcome, *counters, seconds)
            if perf_counter() - start > ENOUGH_SECONDS:
                break
    except BaseException as failure:  # a solver may call sys.exit()
        report.failure, report.message = failure, message_of(failure)
    report.left = list(batch.runs)[len(report.results) :]
    report.seconds = perf_counter() - start
    return report


def run_batch_for(sender: int, batch: Batch) -> Report:
    """Run a batch in a worker; describe a failure in words, as not every exception can be sent.

    Parameters
    ----------
    sender : the number of the process that sends the batch.
    """
    _end_with(sender)
    report = run_batch(batch)
    if report.failure and not isinstance(report.failure, KeyboardInterrupt):
        described = RuntimeError(report.message)
        described.add_note("".join(traceback.format_exception(report.failure)))
        report.failure = described
    return report


def message_of(failure: BaseException) -> str:
    """An exception's kind and message, as in the last line of a traceback."""
    return traceback.format_exception_only(failure)[0].strip()


@cache
def _end_with(sender: int) -> None:
    """Make a joblib worker end soon after the process that it works for.

    If that process is killed with -9, its workers would wait some minutes for more work.
    """

    def end_after_sender() -> None:
        while os.getppid() == sender:
            sleep(0.5)
        os._exit(1)

    if current_process().name.startswith("Loky") and sender != os.getpid():
        Thread(target=end_after_sender, daemon=True).start()


def is_wrong(run: Run) -> bool:
    """True if a run reported an invalid or duplicate solution, or missed one.

    A missed solution is one that a kernel finds within `VERIFYING_NODES`.
    """
    if run.violations or len({*map(str, run.solutions)}) < len(run.solutions):
        return True
    if run.outcome not in ("exhausted", "unsatisfiable"):
        return False
    one_more = Goal(run.counts.solutions + 1, VERIFYING_NODES, 0)
    by = VERIFIER if run.puzzle.groups else replace(VERIFIER, look="mac")
    return one_run(by, run.puzzle, one_more).outcome == "solved"


# -- all runs, batch by batch ----------------------------------------------------------------------


@dataclass
class RunQueue:
    """The runs that wait, and how long the finished ones took.

    That time decides the size of a batch: the cost of puzzles varies by many powers of ten, and
    nothing predicts it. The order is random, so the finished runs are a fair sample.
    """

    batch: Callable[[Iterable[int]], Batch]  # what a worker needs to do some runs
    is_quick: bool  # whether a single run cannot take long
    waiting: deque[int]
    done: int = 0
    seconds: float = 0.0

    def take(self) -> Batch | None:
        """The next batch; None if nothing waits."""
        size = int(BATCH_SECONDS * self.done / self.seconds) if self.seconds else 1
        size = min(max(size, 1), MOST_RUNS, len(self.waiting))
        return self.batch(self.waiting.popleft() for _ in range(size)) if size else None

    def note(self, report: Report) -> None:
        """Learn from a batch, and put back the runs that it did not do."""
        self.done += len(report.results)
        self.seconds += report.seconds
        self.waiting.extend(report.left)

    @property
    def is_small(self) -> bool:
        """Whether starting workers would probably take longer than the work."""
        if self.seconds < SURE_SECONDS:
            return self.is_quick
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
        yield run_batch(batch)
    run, ways = partial(run_batch_for, os.getpid()), {"return_as": "generator_unordered"}
    while queue.waiting:  # runs that workers did not do come back when all are handed out
        try:
            yield from in_processes(run, iter(queue.take, None), n_jobs, batch_size=1, **ways)
        except Exception as error:  # a solver's own errors come inside a report
            raise WorkersError(str(error).partition("\n")[0] or message_of(error)) from error
