"""Chance that repeats itself: the same seed gives the same puzzle everywhere and always.

Python promises for `random.Random` that `random()` gives the same stream for the same seed on
every platform and in every version to come; of `shuffle`, `sample` and `randrange` it does not.
So everything here is built on `random()` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """A source of chance that depends on its seed alone.

    Parameters
    ----------
    seed : any text; what is drawn for one text tells nothing about what is drawn for another.

    Attributes
    ----------
    random : gives the next number in [0, 1).
    """

    def __init__(self, seed: str):
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        """One of 0..n-1. For n up to a million no number is likelier by more than 10^-9 of it."""
        return int(self.random() * n)

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a random order, each order alike (Fisher and Yates 1938)."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def whole(what: str, number: object, least: int | None = None, most: int | None = None) -> int:
    """A whole number of any type (NumPy's included) as a plain int.

    Parameters
    ----------
    what : what the message calls it.
    least, most : the range it must be in; None for no bound.

    Raises
    ------
    ValueError : it is none, or out of the range; the message says what was expected.
    """
    wanted = "" if least is None else f" from {least}" if most is None else f" in {least}..{most}"
    try:
        found = None if isinstance(number, bool) else index(number)  # type: ignore[arg-type]
    except TypeError:
        found = None
    if (
        found is None
        or (least is not None and found < least)
        or (most is not None and found > most)
    ):
        raise ValueError(f"{what} must be a whole number{wanted}, not {number!r}")
    return found
