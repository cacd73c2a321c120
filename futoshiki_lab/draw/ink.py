"""What every picture is made of: one set of colours (Okabe and Ito's), lines, shapes and words.

Colour is never the only sign of something: blue things are also large, failures also square, pruned
values also struck through, and every line in a chart has its own dash pattern.

Whoever draws a board or a tree lists marks in their order, the last on top; all lengths are in
points. So a picture is the same in a notebook, on paper and on axes of Matplotlib, and SVG needs no
package at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from futoshiki_lab.trace import BRANCH, FAILURE, OPEN, SKIPPED, SOLUTION, WRONG

BLUE = "#0072B2"  # assigned, branch
VERMILLION = "#D55E00"  # failure, prune
GREEN = "#009E73"  # solution
ORANGE = "#E69F00"  # current
SKY = "#56B4E9"  # the constraint in play
GREY = "#6E7379"  # past and pruned
PURPLE = "#CC79A7"


@dataclass(frozen=True)
class Theme:
    """The colours of a board or a chart on one background; the defaults are for light ones."""

    paper: str = "#FFFFFF"
    ink: str = "#16181B"
    soft_ink: str = "#565B61"
    line: str = "#8A9097"
    given: str = "#E4E6E9"
    assigned: str = BLUE
    failure: str = VERMILLION
    failure_ink: str = "#A84600"  # the same, for digits
    solution: str = GREEN
    current: str = ORANGE
    in_play: str = SKY
    on_in_play: str = "#000000"
    past: str = GREY


LIGHT = Theme()
# The same hues; blue, vermillion and green are lighter, to be visible on a dark background.
DARK = Theme(
    paper="#141517",
    ink="#ECEEF0",
    soft_ink="#AEB4BA",
    line="#70767D",
    given="#3A3F44",
    assigned="#56B0EE",
    failure="#F2802F",
    failure_ink="#F58F45",
    solution="#2CC295",
    current="#F0B429",
    past="#858B92",
)

# What each colour of the light theme is in the dark one.
IN_THE_DARK = {
    getattr(LIGHT, each.name).lower(): getattr(DARK, each.name).lower() for each in fields(LIGHT)
}

# How trees draw each kind of node: Graphviz's shape; the colours of its line, its inside, its text.
CLEAR, AHEAD = "transparent", "ahead"  # ahead: a node that the search has not reached yet
PALE, FAINT = "#7A7A7A", "#99999966"  # seen on white and on black
FONT = "Helvetica,Arial,sans-serif"
# A box around a picture: if the page is narrower, it scrolls, and fades until its end is seen.
SCROLLS = (
    '<div style="overflow-x:auto;animation:fsl-more linear;animation-timeline:scroll(self x)">'
    "<style>@keyframes fsl-more{0%,95%{mask:linear-gradient(to left,#0003,#000 3em)}}</style>"
)
SHAPES = {
    BRANCH: ("circle", BLUE, BLUE, "#FFFFFF"),
    FAILURE: ("square", VERMILLION, VERMILLION, "#000000"),
    SOLUTION: ("diamond", GREEN, GREEN, "#000000"),
    WRONG: ("diamond", VERMILLION, VERMILLION, "#000000"),
    OPEN: ("circle", PALE, CLEAR, CLEAR),
    SKIPPED: ("circle", PALE, CLEAR, PALE),
    AHEAD: ("circle", FAINT, CLEAR, CLEAR),
}


# -- shapes and words ----------------------------------------------------------------------------

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

    @property
    def corner_radius(self) -> float:
        """The radius of a box's corners."""
        (((x, y), (right, below)),) = self.parts
        return 0.07 * min(right - x, below - y)


Mark = Shape | Words


def bend(start: complex, pull: complex, end: complex) -> list[complex]:
    """Points of a curve from its start to its end; the one between pulls it (Bézier's curve)."""
    times = [step / 24 for step in range(25)]
    return [(1 - t) ** 2 * start + 2 * t * (1 - t) * pull + t**2 * end for t in times]
