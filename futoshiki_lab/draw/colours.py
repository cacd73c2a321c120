"""One set of colours and shapes for every picture (Okabe and Ito's, safe for the colour-blind).

Colour is never the only sign of something: blue things are also large, failures also square, pruned
values also struck through, and every line in a chart has its own dash pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from futoshiki_lab.trace import BRANCH, FAILURE, OPEN, SKIPPED, SOLUTION, WRONG

BLUE = "#0072B2"  # assigned, branch
VERMILLION = "#D55E00"  # failure, prune
GREEN = "#009E73"  # solution
ORANGE = "#E69F00"  # current
SKY = "#56B4E9"  # the constraint in play
GREY = "#999999"  # past and pruned
PURPLE = "#CC79A7"


@dataclass(frozen=True)
class Theme:
    """The colours of a board or a chart on one background; the defaults are for light ones."""

    paper: str = "#FFFFFF"
    ink: str = "#1A1A1A"
    soft_ink: str = "#5A5A5A"
    line: str = "#8C8C8C"
    given: str = "#E4E4E4"
    assigned: str = BLUE
    failure: str = VERMILLION
    solution: str = GREEN
    current: str = ORANGE
    in_play: str = SKY
    on_in_play: str = "#000000"
    past: str = GREY


LIGHT = Theme()
# The same hues; blue, vermillion and green are lighter, to be visible on a dark background.
DARK = Theme(
    paper="#1C1C1E",
    ink="#F0F0F0",
    soft_ink="#B4B4B4",
    line="#7C7C7C",
    given="#45454A",
    assigned="#6CB6FF",
    failure="#FF8A3D",
    solution="#2FCF9F",
    current="#FFB82E",
    past="#8E8E8E",
)

Dashes = str | tuple[float, tuple[float, ...]]  # Matplotlib's name, or offset and lengths


@dataclass(frozen=True)
class LineStyle:
    """Colour, dash pattern and marker of one line in a chart."""

    colour: str
    dashes: Dashes
    marker: str = ""

    @property
    def line(self) -> dict[str, Any]:
        """Arguments of `axes.plot`."""
        return {"color": self.colour, "linestyle": self.dashes}


# How charts draw the runs of each algorithm: colour and dash pattern.
LINES: dict[str, tuple[str, Dashes]] = {
    "bt": (BLUE, "solid"),
    "fc": (ORANGE, "dashed"),
    "mac": (GREEN, "dotted"),
    "gac": (PURPLE, (0, (5, 1, 1, 1, 1, 1))),
    "logic": (SKY, (0, (8, 3))),
}
OTHER_LINES: tuple[tuple[str, Dashes], ...] = (
    (VERMILLION, "dashdot"),
    (GREY, (0, (6, 1, 2, 1))),
    (VERMILLION, (0, (3, 2, 1, 2))),
)

# How trees draw each kind of node: Graphviz's shape, fill and the colour of the text on it.
SHAPES = {
    BRANCH: ("circle", BLUE, "#FFFFFF"),
    FAILURE: ("square", VERMILLION, "#000000"),
    SOLUTION: ("diamond", GREEN, "#000000"),
    WRONG: ("diamond", VERMILLION, "#000000"),
    OPEN: ("circle", "transparent", GREY),
    SKIPPED: ("circle", "transparent", GREY),
}


def theme_of(dark: bool) -> Theme:
    """The colours for a dark or a light background."""
    return DARK if dark else LIGHT


def line_of(algorithm: str, before: int) -> LineStyle:
    """The line style for the runs of an algorithm.

    Parameters
    ----------
    algorithm : its name; the package's own algorithms always look the same.
    before : how many runs with other names the chart has already.
    """
    return LineStyle(*(LINES.get(algorithm) or OTHER_LINES[before % len(OTHER_LINES)]))
