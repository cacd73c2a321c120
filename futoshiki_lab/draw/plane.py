"""Nodes against checks, with lines of equal cost."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.figure import Figure

from futoshiki_lab.draw.artists import drawable
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.cost_axis import CostAxis
from futoshiki_lab.draw.figures import TICK, Frame, frame_of
from futoshiki_lab.draw.sweep_runs import (
    DataFrame,
    caption_of,
    each_solver,
    pair_of_numbers,
    read_runs,
)
from futoshiki_lab.experiment.table import quantile

MOST_LINES = 7


def draw_plane(
    table: DataFrame,
    *,
    equal_cost: tuple[float, float] | None = None,
    unit: str = "",
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
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
    runs = read_runs(table, "nodes", "total_checks")
    across, up = (CostAxis.of(runs, cost).without_beyond() for cost in ("nodes", "total_checks"))
    with frame_of("Nodes against checks", 1, 4.6, title, scale, dark) as frame:
        across.apply(frame, frame.axes[0], "x")
        up.apply(frame, frame.axes[0], "y")
        notes = {}
        if equal_cost is not None:
            node, check = _checked(equal_cost)
            behind = f" {drawable(unit)}" if unit else ""
            _draw_equal_costs(frame, node, check, behind, across, up)
            notes = _median_costs(runs, node, check, behind)
        entries, medians = [], ""
        for solver, style, own in each_solver(runs):
            _draw_runs(frame, solver, style, own)
            if _draw_median(frame, solver, style, own):
                medians = "Large marks: medians."
            entries.append(frame.entry(solver, style, notes.get(solver, "")))
            entries[-1].set_linestyle("none")
        frame.write_legend(entries)
        hollow = "Hollow marks: stopped; they would lie further out."
        frame.write_caption(caption_of(runs, medians, "" if runs["ended"].all() else hollow))
    return frame.picture


def _draw_runs(frame: Frame, solver: str, style: LineStyle, own: DataFrame) -> None:
    """A small mark for each run of a solver, hollow where it was stopped."""
    looks: dict[str, dict[str, Any]] = {
        "ended": {"alpha": 0.45, "markeredgewidth": 0},
        "stopped": {
            "alpha": 0.8, "markeredgewidth": 0.8 * frame.scale, "markerfacecolor": "none"
        },
    }  # fmt: skip
    for name, look in looks.items():
        part = own[own["ended"] == (name == "ended")]
        at = part["nodes"], part["total_checks"]
        frame.mark(frame.axes[0], *at, style, f"{name} {solver}", size=3.6).set(**look)


def _draw_median(frame: Frame, solver: str, style: LineStyle, own: DataFrame) -> bool:
    """Draw a large mark on top of those of the runs; returns whether there is one."""
    x, y = (quantile(own[f"known {cost}"], 0.5) for cost in ("nodes", "total_checks"))
    if np.isinf([x, y]).any():
        return False
    mark = frame.mark(frame.axes[0], [x], [y], style, f"median {solver}", size=10)
    mark.set(markeredgecolor=frame.theme.ink, zorder=4)
    return True


def _draw_equal_costs(
    frame: Frame, node: float, check: float, behind: str, across: CostAxis, up: CostAxis
) -> None:
    """Draw them behind the runs, each with its cost at its left end."""
    (axes,), small = frame.axes, 0.9 * TICK * frame.scale
    xs, ys = (_points(*axis.limits) for axis in (across, up))
    costs = node * xs[np.newaxis, :] + check * ys[:, np.newaxis]
    levels = _levels(node * across.low + check * up.low, node * across.high + check * up.high)
    look: dict[str, Any] = {"colors": frame.theme.past, "linewidths": 0.9 * frame.scale}
    lines = axes.contour(xs, ys, costs, levels, zorder=1, **look)
    lines.set_gid("equal cost")
    paper = {"facecolor": frame.theme.paper, "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
    for level, parts in zip(levels, lines.allsegs, strict=True):
        if parts:
            at = min(map(tuple, np.concatenate(parts)))
            words, aside = f"{_number(level)}{behind}", (1.5 * frame.scale, 0)
            note = axes.annotate(words, at, aside, textcoords="offset points", bbox=paper)
            note.set(color=frame.theme.soft_ink, size=small, ha="left", va="center", zorder=5)


def _median_costs(runs: DataFrame, node: float, check: float, behind: str) -> dict[str, str]:
    """The median cost of each solver at these prices, in words."""
    cost = (node * runs["nodes"] + check * runs["total_checks"]).where(runs["ended"], np.inf)
    middles = {solver: quantile(known, 0.5) for solver, known in cost.groupby(runs["solver"])}
    return {
        solver: "median cost "
        + ("beyond the limit" if np.isinf(middle) else f"{_number(middle)}{behind}")
        for solver, middle in middles.items()
    }


def _checked(prices: tuple[float, float]) -> tuple[float, float]:
    node, check = pair_of_numbers(prices)
    if not (min(node, check) >= 0 and 0 < max(node, check) < np.inf):
        raise ValueError(
            "equal_cost is the price of a node and the price of a check: two numbers from 0, "
            f"not both 0; not {prices!r}"
        )
    return node, check


def _points(low: float, high: float) -> np.ndarray:
    """Many positions along a logarithmic axis, with 0 if the axis contains it."""
    start = low if low > 0 else min(1e-3, high / 1e3)
    return np.concatenate([[0.0] if low <= 0 else [], np.geomspace(start, high, 400)])


def _levels(low: float, high: float) -> list[float]:
    """Round numbers between the smallest and the largest cost, about seven at most."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if high / low < 1000 else (1,)
    levels = [step * 10.0**power for power in powers for step in steps]
    levels = [level for level in levels if low <= level <= high]
    return levels[:: -(-len(levels) // MOST_LINES)]


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
