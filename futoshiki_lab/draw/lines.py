"""The lines of charts: each solver has its own colour, dashes and marker, in every chart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from futoshiki_lab.core import LOOKS, SELECTIONS
from futoshiki_lab.draw.ink import (
    BLUE,
    DARK,
    GREEN,
    GREY,
    IN_THE_DARK,
    LIGHT,
    ORANGE,
    PURPLE,
    SKY,
    VERMILLION,
    Theme,
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

    @property
    def marks(self) -> dict[str, Any]:
        """Arguments of `axes.plot` for its markers without the line."""
        return {"color": self.colour, "linestyle": "none", "marker": self.marker}


# How charts draw the runs of each look, in the order of `LOOKS`: its colour, its dash patterns and
# its markers. The selection chooses among the patterns and markers, which look as different as can
# be, and how much ink is in the colour; the first are those of `reading`. The first look is all but
# solid, the second has dashes, the third has dots, the others have both. So prints without colours
# and charts without lines tell solvers apart too.
INKED = (0.0, 0.35, 0.6, 0.15)
MARKERS = "os^DvPX<>p*d8hH"
MORE: tuple[Dashes, ...] = ((0, (9, 2, 1, 2)), (0, (4, 1, 1, 1)), (0, (4, 1, 1, 1, 1, 1, 1, 1)))
LINES: tuple[tuple[str, tuple[Dashes, ...], str], ...] = (
    (BLUE, ("solid", (0, (14, 1)), (0, (14, 1, 5, 1)), (0, (5, 0.8))), "oHp8"),
    (ORANGE, ("dashed", (0, (7, 2)), (0, (2.2, 1.2)), (0, (7, 1.5, 2.5, 1.5))), "sX*d"),
    (GREEN, ("dotted", (0, (1, 3)), (0, (1, 1, 1, 3)), (0, (1, 1, 1, 1, 1, 3))), "^v<>"),
    (PURPLE, ((0, (5, 1, 1, 1, 1, 1)), *MORE), "Ph<D"),
    (SKY, ((0, (8, 3)), *MORE), "h8*X"),
)
OTHER_LINES: tuple[tuple[str, tuple[Dashes, ...], str], ...] = (
    (VERMILLION, ("dashdot", *MORE), "h8*X"),
    (GREY, ((0, (6, 1, 2, 1)), *MORE), "8*X"),
    (VERMILLION, ((0, (3, 2, 1, 2)), *MORE), "*X"),
)


def mix(colour: str, ink: str, share: float) -> str:
    """A colour with a share of another in it; all are written as #rrggbb."""
    parts = (int(each[at : at + 2], 16) for at in (1, 3, 5) for each in (colour, ink))
    pairs = zip(*[parts] * 2, strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


# What the colours of charts become on a dark page, those with ink in them too.
LINES_IN_THE_DARK = IN_THE_DARK | {
    mix(hue, LIGHT.ink, share): mix(IN_THE_DARK.get(hue.lower(), hue), DARK.ink, share)
    for hue, *_ in LINES
    for share in INKED[1:]
}


def line_styles(solvers: Iterable[tuple[str, str]], theme: Theme = LIGHT) -> list[LineStyle]:
    """The style of each solver of a chart, given its algorithm and its selection.

    A solver looks the same in every chart, whatever other solvers it shows. Only solvers with the
    same algorithm and selection, and functions of one's own, get their styles by their order.
    """
    taken: dict[str, set[int]] = {}
    styles: list[LineStyle] = []
    known_lines = dict(zip(LOOKS, LINES, strict=False))
    for algorithm, select in solvers:
        others = sum(name not in known_lines for name in taken if name != algorithm)
        line = known_lines.get(algorithm, OTHER_LINES[others % len(OTHER_LINES)])
        colour, dashes, family = line
        places = taken.setdefault(algorithm, set())
        known = select.removeprefix("legal_")  # which is what mrv is under backtracking
        place = list(SELECTIONS).index(known) if known in SELECTIONS else 0
        while place in places:
            place += 1
        places.add(place)
        share = INKED[place % len(INKED)]
        colour = mix(colour, theme.ink, share) if share else colour
        markers, used = [*family[place:], *family, *MARKERS], {style.marker for style in styles}
        # Among very many solvers a marker occurs again.
        marker = next((marker for marker in markers if marker not in used), markers[0])
        styles.append(LineStyle(colour, dashes[place % len(dashes)], marker))
    return styles
