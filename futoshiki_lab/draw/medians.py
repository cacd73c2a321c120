"""Medians against size, signs or givens; the phase transition; and bars, which mislead."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.artists import width
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.cost_axis import CostAxis, in_words
from futoshiki_lab.draw.figures import PERCENT, Frame, Look, frame_of, show_look
from futoshiki_lab.draw.sweep_runs import (
    COSTS,
    DataFrame,
    Series,
    caption_of,
    least_to_most,
    one_of,
    pair_of_numbers,
    read_runs,
    room,
    series_of,
    size_styles,
    values_of,
)
from futoshiki_lab.experiment.table import quantile

AXES = {
    "size": "size n",
    "signs": "signs",
    "givens": "givens",
    "sign_share": "share of neighbouring pairs with a sign",
}
QUARTILES = (0.25, 0.75)
TEXT = 7.5  # points: the text above the bars
HIGH = 185.0  # points: about the height of the panel of bars


@show_look
def draw_medians(
    table: DataFrame,
    by: str = "size",
    cost: str = "nodes",
    *,
    lines: str | None = None,
    band: tuple[float, float] = QUARTILES,
    **look: Unpack[Look],
) -> Figure:
    """Draw the median cost against the size, the signs or the givens of the puzzles.

    Parameters
    ----------
    by : "size", "signs", "givens" or "sign_share" (of all pairs of touching cells).
    lines : what each line is for: "solver" or "size". By default the solvers, or the sizes if
        there is only one solver.
    band : the quantiles between which the band around each median lies.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A median above the limit (half of the runs or more were stopped) is a hollow mark at the limit.
    If any run was stopped, a panel below shows the share of stopped runs. If a line has a single
    point, its band is a bar.

    Raises
    ------
    ValueError : as `draw_costs`; `by` or `lines` is unknown; `band` is not two quantiles; lines are
        to be sizes, and the table has several solvers; or lines are to be solvers, and puzzles of
        several sizes would be mixed in them (by all but "size").
    """
    runs, (low, high) = read_runs(table, cost), pair_of_numbers(band)
    if not 0 <= low < high <= 1:
        raise ValueError(
            f"band must be two quantiles from 0 to 1, the lower one first, not {band!r}"
        )
    series = series_of(runs, one_of("by", by, AXES), lines, look.get("dark", False))
    below = not runs["ended"].all()
    rows, row_height, heights = (2, 2.2, (3, 1)) if below else (1, 3.2, (1,))
    heading = f"Median {COSTS[cost]} by {AXES[by]}"
    with frame_of(heading, rows, row_height, look, heights) as frame:
        _draw_medians(frame, frame.axes[0], series, runs, cost, (low, high))
        if below:
            axes = _panel_of_shares(frame, "stopped")
            for each in series:
                stopped = 1 - each.means("ended")
                axes.plot(each.at, stopped, gid=f"stopped {each.name}", **each.style.line)
                frame.mark(axes, each.at, stopped, each.style)
        _finish(frame, series)
        frame.write_caption(caption_of(runs, _explain(series, low, high), _points(series)))
    return frame.picture


@show_look
def draw_transition(
    table: DataFrame, cost: str = "nodes", *, lines: str | None = None, **look: Unpack[Look]
) -> Figure:
    """Draw the phase transition: cost, and share of satisfiable puzzles, over the share of signs.

    Parameters
    ----------
    lines : as in `draw_medians`.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    Above, medians and quartiles of the cost; below, the share of puzzles that have a solution. A
    puzzle is undecided if every run on it was stopped before it found a solution: the band reaches
    from the share with all undecided puzzles unsatisfiable to the share with all of them
    satisfiable. The line is the share among the decided puzzles.

    Raises
    ------
    ValueError : as `draw_medians`.
    """
    runs = read_runs(table, cost)
    series = series_of(runs, "sign_share", lines, look.get("dark", False))
    heading = "Cost and share of satisfiable puzzles over the share of signs"
    with frame_of(heading, 2, 2.2, look) as frame:
        _draw_medians(frame, frame.axes[0], series, runs, cost, QUARTILES)
        axes = _panel_of_shares(frame, "satisfiable")
        puzzles = _puzzles_of(runs)
        ink = LineStyle(frame.theme.ink, "solid", "o")
        shares = [Series("all puzzles", ink, puzzles, "sign_share")]
        if not set(values_of(runs, "solver")) & {each.name for each in series}:  # lines are sizes
            own = (puzzles[puzzles["size"] == each.runs["size"].iloc[0]] for each in series)
            shares = [replace(each, runs=part) for each, part in zip(series, own, strict=True)]
        for each in shares:
            _draw_satisfiable(frame, axes, each)
        _finish(frame, series)
        undecided = int((~puzzles["yes"] & ~puzzles["no"]).sum())
        noun = "puzzle was" if undecided == 1 else "puzzles were"
        words = (
            f"Below, {undecided:,} {noun} left undecided: what they leave open is shaded, "
            "hollow marks are shares among the decided."
        )
        words = words if undecided else "Every puzzle was decided."
        frame.write_caption(caption_of(runs, _explain(series, *QUARTILES), words, _points(series)))
    return frame.picture


@show_look
def draw_bars(table: DataFrame, *, time_limit: float | None = None, **look: Unpack[Look]) -> Figure:
    """Draw how many puzzles of each size were solved, with means; below, the same runs honestly.

    Parameters
    ----------
    time_limit : seconds; a run that took longer counts as unsolved. Without it, only runs
        that the sweep stopped count as unsolved.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    Above is a bar graph as it is often seen: bars as high as the number of runs that ended within
    the limit, each with the mean time and the mean nodes of *those* runs. A bar up to its dotted
    mark means that the solver ended on all puzzles of that size. The graph misleads: the means of
    two bars are over different puzzles, and the worse a solver is, the more of its expensive
    puzzles are left out. Below are the medians and quartiles of the time and of the nodes over all
    runs, with stopped runs above the limit; a hollow mark: at least half of the runs were stopped.

    Raises
    ------
    ValueError : as `draw_costs`, or `time_limit` is not a number above 0.
    """
    runs = read_runs(table, "seconds", "nodes", time_limit=time_limit)
    series = series_of(runs, "size", "solver", look.get("dark", False))
    heading = "Solved within the limit, and what that hides"
    with frame_of(heading, 3, 2.1, look, (1.9, 1, 1)) as frame:
        above, *below = frame.axes
        shown = "As often shown: how many ended; mean time · mean nodes of these"
        frame.write_subtitle(above, shown)
        frame.write_subtitle(below[0], "The same runs: medians and quartiles over all of them")
        for rank, each in enumerate(series):
            _draw_bars(frame, each, 0.8 / len(series), rank - (len(series) - 1) / 2)
        for axes, cost in zip(below, ("seconds", "nodes"), strict=True):
            _draw_medians(frame, axes, series, runs, cost, QUARTILES)
        _finish(frame, series)
        counts = runs.groupby(["solver", "size"]).size()
        most, sizes = counts.max(), values_of(runs, "size")
        longest = max((width(text.get_text(), TEXT) for text in above.texts), default=0)
        above.set(ylim=(0, most / (1 - (longest + 9) / HIGH)), ylabel="runs that ended")
        between = MaxNLocator(integer=True, nbins=4).tick_values(0, most)
        above.set_yticks([*(tick for tick in between if tick < 0.9 * most), most])
        below[-1].set(xlim=(sizes[0] - 0.6, sizes[-1] + 0.6), xticks=sizes)
        frame.picture.align_ylabels()
        noun = "run" if most == 1 else f"{least_to_most(counts)} runs"
        words = (
            f"Bar, median and quartiles of a solver and a size are of the same {noun}; a bar up to "
            "its dotted mark: all of them ended."
        )
        frame.write_caption(caption_of(runs, words, time_limit=time_limit))
    return frame.picture


# -- lines ---------------------------------------------------------------------------------------


def _draw_medians(
    frame: Frame,
    axes: Axes,
    series: list[Series],
    runs: DataFrame,
    cost: str,
    band: tuple[float, float],
) -> None:
    """A median for each group and the band around it; hollow beyond the limit."""
    shares = (band[0], 0.5, band[1])
    known = [each.parts(f"known {cost}") for each in series]
    drawn = [np.array([[quantile(part, s) for part in parts] for s in shares]) for parts in known]
    place = CostAxis.of(runs, cost, np.concatenate([each.ravel() for each in drawn]))
    place.apply(frame, axes, "y")
    for each, heights in zip(series, drawn, strict=True):
        low, middle, high = place.put(heights)
        for edge in (low, high):
            look = each.style.line | {"linewidth": 0.7 * frame.scale, "alpha": 0.6}
            axes.plot(each.at, edge, gid=f"edge {each.name}", **look)
        _draw_band(frame, axes, each, low, high, f"band {each.name}", 0.13)
        axes.plot(each.at, middle, gid=f"median {each.name}", **each.style.line)
        names = f"known {each.name}", f"beyond {each.name}"
        frame.mark_some(axes, each.at, middle, each.style, np.isinf(heights[1]), names)


def _draw_band(
    frame: Frame,
    axes: Axes,
    each: Series,
    low: np.ndarray,
    high: np.ndarray,
    name: str,
    alpha: float,
) -> None:
    """A band between two heights; a bar for a single point, as a band would have no width."""
    look: dict[str, Any] = {"color": each.style.colour, "gid": name}
    if len(each.at) > 1:
        axes.fill_between(each.at, low, high, alpha=alpha, linewidth=0, **look)
    else:
        look |= {"linewidth": 8 * frame.scale, "solid_capstyle": "butt"}
        axes.plot([*each.at, *each.at], [*low, *high], alpha=0.4, **look)


def _panel_of_shares(frame: Frame, name: str) -> Axes:
    """The lower panel: from 0 % to 100 %."""
    axes = frame.axes[1]
    axes.set(ylim=(-0.05, 1.05), ylabel=name)
    axes.yaxis.set_major_formatter(PERCENT)
    return axes


def _finish(frame: Frame, series: list[Series]) -> None:
    """The axis below the panels, the legend above them, and the sizes' colours on dark pages."""
    axes, by = frame.axes[-1], series[0].by
    if by == "sign_share":
        axes.xaxis.set_major_formatter(PERCENT)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    at = {group.at for each in series for group in each.groups}
    if len(at) == 1:
        (place,) = at
        axes.set(xticks=[place], xlim=(place - room(by), place + room(by)))
    axes.set_xlabel(AXES[by])
    frame.write_legend([frame.entry(each.name, each.style) for each in series])
    light, dark = (size_styles(len(series), dark) for dark in (False, True))
    pairs = zip(light, dark, strict=True)
    frame.picture.dark_colours |= {one.colour: other.colour for one, other in pairs}


def _explain(series: list[Series], low: float, high: float) -> str:
    """The lines and the bands, explained."""
    points = all(len(each.at) == 1 for each in series)
    medians, bands = ("Marks", "bars") if points else ("Lines", "bands")
    ends = f"from the {100 * low:.3g} % to the {100 * high:.3g} % quantile"
    return f"{medians}: medians; {bands}: {ends}."


def _points(series: list[Series]) -> str:
    """How many runs the points have; and whether they are for ranges of values."""
    groups = [group for each in series for group in each.groups]
    counts = [int(group.rows.sum()) for group in groups]
    text = f"Each point is {least_to_most(counts)} run{'s' * (max(counts) != 1)}"
    ranges = any("–" in group.label for group in groups)
    return text + (", of a range of values at its middle." if ranges else ".")


# -- satisfiable puzzles -------------------------------------------------------------------------


def _puzzles_of(runs: DataFrame) -> DataFrame:
    """A row for each puzzle: whether a run found a solution, or that there is none."""
    yes = (runs["solutions"] > 0) & (runs["outcome"] != "wrong")
    decided = runs.assign(yes=yes, no=runs["outcome"] == "unsatisfiable")
    keys = ["puzzle", "size", "sign_share"]
    puzzles = decided.groupby(keys, as_index=False, sort=False)[["yes", "no"]].max()
    return puzzles.assign(no=puzzles["no"] & ~puzzles["yes"])


def _draw_satisfiable(frame: Frame, axes: Axes, each: Series) -> None:
    """The share among the decided puzzles, with a band for the undecided ones."""
    yes, no = each.means("yes"), each.means("no")
    _draw_band(frame, axes, each, yes, 1 - no, f"open {each.name}", 0.2)
    some = yes + no > 0
    decided, at = (yes + no)[some], each.at[some]
    share = yes[some] / decided
    axes.plot(at, share, gid=f"satisfiable {each.name}", **each.style.line)
    names = f"decided {each.name}", f"part decided {each.name}"
    frame.mark_some(axes, at, share, each.style, decided <= 1 - 1e-9, names)


# -- bars ----------------------------------------------------------------------------------------


def _draw_bars(frame: Frame, each: Series, wide: float, rank: float) -> None:
    """How many runs ended, by size, a mark at the number of all runs, and means of the ended."""
    axes, bold = frame.axes[0], {"linewidth": 1.2 * frame.scale, "linestyle": (0, (1, 1.5))}
    for group in each.groups:
        runs, x = each.runs[group.rows], group.at + rank * wide
        ended = runs[runs["ended"]]
        look: dict[str, Any] = {"color": each.style.colour, "gid": f"solved {each.name}"}
        axes.bar(x, len(ended), 0.92 * wide, linewidth=0, **look)
        look = {"color": frame.theme.ink, "gid": f"all {each.name}"} | bold
        axes.plot([x - wide / 2, x + wide / 2], [len(runs)] * 2, **look)
        if len(ended):
            means = ((float(f"{ended[cost].mean():.3g}"), cost) for cost in ("seconds", "nodes"))
            above, text = (0, 3 * frame.scale), " · ".join(in_words(*mean) for mean in means)
            note = axes.annotate(text, (x, len(ended)), above, textcoords="offset points")
            note.set(ha="center", va="bottom", rotation=90, size=TEXT * frame.scale)
            note.set_bbox({"facecolor": frame.theme.paper, "edgecolor": "none", "pad": 0.5})
            frame.mark(axes, [x], [len(ended) / 2], each.style, hollow=True)
