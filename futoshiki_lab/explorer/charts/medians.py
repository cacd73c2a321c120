"""Medians against size, signs, givens or levels; and the phase transition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.frames import Frame, Style, on_frame
from futoshiki_lab.draw.ink import LineStyle
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
QUARTILES = (0.25, 0.75)


@on_frame
def draw_medians(
    frame: Frame,
    table: DataFrame,
    by: str = "size",
    cost: str = "nodes",
    *,
    lines: str | None = None,
    band: tuple[float, float] = QUARTILES,
    **look: Unpack[Style],
) -> None:
    """Draw the median cost against the size, the signs, the givens or the level of the puzzles.

    Parameters
    ----------
    by : "size", "signs", "givens", "sign_share" (of all pairs of touching cells) or "level".
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
    runs = sweep_runs.read_runs(table, cost)
    what = "band must be two quantiles from 0 to 1, the lower one first,"
    quantiles = sweep_runs.check_two_numbers(band, lambda low, high: 0 <= low < high <= 1, what)
    if sweep_runs.one_of("by", by, AXES) == "level" and runs["level"].isna().any():
        lacks = "some puzzle of the table has no level: see `generate` and the puzzles of unequal/"
        raise ValueError(lacks)
    drawn = Lines(frame, runs, by, lines)
    ended = bool(runs["ended"].all())
    rows: tuple[Any, ...] = (1, 3.2) if ended else (2, 2.2, (3, 1))
    frame.begin(f"Median {COSTS[cost]} by {AXES[by]}", *rows)
    drawn.draw_medians(frame.axes[0], cost, quantiles)
    for each in () if ended else drawn.series:
        axes, stopped = drawn.share_axes("stopped"), 1 - each.means("ended")
        axes.plot(each.at, stopped, gid=f"stopped {each.name}", **each.style.line)
        axes.plot(each.at, stopped, **each.style.marks)
    drawn.finish()
    frame.write_caption(sweep_runs.caption_of(runs, *drawn.explain(quantiles)))


@on_frame
def draw_transition(
    frame: Frame,
    table: DataFrame,
    cost: str = "nodes",
    *,
    lines: str | None = None,
    **look: Unpack[Style],
) -> None:
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
    runs = sweep_runs.read_runs(table, cost)
    drawn, puzzles = Lines(frame, runs, "sign_share", lines), _puzzles_of(runs)
    frame.begin("Cost and share of satisfiable puzzles over the share of signs", 2, 2.2)
    drawn.draw_medians(frame.axes[0], cost)
    for each in drawn.lines_of(puzzles):
        drawn.draw_satisfiable(each)
    drawn.finish()
    undecided, words = int((~puzzles["yes"] & ~puzzles["no"]).sum()), "Every puzzle was decided."
    if undecided:
        what = "puzzle was" if undecided == 1 else "puzzles were"
        words = f"Below, {undecided:,} {what} left undecided: what they leave open is shaded, "
        words += "hollow marks are shares among the decided."
    medians, points = drawn.explain()
    frame.write_caption(sweep_runs.caption_of(runs, medians, words, points))


def _puzzles_of(runs: DataFrame) -> DataFrame:
    """A row for each puzzle: whether a run found a solution, or that there is none."""
    yes = (runs["solutions"] > 0) & (runs["outcome"] != "wrong")
    decided = runs.assign(yes=yes, no=runs["outcome"] == "unsatisfiable")
    keys = ["puzzle", "size", "sign_share"]
    puzzles = decided.groupby(keys, as_index=False, sort=False)[["yes", "no"]].max()
    return puzzles.assign(no=puzzles["no"] & ~puzzles["yes"])


class Lines:
    """Lines over `by`, one for each solver or size: medians, shares, what the caption says of them.

    Parameters
    ----------
    lines : what each line is for, as in `series_of`.
    """

    def __init__(self, frame: Frame, runs: DataFrame, by: str, lines: str | None):
        self.frame, self.runs, self.by = frame, runs, by
        self.series = sweep_runs.series_of(runs, by, lines, frame.dark)

    def lines_of(self, puzzles: DataFrame) -> list[Series]:
        """One line for all puzzles; or where lines are sizes, one for the puzzles of each."""
        if set(sweep_runs.values_of(self.runs, "solver")) & {each.name for each in self.series}:
            ink = LineStyle(self.frame.theme.ink, "solid", "o")
            return [Series("all puzzles", ink, puzzles, self.by)]
        own = (puzzles[puzzles["size"] == each.runs["size"].iloc[0]] for each in self.series)
        return [replace(each, runs=part) for each, part in zip(self.series, own, strict=True)]

    def draw_medians(self, axes: Axes, cost: str, band: tuple[float, float] = QUARTILES) -> None:
        """A median for each group and the band around it; hollow beyond the limit."""
        shares = (band[0], 0.5, band[1])
        parts = [each.parts(f"known {cost}") for each in self.series]
        drawn = [np.array([[quantile(own, s) for own in each] for s in shares]) for each in parts]
        place = CostAxis(self.runs, cost, np.concatenate([each.ravel() for each in drawn]))
        place.apply(self.frame, axes, "y")
        for each, heights in zip(self.series, drawn, strict=True):
            low, middle, high = place.put(heights)
            look = each.style.line | {"linewidth": 0.7 * self.frame.scale, "alpha": 0.6}
            axes.plot(each.at, np.column_stack([low, high]), gid=f"edge {each.name}", **look)
            self._draw_band(axes, each, low, high, f"band {each.name}", 0.13)
            axes.plot(each.at, middle, gid=f"median {each.name}", **each.style.line)
            self._mark(axes, each, each.at, middle, np.isfinite(heights[1]), "known", "beyond")

    def draw_satisfiable(self, each: Series) -> None:
        """The share among the decided puzzles, with a band for the undecided ones."""
        axes, yes, no = self.share_axes("satisfiable"), each.means("yes"), each.means("no")
        self._draw_band(axes, each, yes, 1 - no, f"open {each.name}", 0.2)
        some = yes + no > 0
        decided, at = (yes + no)[some], each.at[some]
        share, known = yes[some] / decided, decided > 1 - 1e-9
        axes.plot(at, share, gid=f"satisfiable {each.name}", **each.style.line)
        self._mark(axes, each, at, share, known, "decided", "part decided")

    def _draw_band(
        self, axes: Axes, each: Series, low: np.ndarray, high: np.ndarray, name: str, alpha: float
    ) -> None:
        """A band between two heights; a bar for a single point, as a band would have no width."""
        look: dict[str, Any] = {"color": each.style.colour, "gid": name}
        if len(each.at) > 1:
            axes.fill_between(each.at, low, high, alpha=alpha, linewidth=0, **look)
        else:
            look |= {"linewidth": 8 * self.frame.scale, "solid_capstyle": "butt"}
            axes.plot([*each.at, *each.at], [*low, *high], alpha=0.4, **look)

    def _mark(
        self, axes: Axes, each: Series, x: np.ndarray, y: np.ndarray, known: np.ndarray, *names: str
    ) -> None:
        """Markers, hollow ones where something is not known; each kind has its name."""
        marks, (full, hollow) = each.style.marks, (f"{name} {each.name}" for name in names)
        axes.plot(x[known], y[known], gid=full, **marks)
        if not known.all():
            axes.plot(x[~known], y[~known], gid=hollow, **marks | self.frame.hollow)

    def share_axes(self, name: str) -> Axes:
        """The lower panel: from 0 % to 100 %."""
        axes = self.frame.axes[1]
        axes.set(ylim=(-0.05, 1.05), ylabel=name)
        axes.yaxis.set_major_formatter(PERCENT)
        return axes

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

    def explain(self, band: tuple[float, float] = QUARTILES) -> tuple[str, str]:
        """What lines and bands are; how many runs the points have, and if they are for ranges."""
        alone = all(len(each.at) == 1 for each in self.series)
        medians, bands = ("Marks", "bars") if alone else ("Lines", "bands")
        ends = f"from the {100 * band[0]:.3g} % to the {100 * band[1]:.3g} % quantile"
        groups = [group for each in self.series for group in each.groups]
        counts = [int(group.rows.sum()) for group in groups]
        points = f"Each point is {sweep_runs.least_to_most(counts)} run{'s' * (max(counts) != 1)}"
        ranges = any("–" in group.label for group in groups)
        points += ", of a range of values at its middle." if ranges else "."
        return f"{medians}: medians; {bands}: {ends}.", points
