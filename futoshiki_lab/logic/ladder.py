"""The ladder of rules, and its use: the easiest finding first, repeatedly; and guesses."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from futoshiki_lab.core import Grid, Puzzle, unknown
from futoshiki_lab.logic.findings import EASY, EXTREME, LEVELS, Finding
from futoshiki_lab.logic.marks import Marks, Values
from futoshiki_lab.logic.rules import EASY_RULES, Rule, rules_for
from futoshiki_lab.logic.shape import CellBits, bits

Rules = tuple[Rule, ...]


@lru_cache(maxsize=256)
def all_rules(size: int, level: int = EXTREME) -> Rules:
    """The rules up to a level, the easiest first."""
    return tuple(rule for rule in rules_for(size) if rule.level <= level)


@lru_cache(maxsize=256)
def graded_rules(size: int, level: int = EXTREME) -> Rules:
    """The same without the rules that are only shortcuts for people."""
    return tuple(rule for rule in all_rules(size, level) if rule.graded)


def level_number(level: str) -> int:
    """The place of a level in `LEVELS`.

    Raises
    ------
    ValueError : there is no such level; the message lists them.
    """
    if level not in LEVELS:
        raise ValueError(unknown("level", level, LEVELS))
    return LEVELS.index(level)


# -- without a guess -------------------------------------------------------------------------------


def advance(marks: Marks, rules: Rules) -> Iterator[Finding]:
    """Apply the easiest finding of any rule, repeatedly, until no rule finds anything.

    A complete board is checked against every line and sign, whatever rules filled it: if `marks` is
    complete and not dead at the end, it is a solution.

    Yields
    ------
    Each finding, already applied. A contradiction is not yielded: it is in `marks.dead`.
    """
    checks = graded_rules(marks.shape.size, EASY)
    while marks.dead is None:
        for rule in checks if marks.complete else rules:
            finding = next(rule.find(marks), None)
            if finding:
                marks.apply(finding)
                if finding is not marks.dead:
                    yield finding
                break
        else:
            return


def apply_all(marks: Marks, rules: Rules) -> None:
    """Apply what the rules find, until none finds anything."""
    deque(advance(marks, rules), maxlen=0)


def clear_lines(marks: Marks) -> None:
    """Remove placed values from their lines, which a player does without a hint."""
    apply_all(marks, EASY_RULES[:1])


# -- with guesses ----------------------------------------------------------------------------------


def completions(marks: Marks, *guess: CellBits) -> Iterator[Grid]:
    """All solutions from a state on, by singles, single signs and guesses.

    The guess is at the cell with the fewest values left.
    """
    marks = marks.copy()
    for cell, bit in guess:
        marks.place(cell, bit)
    apply_all(marks, graded_rules(marks.shape.size, EASY))
    if marks.dead:
        return
    if marks.complete:
        yield marks.grid()
        return
    cell = marks.most_limited()
    for value in bits(marks.masks[cell]):
        yield from completions(marks, (cell, 1 << value))


def completion(puzzle: Puzzle, values: Values) -> Grid | None:
    """A solution that has these entries, n rows of n; None if there is none."""
    return next(completions(Marks.of(puzzle, values)), None)


@lru_cache(maxsize=64)
def solutions(puzzle: Puzzle) -> tuple[Grid, ...]:
    """At most two solutions of a puzzle: enough to know whether there is exactly one."""
    return tuple(islice(completions(Marks.of(puzzle)), 2))


def unique(puzzle: Puzzle) -> Grid | None:
    """The only solution; None if there is none, or more than one."""
    found = solutions(puzzle)
    return found[0] if len(found) == 1 else None
