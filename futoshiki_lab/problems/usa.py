"""The map of the United States: 48 states, and four colours are enough (Appel and Haken 1976)."""

from __future__ import annotations

from collections.abc import Iterable

from futoshiki_lab.core import Problem
from futoshiki_lab.problems.colouring import colour_map

FOUR_COLOURS = ("red", "green", "blue", "yellow")
# Each state with those of its neighbours that come after it in the alphabet, or before.
BORDERS = """AL FL GA MS TN, AR LA MO MS OK TN TX, AZ CA NM NV UT, CA NV OR, CO KS NE NM OK UT WY,
CT MA NY RI, DE MD NJ PA, FL GA, GA NC SC TN, IA IL MN MO NE SD WI, ID MT NV OR UT WA WY,
IL IN KY MO WI, IN KY MI OH, KS MO NE OK, KY MO OH TN VA WV, LA MS TX, MA NH NY RI VT, MD PA VA WV,
ME NH, MI OH WI, MN ND SD WI, MO NE OK TN, MS TN, MT ND SD WY, NC SC TN VA, ND SD, NE SD WY, NH VT,
NJ NY PA, NM OK TX, NV OR UT, NY PA VT, OH PA WV, OK TX, OR WA, PA WV, SD WY, TN VA, UT WY, VA WV"""
# The states as tiles, west to east and north to south.
TILES = """
. . . . . . . . . . ME
. . . . . WI . . . VT NH
WA ID MT ND MN IL MI . NY MA .
OR NV WY SD IA IN OH PA NJ CT RI
CA UT CO NE MO KY WV VA MD DE .
. AZ NM KS AR TN NC SC . . .
. . . OK LA MS AL GA . . .
. . . TX . . . . FL . ."""


def usa(colours: Iterable[str] = FOUR_COLOURS) -> Problem:
    """The map of the 48 states that touch each other; where four meet in a point, two do not."""
    lists = [states.split() for states in BORDERS.split(",")]
    rows = [line.split() for line in TILES.strip().splitlines()]
    places = {
        state: (float(column), float(row))
        for row, line in enumerate(rows)
        for column, state in enumerate(line)
        if state != "."
    }
    borders = " ".join(f"{state}-{other}" for state, *others in lists for other in others)
    return colour_map(borders, colours, places, name="United States")
