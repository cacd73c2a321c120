"""How hard a puzzle is for a person: the hardest rule that it needs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from futoshiki_lab.core import Puzzle
from futoshiki_lab.logic.deduction import Deduction, in_words
from futoshiki_lab.logic.findings import KINDS, LEVELS, RECURSIVE, Finding
from futoshiki_lab.logic.ladder import advance, apply_all, completions, graded_rules, level_number
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import values_of
from futoshiki_lab.support.phrases import listed


@dataclass(frozen=True)
class Grade:
    """The verdict on a puzzle.

    Attributes
    ----------
    level : one of `LEVELS` if the puzzle has exactly one solution; "ambiguous" if it has more,
        "impossible" if it has none.
    hardest : the hardest deduction that was needed; for Recursive and ambiguous puzzles the cell at
        which the rules stop, for impossible ones the contradiction if the rules found one. None if
        no deduction was needed.
    """

    level: str
    hardest: Deduction | None = None

    def __str__(self) -> str:
        return self.level


def grade(puzzle: Puzzle) -> Grade:
    """Say which level a puzzle has, as Simon Tatham's Unequal defines the levels.

    Trivial uses only singles in lines; Easy adds bounds over one sign at a time; Tricky adds naked
    and hidden sets in lines; Extreme adds sets across lines and forcing chains; Recursive needs
    guesses but has one solution. The level is the lowest whose rules solve the puzzle; a puzzle is
    impossible if its rules meet a contradiction or its search ends without a solution.

    Where Unequal differs from this description, grades follow Unequal: the last value of a cell is
    Trivial, like the last place in a line, and a forcing chain is one that a breadth-first search
    finds when it visits every cell once (`futoshiki_lab.logic.rules`).
    """
    marks = Marks.of(puzzle)
    hardest = max(advance(marks, graded_rules(puzzle.size)), key=_hardness, default=None)
    if marks.dead:
        return Grade("impossible", in_words(marks.dead, marks.shape))
    if not marks.complete:
        return Grade(("impossible", "Recursive", "ambiguous")[_count(marks)], _undecided(marks))
    if hardest is None:
        return Grade(LEVELS[0])
    return Grade(LEVELS[hardest.level], in_words(hardest, marks.shape))


def _hardness(finding: Finding) -> tuple[int, int, int]:
    return finding.level, finding.size, KINDS.index(type(finding))


def _undecided(marks: Marks) -> Deduction:
    """The cell with the fewest values left, when no rule finds anything more."""
    index = marks.most_limited()
    cell, left = marks.shape.cells[index], values_of(marks.masks[index])
    text = f"{cell} can be {listed(left, 'or')}, and no rule says which"
    return Deduction("trial and error", LEVELS[RECURSIVE], text, (cell,))


def solvable(puzzle: Puzzle, level: str) -> bool:
    """Whether the rules up to a level solve a puzzle completely; then it has one solution.

    Parameters
    ----------
    level : one of `LEVELS`; "Recursive" asks whether there is exactly one solution.

    Raises
    ------
    ValueError : there is no such level.
    """
    limit, marks = level_number(level), Marks.of(puzzle)
    apply_all(marks, graded_rules(puzzle.size, limit))
    if marks.dead or marks.complete:
        return not marks.dead
    return limit == RECURSIVE and _count(marks) == 1


def _count(marks: Marks) -> int:
    """The number of solutions from here on; 2 if there are more."""
    return len(list(islice(completions(marks), 2)))
