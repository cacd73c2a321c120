"""A bar graph that misleads, and beside it the same runs shown honestly."""

from __future__ import annotations

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
    the limit, and on each the mean time and the mean nodes of *those* runs. It misleads: the means
    of two bars are over different puzzles, and the worse a solver, the more of its dear puzzles
    are left out. Below are the medians and quartiles of the time and of the nodes over all runs,
    stopped ones beyond the limit: hollow marks, where at least half of the runs were stopped.

    Raises
    ------
    ValueError : as `draw_costs`.
    """
    runs = read_runs(table, "seconds", "nodes", time_limit=time_limit)
    heading = "Solved within the limit, and what that hides"
    sheet = Panels(heading, 3, 2.1, title, scale, dark, heights=(1.9, 1, 1))
    sheet.subtitle(sheet.axes[0], "As often shown: how many ended; mean time · mean nodes of these")
    sheet.subtitle(sheet.axes[1], "The same runs: medians and quartiles over all of them")
    solvers, sizes = list(each_solver(runs)), sorted(runs["size"].unique())
    wide = 0.8 / len(solvers)
    below = zip(sheet.axes[1:], ("seconds", "nodes"), strict=True)
    places = [(axes, CostAxis.of(runs, cost)) for axes, cost in below]
    for axes, place in places:
        sheet.cost(axes, "y", place)
    for rank, (_, look, own) in enumerate(solvers):
        for at, size in enumerate(sizes):
            part = own[own["size"] == size]
            if len(part):
                x = at + (rank - (len(solvers) - 1) / 2) * wide
                _bar(sheet, part, x, wide, look)
                for axes, place in places:
                    _range(sheet, axes, part, x, place, look)
    sheet.legend([entry(solver, look, scale) for solver, look, _ in solvers])
    return _finish(sheet, runs, sizes, time_limit)


def _bar(sheet: Panels, part: pd.DataFrame, x: float, wide: float, look: SolverLook) -> None:
    """How many ended, and the means over just these, as they stand on such bars."""
    axes, ended = sheet.axes[0], part[part["ended"]]
    fill = {"color": look.colour, "linewidth": 0, "gid": f"solved {part['solver'].iloc[0]}"}
    axes.bar(x, len(ended), 0.92 * wide, **fill)
    if ended.empty:
        return
    aside = {"xytext": (0, 3 * sheet.scale), "textcoords": "offset points"}
    text = style(TEXT * sheet.scale, sheet.theme.ink, ha="center", va="bottom", rotation=90)
    axes.annotate(_means(ended), (x, len(ended)), **aside, **text)
    axes.plot([x], [len(ended) / 2], **look.mark(sheet.scale, hollow=sheet.theme.paper))


def _means(ended: pd.DataFrame) -> str:
    """Mean time and mean nodes, to three digits."""
    means = {cost: float(ended[cost].mean()) for cost in ("seconds", "nodes")}
    return " · ".join(in_words(float(f"{mean:.3g}"), cost) for cost, mean in means.items())


def _range(
    sheet: Panels, axes: Axes, part: pd.DataFrame, x: float, place: CostAxis, look: SolverLook
) -> None:
    """Median and quartiles over all runs, stopped ones beyond the limit."""
    known = part[f"known {place.cost}"]
    low, middle, high = place.put([quantile(known, share) for share in (0.25, 0.5, 0.75)])
    solver = part["solver"].iloc[0]
    axes.plot([x, x], [low, high], gid=f"quartiles {solver}", **look.line(sheet.scale, 1.6))
    beyond = np.isinf(quantile(known, 0.5))
    marks = look.mark(sheet.scale, hollow=sheet.theme.paper if beyond else "")
    axes.plot([x], [middle], gid=f"{'beyond' if beyond else 'median'} {solver}", **marks)


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
    above.axhline(most, color=sheet.theme.past, linewidth=0.8 * sheet.scale, linestyle=(0, (1, 2)))
    last.set_xlim(-0.6, len(sizes) - 0.4)
    last.set_xticks(range(len(sizes)), [f"{size:.0f}" for size in sizes])
    sheet.name(last, x="size n")
    sheet.name(above, y="runs that ended")
    sheet.picture.align_ylabels()
    each = least_to_most(counts)
    words = f"Each bar, median and quartile is of the same {each} runs of a solver and a size."
    sheet.caption(caption_of(runs, words, time_limit=time_limit))
    return sheet.picture
