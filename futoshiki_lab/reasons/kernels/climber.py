"""A board on the ladder of rules, as plain Python or compiled: the answers are the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from inspect import getmembers, isfunction
from itertools import chain
from types import FunctionType
from typing import Any

from futoshiki_lab.reasons.kernels import climbing

# What the climbs of a process may cost (`Climber.spent`) before the compiled ladder is loaded for
# them: about a fifth of what loading costs.
WORTH_LOADING = 100_000
# `climb` of climbing.py, and what makes the lists or arrays that it works on.
MASKS = ("count_bits", "highest", "lowest")  # single instructions, where they are compiled
Engine = tuple[Callable[..., int], Callable[[Sequence[int]], Any]]


class Climber:
    """A board whose clues can be dropped and that rules solve.

    Parameters
    ----------
    n : its size.
    values : the value of each cell in reading order, or 0.
    signs : pairs of cell numbers, the smaller cell first.

    Attributes
    ----------
    kept : for each cell and then for each sign 1, or 0 if it is not a clue.
    spent : what all climbs of this process have cost, roughly. It decides how long a climb takes,
        never what comes of it.
    """

    spent = 0

    def __init__(self, n: int, values: Sequence[int], signs: Sequence[tuple[int, int]]):
        self._n, (self._climb, array) = n, choose_engine()
        self._memory = empty_memory(n, array).copy()
        self._clues = array(values), array([*chain.from_iterable(signs)])
        self.kept = array([1] * (n * n + len(signs)))

    def climb(self, level: int = climbing.EXTREME, flipped: int = -1) -> int:
        """Solve it with the rules up to a level.

        Parameters
        ----------
        level : the number of a level.
        flipped : a cell that must not have its value, or n² and the number of a sign that must
            point the other way, whether they are clues or not.

        Returns
        -------
        The level that was needed, `climbing.STUCK` or `climbing.DEAD`.
        """
        Climber.spent += self._n**3
        level = min(level, climbing.EXTREME)
        return self._climb(self._memory, self._n, *self._clues, self.kept, flipped, level)

    def masks(self, start: int = climbing.MASKS) -> list[int]:
        """The values left in each cell, now or, with `climbing.BEFORE`, before the hardest step."""
        return [int(mask) for mask in self._memory[start : start + self._n**2]]


def choose_engine() -> Engine:
    """The compiled engine if it is loaded or worth loading, and Numba is there."""
    loaded = compiled_engine.cache_info().currsize
    return compiled_engine() if loaded or Climber.spent > WORTH_LOADING else PLAIN


PLAIN: Engine = climbing.climb, list


@cache
def compiled_engine() -> Engine:
    """The functions compiled: each with a copy of their globals where the others are compiled."""
    from futoshiki_lab.support import compiling

    if not compiling.COMPILED:
        return PLAIN
    import numpy as np

    scope = dict(vars(climbing))
    for name, function in getmembers(climbing, isfunction):
        if function.__module__ == climbing.__name__:
            scope[name] = compiling.compiled(FunctionType(function.__code__, scope, name))
    scope |= {name: getattr(compiling, name) for name in MASKS}
    climb = partial(compiling.call_kept, compiling.keep_compiled(scope["climb"]))
    return climb, partial(np.array, dtype=np.int64)


@cache
def empty_memory(n: int, array: Callable[[Sequence[int]], Any]) -> Any:
    """The memory of climbing.py for boards of a size; the lines are filled in."""
    memory = array(bytearray(climbing.END))
    rows = [range(row * n, row * n + n) for row in range(n)]
    for place, cell in enumerate(chain(*rows, *zip(*rows, strict=True)), climbing.LINES):
        memory[place] = cell
    return memory
