"""How much work the solvers may do: counted, not timed, so that each run has the same result."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from pysat.solvers import pysolvers

CONFLICTS = 20  # wrong decisions of a solver take as long as an easy question


class Spent(Exception):
    """No effort is left."""


@dataclass
class Effort:
    """The work that is left, in easy questions to a SAT solver; several solvers share it."""

    left: float = inf

    def ask(self, solver: Any, assumptions: Iterable[int] = ()) -> bool:
        """Whether a solver's clauses can hold; it stops with `Spent` when nothing is left."""
        if self.left <= 0:
            raise Spent
        solver.conf_budget(-1 if self.left == inf else int(self.left * CONFLICTS) + 1)
        before = solver.accum_stats()["conflicts"]
        try:
            answer = solver.solve_limited(assumptions=assumptions)
        except pysolvers.error as error:  # Ctrl-C, as the solver's own code reports it
            raise KeyboardInterrupt from error
        self.left -= 1 + (solver.accum_stats()["conflicts"] - before) / CONFLICTS
        if answer is None:
            raise Spent
        return bool(answer)


class Limited:
    """A solver that keeps to an effort, for what expects one of PySAT's."""

    def __init__(self, solver: Any, effort: Effort):
        self._solver, self._effort = solver, effort

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def solve(self, assumptions: Iterable[int] = (), **_: Any) -> bool:
        """As the solver does, or with `Spent`."""
        return self._effort.ask(self._solver, assumptions)

    solve_limited = solve
