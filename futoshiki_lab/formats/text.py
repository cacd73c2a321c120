"""Reading text with a finger on the place: lines, tokens, numbers, and errors that say where.

Every reader is built from these few pieces. They look no further ahead than a puzzle can reach, so
that a line of a million numbers costs no more than the 33 that show it to be too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, NoReturn

from futoshiki_lab.core import MAX_SIZE, PuzzleError

MAX_CHARACTERS = 2_000_000  # room for 10,000 game IDs of size 9; a hundred puzzles need 25,000
MAX_PUZZLES = 20_000

_WORD = re.compile(r"[^ \t\n]+")
_NUMBER = re.compile(r"[0-9]{1,9}")  # not \d, which takes the digits of every script
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Place(NamedTuple):
    """Where something stands in a text, both from 1."""

    line: int
    column: int


class Token(NamedTuple):
    """A piece of text (a word, a field, a whole line) and where it begins."""

    text: str
    line: int
    column: int

    @property
    def place(self) -> Place:
        """Where the piece begins."""
        return Place(self.line, self.column)

    @property
    def end(self) -> Place:
        """The place just after the piece, blanks at its end left out."""
        return Place(self.line, self.column + len(self.text.rstrip(" \t")))


def fail(message: str, at: Token | Place) -> NoReturn:
    """Raise a PuzzleError that names a place."""
    raise PuzzleError(message, line=at.line, column=at.column)


def shown(text: str, most: int = 24) -> str:
    """Quote a piece of somebody's text: short, in one line, nothing unprintable left as it is."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def clean(text: str) -> str:
    """Make line ends `\\n` and no-break spaces spaces, and refuse what no text file holds.

    Raises
    ------
    PuzzleError : the text is too long, or holds a control character other than tab and line end.
    """
    if len(text) > MAX_CHARACTERS:
        raise PuzzleError(f"expected at most {MAX_CHARACTERS} characters, found {len(text)}")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = _CONTROL.search(text)
    if found:
        what = f"expected text, found the control character {shown(found[0])}"
        fail(what, _place_of(text, found.start()))
    return text.replace("\xa0", " ")


def end_of(text: str) -> Place:
    """The place just after the last word of a text."""
    return _place_of(text, len(text.rstrip(" \t\n")))


def _place_of(text: str, offset: int) -> Place:
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def blank(comments: str) -> str:
    """The pattern of what counts as blank: spaces, line ends, and comments up to the line's end.

    It is possessive (`++`): it never looks back, however long the text.
    """
    return rf"(?:[ \t\n]++|[{comments}][^\n]*+)*+" if comments else r"[ \t\n]*+"


class Lines:
    """The lines of a text, one after another, with a finger on the current one.

    Parameters
    ----------
    text : the text, already `clean`.
    comments : the characters that start a comment, or "" where the format has none.
    """

    def __init__(self, text: str, comments: str = ""):
        self.text = text
        self._comment = re.compile(f"[{comments}].*" if comments else "(?!)")
        self._blank = re.compile(blank(comments))
        self._start, self._number = 0, 1

    @property
    def ended(self) -> bool:
        """Whether the finger is past the last line."""
        return self._start >= len(self.text)

    @property
    def current(self) -> Token:
        """The current line, its comment cut off."""
        end = self.text.find("\n", self._start)
        line = self.text[self._start : end if end >= 0 else len(self.text)]
        return Token(self._comment.sub("", line, 1), self._number, 1)

    def advance(self) -> None:
        """Move to the next line."""
        end = self.text.find("\n", self._start)
        self._start = end + 1 if end >= 0 else len(self.text)
        self._number += 1

    def skip_blank(self) -> None:
        """Move to the next line with something on it, comments not counted, or to the end."""
        found = self._blank.match(self.text, self._start).end()
        if found == len(self.text):
            self._start = found
            return
        self._number += self.text.count("\n", self._start, found)
        self._start = max(self._start, self.text.rfind("\n", 0, found) + 1)

    def take(self, expected: str, *, blank: bool = True) -> Token:
        """Give the current line and move on.

        Parameters
        ----------
        expected : what should stand here, for the error.
        blank : whether blank lines may stand before it.
        """
        if blank:
            self.skip_blank()
        if self.ended:
            fail(f"expected {expected}, found the end of the text", end_of(self.text))
        line = self.current
        if not line.text.strip(" \t"):
            fail(f"expected {expected}, found a blank line", line)
        self.advance()
        return line

    def finish(self, after: str) -> None:
        """Refuse anything but blank lines up to the end."""
        self.skip_blank()
        if not self.ended:
            word = next(split(self.current))
            fail(f"expected nothing after {after}, found {shown(word.text)}", word)


def split(line: Token, pattern: re.Pattern[str] = _WORD) -> Iterator[Token]:
    """Give the words of a line, or whatever else a pattern finds on it, each with its place."""
    for found in pattern.finditer(line.text):
        yield Token(found[0], line.line, line.column + found.start())


def words(line: Token, count: int, what: str) -> list[Token]:
    """Split a line into exactly `count` words; `what` names them in the error."""
    return exactly(list(islice(split(line), count + 1)), count, what, line)


def fields(line: Token, separator: str, count: int, what: str) -> list[Token]:
    """Split a line at a separator into exactly `count` fields without the blanks around them."""
    found, column = [], line.column
    for part in line.text.split(separator, count)[: count + 1]:
        field = part.strip(" \t")
        indent = len(part) - len(part.lstrip(" \t")) if field else 0
        found.append(Token(field, line.line, column + indent))
        column += len(part) + len(separator)
    return exactly(found, count, what, line)


def exactly(tokens: list[Token], count: int, what: str, line: Token) -> list[Token]:
    """Refuse a line that has too few or too many tokens."""
    if len(tokens) < count:
        fail(f"expected {count} {what}, found {len(tokens)}", line.end)
    if len(tokens) > count:
        more = tokens[count]
        fail(f"expected {count} {what}, found one more: {shown(more.text)}", more)
    return tokens


def is_number(text: str) -> bool:
    """Whether a word is a number: plain digits, nine at most."""
    return _NUMBER.fullmatch(text) is not None


def number(token: Token, low: int, high: int, what: str = "a number") -> int:
    """Read a number in low..high."""
    if is_number(token.text) and low <= int(token.text) <= high:
        return int(token.text)
    fail(f"expected {what} in {low}..{high}, found {shown(token.text)}", token)


def size(token: Token) -> int:
    """Read a puzzle's size, 1..32."""
    return number(token, 1, MAX_SIZE, "the size, a number")
