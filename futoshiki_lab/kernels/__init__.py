"""Compiled search: `run(puzzle, "fc", "mrv", ...)` counts what the readable search counts, sooner.

`compiled` holds the algorithms and says where what lies, `arrays` fills that in, `running` runs it.
"""

from futoshiki_lab.kernels.compiled import COMPILED
from futoshiki_lab.kernels.running import Result, run

__all__ = ["COMPILED", "Result", "run"]
