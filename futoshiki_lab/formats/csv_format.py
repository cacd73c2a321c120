"""`csv`: numbers separated by commas, as the HCMUS course files have them.

`#` comments; N; N rows of N numbers; N rows of N-1 marks between horizontal and then N-1 rows of N
marks between vertical neighbours: 1 = the left or upper cell is smaller, -1 = larger, 0 = no sign.
"""

from __future__ import annotations

from futoshiki_lab.core import Puzzle
from futoshiki_lab.formats.draft import Draft, across, down, joined, marked
from futoshiki_lab.formats.text import fields, lines_of, size

MARKS = {"0": 0, "1": -1, "-1": 1}


def read(text: str) -> list[Draft]:
    """Read one puzzle."""
    lines = lines_of(text, comments="#")
    n = size(fields(lines.take("the size N"), ",", 1, "number on this line, the size N")[0])
    draft = Draft(n)
    for r in range(n):
        line = lines.take(f"row {r + 1} of {n}")
        draft.add_row(fields(line, ",", n, "numbers"))
    for name, rows in {"horizontal": across(n), "vertical": down(n)}.items():
        for r, pairs in enumerate(rows if n > 1 else [], 1):
            line = lines.take(f"row {r} of {len(rows)} of {name} signs")
            draft.add_marks(pairs, fields(line, ",", len(pairs), "marks"), MARKS)
    lines.finish("the last row of signs")
    return [draft]


def write(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    n = puzzle.size
    signs = marked(puzzle, across(n) + down(n), MARKS) if n > 1 else []
    return joined([[n], *puzzle.grid, *signs], ",")
