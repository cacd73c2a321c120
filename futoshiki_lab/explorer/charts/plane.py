"""Planes: nodes against checks with lines of equal cost; median costs over givens and signs."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from matplotlib.cm import ScalarMappable
from matplotlib.colors import LogNorm, Normalize, SymLogNorm, to_hex
from matplotlib.patches import Rectangle

from futoshiki_lab.draw.figures import TICK, apply_style, drawable
from futoshiki_lab.draw.frames import Frame, Style, on_frame, shorten
from futoshiki_lab.draw.ink import LineStyle
from futoshiki_lab.explorer.charts import sweep_runs
from futoshiki_lab.explorer.charts.cost_axis import CostAxis, round_numbers
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame
from futoshiki_lab.explorer.sweeps.table import quantile

WHITE = "#FEFEFE"  # on a shade that is the same on dark pages; pure white is the paper's colour
SHADES = "cividis"  # even steps of lightness, for the colour-blind too


@on_frame
def draw_plane(
    frame: Frame,
    table: DataFrame,
    *,
    equal_cost: tuple[float, float] | None = None,
    unit: str = "",
    **look: Unpack[Style],
) -> None:
    """Draw each run by its nodes and its checks, with lines along which the cost is the same.

    Parameters
    ----------
    equal_cost : the price of a node and the price of a check. Lines join points with the same cost
        at these prices; each line costs ten times (or more) as much as the one before.
    unit : the unit of the prices, such as "µs"; written after the numbers.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A small mark is a run; hollow ones were stopped, so they belong further up and to the right.
    A large framed mark is at the median nodes and the median checks (setup included), unless one
    of these is above the limit.

    Raises
    ------
    ValueError : as `draw_costs`, or a price is negative, or both are 0.
    """
    runs = sweep_runs.read_runs(table, "nodes", "total_checks")
    across, up = (CostAxis(runs, cost, beyond=False) for cost in ("nodes", "total_checks"))
    frame.begin("Nodes against checks", 1, 4.6)
    across.apply(frame, frame.axes[0], "x")
    up.apply(frame, frame.axes[0], "y")
    notes, entries, medians = {}, [], ""
    if equal_cost is not None:
        behind = f" {drawable(unit)}" if unit else ""
        notes = _draw_equal_costs(frame, runs, equal_cost, behind, across, up)
    for solver, style, own in sweep_runs.each_solver(runs, frame.dark):
        if _draw_runs(frame, solver, style, own):
            medians = "Large marks: medians."
        entries.append(frame.entry(solver, style, notes.get(solver, "")))
        entries[-1].set_linestyle("none")
    frame.write_legend(entries)
    hollow = "Hollow marks: stopped; they would lie further out."
    frame.write_caption(sweep_runs.caption_of(runs, medians, "" if runs["ended"].all() else hollow))


def _draw_runs(frame: Frame, solver: str, style: LineStyle, own: DataFrame) -> bool:
    """A small mark for each run of a solver; whether it also has a large one, at the median."""
    (axes,), costs = frame.axes, ["nodes", "total_checks"]
    full: dict[str, Any] = {"alpha": 0.6, "markeredgewidth": 0}
    hollow = {"alpha": 0.8, "markeredgewidth": 0.8 * frame.scale, "markerfacecolor": "none"}
    for name, rows, more in (("ended", own["ended"], full), ("stopped", ~own["ended"], hollow)):
        look = style.marks | more | {"markersize": 4.6 * frame.scale}
        axes.plot(*own.loc[rows, costs].to_numpy(float).T, gid=f"{name} {solver}", **look)
    x, y = (quantile(own[f"known {cost}"], 0.5) for cost in costs)
    if not np.isfinite([x, y]).all():
        return False
    look = style.marks | {"markersize": 10 * frame.scale, "markeredgecolor": frame.theme.ink}
    axes.plot(x, y, zorder=4, gid=f"median {solver}", **look)
    return True


def _draw_equal_costs(
    frame: Frame, runs: DataFrame, equal_cost: tuple[float, float], behind: str, *plane: CostAxis
) -> dict[str, str]:
    """Draw lines behind the runs, each with its cost; the median cost of each solver, in words."""
    what = "equal_cost is the price of a node and the price of a check: two numbers from 0, "
    node, check = sweep_runs.check_two_numbers(
        equal_cost, lambda *pair: min(pair) >= 0 and 0 < max(pair) < np.inf, f"{what}not both 0;"
    )
    (axes,), (across, up), small = frame.axes, plane, 0.9 * TICK * frame.scale
    xs, ys = (_points(*axis.limits) for axis in (across, up))
    costs = node * xs[np.newaxis, :] + check * ys[:, np.newaxis]
    low, high = node * across.low + check * up.low, node * across.high + check * up.high
    levels = round_numbers(low, high, high / low < 1000)
    lines = axes.contour(xs, ys, costs, levels, colors=frame.theme.past, zorder=1)
    lines.set(gid="equal cost", linewidths=0.9 * frame.scale)
    paper = {"facecolor": frame.theme.paper, "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
    for level, parts in zip(levels, lines.allsegs, strict=True):
        if parts:
            at, aside = min(map(tuple, np.concatenate(parts))), (1.5 * frame.scale, 0)
            words = _number(level, behind)
            note = axes.annotate(words, at, aside, textcoords="offset points", bbox=paper)
            note.set(color=frame.theme.soft_ink, size=small, ha="left", va="center", zorder=5)
    paid = node * runs["nodes"] + check * runs["total_checks"]
    known = paid.where(runs["ended"], np.inf).groupby(runs["solver"])
    return {s: f"median cost {_number(quantile(own, 0.5), behind)}" for s, own in known}


def _points(low: float, high: float) -> np.ndarray:
    """Many positions along a logarithmic axis, with 0 if the axis contains it."""
    start = low if low > 0 else min(1e-3, high / 1e3)
    return np.concatenate([[0.0] if low <= 0 else [], np.geomspace(start, high, 400)])


def _number(number: float, behind: str) -> str:
    if np.isinf(number):
        return "beyond the limit"
    return (f"{number:,.0f}" if number >= 100 else f"{number:.3g}") + behind


@on_frame
def draw_landscape(
    frame: Frame,
    table: DataFrame,
    cost: str = "nodes",
    *,
    solver: str | None = None,
    **look: Unpack[Style],
) -> None:
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
    runs = sweep_runs.read_runs(table, cost)
    if solver is None:
        example = f"name it with solver={sweep_runs.values_of(runs, 'solver')[0]!r}"
        solver = sweep_runs.require_one(runs, "solver", "a heat map is of one solver", example)
    solver = sweep_runs.one_of("solver", drawable(solver), sweep_runs.values_of(runs, "solver"))
    runs = runs[runs["solver"] == solver]
    sweep_runs.require_one(runs, "size", "a heat map is of one size")
    columns, rows = sweep_runs.groups_of(runs["signs"]), sweep_runs.groups_of(runs["givens"])
    known = runs[f"known {cost}"].to_numpy(float)
    both = {(x, y): a.rows & b.rows for y, a in enumerate(rows) for x, b in enumerate(columns)}
    cells = {at: known[those] for at, those in both.items() if those.any()}
    medians = {at: quantile(costs, 0.5) for at, costs in cells.items()}
    ended = np.array([middle for middle in medians.values() if np.isfinite(middle)])
    span = CostAxis(runs, cost, ended)
    norm: Normalize = LogNorm(span.low, span.high)
    if span.threshold is not None:
        norm = SymLogNorm(span.threshold, linscale=0.3, vmin=0, vmax=span.high)
    shades, what = ScalarMappable(norm, SHADES), f"median {COSTS[cost]}"
    high = min(5.5, 0.9 + 0.42 * len(rows))
    frame.begin(f"{shorten(solver)}: {what} by givens and signs", 1, high)
    (axes,) = frame.axes
    axes.grid(visible=False)
    axes.set(xlim=(-0.5, len(columns) - 0.5), ylim=(-0.5, len(rows) - 0.5))
    axes.set(xlabel="signs", ylabel="givens")
    axes.set_xticks(range(len(columns)), [column.label for column in columns])
    axes.set_yticks(range(len(rows)), [row.label for row in rows])
    for at, costs in cells.items():
        _draw_cell(frame, at, costs, medians[at], shades)
    if len(ended):
        bar = frame.picture.colorbar(shades, ax=axes, pad=0.02, aspect=25)
        bar.set_label(what)
        bar.set_ticks(list(span.ticks()), labels=list(span.ticks().values()), minor=False)
        bar.ax.minorticks_off()
        bar.outline.set_visible(False)
        apply_style(bar.ax, frame.theme, frame.scale)
        bar.ax.grid(visible=False)
    numbers = "Numbers: runs; an empty cell has none."
    if not runs["ended"].all():
        numbers = "Numbers: runs, or stopped/all. Hatched: the median is beyond the limit."
    frame.write_caption(sweep_runs.caption_of(runs, numbers))


def _draw_cell(
    frame: Frame, at: tuple[int, int], costs: np.ndarray, median: float, shades: ScalarMappable
) -> None:
    """A square in the colour of its median, hatched beyond the limit, with its number of runs."""
    (axes,), theme, (x, y), beyond = frame.axes, frame.theme, at, np.isinf(median)
    red, green, blue, _ = shades.to_rgba(np.array(median))
    colour = line = to_hex((red, green, blue))
    hatch, name = "", "median"
    ink = "#000000" if 0.3 * red + 0.59 * green + 0.11 * blue > 0.5 else WHITE
    if beyond:
        colour, line, ink, hatch, name = theme.paper, theme.past, theme.ink, "////", "beyond"
    square = Rectangle((x - 0.5, y - 0.5), 1, 1, facecolor=colour, edgecolor=line, linewidth=0)
    square.set(hatch=hatch, gid=f"{name} {x},{y}")
    axes.add_patch(square)
    stopped, number = int(np.isinf(costs).sum()), f"{len(costs)}"
    look: dict[str, Any] = {"ha": "center", "va": "center", "size": 0.85 * TICK * frame.scale}
    text = axes.text(x, y, f"{stopped}/{number}" if stopped else number, color=ink, **look)
    text.set_gid(f"runs {(x, y)}")
    if beyond:
        text.set_bbox({"facecolor": colour, "edgecolor": "none", "pad": 1})
