"""A puzzle on its way from text, and the signs of a puzzle on their way to text."""

from __future__ import annotations

from collections.abc import Iterable

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle, Sign
from futoshiki_lab.formats.text import Place, Token, fail, number, shown

MAX_SIGNS = 4 * MAX_SIZE**2  # twice as many as any board has: the same sign twice is no error


class Draft:
    """A puzzle while it is being read: it knows where each sign stood, for the error.

    Parameters
    ----------
    size : n, already checked.
    """

    def __init__(self, size: int):
        self.size = size
        self.rows: list[list[int]] = []
        self.signs: dict[Sign, Place] = {}
        self._added = 0

    def add_row(self, tokens: Iterable[Token]) -> None:
        """Add the next row of n numbers, 0 for an empty cell."""
        self.rows.append([number(token, 0, self.size) for token in tokens])

    def add_sign(self, smaller: Cell, larger: Cell, at: Token | Place) -> None:
        """Add a sign; the same one again is kept once, the reverse of an earlier one refused."""
        if abs(smaller.row - larger.row) + abs(smaller.column - larger.column) != 1:
            fail(f"expected two cells that touch, found {smaller} and {larger}", at)
        self._added += 1
        if self._added > MAX_SIGNS:
            fail(f"expected at most {MAX_SIGNS} signs, found more", at)
        earlier = self.signs.get(Sign(larger, smaller))
        if earlier:
            where = f"line {earlier.line}, column {earlier.column}"
            fail(f"{smaller} < {larger} disagrees with {larger} < {smaller} at {where}", at)
        self.signs.setdefault(Sign(smaller, larger), Place(at.line, at.column))

    def add_mark(self, cell: Cell, other: Cell, token: Token, marks: dict[str, int]) -> None:
        """Add the sign that a mark between two cells stands for.

        Parameters
        ----------
        cell, other : the left or upper cell, and the right or lower one.
        marks : for each mark that may stand there -1 (`cell` is smaller), 1 (larger) or 0 (none).
        """
        if token.text not in marks:
            expected = f"one of {' '.join(marks)} between {cell} and {other}"
            fail(f"expected {expected}, found {shown(token.text)}", token)
        if marks[token.text] < 0:
            self.add_sign(cell, other, token)
        elif marks[token.text] > 0:
            self.add_sign(other, cell, token)

    def puzzle(self, name: str = "") -> Puzzle:
        """The finished puzzle."""
        return Puzzle(tuple(map(tuple, self.rows)), frozenset(self.signs), name)


def across(puzzle: Puzzle, less: str, greater: str, none: str) -> list[list[str]]:
    """The marks between horizontal neighbours: n rows of n-1."""
    n = range(puzzle.size)
    pairs = [[(Cell(r, c), Cell(r, c + 1)) for c in n[:-1]] for r in n]
    return [[_mark(puzzle, pair, less, greater, none) for pair in row] for row in pairs]


def down(puzzle: Puzzle, less: str, greater: str, none: str) -> list[list[str]]:
    """The marks between vertical neighbours: n-1 rows of n."""
    n = range(puzzle.size)
    pairs = [[(Cell(r, c), Cell(r + 1, c)) for c in n] for r in n[:-1]]
    return [[_mark(puzzle, pair, less, greater, none) for pair in row] for row in pairs]


def _mark(puzzle: Puzzle, pair: tuple[Cell, Cell], less: str, greater: str, none: str) -> str:
    if pair in puzzle.signs:
        return less
    return greater if pair[::-1] in puzzle.signs else none
