"""Grids and pairs of cells in brackets: JSON (read as `pairs`), Prolog and Essence′.

JSON, `{"n": 9, "grid": [[...], ...], "less": [[r1, c1, r2, c2], ...]}`, with cells counted from 0,
as the SYSU exercise has it in a machine's words. The grid may be called `board`, an empty cell 0 or
null, and the size `size` or left out. The signs stand in `less`, in `greater`, or in `relations` as
tables `{"type": "<", "position1": {"row": 0, "col": 0}, "position2": ...}`; a pair may also be two
pairs, `[[r1, c1], [r2, c2]]`.

Prolog, as exercises have it: `problem(1, [[_,_],[_,1]], [[1,1,1,2]]).`, once or several times.
Essence′, as models of St Andrews have it: `letting values be [[0,0],[0,1]]` and `letting lt be
[[1,1,1,2]]`. Both count from 1, and the first cell is the smaller one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from futoshiki_lab.core import MAX_SIZE
from futoshiki_lab.formats.detection import NAMES, PROBLEM
from futoshiki_lab.formats.lists import Literal, literals
from futoshiki_lab.formats.sketch import Reading, Sketch, try_to_read
from futoshiki_lab.formats.text import Token, fail, number
from futoshiki_lab.support.phrases import listed, shown

# What a part may be called, in any case.
SIGNS = ("less", "greater", "relations")
ENDS = (("position1", "position2"), ("first", "second"), ("from", "to"))
_EMPTY = ("_", "null", "None", '""', '"."', '"_"', '" "')
_LETTING = re.compile(r"\bletting[ \t\n]+(values|lt)[ \t\n]+be\b")


def is_essence_prime(text: str) -> bool:
    """Whether a text gives a grid to a model in Essence′."""
    return _LETTING.search(text) is not None


def read_json(text: str) -> Sketch:
    """Read one puzzle."""
    table = literals(text)[0]
    parts: dict[str, Literal] = {}
    for name, value in table.entries(()).items():
        part = next((part for part, names in NAMES.items() if name.lower() in names), "")
        if not part and name.lower() not in ("name", "level", "difficulty", "solution"):
            known = listed([*NAMES["size"], *NAMES["grid"], *SIGNS], "or")
            fail(f"expected {known} in this table, found {shown(name)}", value.start)
        parts[part] = value
    if "grid" not in parts or not any(name in parts for name in SIGNS):
        wanted = '"less"' if "grid" in parts else '"grid"'
        fail(f"expected an entry {wanted} in this table", table.start)
    sketch = _grid(parts["grid"], parts.get("size"))
    for part in SIGNS:
        for pair in parts[part].items("signs [r1, c1, r2, c2]") if part in parts else ():
            four = _relation(pair) if part == "relations" else _four(pair)
            sketch.add_numbered_sign(four[2:] + four[:2] if part == "greater" else four, first=0)
    return sketch


def _relation(pair: Literal) -> list[Token]:
    """The four numbers of a relation, the smaller cell first."""
    table = pair.entries(("type",))
    sign = table["type"].scalar("a sign")
    if sign.text[1:-1] not in ("<", ">"):
        fail(f"expected '<' or '>' as the type, found {shown(sign.text)}", sign)
    for ends in ENDS:
        if ends[0] in table and ends[1] in table:
            ordered = ends if sign.text[1:-1] == "<" else ends[::-1]
            cells = [table[end].entries(("row", "col")) for end in ordered]
            return [cell[way].scalar() for cell in cells for way in ("row", "col")]
    fail("expected the cells as position1 and position2 in this table", pair.start)


def _four(pair: Literal) -> list[Token]:
    """The four numbers of a pair, also of a list of two lists."""
    halves = pair.items("numbers or pairs")
    if len(halves) == 2:
        return [token for half in halves for token in half.scalars("numbers", 2)]
    return pair.scalars("numbers", 4)


def _grid(rows: Literal, size: Literal | None = None) -> Sketch:
    """A sketch with the rows of a grid, which may leave cells empty."""
    found = rows.items("rows")
    if not 1 <= len(found) <= MAX_SIZE:
        fail(f"expected 1..{MAX_SIZE} rows, found {len(found)}", rows.start)
    n = number(size.scalar(), 1, MAX_SIZE, "the size, a number") if size else len(found)
    sketch = Sketch(n)
    for row in rows.items("rows", n):
        tokens = row.scalars("numbers", n)
        sketch.add_row(
            t._replace(text="0") if t.text.replace("'", '"') in _EMPTY else t for t in tokens
        )
    return sketch


def read_prolog(text: str) -> list[Reading]:
    """Read all problems of a file: an underscore is an empty cell."""
    return [try_to_read(_problem, part) for part in _problems(text)]


def _problems(text: str) -> Iterator[str]:
    """The text with one problem alone, as a list of its grid and its signs, where it stood."""
    heads = list(PROBLEM.finditer(text))
    for head, after in zip(heads, [*heads[1:], None], strict=True):
        body = text[head.end() : after.start() if after else len(text)].rstrip(" \t\n.")
        before = re.sub(r"[^\n]", " ", text[: head.end() - 1])
        yield f"{before}[{body.removesuffix(')')}]"


def _problem(text: str) -> Sketch:
    grid, signs = literals(text)[0].items("parts, a grid and its signs", 2)
    return _with_signs(_grid(grid), signs)


def read_essence_prime(text: str) -> Sketch:
    """Read one puzzle."""
    parts: dict[str, Literal] = {}
    text = re.sub(r"\$[^\n]*", lambda comment: " " * len(comment[0]), text)
    for letting in _LETTING.finditer(text):
        end = text.find("letting", letting.end())
        body = text[letting.end() : len(text) if end < 0 else end]
        before = re.sub(r"[^\n]", " ", text[: letting.end()])
        parts[letting[1]] = literals(before + body)[0]
    for name in ("values", "lt"):
        if name not in parts:
            fail(f"expected letting {name} be [...]", Token("", 1, 1))
    return _with_signs(_grid(parts["values"]), parts["lt"])


def _with_signs(sketch: Sketch, signs: Literal) -> Sketch:
    for pair in signs.items("signs [r1, c1, r2, c2]"):
        sketch.add_numbered_sign(_four(pair))
    return sketch
