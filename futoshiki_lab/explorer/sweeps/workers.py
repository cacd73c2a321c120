"""Does the runs of a sweep: in this process, or with the workers of joblib."""

from __future__ import annotations

import os
import traceback
from collections.abc import Generator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import islice
from multiprocessing import current_process
from threading import Thread
from time import perf_counter, sleep
from typing import NamedTuple, cast

from futoshiki_lab.core import Problem, Puzzle, Run, Settings, recall_settings
from futoshiki_lab.explorer.sweeps.solvers import Solver
from futoshiki_lab.explorer.sweeps.table import Row, counters_of
from futoshiki_lab.solving import Found, choose_engine, solve_with
from futoshiki_lab.support.progress import in_processes

WORTH_SECONDS = 3.0  # that workers save make them worth their start, which takes as long
SURE_SECONDS = 0.1  # of work done, enough to estimate how long a run takes
# The node limit of the search for solutions that a function of your own may have missed.
VERIFIER, VERIFYING_NODES = Solver("gac", "dom_wdeg"), 100_000
VERIFIED = 10_000  # grids of a solver with a function of your own that are kept and compared


class Goal(NamedTuple):
    """What every run of a sweep looks for, and its limit, as `solve` takes them."""

    solutions: int | str
    node_limit: int | None
    seed: int


Asked = tuple[int, Problem, Solver, Goal]  # one run of a sweep, by its number


class Report(NamedTuple):
    """What a worker reports about a run.

    Attributes
    ----------
    result : the end of its row, from the engine on.
    failure : what a solver raised, or a KeyboardInterrupt; then there is no result.
    message : the failure in words.
    """

    number: int
    result: Row = ()
    failure: BaseException | None = None
    message: str = ""


def settings_of(solver: Solver, goal: Goal) -> Settings:
    """Make the settings of a solver's runs; `parse_settings` says what is refused.

    Each process makes them itself, since settings leave their functions behind when they are sent.
    """
    choices = solver.look, solver.select, solver.order, solver.root
    return recall_settings(*choices, *goal, solver.jump, solver.learn, solver.remember)


def one_run(solver: Solver, puzzle: Problem, goal: Goal) -> Run:
    """Solve one puzzle with one solver; grids are kept only if they have to be verified."""
    found = Found(VERIFIED if solver.own else 0)
    return solve_with(puzzle, settings_of(solver, goal), solver.engine, found=found)


@lru_cache
def make_ready(solver: Solver, size: int) -> None:
    """Compile or load the kernel of a solver, and prepare it for puzzles of a size.

    This is done once in a process, so that it is not part of any run's time. Where there are
    kernels, they are loaded here, so that they do all runs that they can: for all solvers but those
    that are to take the readable search.
    """
    needed = VERIFIER if solver.own else solver
    settings = choose_engine(settings_of(needed, Goal(1, 1, 0)), needed.engine)
    solve_with(Puzzle(((0,) * size,) * size), settings, settings.engine)


def do_run(asked: Asked) -> Report:
    """Do a run, and time it."""
    number, puzzle, solver, goal = asked
    try:
        if isinstance(puzzle, Puzzle):
            make_ready(solver, puzzle.size)
        begun = perf_counter()
        run = one_run(solver, puzzle, goal)
        seconds = perf_counter() - begun
        if run.outcome == "interrupted":
            raise KeyboardInterrupt
        outcome = "wrong" if solver.own and is_wrong(run) else run.outcome
        return Report(number, (run.settings.engine, outcome, *counters_of(run.counts), seconds))
    except BaseException as failure:  # a solver may call sys.exit()
        return Report(number, (), failure, message_of(failure))


def do_run_for(sender: int, asked: Asked) -> Report:
    """Do a run in a worker; describe a failure in words, as not every exception can be sent.

    Parameters
    ----------
    sender : the number of the process that asks for it.
    """
    _end_with(sender)
    report = do_run(asked)
    if report.failure and not isinstance(report.failure, KeyboardInterrupt):
        described = RuntimeError(report.message)
        described.add_note("".join(traceback.format_exception(report.failure)))
        return report._replace(failure=described)
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


# -- all runs --------------------------------------------------------------------------------------


class WorkersError(RuntimeError):
    """The workers failed, not the solver: one was killed, or could not be sent its work."""


def work_off(
    runs: Sequence[Asked], is_quick: bool, jobs: int | None
) -> Generator[Report, None, None]:
    """Do all runs; yield the report of each when it is done, in any order.

    Small sweeps are done in this process. The order of the runs is random, so those that are done
    are a fair sample of the others.

    Parameters
    ----------
    is_quick : whether a single run cannot take long.
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
    many = joblib.effective_n_jobs(n_jobs) if default else n_jobs
    alone = many == 1
    done, seconds = 0, 0.0

    def is_small() -> bool:
        """Whether starting workers would probably take longer than the work that is left."""
        if seconds < SURE_SECONDS:
            return is_quick
        return (1 - 1 / many) * (len(runs) - done) * seconds / done < WORTH_SECONDS

    while done < len(runs) and (alone or (default and is_small())):
        report = do_run(runs[done])
        done, seconds = done + 1, seconds + cast(float, report.result[-1] if report.result else 0)
        yield report
    if done == len(runs):
        return
    run, rest = partial(do_run_for, os.getpid()), islice(runs, done, None)
    try:
        yield from in_processes(run, rest, n_jobs, return_as="generator_unordered")
    except Exception as error:  # a solver's own errors come inside a report
        raise WorkersError(str(error).partition("\n")[0] or message_of(error)) from error
