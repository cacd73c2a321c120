"""The clues of a puzzle whose solution is a Latin square, and how to drop clues."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.generator.random_puzzles import every_cell, showing, sign_between, touching

# Cells whose values are given together, one cell or two opposite ones; or one sign.
Clue = tuple[Cell, ...] | tuple[Sign]
Clues = list[Clue]


def all_givens(n: int, symmetric: bool) -> Clues:
    """Every cell as a clue; symmetric: each pair of cells that half a turn exchanges."""
    cells = every_cell(n)
    if not symmetric:
        return [(cell,) for cell in cells]
    # Half a turn reverses the reading order; on a board of odd size the centre stays alone.
    pairs = zip(cells, reversed(cells), strict=True)
    return [(cell, other) if cell < other else (cell,) for cell, other in pairs if cell <= other]


def all_signs(square: Grid) -> Clues:
    """The signs between all cells that touch, as they agree with a square."""
    return [(sign_between(pair, square),) for pair in touching(len(square))]


def is_sign(clue: Clue) -> bool:
    """Whether a clue is a sign, not a given."""
    return isinstance(clue[0], Sign)


def numbers_of(clues: Clues) -> tuple[int, int]:
    """How many givens and how many signs these clues are."""
    signs = sum(map(is_sign, clues))
    return sum(map(len, clues)) - signs, signs


def puzzle_of(square: Grid, clues: Clues, name: str = "") -> Puzzle:
    """The puzzle with these clues, with the values of a square."""
    told = [part for clue in clues for part in clue]
    signs = frozenset(part for part in told if isinstance(part, Sign))
    return Puzzle(showing(square, set(told)), signs, name)


def drop_clues(
    clues: Clues, order: Sequence[Clue], holds: Callable[[Clues], bool], most: int | None = None
) -> Clues:
    """Drop clues one by one while `holds` stays true.

    Parameters
    ----------
    clues : `holds` is true for them; this list stays as it is.
    order : the clues that may be dropped, in the order in which they are tried.
    holds : holds(clues); if it is false for some clues, it is false for every subset of them.
    most : drop at most that many; None for no such bound.

    Returns
    -------
    The clues that are left. If fewer than `most` were dropped, no other one in `order` can be.
    """
    dropped: Clues = []
    most = len(order) if most is None else most
    tried, step = 0, len(order) // 4 or 1  # at first most clues can go: try several at once
    while tried < len(order) and len(dropped) < most:
        some = order[tried : tried + min(step, most - len(dropped))]
        if holds(without(clues, [*dropped, *some])):
            dropped += some
            tried += len(some)
            step *= 2
        elif len(some) == 1:
            tried += 1
        else:
            step = len(some) // 2
    return without(clues, dropped)


def drop_first(clues: Clues, order: Sequence[Clue], holds: Callable[[Clues], bool]) -> Clues:
    """Drop clues from the start of an order until one must stay; parameters as in `drop_clues`."""

    def without_all_but(last: int) -> Clues:
        return without(clues, order[: len(order) - last])

    must_stay = bisect_left(range(len(order)), True, key=lambda last: holds(without_all_but(last)))
    return without_all_but(must_stay)


def without(clues: Clues, dropped: Iterable[Clue]) -> Clues:
    """The clues that were not dropped."""
    dropped = set(dropped)
    return [clue for clue in clues if clue not in dropped]
