"""A part of a sweep: what a worker receives, does and sends back."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import current_process
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from futoshiki_lab.core import Puzzle, Run
from futoshiki_lab.experiment.solvers import Solver
from futoshiki_lab.experiment.table import counters_of
from futoshiki_lab.solving import kernels_are_compiled, solve

# The node limit of the search for solutions that a function of your own may have missed.
VERIFIER, VERIFYING_NODES = Solver("gac", "dom_wdeg"), 100_000
VERIFIED = 10_000  # grids of a solver with a function of your own that are kept and compared


class Goal(NamedTuple):
    """What every run of a sweep looks for: how many solutions (None: all), and its limits."""

    solutions: int | None
    node_limit: int | None
    seed: int


class Batch(NamedTuple):
    """Some runs of a sweep: by their numbers, the puzzle and the solver of each."""

    runs: dict[int, tuple[Puzzle, Solver]]
    goal: Goal


class Result(NamedTuple):
    """The result of a run; `run` is its number in the sweep."""

    run: int
    engine: str
    outcome: str
    counters: tuple[int, ...]  # in the order of `COUNTERS`
    seconds: float


@dataclass
class Report:
    """What a worker reports about a batch.

    Attributes
    ----------
    results : the results of the runs that were done.
    left : the numbers of the runs that were not done.
    seconds : how long the batch took.
    failure : what a solver raised, or a KeyboardInterrupt; the run that it stopped is not done.
    failed, message : the number of that run, and the failure in words.
    """

    results: list[Result] = field(default_factory=list)
    left: list[int] = field(default_factory=list)
    seconds: float = 0.0
    failure: BaseException | None = None
    failed: int = 0
    message: str = ""


def one_run(solver: Solver, puzzle: Puzzle, goal: Goal) -> Run:
    """Solve one puzzle with one solver; grids are kept only if they have to be verified."""
    return solve(
        puzzle,
        solver.look,
        solver.select,
        solver.order,
        root=solver.root,
        solutions="all" if goal.solutions is None else goal.solutions,
        node_limit=goal.node_limit,
        seed=goal.seed,
        jump=solver.jump,
        engine=solver.engine,
        keep=VERIFIED if solver.is_own else 0,
    )


@cache
def make_ready(solver: Solver, size: int) -> None:
    """Compile or load the kernel of a solver, and prepare it for puzzles of a size.

    This is done once in a process, so that it is not part of any run's time. Where there are
    kernels, they are loaded here, so that they do all runs that they can: for all solvers but those
    that are to take the readable search.
    """
    needed = VERIFIER if solver.is_own else solver
    if needed.engine != "readable":
        kernels_are_compiled()
    one_run(needed, Puzzle(((0,) * size,) * size), Goal(1, 1, 0))


def run_batch(batch: Batch, enough: float) -> Report:
    """Do the runs of a batch, one after another; after `enough` seconds return the rest."""
    report = Report(failed=next(iter(batch.runs)))
    start = perf_counter()
    try:
        for solver, size in {(solver, puzzle.size) for puzzle, solver in batch.runs.values()}:
            make_ready(solver, size)
        start = perf_counter()
        for number in batch.runs:
            report.failed = number
            report.results.append(_result(number, batch))
            if perf_counter() - start > enough:
                break
    except (Exception, KeyboardInterrupt) as failure:
        report.failure, report.message = failure, message_of(failure)
    report.left = list(batch.runs)[len(report.results) :]
    report.seconds = perf_counter() - start
    return report


def run_batch_for(sender: int, batch: Batch, enough: float) -> Report:
    """Run a batch in a worker; describe a failure in words, as not every exception can be sent.

    Parameters
    ----------
    sender : the number of the process that sends the batch.
    """
    _end_with(sender)
    report = run_batch(batch, enough)
    if isinstance(report.failure, Exception):
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
    if current_process().name.startswith("Loky") and sender != os.getpid():
        Thread(target=_end_after, args=(sender,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        sleep(0.5)
    os._exit(1)


def _result(number: int, batch: Batch) -> Result:
    puzzle, solver = batch.runs[number]
    start = perf_counter()
    run = one_run(solver, puzzle, batch.goal)
    seconds = perf_counter() - start
    if run.outcome == "interrupted":
        raise KeyboardInterrupt
    outcome = "wrong" if solver.is_own and is_wrong(run) else run.outcome
    return Result(number, run.settings.engine, outcome, counters_of(run.counts), seconds)


def is_wrong(run: Run) -> bool:
    """True if a run reported an invalid or duplicate solution, or missed one.

    A missed solution is one that a kernel finds within `VERIFYING_NODES`.
    """
    if run.violations or len(set(run.solutions)) < len(run.solutions):
        return True
    if run.outcome not in ("exhausted", "unsatisfiable"):
        return False
    one_more = Goal(run.counts.solutions + 1, VERIFYING_NODES, 0)
    return one_run(VERIFIER, run.puzzle, one_more).outcome == "solved"
