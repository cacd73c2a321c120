"""How each solver of a sweep looks: colour by its algorithm, dashes and marker by its selection.

A solver looks the same in every figure, whoever else is in it: only those that differ in neither
algorithm nor selection are told apart by their order in the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from futoshiki_lab.core import SELECTIONS
from futoshiki_lab.draw.colours import LINES, line_of

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">")

# Variants of an algorithm's own pattern; the first is that of `reading`. bt stays solid
# (its selections never differ by much: it cannot go by domain sizes), fc made of dashes, mac of
# dots, the others of both.
DASHES: dict[str, tuple[object, ...]] = {
    "bt": ("solid",),
    "fc": ("dashed", (0, (7, 2)), (0, (2.2, 1.2)), (0, (7, 1.5, 2.5, 1.5))),
    "mac": ("dotted", (0, (1, 3)), (0, (1, 1, 1, 3)), (0, (1, 1, 1, 1, 1, 3))),
}
OTHER_DASHES = ((0, (9, 2, 1, 2)), (0, (4, 1, 1, 1)), (0, (4, 1, 1, 1, 1, 1, 1, 1)))


@dataclass(frozen=True)
class SolverLook:
    """Colour, dash pattern and marker of one solver."""

    colour: str
    dashes: object
    marker: str

    def line(self, scale: float, width: float = 1.8) -> dict[str, object]:
        """The keywords of a Matplotlib line."""
        return {"color": self.colour, "linestyle": self.dashes, "linewidth": width * scale}

    def mark(self, scale: float, hollow: str = "", size: float = 5.5) -> dict[str, object]:
        """The keywords of a Matplotlib marker; `hollow`: the paper, for what did not end."""
        return {
            "color": self.colour,
            "marker": self.marker,
            "markersize": size * scale,
            "markerfacecolor": hollow or self.colour,
            "markeredgecolor": self.colour,
            "markeredgewidth": 1.3 * scale,
        }


def looks_of(runs: pd.DataFrame) -> dict[str, SolverLook]:
    """How each solver of a table is drawn, by its label, in the table's order."""
    selections = list(SELECTIONS)
    taken: dict[str, set[int]] = {}
    looks: dict[str, SolverLook] = {}
    for row in runs.drop_duplicates("solver").itertuples():
        others = sum(name not in LINES for name in taken if name != row.algorithm)
        colour, dashes = line_of(str(row.algorithm), others)
        places = taken.setdefault(row.algorithm, set())
        place = selections.index(row.select) if row.select in selections else 0
        while place in places:
            place += 1
        places.add(place)
        variants = DASHES.get(row.algorithm, (dashes, *OTHER_DASHES))
        marker = MARKERS[place % len(MARKERS)]
        looks[row.solver] = SolverLook(colour, variants[place % len(variants)], marker)
    return looks


def each_solver(runs: pd.DataFrame) -> Iterator[tuple[str, SolverLook, pd.DataFrame]]:
    """The solvers of a table in its order: the label, how it is drawn, and its runs."""
    for solver, look in looks_of(runs).items():
        yield solver, look, runs[runs["solver"] == solver]
