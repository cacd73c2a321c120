"""`grids`: three blocks divided by blank lines, as the NYU course files have them.

n rows of n numbers (0 = empty); n rows of n-1 marks `0 < >` between horizontal neighbours; n-1 rows
of n marks `0 ^ v` between vertical neighbours (`^`: upper < lower). A file of the first block alone
is a puzzle without signs, or a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle
from futoshiki_lab.core.display import text_of
from futoshiki_lab.formats.draft import Draft, across, down
from futoshiki_lab.formats.text import Lines, Token, fail, shown, split, words

ACROSS = {"0": 0, "<": -1, ">": 1}
DOWN = {"0": 0, "^": -1, "v": 1}


def read(text: str) -> list[Puzzle]:
    """Read one puzzle."""
    lines = Lines(text)
    n = _size(lines)
    draft = Draft(n)
    for row in _block(lines, n, n, "row", "numbers"):
        draft.add_row(row)
    if n > 1 and not lines.ended:
        for r, row in enumerate(_block(lines, n, n - 1, "row of horizontal signs", "marks")):
            for c, token in enumerate(row):
                draft.add_mark(Cell(r, c), Cell(r, c + 1), token, ACROSS)
        for r, row in enumerate(_block(lines, n - 1, n, "row of vertical signs", "marks")):
            for c, token in enumerate(row):
                draft.add_mark(Cell(r, c), Cell(r + 1, c), token, DOWN)
    lines.finish("the last block")
    return [draft.puzzle()]


def _size(lines: Lines) -> int:
    lines.skip_blank()
    first = list(islice(split(lines.current), MAX_SIZE + 1))
    if len(first) > MAX_SIZE:
        fail(f"expected at most {MAX_SIZE} numbers in a row, found more", first[-1])
    return max(1, len(first))  # a text without any line fails at its first row, in words


def _block(lines: Lines, count: int, width: int, row: str, what: str) -> Iterator[list[Token]]:
    for index in range(count):
        line = lines.take(f"{row} {index + 1} of {count}", blank=index == 0)
        yield words(line, width, what)
    if not lines.ended and lines.current.text.strip(" \t"):
        word = next(split(lines.current))
        fail(f"expected a blank line after {count} rows, found {shown(word.text)}", word)
    lines.skip_blank()


def write(puzzle: Puzzle) -> str:
    """Write one puzzle."""
    blocks = [across(puzzle, "<", ">", "0"), down(puzzle, "^", "v", "0")]
    if puzzle.size == 1:
        return text_of(puzzle.grid)
    return "\n".join([text_of(puzzle.grid), *map(text_of, blocks)])
