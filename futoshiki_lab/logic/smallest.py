"""The cheapest set of facts that cannot be together: hitting sets.

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

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from futoshiki_lab.logic.clauses import Clauses, Effort, Spent
from futoshiki_lab.logic.facts import Fact


class Search:
    """The search for the cheapest set of facts that cannot hold together with a claim.

    Parameters
    ----------
    claim : the literals that every question has.
    facts : what can be left out; those to be left out first come first.

    Attributes
    ----------
    met : for each minimal correction set that was found, n² values that agree with all others.
    """

    def __init__(self, clauses: Clauses, claim: Sequence[int], facts: Iterable[Fact]):
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

        price, prices = self.clauses.price, self.clauses.prices

        def hit(literals: Iterable[int]) -> None:
            weights = {literal: prices[literal] for literal in literals}
            hitting.hit(list(weights), weights=weights)

        with Hitman(htype="rc2", solver="glucose3") as hitting, suppress(Spent):
            hitting.oracle.oracle = _Limited(hitting.oracle.oracle, self.clauses.effort)
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
        for literal in sorted(broken, key=self.clauses.prices.__getitem__):
            if literal in broken:
                kept = [other for other in self.literals if other not in broken]
                if self._possible([*kept, literal]):
                    broken = self.broken(values := self.clauses.values())
        self.met.append(values)
        return broken


class _Limited:
    """A solver that keeps to an effort, for what expects one of PySAT's."""

    def __init__(self, solver: Any, effort: Effort):
        self._solver, self._effort = solver, effort

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solver, name)

    def solve(self, assumptions: Iterable[int] = (), **_: Any) -> bool:
        """As the solver does, or with `Spent`."""
        return self._effort.ask(self._solver, assumptions)

    solve_limited = solve
