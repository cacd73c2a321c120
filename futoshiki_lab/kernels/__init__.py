"""Compiled search: `explore_all(puzzle, ...)` counts what the readable search counts, sooner."""

from futoshiki_lab.kernels.compiled import COMPILED
from futoshiki_lab.kernels.running import Result, has_twins, run

__all__ = ["COMPILED", "Result", "has_twins", "run"]
