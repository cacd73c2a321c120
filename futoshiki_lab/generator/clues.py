"""What a puzzle can tell about a Latin square, and how clues are left out again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.generator.random_puzzles import by_square, touching


@dataclass(frozen=True, eq=False, slots=True)
class Clue:
    """One thing told: the value of a cell, or of two opposite cells, or the sign between two.

    Attributes
    ----------
    givens : the cells whose values are told; none for a sign.
    signs : the sign that is told; none for givens.
    """

    givens: tuple[Cell, ...] = ()
    signs: tuple[Sign, ...] = ()


Clues = list[Clue]


def all_givens(n: int, symmetric: bool) -> Clues:
    """Every cell as a clue; symmetric: every cell with the one that half a turn takes it to."""
    cells = [Cell(row, column) for row in range(n) for column in range(n)]
    if not symmetric:
        return [Clue(givens=(cell,)) for cell in cells]
    pairs = ((cell, opposite(cell, n)) for cell in cells)
    return [Clue(givens=tuple(dict.fromkeys(pair))) for pair in pairs if pair[0] <= pair[1]]


def opposite(cell: Cell, n: int) -> Cell:
    """The cell that half a turn of the board takes a cell to."""
    return Cell(n - 1 - cell.row, n - 1 - cell.column)


def all_signs(square: Grid) -> Clues:
    """The signs between all cells that touch, as a square has them."""
    return [Clue(signs=(Sign(*by_square(pair, square)),)) for pair in touching(len(square))]


def count(clues: Iterable[Clue]) -> tuple[int, int]:
    """How many givens and how many signs these clues are."""
    clues = list(clues)
    return sum(len(clue.givens) for clue in clues), sum(len(clue.signs) for clue in clues)


def puzzle_of(square: Grid, clues: Iterable[Clue], name: str = "") -> Puzzle:
    """The puzzle that tells these things about a square."""
    grid = [[0] * len(square) for _ in square]
    signs = []
    for clue in clues:
        signs += clue.signs
        for row, column in clue.givens:
            grid[row][column] = square[row][column]
    return Puzzle(grid, signs, name=name)


def leave_out(
    clues: Clues, order: Sequence[Clue], holds: Callable[[Clues], bool], most: int | None = None
) -> Clues:
    """Leave out clue after clue, as long as something holds of what is left.

    Parameters
    ----------
    clues : of which it holds; this list stays as it is.
    order : those that may go, in the order in which they are tried.
    holds : tells whether it holds; once it does not, it never does again with fewer clues.
    most : leave out that many at most; None for no such bound.

    Returns
    -------
    What was left out, in the order in which it went. Where `order` was gone through to its end,
    none of the others in it could go.
    """
    gone: Clues = []
    most = len(order) if most is None else most
    tried, step = 0, len(order) // 4 or 1  # at first most can go: try several at once
    while tried < len(order) and len(gone) < most:
        some = order[tried : tried + min(step, most - len(gone))]
        if holds(without(clues, [*gone, *some])):
            gone += some
            tried += len(some)
            step *= 2
        elif len(some) == 1:
            tried += 1
        else:
            step = len(some) // 2
    return gone


def leading(clues: Clues, order: Sequence[Clue], holds: Callable[[Clues], bool]) -> int:
    """How many clues can go, from the first of an order on, until one must stay: by halving."""
    least, most = 0, len(order)
    while least < most:
        middle = (least + most + 1) // 2
        if holds(without(clues, order[:middle])):
            least = middle
        else:
            most = middle - 1
    return least


def without(clues: Clues, gone: Iterable[Clue]) -> Clues:
    """The clues but for some."""
    names = {id(clue) for clue in gone}
    return [clue for clue in clues if id(clue) not in names]
