"""A bar graph that misleads, and beside it the same runs shown honestly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.costaxis import CostAxis, in_words
from futoshiki_lab.draw.panels import Panels, entry
from futoshiki_lab.draw.runs import caption_of, least_to_most, quantile, read_runs
from futoshiki_lab.draw.solvers import SolverLook, each_solver
from futoshiki_lab.draw.text import style, width

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

TEXT = 7.5  # points: what stands on the bars
HIGH = 185.0  # points: the panel of the bars, about


def draw_bars(
    table: pd.DataFrame,
    *,
    time_limit: float | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw how many puzzles of each size were solved, with means; below, the same runs honestly.

    Parameters
    ----------
    time_limit : seconds; a run that took longer counts as unsolved. Without it, only what the
        sweep itself stopped does.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    Above is a bar graph as it is often seen: bars as high as the number of runs that ended within
    the limit, and on each the mean time and the mean nodes of *those* runs; a bar that reaches its
    dotted mark is of a solver that ended on all puzzles of that size. It misleads: the means
    of two bars are over different puzzles, and the worse a solver, the more of its dear puzzles
    are left out. Below are the medians and quartiles of the time and of the nodes over all runs,
    stopped ones beyond the limit: hollow marks, where at least half of the runs were stopped.

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
    groups = list(_groups(solvers, sizes))
    for group in groups:
        _bar(sheet, group, 0.8 / len(solvers))
    for axes, cost in zip(sheet.axes[1:], ("seconds", "nodes"), strict=True):
        _ranges(sheet, axes, groups, runs, cost)
    sheet.legend([entry(solver, look, scale) for solver, look, _ in solvers])
    return _finish(sheet, runs, sizes, time_limit)


@dataclass(frozen=True)
class _Group:
    """The runs of a solver on the puzzles of a size, where they stand, and how they look."""

    solver: str
    runs: pd.DataFrame
    x: float
    look: SolverLook


def _groups(
    solvers: list[tuple[str, SolverLook, pd.DataFrame]], sizes: list[float]
) -> Iterator[_Group]:
    """Solvers side by side over each size."""
    for rank, (solver, look, own) in enumerate(solvers):
        aside = (rank - (len(solvers) - 1) / 2) * 0.8 / len(solvers)
        for at, size in enumerate(sizes):
            part = own[own["size"] == size]
            if len(part):
                yield _Group(solver, part, at + aside, look)


def _bar(sheet: Panels, group: _Group, wide: float) -> None:
    """How many ended, with a mark at how many there are, and the means over just those."""
    axes, ended, x = sheet.axes[0], group.runs[group.runs["ended"]], group.x
    fill = {"color": group.look.colour, "linewidth": 0, "gid": f"solved {group.solver}"}
    axes.bar(x, len(ended), 0.92 * wide, **fill)
    dots = {"color": sheet.theme.ink, "linewidth": 1.2 * sheet.scale, "linestyle": (0, (1, 1.5))}
    ends, total = [x - wide / 2, x + wide / 2], len(group.runs)
    axes.plot(ends, [total, total], gid=f"all {group.solver}", **dots)
    if ended.empty:
        return
    aside = {"xytext": (0, 3 * sheet.scale), "textcoords": "offset points"}
    text = style(TEXT * sheet.scale, sheet.theme.ink, ha="center", va="bottom", rotation=90)
    text["bbox"] = {"facecolor": sheet.theme.paper, "edgecolor": "none", "pad": 0.5}
    axes.annotate(_means(ended), (x, len(ended)), **aside, **text)
    axes.plot([x], [len(ended) / 2], **group.look.mark(sheet.scale, hollow=sheet.theme.paper))


def _means(ended: pd.DataFrame) -> str:
    """Mean time and mean nodes, to three digits."""
    means = {cost: float(ended[cost].mean()) for cost in ("seconds", "nodes")}
    return " · ".join(in_words(float(f"{mean:.3g}"), cost) for cost, mean in means.items())


def _ranges(sheet: Panels, axes: Axes, groups: list[_Group], runs: pd.DataFrame, cost: str) -> None:
    """A panel of medians and quartiles, on an axis made for these."""
    known = [group.runs[f"known {cost}"] for group in groups]
    drawn = [[quantile(costs, share) for share in (0.25, 0.5, 0.75)] for costs in known]
    place = CostAxis.around(np.ravel(drawn), runs, cost)
    sheet.cost(axes, "y", place)
    for group, heights in zip(groups, drawn, strict=True):
        _range(sheet, axes, group, place.put(heights), beyond=np.isinf(heights[1]))


def _range(sheet: Panels, axes: Axes, group: _Group, heights: np.ndarray, beyond: bool) -> None:
    """Median and quartiles over all runs of a group, stopped ones beyond the limit."""
    low, middle, high = heights
    line, ends = group.look.line(sheet.scale, 1.6), [group.x, group.x]
    axes.plot(ends, [low, high], gid=f"quartiles {group.solver}", **line)
    marks = group.look.mark(sheet.scale, hollow=sheet.theme.paper if beyond else "")
    name = f"{'beyond' if beyond else 'median'} {group.solver}"
    axes.plot([group.x], [middle], gid=name, clip_on=False, **marks)


def _finish(
    sheet: Panels, runs: pd.DataFrame, sizes: list[float], time_limit: float | None
) -> Figure:
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


def _words(counts: pd.Series) -> str:
    """What a bar and what is below it stand on."""
    each = "run" if counts.max() == 1 else f"{least_to_most(counts)} runs"
    return (
        f"Bar, median and quartiles of a solver and a size are of the same {each}; a bar up to its "
        "dotted mark: all of them ended."
    )
