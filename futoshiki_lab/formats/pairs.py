"""Formats that name cells by numbers: `pairs` and `essence`.

`pairs` is what the USP (São Paulo) course files have. First the number of cases; for each case its
size D and its number of signs R, then D rows of D numbers (0 = empty) and R times `r1 c1 r2 c2`,
counted from 1, the first cell < the second. Line ends mean nothing. In a variant the signs stand
before the grid: where a text reads both ways it is taken grid first, unless the variant is asked
for by name (`pairs-constraints-first`).

Five relatives are read too; each begins with the size N. In signs of the first three, the first
cell is the larger one:

- N rows of N numbers, -1 for empty cells, and signs `r1 c1 r2 c2` as above;
- the same rows, then the number of signs and lines `12>8`: cells in reading order, from 0;
- the number of givens and lines `row column value`, then the number of signs and `r1 c1 r2 c2`;
- `SIZE` and N, `GIVENS` and lines `row, column, value`, `INEQUALITIES` and lines `r, c, <, r, c`;
  commas, blanks and brackets only part, `r1c2 < r1c3` is as good, and the headings may be missing;
- a matrix of 2N-1 rows of 2N-1 numbers: cells, and between two cells 1 (the left or upper one is
  smaller), -1 or 2 (larger) or 0. Where four cells meet stands 0.

The same data as JSON or as facts of Prolog is read too: `literal_pairs` says how.

`essence` is what Conjure reads: parameter files (`.param`), and the model for them. `letting n be
4`, `letting hints be function((1,1) --> 2, ...)` and `letting less_than be
relation(((1,1),(2,1)), ...)` stand in any order, with cells counted from 1; `$` starts a comment.
What Essence′ models are given is read too (`literal_pairs`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from futoshiki_lab.core import Cell, Puzzle, PuzzleError
from futoshiki_lab.formats import literal_pairs
from futoshiki_lab.formats.detection import NAMES, TYPED, is_prolog, sort_of
from futoshiki_lab.formats.sketch import MAX_SIGNS, Reading, Sketch, joined
from futoshiki_lab.formats.tables import CSV_MARKS
from futoshiki_lab.formats.text import MAX_PUZZLES, Token, Tokens, fail, number, size
from futoshiki_lab.support.phrases import shown

_MINUS_ONE = re.compile(r"(?<![^ \t\n])-1(?![^ \t\n])")
ENTRIES = {  # what holds the entries, and what one of them looks like
    "hints": ("function", "( row , column ) --> value"),
    "less_than": ("relation", "( ( row , column ) , ( row , column ) )"),
}
PARTS = ("n", *ENTRIES)
HEADINGS = [
    *NAMES["grid"],
    *["given", "clue", "hint", "value", "sign", "constraint", "relation", "inequalitie"],
]
MATRIX_MARKS = {**CSV_MARKS, "2": 1}

_TOKEN = r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+|-->|[^ \t\n]"
_BLANK = r"[ \t\n]++|\$[^\n]*+"


# -- pairs -----------------------------------------------------------------------------------


def read_pairs(text: str) -> Sequence[Reading]:
    """Read all cases of a file, the grid before or after the signs, or one puzzle of a relative."""
    if text.lstrip(" \t\n").startswith("{"):
        return [literal_pairs.read_json(text)]
    if is_prolog(text):
        return literal_pairs.read_prolog(text)
    if TYPED.match(text):
        return [_read_typed(text)]
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


def read_pairs_constraints_first(text: str) -> list[Sketch]:
    """Read all cases of a file whose signs stand before the grid."""
    return _read_cases(text, constraints_first=True)


def _read_cases(text: str, constraints_first: bool) -> list[Sketch]:
    tokens = Tokens(text)
    sketches, cases = [], _count(tokens, "the number of cases", MAX_PUZZLES, least=1)
    for case in range(1, cases + 1):
        sketch = Sketch(size(tokens.take(f"the size of case {case} of {cases}")))
        signs = _count(tokens, f"the number of signs of case {case}", MAX_SIGNS)
        if not constraints_first:
            _take_grid(tokens, sketch)
        for index in range(1, signs + 1):
            sketch.add_numbered_sign([tokens.take(f"sign {index} of {signs}") for _ in range(4)])
        if constraints_first:
            _take_grid(tokens, sketch)
        sketches.append(sketch)
    tokens.finish(f"case {cases} of {cases}")
    return sketches


def _count(tokens: Tokens, what: str, most: int, least: int = 0) -> int:
    return number(tokens.take(what), least, most, what)


def _take_grid(tokens: Tokens, sketch: Sketch, empty: str = "0") -> None:
    for row in range(1, sketch.size + 1):
        numbers = [tokens.take(f"a number of row {row}") for _ in range(sketch.size)]
        sketch.add_row(each._replace(text="0") if each.text == empty else each for each in numbers)


def _take_size(text: str, *pattern: str) -> tuple[Tokens, Sketch]:
    """Begin with the size, as the relatives do."""
    tokens = Tokens(text, *pattern)
    return tokens, Sketch(size(tokens.take("the size N")))


def _read_board(text: str) -> Sketch:
    tokens, sketch = _take_size(text, r"[^ \t\n>]+|>")
    _take_grid(tokens, sketch, empty="-1")
    if ">" not in text:
        tokens.take_if("0")  # the number of signs
        while not tokens.ended:
            _sign_larger_first(tokens, sketch)
        return sketch
    for _ in range(_count(tokens, "the number of signs", MAX_SIGNS)):
        first = tokens.take("a cell")
        tokens.expect(">")
        cells = [
            number(at, 0, sketch.size**2 - 1, "a cell") for at in (first, tokens.take("a cell"))
        ]
        larger, smaller = (Cell(*divmod(cell, sketch.size)) for cell in cells)
        sketch.add_sign(smaller, larger, first)
    tokens.finish("the last sign")
    return sketch


def _sign_larger_first(tokens: Tokens, sketch: Sketch) -> None:
    larger, smaller = ([tokens.take("a row or column") for _ in "rc"] for _ in range(2))
    sketch.add_numbered_sign([*smaller, *larger])


def _read_givens(text: str) -> Sketch:
    tokens, sketch = _take_size(text)
    for _ in range(_count(tokens, "the number of givens", sketch.size**2)):
        row, column, value = (tokens.take(f"a {what}") for what in ("row", "column", "value"))
        sketch.add_given(sketch.cell(row, column), value)
    for _ in range(_count(tokens, "the number of signs", MAX_SIGNS)):
        _sign_larger_first(tokens, sketch)
    tokens.finish("the last sign")
    return sketch


def _read_typed(text: str) -> Sketch:
    tokens = Tokens(text, r"[A-Za-z]+|[0-9]+|[^ \t\n]", r"[ \t\n,;:=()\[\]]++|[rRcC](?=[0-9])")
    if tokens.current.text.lower() in NAMES["size"]:
        tokens.take("a heading")
    sketch = Sketch(size(tokens.take("the size N")))
    while not tokens.ended:
        heading = tokens.current
        if heading.text.isalpha() and heading.text.lower().rstrip("s") not in HEADINGS:
            wanted = "GRID, GIVENS or INEQUALITIES as a heading"
            fail(f"expected {wanted}, found {shown(heading.text)}", heading)
        if heading.text.isalpha():
            tokens.take("a heading")
        if heading.text.lower() in NAMES["grid"]:
            _take_grid(tokens, sketch, empty=".")
            continue
        while not tokens.ended and not tokens.current.text.isalpha():
            first = row, column = [tokens.take("a row or column") for _ in "rc"]
            mark = tokens.take("a value, < or >")
            if mark.text not in ("<", ">"):
                sketch.add_given(sketch.cell(row, column), mark)
                continue
            second = [tokens.take("a row or column") for _ in "rc"]
            sketch.add_numbered_sign(first + second if mark.text == "<" else second + first)
    return sketch


def _read_matrix(text: str) -> Sketch:
    tokens, sketch = _take_size(text)
    wide = range(2 * sketch.size - 1)
    rows = [[tokens.take(f"a number of row {r + 1}") for _ in wide] for r in wide]
    tokens.finish(f"row {len(rows)} of {len(rows)}")
    sketch.add_drawing(rows, MATRIX_MARKS, MATRIX_MARKS)
    for corner in (corner for row in rows[1::2] for corner in row[1::2]):
        if corner.text != "0":
            fail(f"expected 0 where four cells meet, found {shown(corner.text)}", corner)
    return sketch


def write_pairs(puzzles: Sequence[Puzzle]) -> str:
    """Write puzzles as the cases of one file, each grid before its signs."""
    return f"{len(puzzles)}\n" + "\n".join(map(_case, puzzles))


def _case(puzzle: Puzzle) -> str:
    signs = [(a.row + 1, a.column + 1, b.row + 1, b.column + 1) for a, b in sorted(puzzle.signs)]
    return joined([(puzzle.size, len(signs)), *puzzle.grid, *signs])


# -- essence ---------------------------------------------------------------------------------


def read_essence(text: str) -> list[Sketch]:
    """Read one puzzle."""
    if literal_pairs.is_essence_prime(text):
        return [literal_pairs.read_essence_prime(text)]
    tokens = Tokens(text, _TOKEN, _BLANK)
    if tokens.take_if("language"):
        tokens.take("Essence")
        while re.fullmatch(r"'|\.|[0-9]+", tokens.current.text):  # ' 1.0
            tokens.take("a version")
    found: dict[str, list[list[Token]]] = {}
    while not tokens.ended:
        name = _part_name(tokens, found)
        if name == "n":
            found[name] = [[tokens.take("the size")]]
        else:
            found[name] = _entries(tokens, *ENTRIES[name])
    for name in PARTS:
        if name not in found:
            tokens.take(f"letting {name} be ...")
    return [_from_parts(found)]


def _part_name(tokens: Tokens, found: dict[str, list[list[Token]]]) -> str:
    tokens.expect("letting")
    name = tokens.take(f"one of {', '.join(PARTS)}")
    if name.text not in PARTS:
        fail(f"expected one of {', '.join(PARTS)}, found {shown(name.text)}", name)
    if name.text in found:
        fail(f"expected {name.text} once, found it again", name)
    tokens.expect("be")
    return name.text


def _entries(tokens: Tokens, kind: str, shape: str) -> list[list[Token]]:
    """Take `kind(entry, entry, ...)`, and give each entry as the tokens of its numbers."""
    tokens.expect(kind)
    tokens.expect("(")
    found: list[list[Token]] = []
    if not tokens.take_if(")"):
        while not found or tokens.take_if(","):
            if len(found) == MAX_SIGNS:
                fail(f"expected at most {MAX_SIGNS} entries, found more", tokens.current)
            found.append(_entry(tokens, shape))
        tokens.expect(")")
    return found


def _entry(tokens: Tokens, shape: str) -> list[Token]:
    """Take an entry of this shape: its words stand for numbers, its signs for themselves."""
    taken = [
        (part, tokens.take(f"a {part}") if part.isalpha() else tokens.expect(part))
        for part in shape.split()
    ]
    return [token for part, token in taken if part.isalpha()]


def _from_parts(found: dict[str, list[list[Token]]]) -> Sketch:
    """Check the numbers, which can only be done once n is known."""
    sketch = Sketch(size(found["n"][0][0]))
    for row, column, value in found["hints"]:
        sketch.add_given(sketch.cell(row, column), value, "hint")
    for four in found["less_than"]:
        sketch.add_numbered_sign(four)
    return sketch


def write_essence(puzzle: Puzzle) -> str:
    """Write one puzzle as a parameter file."""
    hints = [f"{_essence_cell(cell)} --> {value}" for cell, value in puzzle.givens.items()]
    pairs = [
        f"({_essence_cell(smaller)}, {_essence_cell(larger)})"
        for smaller, larger in sorted(puzzle.signs)
    ]
    return (
        f"letting n be {puzzle.size}\n"
        f"letting hints be function({_indented(hints)})\n"
        f"letting less_than be relation({_indented(pairs)})\n"
    )


def _essence_cell(cell: Cell) -> str:
    return f"({cell.row + 1},{cell.column + 1})"


def _indented(entries: list[str]) -> str:
    return "\n" + ",\n".join(f"    {entry}" for entry in entries) + "\n" if entries else ""
