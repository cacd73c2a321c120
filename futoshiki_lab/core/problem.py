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
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, combinations, permutations, product
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from futoshiki_lab.core.errors import NoAnswer, PuzzleError, listed, tell_of, true_or_false, unknown

Variable = Any  # a name, such as "WA"; a `Cell` in a puzzle
Value = Any  # "red", for example; a number in a puzzle
Solution = Any  # the value of each variable; in a puzzle its rows
Domain = tuple[Value, ...]  # always in the order of the problem; never changed in place
Group = tuple[Variable, ...]  # variables whose values are all different

VIEWS = ("graph", "board", "chess")
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

    def meet(self, two: Constraint) -> Constraint:
        """The constraint that both hold, this one and another that the same variable sees."""
        first, second, turned = self.relation, two.relation, self.turned
        if self.turned != two.turned:  # a sign can be said from the other side, words cannot
            if first in SIGNS:
                first, turned = SIGNS[first], two.turned
            else:
                second = SIGNS.get(second, f"(the other way round) {second}")
        holds, too = self.holds, two.holds
        both = lambda value, other_value: holds(value, other_value) and too(value, other_value)  # noqa: E731
        return Constraint(self.cell, self.other, f"{first} and {second}", both, turned)

    def allows(self, value: Value, other_value: Value) -> bool:
        """What `holds` returns; TypeError if that is neither True nor False, or if it raises."""
        try:
            said = self.holds(value, other_value)
        except Exception as error:
            raise self.no_answer(value, other_value, error) from error
        return said if said is True or said is False else true_or_false(said, f"`holds` of {self}")

    def no_answer(self, value: Value, other_value: Value, error: Exception) -> NoAnswer:
        """The error of a constraint whose function raises one."""
        told = f"`holds` of {self} fails for {value!r} and {other_value!r}"
        return NoAnswer(f"{told}: {tell_of(error)}")

    def __repr__(self) -> str:
        return self.say(self.cell, self.other)


@lru_cache(2**16, typed=True)
def differ(cell: Variable, other: Variable) -> Constraint:
    """The constraint that two variables of a group have, the same one in every problem."""
    return Constraint(cell, other, "≠", operator.ne)


class Problem:
    """Variables, a domain for each, and constraints between two of them.

    Parameters
    ----------
    domains : for each variable the values that it may take, in the order in which to try them.
    constraints : each as one of its two variables sees it, or from both sides. Several of one pair
        become one that asks for all of them.
    groups : variables whose values must all differ. Each two have the constraint `≠` without its
        being stated; `gac` takes the whole group at once.
    givens : the variables whose values are known, with these values.
    places : where variables are drawn: how far to the right, how far down, in nodes. By default at
        the row and column of a `Cell`; others as a tree, or in a circle if the graph has cycles.
    view : how it is drawn: as a "graph"; as a "board" of cells; or on a "chess" board, each
        variable a row of it and each value a square of that row (a puzzle: "signs").
    name : what to call it.

    Attributes
    ----------
    cells, values : the variables; the values of all domains, each once.
    label : what a message calls it: its name, or the size of a puzzle.
    groups, places, view, name : as above.
    givens : as above, in reading order.
    domains : as above; a given has one value in its domain.
    constraints : constraints[cell][other], as `cell` sees it, the others in reading order.
    neighbours : for each variable those that share a constraint with it, in reading order.
    stated_neighbours : those of them whose constraint was stated and does not come of a group.
    lines_of : for each variable the numbers of the groups that it is in.

    Raises
    ------
    PuzzleError : something is not what it should be, such as a constraint, a group, a given or a
        place of something that is no variable or no value; a domain that is empty or has a value
        twice; two constraints of a pair that no values satisfy together.
    """

    empty: Value = None  # what stands where no value is
    unit = "variable"

    cells: Group
    values: Domain
    groups: tuple[Group, ...]
    givens: Mapping[Variable, Value]
    places: Mapping[Variable, tuple[float, float]]
    label: str
    view: str
    name: str
    _choices: Mapping[Variable, Domain]  # the domains before the givens were known
    _stated: tuple[Constraint, ...]

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
        if not isinstance(domains, Mapping) or not domains:
            wanted = "a dictionary of one variable or more, each with its values"
            raise PuzzleError(f"a problem is made of {wanted}, not of {domains!r:.60}")
        if view not in VIEWS:
            raise PuzzleError(unknown("view", view, VIEWS))
        try:
            full = {cell: tuple(map(plain, domain)) for cell, domain in domains.items()}
            self.values = tuple(dict.fromkeys(chain(*full.values())))
            known = {cell: plain(value) for cell, value in dict(givens or {}).items()}
            at = {cell: _place(cell, place) for cell, place in dict(places or {}).items()}
            stated, lines = tuple(constraints), [tuple(group) for group in groups]
            for cell in chain(known, at, *lines, *(_ends(one, full) for one in stated)):
                if cell not in full:
                    names = ", ".join(map(str, full))
                    raise PuzzleError(f"{cell!r} is not a variable: they are {names}")
        except (TypeError, ValueError) as error:
            if isinstance(error, PuzzleError):
                raise
            wanted = "domains as {variable: values}, Constraints, groups of variables"
            raise PuzzleError(f"a problem has {wanted}; but {error}") from error
        self.cells, self.view, self.name = tuple(full), view, name
        self.label = name or f"{len(full)} variables"
        self.groups = tuple(_in_order(full, line) for line in lines)
        self.givens = MappingProxyType({cell: known[cell] for cell in full if cell in known})
        self.places, self._choices, self._stated = at, full, stated
        for cell, values in full.items():
            if wrong := _wrong_domain(values, self.empty):
                raise PuzzleError(f"the domain of {cell} {wrong}")
            if cell in known and known[cell] not in values:
                told = f"not one of {', '.join(map(str, values))}"
                raise PuzzleError(f"the domain of {cell}: {known[cell]!r} is given, {told}")
        self.constraints  # noqa: B018  whatever contradicts itself is told now

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle what was stated; what follows from it is found again."""
        more = dict(self.givens), dict(self.places), self.view, self.name
        return type(self), (dict(self._choices), self.statements(), self.groups, *more)

    # -- what follows from it --------------------------------------------------------------------

    def statements(self) -> tuple[Constraint, ...]:
        """The constraints as they were stated, without those that the groups say."""
        return self._stated

    @cached_property
    def domains(self) -> Mapping[Variable, Domain]:
        """For each variable the values it may take: all, or the one that is given."""
        given = self.givens
        domains = self._choices.items()
        return {cell: (given[cell],) if cell in given else all_of for cell, all_of in domains}

    @cached_property
    def constraints(self) -> Mapping[Variable, Mapping[Variable, Constraint]]:
        """For each variable its neighbours, in reading order, each with the constraint between
        them: `constraints[cell][other]`, as `cell` sees it."""
        at = {cell: number for number, cell in enumerate(self.cells)}
        found: dict[Variable, dict[Variable, Constraint]] = {cell: {} for cell in self.cells}
        for one in self.statements():
            for seen in (one, one.turn()):
                had = found[seen.cell].get(seen.other)
                found[seen.cell][seen.other] = self._both(had, seen) if had else seen
        for cell, other in chain.from_iterable(permutations(group, 2) for group in self.groups):
            had = found[cell].get(other)
            if had is None:
                found[cell][other] = differ(cell, other)
            elif had.holds not in TURNED:  # these say ≠, too
                found[cell][other] = self._both(had, differ(cell, other))
        for cell, others in found.items():
            found[cell] = {other: others[other] for other in sorted(others, key=at.__getitem__)}
        return MappingProxyType({cell: MappingProxyType(others) for cell, others in found.items()})

    @cached_property
    def neighbours(self) -> Mapping[Variable, Group]:
        """For each variable those that share a constraint with it, in reading order."""
        return {cell: tuple(others) for cell, others in self.constraints.items()}

    @cached_property
    def stated_neighbours(self) -> Mapping[Variable, Group]:
        """Those whose constraint was stated: that others differ is what the groups say."""
        ends = {end for one in self.statements() for end in permutations((one.cell, one.other))}
        return {
            cell: tuple(other for other in others if (cell, other) in ends)
            for cell, others in self.neighbours.items()
        }

    @cached_property
    def lines_of(self) -> Mapping[Variable, list[int]]:
        """For each variable the numbers of the groups that it is in."""
        lines = [*map(frozenset, self.groups)]
        return {cell: [k for k, line in enumerate(lines) if cell in line] for cell in self.cells}

    def _both(self, one: Constraint, two: Constraint) -> Constraint:
        """What asks for two constraints of one pair, both as the same variable sees them."""
        if (one.relation, one.holds) == (two.relation, two.holds):
            return one
        pairs = [*product(self._choices[one.cell], self._choices[one.other])]
        going = [{pair for pair in pairs if each.allows(*pair)} for each in (one, two)]
        if not going[0] & going[1] and all(going):
            raise PuzzleError(f"{one} and {two} contradict each other: no values satisfy both")
        if going[0] == going[1]:
            return two if one.turned else one  # in the words of this side
        return one if going[0] < going[1] else two if going[1] < going[0] else one.meet(two)

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
            if not one.allows(value, other_value):
                yield (one.cell, one.other), f"{one} fails: {value} and {other_value}"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what is missing: `search` and the looks take a board, not its problem."""
            told = f"{type(self).__name__} has no `{name}`: if a board is wanted, "
            raise AttributeError(told + "`Board(...)` makes one of it")

    def is_solution(self, solution: Any) -> bool:
        """Whether values for all variables are in their domains and satisfy every constraint."""
        return next(self.violations(solution), None) is None

    @property
    def contradiction(self) -> str:
        """In words, two givens, or a given and a constraint, that go with no values; or nothing."""
        for one in self.pairs:
            ends = [cell for cell in (one.cell, one.other) if cell in self.givens]
            values = product(self.domains[one.cell], self.domains[one.other])
            if ends and not any(one.allows(*pair) for pair in values):
                return listed(f"{cell} = {self.givens[cell]}" for cell in ends) + f", but {one}"
        return ""

    def listing(self, solution: Any) -> str:
        """A solution as text: a line for each variable."""
        return "".join(f"{cell} = {value}\n" for cell, value in solution.items())

    def choices(self, cell: Variable) -> str:
        """The domain of a variable in words."""
        return ", ".join(map(str, self.domains[cell]))


def plain(value: Any) -> Any:
    """A value of NumPy as Python's own; any other as it is."""
    return value.item() if getattr(value, "ndim", None) == 0 else value


def _place(cell: Variable, place: Iterable[float]) -> tuple[float, float]:
    with suppress(TypeError, ValueError, OverflowError):
        x, y = x_and_y = tuple(map(plain, place))
        if isfinite(x) and isfinite(y):
            return x_and_y
    raise PuzzleError(f"the place of {cell} must be two finite numbers, not {place!r:.60}")


def _wrong_domain(values: Domain, empty: Value) -> str:
    """What is wrong with a domain, the first of its faults; "" if nothing is."""
    if not values or empty in values:
        return f"has {empty!r}, which stands for no value" if values else "is empty"
    if len({*values}) == len(values):
        return ""
    one, two = next((a, b) for a, b in combinations(values, 2) if a == b)
    return f"has {one!r} twice" if repr(one) == repr(two) else f"has {one!r} and {two!r}: equal"


def _ends(one: Constraint, cells: Container[Variable]) -> tuple[Variable, Variable]:
    """The variables that a constraint joins."""
    if not isinstance(one, Constraint) or not callable(one.holds):
        raise PuzzleError(f"expected Constraint(cell, other, relation, function), not {one!r:.60}")
    if one.cell == one.other:
        raise PuzzleError(f"a constraint joins two variables, not {one.cell} and itself")
    if not isinstance(one.relation, str) or one.relation in cells:
        told = f"{one.relation!r} stands where its name is expected"
        raise PuzzleError(f"a constraint joins two variables, {one.cell} and {one.other}: {told}")
    return one.cell, one.other


def _in_order(cells: Iterable[Variable], some: Container[Variable]) -> Group:
    """Some of the cells, in their order."""
    return tuple(cell for cell in cells if cell in some)
