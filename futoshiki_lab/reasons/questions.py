"""One question, and the cheapest set of facts that answers it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from futoshiki_lab.core import Cell, Puzzle, Sign
from futoshiki_lab.reasons.clauses import Clauses
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.facts import PRICES, Entry, Fact, Left, Line, PencilMarks, facts_of
from futoshiki_lab.reasons.smallest import Search


class Question:
    """One question about the present state of a puzzle; the parameters are those of `why`.

    Each has a solver of its own: what a solver learned before would change which of several
    cheapest sets it finds.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        cell: Cell | None,
        value: int,
        marks: PencilMarks | None,
        effort: int,
    ):
        self.puzzle, self.cell, self.value, self.effort = puzzle, cell, value, effort
        own = (cell, value) if value else None
        left = {at: values for at, values in (marks or {}).items() if not value or at != cell}
        facts = [fact for fact in facts_of(puzzle, left) if fact != own]
        self.facts = sorted(facts, key=self._dear_and_far)
        self.clauses = Clauses(puzzle, facts)

    def answer(self) -> Explanation:
        """The reason, or a solution."""
        with self.clauses:
            return self._answer()

    def _answer(self) -> Explanation:
        if self.cell and not self.value:
            return self._must(self.cell)
        claim = [self._literal(self.value)] if self.cell else []
        if self._possible(claim, self.facts):
            return Explanation(self.puzzle, self.cell, self.value, solution=self.clauses.grid())
        return self._reason(claim, cell=self.cell, value=self.value)

    def _must(self, cell: Cell) -> Explanation:
        """Why a cell must have its value."""
        if not self._possible([], self.facts):
            return self._reason([])
        grid = self.clauses.grid()
        must = grid[cell.row][cell.column]
        claim = [-self._literal(must)]
        if self._possible(claim, self.facts):
            return Explanation(self.puzzle, self.cell, solution=self.clauses.grid())
        return self._reason(claim, cell=self.cell, must=must)

    def _reason(self, claim: list[int], **asked: Any) -> Explanation:
        """The cheapest facts against the claim; if it cannot be otherwise, against each other."""
        facts = self.facts
        if claim and not self._possible([], facts):
            facts = self._agreeing(facts)
            if self._possible(claim, facts):
                return self._reason([])
        found = Search(self.clauses, claim, facts).cheapest(self.effort)
        return reason_of(self.puzzle, *found, **asked)

    def _agreeing(self, facts: Sequence[Fact]) -> list[Fact]:
        """As many facts as can hold together; those near the cell, and the rules, go first."""
        kept: list[Fact] = []
        for fact in sorted(
            facts, key=lambda fact: (isinstance(fact, Entry | Left), self._far(fact))
        ):
            if self._possible([], [*kept, fact]):
                kept.append(fact)
        return [fact for fact in facts if fact in kept]

    # -- inside ----------------------------------------------------------------------------------

    def _literal(self, value: int) -> int:
        assert self.cell is not None
        return self.clauses.literal(Entry(self.cell, value))

    def _possible(self, claim: list[int], facts: Sequence[Fact]) -> bool:
        return self.clauses.possible([*claim, *map(self.clauses.literal, facts)])

    def _dear_and_far(self, fact: Fact) -> tuple[int, int]:
        """What goes first when a set is made smaller."""
        return -PRICES[type(fact)], -self._far(fact)

    def _far(self, fact: Fact) -> int:
        """How far a fact is from the cell; 0 without a cell."""
        if self.cell is None:
            return 0
        if isinstance(fact, Line):
            return abs(self.cell[fact.kind == "column"] - fact.number)
        near = fact.smaller if isinstance(fact, Sign) else fact.cell
        return sum(abs(a - b) for a, b in zip(self.cell, near, strict=True))


def reason_of(puzzle: Puzzle, facts: Sequence[Fact], smallest: bool, **asked: Any) -> Explanation:
    """The reason that has these facts."""
    lines = [fact for fact in facts if isinstance(fact, Line)]
    return Explanation(
        puzzle,
        entries=tuple(sorted((fact.cell, fact.value) for fact in facts if isinstance(fact, Entry))),
        marks=tuple(sorted((fact.cell, fact.values) for fact in facts if isinstance(fact, Left))),
        signs=tuple(sorted(fact for fact in facts if isinstance(fact, Sign))),
        rows=tuple(sorted(line.number for line in lines if line.kind == "row")),
        columns=tuple(sorted(line.number for line in lines if line.kind == "column")),
        smallest=smallest,
        **asked,
    )
