"""Lines of medians: the runs of a solver or a size, grouped by size, signs or givens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.captions import least_to_most
from futoshiki_lab.draw.colours import Dashes, LineStyle
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import PERCENT, Panels
from futoshiki_lab.draw.runs import (
    DataFrame,
    Group,
    groups_of,
    one_of,
    one_size,
    one_solver,
    rows_of,
    solvers_of,
)
from futoshiki_lab.draw.solvers import MARKERS, styles_of
from futoshiki_lab.experiment import quantile

AXES = {
    "size": "size n",
    "signs": "signs",
    "givens": "givens",
    "sign_share": "share of neighbouring pairs with a sign",
}
QUARTILES = (0.25, 0.75)
SIZE_DASHES: tuple[Dashes, ...] = (
    *("solid", "dashed", "dotted", "dashdot"),
    *((0, (5, 1, 1, 1, 1, 1)), (0, (8, 3))),
)


@dataclass(frozen=True)
class Series:
    """The runs (or puzzles) of one line, its style, and `by`, the column that groups them.

    A line of one point is moved by `aside` if other lines have their point at the same place.
    """

    name: str
    style: LineStyle
    runs: DataFrame
    by: str
    aside: float = 0.0

    @cached_property
    def groups(self) -> list[Group]:
        """The runs of each point."""
        return groups_of(self.runs[self.by])

    @property
    def at(self) -> np.ndarray:
        """The position of each point on the x axis."""
        return np.array([group.at + self.aside for group in self.groups])

    def parts(self, column: str) -> list[np.ndarray]:
        """The values of a column in each group."""
        values = self.runs[column].to_numpy()
        return [values[group.rows] for group in self.groups]

    def means(self, column: str) -> np.ndarray:
        """The mean of a column in each group; of truth values, the share of true ones."""
        return np.array([part.mean() for part in self.parts(column)])

    def quantiles(self, cost: str, shares: Iterable[float]) -> np.ndarray:
        """The quantiles of a cost: a row for each share, a column for each group."""
        known = self.parts(f"known {cost}")
        return np.array([[quantile(costs, share) for costs in known] for share in shares])


def series_of(runs: DataFrame, by: str, lines: str | None, dark: bool) -> list[Series]:
    """One series for each solver or each size, as `lines` says.

    Raises
    ------
    ValueError : `lines` is unknown; lines are sizes, and the table has several solvers; or lines
        are solvers, and puzzles of several sizes would be mixed in them.
    """
    sizes, solvers = sorted(runs["size"].unique()), solvers_of(runs)
    if lines is None:
        lines = "size" if len(solvers) == 1 and len(sizes) > 1 and by != "size" else "solver"
    if one_of("lines", lines, ("solver", "size")) == "size":
        one_solver(runs, "lines of sizes are of one solver")
        series = [
            Series(f"n = {size:.0f}", _size_style(at, len(sizes), dark), part, by)
            for at, (size, part) in enumerate(runs.groupby("size"))
        ]
    else:
        if by != "size":
            _refuse_mixed_sizes(runs, by)
        series = [
            Series(solver, style, runs[runs["solver"] == solver], by)
            for solver, style in styles_of(runs).items()
        ]
    return _side_by_side(series)


def _refuse_mixed_sizes(runs: DataFrame, by: str) -> None:
    """Refuse a line of a solver that would mix puzzles of several sizes.

    A peak of such a line would come from the sizes, not from the cost.
    """
    solvers = solvers_of(runs)
    other = f"one solver, such as {rows_of('solver', solvers[0])}, for a line of each size"
    if len(solvers) == 1:
        other = "lines='size'"
    one_size(runs, f"a line of a solver by {by!r} would mix them", other)


def _side_by_side(series: list[Series]) -> list[Series]:
    """If each line is a single point, and all are at one place, move them apart a little."""
    if len({place for each in series for place in each.at}) > 1:
        return series
    middle, step = (len(series) - 1) / 2, _room(series[0].by) / 5
    step = min(step, 1.6 * _room(series[0].by) / len(series))
    return [replace(each, aside=step * (rank - middle)) for rank, each in enumerate(series)]


def _room(by: str) -> float:
    """How far the axis reaches on both sides of a single place."""
    return 0.1 if by == "sign_share" else 1


def _size_style(rank: int, sizes: int, dark: bool) -> LineStyle:
    """The style of a size."""
    dashes = SIZE_DASHES[rank % len(SIZE_DASHES)]
    return LineStyle(_size_colours(sizes, dark)[rank], dashes, MARKERS[rank % len(MARKERS)])


def _size_colours(sizes: int, dark: bool) -> list[str]:
    """A colour for each size, from a scale that is all visible on the background."""
    shades = np.linspace(0.3, 1.0, sizes) if dark else np.linspace(0.0, 0.72, sizes)
    return [to_hex(colour) for colour in colormaps["cividis"](shades)]


class LineChart:
    """The lines of a figure: medians in the panel above, shares in the one below.

    Parameters
    ----------
    sheet : where to draw them.
    series : one for each line; the same column groups them all.
    """

    def __init__(self, sheet: Panels, series: list[Series]):
        self.sheet, self.series = sheet, series
        light, dark = (_size_colours(len(series), dark) for dark in (False, True))
        sheet.picture.dark_colours |= dict(zip(light, dark, strict=True))

    def draw_medians(self, runs: DataFrame, cost: str, band: tuple[float, float]) -> None:
        """The upper panel: medians of the costs, and bands, on their own axis."""
        low, high = band
        drawn = [each.quantiles(cost, (low, 0.5, high)) for each in self.series]
        place = CostAxis.around(np.concatenate([each.ravel() for each in drawn]), runs, cost)
        place.dress(self.sheet, self.sheet.axes[0], "y")
        for each, heights in zip(self.series, drawn, strict=True):
            self._draw_line(each, place.put(heights), beyond=np.isinf(heights[1]))

    def _draw_line(self, each: Series, heights: np.ndarray, beyond: np.ndarray) -> None:
        """A median for each group, the band around it, hollow marks for those beyond the limit."""
        sheet, axes, at, style = self.sheet, self.sheet.axes[0], each.at, each.style
        low, middle, high = heights
        for edge in (low, high):
            sheet.line(axes, at, edge, style, f"edge {each.name}", wide=0.7).set_alpha(0.6)
        self.draw_band(axes, each, low, high, 0.13, f"band {each.name}")
        sheet.line(axes, at, middle, style, f"median {each.name}")
        sheet.marks(axes, at[~beyond], middle[~beyond], style, f"known {each.name}")
        if beyond.any():
            xs, ys, name = at[beyond], middle[beyond], f"beyond {each.name}"
            sheet.marks(axes, xs, ys, style, name, hollow=True, size=7).set_clip_on(False)

    def draw_band(
        self, axes: Axes, each: Series, low: np.ndarray, high: np.ndarray, alpha: float, name: str
    ) -> None:
        """A band between two heights; a bar for a single point, as a band would have no width."""
        if len(each.at) > 1:
            band = axes.fill_between(each.at, low, high, color=each.style.colour)
            band.set(alpha=alpha, linewidth=0, gid=name)
            return
        (bar,) = axes.plot([*each.at, *each.at], [*low, *high], color=each.style.colour)
        bar.set(alpha=0.4, linewidth=8 * self.sheet.scale, solid_capstyle="butt", gid=name)

    def panel_of_shares(self, name: str) -> Axes:
        """The lower panel: from 0 % to 100 %."""
        axes = self.sheet.axes[1]
        axes.set_ylim(-0.05, 1.05)
        axes.yaxis.set_major_formatter(PERCENT)
        self.sheet.name(axes, y=name)
        return axes

    def finish(self) -> None:
        """The axis below the panels, and the legend above them."""
        axes, by = self.sheet.axes[-1], self.series[0].by
        if by == "sign_share":
            axes.xaxis.set_major_formatter(PERCENT)
        else:
            axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        at = {group.at for each in self.series for group in each.groups}
        if len(at) == 1:
            (place,) = at
            axes.set(xticks=[place], xlim=(place - _room(by), place + _room(by)))
        self.sheet.name(axes, x=AXES[by])
        self.sheet.legend([self.sheet.entry(each.name, each.style) for each in self.series])

    # -- words for the caption -------------------------------------------------------------------

    def band_words(self, band: tuple[float, float]) -> str:
        """The lines and the bands, explained."""
        low, high = (f"{100 * share:.3g}" for share in band)
        points = all(len(each.at) == 1 for each in self.series)
        medians, bands = ("Marks", "bars") if points else ("Lines", "bands")
        return f"{medians}: medians; {bands}: from the {low} % to the {high} % quantile."

    def runs_in_points(self) -> str:
        """How many runs the points have; and whether they are for ranges of values."""
        counts = [int(group.rows.sum()) for each in self.series for group in each.groups]
        ranges = any("–" in group.label for each in self.series for group in each.groups)
        text = f"Each point is {least_to_most(counts)} run{'' if max(counts) == 1 else 's'}"
        return text + (", of a range of values at its middle." if ranges else ".")
