"""`csv`: numbers divided by commas, as the HCMUS course files have them.

`#` comments; N; N rows of N numbers; N rows of N-1 marks between horizontal and then N-1 rows of N
marks between vertical neighbours: 1 = the left or upper cell is smaller, -1 = larger, 0 = no sign.
"""

from __future__ import annotations

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.formats.draft import Draft, across, down
from futoshiki_lab.formats.text import Lines, fields, size

MARKS = {"0": 0, "1": -1, "-1": 1}


def read(text: str) -> list[Puzzle]:
    """Read one puzzle."""
    lines = Lines(text, comments="#")
    n = size(fields(lines.take("the size N"), ",", 1, "number on this line, the size N")[0])
    draft = Draft(n)
    for r in range(n):
        line = lines.take(f"row {r + 1} of {n}")
        draft.add_row(fields(line, ",", n, "numbers"))
    for r in range(n if n > 1 else 0):
        line = lines.take(f"row {r + 1} of {n} of horizontal signs")
        for c, token in enumerate(fields(line, ",", n - 1, "marks")):
            draft.add_mark(Cell(r, c), Cell(r, c + 1), token, MARKS)
    for r in range(n - 1):
        line = lines.take(f"row {r + 1} of {n - 1} of vertical signs")
        for c, token in enumerate(fields(line, ",", n, "marks")):
            draft.add_mark(Cell(r, c), Cell(r + 1, c), token, MARKS)
    lines.finish("the last row of signs")
    return [draft.puzzle()]


def write(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    rows = [[str(puzzle.size)], *([str(value) for value in row] for row in puzzle.grid)]
    if puzzle.size > 1:
        rows += across(puzzle, "1", "-1", "0") + down(puzzle, "1", "-1", "0")
    return "".join(",".join(row) + "\n" for row in rows)
