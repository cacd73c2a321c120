"""Many puzzles, many solvers, one table.

    table = sweep(puzzles, ["fc", "fc mrv", my_look], to="results.csv")
    summary(table, by=["size", "solver"])

What is in here, in the order in which to read it: `solvers` (what a solver is), `identity` (when
two runs are the same), `batches` (doing a part of a sweep), `plan` (what there is to do), `workers`
(on one core or many), `table` (the DataFrame and what it says), `results` (the file that outlives a
crash), `sweeps` (`sweep` itself).
"""

from futoshiki_lab.experiment.results import read_sweep as read_sweep
from futoshiki_lab.experiment.solvers import Solver as Solver
from futoshiki_lab.experiment.sweeps import SweepError as SweepError, sweep as sweep
from futoshiki_lab.experiment.table import (
    COLUMNS as COLUMNS,
    ENDED as ENDED,
    ended as ended,
    quantile as quantile,
    summary as summary,
)
