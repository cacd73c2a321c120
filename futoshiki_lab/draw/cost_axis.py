"""A logarithmic axis for costs, with a place for 0 and one for stopped runs."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
    def of(cls, runs: DataFrame, cost: str) -> CostAxis:
        """The axis for all runs of a table."""
        axis = cls.spanning(runs[cost].to_numpy(float), cost)
        return axis if runs["ended"].all() else axis._with_beyond(runs)

    @classmethod
    def around(cls, drawn: np.ndarray, runs: DataFrame, cost: str) -> CostAxis:
        """An axis for numbers drawn from a table, such as medians, not for all its runs.

        If some of them are infinite, the axis has the position `beyond`, above all runs.
        """
        known = drawn[np.isfinite(drawn)]
        if len(known) == len(drawn):
            return cls.spanning(known, cost)
        return cls.spanning(np.append(known, runs[cost].max()), cost)._with_beyond(runs)

    def _with_beyond(self, runs: DataFrame) -> CostAxis:
        outcomes = set(runs["outcome"][~runs["ended"]])
        name = {("interrupted",): "stopped", ("wrong",): "wrong"}.get(tuple(outcomes), "limit")
        return replace(self, beyond=self.high * (self.high / self.low) ** 0.12, stop=name)

    @classmethod
    def spanning(cls, numbers: np.ndarray, cost: str) -> CostAxis:
        """An axis for finite numbers, at least a decade long: small differences look small.

        It contains 0 if 0 is one of the numbers.
        """
        positive = numbers[numbers > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1.0, 10.0)
        if high < 10 * low:
            middle = (low * high) ** 0.5
            low, high = middle / 10**0.5, middle * 10**0.5
        threshold = None if (numbers > 0).all() else (low if cost == "seconds" else 1.0)
        return cls(cost, float(low), float(high), None, threshold, "limit")

    def without_beyond(self) -> CostAxis:
        """The same for figures that draw stopped runs at the cost where they were stopped."""
        return replace(self, beyond=None)

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
        first, last = int(np.floor(np.log10(low))), int(np.ceil(np.log10(high)))
        steps = (1, 2, 5) if span < 60 else (1,)
        places = [step * 10.0**power for power in range(first, last + 1) for step in steps]
        places = [place for place in places if low <= place <= high]
        places = places[:: -(-len(places) // MOST_TICKS)]
        ticks = {place: in_words(place, self.cost) for place in places}
        if self.threshold is not None:
            ticks = {0.0: "0"} | ticks
        return ticks | ({self.beyond: self.stop} if self.beyond else {})


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
