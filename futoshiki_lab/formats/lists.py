"""`lists`: Python list literals, one row each of width 2n-1, as the Toronto CSC384 boards are.

`[[3, '.', 0, '<', 0], ...]`: numbers (0 = empty) with a mark `. < >` between neighbours. There is
no place for a sign between vertical neighbours. A table of named boards, `{"name": {"board":
[[...], ...]}, ...}`, and several lists in one file are read too. So is a whole drawing as 2n-1 rows
of 2n-1 characters, each row a list or a string, with or without commas, as NumPy prints it.

A small reader stands in for `ast.literal_eval` and `json.loads`: it evaluates nothing either, it
says where a wrong entry is, and hostile input (deep nesting, millions of entries) ends early.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import NoReturn

from futoshiki_lab.core import MAX_SIZE, Puzzle, PuzzleError
from futoshiki_lab.formats.sketch import Reading, Sketch, across, marked, try_to_read
from futoshiki_lab.formats.text import Token, Tokens, fail
from futoshiki_lab.support.phrases import shown

EMPTY = ("", *".*_-?·")
DRAWN_ACROSS = {"0": 0, "<": -1, ">": 1}
DRAWN_DOWN = {"0": 0, "^": -1, "v": 1, "∧": -1, "∨": 1}
MARKS = {"'.'": 0, "'<'": -1, "'>'": 1, '"."': 0, '"<"': -1, '">"': 1}


def read_lists(text: str) -> list[Reading]:
    """Read all boards of a file; those of a table keep their names."""
    return [board for value in literals(text) for board in _boards(value)]


def _boards(value: Literal) -> list[Reading]:
    if not isinstance(value.content, dict):
        return [try_to_read(_board, value)]
    if not value.content:
        fail("expected a board, found an empty table", value.start)
    return [try_to_read(_named_board, board, name) for name, board in value.content.items()]


def _named_board(value: Literal, name: str) -> Sketch:
    return _board(value.entries(("board",))["board"], name)


def _board(value: Literal, name: str = "") -> Sketch:
    rows = value.items("rows")
    if not 1 <= len(rows) <= MAX_SIZE:
        fail(f"expected 1..{MAX_SIZE} rows, found {len(rows)}", value.start)
    if drawn := _drawn(rows):
        sketch = Sketch(len(rows) // 2 + 1, name)
        sketch.add_drawing(drawn, DRAWN_ACROSS, DRAWN_DOWN)
        return sketch
    sketch = Sketch(len(rows), name)
    for row, pairs in zip(rows, across(sketch.size), strict=True):
        tokens = row.scalars("numbers and marks by turns", 2 * sketch.size - 1)
        sketch.add_row(tokens[::2])
        sketch.add_marks(pairs, tokens[1::2], MARKS)
    return sketch


def _drawn(rows: list[Literal]) -> list[list[Token]]:
    """The tokens of 2n-1 rows of 2n-1, a whole drawing; of other rows nothing.

    A row is a list or a string: `"0<0"` has three tokens.
    """
    found = []
    for row in rows:
        if isinstance(row.content, list):
            found.append([_plain(each.start) for each in row.content if each.content is None])
        elif row.content is None and row.start.text[0] in "\"'":
            text = row.start.part(1, -1)
            found.append([_plain(text.part(at, at + 1)) for at in range(len(text.text))])
    square = len(rows) > 1 and len(rows) % 2 and all(len(row) == len(rows) for row in found)
    return found if square and len(found) == len(rows) else []


def _plain(token: Token) -> Token:
    """A character of a drawing without its quotes; 0 where nothing is."""
    text = token.text.strip("\"'").strip()
    return token._replace(text="0" if text in EMPTY else text)


def write_lists(puzzle: Puzzle) -> str:
    """Write one puzzle.

    Raises
    ------
    PuzzleError : a sign stands between vertical neighbours, which this format cannot say.
    """
    for upper, lower in sorted(map(sorted, puzzle.signs)):
        if upper.row != lower.row:
            between = f"one stands between {upper} and {lower}"
            raise PuzzleError(f"the format lists has horizontal signs only, and {between}")
    rows = []
    for values, marks in zip(puzzle.grid, marked(puzzle, across(puzzle.size), MARKS), strict=True):
        pieces = chain.from_iterable(zip(map(str, values), [*marks, ""], strict=True))
        rows.append(f"[{','.join(pieces).removesuffix(',')}]")
    return "[" + ",\n ".join(rows) + "]\n"


DEPTH = 8
MOST_VALUES = 100_000

_TOKEN = r"""[\[\]{},:]|"[^"\\\n]*"|'[^'\\\n]*'|[^ \t\n\[\]{},:"']+|["']"""
_STRING = re.compile(r"""(["']).*\1""")
_OTHER = re.compile(r"-?[0-9]+|_|None|null|[Tt]rue|[Ff]alse")


@dataclass(frozen=True)
class Literal:
    """A value, and where it stands.

    Attributes
    ----------
    start, end : the number or string itself, in its quotes; or the opening and closing bracket.
    content : the entries of a list or a table; None in a number or a string.
    """

    start: Token
    content: list[Literal] | dict[str, Literal] | None
    end: Token

    def fail(self, expected: str) -> NoReturn:
        """Refuse the value: something else was expected."""
        kind = "a list" if isinstance(self.content, list) else "a table"
        found = shown(self.start.text) if self.content is None else kind
        fail(f"expected {expected}, found {found}", self.start)

    def scalar(self, what: str = "a number") -> Token:
        """The number or string that a value is; a list or a table is refused."""
        if self.content is not None:
            self.fail(what)
        return self.start

    def items(self, what: str, count: int | None = None) -> list[Literal]:
        """The entries of a list, which must be `count` if that is given; `what` names them."""
        if not isinstance(self.content, list):
            self.fail(f"a list of {what}")
        found = len(self.content)
        if count is not None and found != count:
            at = self.content[count].start if found > count else self.end
            fail(f"expected {count} {what}, found {found}", at)
        return self.content

    def scalars(self, what: str, count: int) -> list[Token]:
        """The `count` numbers or strings of a list."""
        return [entry.scalar("a number or a mark") for entry in self.items(what, count)]

    def entries(self, names: tuple[str, ...]) -> dict[str, Literal]:
        """The entries of a table, which must have one of each of the names."""
        if not isinstance(self.content, dict):
            self.fail("a table {...}")
        for name in names:
            if name not in self.content:
                fail(f'expected an entry "{name}" in this table', self.start)
        return self.content


def literals(text: str) -> list[Literal]:
    """Read a text that is one or several literals."""
    reader = _Reader(text, _TOKEN)
    found = [reader.value()]
    while not reader.ended:
        found.append(reader.value())
    return found


class _Reader(Tokens):
    """Takes a value from the tokens, with all that is in it."""

    count = 0

    def value(self, depth: int = 0) -> Literal:
        token = self.take("a value")
        self.count += 1
        if self.count > MOST_VALUES:
            fail(f"expected at most {MOST_VALUES} values, found more", token)
        if depth > DEPTH:
            fail(f"expected at most {DEPTH} brackets inside one another, found more", token)
        if token.text == "[":
            found = [self.value(depth + 1) for _ in self._up_to("]")]
            return Literal(token, found, self.take("]"))
        if token.text == "{":
            table: dict[str, Literal] = {}
            for _ in self._up_to("}"):
                self._entry(table, depth)
            return Literal(token, table, self.take("}"))
        if not _STRING.fullmatch(token.text) and not _OTHER.fullmatch(token.text):
            expected = "a list, a number or a string in quotes"
            fail(f"expected {expected}, found {shown(token.text)}", token)
        return Literal(token, None, token)

    def _up_to(self, bracket: str) -> Iterator[None]:
        """Stop before each entry up to the bracket; take the commas (one may follow the last).

        NumPy prints lists, and strings in them, without commas.
        """
        while self.current.text != bracket:
            yield
            if self.current.text[:1] not in (bracket, "[", "'"):
                comma = self.take(f"a comma or {bracket}")
                if comma.text != ",":
                    fail(f"expected a comma or {bracket}, found {shown(comma.text)}", comma)

    def _entry(self, table: dict[str, Literal], depth: int) -> None:
        name = self.take("a name in quotes")
        if not _STRING.fullmatch(name.text):
            fail(f"expected a name in quotes, found {shown(name.text)}", name)
        if name.text[1:-1] in table:
            fail(f"expected each name once, found {shown(name.text)} again", name)
        self.expect(":")
        table[name.text[1:-1]] = self.value(depth + 1)
