"""What notebook 01 uses of OR-Tools' `cp_model`, for a browser's Python, which has none.

The names are the same, and so are the solutions and their order. The package's own search finds
them: it checks a constraint as soon as all its variables have a value. So it is for small boards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from types import SimpleNamespace
from typing import Any

from futoshiki_lab.core import Board, Problem, search

CHOOSE_FIRST = SELECT_MIN_VALUE = FIXED_SEARCH = "as it is"  # there is no other order here
Values = Mapping[int, int]  # of the variables, by their numbers


class Expression:
    """Something whose value follows from the values of variables; `last` has the last of them."""

    def __init__(self, last: int, value: Callable[[Values], Any]):
        self.last, self.value = last, value

    def _combine(self, other: object, act: Callable[[Any, Any], Any]) -> Expression:
        if isinstance(other, Expression):
            there = other.value
            last = max(self.last, other.last)
            return Expression(last, lambda values: act(self.value(values), there(values)))
        number = operator.index(other)  # type: ignore[arg-type]
        return Expression(self.last, lambda values: act(self.value(values), number))

    def __bool__(self) -> bool:
        raise NotImplementedError("a constraint is neither true nor false: hand it to model.add")

    __hash__ = object.__hash__


class Variable(Expression):
    """A whole number that is to be found."""


for _name in ("add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne"):
    _act = getattr(operator, _name)
    setattr(Expression, f"__{_name}__", lambda self, other, act=_act: self._combine(other, act))
Expression.__radd__, Expression.__rmul__ = Expression.__add__, Expression.__mul__  # type: ignore


class CpModel:
    """Variables, and constraints on them."""

    def __init__(self) -> None:
        self.domains: dict[int, range] = {}
        self.constraints: list[Expression] = []

    def new_int_var(self, smallest: int, largest: int, name: str) -> Variable:
        number = len(self.domains)
        self.domains[number] = range(smallest, largest + 1)
        return Variable(number, lambda values: values[number])

    def add(self, constraint: Expression) -> None:
        """Let a comparison hold."""
        if not isinstance(constraint, Expression) or isinstance(constraint, Variable):
            raise TypeError(f"model.add takes a comparison of variables, not {constraint!r}")
        self.constraints.append(constraint)

    def add_all_different(self, *variables: Any) -> None:
        """Let all values differ: of the variables given, or of those in one list."""
        several = variables[0] if len(variables) == 1 else variables
        for one, other in combinations(several, 2):
            self.add(one != other)

    def add_decision_strategy(self, variables: Iterable[Expression], *how: str) -> None:
        """Do nothing: variables come in the order in which they were made, small values first."""


class CpSolverSolutionCallback:
    """Is called for each solution; `on_solution_callback` is to be overridden."""

    values: Values
    stopped = False

    def value(self, variable: Expression) -> int:
        return variable.value(self.values)

    def stop_search(self) -> None:
        self.stopped = True

    def on_solution_callback(self) -> None: ...


class CpSolver:
    """Finds all solutions of a model."""

    def __init__(self) -> None:
        self.parameters = SimpleNamespace()

    def solve(self, model: CpModel, callback: CpSolverSolutionCallback) -> None:
        """Call back for each solution."""
        ready: list[list[Expression]] = [[] for _ in model.domains]
        for constraint in model.constraints:
            ready[constraint.last].append(constraint)

        class Told(Board):
            def solution(self) -> bool:
                callback.values = self.values
                callback.on_solution_callback()
                return callback.stopped

        def look(board: Board, variable: int) -> bool:
            return all(constraint.value(board.values) for constraint in ready[variable])

        search(Told(Problem(model.domains, ())), look)
