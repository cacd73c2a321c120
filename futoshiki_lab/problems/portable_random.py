"""Random numbers that repeat: a seed gives the same puzzle on every platform and Python.

Python promises for `random.Random` that `random()` gives the same stream for the same seed on
every platform and in every later version; it promises nothing about `shuffle`, `sample` and
`randrange`. So everything here uses only `random()`.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

from futoshiki_lab.core import whole_number

Item = TypeVar("Item")


class PortableRandom:
    """A random number generator whose numbers depend only on its seed.

    Parameters
    ----------
    seed : any text; different texts give independent streams.

    Attributes
    ----------
    random : gives the next number in [0, 1).
    """

    def __init__(self, seed: str):
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        """One of 0..n-1. For n up to a million, all are equally likely within 10^-9 of that."""
        return int(self.random() * n)

    def shuffled(self, items: Iterable[Item]) -> list[Item]:
        """The items in a random order, every order equally likely (Fisher and Yates 1938)."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def seeds_from(seed: int, count: int) -> range:
    """The seeds of a series: seed, seed+1, ...

    Raises
    ------
    ValueError : one of the two is not a whole number, or the count is below 0.
    """
    seed = whole_number("the seed", seed)
    return range(seed, seed + whole_number("the count", count, 0))
