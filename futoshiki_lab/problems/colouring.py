"""Colouring a map: neighbours get different colours.

Variables: the regions. Values: the colours. Constraints: `≠` for each two regions with a border.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping

from futoshiki_lab.core import Constraint, Problem

COLOURS = ("red", "green", "blue")
# The mainland as it lies; Tasmania is an island. (Russell and Norvig, chapter 6, have this map.)
BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
PLACES = {
    **{"WA": (0.0, 1.1), "NT": (1.5, 0.2), "SA": (1.7, 1.9), "Q": (3.1, 0.6)},
    **{"NSW": (3.4, 2.0), "V": (2.9, 3.1), "T": (3.1, 4.4)},
}


def colour_map(
    borders: str,
    colours: Iterable[str] = COLOURS,
    places: Mapping[str, tuple[float, float]] | None = None,
    islands: str = "",
    name: str = "",
) -> Problem:
    """The problem of colouring a map.

    Parameters
    ----------
    borders : pairs of regions with a border, as in "WA-NT WA-SA".
    colours : the domain of every region.
    places : where each region is drawn, also the order in which they are tried; by default they
        stand as a tree if there is no cycle of borders, else in a circle, in the order in which
        `borders` and `islands` name them.
    islands : regions without a border.
    name : what to call it.
    """
    pairs = [border.split("-") for border in borders.split()]
    named = [*(places or ()), *(region for pair in pairs for region in pair), *islands.split()]
    domain = tuple(colours)
    return Problem(
        dict.fromkeys(named, domain),
        [Constraint(one, other, "≠", operator.ne) for one, other in pairs],
        places=places,
        name=name,
    )


def australia(colours: Iterable[str] = COLOURS) -> Problem:
    """The map of Australia: six states on the mainland and Tasmania."""
    return colour_map(BORDERS, colours, PLACES, name="Australia")
