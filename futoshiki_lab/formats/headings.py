"""What few files need: boards under headings, `=== name ===` or `--- name ---`, each in any format;
and a word of help about signs that stand between two cells, `0,1 < 0,2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice

from futoshiki_lab.core import PuzzleError
from futoshiki_lab.formats.detection import PAIR, split_titles
from futoshiki_lab.formats.sketch import Reading
from futoshiki_lab.formats.text import place_of

SIGNS_IN_WORDS = (
    " (a sign between two cells, such as 1,2 < 1,3, is read after SIZE, GIVENS and INEQUALITIES as "
    "headings; rows and columns count from 1)"
)
SOME = 20  # lines with such a sign that are looked at


def help_with_signs(text: str, errors: Sequence[PuzzleError]) -> None:
    """Add to an error at such a line how these signs are written."""
    lines = [place_of(text, pair.start()).line for pair in islice(PAIR.finditer(text), SOME)]
    for wrong in errors:
        wrong.message += SIGNS_IN_WORDS * (wrong.line in lines)


def read_parts(text: str, read: Callable[[str], Sequence[Reading]]) -> list[Reading]:
    """Read all boards; the error of one does not keep the others from being read."""
    found: list[Reading] = []
    for above, name, part in _parts_of(text):
        try:
            entries = read(part)
        except PuzzleError as error:
            entries = [error.with_traceback(None)]
        found += [_shifted(entry, above, name) for entry in entries]
    return found


def _parts_of(text: str) -> list[tuple[int, str, str]]:
    """The boards of a text under headings, `=== name ===`: the lines above each, its name and it.

    A text without headings is one of them; titles above the first heading are none.
    """
    lines = text.split("\n")
    heads = [(at, name) for at, line in enumerate(lines, 1) if (name := _heading(line))]
    above = "\n".join(lines[: heads[0][0] - 1]) if heads else ""
    if not heads or split_titles(above)[1].strip():
        heads.insert(0, (0, ""))
    ends = [at - 1 for at, _ in heads[1:]] + [len(lines)]
    return [
        (at, name, "\n".join(lines[at:end])) for (at, name), end in zip(heads, ends, strict=True)
    ]


def _heading(line: str) -> str:
    """The name in a line `=== name ===`, or `--- name ---`; "" in any other."""
    line = line.strip(" \t")
    edge = line[: 2 + (line[:1] != "=")]
    found = line.strip(line[:1] + " \t") if edge in ("==", "---", "***") else ""
    return found if line.endswith(edge) else ""


def _shifted(entry: Reading, above: int, name: str) -> Reading:
    """What was read from a part of a text, with the number of lines above that part, and its name.

    An error then names the lines of the whole text.
    """
    if isinstance(entry, PuzzleError):
        entry.line = (entry.line or 1) + above
        entry.message = re.sub(
            r"(?<= at line )[0-9]+", lambda line: str(int(line[0]) + above), entry.message
        )
    else:
        entry.name = entry.name or name
    return entry
