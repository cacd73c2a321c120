"""The frame of every chart: panels, title, legend and caption; and the axis of costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Any, Concatenate, ParamSpec, TypedDict

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.scale import SymmetricalLogScale
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike

from futoshiki_lab.draw import figures
from futoshiki_lab.draw.figures import Picture
from futoshiki_lab.draw.ink import DARK, LIGHT, LineStyle
from futoshiki_lab.draw.sweep_runs import COSTS, DataFrame, check_above_zero

P = ParamSpec("P")
WIDE = 7.5  # inches at scale 1
BESIDE = 80.0  # points to the left of a panel: the label of its axis, and the ticks
PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.4g} %")
LONGEST_LABEL = 60  # characters of a line's label: a student's function can have any name
MOST_TICKS = 7


class Style(TypedDict, total=False):
    """What every chart takes besides its own arguments, by name.

    Attributes
    ----------
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of one that says what the figure shows; "" for none.
    dark : whether the background is dark.
    """

    scale: float
    title: str | None
    dark: bool


USUAL: Style = {"scale": 1.0, "title": None, "dark": False}


def on_frame(draw: Callable[Concatenate[Frame, P], None]) -> Callable[P, Figure]:
    """Make a chart's function of one that draws on a frame: it makes the frame by its `Style`.

    The signature names what a `Style` has, for `help` and the Tab key.
    """

    @wraps(draw)
    def draw_chart(*arguments: P.args, **named: P.kwargs) -> Figure:
        look: Any = {name: named.pop(name, usual) for name, usual in USUAL.items()}
        if strange := [*(named.keys() - shown.parameters.keys())]:
            raise TypeError(f"a chart has no {strange[0]!r}; it has {', '.join(USUAL)}")
        frame = Frame(**look)
        with rc_context(figures.style_sheet(frame.theme, frame.scale)):
            draw(frame, *arguments, **named)
        return frame.picture

    _, *own, _ = signature(draw).parameters.values()
    more = [Parameter(name, Parameter.KEYWORD_ONLY, default=one) for name, one in USUAL.items()]
    shown = signature(draw).replace(parameters=[*own, *more], return_annotation="Figure")
    draw_chart.__signature__ = shown  # type: ignore[attr-defined]
    return draw_chart


class Frame:
    """Panels below each other; the figure grows with its title, legend and caption.

    Attributes
    ----------
    hollow : arguments of `axes.plot` that mark runs that did not end.
    """

    def __init__(self, scale: float, title: str | None, dark: bool):
        self.scale, self.title, self.dark = check_above_zero("scale", scale), title, dark
        self.theme = DARK if dark else LIGHT
        self.hollow: dict[str, Any] = {"markersize": 7 * scale, "clip_on": False}
        self.hollow["markerfacecolor"] = self.theme.paper

    def begin(self, heading: str, rows: int, high: float, heights: Sequence[float] = ()) -> None:
        """Make the panels, which have the same x axis, and write the title above all of them.

        Parameters
        ----------
        heading : the title that says what the figure shows, where the look has none.
        rows : how many panels.
        high : the height of a row at scale 1, in inches.
        heights : how the rows share the height.
        """
        scale, title = self.scale, heading if self.title is None else self.title
        self.picture = Picture(WIDE * scale, (0.35 + high * rows) * scale, self.theme.paper)
        self.picture.set_layout_engine("constrained", h_pad=0.07 * scale, w_pad=0.07 * scale)
        shares = list(heights) or None
        grid = self.picture.subplots(rows, squeeze=False, sharex=True, height_ratios=shares)
        self.axes: list[Axes] = list(grid.flat)
        for axes in self.axes:
            figures.apply_style(axes, self.theme, scale)
        lines = figures.wrap(figures.drawable(title), figures.TITLE * scale, self._room, "bold")
        self.picture.suptitle("\n".join(lines))
        self._grow(0.24 * len(lines))

    @property
    def _room(self) -> float:
        """The greatest width of a line of text, in points."""
        return (WIDE - 0.45) * 72 * self.scale

    def _grow(self, inches: float) -> None:
        self.picture.set_figheight(self.picture.get_figheight() + inches * self.scale)

    def write_subtitle(self, axes: Axes, text: str) -> None:
        """Write above a panel, from its left edge on, what it shows."""
        room = self._room - BESIDE * self.scale
        lines = figures.wrap(figures.drawable(text), figures.TICK * self.scale, room)
        axes.set_title("\n".join(lines))
        self._grow(0.15 * (len(lines) - 1))

    def entry(self, label: str, style: LineStyle, note: str = "") -> Line2D:
        """An entry of a legend: a line with its marker, its label and a note."""
        label = shorten(label) + (f" ({note})" if note else "")
        # Matplotlib leaves out labels that begin with "_".
        label = f" {label}" if label.startswith("_") else label
        return Line2D([], [], marker=style.marker, label=label, **style.line)

    def write_legend(self, entries: Sequence[Line2D]) -> None:
        """Write the legend above the panels, where there are no data."""
        size = figures.TICK * self.scale
        widest = max(figures.width(str(entry.get_label()), size) for entry in entries) + 6.2 * size
        columns = max(1, min(len(entries), int(self._room // widest)))
        look = {"handlelength": 4, "columnspacing": 1.4, "borderaxespad": 0.2, "ncols": columns}
        legend = self.picture.legend(handles=entries, loc="outside upper center", **look)
        # The layout makes room for a title or for a legend above the panels, not for both.
        legend.set_title(self.picture.get_suptitle())
        legend.get_title().set(multialignment="center", weight="bold")
        self.picture.suptitle("")
        self._grow(0.19 * -(-len(entries) // columns) + 0.08)

    def write_caption(self, text: str) -> None:
        """Write a text under the panels."""
        size = figures.CAPTION * self.scale
        lines = figures.wrap(text, size, self._room)
        caption = self.picture.supxlabel("\n".join(lines), x=0.15 / WIDE, ha="left", size=size)
        caption.set(color=self.theme.soft_ink, linespacing=1.35, weight="normal")
        self._grow(0.19 * len(lines) + 0.05)


def shorten(label: str) -> str:
    """A line's label, not too long for a legend."""
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


# -- the axis of costs ---------------------------------------------------------------------------


class CostAxis:
    """A logarithmic axis for the costs of all runs, at least a decade long: small differences look
    small.

    Parameters
    ----------
    runs, cost : the table, and its column.
    drawn : only these numbers are drawn, such as medians; infinite ones are beyond all runs.
    beyond : False for figures that draw stopped runs at the cost where they were stopped.

    Attributes
    ----------
    low, high : the smallest (above 0) and the largest cost, also of stopped runs.
    beyond : the position of the runs that did not end, above all others; None if all ended.
    threshold : below it the axis is linear and reaches 0; None if no cost is 0.
    limits : the lower and the upper end of the axis.
    """

    def __init__(
        self, runs: DataFrame, cost: str, drawn: np.ndarray | None = None, beyond: bool = True
    ):
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
        self.beyond = self.high * self._span**0.12 if stopped and beyond else None
        self.threshold = None
        if not (numbers > 0).all():
            self.threshold = self.low if cost == "seconds" else 1.0
        room = self._span**0.05
        below = self.low / room if self.threshold is None else -0.3 * self.threshold
        self.limits = below, (self.beyond or self.high) * room
        outcomes = tuple(set(runs["outcome"][~runs["ended"]]))
        self._stop = {("interrupted",): "stopped", ("wrong",): "wrong"}.get(outcomes, "limit")

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
