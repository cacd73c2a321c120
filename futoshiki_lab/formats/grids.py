"""`grids`, as the NYU course files have it: three blocks separated by blank lines.

n rows of n numbers (0 = empty); n rows of n-1 marks `0 < >` between horizontal neighbours; n-1 rows
of n marks `0 ^ v` between vertical neighbours (`^`: upper < lower). A file of the first block alone
is a puzzle without signs, or a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from futoshiki_lab.core import MAX_SIZE, Puzzle
from futoshiki_lab.formats.sketch import Sketch, across, down, joined, marked
from futoshiki_lab.formats.text import Token, Tokens, fail, lines_of, split, words
from futoshiki_lab.support.phrases import shown

GRID_ACROSS = {"0": 0, "<": -1, ">": 1}
GRID_DOWN = {"0": 0, "^": -1, "v": 1}


def read_grids(text: str) -> list[Sketch]:
    """Read one puzzle."""
    lines = lines_of(text)
    first = list(islice(split(lines.current), MAX_SIZE + 1))
    if len(first) > MAX_SIZE:
        fail(f"expected at most {MAX_SIZE} numbers in a row, found more", first[-1])
    n = max(1, len(first))  # a text without any line fails at its first row, in words
    sketch = Sketch(n)
    for row in _block(lines, n, n, "row", "numbers"):
        sketch.add_row(row)
    if n > 1 and not lines.ended:
        rows = _block(lines, n, n - 1, "row of horizontal signs", "marks")
        for pairs, row in zip(across(n), rows, strict=True):
            sketch.add_marks(pairs, row, GRID_ACROSS)
        rows = _block(lines, n - 1, n, "row of vertical signs", "marks")
        for pairs, row in zip(down(n), rows, strict=True):
            sketch.add_marks(pairs, row, GRID_DOWN)
    lines.finish("the last block")
    return [sketch]


def _block(lines: Tokens, count: int, width: int, row: str, what: str) -> Iterator[list[Token]]:
    """Take the rows of a block: no blank line between them, and one after them."""
    line = lines.current
    for index in range(count):
        expected = f"{row} {index + 1} of {count}"
        if lines.current.line > line.line + 1 and not lines.ended:
            fail(f"expected {expected}, found a blank line", Token("", line.line + 1, 1))
        line = lines.take(expected)
        yield words(line, width, what)
    if lines.current.line == line.line + 1 and not lines.ended:
        word = next(split(lines.current))
        fail(f"expected a blank line after {count} rows, found {shown(word.text)}", word)


def write_grids(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    n = puzzle.size
    blocks = [marked(puzzle, across(n), GRID_ACROSS), marked(puzzle, down(n), GRID_DOWN)]
    return "\n".join(map(joined, [puzzle.grid, *blocks] if n > 1 else [puzzle.grid]))
