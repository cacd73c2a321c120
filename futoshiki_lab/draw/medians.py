"""Medians of costs against size, signs or givens, and the phase transition: lines with bands."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib import colormaps
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from futoshiki_lab.draw.colours import Dashes, LineStyle
from futoshiki_lab.draw.cost_axis import CostAxis
from futoshiki_lab.draw.figures import PERCENT, Frame, frame_of
from futoshiki_lab.draw.sweep_runs import (
    COSTS,
    MARKERS,
    Column,
    DataFrame,
    Group,
    caption_of,
    each_solver,
    groups_of,
    least_to_most,
    one_of,
    one_size,
    one_solver,
    pair_of_numbers,
    read_runs,
    rows_of,
    sizes_of,
    solvers_of,
)
from futoshiki_lab.experiment.table import quantile

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


def draw_medians(
    table: DataFrame,
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
    series = series_of(runs, one_of("by", by, AXES), lines, dark)
    below = not runs["ended"].all()
    rows, row_height, heights = (2, 2.2, (3, 1)) if below else (1, 3.2, (1,))
    heading = f"Median {COSTS[cost]} by {AXES[by]}"
    with frame_of(heading, rows, row_height, title, scale, dark, heights) as frame:
        _draw_medians(frame, series, runs, cost, (low, high))
        if below:
            axes = _panel_of_shares(frame, "stopped")
            for each in series:
                stopped = 1 - each.means("ended")
                axes.plot(each.at, stopped, gid=f"stopped {each.name}", **each.style.line)
                frame.mark(axes, each.at, stopped, each.style)
        _finish(frame, series)
        frame.write_caption(caption_of(runs, _band(series, low, high), _points(series)))
    return frame.picture


def draw_transition(
    table: DataFrame,
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
    series = series_of(runs, "sign_share", lines, dark)
    heading = "Cost and share of satisfiable puzzles over the share of signs"
    with frame_of(heading, 2, 2.2, title, scale, dark) as frame:
        _draw_medians(frame, series, runs, cost, QUARTILES)
        axes = _panel_of_shares(frame, "satisfiable")
        for each in _puzzle_series(runs, series, frame.theme.ink):
            _draw_satisfiable(frame, axes, each)
        _finish(frame, series)
        words = _band(series, *QUARTILES), _undecided(runs), _points(series)
        frame.write_caption(caption_of(runs, *words))
    return frame.picture


# -- lines ---------------------------------------------------------------------------------------


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


def series_of(runs: DataFrame, by: str, lines: str | None, dark: bool) -> list[Series]:
    """One series for each solver or each size, as `lines` says.

    Raises
    ------
    ValueError : `lines` is unknown; lines are sizes, and the table has several solvers; or lines
        are solvers, and puzzles of several sizes would be mixed in them: a peak of such a line
        would come from the sizes, not from the cost.
    """
    sizes, solvers = sizes_of(runs), solvers_of(runs)
    if lines is None:
        lines = "size" if len(solvers) == 1 and len(sizes) > 1 and by != "size" else "solver"
    if one_of("lines", lines, ("solver", "size")) == "size":
        one_solver(runs, "lines of sizes are of one solver")
        styles = _size_styles(len(sizes), dark)
        parts = [(f"n = {size}", runs[runs["size"] == size]) for size in sizes]
        series = [Series(name, s, part, by) for s, (name, part) in zip(styles, parts, strict=True)]
    else:
        if by != "size":
            way = f"one solver, such as {rows_of('solver', solvers[0])}, for a line of each size"
            way = "lines='size'" if len(solvers) == 1 else way
            one_size(runs, f"a line of a solver by {by!r} would mix them", way)
        series = [Series(solver, style, part, by) for solver, style, part in each_solver(runs)]
    if len({place for each in series for place in each.at}) > 1:
        return series
    # Each line is a single point, and all are at one place: move them apart a little.
    step = _room(by) * min(0.2, 1.6 / len(series))
    middle = (len(series) - 1) / 2
    return [replace(each, aside=step * (rank - middle)) for rank, each in enumerate(series)]


def _room(by: str) -> float:
    """How far the axis reaches on both sides of a single place."""
    return 0.1 if by == "sign_share" else 1


def _size_styles(sizes: int, dark: bool) -> list[LineStyle]:
    """The style of each size: colours from a scale that is all visible on the background."""
    shades = np.linspace(0.3, 1.0, sizes) if dark else np.linspace(0.0, 0.72, sizes)
    return [
        LineStyle(to_hex(colour), SIZE_DASHES[at % len(SIZE_DASHES)], MARKERS[at % len(MARKERS)])
        for at, colour in enumerate(colormaps["cividis"](shades))
    ]


def _draw_medians(
    frame: Frame, series: list[Series], runs: DataFrame, cost: str, band: tuple[float, float]
) -> None:
    """The upper panel: a median for each group and the band around it; beyond the limit hollow."""
    axes, shares = frame.axes[0], (band[0], 0.5, band[1])
    known = [each.parts(f"known {cost}") for each in series]
    drawn = [np.array([[quantile(part, s) for part in parts] for s in shares]) for parts in known]
    place = CostAxis.around(np.concatenate([each.ravel() for each in drawn]), runs, cost)
    place.apply(frame, axes, "y")
    for each, heights in zip(series, drawn, strict=True):
        beyond, at, style = np.isinf(heights[1]), each.at, each.style
        low, middle, high = place.put(heights)
        for edge in (low, high):
            look = style.line | {"linewidth": 0.7 * frame.scale, "alpha": 0.6}
            axes.plot(at, edge, gid=f"edge {each.name}", **look)
        _draw_band(frame, axes, each, low, high, 0.13, f"band {each.name}")
        axes.plot(at, middle, gid=f"median {each.name}", **style.line)
        frame.mark(axes, at[~beyond], middle[~beyond], style, f"known {each.name}")
        if beyond.any():
            name = f"beyond {each.name}"
            marks = frame.mark(axes, at[beyond], middle[beyond], style, name, True, 7)
            marks.set_clip_on(False)


def _draw_band(
    frame: Frame,
    axes: Axes,
    each: Series,
    low: np.ndarray,
    high: np.ndarray,
    alpha: float,
    name: str,
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
        axes.set(xticks=[place], xlim=(place - _room(by), place + _room(by)))
    axes.set_xlabel(AXES[by])
    frame.write_legend([frame.entry(each.name, each.style) for each in series])
    light, dark = (_size_styles(len(series), dark) for dark in (False, True))
    pairs = zip(light, dark, strict=True)
    frame.picture.dark_colours |= {one.colour: other.colour for one, other in pairs}


def _band(series: list[Series], low: float, high: float) -> str:
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


def _puzzle_series(runs: DataFrame, series: list[Series], ink: str) -> list[Series]:
    """Lines over puzzles: one for each size, or one for all if the lines above are solvers."""
    decided = runs.assign(yes=_has_solution(runs), no=runs["outcome"] == "unsatisfiable")
    keys = ["puzzle", "size", "sign_share"]
    puzzles = decided.groupby(keys, as_index=False, sort=False)[["yes", "no"]].max()
    puzzles["no"] &= ~puzzles["yes"]
    if series[0].name in solvers_of(runs):
        return [Series("all puzzles", LineStyle(ink, "solid", "o"), puzzles, "sign_share")]
    sizes = [each.runs["size"].iloc[0] for each in series]
    own = [puzzles[puzzles["size"] == size] for size in sizes]
    return [replace(each, runs=part) for each, part in zip(series, own, strict=True)]


def _has_solution(runs: DataFrame) -> Column:
    """Whether a run found a correct solution."""
    return (runs["solutions"] > 0) & (runs["outcome"] != "wrong")


def _draw_satisfiable(frame: Frame, axes: Axes, each: Series) -> None:
    """The share among the decided puzzles, with a band for the undecided ones."""
    yes, no = each.means("yes"), each.means("no")
    _draw_band(frame, axes, each, yes, 1 - no, 0.2, f"open {each.name}")
    some = yes + no > 0
    decided, at = (yes + no)[some], each.at[some]
    share, sure = yes[some] / decided, decided > 1 - 1e-9
    axes.plot(at, share, gid=f"satisfiable {each.name}", **each.style.line)
    frame.mark(axes, at[sure], share[sure], each.style, f"decided {each.name}")
    name = f"part decided {each.name}"
    frame.mark(axes, at[~sure], share[~sure], each.style, name, hollow=True)


def _undecided(runs: DataFrame) -> str:
    decided = runs["ended"] | _has_solution(runs)
    puzzles = runs["puzzle"].nunique() - runs.loc[decided, "puzzle"].nunique()
    if not puzzles:
        return "Every puzzle was decided."
    noun = "puzzle was" if puzzles == 1 else "puzzles were"
    return (
        f"Below, {puzzles:,} {noun} left undecided: what they leave open is shaded, hollow marks "
        "are shares among the decided."
    )
