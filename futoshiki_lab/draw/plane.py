"""Nodes against checks, with lines of equal cost."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from futoshiki_lab.draw.captions import caption_of
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import TICK, Panels
from futoshiki_lab.draw.runs import DataFrame, pair_of_numbers, read_runs
from futoshiki_lab.draw.solvers import each_solver
from futoshiki_lab.draw.text import drawable, styled
from futoshiki_lab.experiment import quantile

MOST_LINES = 7


def draw_plane(
    table: DataFrame,
    *,
    equal_cost: tuple[float, float] | None = None,
    unit: str = "",
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw each run by its nodes and its checks, with lines along which the cost is the same.

    Parameters
    ----------
    equal_cost : the price of a node and the price of a check. Lines join points with the same cost
        at these prices; each line costs ten times (or more) as much as the one before.
    unit : the unit of the prices, such as "µs"; written after the numbers.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A small mark is a run; hollow ones were stopped, so they belong further up and to the right.
    A large framed mark is at the median nodes and the median checks (setup included), unless one
    of these is above the limit.

    Raises
    ------
    ValueError : as `draw_costs`, or a price is negative, or both are 0.
    """
    runs = read_runs(table, "nodes", "total_checks")
    across, up = (CostAxis.of(runs, cost).without_beyond() for cost in ("nodes", "total_checks"))
    sheet = Panels("Nodes against checks", 1, 4.6, title, scale, dark)
    across.dress(sheet, sheet.axes[0], "x")
    up.dress(sheet, sheet.axes[0], "y")
    notes = {}
    if equal_cost is not None:
        node, check = _checked(equal_cost)
        behind = f" {drawable(unit)}" if unit else ""
        _equal_cost_lines(sheet, node, check, behind, across, up)
        notes = _median_costs(runs, node, check, behind)
    entries, medians = [], ""
    for solver, style, own in each_solver(runs):
        _every_run(sheet, solver, style, own)
        if _median(sheet, solver, style, own):
            medians = "Large marks: medians."
        entries.append(sheet.entry(solver, style, notes.get(solver, "")))
        entries[-1].set_linestyle("none")
    sheet.legend(entries)
    hollow = "" if runs["ended"].all() else "Hollow marks: stopped; they would lie further out."
    sheet.caption(caption_of(runs, medians, hollow))
    return sheet.picture


def _every_run(sheet: Panels, solver: str, style: LineStyle, own: DataFrame) -> None:
    """A small mark for each run of a solver, hollow where it was stopped."""
    for part, name in ((own[own["ended"]], "ended"), (own[~own["ended"]], "stopped")):
        xs, ys = part["nodes"], part["total_checks"]
        marks = sheet.marks(sheet.axes[0], xs, ys, style, f"{name} {solver}", size=3.6)
        if name == "ended":
            marks.set(alpha=0.45, markeredgewidth=0)
        else:
            marks.set(alpha=0.8, markeredgewidth=0.8 * sheet.scale, markerfacecolor="none")


def _median(sheet: Panels, solver: str, style: LineStyle, own: DataFrame) -> bool:
    """Draw a large mark on top of those of the runs; returns whether there is one."""
    x, y = (quantile(own[f"known {cost}"], 0.5) for cost in ("nodes", "total_checks"))
    if np.isinf([x, y]).any():
        return False
    mark = sheet.marks(sheet.axes[0], [x], [y], style, f"median {solver}", size=10)
    mark.set(markeredgecolor=sheet.theme.ink, zorder=4)
    return True


def _equal_cost_lines(
    sheet: Panels, node: float, check: float, behind: str, across: CostAxis, up: CostAxis
) -> None:
    """Draw them behind the runs, each with its cost at its left end."""
    (axes,) = sheet.axes
    past = LineStyle(sheet.theme.past, "solid")
    paper = {"facecolor": sheet.theme.paper, "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
    cheapest, dearest = node * across.low + check * up.low, node * across.high + check * up.high
    along = _points(*across.limits), _points(*up.limits)
    for level in _levels(cheapest, dearest):
        xs, ys = _line_of_cost(level, node, check, *along)
        if len(xs):
            sheet.line(axes, xs, ys, past, f"equal cost {level:g}", wide=0.9).set_zorder(1)
            words, aside = f"{_number(level)}{behind}", (1.5 * sheet.scale, 0)
            note = axes.annotate(words, (xs[0], ys[0]), aside, textcoords="offset points")
            styled(note, 0.9 * TICK * sheet.scale, sheet.theme.soft_ink)
            note.set(ha="left", va="center", zorder=5, bbox=paper)


def _median_costs(runs: DataFrame, node: float, check: float, behind: str) -> dict[str, str]:
    """The median cost of each solver at these prices, in words."""
    cost = (node * runs["nodes"] + check * runs["total_checks"]).where(runs["ended"], np.inf)
    middles = {solver: quantile(known, 0.5) for solver, known in cost.groupby(runs["solver"])}
    return {
        solver: "median cost "
        + ("beyond the limit" if np.isinf(middle) else f"{_number(middle)}{behind}")
        for solver, middle in middles.items()
    }


def _checked(prices: tuple[float, float]) -> tuple[float, float]:
    node, check = pair_of_numbers(prices)
    if not (min(node, check) >= 0 and 0 < max(node, check) < np.inf):
        raise ValueError(
            "equal_cost is the price of a node and the price of a check: two numbers from 0, "
            f"not both 0; not {prices!r}"
        )
    return node, check


def _points(low: float, high: float) -> np.ndarray:
    """Many positions along a logarithmic axis, with 0 if the axis contains it."""
    start = low if low > 0 else min(1e-3, high / 1e3)
    return np.concatenate([[0.0] if low <= 0 else [], np.geomspace(start, high, 400)])


def _line_of_cost(
    level: float, node: float, check: float, across: np.ndarray, up: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The visible points with node * x + check * y = level, from the left to the right.

    The line is flat on the left and steep on the right, so it is computed along both axes.
    """
    xs, ys = across, across * 0 + np.inf
    if check:
        ys = (level - node * across) / check
    if node:
        xs = np.concatenate([xs, (level - check * up) / node])
        ys = np.concatenate([ys, up])
    seen = (xs >= across[0]) & (xs <= across[-1]) & (ys >= up[0]) & (ys <= up[-1])
    order = np.lexsort((-ys[seen], xs[seen]))
    return xs[seen][order], ys[seen][order]


def _levels(low: float, high: float) -> list[float]:
    """Round numbers between the smallest and the largest cost, about seven at most."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if high / low < 1000 else (1,)
    levels = [step * 10.0**power for power in powers for step in steps]
    levels = [level for level in levels if low <= level <= high]
    return levels[:: -(-len(levels) // MOST_LINES)]


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
