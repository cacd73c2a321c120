"""Medians against size, signs, givens or levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.core import unknown
from futoshiki_lab.draw.frames import Frame
from futoshiki_lab.draw.lines import LineStyle
from futoshiki_lab.explorer.charts import sweep_runs
from futoshiki_lab.explorer.charts.cost_axis import PERCENT, CostAxis
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame
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
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the median cost of each solver against the size, the signs, the givens or the level.

    Parameters
    ----------
    by : "size", "signs", "givens", "sign_share" (of all pairs of touching cells) or "level".
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    The band around a median reaches from one quartile to the other. A median above the limit (half
    of the runs or more were stopped) is a hollow mark at the limit, with an arrow: at least so
    much. If any run was stopped, a panel below shows the share of stopped runs. If a line has a
    single point, its band is a bar.

    Raises
    ------
    ValueError : as `draw_costs`; `by` is unknown; or puzzles of several sizes would be mixed in a
        line (by all but "size"). A peak of such a line would come from the sizes, not the cost.
    """
    with Frame(scale, title, dark) as frame:
        runs = sweep_runs.read_runs(table, cost)
        lines = _lines_of(runs, by, dark)
        ended = bool(runs["ended"].all())
        heights, high = (None, 3.2) if ended else ((3, 1), 2.2)
        frame.begin(f"Median {COSTS[cost]} by {AXES[by]}", 1 if ended else 2, high, heights)
        place = CostAxis(runs, cost, np.concatenate([line.costs.ravel() for line in lines]))
        place.apply(frame, frame.axes[0], "y")
        for line in lines:
            _draw_median(frame, frame.axes[0], line, place)
        if not ended:
            _draw_stopped(frame.axes[1], lines)
        _name_places(frame.axes[-1], by, lines)
        frame.write_legend([frame.entry(line.name, line.style) for line in lines])
        frame.write_caption(sweep_runs.caption_of(runs, *_explain(lines)))
    return frame.picture


@dataclass
class Line:
    """One solver: where its points are, and of each the quartiles, the stopped and all runs."""

    name: str
    style: LineStyle
    at: np.ndarray
    costs: np.ndarray
    stopped: np.ndarray
    counts: np.ndarray


def _lines_of(runs: DataFrame, by: str, dark: bool) -> list[Line]:
    if by not in AXES:
        raise ValueError(unknown("column", by, tuple(AXES)))
    if by == "level" and runs["level"].isna().any():
        lacks = "some puzzle of the table has no level"
        raise ValueError(f"{lacks}: see `generate` and the puzzles of unequal/")
    lines = []
    for name, style, own in sweep_runs.each_solver(runs, dark):
        sizes = sweep_runs.sizes_of(own)
        if by != "size" and len(sizes) > 1:
            raise ValueError(
                f"the table has sizes {', '.join(map(str, sizes))}, and a line by {by!r} would mix "
                f"them: take one size, such as table[table['size'] == {sizes[len(sizes) // 2]}], "
                "or a line for each: "
                "table.assign(solver=table['solver'] + ', n = ' + table['size'].astype(str))"
            )
        at, parts = zip(*own.groupby(by), strict=True)
        known = [part["known"].to_numpy() for part in parts]
        costs = np.array([[quantile(each, share) for each in known] for share in QUARTILES])
        stopped = np.array([np.isinf(each).mean() for each in known])
        lines.append(
            Line(name, style, np.array(at, float), costs, stopped, np.array([*map(len, known)]))
        )
    if len({*np.concatenate([line.at for line in lines])}) == 1:  # all stand beside each other
        step = _aside(by) * min(0.2, 0.8 / len(lines))
        for rank, line in enumerate(lines):
            line.at += step * (rank - (len(lines) - 1) / 2)
    return lines


def _draw_median(frame: Frame, axes: Axes, line: Line, place: CostAxis) -> None:
    """The medians and the band around them; hollow beyond the limit."""
    low, middle, high = place.put(line.costs)
    look = line.style.line | {"linewidth": 0.7 * frame.scale, "alpha": 0.6}
    axes.plot(line.at, np.column_stack([low, high]), gid=f"edge {line.name}", **look)
    colour, gid = line.style.colour, f"band {line.name}"
    if len(line.at) > 1:
        axes.fill_between(line.at, low, high, color=colour, alpha=0.13, linewidth=0, gid=gid)
    else:  # a bar: a band would have no width
        (bar,) = axes.plot([*line.at, *line.at], [*low, *high], color=colour, alpha=0.4, gid=gid)
        bar.set(linewidth=8 * frame.scale, solid_capstyle="butt")
    axes.plot(line.at, middle, gid=f"median {line.name}", **line.style.line)
    known, marks = np.isfinite(line.costs[1]), line.style.marks
    axes.plot(line.at[known], middle[known], gid=f"known {line.name}", **marks)
    if not known.all():
        (hollow,) = axes.plot(line.at[~known], middle[~known], gid=f"beyond {line.name}", **marks)
        hollow.set(markersize=7 * frame.scale, clip_on=False, markerfacecolor=frame.theme.paper)
        for at, height in zip(line.at[~known], middle[~known], strict=True):
            how = {"arrowstyle": "<|-", "color": line.style.colour, "linewidth": frame.scale}
            up: dict[str, Any] = {
                "xytext": (0, 22 * frame.scale),
                "textcoords": "offset points",
                "gid": "at least",
            }
            axes.annotate("", (at, height), arrowprops=how, **up)


def _draw_stopped(axes: Axes, lines: list[Line]) -> None:
    """The share of stopped runs of each group, from 0 % to 100 %."""
    axes.set(ylim=(-0.05, 1.05), ylabel="stopped")
    axes.yaxis.set_major_formatter(PERCENT)
    for line in lines:
        axes.plot(line.at, line.stopped, gid=f"stopped {line.name}", **line.style.line)
        axes.plot(line.at, line.stopped, **line.style.marks)


def _aside(by: str) -> float:
    """How far the axis reaches on both sides of a single place."""
    return 0.1 if by == "sign_share" else 1


def _name_places(axes: Axes, by: str, lines: list[Line]) -> None:
    """The axis below the panels."""
    axes.set_xlabel(AXES[by])
    places = np.concatenate([line.at for line in lines])
    middle = (places.min() + places.max()) / 2
    if by == "level":
        axes.set_xticks(range(len(LEVELS)), [level.capitalize() for level in LEVELS])
    elif by == "sign_share":
        axes.xaxis.set_major_formatter(PERCENT)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if np.ptp(places) < _aside(by):  # all lines have one place
        axes.set(xticks=[middle], xlim=(middle - _aside(by), middle + _aside(by)))


def _explain(lines: list[Line]) -> tuple[str, str]:
    """What lines and bands are, and how many runs a point has."""
    alone = all(len(line.at) == 1 for line in lines)
    medians, bands = ("Marks", "bars") if alone else ("Lines", "bands")
    counts = np.concatenate([line.counts for line in lines])
    least, most = int(counts.min()), int(counts.max())
    number = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    return (
        f"{medians}: medians; {bands}: from the 25 % to the 75 % quantile.",
        f"Each point is {number} run{'s' * (most != 1)}.",
    )
