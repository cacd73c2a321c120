"""Medians against size, signs, givens or levels."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.frames import Frame
from futoshiki_lab.explorer.charts import sweep_runs
from futoshiki_lab.explorer.charts.cost_axis import PERCENT, CostAxis
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame, Series
from futoshiki_lab.explorer.sweeps.table import LEVELS, quantile

AXES = {
    "size": "size n",
    "signs": "signs",
    "givens": "givens",
    "sign_share": "share of neighbouring pairs with a sign",
    "level": "level",
}
QUARTILES = (0.25, 0.5, 0.75)


def draw_medians(
    table: DataFrame,
    by: str = "size",
    cost: str = "nodes",
    *,
    lines: str | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the median cost against the size, the signs, the givens or the level of the puzzles.

    Parameters
    ----------
    by : "size", "signs", "givens", "sign_share" (of all pairs of touching cells) or "level".
    lines : what each line is for: "solver" or "size". By default the solvers, or the sizes if
        there is only one solver.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    The band around a median reaches from one quartile to the other. A median above the limit (half
    of the runs or more were stopped) is a hollow mark at the limit. If any run was stopped, a panel
    below shows the share of stopped runs. If a line has a single point, its band is a bar.

    Raises
    ------
    ValueError : as `draw_costs`; `by` or `lines` is unknown; lines are to be sizes, and the table
        has several solvers; or lines are to be solvers, and puzzles of several sizes would be mixed
        in them (by all but "size").
    """
    with Frame(scale, title, dark) as frame:
        runs = sweep_runs.read_runs(table, cost)
        if sweep_runs.one_of("by", by, AXES) == "level" and runs["level"].isna().any():
            lacks = "some puzzle of the table has no level"
            raise ValueError(f"{lacks}: see `generate` and the puzzles of unequal/")
        drawn = Lines(frame, runs, by, lines)
        ended = bool(runs["ended"].all())
        rows: tuple[Any, ...] = (1, 3.2) if ended else (2, 2.2, (3, 1))
        frame.begin(f"Median {COSTS[cost]} by {AXES[by]}", *rows)
        drawn.draw_medians(frame.axes[0], cost)
        if not ended:
            drawn.draw_stopped(frame.axes[1])
        drawn.finish()
        frame.write_caption(sweep_runs.caption_of(runs, *drawn.explain()))
    return frame.picture


class Lines:
    """Lines over `by`, one for each solver or size: medians, shares, what the caption says of them.

    Parameters
    ----------
    lines : what each line is for, as in `series_of`.
    """

    def __init__(self, frame: Frame, runs: DataFrame, by: str, lines: str | None):
        self.frame, self.runs, self.by = frame, runs, by
        self.series = sweep_runs.series_of(runs, by, lines, frame.dark)

    def draw_medians(self, axes: Axes, cost: str) -> None:
        """A median for each group and the band around it; hollow beyond the limit."""
        parts = [each.parts(f"known {cost}") for each in self.series]
        drawn = [
            np.array([[quantile(own, s) for own in each] for s in QUARTILES]) for each in parts
        ]
        place = CostAxis(self.runs, cost, np.concatenate([each.ravel() for each in drawn]))
        place.apply(self.frame, axes, "y")
        for each, heights in zip(self.series, drawn, strict=True):
            low, middle, high = place.put(heights)
            look = each.style.line | {"linewidth": 0.7 * self.frame.scale, "alpha": 0.6}
            axes.plot(each.at, np.column_stack([low, high]), gid=f"edge {each.name}", **look)
            self._draw_band(axes, each, low, high)
            axes.plot(each.at, middle, gid=f"median {each.name}", **each.style.line)
            known, marks = np.isfinite(heights[1]), each.style.marks
            axes.plot(each.at[known], middle[known], gid=f"known {each.name}", **marks)
            if not known.all():
                hollow = {"gid": f"beyond {each.name}", **marks, **self.frame.hollow}
                axes.plot(each.at[~known], middle[~known], **hollow)

    def draw_stopped(self, axes: Axes) -> None:
        """The share of stopped runs of each group, from 0 % to 100 %."""
        axes.set(ylim=(-0.05, 1.05), ylabel="stopped")
        axes.yaxis.set_major_formatter(PERCENT)
        for each in self.series:
            stopped = 1 - each.means("ended")
            axes.plot(each.at, stopped, gid=f"stopped {each.name}", **each.style.line)
            axes.plot(each.at, stopped, **each.style.marks)

    def _draw_band(self, axes: Axes, each: Series, low: np.ndarray, high: np.ndarray) -> None:
        """A band between two heights; a bar for a single point, as a band would have no width."""
        look: dict[str, Any] = {"color": each.style.colour, "gid": f"band {each.name}"}
        if len(each.at) > 1:
            axes.fill_between(each.at, low, high, alpha=0.13, linewidth=0, **look)
        else:
            look |= {"linewidth": 8 * self.frame.scale, "solid_capstyle": "butt"}
            axes.plot([*each.at, *each.at], [*low, *high], alpha=0.4, **look)

    def finish(self) -> None:
        """The axis below the panels, the legend above, and the sizes' colours on dark pages."""
        axes, aside = self.frame.axes[-1], sweep_runs.room(self.by)
        if self.by == "level":
            axes.set_xticks(range(len(LEVELS)), [level.capitalize() for level in LEVELS])
        elif self.by == "sign_share":
            axes.xaxis.set_major_formatter(PERCENT)
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        place, *others = {group.at for each in self.series for group in each.groups}
        if not others:
            axes.set(xticks=[place], xlim=(place - aside, place + aside))
        axes.set_xlabel(AXES[self.by])
        self.frame.write_legend([self.frame.entry(each.name, each.style) for each in self.series])
        light, dark = (sweep_runs.size_styles(len(self.series), dark) for dark in (False, True))
        pairs = zip(light, dark, strict=True)
        self.frame.picture.dark_colours |= {one.colour: other.colour for one, other in pairs}

    def explain(self) -> tuple[str, str]:
        """What lines and bands are; how many runs the points have, and if they are for ranges."""
        alone = all(len(each.at) == 1 for each in self.series)
        medians, bands = ("Marks", "bars") if alone else ("Lines", "bands")
        groups = [group for each in self.series for group in each.groups]
        counts = [int(group.rows.sum()) for group in groups]
        points = f"Each point is {sweep_runs.least_to_most(counts)} run{'s' * (max(counts) != 1)}"
        ranges = any(group.is_range for group in groups)
        points += ", of a range of values at its middle." if ranges else "."
        return f"{medians}: medians; {bands}: from the 25 % to the 75 % quantile.", points
