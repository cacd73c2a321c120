"""A bar graph that misleads, and below it the same runs shown honestly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.captions import caption_of, least_to_most
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.costaxis import CostAxis, in_words
from futoshiki_lab.draw.panels import Panels
from futoshiki_lab.draw.runs import Column, DataFrame, read_runs
from futoshiki_lab.draw.solvers import each_solver
from futoshiki_lab.draw.text import styled, width
from futoshiki_lab.experiment import quantile

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
    sheet = Panels(heading, 3, 2.1, title, scale, dark, heights=(1.9, 1, 1))
    sheet.subtitle(sheet.axes[0], "As often shown: how many ended; mean time · mean nodes of these")
    sheet.subtitle(sheet.axes[1], "The same runs: medians and quartiles over all of them")
    solvers, sizes = list(each_solver(runs)), sorted(runs["size"].unique())
    bars = list(_bars(solvers, sizes))
    for bar in bars:
        _draw_bar(sheet, bar)
    for axes, cost in zip(sheet.axes[1:], ("seconds", "nodes"), strict=True):
        _draw_ranges(sheet, axes, bars, runs, cost)
    sheet.legend([sheet.entry(solver, style) for solver, style, _ in solvers])
    return _finish(sheet, runs, sizes, time_limit)


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


def _draw_bar(sheet: Panels, bar: _Bar) -> None:
    """The number of ended runs, a mark at the number of all runs, and the means of the ended."""
    axes, ended, x, wide = sheet.axes[0], bar.runs[bar.runs["ended"]], bar.x, bar.wide
    (drawn,) = axes.bar(x, len(ended), 0.92 * wide, color=bar.style.colour)
    drawn.set(linewidth=0, gid=f"solved {bar.solver}")
    dots, total = LineStyle(sheet.theme.ink, (0, (1, 1.5))), [len(bar.runs)] * 2
    sheet.line(axes, [x - wide / 2, x + wide / 2], total, dots, f"all {bar.solver}", wide=1.2)
    if ended.empty:
        return
    above = (0, 3 * sheet.scale)
    means = axes.annotate(_means(ended), (x, len(ended)), above, textcoords="offset points")
    styled(means, TEXT * sheet.scale, sheet.theme.ink).set(ha="center", va="bottom", rotation=90)
    means.set_bbox({"facecolor": sheet.theme.paper, "edgecolor": "none", "pad": 0.5})
    sheet.marks(axes, [x], [len(ended) / 2], bar.style, hollow=True)


def _means(ended: DataFrame) -> str:
    """Mean time and mean nodes, to three digits."""
    means = {cost: float(ended[cost].mean()) for cost in ("seconds", "nodes")}
    return " · ".join(in_words(float(f"{mean:.3g}"), cost) for cost, mean in means.items())


def _draw_ranges(sheet: Panels, axes: Axes, bars: list[_Bar], runs: DataFrame, cost: str) -> None:
    """Median and quartiles over all runs of each bar, with stopped runs above the limit."""
    known = [bar.runs[f"known {cost}"] for bar in bars]
    drawn = [[quantile(costs, share) for share in (0.25, 0.5, 0.75)] for costs in known]
    place = CostAxis.around(np.ravel(drawn), runs, cost)
    place.dress(sheet, axes, "y")
    for bar, heights in zip(bars, drawn, strict=True):
        low, middle, high = place.put(heights)
        beyond = np.isinf(heights[1])
        ends = [bar.x, bar.x]
        sheet.line(axes, ends, [low, high], bar.style, f"quartiles {bar.solver}", wide=1.6)
        name = f"{'beyond' if beyond else 'median'} {bar.solver}"
        sheet.marks(axes, [bar.x], [middle], bar.style, name, hollow=beyond).set_clip_on(False)


def _finish(sheet: Panels, runs: DataFrame, sizes: list[float], time_limit: float | None) -> Figure:
    above, last = sheet.axes[0], sheet.axes[-1]
    counts = runs.groupby(["solver", "size"]).size()
    most = counts.max()
    longest = max(width(text.get_text(), TEXT) for text in above.texts) if above.texts else 0
    above.set_ylim(0, most / (1 - (longest + 9) / HIGH))
    between = MaxNLocator(integer=True, nbins=4).tick_values(0, most)
    above.set_yticks([*(tick for tick in between if tick < 0.9 * most), most])
    last.set_xlim(-0.6, len(sizes) - 0.4)
    last.set_xticks(range(len(sizes)), [f"{size:.0f}" for size in sizes])
    sheet.name(last, x="size n")
    sheet.name(above, y="runs that ended")
    sheet.picture.align_ylabels()
    sheet.caption(caption_of(runs, _words(counts), time_limit=time_limit))
    return sheet.picture


def _words(counts: Column) -> str:
    """In words, the data of a bar and of the marks below it."""
    each = "run" if counts.max() == 1 else f"{least_to_most(counts)} runs"
    return (
        f"Bar, median and quartiles of a solver and a size are of the same {each}; a bar up to its "
        "dotted mark: all of them ended."
    )
