"""Which format a text is in: `detect` recognises it by the text."""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import islice
from typing import NoReturn

from futoshiki_lab.core import MAX_SIZE, PuzzleError
from futoshiki_lab.formats.registry import FORMATS
from futoshiki_lab.formats.text import Token, clean, fail, is_number, lines_of, split
from futoshiki_lab.support.phrases import shown

EMPTY = frozenset(".*_-·?")
ACROSS = dict.fromkeys("<‹﹤＜", -1) | dict.fromkeys(">›﹥＞", 1)
DOWN = dict.fromkeys("^A∧⋀↑", -1) | dict.fromkeys("vV∨⋁↓", 1)
WIDEST = 1000  # characters in a line: 32 cells and their signs need a fifth of that

_BESIDE, _BELOW = "".join(ACROSS), re.escape("".join(DOWN))
_COMMA_LINE = re.compile(rf"(?:[1-9{_BESIDE} ],)*[1-9{_BESIDE} ]?")
_CELLS_LINE = re.compile(rf"(?:[1-9 ][{_BESIDE} ])*[1-9 ]?")
_MARKS_LINE = re.compile(rf"(?:[{_BELOW} ] )*[{_BELOW} ]?")
MAX_DIGIT = 9
_LETTERS = re.compile(r"[^\W\d_]{2,}")
TOKEN = re.compile(rf"[{_BESIDE}]|[^ \t{_BESIDE}]+")

SAVE_FILE = re.compile(r"\s*SAVEFILE[ ]*:")
TASK = re.compile(r"(?:[0-9]+[URDL]*,|[a-z],?)+(?:[0-9]+[URDL]*)?")  # an ID without its size
LETTER_PAIR = re.compile(r"[ \t]*[A-Za-z]{1,2}[0-9]{1,2}[ \t]*,")
NAMES = {
    "size": ("n", "size"),
    "grid": ("grid", "board"),
    "less": ("less", "less_than"),
    "greater": ("greater", "greater_than"),
    "relations": ("relations", "constraints", "inequalities"),
}
_PLACE = r"[(\[]?[rR]?[0-9]{1,2}[ \t]*[,cC][ \t]*[0-9]{1,2}[)\]]?[ \t]*,?[ \t]*"
_PAIR = rf"[ \t]*{_PLACE}[<>][ \t]*,?[ \t]*{_PLACE}"
PAIR = re.compile(rf"^{_PAIR}", re.MULTILINE)
_SIZE = r"\[?(?:size|n)\]?[ \t]*[:=]?[ \t]*[0-9]{0,2}[ \t]*(?:\n|\Z)"
_GIVENS = r"(?:(?:[0-9]{1,2}[ \t]*,[ \t]*){2}[0-9]{1,2}[ \t]*\n\s*)*"
TYPED = re.compile(rf"\s*(?i:{_SIZE}|(?:[0-9]{{1,2}}[ \t]*\n\s*{_GIVENS})?{_PAIR})")
HEADING = re.compile(r"^[ \t]*(?:==|---|\*\*\*)", re.MULTILINE)
ONE_LINE = re.compile(r"(?=.*[_^vV]_[_^vV])[.0-9_()<>^vV]+")  # no row of a drawing has these
PROBLEM = re.compile(r"problem\([ \t\n]*\w+[ \t\n]*,")
_TWO_LINES = re.compile(r"\s*([0-9]{1,2})[ \t]*\n\s*(.*)")
_GAME_ID = re.compile(r'\s*"?[+-]?[0-9][^\s,;:"]*:')
_FUT_ROW = re.compile(
    rf"[0{re.escape(''.join(EMPTY))}](?:[ \t{_BESIDE}]|\Z)|[^{_BESIDE}]*[{_BESIDE}]"
)
_FUT_MARKS = re.compile(rf"(?:[.{''.join(DOWN)}][ \t]*+)+")
_ESSENCE = re.compile(r"\s*(?:letting|language|given|find)\b")

_CNF = re.compile(
    r"\s*(?:c(?:[ \t][^\n]*+)?\n\s*+)*+(?:p[ \t]+cnf\b|v[ \t]+-?[0-9]|(?:s[ \t]+)?(?:UN)?SAT)"
)
_NUMBERISH = re.compile(r"[+-]?[0-9]")


def detect(text: str) -> str:
    """Recognise the format of a text by how it begins; nothing but the text itself decides.

    Blank lines are passed over, and comments: lines that start with `#` or `$`. The first row of
    this table that fits is taken, and an error further on is that format's error.

    | what the text shows | format |
    | --- | --- |
    | `{`, and in that table an entry called "grid", "board" or "less"; or `problem(` | `pairs` |
    | `[` or `{` | `lists` |
    | `letting` or `language` | `essence` |
    | `p cnf`, `s`, `v` or `SAT`, after lines that begin with `c` | `cnf` |
    | a column named `id`, or a number and further letters up to a colon; cells with commas and | |
    | letters, such as `0,0L,`; a saved game; `#puzzle=`; a whole board in one line | `id` |
    | `SIZE` or `N`; two cells and a sign, `1,1 < 1,2`, in the first two lines | `pairs` |
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

    First lines that begin with a word may be titles of a `picture`. Before all of these: signs and
    blanks for empty cells in fixed columns are a `picture`. Boards under headings, `=== name ===`,
    are detected one by one.

    Returns
    -------
    The name of the format, one of `FORMATS`.

    Raises
    ------
    PuzzleError : the text is empty, or looks like none of them.
    """
    return recognise(text)[0]


def split_titles(text: str) -> tuple[int, str]:
    """How many lines of titles, and blank ones, stand above a drawing, and the text below them."""
    lines, above = lines_of(text), 0
    while is_title(lines.current):
        lines.take("a title")
        above = lines.current.line - 1
        if lines.ended:
            return above, ""
    return above, text.split("\n", above)[-1]


def recognise(text: str) -> tuple[str, str]:
    """The format of a text, and in words how the text begins; otherwise as `detect`."""
    text = clean(text)
    if "#puzzle=" in text:
        return "id", "an address with #puzzle="
    if SAVE_FILE.match(text):
        return "id", "SAVEFILE"
    if _CNF.match(text):
        return "cnf", FORMATS["cnf"].shows
    if fill_blanks(text) != text:
        return "picture", FORMATS["picture"].shows
    lines = lines_of(text, comments="#$")
    if lines.ended:
        raise PuzzleError("expected a puzzle, found an empty text", line=1, column=1)
    first = lines.take("a line")
    second = "" if lines.ended else lines.take("a line").text.strip(" \t")
    third = lines.current.text.strip(" \t")
    if found := _by_first_line(text, first.text.lstrip(" \t")):
        return found
    cells_follow = sort_of(text) and third
    taken = "pairs" if cells_follow else _by_two_lines(first, second, third)
    taken = taken or _drawn_or_blocks(text, first)
    return taken, FORMATS[taken].shows


def _by_first_line(text: str, start: str) -> tuple[str, str] | None:
    kinds = (
        ("pairs", "SIZE, or two cells and a sign", TYPED.match(text)),
        ("pairs", "a bracket", start[0] == "{" and is_json(text)),
        ("pairs", "problem(", is_prolog(start)),
        ("lists", "a bracket", start[0] in "[{"),
        ("essence", "letting", _ESSENCE.match(start)),
        ("rel", "a cell and a comma", LETTER_PAIR.match(start)),
        ("id", "a number and a colon", _GAME_ID.match(start)),
        ("id", "a column called id", is_heading(start)),
        ("id", "cells and commas", TASK.fullmatch(start.strip())),
        ("id", "a board in one line", ONE_LINE.fullmatch(start.strip())),
    )
    return next(((format, words) for format, words, is_so in kinds if is_so), None)


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
    drawing = split_titles(text)[1]
    if is_title(first):  # what stands below titles begins with none
        with suppress(PuzzleError):
            if drawing and recognise(drawing)[0] == "picture":
                return "picture"
        _refuse(first)
    start = [word for word in _words(first) if word not in ACROSS]
    if not start or DOWN.keys() >= set(start):
        return "picture"  # one that begins with signs, which its reader will refuse
    cells = [word in EMPTY or is_number(word) for word in start]
    if 2 * sum(cells) + cells[0] <= len(start):
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


# -- what shows a format ---------------------------------------------------------------------------


def is_heading(line: str) -> bool:
    """Whether a line is the heading of a table whose first column is called `id`."""
    return line.partition(",")[0].strip(" \t\"'").lower() == "id"


def is_json(text: str) -> bool:
    """Whether a text that begins with { is one puzzle, and no table of named boards."""
    grids = "|".join((*NAMES["grid"], *NAMES["less"]))
    return (
        re.match(rf"""\s*\{{(?:[^{{]|\{{[^{{}}]*\}})*["'](?:{grids})["']\s*:""", text, re.I)
        is not None
    )


def is_prolog(text: str) -> bool:
    """Whether a text begins with a problem as a fact of Prolog."""
    return PROBLEM.match(text.lstrip()) is not None


def sort_of(text: str) -> str:
    """Tell by the first two lines whether a size above 1 is followed by "givens" or a "matrix"."""
    found = _TWO_LINES.match(text)
    n, words = (int(found[1]), found[2].split(maxsplit=2 * MAX_SIZE)) if found else (0, [])
    if n < 2 or not all(is_number(word.removeprefix("-")) for word in words):
        return ""
    return {1: "givens", 2 * n - 1: "matrix"}.get(len(words), "")


def is_title(line: Token) -> bool:
    """Whether a line begins with words, as no row of cells and no line of signs does."""
    found = _LETTERS.search(line.text)
    before = line.text[: found.start()].split() if found else ["."]
    return all(map(str.isalpha, before)) and found is not None and not DOWN.keys() >= {*found[0]}


def fill_blanks(text: str) -> str:
    """Put dots for the empty cells of a drawing that leaves them blank; keep any other text.

    Such a drawing has 2n-1 lines of 2n-1 characters, blanks at the ends included or not: the cells
    are the first, third, ... characters of the first, third, ... lines. There may be commas between
    the characters; then `<` and `>` are also the signs between rows.
    """
    lines = text.rstrip().split("\n") if len(text) <= WIDEST else []
    step = 1  # characters from a cell to a sign
    if "," in text and all(map(_COMMA_LINE.fullmatch, lines)):
        step, tables = 2, (str.maketrans(",", " "), str.maketrans("<>,", "^v "))
        lines = [line.translate(tables[k % 2]) for k, line in enumerate(lines)]
    width = max([len(lines), *(-(-len(line.rstrip()) // step) for line in lines)], default=0)
    n = width // 2 + 1
    if (
        not 0 < 2 * n - 2 <= len(lines) < 2 * MAX_DIGIT
        or not all(_CELLS_LINE.fullmatch(line[::step].rstrip()) for line in lines[::2])
        or not all(_MARKS_LINE.fullmatch(line[::step].rstrip()) for line in lines[1::2])
        or not any(sign in text for sign in (*ACROSS, *DOWN))
    ):
        return text
    rows = [line.ljust(2 * step * (n - 1) + 1) for line in [*lines, ""][: 2 * n - 1]]
    for k, row in enumerate(rows[::2]):
        dotted = ("." if c == " " and not at % (2 * step) else c for at, c in enumerate(row))
        rows[2 * k] = "".join(dotted)
    return "\n".join(rows)
