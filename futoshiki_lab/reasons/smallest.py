"""The cheapest set of facts that cannot be together: clauses for a SAT solver, and hitting sets.

A *correction set* is a set of facts such that all others can hold if these are left out. So a set
of facts that cannot be together has at least one fact of every correction set: it *hits* them all.
Find the cheapest set that hits all correction sets that are known. If its facts cannot hold
together, no cheaper set does it; else the values for which they hold show a correction set that it
does not hit, and so on. (Ignatiev, Previti, Liffiton and Marques-Silva, "Smallest MUS extraction
with minimal hitting set dualization", 2015; Gamba, Bogaerts and Guns, "Efficiently explaining CSPs
with unsatisfiable subset optimization", 2021.)

This can take long, so a minimal set is found first: without any one of its facts the others can
hold. So is each set that the search meets on its way; the cheapest of them is the result if the
effort is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import combinations, pairwise
from math import inf
from typing import Any

from futoshiki_lab.core import Puzzle, Sign
from futoshiki_lab.reasons.facts import Fact, Left, Line
from futoshiki_lab.reasons.filling import Literals

SOLVER = "minisat22"  # of those that PySAT has, the fastest for these questions; see docs/WHY.md
CONFLICTS = 20  # wrong decisions of a solver take as long as an easy question


class Spent(Exception):
    """No effort is left."""


class Clauses(Literals):
    """The solver with a puzzle's clauses.

    A cell has exactly one value, always. The solver keeps to those other facts that a question
    names, and to no others.

    Attributes
    ----------
    left : what questions may still take, in easy ones; several solvers share it. It is counted, not
        timed, so that each run has the same result.
    tests : for each literal a function that says of n² values whether they agree with its fact.
    """

    def __init__(self, puzzle: Puzzle, facts: Sequence[Fact]):
        from pysat.solvers import Solver, pysolvers

        super().__init__(puzzle, facts)
        self.left, self._interrupted = inf, pysolvers.error  # Ctrl-C, as its own code reports it
        span = range(puzzle.size - 1)  # the literals of "more than this value"
        self._above = {cell: [next(self._new) for _ in span] for cell in puzzle.cells}
        clauses = [*self._of_cells(), *self._of_facts()]
        self._solver = Solver(name=SOLVER, bootstrap_with=clauses)
        self._solver.set_phases(list(self._switches.values()))  # what may hold, does
        self.tests = {literal: self._test_of(fact) for literal, fact in self.facts.items()}

    # -- questions -----------------------------------------------------------------------------

    def possible(self, literals: Iterable[int]) -> bool:
        return self.ask(self._solver, literals)

    def ask(self, solver: Any, assumptions: Iterable[int] = (), **_: Any) -> bool:
        """Whether a solver's clauses can hold; it stops with `Spent` when nothing is left."""
        if self.left <= 0:
            raise Spent
        solver.conf_budget(-1 if self.left == inf else int(self.left * CONFLICTS) + 1)
        before = solver.accum_stats()["conflicts"]
        try:
            answer = solver.solve_limited(assumptions=assumptions)
        except self._interrupted as error:
            raise KeyboardInterrupt from error
        self.left -= 1 + (solver.accum_stats()["conflicts"] - before) / CONFLICTS
        if answer is None:
            raise Spent
        return bool(answer)

    def blamed(self) -> set[int]:
        return set(self._solver.get_core() or ())

    def values(self) -> list[int]:
        n, model = self.size, self._solver.get_model()
        true = (literal for literal in model[: n**3] if literal > 0)
        return [literal - at * n for at, literal in enumerate(true)]

    # -- clauses -------------------------------------------------------------------------------

    def _test_of(self, fact: Fact) -> Callable[[list[int]], bool]:
        if isinstance(fact, Line):
            places = [self._place(cell) for cell in fact.cells(self.size)]
            return lambda values: len({values[at] for at in places}) == len(places)
        if isinstance(fact, Sign):
            low, high = map(self._place, fact)
            return lambda values: values[low] < values[high]
        at, left = self._place(fact.cell), fact.values
        return lambda values: values[at] in left

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


class SmallestSearch:
    """The search for the cheapest set of facts that cannot hold together with a claim.

    Parameters
    ----------
    claim : the literals that every question has.
    facts : what can be left out; those to be left out first come first.

    Attributes
    ----------
    met : for each minimal correction set that was found, n² values that agree with all others.
    """

    def __init__(self, clauses: Any, claim: Sequence[int], facts: Iterable[Fact]):
        self.clauses, self.claim = clauses, list(claim)
        self.literals = dict.fromkeys(map(clauses.literal, facts))
        self.met: list[list[int]] = []

    def minimal(self, among: Iterable[Fact] = ()) -> set[int]:
        """The literals of some minimal set of facts, by default among all."""
        possible = self._possible([*map(self.clauses.literal, among)] or self.literals)
        assert not possible
        return self._shrink()

    def _possible(self, literals: Iterable[int]) -> bool:
        return self.clauses.possible([*self.claim, *literals])

    # -- a minimal set -------------------------------------------------------------------------

    def _shrink(self) -> set[int]:
        """After an impossible question: a minimal set of facts to blame."""
        left = self.clauses.blamed() & self.literals.keys()
        for literal in self.literals:
            if literal in left and not self._possible(left - {literal}):
                left = self.clauses.blamed() & self.literals.keys()
        return left

    def broken(self, values: list[int]) -> list[int]:
        """The facts with which values for all cells do not agree."""
        tests = self.clauses.tests
        return [literal for literal in self.literals if not tests[literal](values)]

    # -- the cheapest one ----------------------------------------------------------------------

    def cheaper(self, best: set[int], sets: Iterable[Iterable[int]] = ()) -> tuple[set[int], bool]:
        """The cheapest set if the effort lasts, else one that costs no more than `best`.

        Parameters
        ----------
        sets : correction sets that are known.

        Returns
        -------
        The literals; and whether no set is cheaper.
        """
        from pysat.examples.hitman import Hitman

        price = self.clauses.price

        def hit(literals: Iterable[int]) -> None:
            weights = {literal: price([literal]) for literal in literals}
            hitting.hit(list(weights), weights=weights)

        with Hitman(htype="rc2", solver="glucose3") as hitting, suppress(Spent):
            hitting.oracle.oracle = _Limited(hitting.oracle.oracle, self.clauses)
            for known in sets:
                hit(known)
            while True:
                chosen = set(hitting.get() or ())
                if price(chosen) >= price(best):
                    return best, True
                if not self._possible(chosen):
                    return chosen, True
                possible = True
                while possible:  # add correction sets until none is left
                    missed = self._correction()
                    hit(missed)
                    chosen.update(missed)
                    possible = self._possible(chosen)
                best = min(best, self._shrink(), key=price)
        return best, False

    def _correction(self) -> list[int]:
        """After a possible question: a minimal correction set that lacks all of its facts."""
        broken = self.broken(values := self.clauses.values())
        for literal in sorted(broken, key=lambda literal: self.clauses.price([literal])):
            if literal in broken:
                kept = [other for other in self.literals if other not in broken]
                if self._possible([*kept, literal]):
                    broken = self.broken(values := self.clauses.values())
        self.met.append(values)
        return broken


class _Limited:
    """A solver that keeps to what is left, for what expects one of PySAT's."""

    def __init__(self, solver: Any, clauses: Clauses):
        self._solver = solver
        self.solve = self.solve_limited = partial(clauses.ask, solver)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)
