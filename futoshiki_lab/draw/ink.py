"""Shapes and words: what every picture of a board or a tree consists of, as SVG or on Matplotlib.

Whoever draws lists marks in their order, the last on top; all lengths are in points. So a picture
is the same in a notebook, on paper and on axes of Matplotlib, and SVG needs no package at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from futoshiki_lab.draw.colours import CLEAR

Point = tuple[float, float]
LONGEST_TEXT = 300  # characters of a text that comes from outside


def plain(text: object, longest: int = LONGEST_TEXT) -> str:
    """A text in one line, without control characters, and not longer than `longest`.

    Names come from puzzle files and from students' functions: they are shown character by
    character, never as a formula, as markup or as a control character.
    """
    shown = "".join(character if character.isprintable() else " " for character in str(text))
    shown = " ".join(shown.split())
    return shown if len(shown) <= longest else shown[: longest - 1] + "…"


@dataclass(frozen=True)
class Words:
    """One line of text; x and y are its middle, or the middle of its left or right end.

    Attributes
    ----------
    anchor : "start", "middle" or "end".
    name : of the artist on Matplotlib axes (its `gid`).
    halo : the colour of a rim around the letters.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: str = "middle"
    name: str = ""
    halo: str = CLEAR


@dataclass(frozen=True)
class Shape:
    """A line, or an area with an edge.

    Attributes
    ----------
    kind : "line", "area" (closed), or "box" (with round corners) and "oval", which have two points:
        opposite corners.
    parts : the points of each of its parts; a box or an oval has one.
    edge, fill : colours; two more digits than usual say how opaque they are.
    dashes : lengths of dashes and gaps.
    tooltip : what the mouse finds; `words` are a part of it.
    name : of the artist on Matplotlib axes (its `gid`).
    """

    kind: str
    parts: Sequence[Sequence[Point]]
    edge: str = CLEAR
    fill: str = CLEAR
    thick: float = 1.0
    dashes: tuple[float, ...] = ()
    tooltip: str = ""
    words: tuple[Words, ...] = ()
    name: str = ""


Mark = Shape | Words


def write_svg(mark: Mark) -> str:
    """The elements of a mark."""
    if isinstance(mark, Words):
        weight = ' font-weight="bold"' * mark.bold
        halo = f' stroke="{mark.halo}" stroke-width="{mark.size / 8:g}" paint-order="stroke"'
        return (
            f'<text x="{mark.x:.1f}" y="{mark.y:.1f}" dy="0.35em" font-size="{mark.size:.4g}"'
            f'{weight} text-anchor="{mark.anchor}" {_paint("fill", mark.colour)}'
            f"{halo * (mark.halo != CLEAR)}>{escape(mark.text)}</text>"
        )
    look = f"{_paint('fill', mark.fill)} {_paint('stroke', mark.edge)}"
    look += f' stroke-width="{mark.thick:.3g}"' if mark.edge != CLEAR else ""
    look += f' stroke-dasharray="{",".join(f"{d:.3g}" for d in mark.dashes)}"' * bool(mark.dashes)
    drawn = f"<{_outline(mark)} {look}/>"
    if not mark.tooltip:
        return drawn
    texts = "".join(map(write_svg, mark.words))
    return f'<g class="node"><title>{escape(mark.tooltip)}</title>{drawn}{texts}</g>'


def _outline(shape: Shape) -> str:
    if shape.kind in ("line", "area"):
        end = "Z" * (shape.kind == "area")
        ways = ("L".join(f"{x:.1f},{y:.1f}" for x, y in part) for part in shape.parts)
        return f'path d="{"".join(f"M{way}{end}" for way in ways)}"'
    (((x, y), (right, below)),) = shape.parts
    wide, high = right - x, below - y
    if shape.kind == "box":
        size = f'width="{wide:.1f}" height="{high:.1f}" rx="{corner_radius(shape):.1f}"'
        return f'rect x="{x:.1f}" y="{y:.1f}" {size}'
    middle = f'cx="{x + wide / 2:.1f}" cy="{y + high / 2:.1f}"'
    return f'ellipse {middle} rx="{wide / 2:.4g}" ry="{high / 2:.4g}"'


def corner_radius(shape: Shape) -> float:
    """The radius of a box's corners."""
    (((x, y), (right, below)),) = shape.parts
    return 0.07 * min(right - x, below - y)


def _paint(name: str, colour: str) -> str:
    if colour == CLEAR:
        return f'{name}="none"'
    base = 7 if colour.startswith("#") else len("currentColor")
    opacity = f' {name}-opacity="{int(colour[base:], 16) / 255:.2f}"' if colour[base:] else ""
    return f'{name}="{colour[:base]}"{opacity}'
