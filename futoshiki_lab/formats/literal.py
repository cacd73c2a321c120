"""Lists, tables, numbers and strings as Python and JSON both write them, each with its place.

This small reader stands in for `ast.literal_eval` and `json.loads`: it evaluates nothing either, it
says where a wrong entry stands, and hostile input (deep nesting, millions of entries) ends early.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from futoshiki_lab.formats.text import Place, Token, fail, shown
from futoshiki_lab.formats.tokens import Tokens

DEPTH = 8
MOST_VALUES = 100_000

_TOKEN = r"""[\[\]{},:]|"[^"\\\n]*"|'[^'\\\n]*'|[^ \t\n\[\]{},:"']+|["']"""
_WORDS = {"None", "null", "True", "true", "False", "false"}


@dataclass(frozen=True)
class Items:
    """A list: its entries and where its bracket opens and closes."""

    items: tuple[Literal, ...]
    line: int
    column: int
    end: Place


@dataclass(frozen=True)
class Entries:
    """A table of values by name, and where its bracket opens and closes."""

    entries: dict[str, Literal]
    line: int
    column: int
    end: Place


Literal: TypeAlias = Token | Items | Entries


def literals(text: str) -> list[Literal]:
    """Read a text that is one or several literals; scalars stay tokens, strings in quotes."""
    reader = _Reader(text)
    found = [reader.value(0)]
    while not reader.tokens.ended:
        found.append(reader.value(0))
    return found


def scalar(value: Literal, what: str = "a number") -> Token:
    """Refuse a value that is a list or a table."""
    if not isinstance(value, Token):
        fail(f"expected {what}, found {described(value)}", value)
    return value


def items(value: Literal, what: str, count: int | None = None) -> tuple[Literal, ...]:
    """Refuse a value that is not a list, or has not `count` entries; `what` names these."""
    if not isinstance(value, Items):
        fail(f"expected a list of {what}, found {described(value)}", value)
    found = len(value.items)
    if count is not None and found != count:
        at = value.items[count] if found > count else value.end
        fail(f"expected {count} {what}, found {found}", at)
    return value.items


def scalars(value: Literal, what: str, count: int) -> list[Token]:
    """Refuse a value that is not a list of `count` numbers or strings; give these."""
    return [scalar(entry, "a number or a mark") for entry in items(value, what, count)]


def entries(value: Literal, names: tuple[str, ...] = ()) -> dict[str, Literal]:
    """Refuse a value that is not a table with an entry of each of the names."""
    if not isinstance(value, Entries):
        fail(f"expected a table {{...}}, found {described(value)}", value)
    for name in names:
        if name not in value.entries:
            fail(f'expected an entry "{name}" in this table', value)
    return value.entries


def described(value: Literal) -> str:
    """What a value is, for an error."""
    if isinstance(value, Token):
        return shown(value.text)
    return "a list" if isinstance(value, Items) else "a table"


class _Reader:
    def __init__(self, text: str):
        self.tokens = Tokens(text, _TOKEN)
        self.count = 0

    def value(self, depth: int) -> Literal:
        token = self.tokens.take("a value")
        self.count += 1
        if self.count > MOST_VALUES:
            fail(f"expected at most {MOST_VALUES} values, found more", token)
        if depth > DEPTH:
            fail(f"expected at most {DEPTH} brackets inside one another, found more", token)
        if token.text == "[":
            found, end = [], self._end("]")
            while end is None:
                found.append(self.value(depth + 1))
                end = self._next("]")
            return Items(tuple(found), token.line, token.column, end)
        if token.text == "{":
            table: dict[str, Literal] = {}
            end = self._end("}")
            while end is None:
                self._entry(table, depth)
                end = self._next("}")
            return Entries(table, token.line, token.column, end)
        return _scalar(token)

    def _end(self, bracket: str) -> Place | None:
        """Take the closing bracket if it stands here, and say where."""
        place = self.tokens.current.place
        return place if self.tokens.take_if(bracket) else None

    def _next(self, bracket: str) -> Place | None:
        """Take a comma, the closing bracket, or both (a last comma may stand before it)."""
        end = self._end(bracket)
        if end is None:
            token = self.tokens.take(f"a comma or {bracket}")
            if token.text != ",":
                fail(f"expected a comma or {bracket}, found {shown(token.text)}", token)
            end = self._end(bracket)
        return end

    def _entry(self, table: dict[str, Literal], depth: int) -> None:
        name = self.tokens.take("a name in quotes")
        if not is_string(name):
            fail(f"expected a name in quotes, found {shown(name.text)}", name)
        if string(name) in table:
            fail(f"expected each name once, found {shown(name.text)} again", name)
        self.tokens.expect(":")
        table[string(name)] = self.value(depth + 1)


def _scalar(token: Token) -> Token:
    digits = token.text.removeprefix("-")
    if is_string(token) or token.text in _WORDS or (digits.isascii() and digits.isdecimal()):
        return token
    fail(f"expected a list, a number or a string in quotes, found {shown(token.text)}", token)


def is_string(token: Token) -> bool:
    """Whether a token is a string in quotes."""
    return len(token.text) >= 2 and token.text[0] in "\"'" and token.text[-1] == token.text[0]


def string(token: Token) -> str:
    """What stands between the quotes of a string."""
    return token.text[1:-1]
