"""Text in pictures: made harmless, measured, wrapped.

Names come from puzzle files and from students' functions. Whatever stands in them is shown as the
characters they are: never as a formula, as markup or as a control character.
"""

from __future__ import annotations

from functools import cache

from matplotlib import font_manager
from matplotlib.textpath import text_to_path

FONT = "DejaVu Sans"  # comes with Matplotlib: the same widths everywhere, and it has ∧ ∨ ∅ ≠
LONGEST = 300  # characters of a text that comes from outside


def plain(text: object, longest: int = LONGEST) -> str:
    """A text in one line, without control characters, and not longer than `longest`."""
    shown = "".join(character if character.isprintable() else " " for character in str(text))
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


def drawable(text: object) -> str:
    """As `plain`, with a □ for every character that the font lacks (Matplotlib would warn)."""
    glyph = _font().get_char_index
    return "".join(character if glyph(ord(character)) else "□" for character in plain(text))


def style(size: float, colour: str, **more: object) -> dict[str, object]:
    """The keywords of a Matplotlib text that is taken literally: `$` is a dollar sign."""
    return {
        "fontsize": size,
        "color": colour,
        "family": FONT,
        "parse_math": False,
        "usetex": False,
        **more,
    }


def width(text: str, size: float, weight: str = "normal") -> float:
    """How wide a text is, in points."""
    return _width(text, weight) * size / 100


def wrap(text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Break a text into lines that fit into a room, in points; a word too long is broken too."""
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
def _font():
    return font_manager.get_font(font_manager.findfont(FONT))


@cache
def _properties(weight: str) -> font_manager.FontProperties:
    return font_manager.FontProperties(family=FONT, weight=weight, size=100)


@cache
def _width(text: str, weight: str) -> float:
    return text_to_path.get_text_width_height_descent(text, _properties(weight), ismath=False)[0]
