"""A puzzle as clauses for a SAT solver: each fact can be taken in or left out of a question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import inf
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, Left, Line

SOLVER = "minisat22"  # of those that PySAT has, the fastest for these questions; see docs/WHY.md
CONFLICTS = 20  # wrong decisions of a solver take as long as an easy question


class Spent(Exception):
    """No effort is left."""


@dataclass
class Effort:
    """The work that is left, in easy questions to a SAT solver; several solvers share it.

    It is counted, not timed, so that each run has the same result.
    """

    left: float = inf

    def ask(self, solver: Any, assumptions: Iterable[int] = ()) -> bool:
        """Whether a solver's clauses can hold; it stops with `Spent` when nothing is left."""
        from pysat.solvers import pysolvers

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
        from pysat.solvers import Solver

        self.size, self.cells, self.effort = puzzle.size, puzzle.cells, Effort()
        self._last = puzzle.size**3
        switched = [fact for fact in facts if not isinstance(fact, Entry)]
        self._switches: dict[Fact, int] = {fact: self._new() for fact in switched}
        clauses = [*self._of_cells(), *self._of_marks(), *self._of_signs(), *self._of_lines()]
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

    def _new(self) -> int:
        self._last += 1
        return self._last

    def _place(self, cell: Cell) -> int:
        return cell.row * self.size + cell.column

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
        at, left = self._place(fact.cell), fact.values if isinstance(fact, Left) else [fact.value]
        return lambda values: values[at] in left

    def _of_cells(self) -> Iterator[list[int]]:
        """One value for each cell; `_above` has the literals of "more than this value"."""
        n = self.size
        self._above = {cell: [self._new() for _ in range(n - 1)] for cell in self.cells}
        for cell, above in self._above.items():
            yield [self._value(cell, value) for value in range(1, n + 1)]
            yield from ([-more, less] for less, more in pairwise(above))
            for value in range(1, n + 1):
                less, more = above[max(value - 2, 0) : value - 1], above[value - 1 : value]
                limits = [*(-literal for literal in less), *more]
                yield [self._value(cell, value), *limits]
                yield from ([-self._value(cell, value), -limit] for limit in limits)

    def _of_marks(self) -> Iterator[list[int]]:
        """One of the values that are left."""
        for fact, switch in self._switches.items():
            if isinstance(fact, Left):
                yield [-switch, *(self._value(fact.cell, value) for value in fact.values)]

    def _of_signs(self) -> Iterator[list[int]]:
        """If the smaller cell has more than a value, the larger one has more than the next."""
        for sign, switch in self._switches.items():
            if not isinstance(sign, Sign):
                continue
            low, high = map(self._above.__getitem__, sign)
            yield [-switch, high[0]]
            yield [-switch, -low[-1]]
            yield from ([-switch, -a, b] for a, b in zip(low, high[1:], strict=False))

    def _of_lines(self) -> Iterator[list[int]]:
        """Each value has a place, and no two places."""
        for line, switch in self._switches.items():
            if not isinstance(line, Line):
                continue
            for value in range(1, self.size + 1):
                places = [self._value(cell, value) for cell in line.cells(self.size)]
                yield [-switch, *places]
                yield from ([-switch, -one, -two] for one, two in combinations(places, 2))
