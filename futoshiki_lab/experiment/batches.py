"""A part of a sweep: what a worker is sent, what it does, what it sends back."""

from __future__ import annotations

import os
import traceback
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from multiprocessing import current_process
from operator import attrgetter
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple

from futoshiki_lab.core import Puzzle, Run
from futoshiki_lab.experiment.solvers import Solver
from futoshiki_lab.experiment.table import COUNTERS
from futoshiki_lab.solving import solve

_counters_of = attrgetter(*COUNTERS)

# What looks for solutions that a function of your own may have missed, and how far.
VERIFIER, VERIFYING_NODES = Solver("gac", "dom_wdeg"), 100_000


class Sought(NamedTuple):
    """What every run of a sweep looks for: how many solutions (None: all), and within what."""

    solutions: int | None
    node_limit: int | None
    seed: int


class Result(NamedTuple):
    """What a run came to; `puzzle` and `solver` say where they stand in the sweep."""

    puzzle: int
    solver: int
    engine: str
    outcome: str
    nodes: int
    accepted: int
    checks: int
    setup_checks: int
    prunes: int
    setup_prunes: int
    wipeouts: int
    backtracks: int
    max_depth: int
    solutions: int
    seconds: float


class Batch(NamedTuple):
    """Some runs, as pairs of numbers, with the puzzles and solvers that the numbers stand for."""

    puzzles: dict[int, Puzzle]
    solvers: dict[int, Solver]
    runs: list[tuple[int, int]]
    sought: Sought

    @property
    def sizes(self) -> set[int]:
        """The sizes of the puzzles."""
        return {puzzle.size for puzzle in self.puzzles.values()}


@dataclass
class Done:
    """What became of a batch.

    Attributes
    ----------
    results : of the runs that were done.
    left : the runs that were not.
    seconds : how long it took.
    failure : what a solver raised, or a KeyboardInterrupt; the run that it stopped counts as not
        done.
    failed, said : the puzzle and the solver that were at work then, and the failure in words.
    """

    results: list[Result] = field(default_factory=list)
    left: list[tuple[int, int]] = field(default_factory=list)
    seconds: float = 0.0
    failure: BaseException | None = None
    failed: tuple[int, int] = (0, 0)
    said: str = ""


def one_run(solver: Solver, puzzle: Puzzle, sought: Sought) -> Run:
    """Solve one puzzle with one solver."""
    return solve(
        puzzle,
        solver.look,
        solver.select,
        solver.order,
        root=solver.root,
        solutions="all" if sought.solutions is None else sought.solutions,
        node_limit=sought.node_limit,
        seed=sought.seed,
        engine=solver.engine,
    )


@cache
def make_ready(solver: Solver, size: int) -> None:
    """Compile or load the kernel of a solver and lay out what it needs for puzzles of a size.

    Once in a process, so that no run has to wait for it.
    """
    runs = VERIFIER if solver.is_own else solver
    one_run(runs, Puzzle([[0] * size] * size), Sought(1, 1, 0))


def do(batch: Batch, enough: float) -> Done:
    """Do the runs of a batch, one after another; after `enough` seconds leave the rest."""
    done = Done(failed=batch.runs[0])
    start = perf_counter()
    try:
        for solver, size in product(batch.solvers.values(), batch.sizes):
            make_ready(solver, size)
        start = perf_counter()
        for pair in batch.runs:
            done.failed = pair
            done.results.append(_timed(pair, batch))
            if perf_counter() - start > enough:
                break
    except (Exception, KeyboardInterrupt) as failure:
        done.failure, done.said = failure, said(failure)
    done.left = batch.runs[len(done.results) :]
    done.seconds = perf_counter() - start
    return done


def do_far_away(batch: Batch, enough: float, sender: int) -> Done:
    """The same in another process, from where not every exception comes back whole: tell of it.

    Parameters
    ----------
    sender : the number of the process that sends the batch.
    """
    _end_with(sender)
    done = do(batch, enough)
    if isinstance(done.failure, Exception):
        told = RuntimeError(done.said)
        told.add_note("".join(traceback.format_exception(done.failure)))
        done.failure = told
    return done


def said(failure: BaseException) -> str:
    """An exception's kind and message, as the last line of a traceback has them."""
    return traceback.format_exception_only(failure)[0].strip()


@cache
def _end_with(sender: int) -> None:
    """See to it that a worker of joblib's ends soon after the process that it works for.

    If that is killed with -9, its workers would wait for minutes for more to do.
    """
    if current_process().name.startswith("Loky") and sender != os.getpid():
        Thread(target=_end_after, args=(sender,), daemon=True).start()


def _end_after(parent: int) -> None:
    while os.getppid() == parent:
        sleep(0.5)
    os._exit(1)


def _timed(pair: tuple[int, int], batch: Batch) -> Result:
    puzzle, solver = batch.puzzles[pair[0]], batch.solvers[pair[1]]
    start = perf_counter()
    run = one_run(solver, puzzle, batch.sought)
    seconds = perf_counter() - start
    if run.outcome == "interrupted":
        raise KeyboardInterrupt
    outcome = "wrong" if solver.is_own and is_wrong(run) else run.outcome
    return Result(*pair, run.settings.engine, outcome, *_counters_of(run.counts), seconds)


def is_wrong(run: Run) -> bool:
    """Whether a run found what is no solution, or one twice, or says that there are no others
    though a kernel finds some within `VERIFYING_NODES`."""
    if run.violations or len(set(run.solutions)) < len(run.solutions):
        return True
    if run.outcome not in ("exhausted", "unsatisfiable"):
        return False
    one_more = Sought(len(run.solutions) + 1, VERIFYING_NODES, 0)
    return one_run(VERIFIER, run.puzzle, one_more).outcome == "solved"
