"""The frame of every chart: panels, title, legend and caption."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from math import inf
from numbers import Real
from typing import Any, Concatenate, ParamSpec, TypedDict

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from futoshiki_lab.draw import figures
from futoshiki_lab.draw.figures import Picture
from futoshiki_lab.draw.ink import DARK, LIGHT, LineStyle

P = ParamSpec("P")
WIDE = 7.5  # inches at scale 1
BESIDE = 80.0  # points to the left of a panel: the label of its axis, and the ticks
LONGEST_LABEL = 60  # characters of a line's label: a student's function can have any name


def check_above_zero(what: str, given: object, kind: str = "a number") -> float:
    """A finite number above 0, such as a scale; ValueError if it is not one."""
    number = float(given) if isinstance(given, Real) and not isinstance(given, bool) else 0.0
    if 0 < number < inf:
        return number
    raise ValueError(f"{what} must be {kind} above 0, not {given!r}")


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
