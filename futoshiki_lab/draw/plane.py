"""Nodes against checks, with lines of equal cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.panels import Panels, entry
from futoshiki_lab.draw.runs import caption_of, quantile, read_runs
from futoshiki_lab.draw.solvers import SolverLook, each_solver
from futoshiki_lab.draw.text import drawable

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

MOST_LINES = 7


def draw_plane(
    table: pd.DataFrame,
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
    equal_cost : the price of a node and the price of a check. Lines join what costs the same at
        these prices, each ten times (or more) as much as the one before.
    unit : of the prices, such as "µs"; written behind the numbers.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` does.

    A small mark is a run; hollow ones were stopped, so they belong further up and to the right.
    A large framed mark stands at the median nodes and the median checks (setup included), unless
    one of these is beyond the limit.

    Raises
    ------
    ValueError : as `draw_costs`, or the prices are not both at least 0 and one of them above it.
    """
    runs = read_runs(table, "nodes", "total_checks")
    across, up = (CostAxis.of(runs, cost).without_beyond() for cost in ("nodes", "total_checks"))
    sheet = Panels("Nodes against checks", 1, 4.6, title, scale, dark)
    for which, place in (("x", across), ("y", up)):
        sheet.cost(sheet.axes[0], which, place)
    notes = {}
    if equal_cost is not None:
        notes = _equal_cost_lines(sheet, runs, equal_cost, unit, across, up)
    entries, medians = [], ""
    for solver, look, own in each_solver(runs):
        _every_run(sheet, solver, look, own)
        if _median(sheet, solver, look, own):
            medians = "Large marks: medians."
        entries.append(entry(solver, look, scale, notes.get(solver, "")))
        entries[-1].set_linestyle("none")
    sheet.legend(entries)
    hollow = "" if runs["ended"].all() else "Hollow marks: stopped; they would lie further out."
    sheet.caption(caption_of(runs, medians, hollow))
    return sheet.picture


def _every_run(sheet: Panels, solver: str, look: SolverLook, own: pd.DataFrame) -> None:
    """A small mark for each run of a solver, hollow where it was stopped."""
    for ended in (True, False):
        some = own[own["ended"] == ended]
        marks = look.mark(sheet.scale, hollow="" if ended else "none", size=3.6)
        marks |= {"linestyle": "none", "alpha": 0.45 if ended else 0.8}
        marks |= {"markeredgewidth": (0 if ended else 0.8) * sheet.scale}
        gid = f"{'ended' if ended else 'stopped'} {solver}"
        sheet.axes[0].plot(some["nodes"], some["total_checks"], gid=gid, **marks)


def _median(sheet: Panels, solver: str, look: SolverLook, own: pd.DataFrame) -> bool:
    """A large mark, above those of the runs; whether there is one."""
    middle = [quantile(own[f"known {cost}"], 0.5) for cost in ("nodes", "total_checks")]
    if not np.isfinite(middle).all():
        return False
    frame = {"markeredgecolor": sheet.theme.ink, "zorder": 4, "linestyle": "none"}
    marks = look.mark(sheet.scale, size=10) | frame
    sheet.axes[0].plot(middle[:1], middle[1:], gid=f"median {solver}", **marks)
    return True


def _equal_cost_lines(
    sheet: Panels,
    runs: pd.DataFrame,
    prices: tuple[float, float],
    unit: str,
    across: CostAxis,
    up: CostAxis,
) -> dict[str, str]:
    """Draw them behind the runs; returns for each solver its median cost in words."""
    node, check = _checked(prices)
    (axes,) = sheet.axes
    behind = f" {drawable(unit)}" if unit else ""
    look = {"color": sheet.theme.past, "linewidth": 0.9 * sheet.scale, "zorder": 1}
    cheapest, dearest = node * across.low + check * up.low, node * across.high + check * up.high
    along = _points(*across.limits), _points(*up.limits)
    for level in _levels(cheapest, dearest):
        xs, ys = _line_of_cost(level, node, check, *along)
        if len(xs):
            axes.plot(xs, ys, gid=f"equal cost {level:g}", **look)
            text = f"{_number(level)}{behind}"
            sheet.beside(axes, (xs[0], ys[0]), text, (1.5, 0), va="center")
    notes = {}
    for solver, _, own in each_solver(runs):
        cost = node * own["nodes"] + check * own["total_checks"]
        middle = quantile(cost.where(own["ended"], np.inf), 0.5)
        words = "beyond the limit" if np.isinf(middle) else f"{_number(middle)}{behind}"
        notes[solver] = f"median cost {words}"
    return notes


def _checked(prices: tuple[float, float]) -> tuple[float, float]:
    try:
        node, check = (float(price) for price in prices)
    except (TypeError, ValueError):
        node = check = -1.0
    if not (min(node, check) >= 0 and 0 < max(node, check) < np.inf):
        raise ValueError(
            "equal_cost is the price of a node and the price of a check: two numbers from 0, "
            f"not both 0; not {prices!r}"
        )
    return node, check


def _points(low: float, high: float) -> np.ndarray:
    """Many places along a logarithmic axis, nought among them if it is on it."""
    start = low if low > 0 else min(1e-3, high / 1e3)
    return np.concatenate([[0.0] if low <= 0 else [], np.geomspace(start, high, 400)])


def _line_of_cost(
    level: float, node: float, check: float, across: np.ndarray, up: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The visible points with node * x + check * y = level, from the left to the right.

    The line is flat at first and steep at last, so it is followed along both axes.
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
    """Round numbers between the least and the largest cost, some seven of them at most."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if high / low < 1000 else (1,)
    levels = [step * 10.0**power for power in powers for step in steps]
    levels = [level for level in levels if low <= level <= high]
    return levels[:: -(-len(levels) // MOST_LINES)]


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"
