"""Costs against size, signs or givens, and the phase transition over the share of signs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.arguments import band_of, one_of
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import PERCENT, Panels, entry
from futoshiki_lab.draw.runs import (
    COSTS,
    Group,
    caption_of,
    groups_of,
    least_to_most,
    one_size,
    one_solver,
    quantile,
    read_runs,
    rows_of,
    solvers_of,
)
from futoshiki_lab.draw.solvers import MARKERS, SolverLook, looks_of

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

AXES = {
    "size": "size n",
    "signs": "signs",
    "givens": "givens",
    "sign_share": "share of neighbouring pairs with a sign",
}
QUARTILES = (0.25, 0.75)
SIZE_DASHES = ("solid", "dashed", "dotted", "dashdot", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)))


def draw_medians(
    table: pd.DataFrame,
    by: str = "size",
    cost: str = "nodes",
    *,
    lines: str | None = None,
    band: tuple[float, float] = QUARTILES,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the median cost against the size, the signs or the givens of the puzzles.

    Parameters
    ----------
    by : "size", "signs", "givens" or "sign_share" (of all pairs of touching cells).
    lines : what has a line of its own: "solver" or "size". If it is not said: the solvers, or
        the sizes where there is one solver only.
    band : the quantiles between which the band around each median lies.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    A median beyond the limit (half of the runs or more were stopped) is a hollow mark at the place
    of the limit. If any run was stopped, a panel below shows the share of those that were. Where a
    line has a single point its band is a bar.

    Raises
    ------
    ValueError : as `draw_costs`; `by` or `lines` is unknown; `band` is not two quantiles; lines are
        to be sizes, and the table has several solvers; or lines are to be solvers, and puzzles of
        several sizes would be mixed in them (by all but "size").
    """
    runs, band = read_runs(table, cost), band_of(band)
    series = _series(runs, one_of("by", by, AXES), lines, dark)
    below = not runs["ended"].all()
    heading, heights = f"Median {COSTS[cost]} by {AXES[by]}", (3, 1) if below else (1,)
    high = 2.2 if below else 3.2
    sheet = Panels(heading, len(heights), high, title, scale, dark, heights=heights)
    _median_lines(sheet, runs, series, cost, band)
    if below:
        axes = _panel_of_shares(sheet, "stopped")
        for each in series:
            stopped = [1 - ended.mean() for ended in each.parts("ended")]
            look = each.look.line(scale) | each.look.mark(scale)
            axes.plot(each.at, stopped, gid=f"stopped {each.name}", **look)
    _finish_x(sheet, by, series)
    sheet.caption(caption_of(runs, _band_words(band, series), _fewest(series)))
    return sheet.picture


def draw_transition(
    table: pd.DataFrame,
    cost: str = "nodes",
    *,
    lines: str | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the phase transition: cost, and share of satisfiable puzzles, over the share of signs.

    Parameters
    ----------
    lines : as in `draw_medians`.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    Above, medians and quartiles of the cost; below, the share of puzzles that have a solution. A
    puzzle that no solver decided, as every run on it was stopped before it found a solution, could
    be either: the band reaches from the share with all of these unsatisfiable to that with all of
    them satisfiable. The line is the share among the puzzles that were decided.

    Raises
    ------
    ValueError : as `draw_medians`.
    """
    runs = read_runs(table, cost)
    series = _series(runs, "sign_share", lines, dark)
    heading = "Cost and share of satisfiable puzzles over the share of signs"
    sheet = Panels(heading, 2, 2.2, title, scale, dark)
    _median_lines(sheet, runs, series, cost, QUARTILES)
    axes = _panel_of_shares(sheet, "satisfiable")
    for each in _puzzle_series(runs, series, sheet):
        _satisfiable(sheet, axes, each)
    _finish_x(sheet, "sign_share", series)
    bands = _band_words(QUARTILES, series)
    sheet.caption(caption_of(runs, bands, _undecided(runs), _fewest(series)))
    return sheet.picture


# -- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Series:
    """The runs (or puzzles) of one line, its look, and what they are put together by.

    A line of one point stands `aside` of where it belongs if others have theirs there too.
    """

    name: str
    look: SolverLook
    runs: pd.DataFrame
    by: str
    aside: float = 0.0

    @cached_property
    def groups(self) -> list[Group]:
        return groups_of(self.runs[self.by])

    @property
    def at(self) -> list[float]:
        return [group.at + self.aside for group in self.groups]

    def parts(self, column: str) -> list[np.ndarray]:
        """What a column says of each group."""
        values = self.runs[column].to_numpy()
        return [values[group.rows] for group in self.groups]

    def quantiles(self, cost: str, shares: Iterable[float]) -> list[list[float]]:
        """The quantiles of a cost: a list for each share, with a number for each group."""
        known = self.parts(f"known {cost}")
        return [[quantile(costs, share) for costs in known] for share in shares]


def _series(runs: pd.DataFrame, by: str, lines: str | None, dark: bool) -> list[_Series]:
    """One for each solver or each size."""
    sizes, solvers = sorted(runs["size"].unique()), solvers_of(runs)
    if lines is None:
        lines = "size" if len(solvers) == 1 and len(sizes) > 1 and by != "size" else "solver"
    if one_of("lines", lines, ("solver", "size")) == "size":
        one_solver(runs, "lines of sizes are of one solver")
        looks: dict = {size: _size_look(rank, sizes, dark) for rank, size in enumerate(sizes)}
    else:
        if by != "size":
            _refuse_mixed_sizes(runs, by)
        looks = looks_of(runs)
    names = [f"n = {key:.0f}" if lines == "size" else str(key) for key in looks]
    series = [
        _Series(name, look, runs[runs[lines] == key], by)
        for name, (key, look) in zip(names, looks.items(), strict=True)
    ]
    return _side_by_side(series)


def _refuse_mixed_sizes(runs: pd.DataFrame, by: str) -> None:
    """A line of a solver would join puzzles of one size here, of another there.

    What looks like a peak of the cost would be one of the sizes.
    """
    solvers = solvers_of(runs)
    other = f"one solver, such as {rows_of('solver', solvers[0])}, for a line of each size"
    if len(solvers) == 1:
        other = "lines='size'"
    one_size(runs, f"a line of a solver by {by!r} would mix them", other)


def _side_by_side(series: list[_Series]) -> list[_Series]:
    """If all there is of each line is a point, and all at one place: a little aside."""
    if len({place for each in series for place in each.at}) > 1:
        return series
    middle, step = (len(series) - 1) / 2, _room(series[0].by) / 5
    step = min(step, 1.6 * _room(series[0].by) / len(series))
    return [replace(each, aside=step * (rank - middle)) for rank, each in enumerate(series)]


def _room(by: str) -> float:
    """How far the axis goes on both sides of a single place."""
    return 0.1 if by == "sign_share" else 1


def _size_look(rank: int, sizes: list[float], dark: bool) -> SolverLook:
    """Sizes go along a scale of colours, from the small to the large; none vanishes on paper."""
    low, high = (0.3, 1.0) if dark else (0.0, 0.72)
    shade = low + (high - low) * rank / max(1, len(sizes) - 1)
    dashes = SIZE_DASHES[rank % len(SIZE_DASHES)]
    return SolverLook(to_hex(colormaps["cividis"](shade)), dashes, MARKERS[rank % len(MARKERS)])


def _median_lines(
    sheet: Panels, runs: pd.DataFrame, series: list[_Series], cost: str, band: tuple[float, float]
) -> None:
    """The panel above: medians of the costs, with bands around them, on an axis made for these."""
    low, high = band
    drawn = [each.quantiles(cost, (low, 0.5, high)) for each in series]
    place = CostAxis.around(np.concatenate([np.ravel(heights) for heights in drawn]), runs, cost)
    sheet.cost(sheet.axes[0], "y", place)
    for each, heights in zip(series, drawn, strict=True):
        _median_line(sheet, each, place, *heights)


def _median_line(
    sheet: Panels,
    each: _Series,
    place: CostAxis,
    low: list[float],
    middle: list[float],
    high: list[float],
) -> None:
    """A median for each group, the band around it, and hollow marks for those beyond the limit."""
    axes, scale = sheet.axes[0], sheet.scale
    for edge in (low, high):
        thin = each.look.line(scale, 0.7) | {"alpha": 0.6}
        axes.plot(each.at, place.put(edge), gid=f"edge {each.name}", **thin)
    _fill(sheet, axes, each, place.put(low), place.put(high), 0.13, f"band {each.name}")
    axes.plot(each.at, place.put(middle), gid=f"median {each.name}", **each.look.line(scale))
    beyond, at = np.isinf(middle), np.array(each.at)
    marks = each.look.mark(scale) | {"linestyle": "none"}
    axes.plot(at[~beyond], place.put(middle)[~beyond], gid=f"known {each.name}", **marks)
    if beyond.any():
        marks |= each.look.mark(scale, hollow=sheet.theme.paper, size=7) | {"clip_on": False}
        axes.plot(at[beyond], place.put(middle)[beyond], gid=f"beyond {each.name}", **marks)


def _fill(
    sheet: Panels,
    axes: Axes,
    each: _Series,
    low: np.ndarray,
    high: np.ndarray,
    alpha: float,
    gid: str,
) -> None:
    """A band between two heights; of a single point a bar, as a band would have no width."""
    look = {"color": each.look.colour, "alpha": alpha, "linewidth": 0, "gid": gid}
    if len(each.at) > 1:
        axes.fill_between(each.at, low, high, **look)
        return
    look |= {"alpha": 0.4, "linewidth": 8 * sheet.scale, "solid_capstyle": "butt"}
    axes.plot([*each.at, *each.at], [*low, *high], **look)


def _panel_of_shares(sheet: Panels, name: str) -> Axes:
    """The panel below: from 0 % to 100 %."""
    axes = sheet.axes[1]
    axes.set_ylim(-0.05, 1.05)
    axes.yaxis.set_major_formatter(PERCENT)
    sheet.name(axes, y=name)
    return axes


def _finish_x(sheet: Panels, by: str, series: list[_Series]) -> None:
    """The axis below the panels, and the legend above them."""
    axes = sheet.axes[-1]
    if by == "sign_share":
        axes.xaxis.set_major_formatter(PERCENT)
    else:
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    at = {group.at for each in series for group in each.groups}
    if len(at) == 1:
        (place,) = at
        axes.set(xticks=[place], xlim=(place - _room(by), place + _room(by)))
    sheet.name(axes, x=AXES[by])
    sheet.legend([entry(each.name, each.look, sheet.scale) for each in series])


# -- satisfiable puzzles -------------------------------------------------------------------------


def _puzzle_series(runs: pd.DataFrame, series: list[_Series], sheet: Panels) -> list[_Series]:
    """Lines over puzzles: of each size, or of all if the lines above are of solvers."""
    unsatisfiable = (runs["outcome"] == "unsatisfiable").to_numpy()
    decided = runs.assign(yes=_found_one(runs), no=unsatisfiable)
    keys = ["puzzle", "size", "sign_share"]
    puzzles = decided.groupby(keys, as_index=False, sort=False)[["yes", "no"]].max()
    puzzles["no"] &= ~puzzles["yes"]
    if series[0].name in solvers_of(runs):
        look = SolverLook(sheet.theme.ink, "solid", "o")
        return [_Series("all puzzles", look, puzzles, "sign_share")]
    sizes = [each.runs["size"].iloc[0] for each in series]
    own = [puzzles[puzzles["size"] == size] for size in sizes]
    return [replace(each, runs=part) for each, part in zip(series, own, strict=True)]


def _found_one(runs: pd.DataFrame) -> pd.Series:
    """Whether a run found a solution that is one."""
    return (runs["solutions"] > 0) & (runs["outcome"] != "wrong")


def _satisfiable(sheet: Panels, axes: Axes, each: _Series) -> None:
    """The share among the decided puzzles, within what the undecided leave open."""
    yes, no = (np.array([part.mean() for part in each.parts(name)]) for name in ("yes", "no"))
    _fill(sheet, axes, each, yes, 1 - no, 0.2, f"open {each.name}")
    known = yes + no > 0
    at, share = np.array(each.at)[known], yes[known] / (yes + no)[known]
    axes.plot(at, share, gid=f"satisfiable {each.name}", **each.look.line(sheet.scale))
    sure = (yes + no)[known] > 1 - 1e-9
    for some, hollow in ((sure, ""), (~sure, sheet.theme.paper)):
        marks = each.look.mark(sheet.scale, hollow=hollow) | {"linestyle": "none"}
        gid = f"{'part decided' if hollow else 'decided'} {each.name}"
        axes.plot(at[some], share[some], gid=gid, **marks)


# -- words for the caption -----------------------------------------------------------------------


def _band_words(band: tuple[float, float], series: list[_Series]) -> str:
    low, high = (f"{100 * share:.3g}" for share in band)
    points = all(len(each.at) == 1 for each in series)
    medians, bands = ("Marks", "bars") if points else ("Lines", "bands")
    return f"{medians}: medians; {bands}: from the {low} % to the {high} % quantile."


def _fewest(series: list[_Series]) -> str:
    """How many runs the points stand on; and that ranges were put together, if they were."""
    counts = [int(group.rows.sum()) for each in series for group in each.groups]
    ranges = any("–" in group.label for each in series for group in each.groups)
    text = f"Each point is {least_to_most(counts)} run{'' if max(counts) == 1 else 's'}"
    return text + (", of a range of values at its middle." if ranges else ".")


def _undecided(runs: pd.DataFrame) -> str:
    decided = runs["ended"] | _found_one(runs)
    puzzles = runs["puzzle"].nunique() - runs.loc[decided, "puzzle"].nunique()
    if not puzzles:
        return "Every puzzle was decided."
    noun = "puzzle was" if puzzles == 1 else "puzzles were"
    return (
        f"Below, {puzzles:,} {noun} left undecided: what they leave open is shaded, hollow marks "
        "are shares among the decided."
    )
