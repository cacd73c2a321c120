"""The table of formats: how each is read and written, and how to tell which one a text is in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import islice
from types import MappingProxyType
from typing import NoReturn

from futoshiki_lab.core import MAX_SIZE, PuzzleError
from futoshiki_lab.formats import game_id, lists, literal_pairs, pairs, picture, tables
from futoshiki_lab.formats.game_id import is_heading
from futoshiki_lab.formats.picture import (
    ACROSS,
    DOWN,
    EMPTY,
    TOKEN,
    fill_blanks,
    is_title,
    unify_signs,
)
from futoshiki_lab.formats.sketch import Entry
from futoshiki_lab.formats.text import Token, clean, fail, is_number, lines_of, split
from futoshiki_lab.support.phrases import shown

Reader = Callable[[str], Sequence[Entry]]


@dataclass(frozen=True)
class Format:
    """One way to write puzzles down.

    Parameters
    ----------
    name : what `format=` calls it.
    shows : how a text of the format begins.
    read : text to all that it has for puzzles: a sketch, or an error where one cannot be read.
    write : the puzzle (the puzzles where `many` is True) to text; reading it again gives the same.
    many : whether one text can hold several puzzles.
    suffixes : the file suffixes that mean this format when a puzzle is saved.
    """

    name: str
    shows: str
    read: Reader
    write: Callable[..., str]
    many: bool = False
    suffixes: tuple[str, ...] = ()


ESSENCE_SUFFIXES = (".param", ".essence-param")
_ALL = (
    Format("grids", "rows of numbers", tables.read_grids, tables.write_grids, suffixes=(".txt",)),
    Format("picture", "cells such as . 0 5 and signs", picture.read_picture, picture.write_picture),
    Format("id", "a number and a colon", game_id.read, game_id.write, many=True),
    Format("pairs", "a number alone, then numbers", pairs.read, pairs.write, True, (".dat",)),
    Format("essence", "letting", pairs.read_essence, pairs.write_essence, False, ESSENCE_SUFFIXES),
    Format("csv", "a number, then commas", tables.read_csv, tables.write_csv),
    Format("rel", "a number, then START:", tables.read_rel, tables.write_rel),
    Format("lists", "a bracket", lists.read, lists.write),
    Format("fut", "a number alone, then cells and signs", picture.read_fut, picture.write_fut),
)

FORMATS: Mapping[str, Format] = MappingProxyType({form.name: form for form in _ALL})
"""The formats by name; each also has its own name as a suffix, `puzzle.rel`."""

VARIANTS = {"pairs-constraints-first": pairs.read_constraints_first}
READERS = {name: form.read for name, form in FORMATS.items()} | VARIANTS
"""The readers by name: of every format, and of a variant that has to be asked for, because
detection takes its texts for another format's."""


def reader(name: str) -> Reader:
    """The reader of a format or variant; `known` says what is raised if there is none."""
    return READERS[_one_of(READERS, name)]


def known(name: str) -> Format:
    """The format of a name.

    Raises
    ------
    PuzzleError : there is none; the message lists them.
    """
    return FORMATS[_one_of(FORMATS, name)]


def _one_of(table: Mapping[str, object], name: str) -> str:
    if name in table:
        return name
    close = get_close_matches(str(name)[:40].lower(), table, 1)
    hint = f"; did you mean {close[0]}?" if close else ""
    raise PuzzleError(f"expected a format ({', '.join(table)}), found {shown(str(name))}{hint}")


def format_for(suffix: str) -> str:
    """The format that a file's suffix stands for, `grids` where it says nothing."""
    for form in FORMATS.values():
        if suffix.lower() in (f".{form.name}", *form.suffixes) and suffix.lower() != ".essence":
            return form.name
    return "grids"


# -- which format a text is in --------------------------------------------------------------------

_GAME_ID = re.compile(r'\s*"?[+-]?[0-9][^\s,;:"]*:')
_FUT_ROW = re.compile(r"[0.*_-](?:[ \t<>]|\Z)|[^<>]*[<>]")
_FUT_MARKS = re.compile(rf"(?:[.{''.join(DOWN)}][ \t]*+)+")
_ESSENCE = re.compile(r"\s*(?:letting|language|given|find)\b")

_NUMBERISH = re.compile(r"[+-]?[0-9]")


def detect(text: str) -> str:
    """Tell the format of a text by what it shows first; nothing but the text itself decides.

    Blank lines are passed over, and comments: lines that start with `#` or `$`. The first row of
    this table that fits is taken, and an error further on is that format's error.

    | what the text shows | format |
    | --- | --- |
    | `{`, and in that table an entry called "grid", "board" or "less"; or `problem(` | `pairs` |
    | `[` or `{` | `lists` |
    | `letting` or `language` | `essence` |
    | a column named `id`, or a number and further letters up to a colon; cells with commas and | |
    | letters, such as `0,0L,`; a saved game; `#puzzle=` | `id` |
    | a letter, a number and a comma, such as `B2, 1` | `rel` |
    | `START:`, or a `;` in the first two lines | `rel` |
    | a comma in the first two lines, or one number above 1, or `1` and one number | `csv` |
    | N alone on the first line, above 1, and one number or 2N-1 of them on the second | `pairs` |
    | a number alone on the first line; a row with a sign, or with an empty cell first, on the | |
    | second; or marks `. ^ v` alone on the third | `fut` |
    | a number alone on the first line, and more on the next | `pairs` |
    | a row of n cells, and a sign within n lines; or fewer than n lines, a gap, n cells again; | |
    | or empty cells drawn as `. * _ -`, mostly or with nothing after them | `picture` |
    | numbers | `grids` |

    A first line that begins with a word may be the title of a `picture`. Before all of these: signs
    and blanks for empty cells in fixed columns are a `picture`.

    Returns
    -------
    The name of the format, one of `FORMATS`.

    Raises
    ------
    PuzzleError : the text is empty, or looks like none of them.
    """
    text = clean(text)
    if game_id.SAVE_FILE.match(text) or "#puzzle=" in text:
        return "id"
    drawn = unify_signs(text)
    if fill_blanks(drawn) != drawn:
        return "picture"
    lines = lines_of(drawn, comments="#$")
    if lines.ended:
        raise PuzzleError("expected a puzzle, found an empty text", line=1, column=1)
    first = lines.take("a line")
    second = "" if lines.ended else lines.take("a line").text.strip(" \t")
    third = lines.current.text.strip(" \t")
    return (
        _by_first_line(text, first.text.lstrip(" \t"))
        or ("pairs" if pairs.sort_of(text) and third else None)
        or _by_two_lines(first, second, third)
        or _drawn_or_blocks(drawn, first)
    )


def beginning(text: str, taken: str) -> str:
    """How a text begins that was taken for one of a format's relatives, or for the format."""
    start = text.lstrip(" \t\n")
    relatives = {
        "an address with #puzzle=": "#puzzle=" in text,
        FORMATS["lists"].shows: start[0] in "[{",
        "SAVEFILE": game_id.SAVE_FILE.match(start),
        "problem(": literal_pairs.is_prolog(start),
        "a cell and a comma": tables.LETTER_PAIR.match(start),
        "a column called id": is_heading(start.partition("\n")[0]),
        "cells and commas": taken == "id" and not _GAME_ID.match(start),
    }
    return next((words for words, is_so in relatives.items() if is_so), FORMATS[taken].shows)


def _by_first_line(text: str, start: str) -> str | None:
    if (start[0] == "{" and literal_pairs.is_json(text)) or literal_pairs.is_prolog(start):
        return "pairs"
    if start[0] in "[{":
        return "lists"
    if _ESSENCE.match(start):
        return "essence"
    if tables.LETTER_PAIR.match(start):
        return "rel"
    is_id = _GAME_ID.match(start) or is_heading(start) or game_id.TASK.fullmatch(start.strip())
    return "id" if is_id else None


def _by_two_lines(line: Token, second: str, third: str) -> str | None:
    """Tell the formats that begin with a number alone, by the lines that follow it.

    Parameters
    ----------
    line, second, third : the first lines; empty where there is none.
    """
    first = line.text.strip(" \t")
    if not _NUMBERISH.match(first) and not first.upper().startswith("START"):
        return None
    if ";" in first + second or "START" in (first[:5].upper(), second[:5].upper()):
        return "rel"
    if "," in first + second or (is_number(first) and not second and int(first) > 1):
        return "csv"
    if first == "1" and second in ("0", "1") and not third:
        return "csv"
    if not second or len(_words(line)) > 1:
        return None
    drawn = _FUT_ROW.match(second) or _FUT_MARKS.fullmatch(third)
    return "fut" if drawn else "pairs"


def _drawn_or_blocks(text: str, first: Token) -> str:
    """Tell a picture from blocks of numbers: both have rows, but a picture has signs in between."""
    if is_title(first) and (drawing := "\n".join(text.split("\n")[first.line :])).strip():
        return detect(drawing) if detect(drawing) == "picture" else _refuse(first)
    start = [word for word in _words(first) if word not in ACROSS]
    if not start or DOWN.keys() >= set(start):
        return "picture"  # one that begins with signs, which its reader will refuse
    if 2 * sum(word in EMPTY or is_number(word) for word in start) < len(start):
        _refuse(first)
    rows, after = _first_rows(text, len(start))
    words = [word for row in rows for word in row]
    empty = sum(word in EMPTY for word in words)
    if any(word in ACROSS or word in DOWN for word in words):
        return "picture"
    if len(rows) < len(start) and sum(word not in ACROSS for word in after) == len(start):
        return "picture"
    drawn = empty and (len(rows) < len(start) or not after or 2 * empty > len(words))
    return "picture" if drawn else "grids"


def _refuse(first: Token) -> NoReturn:
    starts = ", ".join(f"{form.name} ({form.shows})" for form in FORMATS.values())
    found = shown(first.text.strip())
    fail(f"expected a puzzle in one of the formats {starts}, found {found}", first)


def _words(line: Token) -> list[str]:
    return [token.text for token in islice(split(line, TOKEN), 2 * MAX_SIZE)]


def _first_rows(text: str, n: int) -> tuple[list[list[str]], list[str]]:
    """The words of the lines up to the first blank one, n at most, and of the next line after."""
    lines, rows = lines_of(text, comments="#$"), list[list[str]]()
    start = lines.current.line
    while len(rows) < n and not lines.ended and lines.current.line == start + len(rows):
        rows.append(_words(lines.take("a line")))
    return rows, _words(lines.current)
