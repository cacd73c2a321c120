"""`essence`: Conjure parameter files (`.param`), and the model that reads them.

`letting n be 4`, `letting hints be function((1,1) --> 2, ...)` and `letting less_than be
relation(((1,1),(2,1)), ...)`, in any order, cells counted from 1; `$` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.core.puzzle import grid_of
from futoshiki_lab.formats.draft import MAX_SIGNS, Draft
from futoshiki_lab.formats.text import Token, fail, number, shown, size
from futoshiki_lab.formats.tokens import Tokens

NAMES = ("n", "hints", "less_than")

_TOKEN = r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+|-->|[^ \t\n]"


def read(text: str) -> list[Puzzle]:
    """Read one puzzle."""
    tokens = Tokens(text, _TOKEN, comments="$")
    if tokens.take_if("language"):
        tokens.take("Essence")
        while re.fullmatch(r"'|\.|[0-9]+", tokens.current.text):  # ' 1.0
            tokens.take("a version")
    found: dict[str, list[list[Token]]] = {}
    while not tokens.ended:
        name = _name(tokens, found)
        found[name] = {"n": _size, "hints": _hints, "less_than": _less_than}[name](tokens)
    for name in NAMES:
        if name not in found:
            tokens.take(f"letting {name} be ...")
    return [_puzzle(found)]


def _name(tokens: Tokens, found: dict[str, list[list[Token]]]) -> str:
    tokens.expect("letting")
    name = tokens.take(f"one of {', '.join(NAMES)}")
    if name.text not in NAMES:
        fail(f"expected one of {', '.join(NAMES)}, found {shown(name.text)}", name)
    if name.text in found:
        fail(f"expected {name.text} once, found it again", name)
    tokens.expect("be")
    return name.text


def _size(tokens: Tokens) -> list[list[Token]]:
    return [[tokens.take("the size")]]


def _hints(tokens: Tokens) -> list[list[Token]]:
    tokens.expect("function")
    return _sequence(tokens, _hint)


def _less_than(tokens: Tokens) -> list[list[Token]]:
    tokens.expect("relation")
    return _sequence(tokens, _pair)


def _sequence(tokens: Tokens, entry: Callable[[Tokens], list[Token]]) -> list[list[Token]]:
    """Take entries between brackets, divided by commas, each as the tokens of its numbers."""
    tokens.expect("(")
    if tokens.take_if(")"):
        return []
    found = [entry(tokens)]
    while tokens.take_if(","):
        if len(found) == MAX_SIGNS:
            fail(f"expected at most {MAX_SIGNS} entries, found more", tokens.current)
        found.append(entry(tokens))
    tokens.expect(")")
    return found


def _hint(tokens: Tokens) -> list[Token]:
    cell = _cell(tokens)
    tokens.expect("-->")
    return [*cell, tokens.take("a value")]


def _pair(tokens: Tokens) -> list[Token]:
    tokens.expect("(")
    smaller = _cell(tokens)
    tokens.expect(",")
    larger = _cell(tokens)
    tokens.expect(")")
    return smaller + larger


def _cell(tokens: Tokens) -> list[Token]:
    tokens.expect("(")
    row = tokens.take("a row")
    tokens.expect(",")
    column = tokens.take("a column")
    tokens.expect(")")
    return [row, column]


def _puzzle(found: dict[str, list[list[Token]]]) -> Puzzle:
    """Check the numbers, which can only be done once n is known."""
    draft = Draft(size(found["n"][0][0]))
    n, values = draft.size, {}
    for row, column, value in found["hints"]:
        cell = Cell(*(number(token, 1, n, "a row or column") - 1 for token in (row, column)))
        if values.setdefault(cell, number(value, 1, n)) != number(value, 1, n):
            fail(f"expected one hint for {cell}, found {values[cell]} and {value.text}", value)
    for pair in found["less_than"]:
        r1, c1, r2, c2 = (number(token, 1, n, "a row or column") - 1 for token in pair)
        draft.add_sign(Cell(r1, c1), Cell(r2, c2), pair[0])
    draft.rows = [list(row) for row in grid_of(values, n)]
    return draft.puzzle()


def write(puzzle: Puzzle) -> str:
    """Write one puzzle as a parameter file."""
    hints = [f"{_text(cell)} --> {value}" for cell, value in puzzle.givens.items()]
    pairs = [f"({_text(smaller)}, {_text(larger)})" for smaller, larger in sorted(puzzle.signs)]
    return (
        f"letting n be {puzzle.size}\n"
        f"letting hints be function({_indented(hints)})\n"
        f"letting less_than be relation({_indented(pairs)})\n"
    )


def _text(cell: Cell) -> str:
    return f"({cell.row + 1},{cell.column + 1})"


def _indented(entries: list[str]) -> str:
    return "\n" + ",\n".join(f"    {entry}" for entry in entries) + "\n" if entries else ""


def essence_model() -> str:
    """The Essence model of Futoshiki that reads the parameter files, for Conjure."""
    return """\
language Essence 1.3

$ Futoshiki: an n by n Latin square that keeps the hints and the signs.
given n : int
letting DOMAIN be domain int(1..n)
given hints : function (DOMAIN, DOMAIN) --> DOMAIN
given less_than : relation of ((DOMAIN, DOMAIN) * (DOMAIN, DOMAIN))

find board : matrix indexed by [DOMAIN, DOMAIN] of DOMAIN

such that
    $ a given cell keeps its value
    forAll (cell, value) in hints . board[cell[1], cell[2]] = value,

    $ no value twice in a row or a column
    forAll row : DOMAIN . allDiff(board[row, ..]),
    forAll column : DOMAIN . allDiff(board[.., column]),

    $ every sign holds
    forAll (smaller, larger) in less_than .
        board[smaller[1], smaller[2]] < board[larger[1], larger[2]]
"""
