"""Formats that are drawings: `picture` and `fut`.

`picture` is the puzzle as a person draws it, vertical signs in the column of the cell above.

Cells are numbers or one of `. * _ - 0` for empty, with `<` or `>` between horizontal neighbours. In
the line between two rows `^ A ∧` says that the upper cell is smaller, `v V ∨` that it is larger;
the line may be blank or missing. Where all signs stand between the columns of the cells, blanks may
stand for empty cells (`fill_blanks`). Typographic signs mean the same. Titles above are passed
over, and so, with a warning, is the solution below. Vertical signs are matched by
column, never by counting: each belongs to the cell it stands under, or touches from the side where
the drawing is a little off.

`fut`, as two French courses have it, is N and a drawing whose vertical signs are counted: N rows of
cells as in `picture`, `0>0 0`; between two rows a line with one mark for each column: `.` for none,
`^` (the upper cell is smaller) or `v`, with or without blanks. As in `picture`, a line of marks may
be missing, and there are other marks for the same. CodinGame counts the lines that follow, 2N-1, in
place of N, and matches vertical signs by column.
"""

from __future__ import annotations

import re
import warnings
from itertools import islice
from typing import NamedTuple

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle
from futoshiki_lab.formats.detection import (
    ACROSS,
    DOWN,
    EMPTY,
    TOKEN,
    WIDEST,
    fill_blanks,
    is_title,
    split_titles,
)
from futoshiki_lab.formats.sketch import Sketch, across, down, marked
from futoshiki_lab.formats.text import (
    Token,
    Tokens,
    exactly,
    fail,
    is_number,
    lines_of,
    size,
    split,
    words,
)
from futoshiki_lab.support.phrases import shown

FUT_ACROSS = {" ": 0, **ACROSS}
FUT_DOWN = {".": 0, **DOWN}
_MARK = re.compile(r"[^ \t]")


class _Row(NamedTuple):
    """A line of a drawing and its tokens."""

    line: Token
    tokens: list[Token]

    def left(self, token: Token) -> int:
        """The column of the page where a token begins, from 0, with tabs expanded."""
        return len(self.line.text[: token.column - 1].expandtabs())

    @property
    def cells(self) -> list[Token]:
        """The tokens that are not signs between horizontal neighbours."""
        return [token for token in self.tokens if token.text not in ACROSS]

    @property
    def is_marks(self) -> bool:
        """Whether the line holds the signs between two rows."""
        return self.tokens[0].text in DOWN


def read_picture(text: str) -> list[Sketch]:
    """Read one puzzle."""
    above, drawing = split_titles(text)
    lines = lines_of("\n" * above + fill_blanks(drawing))
    row = _cells_row(lines.take("a row of cells"), "a row of cells")
    n = len(row.cells)
    sketch = Sketch(n)
    for r in range(n):
        if r > 0:
            row = _cells_row(lines.take(f"row {r + 1} of {n}"), f"row {r + 1} of {n}")
        _add_row(sketch, r, row)
        if r + 1 < n and not lines.ended and _split(lines.current).is_marks:
            _add_marks(sketch, r, row, _split(lines.take("signs")))
    left = lines.current
    if left.text and not _is_solution(lines, n):
        word = next(split(left))
        fail(f"expected nothing after row {n} of {n}, found {shown(word.text)}", word)
    if left.text:
        warnings.warn(
            f"the drawing above line {left.line} is taken, not the one below", stacklevel=7
        )
    return [sketch]


def _is_solution(lines: Tokens, n: int) -> bool:
    """Whether all that is left is a full board of n rows, with or without a title and signs."""
    rows = list[list[str]]()
    while not lines.ended and len(rows) <= n:
        line = lines.take("a line")
        if line.end.column > WIDEST:
            return False
        found = [word.text for word in split(line, TOKEN) if word.text not in ACROSS]
        if not is_title(line) and not DOWN.keys() >= set(found):
            rows.append(found)
    return len(rows) == n and all(
        len(row) == n and all(is_number(word) and word != "0" for word in row) for row in rows
    )


def _split(line: Token) -> _Row:
    """The cells and signs of a line; a line that is too long for any puzzle is refused."""
    if line.end.column > WIDEST:
        fail(f"expected at most {WIDEST} characters in a line, found {line.end.column - 1}", line)
    return _Row(line, list(split(line, TOKEN)))


def _cells_row(line: Token, expected: str) -> _Row:
    """A row of cells; the error of any other line says what was expected."""
    row = _split(line)
    first = row.tokens[0]
    if row.is_marks:
        fail(f"expected {expected}, found the sign {first.text} between rows", first)
    if first.text in ACROSS:
        fail(f"expected {expected}, a cell first, found the sign {first.text}", first)
    if len(row.cells) > MAX_SIZE:
        fail(f"expected at most {MAX_SIZE} cells in a row, found more", row.cells[MAX_SIZE])
    return row


def _add_row(sketch: Sketch, r: int, row: _Row) -> None:
    """Add a row of cells and the signs between them."""
    values = [_cell(token) for token in row.cells]
    exactly(row.cells, sketch.size, f"cells in row {r + 1}", row.line)
    sketch.add_row(values)
    c = -1
    for index, token in enumerate(row.tokens):
        if token.text in ACROSS:
            if row.tokens[index - 1].text in ACROSS or c + 1 == sketch.size:
                fail(f"expected a cell on either side of the sign {token.text}", token)
            sketch.add_mark((Cell(r, c), Cell(r, c + 1)), token, ACROSS)
        else:
            c += 1


def _cell(token: Token) -> Token:
    """A cell's number; 0 stands for the marks of an empty cell."""
    if token.text in EMPTY:
        return token._replace(text="0")
    if not is_number(token.text):
        fail(f"expected a number or one of . * _ - for a cell, found {shown(token.text)}", token)
    return token


def _add_marks(sketch: Sketch, r: int, upper: _Row, row: _Row) -> None:
    """Add the vertical signs of one line, each to the cell of the row above that it is nearest."""
    taken: set[int] = set()
    for token in row.tokens:
        if token.text not in DOWN:
            fail(f"expected one of {' '.join(DOWN)} between rows, found {shown(token.text)}", token)
        c = _column(upper, row.left(token), token)
        if c in taken:
            fail(f"expected one sign under {Cell(r, c)}, found another: {token.text}", token)
        taken.add(c)
        sketch.add_mark((Cell(r, c), Cell(r + 1, c)), token, DOWN)


def _column(upper: _Row, at: int, mark: Token) -> int:
    """The index of the cell that a mark stands under: none further away than the next column."""
    distances = []
    for c, cell in enumerate(upper.cells):
        left = upper.left(cell)
        distances.append((max(left - at, at - (left + len(cell.text) - 1), 0), c))
    (nearest, c), *others = sorted(distances)
    if nearest > 1 or (others and others[0][0] == nearest):
        fail(f"expected {mark.text} in the column of a cell of the row above", mark)
    return c


def write_picture(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    return puzzle.picture() + "\n"


# -- fut -----------------------------------------------------------------------------------------


def read_fut(text: str) -> list[Sketch]:
    """Read one puzzle."""
    lines = lines_of(text)
    n = size(words(lines.take("the size N"), 1, "number on this line, the size N")[0])
    first = _split(lines.current).cells if not lines.ended else ()
    if n > 1 and len(first) == (n + 1) / 2:  # it counts the lines, as CodinGame does
        return read_picture(text.replace(str(n), " " * len(str(n)), 1))
    sketch, drawn = Sketch(n), list[Token]()
    while len(drawn) < 2 * n - 1 and not lines.ended:
        drawn.append(lines.take("a line"))
    for r in range(n):
        what = f"row {r + 1} of {n}"
        _add_row(sketch, r, _cells_row(drawn.pop(0) if drawn else lines.take(what), what))
        if r + 1 < n and drawn and _is_marks(drawn, n - r - 1):
            line = drawn.pop(0)
            marks = list(islice(split(line, _MARK), n + 1))
            exactly(marks, n, "marks, one for each column", line)
            sketch.add_marks(down(n)[r], marks, FUT_DOWN)
    if drawn:
        fail(f"expected nothing after row {n} of {n}, found {shown(drawn[0].text)}", drawn[0])
    lines.finish(f"row {n} of {n}")
    return [sketch]


def _is_marks(drawn: list[Token], rows: int) -> bool:
    """Whether the next line holds marks; one of dots alone does if more than the rows are left."""
    seen = set(drawn[0].text) - {" ", "\t"}
    return not seen.isdisjoint(DOWN) or (seen == {"."} and len(drawn) > rows)


def write_fut(puzzle: Puzzle) -> str:
    """Write one puzzle, with a line of marks between any two rows."""
    n, lines = puzzle.size, [str(puzzle.size)]
    beside, below = marked(puzzle, across(n), FUT_ACROSS), marked(puzzle, down(n), FUT_DOWN)
    for r, values in enumerate(puzzle.grid):
        cells = zip(values, [*beside[r], ""], strict=True)
        lines.append("".join(f"{value}{mark}" for value, mark in cells))
        lines += ["".join(marks) for marks in below[r : r + 1]]  # none under the last row
    return "\n".join(lines) + "\n"
