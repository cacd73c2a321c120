"""The zebra: five houses in a row, and who owns the zebra? (Life International, 17 December 1962.)

Variables: five nations, colours, drinks, brands and pets. Values: the houses, 1 to 5 from the left.
Constraints: the clues; things of one kind are in different houses.
"""

from __future__ import annotations

import operator

from futoshiki_lab.core import Constraint, Problem

KINDS = """English Spanish Ukrainian Norwegian Japanese
red green ivory yellow blue
coffee tea milk orange-juice water
Old-Gold Kools Chesterfield Lucky-Strike Parliament
dog snails fox horse zebra"""
TOGETHER = """English red, Spanish dog, coffee green, Ukrainian tea, Old-Gold snails, Kools yellow,
Lucky-Strike orange-juice, Japanese Parliament"""
BESIDE = "Chesterfield fox, Kools horse, Norwegian blue"


def zebra() -> Problem:
    """The problem of the five houses; it has one solution."""
    kinds = [line.split() for line in KINDS.splitlines()]
    return Problem(
        {thing: range(1, 6) for kind in kinds for thing in kind},
        [
            *(Constraint(one, other, "is with", operator.eq) for one, other in pairs_of(TOGETHER)),
            *(Constraint(one, other, "is next to", is_beside) for one, other in pairs_of(BESIDE)),
            Constraint("green", "ivory", "is right of", is_right_of),
        ],
        groups=kinds,
        givens={"milk": 3, "Norwegian": 1},
        places={thing: (k, row) for row, kind in enumerate(kinds) for k, thing in enumerate(kind)},
        name="the zebra",
    )


def pairs_of(text: str) -> list[list[str]]:
    """Pairs of things, from "one other, one other"."""
    return [pair.split() for pair in text.split(",")]


def is_beside(house: int, other: int) -> bool:
    """Whether two houses are next to each other."""
    return abs(house - other) == 1


def is_right_of(house: int, other: int) -> bool:
    """Whether a house is the next one to the right of another."""
    return house == other + 1
