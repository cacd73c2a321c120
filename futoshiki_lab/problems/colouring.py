"""Colouring a map: neighbours get different colours.

Variables: the regions. Values: the colours. Constraints: `≠` for each two regions with a border.
A map is a text of borders, "WA-NT WA-SA"; or it names the neighbours of each region, as Russell and
Norvig's programs do: "SA: WA NT Q; NT: WA Q; T: ", or a dictionary of these.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from futoshiki_lab.core import Constraint, Problem, PuzzleError

COLOURS = ("red", "green", "blue")
# The mainland as it lies; Tasmania is an island. (Russell and Norvig, chapter 6, have this map.)
BORDERS = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V"
PLACES = {
    **{"WA": (0.0, 1.1), "NT": (1.5, 0.2), "SA": (1.7, 1.9), "Q": (3.1, 0.6)},
    **{"NSW": (3.4, 2.0), "V": (2.9, 3.1), "T": (3.1, 4.4)},
}


def colour_map(
    borders: str | Mapping[str, Iterable[str]],
    colours: Iterable[str] = COLOURS,
    places: Mapping[str, tuple[float, float]] | None = None,
    islands: str = "",
    name: str = "",
) -> Problem:
    """The problem of colouring a map.

    Parameters
    ----------
    borders : pairs of regions with a border, as in "WA-NT WA-SA"; or the neighbours of each region,
        "WA: NT SA; NT: SA" or {"WA": ["NT", "SA"], "NT": "SA"}; a border may be named twice.
    colours : the domain of every region.
    places : where each region is drawn, also the order in which they are tried; by default they
        stand as a tree if there is no cycle of borders, else in a circle, in the order in which
        `borders` and `islands` name them.
    islands : regions without a border.
    name : what to call it.

    Raises
    ------
    PuzzleError : the borders cannot be read, or a region has one with itself.
    """
    around = [*_neighbours(borders)]
    pairs = {frozenset((one, other)): (one, other) for one, some in around for other in some}
    named = [*(places or ()), *chain(*((one, *some) for one, some in around)), *islands.split()]
    domain = tuple(colours)
    return Problem(
        dict.fromkeys(named, domain),
        [Constraint(one, other, "≠", operator.ne) for one, other in pairs.values()],
        places=places,
        name=name,
    )


def _neighbours(borders: str | Mapping[str, Iterable[str]]) -> Iterator[tuple[str, list[str]]]:
    """Each region that is named first, with those that are named after it."""
    if isinstance(borders, Mapping):
        for one, some in borders.items():
            if not isinstance(some, Iterable):
                raise PuzzleError(f"expected the neighbours of {one}, not {some!r:.60}")
            yield one, some.split() if isinstance(some, str) else [*some]
        return
    if not isinstance(borders, str):
        raise PuzzleError(f'a map is a text, "A-B A-C" or "A: B C", or a dict, not {borders!r:.60}')
    lists = ":" in borders
    for part in filter(None, map(str.strip, borders.split(";" if lists else None))):
        one, between, others = part.partition(":" if lists else "-")
        if not between or not one.strip() or (not lists and (not others or "-" in others)):
            wanted = "a region and its neighbours, A: B C" if lists else "a border, A-B"
            raise PuzzleError(f"expected {wanted}, not {part!r:.60}")
        yield one.strip(), others.split()


def australia(colours: Iterable[str] = COLOURS) -> Problem:
    """The map of Australia: six states on the mainland and Tasmania."""
    return colour_map(BORDERS, colours, PLACES, name="Australia")
