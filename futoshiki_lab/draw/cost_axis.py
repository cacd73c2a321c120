"""The axis of costs: logarithmic, with a place for runs that were stopped; its ticks in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.scale import SymmetricalLogScale
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from numpy.typing import ArrayLike

from futoshiki_lab.draw.figures import Frame
from futoshiki_lab.draw.sweep_runs import COSTS, DataFrame

MOST_TICKS = 7


@dataclass(frozen=True)
class CostAxis:
    """The positions of the costs of a table on an axis.

    Attributes
    ----------
    cost : the column.
    low, high : the smallest (above 0) and the largest cost, also of stopped runs.
    beyond : the position of the runs that did not end, above all others; None if all ended.
    threshold : below it the axis is linear and reaches 0; None if no cost is 0.
    stop : the label of the position `beyond`.
    """

    cost: str
    low: float
    high: float
    beyond: float | None
    threshold: float | None
    stop: str

    @classmethod
    def of(
        cls, runs: DataFrame, cost: str, drawn: np.ndarray | None = None, beyond: bool = True
    ) -> CostAxis:
        """An axis for the costs of all runs, at least a decade long: small differences look small.

        Parameters
        ----------
        drawn : only these numbers are drawn, such as medians; infinite ones are beyond all runs.
        beyond : False for figures that draw stopped runs at the cost where they were stopped.
        """
        if drawn is None:
            numbers, stopped = runs[cost].to_numpy(float), not runs["ended"].all()
        else:
            numbers, stopped = drawn[np.isfinite(drawn)], bool(np.isinf(drawn).any())
            numbers = np.append(numbers, [runs[cost].max()] * stopped)
        positive = numbers[numbers > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1.0, 10.0)
        if high < 10 * low:
            middle = (low * high) ** 0.5
            low, high = middle / 10**0.5, middle * 10**0.5
        threshold = None if (numbers > 0).all() else (low if cost == "seconds" else 1.0)
        top = high * (high / low) ** 0.12 if stopped and beyond else None
        outcomes = tuple(set(runs["outcome"][~runs["ended"]]))
        stop = {("interrupted",): "stopped", ("wrong",): "wrong"}.get(outcomes, "limit")
        return cls(cost, float(low), float(high), top, threshold, stop)

    @property
    def limits(self) -> tuple[float, float]:
        """The lower and the upper end of the axis."""
        room = (self.high / self.low) ** 0.05
        low = self.low / room if self.threshold is None else -0.3 * self.threshold
        return low, (self.beyond or self.high) * room

    def put(self, costs: ArrayLike) -> np.ndarray:
        """The positions of costs; infinite ones are at `beyond`."""
        numbers = np.asarray(costs, float)
        return np.where(np.isinf(numbers), self.beyond or np.nan, numbers)

    def apply(self, frame: Frame, axes: Axes, which: str, label: str | None = None) -> None:
        """Make the x or the y axis this one, labelled with the cost or with `label`.

        A line marks the position `beyond`.
        """
        scale: dict[str, Any] = {f"{which}scale": "log"}
        if self.threshold is not None:
            linear = max(0.25, 0.1 * np.log10(self.high / self.threshold))
            symlog = SymmetricalLogScale(None, linthresh=self.threshold, linscale=linear)
            scale = {f"{which}scale": symlog}
        name = COSTS[self.cost] if label is None else label
        axes.set(**scale, **{f"{which}lim": self.limits, f"{which}label": name})
        axis, ticks = (axes.xaxis if which == "x" else axes.yaxis), self.ticks()
        axis.set_major_locator(FixedLocator(list(ticks)))
        axis.set_major_formatter(FuncFormatter(lambda at, _: ticks.get(at, "")))
        axis.set_minor_locator(NullLocator())
        if self.beyond:
            line = (axes.axvline if which == "x" else axes.axhline)(self.beyond, gid="beyond")
            line.set(color=frame.theme.past, linestyle=(0, (1, 2)), zorder=0.9)
            line.set_linewidth(frame.scale)

    def ticks(self) -> dict[float, str]:
        """The positions of the ticks, and their labels."""
        span = self.high / self.low
        low = self.low / span**0.05
        # A tick close to `beyond` would touch its label.
        high = self.high * (span**-0.03 if self.beyond else 1.0001)
        ticks = {at: in_words(at, self.cost) for at in round_numbers(low, high, span < 60)}
        if self.threshold is not None:
            ticks = {0.0: "0"} | ticks
        return ticks | ({self.beyond: self.stop} if self.beyond else {})


def round_numbers(low: float, high: float, fine: bool) -> list[float]:
    """Powers of ten between two numbers; if `fine`, also twice and five times these."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if fine else (1,)
    found = [step * 10.0**power for power in powers for step in steps]
    found = [number for number in found if low <= number <= high]
    return found[:: -(-len(found) // MOST_TICKS)]


def in_words(number: float, cost: str = "nodes") -> str:
    """A number as an axis shows it: 10,000; 2 M; 50 ms."""
    if np.isinf(number):
        return "beyond the limit"
    if cost != "seconds":
        if number >= 1e6:
            return f"{number / 1e6:,.10g} M" if number % 1e5 == 0 else f"{number / 1e6:,.2f} M"
        return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if number >= size * 0.9999:
            return f"{number / size:.3g} {unit}" if number < 1000 * size else f"{number:,.0f} s"
    return f"{number / 1e-9:.3g} ns" if number else "0 s"
