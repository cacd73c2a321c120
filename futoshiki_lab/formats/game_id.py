"""`id`: the game IDs of Simon Tatham's Unequal, one a line; `#` starts a comment.

`N:` (a difficulty may stand before the colon, `5de:`), then the cells in reading order: a number
(0 = empty) and any of `U R D L`, each saying that this cell is greater than that neighbour, divided
by commas; or a letter `a`..`z` for a run of 1..26 empty cells. The adjacent mode, `5a:`, is another
puzzle and refused. A table in the manner of a spreadsheet, its first column called `id` and quoted
where needed, is read too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.formats.draft import Draft
from futoshiki_lab.formats.text import (
    MAX_PUZZLES,
    Lines,
    Place,
    Token,
    end_of,
    fail,
    number,
    shown,
    size,
)

SIDES = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

_HEAD = re.compile(r"([0-9]+)(a?)(?:d[tekxr])?")
_ITEM = re.compile(r"([a-z])|([0-9]+)([URDL]*)")


def read(text: str) -> list[Puzzle]:
    """Read all puzzles of a file, one a line."""
    lines = Lines(text, comments="#")
    lines.skip_blank()
    if lines.current.text.partition(",")[0].strip(" \t\"'").lower() == "id":
        lines.advance()
    puzzles = []
    lines.skip_blank()
    while not lines.ended:
        if len(puzzles) == MAX_PUZZLES:
            fail(f"expected at most {MAX_PUZZLES} puzzles, found more", lines.current)
        puzzles.append(_puzzle(_id(lines.take("a game ID"))))
        lines.skip_blank()
    if not puzzles:
        fail("expected a game ID, found the end of the text", end_of(text))
    return puzzles


def _id(line: Token) -> Token:
    """Take the ID off its line: the whole of it, or the first field of a table's row."""
    text = line.text.strip(" \t")
    column = line.text.index(text) + 1
    if not text.startswith('"'):
        return Token(text, line.line, column)
    if '"' not in text[1:]:
        fail("expected a closing quote", line.end)
    return Token(text[1:].partition('"')[0], line.line, column + 1)


def _puzzle(line: Token) -> Puzzle:
    draft = Draft(_head(line))
    at, cells = line.text.index(":") + 1, 0
    values: list[int] = []
    while at < len(line.text):
        item = _ITEM.match(line.text, at)
        place = Place(line.line, line.column + at)
        if not item:
            fail(f"expected a cell, found {shown(line.text[at:])}", place)
        if item[1]:
            values += [0] * (ord(item[1]) - ord("a") + 1)
        else:
            values.append(number(Token(item[2], *place), 0, draft.size))
        if len(values) > draft.size**2:
            fail(f"expected {draft.size**2} cells, found more", place)
        _add_flags(draft, divmod(cells, draft.size), item[3] or "", place, len(item[2] or ""))
        cells, at = len(values), _after_comma(line, item)
    if cells < draft.size**2:
        fail(f"expected {draft.size**2} cells, found {cells}", line.end)
    n = draft.size
    draft.rows = [values[r * n : r * n + n] for r in range(n)]
    return draft.puzzle()


def _head(line: Token) -> int:
    head, colon, _ = line.text.partition(":")
    found = _HEAD.match(head)
    if not found:
        fail(f"expected the size and a colon, as in 5:, found {shown(line.text)}", line)
    if not colon or found.end() < len(head):
        rest = shown(line.text[found.end() :]) if line.text[found.end() :] else "the end of the ID"
        place = Place(line.line, line.column + found.end())
        fail(f"expected a colon after the size, found {rest}", place)
    if found[2]:
        what = "adjacent mode (the signs of an ID like 5a: mean 'differ by one') is another puzzle"
        fail(what, Place(line.line, line.column + found.end(1)))
    return size(Token(found[1], line.line, line.column))


def _add_flags(draft: Draft, at: tuple[int, int], flags: str, place: Place, skip: int) -> None:
    cell = Cell(*at)
    for offset, flag in sorted((flags.index(flag), flag) for flag in SIDES if flag in flags):
        here = Place(place.line, place.column + skip + offset)
        other = Cell(cell.row + SIDES[flag][0], cell.column + SIDES[flag][1])
        if not (0 <= other.row < draft.size and 0 <= other.column < draft.size):
            fail(f"expected a neighbour, but {flag} at {cell} points off the board", here)
        draft.add_sign(other, cell, here)


def _after_comma(line: Token, item: re.Match[str]) -> int:
    """Step over the comma: needed between two numbers, optional beside a letter and at the end."""
    at = item.end()
    if line.text[at : at + 1] == ",":
        return at + 1
    rest = line.text[at:]
    if rest and not item[1] and not ("a" <= rest[0] <= "z"):
        place = Place(line.line, line.column + at)
        fail(f"expected a comma or one of U R D L, found {shown(rest)}", place)
    return at


def write(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, one a line."""
    return "".join(_id_of(puzzle) + "\n" for puzzle in puzzles)


def _id_of(puzzle: Puzzle) -> str:
    cells = "".join(f"{puzzle[cell]}{_flags(puzzle, cell)}," for cell in puzzle.cells)
    return f"{puzzle.size}:{cells}"


def _flags(puzzle: Puzzle, cell: Cell) -> str:
    others = {flag: Cell(cell.row + r, cell.column + c) for flag, (r, c) in SIDES.items()}
    return "".join(flag for flag, other in others.items() if (other, cell) in puzzle.signs)
