"""Words in a sentence: joined, quoted, printable."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[object], last: str = "and") -> str:
    """Join words: "r1c1", "r1c1 and r1c2", "r1c1, r1c2 and r1c3"."""
    *others, end = [*map(str, words)] or [""]
    return f"{', '.join(others)} {last} {end}" if others else end


def shown(text: str, most: int = 24) -> str:
    """Quote a piece of a text: short, on one line, with unprintable characters escaped."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def printable(name: str) -> str:
    """A file's name as errors show it: as it is, unless it is empty, unprintable or endless."""
    return name if name.isprintable() and 0 < len(name) < 4096 else shown(name, 80)
