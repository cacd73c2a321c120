"""`why`: the cheapest reasons for a fact about a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from futoshiki_lab.core import Cell, Puzzle, Sign, must_be_puzzle, whole_number
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.extras import need
from futoshiki_lab.logic.clauses import Clauses
from futoshiki_lab.logic.explanation import Explanation
from futoshiki_lab.logic.facts import (
    PRICES,
    Entry,
    Fact,
    Left,
    Line,
    PencilMarks,
    entries,
    facts_of,
    sort_facts,
)
from futoshiki_lab.logic.smallest import Search

EFFORT = 800  # questions to a solver, for one `why`: within a second on nearly every 9x9


def why(
    puzzle: Puzzle,
    cell: tuple[int, int] | None = None,
    value: int | None = None,
    values: Rows | None = None,
    marks: PencilMarks | None = None,
    *,
    effort: int = EFFORT,
) -> Explanation:
    """Why a cell cannot have a value: the cheapest entries, signs, rows and columns that forbid it.

    Without any one of them the value would be possible. An entry or a sign costs 1, a row or column
    2. `smallest` of the result says whether it is certain that no cheaper set does it.

    Parameters
    ----------
    cell, value : what is asked about. A cell alone: why it must have its value. Neither: why the
        puzzle has no solution.
    values : the player's entries, n rows of n; 0 is an empty cell. Givens may be left out. What the
        player has entered in the cell itself does not count.
    marks : the values left, by cell, which count as facts too; each cell with marks costs 1. None:
        what was crossed out before is not used.
    effort : how much work a search for a cheaper set may be, in questions to a solver; more can
        make the set cheaper.

    Returns
    -------
    An `Explanation`. If the value is possible (or the cell can have several, or the puzzle has a
    solution), it has a solution that shows it and no reasons. If the entries cannot stand together,
    with or without the value, it is about them: its `cell` is None.

    Raises
    ------
    ValueError : there is no such cell or value, or `values` is not n rows of n values from 0 to n.
    ModuleNotFoundError : PySAT is missing; it says how to install it.
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
    need("why", "why", "pysat")
    asked = None if cell is None else Cell(*cell)
    if asked is None and value is not None:
        raise ValueError(f"which cell cannot be {value}? Name it: why(puzzle, cell, value)")
    if asked and (asked not in puzzle.constraints or value not in (None, *puzzle.values)):
        what = asked if value is None else f"{asked} = {value}"
        raise ValueError(f"{what} is not on a board of size {puzzle.size}")
    if values is not None:
        rows = entries(puzzle, values)
        for row, column in (*puzzle.givens, *([asked] if asked else [])):
            rows[row][column] = puzzle[row, column]
        puzzle = Puzzle(rows, puzzle.signs, puzzle.name)
    own = (asked, value) if value else None
    left = {at: some for at, some in (marks or {}).items() if not value or at != asked}
    facts = [fact for fact in facts_of(puzzle, left) if fact != own]
    with Clauses(puzzle, facts) as clauses:
        return _Question(clauses, puzzle, asked, facts, effort).answer(value or 0)


class _Question:
    """A question about the present state of a puzzle.

    Each has a solver of its own: what a solver learned before would change which of several
    cheapest sets it finds.
    """

    def __init__(
        self, clauses: Clauses, puzzle: Puzzle, cell: Cell | None, facts: list[Fact], effort: int
    ):
        self.clauses, self.puzzle, self.cell, self.effort = clauses, puzzle, cell, effort
        # What goes first when a set is made smaller: what is dear, and far from the cell.
        self.facts = sorted(facts, key=lambda fact: (-PRICES[type(fact)], -self._distance(fact)))

    def answer(self, value: int) -> Explanation:
        """Why the cell cannot have the value; with 0, why it must have its value."""
        cell, must, claim = self.cell, 0, []
        if cell and value:
            claim = [self.clauses.literal(Entry(cell, value))]
        elif cell:
            if not self._possible([], self.facts):
                return self._reason([])
            must = self.clauses.grid()[cell.row][cell.column]
            claim = [-self.clauses.literal(Entry(cell, must))]
        if self._possible(claim, self.facts):
            return Explanation(self.puzzle, cell, value, solution=self.clauses.grid())
        return self._reason(claim, cell=cell, value=value, must=must)

    def _reason(self, claim: list[int], **asked: Any) -> Explanation:
        """The cheapest facts against the claim; if it cannot be otherwise, against each other."""
        facts = self.facts
        if claim and not self._possible([], facts):
            facts = self._agreeing()
            if self._possible(claim, facts):
                return self._reason([])
        search = Search(self.clauses, claim, facts)
        minimal = search.minimal()
        self.clauses.effort.left = self.effort
        best, smallest = search.cheaper(minimal)
        found = sort_facts(map(self.clauses.facts.__getitem__, best))
        return Explanation(self.puzzle, facts=found, smallest=smallest, **asked)

    def _agreeing(self) -> list[Fact]:
        """As many facts as can hold together; those near the cell, and the rules, go first."""
        kept: list[Fact] = []

        def place(fact: Fact) -> tuple[bool, int]:
            return isinstance(fact, Entry | Left), self._distance(fact)

        for fact in sorted(self.facts, key=place):
            if self._possible([], [*kept, fact]):
                kept.append(fact)
        return [fact for fact in self.facts if fact in kept]

    def _possible(self, claim: list[int], facts: Sequence[Fact]) -> bool:
        return self.clauses.possible([*claim, *map(self.clauses.literal, facts)])

    def _distance(self, fact: Fact) -> int:
        """How far a fact is from the cell; 0 without a cell."""
        if self.cell is None:
            return 0
        if isinstance(fact, Line):
            return abs(self.cell[fact.kind == "column"] - fact.number)
        near = fact.smaller if isinstance(fact, Sign) else fact.cell
        return sum(abs(a - b) for a, b in zip(self.cell, near, strict=True))
