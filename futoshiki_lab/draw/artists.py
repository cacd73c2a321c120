"""Marks as artists of Matplotlib; the font they use: its characters, widths, line breaks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from matplotlib import font_manager
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from futoshiki_lab.draw.ink import CLEAR, Mark, Shape, Words, corner_radius, plain

TYPEFACE = "DejaVu Sans"  # comes with Matplotlib: the same widths everywhere, and it has ∧ ∨ ∅ ≠


def drawable(text: object) -> str:
    """As `plain`, with a □ for every character that the font lacks (Matplotlib would warn)."""
    glyph = font_manager.get_font(font_manager.findfont(TYPEFACE)).get_char_index
    return "".join(character if glyph(ord(character)) else "□" for character in plain(text))


@cache
def width(text: str, size: float, weight: str = "normal") -> float:
    """The width of a text, in points."""
    font = font_manager.FontProperties(family=TYPEFACE, weight=weight, size=100)
    return text_to_path.get_text_width_height_descent(text, font, ismath=False)[0] * size / 100


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


def paint(marks: Iterable[Mark], axes: Axes, width: float, height: float) -> None:
    """Draw marks on axes of this size, in points."""
    axes.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
    axes.set_axis_off()
    for order, mark in enumerate(marks):
        parts: tuple[Mark, ...] = (mark, *mark.words) if isinstance(mark, Shape) else (mark,)
        for part in parts:
            artist = _text(part, axes) if isinstance(part, Words) else _patch(part)
            artist.set(zorder=order + 1, gid=part.name or None)
            axes.add_artist(artist)  # `add_patch` would also look for limits, which are set


def _text(words: Words, axes: Axes) -> Artist:
    side = {"start": "left", "middle": "center", "end": "right"}[words.anchor]
    text = Text(words.x, words.y, drawable(words.text), ha=side, va="center", parse_math=False)
    text.set(color=_seen(words.colour), size=words.size, weight="bold" if words.bold else "normal")
    text.set(family=TYPEFACE, usetex=False, clip_on=False, transform=axes.transData)
    if words.halo != CLEAR:
        text.set_path_effects([withStroke(linewidth=words.size / 8, foreground=words.halo)])
    return text


def _patch(shape: Shape) -> Artist:
    patch: Patch
    if shape.kind in ("line", "area"):
        closed = shape.kind == "area"
        parts = [Path([*part, part[0]] if closed else part, closed=closed) for part in shape.parts]
        patch = PathPatch(Path.make_compound_path(*parts), capstyle="butt", joinstyle="round")
    else:
        (((x, y), (right, below)),) = shape.parts
        wide, high = right - x, below - y
        if shape.kind == "box":
            style = f"round,pad=0,rounding_size={corner_radius(shape)}"
            patch = FancyBboxPatch((x, y), wide, high, boxstyle=style)
        else:
            patch = Ellipse((x + wide / 2, y + high / 2), wide, high)
    dashes = tuple(length / shape.thick for length in shape.dashes)  # in widths of the line
    patch.set(edgecolor=_seen(shape.edge), facecolor=_seen(shape.fill), linewidth=shape.thick)
    patch.set_linestyle((0, dashes) if dashes else "solid")
    return patch


def _seen(colour: str) -> str:
    """A colour as Matplotlib names it."""
    return "none" if colour == CLEAR else colour
