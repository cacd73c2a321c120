"""How hard a puzzle is for a person: the hardest rule that it needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from futoshiki_lab.core import Grid, Puzzle, unknown
from futoshiki_lab.logic.deductions import Deduction, in_words, undecided
from futoshiki_lab.logic.kinds import EASY, LEVELS, RECURSIVE
from futoshiki_lab.logic.ladder import advance, ladder, up_to
from futoshiki_lab.logic.marks import Found, Marks, bits
from futoshiki_lab.logic.rules import Rule


@dataclass(frozen=True)
class Grade:
    """The verdict on a puzzle.

    Attributes
    ----------
    level : one of `LEVELS` if the puzzle has exactly one solution; "ambiguous" if it has more,
        "impossible" if it has none.
    hardest : the hardest deduction that was needed; for Recursive and ambiguous puzzles the cell at
        which the rules end, for impossible ones the contradiction if the rules came to one. None if
        nothing was to be deduced.
    """

    level: str
    hardest: Deduction | None = None

    def __str__(self) -> str:
        return self.level


def grade(puzzle: Puzzle) -> Grade:
    """Say which level a puzzle has, as Simon Tatham's Unequal defines the levels.

    Trivial uses singles in lines alone; Easy adds bounds over one sign at a time; Tricky adds naked
    and hidden sets in lines; Extreme adds sets across lines and forcing chains; Recursive must
    guess and is still unique. The level is the lowest whose rules solve the puzzle; a puzzle whose
    rules meet a contradiction, or whose search ends without a solution, is impossible.

    Where Unequal does otherwise than these words say, this does as Unequal: the last value of a
    cell is Trivial as well as the last place in a line, and a forcing chain is one that a breadth
    first search finds which visits every cell once (`futoshiki_lab.logic.rules`).
    """
    start = Marks.of(puzzle)
    hardest: tuple[Rule, Found] | None = None
    for rule, found in advance(start, ladder(puzzle.size)):
        if hardest is None or _rank(rule, found) > _rank(*hardest):
            hardest = rule, found
    if start.dead:
        return Grade("impossible", in_words(start.dead, start))
    if start.complete:
        level = hardest[0].level if hardest else 0
        return Grade(LEVELS[level], in_words(hardest[1], start) if hardest else None)
    found = len(list(islice(completions(start), 2)))
    return Grade(("impossible", "Recursive", "ambiguous")[found], undecided(start))


def _rank(rule: Rule, found: Found) -> tuple[int, int, int]:
    """Level first, then how many cells or lines a set takes, then the kind of rule."""
    return rule.level, getattr(rule, "k", 0), found.kind


def solvable(puzzle: Puzzle, level: str) -> bool:
    """Whether the rules up to a level solve a puzzle completely: then its solution is the only one.

    Parameters
    ----------
    level : one of `LEVELS`; with "Recursive", whether there is exactly one solution.

    Raises
    ------
    ValueError : there is no such level.
    """
    return settles(Marks.of(puzzle), level)


def settles(marks: Marks, level: str) -> bool:
    """As `solvable`, for a state that is used up by it: `Marks.of_grid` makes one from numbers."""
    limit = level_number(level)
    rules = up_to(ladder(marks.shape.size), limit)
    for _ in advance(marks, rules):
        pass
    if marks.dead or marks.complete:
        return not marks.dead
    return limit == RECURSIVE and len(list(islice(completions(marks), 2))) == 1


def level_number(level: str) -> int:
    """The place of a level in `LEVELS`.

    Raises
    ------
    ValueError : there is no such level; the message lists them.
    """
    if level not in LEVELS:
        raise ValueError(unknown("level", level, LEVELS))
    return LEVELS.index(level)


def completions(marks: Marks, rules: tuple[Rule, ...] | None = None) -> Iterator[Grid]:
    """All solutions that can be reached from a state, by the rules and by guessing.

    Parameters
    ----------
    rules : what is deduced between two guesses; by default the singles and single signs, which cost
        least. The cell with the fewest values left is guessed at, first in reading order.
    """
    rules = up_to(ladder(marks.shape.size), EASY) if rules is None else rules
    marks = marks.copy()
    for _ in advance(marks, rules):
        pass
    if marks.dead:
        return
    if marks.complete:
        yield marks.grid()
        return
    cell = marks.most_limited()
    for value in bits(marks.masks[cell]):
        guess = marks.copy()
        guess.place(cell, 1 << value)
        yield from completions(guess, rules)


@lru_cache(maxsize=64)
def solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """The solutions of a puzzle, two at most: enough to know whether there is exactly one."""
    return tuple(islice(completions(Marks.of(puzzle)), 2))
