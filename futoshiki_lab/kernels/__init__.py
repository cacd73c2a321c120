"""Compiled search: `run(puzzle, "fc", "mrv", ...)` counts what the readable search counts, sooner.

`arrays` says where everything lies, `compiled` holds the algorithms, `running` runs them.
"""

from futoshiki_lab.kernels.compiled import COMPILED
from futoshiki_lab.kernels.running import Result, run

__all__ = ["COMPILED", "Result", "run"]
