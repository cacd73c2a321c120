"""The distribution of the costs of a sweep's runs: a histogram for each solver."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.draw.captions import caption_of, stopped_share
from futoshiki_lab.draw.costaxis import CostAxis, in_words
from futoshiki_lab.draw.panels import PERCENT, Panels, shortened
from futoshiki_lab.draw.runs import COSTS, DataFrame, read_runs
from futoshiki_lab.draw.solvers import each_solver
from futoshiki_lab.experiment import quantile

BINS = 30


def draw_costs(
    table: DataFrame,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the distribution of the costs of each solver's runs, with the share of stopped runs.

    Parameters
    ----------
    table : the runs, from `sweep`; one row each.
    cost : the column: "nodes", "checks", "total_checks" (setup included), "seconds" or another
        counter.
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of one that says what the figure shows; "" for none.
    dark : whether the background is dark.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` saves it.

    Each solver has a panel with the same axes: the share of its runs in each range of costs; the
    ranges grow by a constant factor. A hatched bar on the right is the share of runs that were
    stopped; a line marks the median.

    Raises
    ------
    ValueError : `table` is not a table of `sweep`, it is empty, the cost is unknown, or the scale
        is not above 0.
    """
    runs = read_runs(table, cost)
    solvers, place = list(each_solver(runs)), CostAxis.of(runs, cost)
    heading = f"How the {'times' if cost == 'seconds' else COSTS[cost]} of the runs are spread"
    high = 0.9 if len(solvers) > 4 else 1.1
    sheet = Panels(heading, len(solvers), high, title, scale, dark)
    highest = 0.0
    for axes, (solver, style, own) in zip(sheet.axes, solvers, strict=True):
        known = own[f"known {cost}"].to_numpy(float)
        highest = max(highest, _histogram(axes, known, place, style.colour, scale))
        place.dress(sheet, axes, "x", name="")
        middle = quantile(known, 0.5)
        line = axes.axvline(float(place.put(middle)), gid="median")
        line.set(color=sheet.theme.ink, linewidth=1.2 * scale)
        words = [f"{shortened(solver)}: median {in_words(middle, cost)}", stopped_share(known)]
        sheet.subtitle(axes, ", ".join(filter(None, words)))
    for axes in sheet.axes:
        axes.set_ylim(0, highest * 1.08)
        axes.yaxis.set_major_formatter(PERCENT)
    sheet.name(sheet.axes[-1], x=COSTS[cost])
    sheet.name(sheet.axes[len(sheet.axes) // 2], y="share of runs")
    sheet.caption(caption_of(runs))
    return sheet.picture


def _histogram(axes: Axes, known: np.ndarray, place: CostAxis, colour: str, scale: float) -> float:
    """Bars of one solver; returns the height of the highest."""
    edges = _edges(place, len(known))
    shares = np.histogram(known[np.isfinite(known)], edges)[0] / len(known)
    ended = {"color": colour, "alpha": 0.85, "linewidth": 0, "gid": "ended"}
    for bar in axes.bar(edges[:-1], shares, np.diff(edges), align="edge"):
        bar.set(**ended)
    stopped = float(np.isinf(known).mean())
    if stopped and place.beyond:
        aside = (place.high / place.low) ** 0.03
        left, right = place.beyond / aside, place.beyond * aside
        (bar,) = axes.bar(left, stopped, right - left, align="edge", fill=False, gid="stopped")
        bar.set(edgecolor=colour, linewidth=1.3 * scale, hatch="////")
    return max(stopped, float(shares.max()))


def _edges(place: CostAxis, runs: int) -> np.ndarray:
    """Ranges that grow by a constant factor; counters are whole numbers, and so is each range."""
    bins = int(np.clip(runs**0.5, 8, BINS))
    edges = np.geomspace(place.low * 0.999, place.high * 1.001, bins + 1)
    if place.cost != "seconds":
        edges = np.unique(np.append(np.rint(edges), np.ceil(edges[-1]) + 1)) - 0.5
        edges = edges[edges > 0]
        edges = np.unique([*edges, 0.5]) if place.threshold else edges
    return np.concatenate([[-0.5 * place.threshold], edges]) if place.threshold else edges
