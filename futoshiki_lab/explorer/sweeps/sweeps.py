"""`sweep`: every puzzle with every solver, on all cores, to a table; it can be resumed."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable, Iterator
from contextlib import closing, nullcontext
from errno import ENOSPC
from typing import TYPE_CHECKING

from futoshiki_lab.core import Look, Problem
from futoshiki_lab.core.errors import suggest_arguments
from futoshiki_lab.explorer.sweeps.plan import Plan, make_plan
from futoshiki_lab.explorer.sweeps.solvers import Solver, search_version
from futoshiki_lab.explorer.sweeps.table import (
    COLUMNS,
    KEY,
    RUN,
    SEARCH,
    ResultsFile,
    Row,
    table_of,
)
from futoshiki_lab.explorer.sweeps.workers import WorkersError, work_off
from futoshiki_lab.solving import kernels_are_compiled
from futoshiki_lab.support.extras import need, tell_that_it_is_slow
from futoshiki_lab.support.progress import check_jobs, progress_bar
from futoshiki_lab.support.writing import FileName

if TYPE_CHECKING:
    import pandas as pd

NODE_LIMIT = 1_000_000
LONG = 10.0  # seconds of work that Numba would make short
PUZZLE, SOLVER, ENGINE, OUTCOME = map(COLUMNS.index, ("puzzle", "solver", "engine", "outcome"))


class SweepError(RuntimeError):
    """A sweep that could not go on: a solver's error, a dead worker, a full disk.

    Attributes
    ----------
    table : the runs that were done, as `sweep` returns them.
    """

    def __init__(self, message: str, table: pd.DataFrame):
        self.table = table
        super().__init__(message)


@suggest_arguments
def sweep(
    puzzles: Problem | FileName | Iterable[Problem | FileName],
    solvers: Solver | str | Look | Iterable[Solver | str | Look],
    *,
    node_limit: int | None = NODE_LIMIT,
    solutions: int | str = 1,
    seed: int = 0,
    jobs: int | None = None,
    to: str | os.PathLike[str] | None = None,
    progress: bool = True,
) -> pd.DataFrame:
    """Run every puzzle with every solver; return a table with one row for each run.

    Parameters
    ----------
    puzzles : puzzles, or what `load_all` reads: names of files, or of bundled puzzles. Other
        problems, too: they take the readable engine, their `size` is the number of variables, and
        their `signs` are the constraints that do not come of a group.
    solvers : `Solver`s; texts such as "fc", "fc mrv jump", "mac dom_wdeg lcv root=ac" or
        "bt engine=readable"; or look functions of your own. See `Solver` for the settings.
    node_limit : stop a run after that many nodes; None for no limit.
    solutions : how many to look for in each run; "all" for every one. They are counted; grids are
        not kept (of a function of your own the first 10,000 are, until they have been compared).
    seed : of the random value order, the same for each run.
    jobs : how many processes share the work; -1 is one for each core, 1 is this process alone.
        None: as `joblib.parallel_config` says, which may name a Dask cluster; else one for each
        core.
    to : a CSV file that gets the results while the sweep runs. If it exists, its runs are not
        done again, whether the sweep that wrote it ended or was killed. A run is identified by the
        puzzle's content, the solver's settings, a function's code, the limit, the seed, and the
        number of solutions. Puzzles and solvers may be added later; a puzzle or solver is refused
        if its name means something else in the file, and so is a file that another version of the
        package's search wrote. A spreadsheet takes a name that begins with
        `=` for a formula.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    A DataFrame with the columns `COLUMNS`, in the order of the puzzles and for each puzzle in that
    of the solvers, with any number of processes. It is always the same except for `seconds`, the
    time of the run itself. `engine` says which engine ran: what has no compiled twin takes the
    readable one. `outcome` is "limit" where the limit stopped a run: see `summary` and
    `ended`. It is "wrong" where your own function reported an invalid or duplicate solution, or
    missed one; a warning says so. Puzzles without a name are called by their place, "#1"; the
    second with one name is "name (2)".

    Ctrl-C ends a sweep early. In a notebook or at a prompt, it returns the table of the runs that
    were done, with a warning, and `table.attrs["interrupted"]` is True. A script would go on with
    that table unaware: there it raises.

    Raises
    ------
    KeyboardInterrupt : Ctrl-C in a script; its `table` has the runs that were done.
    ValueError : a solver or a setting makes no sense, or `to` is not a results file.
    PuzzleError : a file cannot be read; no run has started.
    BlockingIOError : another sweep is writing to the same file.
    OSError : the file `to` cannot be opened, as its folder is missing; no run has started.
    SweepError : a solver raised an error, a worker was killed, or the disk is full. Its message
        says which, and its `table` has the runs that were done.
    """
    need("sweep", "lab", "joblib", "pandas", "tqdm")
    check_jobs(jobs)
    plan = make_plan(puzzles, solvers, solutions, node_limit, seed, progress)
    with nullcontext() if to is None else closing(_open_results(to, plan)) as file:
        ledger = Ledger(plan, file)
        interrupted = _carry_out(ledger, jobs, progress)
    table = ledger.table()
    table.attrs["interrupted"] = interrupted
    if interrupted and not hasattr(sys, "ps1"):  # a prompt
        stop = KeyboardInterrupt(f"the sweep was interrupted; {ledger.kept('in its table')}")
        vars(stop)["table"] = table
        raise stop
    for text in _warnings(ledger, interrupted, table):
        warnings.warn(text, RuntimeWarning, stacklevel=2)
    ours = any(solver.engine is None and not solver.own for solver in plan.solvers)
    if table["seconds"].sum() > LONG and ours and not kernels_are_compiled():
        tell_that_it_is_slow()
    return table


def _open_results(path: FileName, plan: Plan) -> ResultsFile:
    try:
        return ResultsFile(path)
    except OSError as error:
        if error.errno != ENOSPC:
            raise
        raise Ledger(plan, None).error(f"{path} could not be written ({error.strerror})") from error


def _warnings(ledger: Ledger, interrupted: bool, table: pd.DataFrame) -> Iterator[str]:
    """What the user should know before trusting the table."""
    if interrupted:
        yield f"the sweep was interrupted; {ledger.kept('in the table')}"
    wrong = table[table["outcome"] == "wrong"]
    for solver, runs in wrong.groupby("solver", sort=False):
        yield (
            f"{solver!r} is wrong on {len(runs):,} of {sum(table['solver'] == solver):,} puzzles: "
            f"it reports a wrong solution, or misses one, as on {runs['puzzle'].iloc[0]!r}"
        )


class Ledger:
    """The runs of a sweep that are done, in memory and, if there is one, in a file.

    Parameters
    ----------
    plan : all runs of the sweep.
    file : where to keep them, or None.

    Attributes
    ----------
    rows : the table's row of each run that is done.

    Raises
    ------
    ValueError : the file has another run under the names of one of these.
    """

    def __init__(self, plan: Plan, file: ResultsFile | None):
        self.plan, self.file = plan, file
        self.rows: dict[int, Row] = {}
        stored, version = (file.stored, search_version()) if file else ((), "")
        if strange := next((line[SEARCH] for line in stored if line[SEARCH] != version), None):
            text = f"{file and file.path} was written by another version of the search"
            raise ValueError(f"{text} ({strange} there, {version} here): take another file")
        if file:
            _ = plan.keys  # before anything is done: a run may have none
        by_key = {line[KEY]: line[:RUN] for line in stored}
        by_names = {(row[PUZZLE], row[SOLVER]): row for row in by_key.values()}
        for run, key in enumerate(plan.keys) if by_key else ():
            known = plan.known(run)
            if key in by_key:  # its names may have changed
                self.rows[run] = (*known[:ENGINE], *by_key[key][ENGINE:])
            elif row := by_names.get((known[PUZZLE], known[SOLVER])):
                pairs = zip(COLUMNS, row, known, strict=False)
                differ = [f"{what} is {a} there and {b} here" for what, a, b in pairs if a != b]
                why = ", ".join(differ) or "the puzzle or the code was different"
                which = f"{row[SOLVER]!r} on {row[PUZZLE]!r}"
                text = f"{file and file.path} has another run of {which}: {why}"
                raise ValueError(f"{text}. Take another file or name")

    def keep(self, run: int, result: Row) -> None:
        """Add what was done: first to the file, so that memory never has more than the file.

        Parameters
        ----------
        result : the end of the run's row, from the engine on.
        """
        row = (*self.plan.known(run)[:ENGINE], *result)
        try:
            if self.file:
                self.file.append((*row, run, self.plan.keys[run], search_version()))
        except OSError as error:
            raise self.error(f"{error.filename} could not be written ({error.strerror})") from error
        self.rows[run] = row

    def table(self) -> pd.DataFrame:
        """The table of the runs so far, in the order of the plan."""
        return table_of(self.rows[run] for run in sorted(self.rows))

    def kept(self, place: str) -> str:
        """In words, how much is done, and where it is kept: in the file, or else in `place`."""
        if self.file:
            place = f"kept in {self.file.path}: the same call again does only the rest"
        return f"{len(self.rows):,} of {len(self.plan):,} runs are done and {place}"

    def error(self, what: str) -> SweepError:
        """An error that says what happened, with the table of what is done."""
        return SweepError(f"{what}; {self.kept('in this error, as its table')}", self.table())


def _carry_out(ledger: Ledger, jobs: int | None, shown: bool) -> bool:
    """Do all that is not done yet, with a bar. Returns whether Ctrl-C stopped it."""
    plan = ledger.plan
    waiting = [plan.asked(run) for run in plan.shuffled() if run not in ledger.rows]
    stopped = sum(row[OUTCOME] == "limit" for row in ledger.rows.values())
    # The bar estimates the time left from the mean of all runs so far.
    total, initial = len(plan), len(ledger.rows)
    bar = progress_bar(shown=shown, total=total, initial=initial, unit=" runs", smoothing=0)
    try:
        with bar, closing(work_off(waiting, plan.is_quick, jobs)) as reports:
            for report in reports:
                if isinstance(report.failure, KeyboardInterrupt):
                    raise report.failure
                if report.failure:
                    known = plan.known(report.number)
                    what = f"{known[SOLVER]!r} failed on {known[PUZZLE]!r}: {report.message}"
                    raise ledger.error(what) from report.failure
                ledger.keep(report.number, report.result)
                stopped += report.result[OUTCOME - ENGINE] == "limit"
                bar.set_postfix_str(f"{stopped:,} at the limit", refresh=False)
                bar.update()
    except KeyboardInterrupt:
        return True
    except WorkersError as error:
        raise ledger.error(f"the workers failed ({error})") from error
    return False
