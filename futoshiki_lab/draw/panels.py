"""The sheet of every chart: title, panels below each other, legend, and a caption."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from numbers import Real

from matplotlib.axes import Axes
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike

from futoshiki_lab.draw.colours import LIGHT, LineStyle, Theme, theme_of
from futoshiki_lab.draw.picture import Picture
from futoshiki_lab.draw.text import FONT, drawable, styled, width, wrap

WIDE = 7.5  # inches at scale 1
TITLE, LABEL, TICK, CAPTION = 12.0, 10.0, 9.0, 10.0  # font sizes at scale 1
BESIDE = 80.0  # points to the left of a panel: the label of its axis, and the ticks
PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.4g} %")
LONGEST_LABEL = 60  # characters of a line's label: a student's function can have any name


class Panels:
    """Panels below each other; the figure grows with its title, legend and caption.

    Parameters
    ----------
    heading : the title that says what the figure shows, used if `title` is None.
    rows : how many panels; all have the same x axis.
    high : the height of a row at scale 1, in inches.
    heights : how the rows share the height.
    The others are those of `draw_costs`.
    """

    def __init__(
        self,
        heading: str,
        rows: int,
        high: float,
        title: str | None,
        scale: float,
        dark: bool,
        heights: Sequence[float] | None = None,
    ):
        scale = above_zero("scale", scale)
        self.theme, self.scale = theme_of(dark), scale
        self.picture = Picture(WIDE * scale, (0.35 + high * rows) * scale, self.theme.paper)
        self.picture.set_layout_engine("constrained", h_pad=0.07 * scale, w_pad=0.07 * scale)
        heading = drawable(heading if title is None else title)
        lines = wrap(heading, TITLE * scale, self._room, "bold")
        suptitle = self.picture.suptitle("\n".join(lines))
        styled(suptitle, TITLE * scale, self.theme.ink, "bold")
        self._grow(0.24 * len(lines))
        grid = self.picture.subplots(rows, squeeze=False, height_ratios=heights, sharex=True)
        self.axes: list[Axes] = list(grid.flat)
        for axes in self.axes:
            dress(axes, self.theme, self.scale)

    @property
    def _room(self) -> float:
        """The greatest width of a line of text, in points."""
        return (WIDE - 0.45) * 72 * self.scale

    def _grow(self, inches: float) -> None:
        self.picture.set_figheight(self.picture.get_figheight() + inches * self.scale)

    # -- lines and marks -------------------------------------------------------------------------

    def line(
        self, axes: Axes, x: ArrayLike, y: ArrayLike, style: LineStyle, name: str, wide: float = 1.8
    ) -> Line2D:
        """Draw a line; `name` is its `gid`."""
        (line,) = axes.plot(x, y, color=style.colour, linestyle=style.dashes, gid=name)
        line.set_linewidth(wide * self.scale)
        return line

    def marks(
        self,
        axes: Axes,
        x: ArrayLike,
        y: ArrayLike,
        style: LineStyle,
        name: str | None = None,
        *,
        hollow: bool = False,
        size: float = 5.5,
    ) -> Line2D:
        """Draw a line's markers without the line; hollow ones mean runs that did not end."""
        (marks,) = axes.plot(x, y, linestyle="none", color=style.colour, marker=style.marker)
        marks.set(markersize=size * self.scale, markeredgewidth=1.3 * self.scale, gid=name)
        if hollow:
            marks.set(markerfacecolor=self.theme.paper)
        return marks

    # -- words -----------------------------------------------------------------------------------

    def name(self, axes: Axes, x: str = "", y: str = "") -> None:
        """Label the axes of a panel."""
        size, ink = LABEL * self.scale, self.theme.ink
        if x:
            styled(axes.set_xlabel(x), size, ink)
        if y:
            styled(axes.set_ylabel(y), size, ink)

    def subtitle(self, axes: Axes, text: str) -> None:
        """Write above a panel, from its left edge on, what it shows."""
        size = TICK * self.scale
        lines = wrap(drawable(text), size, self._room - BESIDE * self.scale)
        styled(axes.set_title("\n".join(lines), loc="left"), size, self.theme.ink)
        self._grow(0.15 * (len(lines) - 1))

    def entry(self, label: str, style: LineStyle, note: str = "", wide: float = 1.8) -> Line2D:
        """An entry of a legend: a line with its marker, its label and a note."""
        label = shortened(label) + (f" ({note})" if note else "")
        line = Line2D([], [], color=style.colour, linewidth=wide * self.scale)
        line.set(linestyle=style.dashes, marker=style.marker)
        line.set(markersize=5.5 * self.scale, markeredgewidth=1.3 * self.scale)
        # Matplotlib leaves out labels that begin with "_".
        line.set_label(f" {label}" if label.startswith("_") else label)
        return line

    def legend(self, entries: Sequence[Line2D]) -> None:
        """Write the legend above the panels, where there are no data."""
        size = TICK * self.scale
        widest = max(width(str(entry.get_label()), size) for entry in entries) + 6.2 * size
        columns = max(1, min(len(entries), int(self._room // widest)))
        legend = self.picture.legend(
            handles=entries,
            loc="outside upper center",
            ncols=columns,
            frameon=False,
            handlelength=4,
            columnspacing=1.4,
            fontsize=size,
            borderaxespad=0.2,
        )
        # The layout makes room for a title or for a legend above the panels, not for both.
        legend.set_title(self.picture.get_suptitle())
        title = styled(legend.get_title(), TITLE * self.scale, self.theme.ink, "bold")
        title.set_multialignment("center")
        self.picture.suptitle("")
        self._style(legend)
        self._grow(0.19 * -(-len(entries) // columns) + 0.08)

    def legend_inside(self, axes: Axes, entries: Sequence[Line2D]) -> None:
        """Write the legend in the upper left corner of a panel."""
        size = TICK * self.scale
        self._style(
            axes.legend(
                handles=entries, loc="upper left", frameon=False, handlelength=3.2, fontsize=size
            )
        )

    def _style(self, legend: Legend) -> None:
        for text in legend.get_texts():
            styled(text, TICK * self.scale, self.theme.ink)

    def caption(self, text: str) -> None:
        """Write a text under the panels."""
        size = CAPTION * self.scale
        lines = wrap(text, size, self._room)
        caption = self.picture.supxlabel("\n".join(lines), x=0.15 / WIDE, ha="left")
        styled(caption, size, self.theme.soft_ink).set_linespacing(1.35)
        self._grow(0.19 * len(lines) + 0.05)


def dress(axes: Axes, theme: Theme = LIGHT, scale: float = 1.0) -> None:
    """The style of all our charts: two axes, a pale grid, ticks in our colours and our font."""
    axes.set_facecolor(theme.paper)
    axes.grid(visible=True, color=theme.line, alpha=0.25, linewidth=0.6 * scale)
    axes.set_axisbelow(True)
    for side, spine in axes.spines.items():
        spine.set(visible=side in ("left", "bottom"), color=theme.line)
    ticks(axes, theme, scale)


def ticks(axes: Axes, theme: Theme, scale: float) -> None:
    """Ticks in our colours and our font."""
    axes.tick_params(colors=theme.soft_ink, labelsize=TICK * scale, labelfontfamily=FONT)


def shortened(label: str) -> str:
    """A line's label, not too long for a legend."""
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def above_zero(what: str, given: object, kind: str = "a number") -> float:
    """A finite number above 0, such as a scale; ValueError if it is not one."""
    number = float(given) if isinstance(given, Real) and not isinstance(given, bool) else 0.0
    if 0 < number < inf:
        return number
    raise ValueError(f"{what} must be {kind} above 0, not {given!r}")
