"""The picture that answers: BT or FC? The puzzle? Nodes or checks?"""

from __future__ import annotations

from io import BytesIO
from math import inf

import pandas as pd
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator

from futoshiki_lab import chart, say_bounds
from study import numbers

COSTS = {"nodes": "#0072B2", "total_checks": "#D55E00", "seconds": "#009E73"}
NAMES = {"total_checks": "checks"}
SIZES = {4: "#b9a3e3", 5: "#8c6bc8", 6: "#5d3ba6", 7: "#2e1065"}
# What a search is called, at the line of which size, how far from its point, and on which side.
LADDER = {
    "bt reading": ("BT", 6, 1.6, 1, "left"),
    "fc reading": ("FC", 6, 1.8, 0.75, "left"),
    "fc mrv": ("FC with MRV", 7, 0.6, 1.3, "right"),
    "ac, fc mrv": ("AC once, FC with MRV", 4, 0.9, 0.5, "left"),
    "mac mrv": ("MAC with MRV", 7, 1.0, 2.2, "center"),
}
INK, SMALL, LARGE = "#222222", 14, 18
ARROW = {"arrowstyle": "-|>", "color": INK, "linewidth": 1.2}


def draw_answer(hard: pd.DataFrame, givens: pd.DataFrame, is_tall: bool = False) -> bytes:
    """The picture, as SVG.

    Parameters
    ----------
    hard : the runs of the puzzles with one solution from Easy on.
    givens : what `compare_givens` returns.
    is_tall : for a phone: one panel below the other.
    """
    figure, axes = chart(*((6.4, 17) if is_tall else (15.6, 6)))
    axes.remove()
    how = {"height_ratios" if is_tall else "width_ratios": (0.85, 1, 1.15)}
    panels = figure.subplots(*((3, 1) if is_tall else (1, 3)), **how)
    for panel in panels:
        panel.grid(visible=True, color="#999999", alpha=0.25, linewidth=0.6)
        panel.tick_params(labelsize=SMALL, colors="#444444")
    _draw_looks(panels[0], hard)
    _draw_givens(panels[1], givens)
    _draw_ladder(panels[2], hard)
    return save_svg(figure)


def save_svg(figure: Figure) -> bytes:
    """A figure as SVG; the same picture has the same bytes."""
    file = BytesIO()
    with rc_context({"svg.hashsalt": "study"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def _entitle(axes: Axes, title: str, says: str, below: str, **how: str) -> None:
    """A question, what the panel says of it, and what was measured."""
    axes.set_title(title, fontsize=LARGE, fontweight="bold", loc="left", pad=30)
    axes.text(0, 1.025, says, fontsize=SMALL, color=INK, transform=axes.transAxes)
    axes.set_xlabel(below, fontsize=SMALL)
    axes.set(**how)
    axes.yaxis.set_minor_locator(NullLocator())


def _name_times(axes: Axes, ticks: tuple[float, ...], even: str) -> None:
    """A logarithmic axis of "how many times as much"."""
    axes.set_yscale("log")
    axes.set_yticks(ticks, [even if tick == 1 else f"{tick:g}x" for tick in ticks])
    axes.axhline(1, color=INK, linewidth=1.5, zorder=1)


def _draw_point(axes: Axes, x: float, row: pd.Series, colour: str) -> None:
    """A ratio with its interval; an arrow where no upper end is known."""
    least, most, low, high = (row[name] for name in ("least", "most", "low", "high"))
    if most < inf:
        axes.plot([x, x], [low, high], color=colour, linewidth=4, alpha=0.4)
        axes.plot(x, (least * most) ** 0.5, "o", color=colour)
    elif least > 0:
        axes.annotate("", (x, least * 1.4), (x, least), arrowprops=ARROW | {"color": colour})


def _draw_looks(axes: Axes, hard: pd.DataFrame) -> None:
    """How many times as much BT costs as FC, in reading order, by size."""
    drawn = range(4, 8)
    for cost, colour in COSTS.items():
        told = [
            numbers.compare(hard[hard["size"] == n], "bt reading", "fc reading", (), cost).iloc[0]
            for n in drawn
        ]
        middle = [(row["least"] * row["most"]) ** 0.5 for row in told]
        axes.plot(drawn, middle, color=colour, linewidth=2)
        for n, row in zip(drawn, told, strict=True):
            _draw_point(axes, n, row, colour)
        words = f"{NAMES.get(cost, cost)}\n{say_bounds(*told[-1][['least', 'most']])}x"
        axes.text(7.1, middle[-1], words, color=colour, fontsize=SMALL, va="center")
    _name_times(axes, (1, 2, 5, 10, 20), "as much")
    axes.set_xticks(drawn, [f"{n}x{n}" for n in drawn])
    says, below = "BT costs so many times what FC costs", "hard puzzles, in reading order"
    _entitle(axes, "1  BT or FC?", says, below, xlim=(3.8, 9.4), ylim=(0.85, 30))


def _draw_givens(axes: Axes, givens: pd.DataFrame) -> None:
    """Checks of BT over checks of FC against the share of givens, size by size."""
    for n, colour in SIZES.items():
        own = givens[givens["size"] == n].sort_values("share")
        middle = (own["least"] * own["most"]) ** 0.5
        axes.plot(own["share"], middle, color=colour, linewidth=2)
        for _, row in own.iterrows():
            _draw_point(axes, row["share"], row, colour)
        at = {"fontsize": SMALL, "color": colour, "ha": "right", "va": "center"}
        axes.text(-3, middle.iloc[0], f"{n}x{n}", **at)
    _name_times(axes, (0.7, 1, 2, 5), "as many")
    axes.text(82, 1.07, "FC makes\nfewer", fontsize=SMALL, ha="right", color=INK)
    axes.text(-13, 0.94, "BT makes\nfewer", fontsize=SMALL, va="top", color=INK)
    axes.set_xticks(range(0, 81, 20), [f"{share} %" for share in range(0, 81, 20)])
    says, below = "Checks of BT / checks of FC", "cells given, beside n²/3 signs; in reading order"
    _entitle(axes, "2  The puzzle?", says, below, xlim=(-15, 83))


def _draw_ladder(axes: Axes, hard: pd.DataFrame) -> None:
    """The medians of nodes and checks of five searches, size by size."""
    for n, colour in SIZES.items():
        points = {}
        for solver in LADDER:
            own = hard[(hard["size"] == n) & (hard["solver"] == solver)]
            if own["stopped"].mean() < 0.5:
                points[solver] = x, y = own["nodes"].median(), own["total_checks"].median()
                axes.plot(x, y, "o", color=colour)
                if LADDER[solver][1] == n:
                    right, up, side = LADDER[solver][2:]
                    at = {"fontsize": SMALL, "color": INK, "ha": side, "va": "center"}
                    axes.text(x * right, y * up, LADDER[solver][0], **at)
        axes.plot(*zip(*points.values(), strict=True), color=colour, linewidth=2)
        x, y = points["mac mrv"]
        at = {"fontsize": SMALL, "color": colour, "ha": "right", "va": "center"}
        axes.text(x / 1.5, y, f"{n}x{n}", **at)
    axes.set(xscale="log", yscale="log", xlim=(3, 1e8), ylim=(200, 4e8))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:,.0f}"))
        axis.set_minor_locator(NullLocator())
    axes.set_xticks([10, 1000, 100_000, 10_000_000])
    axes.set_yticks([1000, 100_000, 10_000_000])
    axes.set_ylabel("checks, median", fontsize=SMALL)
    says = "Both fall to the left, but MAC's checks rise"
    _entitle(axes, "3  Nodes or checks?", says, "nodes, median, hard puzzles")
