"""`rel`: a size, `START:` and rows, `REL:` and pairs, as the Wrocław course files have them.

Rows are numbers separated by `;`. A line `D2;A1` says that the first cell is smaller than the
second; the letter is the row, the number the column. Rows after Z go on as in a spreadsheet: AA,
AB, ...
"""

from __future__ import annotations

import re

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.formats.draft import Draft, joined
from futoshiki_lab.formats.text import Token, Tokens, fail, fields, lines_of, size
from futoshiki_lab.support.phrases import shown

_CELL = re.compile(r"([A-Za-z]{1,2})([0-9]{1,2})")


def read(text: str) -> list[Draft]:
    """Read one puzzle."""
    lines = lines_of(text)
    n = size(fields(lines.take("the size N"), ";", 1, "number on this line, the size N")[0])
    draft = Draft(n)
    _heading(lines, "START:")
    for r in range(n):
        draft.add_row(fields(lines.take(f"row {r + 1} of {n}"), ";", n, "numbers"))
    _heading(lines, "REL:")
    while not lines.ended:
        line = lines.take("a pair of cells")
        smaller, larger = fields(line, ";", 2, "cells, smaller;larger")
        draft.add_sign(_cell(smaller, n), _cell(larger, n), smaller)
    return [draft]


def _heading(lines: Tokens, heading: str) -> None:
    line = lines.take(heading)
    if line.text.strip(" \t").upper() != heading:
        fail(f"expected {heading}, found {shown(line.text.strip())}", line)


def _cell(token: Token, n: int) -> Cell:
    found = _CELL.fullmatch(token.text)
    row, column = (_row(found[1].upper()), int(found[2]) - 1) if found else (n, n)
    if not (0 <= row < n and 0 <= column < n):
        fail(f"expected a cell A1..{_letters(n - 1)}{n}, found {shown(token.text)}", token)
    return Cell(row, column)


def _row(letters: str) -> int:
    return ord(letters[-1]) - ord("A") + 26 * sum(ord(letter) - 64 for letter in letters[:-1])


def _letters(row: int) -> str:
    return "A" * (row // 26) + chr(ord("A") + row % 26)  # n is 32 at most: AA, AB, ... suffice


def write(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    pairs = [(_name(smaller), _name(larger)) for smaller, larger in sorted(puzzle.signs)]
    return joined([[puzzle.size], ["START:"], *puzzle.grid, ["REL:"], *pairs], ";")


def _name(cell: Cell) -> str:
    return f"{_letters(cell.row)}{cell.column + 1}"
