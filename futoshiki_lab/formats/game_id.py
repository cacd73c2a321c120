"""`id`: the game IDs of Simon Tatham's Unequal, one a line; `#` starts a comment.

`N:` (a difficulty may stand before the colon, `5de:`), then the cells in reading order: a number
(0 = empty) and any of `U R D L`, each saying that this cell is greater than that neighbour, with
commas between the cells; or a letter `a`..`z` for a run of 1..26 empty cells. The adjacent mode,
`5a:`, is another puzzle and refused. Read too: an ID without its size; a game that Unequal has
saved; an address of this project, `play.html#puzzle=...`; a table as spreadsheets export it, if its
first column is called `id`.

So is a whole board in one line, as file names and tables have it: the 2n-1 rows of 2n-1 characters
of a drawing one after another, with `( )` or `< >` and `^ v` for signs, `_` where none stands, `.`
for an empty cell. Its solution may follow, drawn in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from urllib.parse import unquote

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle
from futoshiki_lab.formats.detection import MAX_DIGIT, ONE_LINE, SAVE_FILE, TASK, is_heading
from futoshiki_lab.formats.sketch import Reading, Sketch, try_to_read
from futoshiki_lab.formats.text import (
    MAX_PUZZLES,
    Token,
    fail,
    lines_of,
    number,
    place_of,
    size,
    split,
)
from futoshiki_lab.support.phrases import shown

BESIDE, BELOW = {"_": 0, "(": -1, "<": -1, ")": 1, ">": 1}, {"_": 0, "^": -1, "v": 1, "V": 1}
SIDES = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}

_HEAD = re.compile(r"([0-9]+)(a?)(?:d[tekxr])?")
_SAVED = re.compile(r"^([A-Z]+) *:[0-9]+:(?P<part>.*)$", re.MULTILINE)
_ADDRESS = re.compile(r"#puzzle=(?P<part>[^&#\s]+)")
_ITEM = re.compile(r"([a-z])|([0-9]+)([URDL]*)")


def read_id(text: str) -> list[Reading]:
    """Read all puzzles of a file, one a line."""
    if addresses := [_part(text, found) for found in _ADDRESS.finditer(text)]:
        return [try_to_read(_draft, one._replace(text=unquote(one.text))) for one in addresses]
    if SAVE_FILE.match(text):
        return [try_to_read(_saved, text)]
    lines = lines_of(text, comments="#")
    if is_heading(lines.current.text):
        lines.take("the heading of a table")
    found: list[Reading] = []
    while not found or not lines.ended:
        if len(found) == MAX_PUZZLES:
            fail(f"expected at most {MAX_PUZZLES} puzzles, found more", lines.current)
        found.append(try_to_read(_draft, lines.take("a game ID")))
    return found


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


def _others(cell: Cell, n: int) -> dict[str, Cell]:
    """The neighbours of a cell, by the letters that point to them."""
    others = {side: Cell(cell.row + r, cell.column + c) for side, (r, c) in SIDES.items()}
    return {side: other for side, other in others.items() if min(other) >= 0 and max(other) < n}


def _draft(line: Token) -> Sketch:
    """Read the size and, after the colon, the cells; without a size, it is that of so many."""
    line = _id(line)
    if ONE_LINE.fullmatch(line.text):
        return _one_line(line)
    if ":" in line.text or not TASK.fullmatch(line.text):
        return _fill(Sketch(_head(line)), line.part(line.text.index(":") + 1))
    cells = sum(ord(c[1]) - 96 if c[1] else 1 for c in _ITEM.finditer(line.text))
    if isqrt(cells) ** 2 != cells or cells > MAX_SIZE**2:
        fail(f"expected n * n cells, n from 1 to {MAX_SIZE}, found {cells}", line)
    return _fill(Sketch(isqrt(cells)), line)


def _one_line(line: Token) -> Sketch:
    """Read 2n-1 rows of 2n-1 characters, and compare the solution behind them, if there is one."""
    sides = (
        side
        for side in range(3, 2 * MAX_DIGIT, 2)
        for many in (1, 2)
        if many * side**2 == len(line.text)
    )
    side = next(sides, 0)
    if not side:
        many = "(2n-1) * (2n-1) characters, or twice as many with the solution"
        fail(f"expected {many}, found {len(line.text)}", line)
    sketch, solved = (Sketch(side // 2 + 1) for _ in range(2))
    for half, board in enumerate((sketch, solved)[: len(line.text) // side**2]):
        marks = [line.part(at, at + 1) for at in range(half * side**2, (half + 1) * side**2)]
        marks = [mark._replace(text="0") if mark.text == "." else mark for mark in marks]
        rows = [marks[at : at + side] for at in range(0, side**2, side)]
        board.add_drawing(rows, BESIDE, BELOW)
        if half and (board.signs.keys() != sketch.signs.keys() or not all(map(all, board.rows))):
            fail("expected the solution of this board, with the same signs", marks[0])
    return sketch


def _fill(sketch: Sketch, body: Token) -> Sketch:
    """Read cell by cell."""
    n, at, values = sketch.size, 0, list[int]()
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
        for flag in split(body.part(*item.span(3)), "[URDL]"):
            others = _others(cell, n)
            if flag.text not in others:
                fail(f"expected a neighbour, but {flag.text} at {cell} points off the board", flag)
            sketch.add_sign(others[flag.text], cell, flag)
        at = _after_comma(body, item)
    if len(values) < n * n:
        fail(f"expected {n * n} cells, found {len(values)}", body.end)
    sketch.rows = [values[r * n : r * n + n] for r in range(n)]
    return sketch


def _saved(text: str) -> Sketch:
    """Read the puzzle of a saved game; its moves are passed over."""
    parts = {found[1]: _part(text, found) for found in _SAVED.finditer(text)}
    for name, wanted in {"GAME": "Unequal", "PARAMS": "", "DESC": ""}.items():
        if name not in parts or wanted not in parts[name].text:
            there = parts.get(name, lines_of(text).current)
            found = f", found {shown(there.text)}" if name in parts else ""
            fail(f"expected {name} {wanted}".rstrip() + f" in this saved game{found}", there)
    head = parts["PARAMS"]
    return _fill(Sketch(_head(head._replace(text=f"{head.text}:"))), parts["DESC"])


def _part(text: str, found: re.Match[str]) -> Token:
    """What a pattern calls its part, and where that stands."""
    return place_of(text, found.start("part"))._replace(text=found["part"])


def _head(line: Token) -> int:
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


def _after_comma(body: Token, item: re.Match[str]) -> int:
    """Step over the comma: needed between two numbers, optional beside a letter and at the end."""
    rest = body.part(item.end())
    if not (item[1] or re.match(r"[,a-z]|\Z", rest.text)):
        fail(f"expected a comma or one of U R D L, found {shown(rest.text)}", rest)
    return item.end() + rest.text.startswith(",")


def write_id(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles, one a line."""
    return "".join(f"{puzzle.size}:{_cells(puzzle)}\n" for puzzle in puzzles)


def _cells(puzzle: Puzzle) -> str:
    text = ""
    for cell in puzzle.cells:
        others = _others(cell, puzzle.size).items()
        flags = (side for side, other in others if (other, cell) in puzzle.signs)
        text += f"{puzzle[cell]}{''.join(flags)},"
    return text
