"""The style of each solver of a sweep: colour, family of markers and of dashes by algorithm.

The selection chooses in the family, so that every solver has a marker of its own: charts without
lines, and prints without colours, tell solvers apart too.

A solver looks the same in every figure, whatever other solvers it shows. Only solvers with the same
algorithm and the same selection get their styles by their order in the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from futoshiki_lab.core import SELECTIONS
from futoshiki_lab.draw.colours import LINES, Dashes, LineStyle, line_of
from futoshiki_lab.draw.runs import DataFrame

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*", "d", "8", "h", "H")
FAMILIES = {
    "bt": ("o", "8", "h"),
    "fc": ("s", "D", "d", "H"),
    "mac": ("^", "v", "<", ">"),
    "gac": ("P", "X", "*", "p"),
}
OTHER_MARKERS = ("h", "8", "*", "X")

# Variants of an algorithm's own pattern; the first is that of `reading`. bt is always solid
# (its selections differ little: it cannot compare domain sizes), fc has dashes, mac has dots, the
# others have both.
DASHES: dict[str, tuple[Dashes, ...]] = {
    "bt": ("solid",),
    "fc": ("dashed", (0, (7, 2)), (0, (2.2, 1.2)), (0, (7, 1.5, 2.5, 1.5))),
    "mac": ("dotted", (0, (1, 3)), (0, (1, 1, 1, 3)), (0, (1, 1, 1, 1, 1, 3))),
}
OTHER_DASHES: tuple[Dashes, ...] = (
    (0, (9, 2, 1, 2)),
    (0, (4, 1, 1, 1)),
    (0, (4, 1, 1, 1, 1, 1, 1, 1)),
)


def styles_of(runs: DataFrame) -> dict[str, LineStyle]:
    """The style of each solver of a table, by its label, in the table's order."""
    selections = list(SELECTIONS)
    taken: dict[str, set[int]] = {}
    styles: dict[str, LineStyle] = {}
    for row in runs.drop_duplicates("solver").itertuples():
        others = sum(name not in LINES for name in taken if name != row.algorithm)
        style = line_of(str(row.algorithm), others)
        places = taken.setdefault(row.algorithm, set())
        place = selections.index(row.select) if row.select in selections else 0
        while place in places:
            place += 1
        places.add(place)
        variants = DASHES.get(row.algorithm, (style.dashes, *OTHER_DASHES))
        family = FAMILIES.get(row.algorithm, OTHER_MARKERS[others:])
        marker = _free([*family[place:], *family, *MARKERS], styles)
        styles[row.solver] = replace(style, dashes=variants[place % len(variants)], marker=marker)
    return styles


def _free(markers: list[str], styles: dict[str, LineStyle]) -> str:
    """The first marker that no solver has yet; among very many solvers one occurs again."""
    taken = {style.marker for style in styles.values()}
    return next((marker for marker in markers if marker not in taken), markers[0])


def each_solver(runs: DataFrame) -> Iterator[tuple[str, LineStyle, DataFrame]]:
    """The solvers of a table in its order: the label, the style, and the runs."""
    for solver, style in styles_of(runs).items():
        yield solver, style, runs[runs["solver"] == solver]
