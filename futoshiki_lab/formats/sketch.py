"""A puzzle while it is read, and the pieces of which the formats write one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle, PuzzleError, Sign
from futoshiki_lab.core.puzzle import unchecked
from futoshiki_lab.formats.text import Token, fail, number
from futoshiki_lab.support.phrases import shown

Pair = tuple[Cell, Cell]  # neighbours: the left or upper cell, and the right or lower one
# What a mark says of a pair: -1, the first is smaller; 1, larger; 0, no sign.
Meaning = dict[str, int]

MAX_SIGNS = 4 * MAX_SIZE**2  # twice as many as any board has: the same sign twice is not an error


class Sketch:
    """A puzzle while it is being read: it knows where each sign stood, for the error.

    Parameters
    ----------
    size : n, already checked.
    name : what the text itself calls the puzzle.

    Attributes
    ----------
    rows : the n rows of n numbers, 0 for an empty cell.
    signs : each sign, and where it stands.
    """

    def __init__(self, size: int, name: str = ""):
        self.size, self.name = size, name
        self.rows = [[0] * size for _ in range(size)]
        self.signs: dict[Sign, Token] = {}
        self._filled = self._added = 0  # rows and signs

    def add_row(self, tokens: Iterable[Token]) -> None:
        """Add the next row of n numbers, 0 for an empty cell."""
        self.rows[self._filled] = [number(token, 0, self.size) for token in tokens]
        self._filled += 1

    def add_given(self, cell: Cell, token: Token, what: str = "value") -> None:
        """Add one number; the same one again is kept once, another one refused."""
        given, earlier = number(token, 1, self.size, f"a {what}"), self.rows[cell.row][cell.column]
        if earlier not in (0, given):
            fail(f"expected one {what} for {cell}, found {earlier} and {given}", token)
        self.rows[cell.row][cell.column] = given

    def add_drawing(self, rows: Sequence[Sequence[Token]], beside: Meaning, below: Meaning) -> None:
        """Add 2n-1 rows of 2n-1 tokens: cells, and between two of them a mark."""
        for row in rows[::2]:
            self.add_row(row[::2])
        for pairs, row in zip(across(self.size), rows[::2], strict=True):
            self.add_marks(pairs, row[1::2], beside)
        for pairs, row in zip(down(self.size), rows[1::2], strict=True):
            self.add_marks(pairs, row[::2], below)

    def add_sign(self, smaller: Cell, larger: Cell, at: Token) -> None:
        """Add a sign; the same one again is kept once, the reverse of an earlier one refused."""
        if abs(smaller.row - larger.row) + abs(smaller.column - larger.column) != 1:
            fail(f"expected two cells that touch, found {smaller} and {larger}", at)
        self._added += 1
        if self._added > MAX_SIGNS:
            fail(f"expected at most {MAX_SIGNS} signs, found more", at)
        earlier = self.signs.get(Sign(larger, smaller))
        if earlier is not None:
            where = f"line {earlier.line}, column {earlier.column}"
            fail(f"{smaller} < {larger} disagrees with {larger} < {smaller} at {where}", at)
        self.signs.setdefault(Sign(smaller, larger), at)

    def add_numbered_sign(self, four: Sequence[Token], first: int = 1) -> None:
        """Add the sign of `r1 c1 r2 c2`, where r1c1 < r2c2 and numbers count from `first`."""
        r1, c1, r2, c2 = four
        self.add_sign(self.cell(r1, c1, first), self.cell(r2, c2, first), r1)

    def cell(self, row: Token, column: Token, first: int = 1) -> Cell:
        """The cell of a row and a column whose numbers count from `first`."""
        what = "a row or column" + ", counted from 0," * (first == 0)
        last = first + self.size - 1
        r, c = (number(token, first, last, what) - first for token in (row, column))
        return Cell(r, c)

    def add_mark(self, pair: Pair, token: Token, marks: Meaning) -> None:
        """Add the sign that the mark between two neighbours stands for, if any."""
        if token.text not in marks:
            expected = f"one of {' '.join(marks)} between {pair[0]} and {pair[1]}"
            fail(f"expected {expected}, found {shown(token.text)}", token)
        if marks[token.text]:
            smaller, larger = pair[:: -marks[token.text]]
            self.add_sign(smaller, larger, token)

    def add_marks(self, pairs: Sequence[Pair], tokens: Sequence[Token], marks: Meaning) -> None:
        """Add the signs of a line of marks, one for each pair."""
        for pair, token in zip(pairs, tokens, strict=True):
            self.add_mark(pair, token, marks)

    def puzzle(self, name: str) -> Puzzle:
        """The finished puzzle: every number and sign was checked when it was added."""
        return unchecked(tuple(map(tuple, self.rows)), self.signs, name)


# What a text has for one puzzle: the puzzle, or why it cannot be read.
Reading = Sketch | PuzzleError


def try_to_read(read: Callable[..., Sketch], *what: object) -> Reading:
    """Read one of several puzzles; its error does not keep the others from being read."""
    try:
        return read(*what)
    except PuzzleError as error:
        return error.with_traceback(None)  # which would keep the whole text in memory


def across(n: int) -> list[list[Pair]]:
    """The horizontal neighbours: n rows of n-1 pairs."""
    return [[(Cell(r, c), Cell(r, c + 1)) for c in range(n - 1)] for r in range(n)]


def down(n: int) -> list[list[Pair]]:
    """The vertical neighbours: n-1 rows of n pairs."""
    return [[(Cell(r, c), Cell(r + 1, c)) for c in range(n)] for r in range(n - 1)]


def marked(puzzle: Puzzle, rows: list[list[Pair]], marks: Meaning) -> list[list[str]]:
    """The marks between the neighbours of each row; of several with one meaning, the first."""
    by_meaning, signs = {marks[mark]: mark for mark in reversed(marks)}, puzzle.signs
    return [[by_meaning[(pair[::-1] in signs) - (pair in signs)] for pair in row] for row in rows]


def joined(rows: Iterable[Iterable[object]], separator: str = " ") -> str:
    """One line for each row: its entries with a separator between them."""
    return "".join(separator.join(map(str, row)) + "\n" for row in rows)
