"""Words in a sentence: joined, quoted, printable."""

from __future__ import annotations

import re

from futoshiki_lab.core.errors import listed as listed

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def legal(text: str) -> str:
    """A text without the characters that no XML may have, such as control characters."""
    return _ILLEGAL.sub("\ufffd", text)


def shown(text: str, most: int = 24) -> str:
    """Quote a piece of a text: short, on one line, with unprintable characters escaped."""
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def printable(name: str) -> str:
    """A file's name as errors show it: as it is, unless it is empty, unprintable or endless."""
    return name if name.isprintable() and 0 < len(name) < 4096 else shown(name, 80)
