"""A puzzle as clauses for a SAT solver: each fact can be taken in or left out of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, count, pairwise
from math import inf
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, Left, Line
from futoshiki_lab.logic.shape import shape_of

SOLVER = "minisat22"  # of those that PySAT has, the fastest for these questions; see docs/WHY.md
CONFLICTS = 20  # wrong decisions of a solver take as long as an easy question


class Spent(Exception):
    """No effort is left."""


@dataclass
class Effort:
    """The work that is left, in easy questions to a SAT solver; several solvers share it.

    It is counted, not timed, so that each run has the same result.
    """

    interrupted: type[Exception]  # Ctrl-C, as the solver's own code reports it
    left: float = inf

    def ask(self, solver: Any, assumptions: Iterable[int] = ()) -> bool:
        """Whether a solver's clauses can hold; it stops with `Spent` when nothing is left."""
        if self.left <= 0:
            raise Spent
        solver.conf_budget(-1 if self.left == inf else int(self.left * CONFLICTS) + 1)
        before = solver.accum_stats()["conflicts"]
        try:
            answer = solver.solve_limited(assumptions=assumptions)
        except self.interrupted as error:
            raise KeyboardInterrupt from error
        self.left -= 1 + (solver.accum_stats()["conflicts"] - before) / CONFLICTS
        if answer is None:
            raise Spent
        return bool(answer)


class Clauses:
    """The solver with a puzzle's clauses; to be used in a `with`.

    A cell has exactly one value, always. Every other fact has a literal: the solver keeps to those
    facts that a question names, and to no others.

    Attributes
    ----------
    effort : what questions may take; as much as they need, at first.
    facts, prices, tests : for the literal of each fact the fact, its price, and a function that
        says of n² values whether they agree with it.
    """

    def __init__(self, puzzle: Puzzle, facts: Sequence[Fact]):
        from pysat.solvers import Solver, pysolvers

        self.size, self.effort = puzzle.size, Effort(pysolvers.error)
        self._place, new = shape_of(puzzle.size).number, count(puzzle.size**3 + 1)
        switched = [fact for fact in facts if not isinstance(fact, Entry)]
        self._switches: dict[Fact, int] = dict(zip(switched, new, strict=False))
        above = {cell: [next(new) for _ in range(puzzle.size - 1)] for cell in puzzle.cells}
        self._above = above  # the literals of "more than this value"
        clauses = [*self._of_cells(), *self._of_facts()]
        self._solver = Solver(name=SOLVER, bootstrap_with=clauses)
        self._solver.set_phases(list(self._switches.values()))  # what may hold, does
        self.facts = {self.literal(fact): fact for fact in facts}
        self.prices = {literal: PRICES[type(fact)] for literal, fact in self.facts.items()}
        self.tests = {literal: self._test_of(fact) for literal, fact in self.facts.items()}

    def __enter__(self) -> Clauses:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.delete()

    def literal(self, fact: Fact) -> int:
        """The literal of a fact."""
        if isinstance(fact, Entry):
            return self._value(fact.cell, fact.value)
        return self._switches[fact]

    # -- questions -----------------------------------------------------------------------------

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some values in all cells agree with these facts."""
        return self.effort.ask(self._solver, literals)

    def blamed(self) -> set[int]:
        """After an impossible question: literals of it that are impossible together."""
        return set(self._solver.get_core() or ())

    def values(self) -> list[int]:
        """After a possible question: the n² values that were found."""
        n, model = self.size, self._solver.get_model()
        true = (literal for literal in model[: n**3] if literal > 0)
        return [literal - at * n for at, literal in enumerate(true)]

    def grid(self) -> Grid:
        """The same as rows."""
        n, values = self.size, self.values()
        return tuple(tuple(values[start : start + n]) for start in range(0, n * n, n))

    def price(self, literals: Iterable[int]) -> int:
        """What the facts of these literals cost together."""
        return sum(self.prices[literal] for literal in literals)

    # -- clauses -------------------------------------------------------------------------------

    def _value(self, cell: Cell, value: int) -> int:
        """The literal of "this cell has this value"."""
        return self._place(cell) * self.size + value

    def _test_of(self, fact: Fact) -> Callable[[list[int]], bool]:
        n = self.size
        if isinstance(fact, Line):
            first = fact.number * n
            part = slice(first, first + n) if fact.kind == "row" else slice(fact.number, None, n)
            return lambda values: len(set(values[part])) == n
        if isinstance(fact, Sign):
            low, high = map(self._place, fact)
            return lambda values: values[low] < values[high]
        at = self._place(fact.cell)
        if isinstance(fact, Left):
            left = fact.values
            return lambda values: values[at] in left
        value = fact.value
        return lambda values: values[at] == value

    def _of_cells(self) -> Iterator[list[int]]:
        """One value for each cell."""
        n = self.size
        for cell, above in self._above.items():
            yield [self._value(cell, value) for value in range(1, n + 1)]
            yield from ([-more, less] for less, more in pairwise(above))
            for value in range(1, n + 1):
                less, more = above[max(value - 2, 0) : value - 1], above[value - 1 : value]
                limits = [*(-literal for literal in less), *more]
                yield [self._value(cell, value), *limits]
                yield from ([-self._value(cell, value), -limit] for limit in limits)

    def _of_facts(self) -> Iterator[list[int]]:
        """What holds if a fact is taken in."""
        kinds = (Left, Sign, Line)
        found = sorted(self._switches.items(), key=lambda switched: kinds.index(type(switched[0])))
        for fact, switch in found:
            if isinstance(fact, Left):
                yield [-switch, *(self._value(fact.cell, value) for value in fact.values)]
            elif isinstance(fact, Sign):  # the larger cell is above what the smaller one is from
                low, high = map(self._above.__getitem__, fact)
                yield [-switch, high[0]]
                yield [-switch, -low[-1]]
                yield from ([-switch, -a, b] for a, b in zip(low, high[1:], strict=False))
            elif isinstance(fact, Line):  # each value has a place, and no two places
                for value in range(1, self.size + 1):
                    places = [self._value(cell, value) for cell in fact.cells(self.size)]
                    yield [-switch, *places]
                    yield from ([-switch, -one, -two] for one, two in combinations(places, 2))
