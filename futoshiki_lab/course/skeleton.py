"""What the course hands out: variables, constraints of any number of variables, problems.

The names are the course's, also those of attributes that students' code reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from futoshiki_lab.core import Verb

Event = tuple[Verb, Any, Any, int]  # what an observer of a board is told


class CourseVariable:
    """A variable with a permanent domain, of which values are pruned and given back.

    Parameters
    ----------
    name : of any kind; it is shown as text.
    domain : its values, in order.
    """

    def __init__(self, name: object, domain: Iterable[Any] = ()):
        self.name, self.dom = name, list(domain)
        self.curdom = dict.fromkeys(self.dom, True)  # whether each value is left
        self.assignedValue: Any = None
        self.run: Any = None  # the `Recording` that is told what happens

    def add_domain_values(self, values: Iterable[Any]) -> None:
        self.dom += values
        self.curdom = {value: self.curdom.get(value, True) for value in self.dom}

    def domain(self) -> list[Any]:
        return list(self.dom)

    def domain_size(self) -> int:
        return len(self.dom)

    def cur_domain(self) -> list[Any]:
        """The values left; of an assigned variable only its value."""
        return [value for value in self.dom if self.in_cur_domain(value)]

    def cur_domain_size(self) -> int:
        return len(self.cur_domain())

    def in_cur_domain(self, value: Any) -> bool:
        if self.is_assigned():
            return bool(value == self.assignedValue)
        return self.curdom.get(value, False)

    def prune_value(self, value: Any) -> None:
        self.curdom[value] = False
        for event in self.run.prune(self, value) if self.run else ():
            self.run.observer(*event)  # called here: two frames up is the student's line

    def unprune_value(self, value: Any) -> None:
        self.curdom[value] = True

    def restore_curdom(self) -> None:
        self.curdom = dict.fromkeys(self.dom, True)

    def is_assigned(self) -> bool:
        return self.assignedValue is not None

    def assign(self, value: Any) -> None:
        """Assign a value that is left; any other leaves the variable as it is."""
        if not self.is_assigned() and self.in_cur_domain(value):
            self.assignedValue = value

    def unassign(self) -> None:
        self.assignedValue = None

    def get_assigned_value(self) -> Any:
        return self.assignedValue

    def __repr__(self) -> str:
        return str(self.name)


class CourseConstraint:
    """A constraint on any number of variables, stated by the tuples of values that satisfy it."""

    def __init__(self, name: str, scope: Iterable[CourseVariable]):
        self.name, self.scope = name, list(scope)
        self.sat_tuples: dict[tuple[Any, ...], bool] = {}
        self.sup_tuples: dict[tuple[CourseVariable, Any], list[tuple[Any, ...]]] = {}
        self.run: Any = None

    def add_satisfying_tuples(self, tuples: Iterable[Sequence[Any]]) -> None:
        for one in map(tuple, tuples):
            if one not in self.sat_tuples:
                self.sat_tuples[one] = True
                for pair in zip(self.scope, one, strict=True):
                    self.sup_tuples.setdefault(pair, []).append(one)

    def get_scope(self) -> list[CourseVariable]:
        return list(self.scope)

    def get_unasgn_vars(self) -> list[CourseVariable]:
        return [var for var in self.scope if not var.is_assigned()]

    def get_n_unasgn(self) -> int:
        return len(self.get_unasgn_vars())

    def check(self, vals: Sequence[Any]) -> bool:
        """Whether values, one for each variable of the scope, satisfy it."""
        holds = tuple(vals) in self.sat_tuples
        if self.run:
            tried = dict(zip(self.scope, vals, strict=False))
            self.run.observer(*self.run.check(self, tried, holds))
        return holds

    def has_support(self, var: CourseVariable, val: Any) -> bool:
        """Whether a satisfying tuple has this value, and all of its values are left."""
        holds = self.supports(var, val, CourseVariable.in_cur_domain)
        if self.run:
            self.run.observer(*self.run.check(self, {var: val}, holds))
        return holds

    def supports(self, var: CourseVariable, val: Any, is_left: Callable[..., bool]) -> bool:
        """The same, by what is_left(variable, value) says; not counted."""
        return any(
            all(map(is_left, self.scope, one)) for one in self.sup_tuples.get((var, val), ())
        )

    def satisfied(self, value_of: Callable[[CourseVariable], Any]) -> bool:
        """Whether these values of its variables satisfy it; not counted."""
        return tuple(map(value_of, self.scope)) in self.sat_tuples

    check_tuple, check_var_val = check, has_support  # what later years call them
    get_num_unassigned_vars, get_unassigned_vars = get_n_unasgn, get_unasgn_vars

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.scope))})"


class CSP:
    """Variables and the constraints between them."""

    def __init__(self, name: str, vars: Iterable[CourseVariable] = ()):
        self.name, self.cons = name, list[CourseConstraint]()
        self.vars = list(dict.fromkeys(vars))

    def add_var(self, v: CourseVariable) -> None:
        self.vars += [v] * (v not in self.vars)

    def add_constraint(self, c: CourseConstraint) -> None:
        strangers = [var for var in c.scope if var not in self.vars]
        if strangers:
            raise ValueError(f"{c} has variables that are not in {self.name}: {strangers}")
        self.cons.append(c)

    def reset(self) -> None:
        """Unassign all variables, and give all their values back."""
        for var in self.vars:
            var.unassign()
            var.restore_curdom()

    def get_all_vars(self) -> list[CourseVariable]:
        return list(self.vars)

    def get_all_unasgn_vars(self) -> list[CourseVariable]:
        return [var for var in self.vars if not var.is_assigned()]

    def get_all_cons(self) -> list[CourseConstraint]:
        """Its own list, as the course has it: whoever takes from it takes constraints away."""
        return self.cons

    def get_cons_with_var(self, var: CourseVariable) -> list[CourseConstraint]:
        return [one for one in self.cons if var in one.scope]
