"""The tokens of a text, one after another, for formats to which a line end is a mere blank."""

from __future__ import annotations

import re

from futoshiki_lab.formats.text import Token, blank, end_of, fail, shown


class Tokens:
    """A finger on the current token of a text.

    Parameters
    ----------
    text : the text, already `clean`.
    pattern : what a token is; it must match at every character that is not blank.
    comments : the characters that start a comment, or "" where the format has none.
    """

    def __init__(self, text: str, pattern: str = r"[^ \t\n]+", comments: str = ""):
        self.text = text
        self._pattern, self._blank = re.compile(pattern), re.compile(blank(comments))
        self._at, self._line, self._line_start = 0, 1, 0
        self._step(0)

    def _step(self, end: int) -> None:
        """Move the finger from `end` to the next token."""
        start, end = end, self._blank.match(self.text, end).end()
        lines = self.text.count("\n", start, end)
        if lines:
            self._line += lines
            self._line_start = self.text.rfind("\n", start, end) + 1
        self._at = end
        found = self._pattern.match(self.text, end)
        word = found[0] if found else ""
        self.current = Token(word, self._line, end - self._line_start + 1)

    @property
    def ended(self) -> bool:
        """Whether no token is left."""
        return not self.current.text

    def take(self, expected: str) -> Token:
        """Give the current token and move on; `expected` says what should stand here."""
        if self.ended:
            fail(f"expected {expected}, found the end of the text", end_of(self.text))
        token = self.current
        self._step(self._at + len(token.text))
        return token

    def take_if(self, word: str) -> bool:
        """Move on if the current token is `word`, and say whether it was."""
        if self.current.text != word:
            return False
        self.take(word)
        return True

    def expect(self, *phrase: str) -> Token:
        """Take the words of a phrase, each of which must stand here; give the first."""
        tokens = [self._expect(word) for word in phrase]
        return tokens[0]

    def _expect(self, word: str) -> Token:
        token = self.take(word)
        if token.text != word:
            fail(f"expected {word}, found {shown(token.text)}", token)
        return token

    def finish(self, after: str) -> None:
        """Refuse any token that is left."""
        if not self.ended:
            token = self.current
            fail(f"expected nothing after {after}, found {shown(token.text)}", token)
