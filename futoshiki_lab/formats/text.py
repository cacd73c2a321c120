"""The pieces of a text and their places: tokens, lines, numbers, and errors that say where.

Every reader is built from these few pieces. They look no further ahead than a puzzle can reach, so
that a line of a million numbers costs no more than the 33 that show it to be too long.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple, NoReturn

from futoshiki_lab.core import MAX_SIZE, PuzzleError
from futoshiki_lab.support.phrases import shown

MAX_CHARACTERS = 4_000_000  # room for 10,000 game IDs of size 9 with every sign, 310 for each
MAX_PUZZLES = 20_000
# Blanks to skip: a pattern remembers each of them until it has matched. (It would not with
# `(?:...)*+`, which Python 3.11.2 matches wrongly.)
AT_ONCE = 1_000

WORD = r"[^ \t\n]+"
_NUMBER = re.compile(r"[0-9]{1,9}")  # not \d, which takes the digits of every script
_COMMENT_LINE = re.compile(r"^[ \t]*+[#$][^\n]*+", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class Token(NamedTuple):
    """A piece of text (a word, a field, a whole line) and where it begins.

    Attributes
    ----------
    text : the piece.
    line, column : the place of its first character, both from 1.
    """

    text: str
    line: int
    column: int

    def part(self, start: int, end: int | None = None) -> Token:
        """The part of the piece from `start` up to `end`, on the same line."""
        return Token(self.text[start:end], self.line, self.column + start)

    @property
    def end(self) -> Token:
        """The empty piece just after this one, blanks at its end left out."""
        return self.part(len(self.text.rstrip(" \t")))


def fail(message: str, at: Token) -> NoReturn:
    """Raise a PuzzleError that names the place where a piece of the text begins."""
    raise PuzzleError(message, line=at.line, column=at.column)


def clean(text: str) -> str:
    """Replace line ends by `\\n`, no-break spaces by spaces; blank lines that are a comment.

    Raises
    ------
    PuzzleError : the text is too long, or holds a control character other than tab and line end.
    """
    if not isinstance(text, str):
        raise PuzzleError(f"expected the text of a puzzle, found {text!r:.60}")
    if len(text) > MAX_CHARACTERS:
        raise PuzzleError(f"expected at most {MAX_CHARACTERS} characters, found {len(text)}")
    text = line_feeds(text.removeprefix("\ufeff"))
    if found := _CONTROL.search(text):
        what = f"expected text, found the control character {shown(found[0])}"
        fail(what, place_of(text, found.start()))
    text = text.replace("\xa0", " ")
    without = _COMMENT_LINE.sub("", text)
    return without if without.strip() else text


def line_feeds(text: str) -> str:
    """The text with `\\n` for the line ends of Windows and of old Macs."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def end_of(text: str) -> Token:
    """The empty piece just after the last word of a text."""
    return place_of(text, len(text.rstrip(" \t\n")))


def place_of(text: str, offset: int) -> Token:
    """The empty piece at an offset of a text."""
    return Token("", text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


class Tokens:
    """The tokens of a text, with a position at the current one.

    Parameters
    ----------
    text : the text, already `clean`.
    pattern : what a token is; it must match at every character that is not blank.
    blank : what is skipped between tokens, again and again. It should be possessive (`++`), so that
        it never looks back, however long the text is.

    Attributes
    ----------
    current : the current token; empty at the end of the text.
    """

    def __init__(self, text: str, pattern: str = WORD, blank: str = r"[ \t\n]++"):
        self.text = text
        self._blank = re.compile(rf"(?:{blank}){{1,{AT_ONCE}}}")
        self._word = re.compile(pattern)
        self._at, self.current = 0, Token("", 1, 1)
        self._step()

    def _step(self) -> None:
        """Move to the next token."""
        start = end = self._at
        while (found := self._blank.match(self.text, end)) and found.end() > end:
            end = found.end()  # there may be more blanks than that
        blank, found = self.text[start:end], self._word.match(self.text, end)
        word = found[0] if found else ""
        line, column = self.current.line, self.current.column + len(self.current.text)
        if "\n" in blank:
            line += blank.count("\n")
            column = 1 - (blank.rindex("\n") + 1)
        self._at, self.current = end + len(word), Token(word, line, column + len(blank))

    @property
    def ended(self) -> bool:
        """Whether no token is left."""
        return not self.current.text

    def take(self, expected: str) -> Token:
        """Give the current token and move on; `expected` says what should stand here."""
        if self.ended:
            fail(f"expected {expected}, found the end of the text", end_of(self.text))
        token = self.current
        self._step()
        return token

    def take_if(self, word: str) -> Token | None:
        """Take the current token if it is `word`."""
        return self.take(word) if self.current.text == word else None

    def expect(self, word: str) -> Token:
        """Take the current token, which must be `word`."""
        token = self.take(word)
        if token.text != word:
            fail(f"expected {word}, found {shown(token.text)}", token)
        return token

    def finish(self, after: str) -> None:
        """Refuse anything that is left."""
        if not self.ended:
            word = next(split(self.current))
            fail(f"expected nothing after {after}, found {shown(word.text)}", word)


def lines_of(text: str, comments: str = "") -> Tokens:
    """The lines of a text that are not blank, each up to its end or comment.

    Parameters
    ----------
    comments : the characters that start a comment, or "" where the format has none.
    """
    return Tokens(text, rf"[^\n{comments}]+", rf"[ \t]*+(?![^\n{comments}])[^\n]*+\n?")


def split(line: Token, pattern: str | re.Pattern[str] = WORD) -> Iterator[Token]:
    """Give the words of a line, or whatever else a pattern finds on it, each with its place."""
    for found in re.finditer(pattern, line.text):
        yield line.part(*found.span())


def words(line: Token, count: int, what: str) -> list[Token]:
    """Split a line into exactly `count` words; `what` names them in the error."""
    return exactly(list(islice(split(line), count + 1)), count, what, line)


def fields(line: Token, separator: str, count: int, what: str) -> list[Token]:
    """Split a line at a separator into exactly `count` fields without the blanks around them."""
    found, start = [], 0
    for part in line.text.split(separator, count)[: count + 1]:
        field = part.strip(" \t")
        indent = part.index(field)
        found.append(line.part(start + indent, start + indent + len(field)))
        start += len(part) + len(separator)
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
