"""Two solvers against each other, puzzle by puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import Panels, label_of
from futoshiki_lab.draw.runs import (
    PUZZLE,
    caption_of,
    count,
    known_solver,
    quoted,
    read_runs,
    solvers_of,
)
from futoshiki_lab.draw.solvers import looks_of

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

LEAST_WIDTH = 0.15  # of the axis: a line of equal ratios that is shorter has no room for its label


def draw_versus(
    table: pd.DataFrame,
    one: str | None = None,
    other: str | None = None,
    cost: str = "nodes",
    *,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw what each puzzle costs one solver against what it costs another.

    Parameters
    ----------
    one, other : labels of two solvers; not needed if the table has just two.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    On the diagonal both cost the same; the thinner lines are ratios of ten. Above the diagonal,
    `one` is the cheaper. A hollow mark at the border is a puzzle on which that solver was stopped.
    Runs are on the same puzzle if its name, size, signs and givens are the same.

    Raises
    ------
    ValueError : as `draw_costs`, or a solver is unknown, the two have no puzzle in common, or one
        has several runs on the same puzzle with the same seed.
    """
    runs = read_runs(table, cost)
    one, other = _two(runs, one, other)
    runs = runs[runs["solver"].isin([one, other])]
    pairs = _pairs(runs, one, other, cost)
    place = CostAxis.of(runs, cost)
    names = [label_of(solver) for solver in (one, other)]
    heading = f"{names[0]} against {names[1]}, puzzle by puzzle"
    sheet = Panels(heading, 1, 5.2, title, scale, dark, wide=6.2)
    (axes,) = sheet.axes
    for which, name in zip("xy", names, strict=True):
        sheet.cost(axes, which, place, f"{name}: {place.name}")
    axes.set_box_aspect(1)
    sheet.subtitle(axes, f"Above the diagonal {names[0]} is cheaper, below it {names[1]}")
    _ratio_lines(sheet, axes, place)
    looks = looks_of(runs)
    _puzzles(sheet, place, pairs, {solver: looks[solver].colour for solver in (one, other)})
    stopped = np.isinf(pairs).any()
    hollow = "Hollow marks: one of the two was stopped, or both." if stopped else ""
    alone = count(len(runs) - 2 * len(pairs), "run")
    apart = f"Not shown: {alone} on puzzles that the other did not run."
    apart = apart if len(runs) > 2 * len(pairs) else ""
    sheet.caption(caption_of(runs, _score(pairs, names), hollow, apart))
    return sheet.picture


def _puzzles(sheet: Panels, place: CostAxis, pairs: np.ndarray, colours: dict[str, str]) -> None:
    """Every puzzle, in the colour of the solver that ended if one of the two was stopped."""
    stopped = np.isinf(pairs)
    _marks(sheet, place.put(pairs[~stopped.any(axis=1)]), "both ended", sheet.theme.soft_ink)
    _marks(sheet, place.put(pairs[stopped.all(axis=1)]), "neither ended", sheet.theme.past)
    for side, (solver, colour) in enumerate(colours.items()):
        alone = ~stopped[:, side] & stopped[:, 1 - side]
        _marks(sheet, place.put(pairs[alone]), f"only {solver} ended", colour)


def _marks(sheet: Panels, points: np.ndarray, name: str, colour: str) -> None:
    """A mark for each puzzle: full where both ended, hollow elsewhere."""
    full = name == "both ended"
    look = {"linestyle": "none", "marker": "o", "markersize": 4.5 * sheet.scale, "color": colour}
    look |= {"alpha": 0.55 if full else 1, "clip_on": False}
    look |= {"markerfacecolor": colour if full else "none"}
    look |= {"markeredgewidth": 0 if full else 1.1 * sheet.scale}
    if len(points):
        sheet.axes[0].plot(*points.T, gid=name, **look)


def _two(runs: pd.DataFrame, one: str | None, other: str | None) -> tuple[str, str]:
    """Both labels; what is not said is what is left of a table of two."""
    known = solvers_of(runs)
    one, other = (name if name is None else known_solver(runs, name) for name in (one, other))
    left = [name for name in known if name not in (one, other)]
    wanted = [one, other].count(None)
    same = one is not None and one == other
    if same or (wanted and len(left) != wanted):
        raise ValueError(f"name two solvers of the table; it has {quoted(known)}")
    one = left.pop(0) if one is None else one
    return one, left.pop(0) if other is None else other


def _pairs(runs: pd.DataFrame, one: str, other: str, cost: str) -> np.ndarray:
    """What each common puzzle costs the two: puzzles by 2."""
    keys = ["puzzle", "seed"]
    again = runs[runs.duplicated([*keys, "solver"])]
    if len(again):
        columns = [*PUZZLE, "seed", "solver"]
        raise ValueError(
            f"{again['solver'].iloc[0]!r} has several runs on the same puzzle (of one name, size, "
            "signs and givens) with the same seed: leave one of each, such as with "
            f"table.drop_duplicates({columns}), or give puzzles that differ different names"
        )
    sides = [runs[runs["solver"] == name][[*keys, f"known {cost}"]] for name in (one, other)]
    pairs = sides[0].merge(sides[1], on=keys).iloc[:, -2:].to_numpy(float)
    if not len(pairs):
        raise ValueError(
            f"{one!r} and {other!r} have no puzzle in common (of one name, size, signs and givens, "
            "run with the same seed): sweep the same puzzles with both, such as in one sweep"
        )
    return pairs


def _ratio_lines(sheet: Panels, axes: Axes, place: CostAxis) -> None:
    """Where both cost the same, and where one costs ten times as much, if there is room for it."""
    low, high = max(place.low, place.limits[0]), place.high
    for ratio in (1, 10, 0.1):
        ends = np.array([low * max(1, 1 / ratio), high * min(1, 1 / ratio)])
        if _width(axes, ends) < LEAST_WIDTH:
            continue
        wide = (1.3 if ratio == 1 else 0.8) * sheet.scale
        dashes = "solid" if ratio == 1 else (0, (5, 3))
        look = {"color": sheet.theme.past, "linewidth": wide, "linestyle": dashes, "zorder": 1}
        axes.plot(ends, ratio * ends, gid=f"ratio {ratio:g}", **look)
        text = {1: "equal", 10: "10 times", 0.1: "a tenth"}[ratio]
        slant = {"va": "bottom", "rotation": 45, "rotation_mode": "anchor"}
        sheet.beside(axes, (ends[0], ratio * ends[0]), text, (0, 4), **slant)


def _width(axes: Axes, ends: np.ndarray) -> float:
    """Which share of the x axis lies between two costs."""
    places = np.column_stack([ends, ends])
    (left, right), _ = (axes.transData + axes.transAxes.inverted()).transform(places).T
    return right - left


def _score(pairs: np.ndarray, names: list[str]) -> str:
    """On how many puzzles which one was cheaper."""
    one, other = pairs.T
    neither = int(np.isinf(pairs).all(axis=1).sum())
    equal = int((one == other).sum()) - neither
    text = f"Cheaper: {names[0]} on {(one < other).sum():,}, {names[1]} on {(one > other).sum():,}"
    text += f", equal on {equal:,}"
    return text + (f", both stopped on {neither:,}." if neither else ".")
