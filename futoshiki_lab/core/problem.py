"""Any problem whose constraints each join two variables: all that a search needs to know of it.

Colouring a map, n queens, Sudoku and Futoshiki are such problems:

    states = "WA NT SA Q NSW V T".split()
    borders = "WA NT, WA SA, NT SA, NT Q, SA Q, SA NSW, SA V, Q NSW, NSW V".split(", ")
    australia = Problem(
        {state: ["red", "green", "blue"] for state in states},
        [Constraint(*border.split(), "≠", operator.ne) for border in borders],
    )

A variable is called a *cell* where a board is spoken of, whatever its name is. The order in which
the variables are stated is the *reading order*; the order of a domain is *ascending*.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, permutations
from typing import Any

from futoshiki_lab.core.errors import PuzzleError

Variable = Any  # a name, such as "WA"; a `Cell` in a puzzle
Value = Any  # "red", for example; a number in a puzzle
Solution = Any  # the value of each variable; in a puzzle its rows
Domain = tuple[Value, ...]  # always in the order of the problem; never changed in place
Group = tuple[Variable, ...]  # variables whose values are all different

# As the other side sees them.
SIGNS = {"<": ">", ">": "<", "≠": "≠"}
TURNED = {operator.lt: operator.gt, operator.gt: operator.lt, operator.ne: operator.ne}


@dataclass(frozen=True, eq=False, slots=True)
class Constraint:
    """The constraint between two neighbours, as `cell` sees it.

    Attributes
    ----------
    relation : its name: `<` (the value of `cell` must be smaller than the value of `other`), `>`,
        `≠`, or words, such as "is safe from".
    holds : holds(value, other_value) tells whether a pair of values satisfies it.
    turned : whether `relation` is said of `other` first.
    """

    cell: Variable
    other: Variable
    relation: str
    holds: Callable[[Value, Value], bool]
    turned: bool = False

    def say(self, one: object, two: object) -> str:
        """The constraint in words, of what stands for `cell` and for `other`."""
        return f"{two} {self.relation} {one}" if self.turned else f"{one} {self.relation} {two}"

    def turn(self) -> Constraint:
        """The same constraint, as `other` sees it."""
        holds, sign = self.holds, SIGNS.get(self.relation)
        return Constraint(
            self.other,
            self.cell,
            sign or self.relation,
            TURNED.get(holds, lambda value, other_value: holds(other_value, value)),
            turned=sign is None and not self.turned,
        )

    def __repr__(self) -> str:
        return self.say(self.cell, self.other)


class Problem:
    """Variables, a domain for each, and constraints between two of them.

    Parameters
    ----------
    domains : for each variable the values that it may take, in the order in which to try them.
    constraints : each once, as one of its two variables sees it, or from both sides.
    groups : variables whose values must all differ. Each two have the constraint `≠` without its
        being stated; `gac` takes the whole group at once.
    givens : the variables whose values are known, with these values.
    places : where variables are drawn: how far to the right, how far down, in nodes. By default at
        the row and column of a `Cell`; others stand in a circle.
    view : how it is drawn: as a "graph"; as a "board" of cells; or on a "chess" board, each
        variable a row of it and each value a square of that row (a puzzle: "signs").
    name : what to call it.

    Attributes
    ----------
    cells, values : the variables; the values of all domains, each once.
    label : what a message calls it: its name, or the size of a puzzle.
    domains, givens, groups, places, view, name : as above; a given has one value in its domain.
    constraints : constraints[cell][other], as `cell` sees it, the others in reading order.
    neighbours : for each variable those that share a constraint with it, in reading order.
    stated_neighbours : those of them whose constraint was stated and does not come of a group.
    lines_of : for each variable the numbers of the groups that it is in.

    Raises
    ------
    PuzzleError : a constraint, a group, a given or a place names something that is no variable or
        no value; a domain is empty or has a value twice; a pair has two different constraints.
    """

    empty: Value = None  # what stands where no value is
    unit = "variable"

    def __init__(
        self,
        domains: Mapping[Variable, Iterable[Value]],
        constraints: Iterable[Constraint] = (),
        groups: Iterable[Iterable[Variable]] = (),
        givens: Mapping[Variable, Value] | None = None,
        places: Mapping[Variable, tuple[float, float]] | None = None,
        view: str = "graph",
        name: str = "",
    ) -> None:
        full = {cell: tuple(domain) for cell, domain in domains.items()}
        self.cells, self.view, self.name = tuple(full), view, name
        self.label = name or f"{len(full)} variables"
        self.values = tuple(dict.fromkeys(chain(*full.values())))
        self.givens, self.places = dict(givens or {}), dict(places or {})
        stated, lines = list(constraints), [tuple(group) for group in groups]
        self.groups = tuple(_in_order(full, line) for line in lines)
        self.lines_of = {cell: [k for k, line in enumerate(lines) if cell in line] for cell in full}
        ends = ((one.cell, one.other) for one in stated)
        for cell in chain(self.givens, self.places, *lines, *ends):
            if cell not in full:
                raise PuzzleError(f"{cell!r} is no variable: they are {', '.join(map(str, full))}")
        self.domains = {cell: self._domain(cell, full[cell]) for cell in full}
        found: dict[Variable, dict[Variable, Constraint]] = {cell: {} for cell in full}
        for one in stated:
            had = found[one.cell].setdefault(one.other, one)
            if one.cell == one.other or (had.relation, had.holds) != (one.relation, one.holds):
                raise PuzzleError(f"a pair of variables has one constraint, not {had} and {one}")
        for one in stated:
            found[one.other].setdefault(one.cell, one.turn())
        self.stated_neighbours = {cell: _in_order(full, found[cell]) for cell in full}
        for cell, other in chain.from_iterable(permutations(group, 2) for group in self.groups):
            one = found[cell].setdefault(other, Constraint(cell, other, "≠", operator.ne))
            if any(one.holds(value, value) for value in {*full[cell]} & {*full[other]}):
                raise PuzzleError(f"{one} lets equal values through, but a group does not")
        self.neighbours = {cell: _in_order(full, found[cell]) for cell in full}
        self.constraints = {
            cell: {other: found[cell][other] for other in self.neighbours[cell]} for cell in full
        }

    def _domain(self, cell: Variable, values: Domain) -> Domain:
        """The values that a variable has at the start, if they make sense."""
        given = self.givens.get(cell, *values[:1])
        if given not in values or len({*values}) < len(values) or self.empty in values:
            told = f"must have values, each once, and a given one of them: {values}, {given!r}"
            raise PuzzleError(f"the domain of {cell} {told}")
        return (given,) if cell in self.givens else values

    @property
    def pairs(self) -> Iterator[Constraint]:
        """Every constraint once, as the first of its two variables sees it."""
        before = set()
        for cell, others in self.constraints.items():
            before.add(cell)
            yield from (others[other] for other in others if other not in before)

    def __repr__(self) -> str:
        constraints = sum(1 for _ in self.pairs)
        return f"<Problem {self.label}: {len(self.cells)} variables, {constraints} constraints>"

    # -- solutions ------------------------------------------------------------------------------

    def solution_of(self, values: Mapping[Variable, Value]) -> Any:
        """A solution as a user sees it; a variable without a value has `empty`."""
        return {cell: values.get(cell, self.empty) for cell in self.cells}

    def values_of(self, solution: Any) -> Mapping[Variable, Value] | str:
        """The value of each variable in a solution; in words what is wrong, if it is none."""
        if isinstance(solution, Mapping) and solution.keys() == self.domains.keys():
            return solution
        return f"a solution has a value for each of the {len(self.cells)} variables"

    def violations(self, solution: Any) -> Iterator[str]:
        """Say in words why values for all variables are not a solution; nothing if they are one."""
        return (text for _, text in self.faults(solution))

    def faults(self, solution: Any) -> Iterator[tuple[Group, str]]:
        """The same, each with the variables that it is about: one or two; none if the size is
        wrong."""
        at, outside = self.values_of(solution), False
        if isinstance(at, str):
            yield (), at
            return
        for cell, value in at.items():
            if cell in self.givens and value in self.values and value != self.givens[cell]:
                yield (cell,), f"{cell} = {value}, but {self.givens[cell]} is given there"
            elif value not in self.domains[cell]:
                outside = True
                yield (cell,), f"{cell} = {value!r} is not one of {self.choices(cell)}"
        for one in () if outside else self.pairs:
            value, other_value = at[one.cell], at[one.other]
            if not one.holds(value, other_value):
                yield (one.cell, one.other), f"{one} fails: {value} and {other_value}"

    def is_solution(self, solution: Any) -> bool:
        """Whether values for all variables are in their domains and satisfy every constraint."""
        return next(self.violations(solution), None) is None

    def listing(self, solution: Any) -> str:
        """A solution as text: a line for each variable."""
        return "".join(f"{cell} = {value}\n" for cell, value in solution.items())

    def choices(self, cell: Variable) -> str:
        """The domain of a variable in words."""
        return ", ".join(map(str, self.domains[cell]))


def _in_order(cells: Iterable[Variable], some: Container[Variable]) -> Group:
    """Some of the cells, in their order."""
    return tuple(cell for cell in cells if cell in some)
