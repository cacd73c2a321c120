"""`fut`: a size, then a drawing whose vertical signs are counted, as two French courses have it.

N; N rows of cells as in `picture`, `0>0 0`; between two rows a line with one mark for each column:
`.` for none, `^` (the upper cell is smaller) or `v`, with or without blanks. As in `picture`, a
line of marks may be missing, and there are other marks for the same.
"""

from __future__ import annotations

import re
from itertools import islice

from futoshiki_lab.core import Puzzle
from futoshiki_lab.formats.draft import Draft, Pair, across, down, marked
from futoshiki_lab.formats.picture import DOWN, add_row, cells_row
from futoshiki_lab.formats.text import Token, exactly, fail, lines_of, size, split, words
from futoshiki_lab.support.phrases import shown

ACROSS = {" ": 0, "<": -1, ">": 1}
MARKS = {".": 0, **DOWN}
_MARK = re.compile(r"[^ \t]")


def read(text: str) -> list[Draft]:
    """Read one puzzle."""
    lines = lines_of(text)
    n = size(words(lines.take("the size N"), 1, "number on this line, the size N")[0])
    draft, drawn = Draft(n), list[Token]()
    while len(drawn) < 2 * n - 1 and not lines.ended:
        drawn.append(lines.take("a line"))
    for r in range(n):
        what = f"row {r + 1} of {n}"
        add_row(draft, r, cells_row(drawn.pop(0) if drawn else lines.take(what), what))
        if r + 1 < n and drawn and _is_marks(drawn, n - r - 1):
            _add_marks(draft, down(n)[r], drawn.pop(0))
    if drawn:
        fail(f"expected nothing after row {n} of {n}, found {shown(drawn[0].text)}", drawn[0])
    lines.finish(f"row {n} of {n}")
    return [draft]


def _is_marks(drawn: list[Token], rows: int) -> bool:
    """Whether the next line holds marks; one of dots alone does if more than the rows are left."""
    seen = set(drawn[0].text) - {" ", "\t"}
    return not seen.isdisjoint(DOWN) or (seen == {"."} and len(drawn) > rows)


def _add_marks(draft: Draft, pairs: list[Pair], line: Token) -> None:
    marks = list(islice(split(line, _MARK), len(pairs) + 1))
    draft.add_marks(pairs, exactly(marks, len(pairs), "marks, one for each column", line), MARKS)


def write(puzzle: Puzzle) -> str:
    """Write one puzzle, with a line of marks between any two rows."""
    n, lines = puzzle.size, [str(puzzle.size)]
    beside, below = marked(puzzle, across(n), ACROSS), marked(puzzle, down(n), MARKS)
    for r, values in enumerate(puzzle.grid):
        cells = [f"{value}{mark}" for value, mark in zip(values, [*beside[r], ""], strict=True)]
        lines.append("".join(cells))
        lines += ["".join(marks) for marks in below[r : r + 1]]  # none under the last row
    return "\n".join(lines) + "\n"
