"""This project's docstrings as the text that Sphinx reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

SECTIONS = ("Parameters", "Attributes", "Returns", "Raises")
ENTRY = re.compile(r"([\w*, ]+?) : (.*)")
SPECIAL = re.compile(r"([*|\\]|(?<=\w)_(?=\W|$))")
QUOTED = re.compile(r"(`[^`]*`)")


def as_rst(lines: list[str]) -> list[str]:
    """Sections become titles with lists of definitions, indented lines examples.

    A section begins with its name, underlined. An entry of it begins with `name : `; what belongs
    to it is indented.
    """
    return list(_converted(lines))


def _converted(lines: list[str]) -> Iterator[str]:
    section, example = "", False
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        if line in SECTIONS and after.startswith("---"):
            section = line
            yield from ("", f".. rubric:: {line}", "")
        elif line.startswith("---") and before in SECTIONS:
            continue
        elif not section and line.startswith("    "):
            if not example:
                yield from ("", "::", "")
            example = True
            yield line
        elif section and (entry := ENTRY.fullmatch(line)):
            yield from ("", f"``{entry[1]}``", f"    {_escaped(entry[2])}")
        else:
            in_entry = before.startswith(" ") or (section and ENTRY.fullmatch(before))
            if line and not line.startswith(" ") and (example or in_entry):
                yield ""
            example = example and not line
            yield line if example else _escaped(line)


def _escaped(line: str) -> str:
    """A line whose stars and bars are themselves; names in backquotes are left alone."""
    parts = QUOTED.split(line)
    parts[::2] = [SPECIAL.sub(r"\\\1", part) for part in parts[::2]]
    return "".join(parts)
