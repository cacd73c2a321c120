"""A bar graph that misleads, and below it the same runs shown honestly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.artists import width
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.cost_axis import CostAxis, in_words
from futoshiki_lab.draw.figures import Frame, frame_of
from futoshiki_lab.draw.sweep_runs import (
    DataFrame,
    caption_of,
    each_solver,
    least_to_most,
    read_runs,
)
from futoshiki_lab.experiment.table import quantile

TEXT = 7.5  # points: the text above the bars
HIGH = 185.0  # points: about the height of the panel of bars


def draw_bars(
    table: DataFrame,
    *,
    time_limit: float | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
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
    heading = "Solved within the limit, and what that hides"
    solvers, sizes = list(each_solver(runs)), sorted(runs["size"].unique())
    with frame_of(heading, 3, 2.1, title, scale, dark, (1.9, 1, 1)) as frame:
        above, *below = frame.axes
        frame.write_subtitle(
            above, "As often shown: how many ended; mean time · mean nodes of these"
        )
        frame.write_subtitle(below[0], "The same runs: medians and quartiles over all of them")
        bars = list(_bars(solvers, sizes))
        for bar in bars:
            _draw_bar(frame, bar)
        for axes, cost in zip(below, ("seconds", "nodes"), strict=True):
            _draw_ranges(frame, axes, bars, runs, cost)
        frame.write_legend([frame.entry(solver, style) for solver, style, _ in solvers])
        counts = runs.groupby(["solver", "size"]).size()
        most = counts.max()
        longest = max((width(text.get_text(), TEXT) for text in above.texts), default=0)
        above.set(ylim=(0, most / (1 - (longest + 9) / HIGH)), ylabel="runs that ended")
        between = MaxNLocator(integer=True, nbins=4).tick_values(0, most)
        above.set_yticks([*(tick for tick in between if tick < 0.9 * most), most])
        below[-1].set(xlim=(-0.6, len(sizes) - 0.4), xlabel="size n")
        below[-1].set_xticks(range(len(sizes)), [f"{size:.0f}" for size in sizes])
        frame.picture.align_ylabels()
        each = "run" if most == 1 else f"{least_to_most(counts)} runs"
        words = (
            f"Bar, median and quartiles of a solver and a size are of the same {each}; a bar up to "
            "its dotted mark: all of them ended."
        )
        frame.write_caption(caption_of(runs, words, time_limit=time_limit))
    return frame.picture


@dataclass(frozen=True)
class _Bar:
    """The runs of a solver on the puzzles of a size; their position and style."""

    solver: str
    runs: DataFrame
    x: float
    wide: float
    style: LineStyle


def _bars(solvers: list[tuple[str, LineStyle, DataFrame]], sizes: list[float]) -> Iterator[_Bar]:
    """The bars of the solvers, side by side at each size."""
    wide = 0.8 / len(solvers)
    for rank, (solver, style, own) in enumerate(solvers):
        aside = (rank - (len(solvers) - 1) / 2) * wide
        for at, size in enumerate(sizes):
            part = own[own["size"] == size]
            if len(part):
                yield _Bar(solver, part, at + aside, wide, style)


def _draw_bar(frame: Frame, bar: _Bar) -> None:
    """The number of ended runs, a mark at the number of all runs, and the means of the ended."""
    axes, ended, x, wide = frame.axes[0], bar.runs[bar.runs["ended"]], bar.x, bar.wide
    look: dict[str, Any] = {
        "color": bar.style.colour,
        "linewidth": 0,
        "gid": f"solved {bar.solver}",
    }
    axes.bar(x, len(ended), 0.92 * wide, **look)
    dots = LineStyle(frame.theme.ink, (0, (1, 1.5))).line | {"gid": f"all {bar.solver}"}
    ends = [x - wide / 2, x + wide / 2]
    axes.plot(ends, [len(bar.runs)] * 2, linewidth=1.2 * frame.scale, **dots)
    if ended.empty:
        return
    above, paper = (0, 3 * frame.scale), {"edgecolor": "none", "pad": 0.5}
    means = axes.annotate(_means(ended), (x, len(ended)), above, textcoords="offset points")
    means.set(ha="center", va="bottom", rotation=90, size=TEXT * frame.scale)
    means.set_bbox({"facecolor": frame.theme.paper} | paper)
    frame.mark(axes, [x], [len(ended) / 2], bar.style, hollow=True)


def _means(ended: DataFrame) -> str:
    """Mean time and mean nodes, to three digits."""
    means = {cost: float(ended[cost].mean()) for cost in ("seconds", "nodes")}
    return " · ".join(in_words(float(f"{mean:.3g}"), cost) for cost, mean in means.items())


def _draw_ranges(frame: Frame, axes: Axes, bars: list[_Bar], runs: DataFrame, cost: str) -> None:
    """Median and quartiles over all runs of each bar, with stopped runs above the limit."""
    known = [bar.runs[f"known {cost}"] for bar in bars]
    drawn = [[quantile(costs, share) for share in (0.25, 0.5, 0.75)] for costs in known]
    place = CostAxis.around(np.ravel(drawn), runs, cost)
    place.apply(frame, axes, "y")
    for bar, heights in zip(bars, drawn, strict=True):
        (low, middle, high), beyond = place.put(heights), bool(np.isinf(heights[1]))
        look = bar.style.line | {"gid": f"quartiles {bar.solver}"}
        axes.plot([bar.x] * 2, [low, high], linewidth=1.6 * frame.scale, **look)
        name = f"{'beyond' if beyond else 'median'} {bar.solver}"
        frame.mark(axes, [bar.x], [middle], bar.style, name, beyond).set_clip_on(False)
