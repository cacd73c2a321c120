"""`id`: the game IDs of Simon Tatham's Unequal, one a line; `#` starts a comment.

`N:` (a difficulty may stand before the colon, `5de:`), then the cells in reading order: a number
(0 = empty) and any of `U R D L`, each saying that this cell is greater than that neighbour, with
commas between the cells; or a letter `a`..`z` for a run of 1..26 empty cells. The adjacent mode,
`5a:`, is another puzzle and refused. A table as spreadsheets export it is read too, if its first
column is called `id`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from futoshiki_lab.core import Cell, Puzzle, Sign
from futoshiki_lab.formats.draft import Draft, Entry, entry
from futoshiki_lab.formats.text import MAX_PUZZLES, Token, fail, lines_of, number, size, split
from futoshiki_lab.support.phrases import shown

SIDES = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
LETTERS = ["".join(some) for count in range(5) for some in combinations(SIDES, count)]

_HEAD = re.compile(r"([0-9]+)(a?)(?:d[tekxr])?")
_ITEM = re.compile(r"([a-z])|([0-9]+)([URDL]*)")
_FLAG = re.compile(r"[URDL]")


def read(text: str) -> list[Entry]:
    """Read all puzzles of a file, one a line."""
    lines = lines_of(text, comments="#")
    if is_heading(lines.current.text):
        lines.take("the heading of a table")
    found: list[Entry] = []
    while not found or not lines.ended:
        if len(found) == MAX_PUZZLES:
            fail(f"expected at most {MAX_PUZZLES} puzzles, found more", lines.current)
        found.append(entry(_draft, lines.take("a game ID")))
    return found


def is_heading(line: str) -> bool:
    """Whether a line is the heading of a table whose first column is called `id`."""
    return line.partition(",")[0].strip(" \t\"'").lower() == "id"


def _id(line: Token) -> Token:
    """The ID on a line: the whole line, or the first field of a table's row."""
    text = line.text.strip(" \t")
    start = line.text.index(text)
    if not text.startswith('"'):
        return line.part(start, start + len(text))
    end = text.find('"', 1)
    if end < 0:
        fail("expected a closing quote", line.end)
    return line.part(start + 1, start + end)


def _draft(line: Token) -> Draft:
    line = _id(line)
    draft, body = Draft(head(line)), line.part(line.text.index(":") + 1)
    return by_tables(draft, body) or by_cells(draft, body)


def by_tables(draft: Draft, body: Token) -> Draft | None:
    """Read the cells as programs write them, fast; None if they are written another way, or wrong.

    Parameters
    ----------
    draft : the puzzle that is read; it is left as it is if the answer is None.
    body : what follows the colon.
    """
    n = draft.size
    cells, sides = _cells(n), _sides(n)
    try:
        read = [cells[text] for text in body.text.removesuffix(",").split(",", n * n)]
        pairs = zip(read, sides, strict=True)
        signs = [sign for (_, letters), side in pairs if letters for sign in side[letters]]
    except (KeyError, ValueError):  # a cell that is not in the tables; too many cells, or too few
        return None
    found = dict.fromkeys(signs, body)
    if any((larger, smaller) in found for smaller, larger in signs):
        return None
    draft.rows = [[value for value, _ in read[r * n : r * n + n]] for r in range(n)]
    draft.signs = found
    return draft


@cache
def _cells(n: int) -> dict[str, tuple[int, str]]:
    """What may stand between two commas: a number and letters, these in one order only."""
    return {f"{value}{some}": (value, some) for value in range(n + 1) for some in LETTERS}


@cache
def _sides(n: int) -> list[dict[str, list[Sign]]]:
    """For each cell, the signs that its letters mean; without those that point off the board."""
    found = []
    for cell in map(Cell._make, product(range(n), repeat=2)):
        signs = {side: Sign(other, cell) for side, other in _others(cell, n).items()}
        found.append({t: [signs[c] for c in t] for t in LETTERS if signs.keys() >= set(t)})
    return found


def _others(cell: Cell, n: int) -> dict[str, Cell]:
    """The neighbours of a cell, by the letters that point to them."""
    others = {side: Cell(cell.row + r, cell.column + c) for side, (r, c) in SIDES.items()}
    return {side: other for side, other in others.items() if min(other) >= 0 and max(other) < n}


def by_cells(draft: Draft, body: Token) -> Draft:
    """Read the cells one by one, however they are written; whatever is wrong gets its error."""
    n, at = draft.size, 0
    values: list[int] = []
    while at < len(body.text):
        item = _ITEM.match(body.text, at)
        if not item:
            fail(f"expected a cell, found {shown(body.text[at:])}", body.part(at))
        cell = Cell(*divmod(len(values), n))
        if item[1]:
            values += [0] * (ord(item[1]) - ord("a") + 1)
        else:
            values.append(number(body.part(*item.span(2)), 0, n))
        if len(values) > n * n:
            fail(f"expected {n * n} cells, found more", body.part(at))
        for flag in split(body.part(*item.span(3)), _FLAG) if item[3] else ():
            if flag.text not in _others(cell, n):
                what = f"{flag.text} at {cell} points off the board"
                fail(f"expected a neighbour, but {what}", flag)
            draft.add_sign(_others(cell, n)[flag.text], cell, flag)
        at = _after_comma(body, item)
    if len(values) < n * n:
        fail(f"expected {n * n} cells, found {len(values)}", body.end)
    draft.rows = [values[r * n : r * n + n] for r in range(n)]
    return draft


def head(line: Token) -> int:
    """Read the size, which stands before the colon."""
    found = _HEAD.match(line.text)
    if not found:
        fail(f"expected the size and a colon, as in 5:, found {shown(line.text)}", line)
    rest = line.part(found.end())
    if not rest.text.startswith(":"):
        seen = shown(rest.text) if rest.text else "the end of the ID"
        fail(f"expected a colon after the size, found {seen}", rest)
    if found[2]:
        what = "adjacent mode (the signs of an ID like 5a: mean 'differ by one') is another puzzle"
        fail(what, line.part(found.end(1)))
    return size(line.part(*found.span(1)))


def _after_comma(line: Token, item: re.Match[str]) -> int:
    """Step over the comma: needed between two numbers, optional beside a letter and at the end."""
    at = item.end()
    following = line.text[at : at + 1]
    if following and following != "," and not item[1] and not ("a" <= following <= "z"):
        found = shown(line.text[at:])
        fail(f"expected a comma or one of U R D L, found {found}", line.part(at))
    return at + (following == ",")


def write(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, one a line."""
    return "".join(_id_of(puzzle) + "\n" for puzzle in puzzles)


def _id_of(puzzle: Puzzle) -> str:
    cells = "".join(f"{puzzle[cell]}{_flags(puzzle, cell)}," for cell in puzzle.cells)
    return f"{puzzle.size}:{cells}"


def _flags(puzzle: Puzzle, cell: Cell) -> str:
    others = _others(cell, puzzle.size).items()
    return "".join(side for side, other in others if (other, cell) in puzzle.signs)
