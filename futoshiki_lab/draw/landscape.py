"""Where the hard puzzles are: the median cost over givens and signs."""

from __future__ import annotations

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize, SymLogNorm, to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from futoshiki_lab.draw.artists import drawable
from futoshiki_lab.draw.cost_axis import CostAxis
from futoshiki_lab.draw.figures import TICK, Frame, apply_style, frame_of, shorten
from futoshiki_lab.draw.sweep_runs import (
    COSTS,
    DataFrame,
    caption_of,
    groups_of,
    one_size,
    one_solver,
    read_runs,
    solvers_of,
)
from futoshiki_lab.experiment.table import quantile

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
    solver = _solver_of(runs, solver)
    runs = runs[runs["solver"] == solver]
    one_size(runs, "a heat map is of one size")
    columns, rows = groups_of(runs["signs"]), groups_of(runs["givens"])
    known = runs[f"known {cost}"].to_numpy(float)
    cells = {
        (x, y): known[row.rows & column.rows]
        for y, row in enumerate(rows)
        for x, column in enumerate(columns)
    }
    heading = f"{shorten(solver)}: median {COSTS[cost]} by givens and signs"
    high = min(5.5, 0.9 + 0.42 * len(rows))
    with frame_of(heading, 1, high, title, scale, dark) as frame:
        (axes,) = frame.axes
        axes.grid(visible=False)
        axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
        axes.set(xlabel="signs", ylabel="givens")
        axes.set_xticks(range(len(columns)), [column.label for column in columns])
        axes.set_yticks(range(len(rows)), [row.label for row in rows])
        _draw_heat(frame, {at: costs for at, costs in cells.items() if len(costs)}, cost)
        numbers = "Numbers: runs; an empty cell has none."
        if not runs["ended"].all():
            numbers = "Numbers: runs, or stopped/all. Hatched: the median is beyond the limit."
        frame.write_caption(caption_of(runs, numbers))
    return frame.picture


def _solver_of(runs: DataFrame, solver: str | None) -> str:
    """A solver's label as it is drawn; an error says which labels there are."""
    known = solvers_of(runs)
    if solver is None:
        example = f"name it with solver={known[0]!r}"
        return one_solver(runs, "a heat map is of one solver", example)
    if drawable(solver) not in known:
        listed = ", ".join(map(repr, known))
        raise ValueError(f"unknown solver {drawable(solver)!r}: the table has {listed}")
    return drawable(solver)


def _draw_heat(frame: Frame, cells: dict[tuple[int, int], np.ndarray], cost: str) -> None:
    """A square for each cell, in the colour of its median, its number of runs; the colour bar."""
    (axes,), theme, size = frame.axes, frame.theme, 0.85 * TICK * frame.scale
    medians = {at: quantile(known, 0.5) for at, known in cells.items()}
    ended = np.array([middle for middle in medians.values() if np.isfinite(middle)])
    span = CostAxis.spanning(ended, cost)
    scale = ScalarMappable(_norm(span), COLOURS)
    for (x, y), middle in medians.items():
        beyond = np.isinf(middle)
        red, green, blue, _ = scale.to_rgba(np.array(middle))
        colour = theme.paper if beyond else to_hex((red, green, blue))
        look = {"hatch": "////" if beyond else None, "edgecolor": theme.past if beyond else colour}
        name = f"{'beyond' if beyond else 'median'} {x},{y}"
        square = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, linewidth=0, gid=name)
        square.set(**look)
        axes.add_patch(square)
        stopped, known = int(np.isinf(cells[x, y]).sum()), len(cells[x, y])
        text = f"{stopped}/{known}" if stopped else f"{known}"
        ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else WHITE
        ink = theme.ink if beyond else ink
        number = axes.text(x, y, text, ha="center", va="center", color=ink, size=size)
        number.set_gid(f"runs {(x, y)}")
        if beyond:
            number.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 1})
    if len(ended):
        bar = frame.picture.colorbar(scale, ax=axes, pad=0.02, aspect=25)
        bar.set_label(f"median {COSTS[cost]}")
        places = span.ticks()
        bar.set_ticks(list(places), labels=list(places.values()), minor=False)
        bar.ax.minorticks_off()
        bar.outline.set_visible(False)
        apply_style(bar.ax, theme, frame.scale)
        bar.ax.grid(visible=False)


def _norm(span: CostAxis) -> Normalize:
    """From costs to shades, linear in their logarithm."""
    if span.threshold is None:
        return LogNorm(span.low, span.high)
    return SymLogNorm(span.threshold, linscale=0.3, vmin=0, vmax=span.high)
