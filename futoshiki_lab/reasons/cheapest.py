"""`why`: the cheapest reasons for a fact about a puzzle, and the steps that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib.util import find_spec
from math import inf

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign, must_be_puzzle, whole_number
from futoshiki_lab.core.problem import plain
from futoshiki_lab.core.puzzle import Rows, grid_of
from futoshiki_lab.reasons.chain import Chain, prove
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.facts import (
    PRICES,
    Entry,
    Fact,
    Line,
    PencilMarks,
    checked_marks,
    entries,
    facts_of,
    sort_facts,
    to_cell,
)
from futoshiki_lab.reasons.filling import Filling
from futoshiki_lab.reasons.shape import rows_of
from futoshiki_lab.reasons.smallest import Clauses, SmallestSearch

SETS = 100  # of the correction sets that are known, so many of the smallest are used again
Solver = Clauses | Filling
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
    An `Explanation`, with the steps that show it. If the value is possible (or the cell can have
    several, or the puzzle has a solution), it has a solution that shows it and no reasons. Entries
    that no solution has come first, in `wrong`; the rest of the answer is without them. If the
    puzzle has no solution, it is about that: its `cell` is None.

    Raises
    ------
    ValueError : there is no such cell or value, `values` is not n rows of n values from 0 to n, or
        `marks` are not of this board.
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
    value = plain(value)
    asked = _cell(puzzle, cell, value)
    left = checked_marks(puzzle, marks or {})
    start = puzzle
    if values is not None:
        rows = entries(puzzle, values)
        for row, column in (*puzzle.givens, *([asked] if asked else [])):
            rows[row][column] = puzzle[row, column]
        puzzle = Puzzle(rows, puzzle.signs, puzzle.name)
    if value and asked:
        left.pop(asked, None)
    facts = [fact for fact in facts_of(puzzle, left) if fact != (asked, value)]
    clauses = open_questions(puzzle, facts)
    question = Query(clauses, puzzle, asked, facts, effort)
    if question.possible(facts):
        return question.answer(value or 0)
    wrong = question.find_wrong([Entry(*given) for given in start.givens.items()])
    if not wrong or not asked:
        return replace(question.reason(), wrong=tuple(wrong))
    right = {cell: value for cell, value in puzzle.givens.items() if (cell, value) not in wrong}
    state = Puzzle(grid_of(right, puzzle.size), puzzle.signs, puzzle.name)
    agreeing = [fact for fact in facts if fact not in wrong]
    question = Query(clauses, state, asked, agreeing, effort)
    return replace(question.answer(value or 0), wrong=tuple(wrong))


def _cell(puzzle: Puzzle, cell: tuple[int, int] | None, value: int | None) -> Cell | None:
    """The cell that is asked about, if there is one."""
    if cell is None:
        if value is not None:
            raise ValueError(f"which cell cannot be {value}? Name it: why(puzzle, cell, value)")
        return None
    asked = to_cell(puzzle, cell, value)
    if value is not None and whole_number("the value", value) not in puzzle.values:
        raise ValueError(f"{asked} = {value} is not on a board of size {puzzle.size}")
    return asked


def open_questions(puzzle: Puzzle, facts: Sequence[Fact]) -> Solver:
    """The SAT solver with a puzzle's clauses, or a search of ours where PySAT is not installed."""
    return (Clauses if find_spec("pysat") else Filling)(puzzle, facts)


class Query:
    """A question about a state of a puzzle.

    Attributes
    ----------
    met : values for all cells that break few facts; those of one question help the next.
    """

    def __init__(
        self, clauses: Solver, puzzle: Puzzle, cell: Cell | None, facts: list[Fact], effort: int
    ):
        self.clauses, self.puzzle, self.cell, self.effort = clauses, puzzle, cell, effort
        self.met: list[list[int]] = []
        # What goes first when a set is made smaller: what is dear, and far from the cell.
        self.facts = sorted(facts, key=lambda fact: (-PRICES[type(fact)], -self._distance(fact)))

    def answer(self, value: int) -> Explanation:
        """Why the cell cannot have the value; with 0, why it must have its value."""
        cell, must = self.cell, 0
        if not cell:
            return Explanation(self.puzzle, solution=self._solution())
        if value:
            claim = self.clauses.literal(Entry(cell, value))
        else:
            must = self._solution()[cell.row][cell.column]
            claim = -self.clauses.literal(Entry(cell, must))
        if self.possible(self.facts, claim):
            return Explanation(self.puzzle, cell, value, solution=self._found())
        return self.reason(claim, value, must)

    def reason(
        self, claim: int = 0, value: int = 0, must: int = 0, chain: Chain | None = None
    ) -> Explanation:
        """The cheapest facts against the claim, and the steps that show it."""
        puzzle, cell = self.puzzle, self.cell if claim else None
        chain = chain or prove(puzzle.size, self.facts, cell, value, must)
        search = SmallestSearch(self.clauses, [claim] * bool(claim), self.facts)
        sets = [search.minimal()]
        if chain:
            sets.insert(0, search.minimal(chain.facts))
        best, smallest = min(sets, key=self.clauses.price), False
        if isinstance(self.clauses, Clauses):
            broken = sorted(map(search.broken, self._met(value, must)), key=len)[:SETS]
            self.clauses.left = self.effort
            best, smallest = search.cheaper(best, broken)
            self.clauses.left = inf
            self.met += search.met
        facts = sort_facts(map(self.clauses.facts.__getitem__, best))
        if not chain or len(chain.steps) > 1:
            fewer = prove(puzzle.size, facts, cell, value, must)
            chain = fewer if fewer and (not chain or fewer.cost <= chain.cost) else chain
        return Explanation(puzzle, cell, value, facts, smallest, must=must, chain=chain)

    def _met(self, value: int, must: int) -> list[list[int]]:
        """Those of the values for all cells that have what is claimed."""
        if not self.cell:
            return self.met
        at = self.puzzle.cells.index(self.cell)
        return [met for met in self.met if (met[at] == (must or value)) != bool(must)]

    def find_wrong(self, kept: list[Fact]) -> list[Entry]:
        """Entries with which there is no solution: each that does not agree with those before."""
        entered = sorted(fact for fact in self.facts if isinstance(fact, Entry))
        kept += [fact for fact in self.facts if not isinstance(fact, Entry)]
        wrong: list[Entry] = []
        for fact in entered if self.possible(kept) else ():
            (kept if self.possible([*kept, fact]) else wrong).append(fact)
        return wrong

    def possible(self, facts: Sequence[Fact], claim: int = 0) -> bool:
        """Whether facts can hold, and a claim if there is one."""
        return self.clauses.possible([*map(self.clauses.literal, facts), *[claim] * bool(claim)])

    def _solution(self) -> Grid:
        self.possible(self.facts)
        return self._found()

    def _found(self) -> Grid:
        return rows_of(self.clauses.values(), self.puzzle.size)

    def _distance(self, fact: Fact) -> int:
        """How far a fact is from the cell; 0 without a cell."""
        if self.cell is None:
            return 0
        if isinstance(fact, Line):
            return abs(self.cell[fact.kind == "column"] - fact.number)
        near = fact.smaller if isinstance(fact, Sign) else fact.cell
        return sum(abs(a - b) for a, b in zip(self.cell, near, strict=True))
