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

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from math import inf

from pysat.examples.hitman import Hitman

from futoshiki_lab.reasons.clauses import Clauses
from futoshiki_lab.reasons.effort import Limited, Spent
from futoshiki_lab.reasons.facts import PRICES, Fact


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
        self._facts = {clauses.literal(fact): fact for fact in facts}
        self.prices = {literal: PRICES[type(fact)] for literal, fact in self._facts.items()}
        self._tests: dict[int, Callable[[list[int]], bool]] = {
            literal: clauses.test_of(fact) for literal, fact in self._facts.items()
        }
        self.met: list[list[int]] = []

    def cheapest(self, effort: float) -> tuple[list[Fact], bool]:
        """The facts, and whether no set is cheaper for sure.

        Parameters
        ----------
        effort : how much work the search for cheaper sets may be, in questions to a solver.
        """
        minimal = self.minimal()
        self.clauses.effort.left = effort
        best, proved = self.cheaper(minimal)
        return self.facts_of(best), proved

    def facts_of(self, literals: set[int]) -> list[Fact]:
        return [fact for literal, fact in self._facts.items() if literal in literals]

    def minimal(self) -> set[int]:
        """The literals of some minimal set of facts."""
        assert not self._possible(self.prices)
        return self._shrunk()

    def _possible(self, literals: Sequence[int] | Mapping[int, int] | set[int]) -> bool:
        return self.clauses.possible([*self.claim, *literals])

    def _price(self, literals: Sequence[int] | set[int]) -> int:
        return sum(self.prices[literal] for literal in literals)

    # -- a minimal set -------------------------------------------------------------------------

    def _shrunk(self) -> set[int]:
        """After an impossible question: a minimal set of facts to blame."""
        left = self.clauses.blamed() & self.prices.keys()
        for literal in self.prices:
            if literal in left and not self._possible(left - {literal}):
                left = self.clauses.blamed() & self.prices.keys()
        return left

    def _broken(self) -> list[int]:
        """After a possible question: the facts with which the values found do not agree."""
        self._values = self.clauses.values()
        return [lit for lit, agrees in self._tests.items() if not agrees(self._values)]

    # -- the cheapest one ----------------------------------------------------------------------

    def cheaper(
        self, best: set[int], enough: float = inf, sets: Iterable[Iterable[int]] = ()
    ) -> tuple[set[int], bool]:
        """The cheapest set if the effort lasts, else one that costs no more than `best`.

        Parameters
        ----------
        enough : if no set costs less than that, which of them is cheapest does not matter.
        sets : correction sets that are known.

        Returns
        -------
        The literals; and whether no set is cheaper, of those below `enough`.
        """
        with Hitman(htype="rc2", solver="glucose3") as hitting, suppress(Spent):
            hitting.oracle.oracle = Limited(hitting.oracle.oracle, self.clauses.effort)
            for known in sets:
                self._hit(hitting, known)
            while True:
                chosen = set(hitting.get() or ())
                if self._price(chosen) >= min(self._price(best), enough):
                    return best, True
                if not self._possible(chosen):
                    return chosen, True
                self._correct(chosen, hitting)
                best = min(best, self._shrunk(), key=self._price)
        return best, False

    def _correct(self, chosen: set[int], hitting: Hitman) -> None:
        """After a possible question: add correction sets to the chosen facts until none is left."""
        possible = True
        while possible:
            missed = self._correction()
            self._hit(hitting, missed)
            chosen.update(missed)
            possible = self._possible(chosen)

    def _hit(self, hitting: Hitman, literals: Iterable[int]) -> None:
        weights = {literal: self.prices[literal] for literal in literals}
        hitting.hit(list(weights), weights=weights)

    def _correction(self) -> list[int]:
        """After a possible question: a minimal correction set that lacks all of its facts."""
        broken = self._broken()
        for literal in sorted(broken, key=self.prices.__getitem__):
            if literal in broken:
                kept = [other for other in self.prices if other not in broken]
                if self._possible([*kept, literal]):
                    broken = self._broken()
        self.met.append(self._values)
        return broken
