"""The rules in order, and their use: the easiest thing first, again and again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from futoshiki_lab.logic.forcing import ForcingChain
from futoshiki_lab.logic.kinds import EASY
from futoshiki_lab.logic.marks import Found, Marks
from futoshiki_lab.logic.rules import (
    ChainBound,
    HiddenSingle,
    LineElimination,
    NakedSingle,
    OnlyPair,
    Rule,
    SignBound,
)
from futoshiki_lab.logic.sets import Fish, SetsInLine


@lru_cache(maxsize=32)
def ladder(size: int) -> tuple[Rule, ...]:
    """The rules that a grade is made of, the easiest first."""
    sets = range(2, size // 2 + 1)
    trivial = (LineElimination(), NakedSingle(), HiddenSingle())
    tricky = (SetsInLine(k) for k in sets)
    extreme = (*(Fish(k) for k in sets), ForcingChain())
    return (*trivial, SignBound(), *tricky, *extreme)


@lru_cache(maxsize=32)
def rules(size: int) -> tuple[Rule, ...]:
    """The ladder with those rules that make a person's way shorter: the only pair, and chains."""
    easy = (OnlyPair(), ChainBound())
    below, above = (
        [rule for rule in ladder(size) if (rule.level < EASY) == trivial]
        for trivial in (True, False)
    )
    return (*below, *easy, *above)


def up_to(rules: Iterable[Rule], level: int) -> tuple[Rule, ...]:
    """The rules of a level and of those below it."""
    return tuple(rule for rule in rules if rule.level <= level)


def advance(marks: Marks, rules: tuple[Rule, ...]) -> Iterator[tuple[Rule, Found]]:
    """Apply the easiest thing that any rule finds, and again, until none finds anything.

    A complete board is held against every line and sign, whatever rules filled it: if `marks` is
    complete and not dead in the end, it is a solution.

    Yields
    ------
    The rule and what it found, applied already. `marks.dead` says whether it met a contradiction.
    """
    while marks.dead is None:
        for rule in up_to(ladder(marks.shape.size), EASY) if marks.complete else rules:
            found = next(rule.search(marks), None)
            if found is not None:
                marks.apply(found)
                yield rule, found
                break
        else:
            return
