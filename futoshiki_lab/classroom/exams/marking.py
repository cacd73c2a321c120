"""A class as a table: who gets a sheet, and what was right."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from io import StringIO
from pathlib import Path

from futoshiki_lab.support.phrases import listed

BY_HAND = "a table: see the key"  # instead of an answer that no program compares
ABOUT = ("name", "sheet")  # the columns before those of the answers


def write_table(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV; the columns are those of all rows, in the order in which they are met."""
    kept, written = [*rows], StringIO()
    columns = dict.fromkeys(column for row in kept for column in row)
    table = csv.DictWriter(written, [*columns], "", lineterminator="\n")
    table.writeheader()
    table.writerows({column: _no_formula(row[column]) for column in row} for row in kept)
    return written.getvalue()


def _no_formula(value: object) -> object:
    """A value that no spreadsheet takes for a formula: anybody may call themselves =A1."""
    risky = isinstance(value, str) and re.match(r"[=+@\t]|-(?!\d+$)", value)
    return f"'{value}" if risky else value


def read_table(path: str | Path) -> list[dict[str, str]]:
    """Read the rows of a CSV file, by the names of the columns in small letters."""
    rows = _read_rows(path)
    heads = [head.strip().lower() for head in rows[0]] if rows else []
    return [dict(zip(heads, map(str.strip, row), strict=False)) for row in rows[1:]]


def read_roster(path: str | Path) -> list[str]:
    """Read names: a column "name", or without one each line. ValueError if there are none, or if
    two are equal: nobody could say afterwards whose answers they are."""
    rows = _read_rows(path)
    if rows and "name" in (heads := [head.strip().lower() for head in rows[0]]):
        at = heads.index("name")
        names = [row[at] for row in rows[1:] if len(row) > at]
    else:
        names = [", ".join(filter(None, map(str.strip, row))) for row in rows]
    if not (found := [name.strip() for name in names if name.strip()]):
        raise ValueError(f"there is no name in {path}")
    if twice := [name for name, many in Counter(found).items() if many > 1]:
        raise ValueError(
            f"two have the same name in {path}: {listed(twice)}; add something to each"
        )
    return found


def _read_rows(path: str | Path) -> list[list[str]]:
    try:
        text = Path(path).read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not a text in UTF-8") from None
    lines = text.splitlines()
    first = next(filter(str.strip, lines), "")
    between = max(",;\t", key=first.count)  # where a comma is in numbers, Excel writes semicolons
    return [row for row in csv.reader(lines, delimiter=between) if any(map(str.strip, row))]


def mark(right: list[dict[str, str]], given: list[dict[str, str]]) -> tuple[str, list[str]]:
    """Mark answers, as CSV, and name those of which no row, or more than one, is found.

    Both are rows as `read_table` reads them; the sheet, else the name, says which row belongs to
    which.
    """
    marks, left = list[dict[str, object]](), list[str]()
    for row in given:
        named = [(about, row[about]) for about in ("sheet", "name") if row.get(about)]
        found = [one for one in right if one.get(named[0][0]) == named[0][1]] if named else []
        if len(found) != 1:
            who = " ".join(value for _, value in named) or "a row without a sheet and a name"
            left.append(f"{who}: {len(found) or 'no'} rows in the table of right answers")
            continue
        keys = {at: one for at, one in found[0].items() if one and at not in ABOUT}
        read = [at for at in keys if keys[at] != BY_HAND]
        wrong = [at for at in read if _words(row.get(at, "")) != _words(keys[at])]
        marks.append(
            {about: found[0].get(about, "") for about in ABOUT}
            | {"right": len(read) - len(wrong), "of": len(read), "wrong": " ".join(wrong)}
            | {"by hand": " ".join(at for at in keys if at not in read)}
        )
    return write_table(marks), left


def collect(folder: Path) -> tuple[str, list[str]]:
    """What pages have saved of their learners (.json), as CSV; and the files that are something
    else. The results are not signed."""
    rows, left = list[dict[str, object]](), list[str]()
    for path in sorted(folder.rglob("*.json")):
        try:
            saved = json.loads(path.read_text("utf-8"))
            players = saved["state"]["players"]
            row: dict[str, object] = {
                "name": str(saved.get("name") or path.stem),
                "page": str(saved["page"]),
            }
            row |= {"score": saved["score"], "file": path.relative_to(folder).as_posix()}
            asked = [
                (str(one["question"]), one.get("given")) for one in players if "question" in one
            ]
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            left.append(f"{path}: no result that a page has saved")
            continue
        for question, answers in asked:
            last = answers[-1] if isinstance(answers, list) and answers else ""
            row[question] = last if isinstance(last, str) else json.dumps(last)
        rows.append(row)
    if not rows:
        raise ValueError(f"no page has saved a result in {folder}")
    for (name, page), many in Counter((row["name"], row["page"]) for row in rows).items():
        if many > 1:
            left.append(f"{name}: {many} results of the page {page}; see whose they are")
    return write_table(rows), left


def _words(text: str) -> list[str]:
    """What counts in an answer: "b" and "B)" are the same."""
    return re.findall(r"\w+", text.lower())
