"""What notebook 01 uses of OR-Tools' `cp_model`, in plain Python, for where there is no OR-Tools.

A browser's Python has none. The names are the same, and so are the solutions and their order; the
method is another one: this fills the variables one by one, in the order in which they were made,
small values first, and takes a value back as soon as a constraint is broken. There is no clever
propagation in it, so it is for small boards.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any

CHOOSE_FIRST, SELECT_MIN_VALUE, FIXED_SEARCH = "first", "smallest", "fixed"

VariableValues = dict["Variable", int]


class Expression:
    """Something whose value follows from the values of variables."""

    def __init__(self, variables: frozenset[Variable], value: Callable[[VariableValues], Any]):
        self.variables, self.value = variables, value

    def _combine(self, other: object, act: Callable[[Any, Any], Any]) -> Expression:
        if isinstance(other, Expression):
            there = other.value
            variables = self.variables | other.variables
            return Expression(variables, lambda values: act(self.value(values), there(values)))
        return Expression(self.variables, lambda values: act(self.value(values), other))

    def __bool__(self) -> bool:
        raise NotImplementedError("a constraint is neither true nor false: hand it to model.add")

    __hash__ = object.__hash__


def _operation(act: Callable[[Any, Any], Any]) -> Any:
    return lambda self, other: self._combine(other, act)


for _name in ("add", "sub", "mul", "lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Expression, f"__{_name}__", _operation(getattr(operator, _name)))
for _name in ("add", "mul"):
    setattr(Expression, f"__r{_name}__", _operation(getattr(operator, _name)))


class Variable(Expression):
    """A whole number that is to be found."""

    def __init__(self, smallest: int, largest: int, name: str):
        super().__init__(frozenset([self]), lambda values: values[self])
        self.choices, self.name = range(smallest, largest + 1), name

    def __repr__(self) -> str:
        return self.name


class CpModel:
    """Variables, and constraints on them."""

    def __init__(self) -> None:
        self.variables: list[Variable] = []
        self.constraints: list[Expression] = []

    def new_int_var(self, smallest: int, largest: int, name: str) -> Variable:
        """A new variable."""
        self.variables.append(Variable(smallest, largest, name))
        return self.variables[-1]

    def add(self, constraint: Expression) -> None:
        """Let a comparison hold."""
        if not isinstance(constraint, Expression):
            raise TypeError(f"model.add takes a comparison of variables, not {constraint!r}")
        self.constraints.append(constraint)

    def add_all_different(self, *variables: Any) -> None:
        """Let all values differ: of the variables given, or of those in one list."""
        several = variables[0] if len(variables) == 1 else variables
        for one, other in combinations(several, 2):
            self.add(one._combine(other, operator.ne))

    def add_decision_strategy(self, variables: Iterable[Variable], *how: str) -> None:
        """The order is always the same here: that of `variables`, small values first."""


class CpSolverSolutionCallback:
    """Is called for each solution."""

    values: VariableValues
    stopped = False

    def value(self, variable: Variable) -> int:
        """The value of a variable in this solution."""
        return self.values[variable]

    def stop_search(self) -> None:
        """Look for no more solutions."""
        self.stopped = True

    def on_solution_callback(self) -> None:
        """To be written anew."""


class CpSolver:
    """Finds all solutions of a model."""

    def __init__(self) -> None:
        self.parameters = SimpleNamespace()

    def solve(self, model: CpModel, callback: CpSolverSolutionCallback) -> None:
        """Call back for each solution."""
        for values in _find_solutions(model):
            callback.values = values
            callback.on_solution_callback()
            if callback.stopped:
                return


def _find_solutions(model: CpModel) -> Iterator[VariableValues]:
    place = {variable: at for at, variable in enumerate(model.variables)}
    checks: list[list[Expression]] = [[] for _ in model.variables]
    for constraint in model.constraints:  # asked when the last of its variables has a value
        checks[max((place[variable] for variable in constraint.variables), default=0)].append(
            constraint
        )
    values: VariableValues = {}

    def fill(at: int) -> Iterator[VariableValues]:
        if at == len(model.variables):
            yield dict(values)
            return
        for value in model.variables[at].choices:
            values[model.variables[at]] = value
            if all(constraint.value(values) for constraint in checks[at]):
                yield from fill(at + 1)
        values.pop(model.variables[at], None)

    return fill(0)
