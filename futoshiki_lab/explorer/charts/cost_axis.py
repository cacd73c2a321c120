"""The axis of costs: logarithmic, with a place for runs that were stopped."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.scale import SymmetricalLogScale
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike

from futoshiki_lab.draw.frames import Frame
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, DataFrame

PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.4g} %")
MOST_TICKS = 7


class CostAxis:
    """A logarithmic axis for the costs of all runs, at least a decade long: small differences look
    small.

    Parameters
    ----------
    runs, cost : the table, and its column.
    drawn : only these numbers are drawn, such as medians; infinite ones are beyond all runs.

    Attributes
    ----------
    low, high : the smallest (above 0) and the largest cost, also of stopped runs.
    beyond : the position of the runs that did not end, above all others; None if all ended.
    threshold : below it the axis is linear and reaches 0; None if no cost is 0.
    limits : the lower and the upper end of the axis.
    """

    def __init__(self, runs: DataFrame, cost: str, drawn: np.ndarray | None = None):
        self.cost, numbers, stopped = cost, runs[cost].to_numpy(float), not runs["ended"].all()
        if drawn is not None:
            stopped = bool(np.isinf(drawn).any())
            numbers = np.append(drawn[np.isfinite(drawn)], [numbers.max()] * stopped)
        positive = numbers[numbers > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1.0, 10.0)
        if high < 10 * low:
            middle = (low * high) ** 0.5
            low, high = middle / 10**0.5, middle * 10**0.5
        self.low, self.high, self._span = float(low), float(high), float(high / low)
        self.beyond = self.high * self._span**0.12 if stopped else None
        self.threshold = None
        if not (numbers > 0).all():
            self.threshold = self.low if cost == "seconds" else 1.0
        room = self._span**0.05
        below = self.low / room if self.threshold is None else -0.3 * self.threshold
        self.limits = below, (self.beyond or self.high) * room
        self._stop = "wrong" if {*runs["outcome"][~runs["ended"]]} == {"wrong"} else "limit"

    def put(self, costs: ArrayLike) -> np.ndarray:
        """The positions of costs; infinite ones are at `beyond`."""
        numbers = np.asarray(costs, float)
        return np.where(np.isinf(numbers), self.beyond or np.nan, numbers)

    def apply(self, frame: Frame, axes: Axes, which: str, label: str | None = None) -> None:
        """Make the x or the y axis this one, labelled with the cost or with `label`.

        A line marks the position `beyond`.
        """
        scale: Any = "log"
        if self.threshold is not None:
            linear = max(0.25, 0.1 * np.log10(self.high / self.threshold))
            scale = SymmetricalLogScale(None, linthresh=self.threshold, linscale=linear)
        axis, ticks = (axes.xaxis if which == "x" else axes.yaxis), self.ticks()
        name = COSTS[self.cost] if label is None else label
        axes.set(**{f"{which}scale": scale, f"{which}lim": self.limits, f"{which}label": name})
        axis.set_ticks(list(ticks), labels=list(ticks.values()))
        axes.minorticks_off()
        if self.beyond:
            draw_line = axes.axvline if which == "x" else axes.axhline
            line = draw_line(self.beyond, gid="beyond", linestyle=(0, (1, 2)), zorder=0.9)
            line.set(color=frame.theme.past, linewidth=frame.scale)

    def ticks(self) -> dict[float, str]:
        """The positions of the ticks, and their labels."""
        low = self.low / self._span**0.05
        # A tick close to `beyond` would touch its label.
        high = self.high * (self._span**-0.03 if self.beyond else 1.0001)
        ticks = {0.0: "0"} if self.threshold is not None else {}
        numbers = round_numbers(low, high, self._span < 60)
        ticks |= {at: in_words(at, self.cost) for at in numbers}
        return ticks | ({self.beyond: self._stop} if self.beyond else {})


def round_numbers(low: float, high: float, fine: bool) -> list[float]:
    """Powers of ten between two numbers; if `fine`, also twice and five times these."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    found = [step * 10.0**power for power in powers for step in ((1, 2, 5) if fine else (1,))]
    found = [number for number in found if low <= number <= high]
    return found[:: -(-len(found) // MOST_TICKS)]


def in_words(number: float, cost: str = "nodes") -> str:
    """A number as an axis shows it: 10,000; 2 M; 50 ms."""
    if cost != "seconds":
        if number >= 1e6:
            return f"{number / 1e6:,.10g} M" if number % 1e5 == 0 else f"{number / 1e6:,.2f} M"
        return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if number >= size * 0.9999:
            return f"{number / size:.3g} {unit}" if number < 1000 * size else f"{number:,.0f} s"
    return f"{number / 1e-9:.3g} ns" if number else "0 s"
