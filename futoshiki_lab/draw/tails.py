"""How heavy the tails of the costs are: the share of runs above each cost."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullLocator

from futoshiki_lab.draw.captions import caption_of, stopped_share
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import PERCENT, Panels
from futoshiki_lab.draw.runs import COSTS, DataFrame, read_runs
from futoshiki_lab.draw.solvers import each_solver


def draw_tails(
    table: DataFrame,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the share of each solver's runs above each cost, on two logarithmic axes.

    Parameters
    ----------
    As in `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A heavy tail is a line that falls slowly and straight: above any large cost, a considerable
    share of the runs costs a multiple of it. A light tail bends and drops. If runs were stopped,
    the line ends in a hollow mark at the height of their share (for nodes, at the largest limit
    that stopped a run).

    Raises
    ------
    ValueError : as `draw_costs`.
    """
    runs = read_runs(table, cost)
    what = "much time" if cost == "seconds" else f"many {COSTS[cost]}"
    heading = f"Share of runs that cost more than so {what}"
    sheet = Panels(heading, 1, 3.4, title, scale, dark)
    (axes,) = sheet.axes
    fewest = 1 / runs["solver"].value_counts().max()
    axes.set(yscale="log", ylim=(min(0.7 * fewest, 0.5), 1.3))
    axes.yaxis.set_major_formatter(PERCENT)
    axes.yaxis.set_minor_locator(NullLocator())
    sheet.name(axes, y="share of runs that cost more")
    place = CostAxis.of(runs, cost).without_beyond()
    place.dress(sheet, axes, "x")
    sheet.legend([_tail(sheet, place, *solver) for solver in each_solver(runs)])
    beyond = "" if runs["ended"].all() else "Beyond a hollow mark nothing is known of that solver."
    sheet.caption(caption_of(runs, beyond))
    return sheet.picture


def _tail(sheet: Panels, place: CostAxis, solver: str, style: LineStyle, own: DataFrame) -> Line2D:
    """A line that steps down at the cost of every run of a solver; returns its legend entry."""
    (axes,) = sheet.axes
    known = own[f"known {place.cost}"].to_numpy(float)
    steps, shares = _steps(known, place.limits[0], _end(own, place))
    line = sheet.line(axes, steps, shares, style, f"runs {solver}")
    line.set_drawstyle("steps-post")
    every = max(1, (len(steps) - 2) // 6)
    sheet.marks(axes, steps[1:-1:every], shares[1:-1:every], style)
    if np.isinf(known).any():
        last, name = slice(-1, None), f"stopped {solver}"
        marks = sheet.marks(axes, steps[last], shares[last], style, name, hollow=True, size=7)
        marks.set_clip_on(False)
    return sheet.entry(solver, style, stopped_share(known))


def _end(own: DataFrame, place: CostAxis) -> float:
    """The cost up to which a solver's line is known: its largest limit, if runs were stopped.

    Costs other than nodes have no limit. There it is the largest cost of a run that ended, or the
    smallest cost of a stopped run, if that is larger.
    """
    ended, stopped = (own.loc[own["ended"] == whether, place.cost] for whether in (True, False))
    if stopped.empty:
        return place.limits[1]
    reached = stopped.max() if place.cost == "nodes" else stopped.min()
    return max([reached, *ended])


def _steps(known: np.ndarray, low: float, high: float) -> tuple[np.ndarray, np.ndarray]:
    """The costs at which a solver's line steps, with its two ends, and its heights there."""
    costs = np.unique(known[np.isfinite(known)])
    within = np.searchsorted(np.sort(known), costs, side="right") / len(known)
    steps = np.concatenate([[low], costs, [high]])
    return steps, np.concatenate([[1], 1 - within, [np.isinf(known).mean()]])
