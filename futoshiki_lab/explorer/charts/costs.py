"""The costs of the runs of a sweep: histograms and tails."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from matplotlib import rcParams
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from futoshiki_lab.draw.frames import Frame, Style, on_frame, shorten
from futoshiki_lab.draw.ink import LineStyle
from futoshiki_lab.explorer.charts import sweep_runs
from futoshiki_lab.explorer.charts.cost_axis import PERCENT, CostAxis, in_words
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame
from futoshiki_lab.explorer.sweeps.table import quantile

BINS = 30


@on_frame
def draw_costs(frame: Frame, table: DataFrame, cost: str = "nodes", **look: Unpack[Style]) -> None:
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
    runs = sweep_runs.read_runs(table, cost)
    solvers, place = list(sweep_runs.each_solver(runs, frame.dark)), CostAxis(runs, cost)
    heading = f"How the {'times' if cost == 'seconds' else COSTS[cost]} of the runs are spread"
    frame.begin(heading, len(solvers), 0.9 if len(solvers) > 4 else 1.1)
    tops = []
    for axes, (solver, style, own) in zip(frame.axes, solvers, strict=True):
        known = own[f"known {cost}"].to_numpy(float)
        tops.append(_draw_histogram(axes, known, place, style.colour))
        place.apply(frame, axes, "x", "")
        middle, stopped = quantile(known, 0.5), sweep_runs.stopped_share(known)
        line = axes.axvline(float(place.put(middle)), gid="median")
        line.set(color=frame.theme.ink, linewidth=1.2 * frame.scale)
        words = f"{shorten(solver)}: median {in_words(middle, cost)}", stopped
        frame.write_subtitle(axes, ", ".join(filter(None, words)))
    for axes in frame.axes:
        axes.set_ylim(0, max(tops) * 1.08)
        axes.yaxis.set_major_formatter(PERCENT)
    frame.axes[-1].set_xlabel(COSTS[cost])
    frame.axes[len(frame.axes) // 2].set_ylabel("share of runs")
    frame.write_caption(sweep_runs.caption_of(runs))


def _draw_histogram(axes: Axes, known: np.ndarray, place: CostAxis, colour: str) -> float:
    """Bars of one solver; returns the height of the highest."""
    edges = _edges(place, len(known))
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


@on_frame
def draw_tails(frame: Frame, table: DataFrame, cost: str = "nodes", **look: Unpack[Style]) -> None:
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
    runs = sweep_runs.read_runs(table, cost)
    what = "much time" if cost == "seconds" else f"many {COSTS[cost]}"
    place, fewest = CostAxis(runs, cost, beyond=False), 1 / runs["solver"].value_counts().max()
    frame.begin(f"Share of runs that cost more than so {what}", 1, 3.4)
    (axes,) = frame.axes
    axes.set(yscale="log", ylim=(min(0.7 * fewest, 0.5), 1.3))
    axes.set_ylabel("share of runs that cost more")
    axes.yaxis.set_major_formatter(PERCENT)
    place.apply(frame, axes, "x")
    solvers = sweep_runs.each_solver(runs, frame.dark)
    frame.write_legend([_draw_tail(frame, place, *each) for each in solvers])
    beyond = "Beyond a hollow mark nothing is known of that solver."
    frame.write_caption(sweep_runs.caption_of(runs, "" if runs["ended"].all() else beyond))


def _draw_tail(
    frame: Frame, place: CostAxis, solver: str, style: LineStyle, own: DataFrame
) -> Line2D:
    """A line that steps down at the cost of every run of a solver; returns its legend entry."""
    (axes,) = frame.axes
    known = own[f"known {place.cost}"].to_numpy(float)
    costs = np.unique(known[np.isfinite(known)])
    steps = np.concatenate([[place.limits[0]], costs, [_end(own, place)]])
    within = np.searchsorted(np.sort(known), costs, side="right") / len(known)
    shares = np.concatenate([[1], 1 - within, [np.isinf(known).mean()]])
    axes.plot(steps, shares, drawstyle="steps-post", gid=f"runs {solver}", **style.line)
    every = max(1, len(costs) // 6)
    axes.plot(costs[::every], shares[1:-1:every], **style.marks)
    if np.isinf(known).any():
        look = style.marks | frame.hollow
        axes.plot(steps[-1:], shares[-1:], gid=f"stopped {solver}", **look)
    return frame.entry(solver, style, sweep_runs.stopped_share(known))


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
