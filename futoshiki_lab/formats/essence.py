"""`essence`: Conjure parameter files (`.param`), and the model that reads them.

`letting n be 4`, `letting hints be function((1,1) --> 2, ...)` and `letting less_than be
relation(((1,1),(2,1)), ...)`, in any order, cells counted from 1; `$` starts a comment.
"""

from __future__ import annotations

import re
from pathlib import Path

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.formats.draft import MAX_SIGNS, Draft
from futoshiki_lab.formats.text import Token, Tokens, fail, number, size
from futoshiki_lab.support.phrases import shown

MODEL = "futoshiki.essence"  # the name of the model's file, here and beside a parameter file
ENTRIES = {  # what holds the entries, and what one of them looks like
    "hints": ("function", "( row , column ) --> value"),
    "less_than": ("relation", "( ( row , column ) , ( row , column ) )"),
}
PARTS = ("n", *ENTRIES)

_TOKEN = r"[A-Za-z_][A-Za-z_0-9]*|[0-9]+|-->|[^ \t\n]"
_BLANK = r"[ \t\n]++|\$[^\n]*+"


def read(text: str) -> list[Draft]:
    """Read one puzzle."""
    tokens = Tokens(text, _TOKEN, _BLANK)
    if tokens.take_if("language"):
        tokens.take("Essence")
        while re.fullmatch(r"'|\.|[0-9]+", tokens.current.text):  # ' 1.0
            tokens.take("a version")
    found: dict[str, list[list[Token]]] = {}
    while not tokens.ended:
        name = _name(tokens, found)
        if name == "n":
            found[name] = [[tokens.take("the size")]]
        else:
            found[name] = _entries(tokens, *ENTRIES[name])
    for name in PARTS:
        if name not in found:
            tokens.take(f"letting {name} be ...")
    return [_draft(found)]


def _name(tokens: Tokens, found: dict[str, list[list[Token]]]) -> str:
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


def _draft(found: dict[str, list[list[Token]]]) -> Draft:
    """Check the numbers, which can only be done once n is known."""
    draft = Draft(size(found["n"][0][0]))
    n = draft.size
    draft.rows = [[0] * n for _ in range(n)]
    for row, column, value in found["hints"]:
        cell, hint = draft.cell(row, column), number(value, 1, n)
        earlier = draft.rows[cell.row][cell.column]
        if earlier not in (0, hint):
            fail(f"expected one hint for {cell}, found {earlier} and {value.text}", value)
        draft.rows[cell.row][cell.column] = hint
    for four in found["less_than"]:
        draft.add_numbered_sign(four)
    return draft


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
    return Path(__file__).with_name(MODEL).read_text(encoding="utf-8")
