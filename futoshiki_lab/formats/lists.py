"""`lists`: Python list literals, one row each of width 2n-1, as the Toronto CSC384 boards are.

`[[3, '.', 0, '<', 0], ...]`: numbers (0 = empty) with a mark `. < >` between neighbours. There is
no place for a sign between vertical neighbours. A table of named boards, `{"name": {"board":
[[...], ...]}, ...}`, and several lists in one file are read too.
"""

from __future__ import annotations

from futoshiki_lab.core import MAX_SIZE, Puzzle, PuzzleError
from futoshiki_lab.formats.draft import Draft, Entry, across, entry, marked
from futoshiki_lab.formats.literal import Literal, literals
from futoshiki_lab.formats.text import fail

MARKS = {"'.'": 0, "'<'": -1, "'>'": 1, '"."': 0, '"<"': -1, '">"': 1}


def read(text: str) -> list[Entry]:
    """Read all boards of a file; those of a table keep their names."""
    return [board for value in literals(text) for board in _boards(value)]


def _boards(value: Literal) -> list[Entry]:
    if not isinstance(value.content, dict):
        return [entry(_board, value)]
    if not value.content:
        fail("expected a board, found an empty table", value.start)
    return [entry(_named_board, board, name) for name, board in value.content.items()]


def _named_board(value: Literal, name: str) -> Draft:
    return _board(value.entries(("board",))["board"], name)


def _board(value: Literal, name: str = "") -> Draft:
    rows = value.items("rows")
    if not 1 <= len(rows) <= MAX_SIZE:
        fail(f"expected 1..{MAX_SIZE} rows, found {len(rows)}", value.start)
    draft = Draft(len(rows), name)
    for row, pairs in zip(rows, across(draft.size), strict=True):
        tokens = row.scalars("numbers and marks by turns", 2 * draft.size - 1)
        draft.add_row(tokens[::2])
        draft.add_marks(pairs, tokens[1::2], MARKS)
    return draft


def write(puzzle: Puzzle) -> str:
    """Write one puzzle.

    Raises
    ------
    PuzzleError : a sign stands between vertical neighbours, which this format cannot say.
    """
    for upper, lower in sorted(map(sorted, puzzle.signs)):
        if upper.row != lower.row:
            raise PuzzleError(
                f"the format lists has horizontal signs only, and one stands between {upper} and "
                f"{lower}"
            )
    rows = zip(puzzle.grid, marked(puzzle, across(puzzle.size), MARKS), strict=True)
    return "[" + ",\n ".join(_row(values, marks) for values, marks in rows) + "]\n"


def _row(values: tuple[int, ...], marks: list[str]) -> str:
    pieces = [str(piece) for pair in zip(values, [*marks, ""], strict=True) for piece in pair]
    return f"[{','.join(pieces[:-1])}]"
