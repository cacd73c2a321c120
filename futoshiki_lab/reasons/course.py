"""A whole solution as steps: the cheapest next one over all open cells, again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

from futoshiki_lab.core import Grid, Puzzle
from futoshiki_lab.reasons.clauses import Clauses
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.facts import PRICES, Entry, Fact, facts_of
from futoshiki_lab.reasons.questions import reason_of
from futoshiki_lab.reasons.smallest import Search


class Course:
    """The steps, each found when it is asked for. What one has found is of use for the next:

    - a set of facts stays enough when more is entered, so that no cell gets dearer;
    - for values that break few rules, each cell in which they differ from the solution needs one of
      these rules, or an entry that the values do not have.

    Parameters
    ----------
    effort : how much work each step may be, in questions to a solver.
    """

    def __init__(self, puzzle: Puzzle, solution: Grid, effort: int):
        self.puzzle, self.effort = puzzle, effort
        rules = [fact for fact in facts_of(puzzle) if not isinstance(fact, Entry)]
        self._rules = sorted(rules, key=lambda fact: -PRICES[type(fact)])
        self._right = [Entry(cell, solution[cell.row][cell.column]) for cell in puzzle.cells]
        self._entered = {Entry(*given): None for given in puzzle.givens.items()}
        self._kept: dict[Entry, set[int]] = {}  # for each open cell the cheapest set known
        self._met: dict[tuple[int, ...], tuple[set[Entry], set[int]]] = {}  # see `_note`

    def __iter__(self) -> Iterator[Explanation]:
        with Clauses(self.puzzle, self._rules) as self._clauses:
            every: list[Fact] = [*self._rules, *self._right]
            self._literals = {fact: self._clauses.literal(fact) for fact in every}
            self._prices = {self._literals[fact]: PRICES[type(fact)] for fact in every}
            self._tests = {rule: self._clauses.test_of(rule) for rule in self._rules}
            while len(self._entered) < len(self._right):
                yield self._next()

    def __len__(self) -> int:
        """How many steps there are in all."""
        return len(self._right) - len(self.puzzle.givens)

    def _next(self) -> Explanation:
        """The cheapest step; it is taken."""
        entry, smallest = self._cheapest()
        facts = self._search(entry).facts_of(self._kept.pop(entry))
        rows = [[0] * self.puzzle.size for _ in range(self.puzzle.size)]
        for (row, column), value in self._entered:
            rows[row][column] = value
        state = Puzzle(rows, self.puzzle.signs, self.puzzle.name)
        self._entered[entry] = None
        return reason_of(state, facts, smallest, cell=entry.cell, must=entry.value)

    def _cheapest(self) -> tuple[Entry, bool]:
        """The entry whose reasons cost least, of all that are known; and whether that is sure."""
        if not self._kept:
            self._clauses.effort.left = inf
            left = [entry for entry in self._right if entry not in self._entered]
            self._kept = {entry: self._search(entry).minimal() for entry in left}
        self._clauses.effort.left = self.effort
        known = self._corrections()
        order = sorted(self._kept, key=self._price)
        best = order[0]
        for entry in order:
            sets = [missed for wrong, missed in known if entry in wrong]
            sure = self._at_least(sets) >= self._price(best) or self._improve(entry, best, sets)
            best = min(best, entry, key=self._price)
            if not sure:
                return best, False
        return best, True

    def _improve(self, entry: Entry, best: Entry, sets: Iterable[set[int]]) -> bool:
        """Look for a set that is cheaper than the best. Returns whether the result is sure."""
        search = self._search(entry)
        self._kept[entry], sure = search.cheaper(self._kept[entry], self._price(best), sets)
        for values in search.met:
            self._note(values)
        return sure

    def _search(self, entry: Entry) -> Search:
        """The search for why an entry is what it must be."""
        return Search(self._clauses, [-self._literals[entry]], [*self._rules, *self._entered])

    # -- prices ----------------------------------------------------------------------------------

    def _price(self, entry: Entry) -> int:
        return self._cost(self._kept[entry])

    def _cost(self, literals: set[int]) -> int:
        return sum(self._prices[literal] for literal in literals)

    def _at_least(self, sets: Iterable[set[int]]) -> int:
        """What all sets that hit these cost at least: disjoint ones have to be hit one by one."""
        price, seen = 0, set[int]()
        for missed in sets:
            if seen.isdisjoint(missed):
                seen |= missed
                price += min(self._prices[literal] for literal in missed)
        return price

    def _note(self, values: list[int]) -> None:
        """Note, of n² values, the entries that they do not have, and the rules that they break."""
        wrong = {
            entry for entry, value in zip(self._right, values, strict=True) if entry.value != value
        }
        broken = {self._literals[rule] for rule in self._rules if not self._tests[rule](values)}
        self._met[tuple(values)] = wrong, broken

    def _corrections(self) -> list[tuple[set[Entry], set[int]]]:
        """The entries that some values do not have, and the facts that fail for them."""
        found = []
        for wrong, broken in self._met.values():
            missed = {self._literals[entry] for entry in wrong if entry in self._entered}
            found.append((wrong, broken | missed))
        return sorted(found, key=lambda pair: len(pair[1]))
