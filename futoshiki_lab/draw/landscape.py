"""Where the hard puzzles are: the median cost over givens and signs."""

from __future__ import annotations

from math import inf

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize, SymLogNorm, to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from futoshiki_lab.draw.captions import caption_of
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import LABEL, TICK, Panels, shortened, ticks
from futoshiki_lab.draw.runs import (
    COSTS,
    DataFrame,
    Group,
    groups_of,
    known_solver,
    one_size,
    one_solver,
    read_runs,
)
from futoshiki_lab.draw.text import styled
from futoshiki_lab.experiment import quantile

WHITE = "#FEFEFE"  # on a shade that is the same on dark pages; pure white is the paper's colour
COLOURS = "cividis"  # even steps of lightness, for the colour-blind too


def draw_landscape(
    table: DataFrame,
    cost: str = "nodes",
    *,
    solver: str | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the median cost of one solver over the givens and the signs of the puzzles.

    Parameters
    ----------
    solver : the solver's label; not needed if the table has only one.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A lighter cell is more expensive. It shows its number of runs, and how many of these were
    stopped, if any. A cell is hatched if its median is above the limit, and empty if it has no
    runs.

    Raises
    ------
    ValueError : as `draw_costs`; the solver is unknown, or the table has several and none is
        named; or its puzzles have several sizes (a number of signs that is large for one
        size is small for another).
    """
    runs = read_runs(table, cost)
    solver = known_solver(runs, solver) if solver is not None else _only_solver(runs)
    runs = runs[runs["solver"] == solver]
    one_size(runs, "a heat map is of one size")
    columns, rows = groups_of(runs["signs"]), groups_of(runs["givens"])
    heading = f"{shortened(solver)}: median {COSTS[cost]} by givens and signs"
    sheet = Panels(heading, 1, min(5.5, 0.9 + 0.42 * len(rows)), title, scale, dark)
    known = runs[f"known {cost}"].to_numpy(float)
    cells = {
        (x, y): known[row.rows & column.rows]
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
    }
    _heat(sheet, {at: costs for at, costs in cells.items() if len(costs)}, cost)
    _sides(sheet, columns, rows)
    numbers = "Numbers: runs; an empty cell has none."
    if not runs["ended"].all():
        numbers = "Numbers: runs, or stopped/all. Hatched: the median is beyond the limit."
    sheet.caption(caption_of(runs, numbers))
    return sheet.picture


def _only_solver(runs: DataFrame) -> str:
    example = f"name it with solver={runs['solver'].iloc[0]!r}"
    return one_solver(runs, "a heat map is of one solver", example)


def _heat(sheet: Panels, cells: dict[tuple[int, int], np.ndarray], cost: str) -> None:
    """A square for each cell, in the colour of its median, and the colour bar."""
    (axes,) = sheet.axes
    medians = {at: quantile(known, 0.5) for at, known in cells.items()}
    ended = np.array([middle for middle in medians.values() if np.isfinite(middle)])
    span = CostAxis.spanning(ended, cost)
    scale = ScalarMappable(_norm(span), COLOURS)
    for (x, y), middle in medians.items():
        beyond = middle == inf
        red, green, blue, _ = scale.to_rgba(np.array(middle))
        colour = sheet.theme.paper if beyond else to_hex((red, green, blue))
        hatch = "////" if beyond else None
        square = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, linewidth=0, hatch=hatch)
        square.set(edgecolor=sheet.theme.past if beyond else colour)
        square.set(gid=f"{'beyond' if beyond else 'median'} {x},{y}")
        axes.add_patch(square)
        _count(sheet, (x, y), cells[x, y], colour, beyond)
    if len(ended):
        bar = sheet.picture.colorbar(scale, ax=axes, pad=0.02, aspect=25)
        bar.set_label(f"median {COSTS[cost]}")
        styled(bar.ax.yaxis.label, LABEL * sheet.scale, sheet.theme.ink)
        places = span.ticks()
        bar.set_ticks(list(places), labels=list(places.values()), minor=False)
        bar.ax.minorticks_off()
        bar.outline.set_visible(False)
        ticks(bar.ax, sheet.theme, sheet.scale)


def _norm(span: CostAxis) -> Normalize:
    """From costs to shades, linear in their logarithm."""
    if span.threshold is None:
        return LogNorm(span.low, span.high)
    return SymLogNorm(span.threshold, linscale=0.3, vmin=0, vmax=span.high)


def _count(
    sheet: Panels, at: tuple[int, int], known: np.ndarray, colour: str, beyond: bool
) -> None:
    """Write the number of runs of a cell, and how many of them were stopped."""
    stopped = int(np.isinf(known).sum())
    text = f"{stopped}/{len(known)}" if stopped else f"{len(known)}"
    red, green, blue = to_rgb(colour)
    ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else WHITE
    ink = sheet.theme.ink if beyond else ink
    number = sheet.axes[0].text(*at, text, ha="center", va="center", gid=f"runs {at}")
    styled(number, 0.85 * TICK * sheet.scale, ink)
    if beyond:
        number.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 1})


def _sides(sheet: Panels, columns: list[Group], rows: list[Group]) -> None:
    """Label the columns with signs and the rows with givens, as numbers or ranges."""
    (axes,) = sheet.axes
    axes.grid(visible=False)
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    axes.set_xticks(range(len(columns)), [column.label for column in columns])
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    sheet.name(axes, x="signs", y="givens")
