"""The costs of the runs of a sweep, as histograms."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.draw.frames import Frame, shorten
from futoshiki_lab.explorer.charts import sweep_runs
from futoshiki_lab.explorer.charts.cost_axis import PERCENT, CostAxis, in_words
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame
from futoshiki_lab.explorer.sweeps.table import quantile

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
    with Frame(scale, title, dark) as frame:
        runs = sweep_runs.read_runs(table, cost)
        solvers, place = list(sweep_runs.each_solver(runs, frame.dark)), CostAxis(runs, cost)
        heading = f"How the {'times' if cost == 'seconds' else COSTS[cost]} of the runs are spread"
        frame.begin(heading, len(solvers), {1: 2.2, 2: 1.6, 3: 1.1, 4: 1.1}.get(len(solvers), 0.8))
        edges, tops = _edges(place, min(len(own) for *_, own in solvers)), []
        for axes, (solver, style, own) in zip(frame.axes, solvers, strict=True):
            known = own["known"].to_numpy()
            tops.append(_draw_histogram(axes, known, place, edges, style.colour))
            place.apply(frame, axes, "x", "")
            middle, stopped = quantile(known, 0.5), sweep_runs.stopped_share(known)
            line = axes.axvline(float(place.put(middle)), gid="median")
            line.set(color=frame.theme.ink, linewidth=1.2 * frame.scale)
            said = in_words(quantile(own[cost], 0.5), cost)  # so much it is at least
            said = said if np.isfinite(middle) else f"at least {said}"
            words = f"{shorten(solver)}: median {said}", stopped
            frame.write_subtitle(axes, ", ".join(filter(None, words)))
        for axes in frame.axes:
            axes.set_ylim(0, max(tops) * 1.08)
            axes.yaxis.set_major_formatter(PERCENT)
        frame.axes[-1].set_xlabel(COSTS[cost])
        frame.write_caption(sweep_runs.caption_of(runs))
        middle = 0.5 + 0.35 * frame.scale / frame.picture.get_figheight()  # of the panels
        size = frame.axes[-1].xaxis.label.get_fontsize()
        frame.picture.supylabel("share of runs", y=middle, size=size)
    return frame.picture


def _draw_histogram(
    axes: Axes, known: np.ndarray, place: CostAxis, edges: np.ndarray, colour: str
) -> float:
    """Bars of one solver; returns the height of the highest."""
    shares = np.histogram(known[np.isfinite(known)], edges)[0] / len(known)
    look: dict[str, Any] = {"color": colour, "alpha": 0.85, "linewidth": 0, "gid": "ended"}
    axes.bar(edges[:-1], shares, np.diff(edges), align="edge", **look)
    stopped = float(np.isinf(known).mean())
    if stopped and place.beyond:
        aside = (place.high / place.low) ** 0.03
        left, right = place.beyond / aside, place.beyond * aside
        (bar,) = axes.bar(left, stopped, right - left, align="edge", fill=False, gid="stopped")
        bar.set(edgecolor=colour, hatch="////", linewidth=0.7 * rcParams["lines.linewidth"])
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
