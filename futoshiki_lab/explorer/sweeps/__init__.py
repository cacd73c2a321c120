"""Runs many solvers on many puzzles, and makes one table of it.

    table = sweep(puzzles, ["fc", "fc mrv", my_look], to="results.csv")
    summary(table, by=["size", "solver"])
    compare_solvers(table, "fc mrv", "fc", by="size")    # puzzle by puzzle, with an interval

Read them in this order: `solvers` (a look with its settings, and when two runs are the same),
`table` (the columns, summaries of groups of runs, and the file, which survives a crash), `workers`
(a part of a sweep, on one core or many), `plan` (all of its runs), `sweeps` (`sweep` itself),
`comparison` (two solvers on the same puzzles).
"""

from futoshiki_lab.explorer.sweeps.comparison import (
    compare_solvers as compare_solvers,
    decided as decided,
    say_bounds as say_bounds,
)
from futoshiki_lab.explorer.sweeps.solvers import Solver as Solver
from futoshiki_lab.explorer.sweeps.sweeps import SweepError as SweepError, sweep as sweep
from futoshiki_lab.explorer.sweeps.table import (
    ended as ended,
    read_sweep as read_sweep,
    summary as summary,
)
