"""Formats that are tables of numbers with a size above them: `csv` and `rel`.

`csv`, as the HCMUS course files have it: `#` comments; N; N rows of N numbers; N rows of N-1 marks
between horizontal and then N-1 rows of N marks between vertical neighbours, with commas between
them: 1 = the left or upper cell is smaller, -1 = larger, 0 = no sign.

`rel`, as the Wrocław course files have it: a size; `START:` and rows of numbers separated by `;`;
`REL:` and pairs. A line `D2;A1` says that the first cell is smaller than the second; the letter is
the row, the number the column. Rows after Z go on as in a spreadsheet: AA, AB, ...

A relative without a size is read as `rel`, too: a line `B2, 1` gives a value, a line `A1, A2` says
that the first cell is larger. Two programs of its course print A1, A2, A3, ... as the first row.
"""

from __future__ import annotations

import re
from string import ascii_uppercase

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle
from futoshiki_lab.formats.detection import LETTER_PAIR
from futoshiki_lab.formats.sketch import Sketch, across, down, joined, marked
from futoshiki_lab.formats.text import Token, Tokens, fail, fields, lines_of, size
from futoshiki_lab.support.phrases import shown

CSV_MARKS = {"0": 0, "1": -1, "-1": 1}
ROW_NAMES = [*ascii_uppercase, *("A" + letter for letter in ascii_uppercase)]

_REL_CELL = re.compile(r"([A-Za-z]{1,2})([0-9]{1,2})")


def _take_size(lines: Tokens, separator: str) -> Sketch:
    """Begin with the size, which stands alone on the first line."""
    what = "number on this line, the size N"
    return Sketch(size(fields(lines.take("the size N"), separator, 1, what)[0]))


def _take_rows(lines: Tokens, sketch: Sketch, separator: str) -> None:
    n = sketch.size
    for r in range(n):
        sketch.add_row(fields(lines.take(f"row {r + 1} of {n}"), separator, n, "numbers"))


def read_csv(text: str) -> list[Sketch]:
    """Read one puzzle."""
    lines = lines_of(text, comments="#")
    sketch = _take_size(lines, ",")
    _take_rows(lines, sketch, ",")
    for name, rows in {"horizontal": across(sketch.size), "vertical": down(sketch.size)}.items():
        for r, pairs in enumerate(rows if sketch.size > 1 else [], 1):
            line = lines.take(f"row {r} of {len(rows)} of {name} signs")
            sketch.add_marks(pairs, fields(line, ",", len(pairs), "marks"), CSV_MARKS)
    lines.finish("the last row of signs")
    return [sketch]


def write_csv(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    n = puzzle.size
    signs = marked(puzzle, across(n) + down(n), CSV_MARKS) if n > 1 else []
    return joined([[n], *puzzle.grid, *signs], ",")


def read_rel(text: str) -> list[Sketch]:
    """Read one puzzle."""
    lines = lines_of(text)
    if LETTER_PAIR.match(lines.current.text):
        return [_read_letters(lines)]
    sketch = _take_size(lines, ";")
    _heading(lines, "START:")
    _take_rows(lines, sketch, ";")
    _heading(lines, "REL:")
    while not lines.ended:
        pair = fields(lines.take("a pair of cells"), ";", 2, "cells, smaller;larger")
        smaller, larger = (_rel_cell(token, sketch.size) for token in pair)
        sketch.add_sign(smaller, larger, pair[0])
    return [sketch]


def _read_letters(lines: Tokens) -> Sketch:
    """Read values and pairs of cells; the size is the largest index of a row or column."""
    pairs = []
    while not lines.ended:
        pairs.append(fields(lines.take("a line"), ",", 2, "words, a cell and its value or a cell"))
    named = [
        found for pair in pairs for token in pair if (found := _REL_CELL.fullmatch(token.text))
    ]
    sizes = [
        (ROW_NAMES.index(c[1].upper()) + 1, int(c[2])) for c in named if c[1].upper() in ROW_NAMES
    ]
    n = min(max((max(pair) for pair in sizes), default=1), MAX_SIZE)
    sketch = Sketch(n)
    for first, second in pairs:
        cell = _rel_cell(first, n)
        if second.text[:1].isalpha():
            sketch.add_sign(_rel_cell(second, n), cell, first)
            continue
        sketch.add_given(cell, second)
    return sketch


def _heading(lines: Tokens, heading: str) -> None:
    line = lines.take(heading)
    if line.text.strip(" \t").upper() != heading:
        fail(f"expected {heading}, found {shown(line.text.strip())}", line)


def _rel_cell(token: Token, n: int) -> Cell:
    found = _REL_CELL.fullmatch(token.text)
    letters, column = (found[1].upper(), int(found[2])) if found else ("", 0)
    if letters not in ROW_NAMES[:n] or not 1 <= column <= n:
        fail(f"expected a cell A1..{ROW_NAMES[n - 1]}{n}, found {shown(token.text)}", token)
    return Cell(ROW_NAMES.index(letters), column - 1)


def write_rel(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    pairs = [[f"{ROW_NAMES[row]}{column + 1}" for row, column in s] for s in sorted(puzzle.signs)]
    return joined([[puzzle.size], ["START:"], *puzzle.grid, ["REL:"], *pairs], ";")
