"""Many puzzles, many solvers, one table.

    table = sweep(puzzles, ["fc", "fc mrv", my_look], to="results.csv")
    summary(table, by=["size", "solver"])

What is in here, in the order in which to read it: `solvers` (what a solver is), `identity` (when
two runs are the same), `batches` (doing a part of a sweep), `plan` (what there is to do), `workers`
(on one core or many), `table` (the DataFrame and what it says), `results` (the file that outlives a
crash), `sweeps` (`sweep` itself).
"""

from importlib import import_module
from typing import TYPE_CHECKING

from futoshiki_lab.experiment.solvers import Solver

if TYPE_CHECKING:
    from futoshiki_lab.experiment.results import read_sweep
    from futoshiki_lab.experiment.sweeps import SweepError, sweep
    from futoshiki_lab.experiment.table import COLUMNS, ended, summary

# Workers import this package too, and would wait a second for pandas, which they do not need.
_LATER = {
    "COLUMNS": "futoshiki_lab.experiment.table",
    "SweepError": "futoshiki_lab.experiment.sweeps",
    "ended": "futoshiki_lab.experiment.table",
    "read_sweep": "futoshiki_lab.experiment.results",
    "summary": "futoshiki_lab.experiment.table",
    "sweep": "futoshiki_lab.experiment.sweeps",
}

__all__ = ["COLUMNS", "Solver", "SweepError", "ended", "read_sweep", "summary", "sweep"]


def __getattr__(name: str):
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
