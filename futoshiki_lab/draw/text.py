"""Text in Matplotlib's pictures: drawn literally, measured, broken into lines."""

from __future__ import annotations

from functools import cache

from matplotlib import font_manager
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from futoshiki_lab.draw.names import plain

FONT = "DejaVu Sans"  # comes with Matplotlib: the same widths everywhere, and it has ∧ ∨ ∅ ≠


def drawable(text: object) -> str:
    """As `plain`, with a □ for every character that the font lacks (Matplotlib would warn)."""
    glyph = font_manager.get_font(font_manager.findfont(FONT)).get_char_index
    return "".join(character if glyph(ord(character)) else "□" for character in plain(text))


def styled(text: Text, size: float, colour: str, weight: str = "normal") -> Text:
    """Give a Matplotlib text our font and take it literally: `$` is a dollar sign."""
    text.set(fontsize=size, color=colour, weight=weight, family=FONT)
    text.set(parse_math=False, usetex=False)
    return text


def width(text: str, size: float, weight: str = "normal") -> float:
    """The width of a text, in points."""
    return _width(text, weight) * size / 100


def wrap(text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Break a text into lines of at most `room` points; a word that is too long is broken too."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size, weight) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if lines[-1] and width(lines[-1] + character, size, weight) > room:
                lines.append("")
            lines[-1] += character
    return lines if lines[-1] else lines[:-1]


@cache
def _properties(weight: str) -> font_manager.FontProperties:
    return font_manager.FontProperties(family=FONT, weight=weight, size=100)


@cache
def _width(text: str, weight: str) -> float:
    return text_to_path.get_text_width_height_descent(text, _properties(weight), ismath=False)[0]
