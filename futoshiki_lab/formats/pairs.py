"""`pairs`: sizes, grids and pairs of cells, as the USP (São Paulo) course files have them.

First the number of cases; for each case its size D and its number of signs R, then D rows of D
numbers (0 = empty) and R times `r1 c1 r2 c2`, counted from 1, the first cell < the second. Line
ends mean nothing. In a variant the signs stand before the grid: where a text reads both ways
it is taken grid first, unless the variant is asked for by name (`pairs-constraints-first`).

Four relatives are read too; each begins with the size N. In signs of the first three, the first
cell is the larger one:

- N rows of N numbers, -1 for empty cells, and signs `r1 c1 r2 c2` as above;
- the same rows, then the number of signs and lines `12>8`: cells in reading order, from 0;
- the number of givens and lines `row column value`, then the number of signs and `r1 c1 r2 c2`;
- a matrix of 2N-1 rows of 2N-1 numbers: cells, and between two cells 1 (the left or upper one is
  smaller), -1 (larger) or 0. Where four cells meet stands 0.

The same data as JSON, `{"n": 9, "grid": [[...], ...], "less": [[r1, c1, r2, c2], ...]}` with cells
counted from 0 (the SYSU exercise in a machine's words), is read too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle, PuzzleError
from futoshiki_lab.formats.draft import MAX_SIGNS, Draft, across, down, joined
from futoshiki_lab.formats.lists import literals
from futoshiki_lab.formats.tables import CSV_MARKS
from futoshiki_lab.formats.text import MAX_PUZZLES, WORD, Tokens, fail, is_number, number, size
from futoshiki_lab.support.phrases import shown

_TWO_LINES = re.compile(r"\s*([0-9]{1,2})[ \t]*\n\s*(.*)")
_MINUS_ONE = re.compile(r"(?<![^ \t\n])-1(?![^ \t\n])")


def read(text: str) -> list[Draft]:
    """Read all cases of a file, the grid before or after the signs, or one puzzle of a relative."""
    if text.lstrip(" \t\n").startswith("{"):
        return [_read_json(text)]
    sort = sort_of(text)
    if sort == "matrix":
        return [_read_matrix(text)]
    if _MINUS_ONE.search(text):
        return [_read_board(text)]
    attempts = [lambda: _read_cases(text, False), lambda: _read_cases(text, True)]
    if sort == "givens":
        attempts.insert(0, lambda: [_read_givens(text)])
    errors = []
    for attempt in attempts:
        try:
            return attempt()
        except PuzzleError as error:
            errors.append(error)
    # None of them can read it: the error of the one that got furthest is raised.
    raise max(errors, key=lambda error: (error.line or 0, error.column or 0))


def sort_of(text: str) -> str:
    """Tell by the first two lines whether a size above 1 is followed by "givens" or a "matrix"."""
    found = _TWO_LINES.match(text)
    n, words = (int(found[1]), found[2].split(maxsplit=2 * MAX_SIZE)) if found else (0, [])
    if n < 2 or not all(is_number(word.removeprefix("-")) for word in words):
        return ""
    return {1: "givens", 2 * n - 1: "matrix"}.get(len(words), "")


def read_constraints_first(text: str) -> list[Draft]:
    """Read all cases of a file whose signs stand before the grid."""
    return _read_cases(text, constraints_first=True)


def _read_cases(text: str, constraints_first: bool) -> list[Draft]:
    tokens = Tokens(text)
    drafts, cases = [], _count(tokens, "the number of cases", MAX_PUZZLES, least=1)
    for case in range(1, cases + 1):
        draft = Draft(size(tokens.take(f"the size of case {case} of {cases}")))
        signs = _count(tokens, f"the number of signs of case {case}", MAX_SIGNS)
        if not constraints_first:
            _take_grid(tokens, draft)
        for index in range(1, signs + 1):
            draft.add_numbered_sign([tokens.take(f"sign {index} of {signs}") for _ in range(4)])
        if constraints_first:
            _take_grid(tokens, draft)
        drafts.append(draft)
    tokens.finish(f"case {cases} of {cases}")
    return drafts


def _count(tokens: Tokens, what: str, most: int, least: int = 0) -> int:
    return number(tokens.take(what), least, most, what)


def _take_grid(tokens: Tokens, draft: Draft, empty: str = "0") -> None:
    for row in range(1, draft.size + 1):
        numbers = [tokens.take(f"a number of row {row}") for _ in range(draft.size)]
        draft.add_row(each._replace(text="0") if each.text == empty else each for each in numbers)


def _take_size(text: str, pattern: str = WORD) -> tuple[Tokens, Draft]:
    """Begin with the size, as the relatives do."""
    tokens = Tokens(text, pattern)
    return tokens, Draft(size(tokens.take("the size N")))


def _read_board(text: str) -> Draft:
    tokens, draft = _take_size(text, r"[^ \t\n>]+|>")
    _take_grid(tokens, draft, empty="-1")
    if ">" not in text:
        tokens.take_if("0")  # the number of signs
        while not tokens.ended:
            _sign_larger_first(tokens, draft)
        return draft
    for _ in range(_count(tokens, "the number of signs", MAX_SIGNS)):
        first = tokens.take("a cell")
        tokens.expect(">")
        cells = [
            number(at, 0, draft.size**2 - 1, "a cell") for at in (first, tokens.take("a cell"))
        ]
        larger, smaller = (Cell(*divmod(cell, draft.size)) for cell in cells)
        draft.add_sign(smaller, larger, first)
    tokens.finish("the last sign")
    return draft


def _sign_larger_first(tokens: Tokens, draft: Draft) -> None:
    larger, smaller = ([tokens.take("a row or column") for _ in "rc"] for _ in range(2))
    draft.add_numbered_sign([*smaller, *larger])


def _read_givens(text: str) -> Draft:
    tokens, draft = _take_size(text)
    n = draft.size
    draft.rows = [[0] * n for _ in range(n)]
    for _ in range(_count(tokens, "the number of givens", n * n)):
        row, column, value = (tokens.take(f"a {what}") for what in ("row", "column", "value"))
        cell = draft.cell(row, column)
        draft.rows[cell.row][cell.column] = number(value, 1, n)
    for _ in range(_count(tokens, "the number of signs", MAX_SIGNS)):
        _sign_larger_first(tokens, draft)
    tokens.finish("the last sign")
    return draft


def _read_matrix(text: str) -> Draft:
    tokens, draft = _take_size(text)
    wide = range(2 * draft.size - 1)
    rows = [[tokens.take(f"a number of row {r + 1}") for _ in wide] for r in wide]
    tokens.finish(f"row {len(rows)} of {len(rows)}")
    for row in rows[::2]:
        draft.add_row(row[::2])
    for pairs, row in zip(across(draft.size), rows[::2], strict=True):
        draft.add_marks(pairs, row[1::2], CSV_MARKS)
    for pairs, row in zip(down(draft.size), rows[1::2], strict=True):
        draft.add_marks(pairs, row[::2], CSV_MARKS)
        for corner in row[1::2]:
            if corner.text != "0":
                fail(f"expected 0 where four cells meet, found {shown(corner.text)}", corner)
    return draft


def _read_json(text: str) -> Draft:
    table = literals(text)[0].entries(("n", "grid", "less"))
    draft = Draft(size(table["n"].scalar()))
    for row in table["grid"].items("rows", draft.size):
        draft.add_row(row.scalars("numbers", draft.size))
    for pair in table["less"].items("signs [r1, c1, r2, c2]"):
        draft.add_numbered_sign(pair.scalars("numbers", 4), first=0)
    return draft


def write(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles as the cases of one file, each grid before its signs."""
    return f"{len(puzzles)}\n" + "\n".join(map(_case, puzzles))


def _case(puzzle: Puzzle) -> str:
    signs = [(a.row + 1, a.column + 1, b.row + 1, b.column + 1) for a, b in sorted(puzzle.signs)]
    return joined([(puzzle.size, len(signs)), *puzzle.grid, *signs])
