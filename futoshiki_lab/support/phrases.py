"""Words in a sentence: joined, quoted, printable."""

from __future__ import annotations

from futoshiki_lab.core.errors import listed as listed


def shown(text: str, most: int = 24) -> str:
    """Quote a piece of a text: short, on one line, with unprintable characters escaped."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def printable(name: str) -> str:
    """A file's name as errors show it: as it is, unless it is empty, unprintable or endless."""
    return name if name.isprintable() and 0 < len(name) < 4096 else shown(name, 80)
