"""How the costs of a sweep's runs are spread: histograms, tails, survival."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import NullLocator

from futoshiki_lab.draw.costaxis import CostAxis, in_words
from futoshiki_lab.draw.panels import PERCENT, Panels, entry, label_of
from futoshiki_lab.draw.runs import COSTS, caption_of, percent, quantile, read_runs
from futoshiki_lab.draw.solvers import SolverLook, each_solver

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

BINS = 30


def draw_costs(
    table: pd.DataFrame,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw how the costs of each solver's runs are spread, with the share of those at the limit.

    Parameters
    ----------
    table : the runs, from `sweep`; one row each.
    cost : which column: "nodes", "checks", "total_checks" (setup included), "seconds" or another
        counter.
    scale : how large; 2 for the back row of a lecture hall.
    title : what to write above, in place of a title that says what is seen; "" for nothing.
    dark : for dark paper.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` keeps it.

    Each solver has a panel with the same axes: the share of its runs in each range of costs, the
    ranges growing by a constant factor. A hatched bar beyond the others is the share of runs that
    were stopped; a line marks the median.

    Raises
    ------
    ValueError : this is no table of `sweep`, it is empty, or the cost is unknown.
    """
    runs = read_runs(table, cost)
    solvers, place = list(each_solver(runs)), CostAxis.of(runs, cost)
    heading = f"How the {'times' if cost == 'seconds' else place.name} of the runs are spread"
    high = 0.9 if len(solvers) > 4 else 1.1
    sheet = Panels(heading, len(solvers), high, title, scale, dark)
    highest = 0.0
    for axes, (solver, look, own) in zip(sheet.axes, solvers, strict=True):
        known = own[f"known {cost}"].to_numpy(float)
        highest = max(highest, _histogram(axes, known, place, look, scale))
        sheet.cost(axes, "x", place, name="")
        middle = quantile(known, 0.5)
        axes.axvline(place.put(middle), color=sheet.theme.ink, linewidth=1.2 * scale, gid="median")
        words = [f"{label_of(solver)}: median {in_words(middle, cost)}", _stopped(known)]
        sheet.subtitle(axes, ", ".join(filter(None, words)))
    for axes in sheet.axes:
        axes.set_ylim(0, highest * 1.08)
        axes.yaxis.set_major_formatter(PERCENT)
    sheet.name(sheet.axes[-1], x=place.name)
    sheet.name(sheet.axes[len(sheet.axes) // 2], y="share of runs")
    sheet.caption(caption_of(runs))
    return sheet.picture


def _histogram(
    axes: Axes, known: np.ndarray, place: CostAxis, look: SolverLook, scale: float
) -> float:
    """Bars of one solver; returns the height of the highest."""
    edges = _edges(place, len(known))
    shares = np.histogram(known[np.isfinite(known)], edges)[0] / len(known)
    fill = {"color": look.colour, "alpha": 0.85, "linewidth": 0}
    axes.bar(edges[:-1], shares, np.diff(edges), align="edge", gid="ended", **fill)
    stopped = float(np.isinf(known).mean())
    if stopped:
        aside = (place.high / place.low) ** 0.03
        left, right = place.beyond / aside, place.beyond * aside
        line = {"edgecolor": look.colour, "linewidth": 1.3 * scale, "hatch": "////"}
        axes.bar(left, stopped, right - left, align="edge", fill=False, gid="stopped", **line)
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


def draw_survival(
    table: pd.DataFrame,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw which share of each solver's runs ended within a cost (a survival or cactus plot).

    Parameters
    ----------
    The same as those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    The higher and the further left a line, the better. Where runs were stopped, it ends in a hollow
    mark (by nodes, at the largest limit that stopped one), as high as the share of those that ended
    at all.

    Raises
    ------
    ValueError : as `draw_costs`.
    """
    runs = read_runs(table, cost)
    heading = f"Share of runs that ended within so {_many(cost)}"
    sheet = Panels(heading, 1, 3.4, title, scale, dark)
    sheet.axes[0].set_ylim(0, 1.04)
    return _step_lines(runs, cost, sheet, "share of runs that ended", tail=False)


def draw_tails(
    table: pd.DataFrame,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw which share of each solver's runs cost more than so much, on two logarithmic axes.

    Parameters
    ----------
    The same as those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    A heavy tail is a line that falls slowly and straight: however large a cost, a fair share of
    the runs costs a multiple of it. A light tail bends and drops. Where runs were stopped, the line
    ends in a hollow mark (by nodes, at the largest limit that stopped one), as high as their share.

    Raises
    ------
    ValueError : as `draw_costs`.
    """
    runs = read_runs(table, cost)
    heading = f"Share of runs that cost more than so {_many(cost)}"
    sheet = Panels(heading, 1, 3.4, title, scale, dark)
    fewest = 1 / runs["solver"].value_counts().max()
    sheet.axes[0].set(yscale="log", ylim=(min(0.7 * fewest, 0.5), 1.3))
    return _step_lines(runs, cost, sheet, "share of runs that cost more", tail=True)


def _step_lines(runs: pd.DataFrame, cost: str, sheet: Panels, share: str, tail: bool) -> Figure:
    """A line for each solver that steps at the cost of every run, up or (a tail) down.

    Parameters
    ----------
    share : what the y axis says; its scale and its limits are set already.
    """
    place, entries = CostAxis.of(runs, cost).without_beyond(), []
    (axes,) = sheet.axes
    sheet.cost(axes, "x", place)
    sheet.name(axes, y=share)
    axes.yaxis.set_major_formatter(PERCENT)
    axes.yaxis.set_minor_locator(NullLocator())
    for solver, look, own in each_solver(runs):
        known = own[f"known {cost}"].to_numpy(float)
        steps, shares = _steps(known, place.limits[0], _end(own, place), tail)
        line = look.line(sheet.scale) | {"drawstyle": "steps-post"}
        axes.plot(steps, shares, gid=f"runs {solver}", **line)
        every = max(1, (len(steps) - 2) // 6)
        marks = look.mark(sheet.scale) | {"linestyle": "none"}
        axes.plot(steps[1:-1:every], shares[1:-1:every], **marks)
        if np.isinf(known).any():
            marks |= look.mark(sheet.scale, hollow=sheet.theme.paper, size=7) | {"clip_on": False}
            axes.plot(steps[-1:], shares[-1:], gid=f"stopped {solver}", **marks)
        entries.append(entry(solver, look, sheet.scale, _stopped(known)))
    sheet.legend(entries)
    beyond = "" if runs["ended"].all() else "Beyond a hollow mark nothing is known of that solver."
    sheet.caption(caption_of(runs, beyond))
    return sheet.picture


def _end(own: pd.DataFrame, place: CostAxis) -> float:
    """How far a solver's line is known: to its largest node limit, if it was stopped there.

    Other costs have no limit. There it is the largest of a run that ended, or where the first run
    was stopped, if that is further out.
    """
    ended, stopped = (own.loc[own["ended"] == whether, place.cost] for whether in (True, False))
    if stopped.empty:
        return place.limits[1]
    reached = stopped.max() if place.cost == "nodes" else stopped.min()
    return max([reached, *ended])


def _steps(known: np.ndarray, low: float, high: float, tail: bool) -> tuple[np.ndarray, np.ndarray]:
    """The costs at which a solver's line steps, its two ends included, and its heights there."""
    costs = np.unique(known[np.isfinite(known)])
    within = np.searchsorted(np.sort(known), costs, side="right") / len(known)
    steps = np.concatenate([[low], costs, [high]])
    shares = np.concatenate([[0], within, [1 - np.isinf(known).mean()]])
    return steps, 1 - shares if tail else shares


def _stopped(known: np.ndarray) -> str:
    """Which share of the runs was stopped, in words; nothing if none was."""
    stopped = int(np.isinf(known).sum())
    return f"{percent(stopped, len(known))} stopped" if stopped else ""


def _many(cost: str) -> str:
    return "much time" if cost == "seconds" else f"many {COSTS[cost]}"
