"""Telling the format of a text by what it shows first."""

from __future__ import annotations

import re
from itertools import islice
from typing import NoReturn

from futoshiki_lab.core import MAX_SIZE, PuzzleError
from futoshiki_lab.formats.picture import ACROSS, DOWN, EMPTY, TOKEN
from futoshiki_lab.formats.text import Lines, Token, clean, fail, is_number, shown, split

_GAME_ID = re.compile(r'\s*"?[+-]?[0-9][^\s,;:"]*:')
_JSON_PAIRS = re.compile(r'["\'](?:less|grid)["\']\s*:')
_ESSENCE = re.compile(r"\s*(?:letting|language|given|find)\b")

STARTS = (
    "grids (starts with rows of numbers), picture (cells such as . 0 5 and signs), id (5:), "
    "pairs (a number alone, then two), essence (letting), csv (N, then commas), "
    "rel (N, then START:), lists ([[)"
)
_NUMBERISH = re.compile(r"[+-]?[0-9]")


def detect(text: str) -> str:
    """Tell the format of a text by what it shows first; nothing but the text itself decides.

    Blank lines are passed over, and comments: lines that start with `#` or `$`. The first row of
    this table that fits is taken, and an error further on is that format's error.

    | what the text shows | format |
    | --- | --- |
    | `{`, and somewhere an entry called "grid" or "less" | `pairs` (as JSON) |
    | `[` or `{` | `lists` |
    | `letting` or `language` | `essence` |
    | a column named `id`, or a number and further letters up to a colon | `id` |
    | `START:`, or a `;` in the first two lines | `rel` |
    | a comma in the first two lines, or one number above 1, or `1` and one number | `csv` |
    | a number alone on the first line, and more on the next | `pairs` |
    | a row of n cells, and a sign within n lines; or fewer than n lines, a gap, n cells again; | |
    | or empty cells drawn as `. * _ -`, mostly or with nothing after them | `picture` |
    | numbers | `grids` |

    Returns
    -------
    The name of the format, one of `FORMATS`.

    Raises
    ------
    PuzzleError : the text is empty, or looks like none of them.
    """
    return format_of(clean(text))


def format_of(text: str) -> str:
    """Tell the format of a text that is already clean."""
    lines = Lines(text, comments="#$")
    lines.skip_blank()
    if lines.ended:
        raise PuzzleError("expected a puzzle, found an empty text", line=1, column=1)
    first = lines.current
    found = _by_first_line(text, first) or _by_two_lines(first, lines)
    return found or _drawn_or_blocks(text, first) or _unknown(first)


def _by_first_line(text: str, first: Token) -> str | None:
    start = first.text.lstrip(" \t")
    if start[0] == "{" and _JSON_PAIRS.search(text):
        return "pairs"
    if start[0] in "[{":
        return "lists"
    if _ESSENCE.match(start):
        return "essence"
    if _GAME_ID.match(start) or start.partition(",")[0].strip(" \t\"'").lower() == "id":
        return "id"
    return None


def _by_two_lines(first_line: Token, lines: Lines) -> str | None:
    """Tell the formats that begin with a number alone, by the line that follows it."""
    first = first_line.text.strip(" \t")
    lines.advance()
    lines.skip_blank()
    second = "" if lines.ended else lines.current.text.strip(" \t")
    if not _NUMBERISH.match(first) and not first.upper().startswith("START"):
        return None
    if ";" in first + second or "START" in (first[:5].upper(), second[:5].upper()):
        return "rel"
    if "," in first + second or (is_number(first) and not second and int(first) > 1):
        return "csv"
    if first == "1" and second in ("0", "1") and _is_last(lines):
        return "csv"
    return "pairs" if second and len(_words(first_line)) == 1 else None


def _is_last(lines: Lines) -> bool:
    lines.advance()
    lines.skip_blank()
    return lines.ended


def _drawn_or_blocks(text: str, first: Token) -> str | None:
    """Tell a picture from blocks of numbers: both have rows, but a picture has signs in between."""
    start = [word for word in _words(first) if word not in ACROSS]
    if not start or DOWN.keys() >= set(start):
        return "picture"  # one that begins with signs, which its reader will refuse
    if 2 * sum(map(_is_cell, start)) < len(start):
        return None
    rows, after = _first_rows(text, len(start))
    words = [word for row in rows for word in row]
    empty = sum(word in EMPTY for word in words)
    if any(word in ACROSS or word in DOWN for word in words):
        return "picture"
    if len(rows) < len(start) and sum(word not in ACROSS for word in after) == len(start):
        return "picture"
    drawn = empty and (len(rows) < len(start) or not after or 2 * empty > len(words))
    return "picture" if drawn else "grids"


def _words(line: Token) -> list[str]:
    return [token.text for token in islice(split(line, TOKEN), 2 * MAX_SIZE)]


def _is_cell(word: str) -> bool:
    return word in EMPTY or is_number(word)


def _first_rows(text: str, n: int) -> tuple[list[list[str]], list[str]]:
    """The words of the lines up to the first blank one, n at most, and of the next line after."""
    lines, rows = Lines(text, comments="#$"), []
    lines.skip_blank()
    while len(rows) < n and not lines.ended and lines.current.text.strip(" \t"):
        rows.append(_words(lines.current))
        lines.advance()
    lines.skip_blank()
    return rows, [] if lines.ended else _words(lines.current)


def _unknown(first: Token) -> NoReturn:
    fail(
        f"expected a puzzle in one of the formats {STARTS}, found {shown(first.text.strip())}",
        first,
    )
