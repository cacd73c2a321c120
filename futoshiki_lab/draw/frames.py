"""The style of every chart, and its frame: panels, title, legend and caption."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from futoshiki_lab.draw.figures import TYPEFACE, Picture, drawable, width, wrap
from futoshiki_lab.draw.ink import DARK, LIGHT, Theme
from futoshiki_lab.draw.lines import LINES_IN_THE_DARK, LineStyle

TITLE, LABEL, TICK, CAPTION = 13.0, 12.0, 12.0, 12.0  # 20 pixels on a slide of 1024
WIDE = 7.5  # inches at scale 1
BESIDE = 80.0  # points to the left of a panel: the label of its axis, and the ticks
LONGEST_LABEL = 60  # characters of a line's label: a student's function can have any name


def style_sheet(theme: Theme = LIGHT, scale: float = 1.0) -> Any:
    """Matplotlib's settings for our charts; a text is taken literally: `$` is a dollar sign."""
    return {
        **{"font.family": TYPEFACE, "text.parse_math": False, "text.usetex": False},
        **dict.fromkeys(("text.color", "axes.labelcolor"), theme.ink),
        **{"axes.facecolor": theme.paper, "axes.edgecolor": theme.line, "axes.axisbelow": True},
        **{"axes.spines.top": False, "axes.spines.right": False, "axes.titlelocation": "left"},
        **{"axes.labelsize": LABEL * scale, "axes.titlesize": TICK * scale},
        **{"figure.titlesize": TITLE * scale, "figure.titleweight": "bold"},
        **{"legend.fontsize": TICK * scale, "legend.frameon": False},
        **{"legend.title_fontsize": TITLE * scale, "font.size": TICK * scale},
        **{"lines.linewidth": 1.8 * scale, "lines.markersize": 5.5 * scale},
        **{"lines.markeredgewidth": 1.3 * scale},
    }


def chart(width: float = 7.5, height: float = 3.4) -> tuple[Figure, Axes]:
    """Begin a plot of your own, in the style of this package's figures.

    Parameters
    ----------
    width, height : of the figure, in inches of 100 pixels.

    Returns
    -------
    The figure and its axes, as `pyplot.subplots` returns them. Write the figure at the end of a
    notebook's cell to show it: in dark colours if the page is dark.
    """
    with rc_context(style_sheet()):
        picture = Picture(width, height, LIGHT.paper)
        picture.set_layout_engine("constrained")
        axes = picture.subplots()
    apply_style(axes)
    return picture, axes


def apply_style(axes: Axes, theme: Theme = LIGHT, scale: float = 1.0) -> None:
    """What a style sheet cannot say: Matplotlib makes ticks and grids long after the axes."""
    axes.grid(visible=True, color=theme.line, alpha=0.25, linewidth=0.6 * scale)
    axes.tick_params(colors=theme.soft_ink, labelsize=TICK * scale, labelfontfamily=TYPEFACE)


class Frame:
    """Panels below each other; the figure grows with its title, legend and caption.

    Within a `with`, Matplotlib has the style of our charts.

    Parameters
    ----------
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of one that says what the figure shows; "" for none.
    dark : whether the background is dark.
    """

    def __init__(self, scale: float, title: str | None, dark: bool):
        if not 0 < scale < inf:
            raise ValueError(f"scale must be a number above 0, not {scale!r}")
        self.scale, self.title, self.dark = scale, title, dark
        self.theme = DARK if dark else LIGHT
        self._style = rc_context(style_sheet(self.theme, scale))

    def __enter__(self) -> Frame:
        self._style.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._style.__exit__(*error)

    def begin(
        self, heading: str, rows: int, high: float, heights: Sequence[float] | None = None
    ) -> None:
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
        self.picture.in_the_dark = LINES_IN_THE_DARK
        self.picture.set_layout_engine("constrained", h_pad=0.07 * scale, w_pad=0.07 * scale)
        grid = self.picture.subplots(rows, squeeze=False, sharex=True, height_ratios=heights)
        self.axes: list[Axes] = list(grid.flat)
        for axes in self.axes:
            apply_style(axes, self.theme, scale)
        lines = wrap(drawable(title), TITLE * scale, self._room, "bold")
        self.picture.suptitle("\n".join(lines))
        self._grow(0.26 * len(lines))

    @property
    def _room(self) -> float:
        """The greatest width of a line of text, in points."""
        return (WIDE - 0.45) * 72 * self.scale

    def _grow(self, inches: float) -> None:
        self.picture.set_figheight(self.picture.get_figheight() + inches * self.scale)

    def write_subtitle(self, axes: Axes, text: str) -> None:
        """Write above a panel, from its left edge on, what it shows."""
        room = self._room - BESIDE * self.scale
        lines = wrap(drawable(text), TICK * self.scale, room)
        axes.set_title("\n".join(lines))
        self._grow(0.2 * (len(lines) - 1))

    def entry(self, label: str, style: LineStyle, note: str = "") -> Line2D:
        """An entry of a legend: a line with its marker, its label and a note."""
        label = shorten(label) + (f" ({note})" if note else "")
        # Matplotlib leaves out labels that begin with "_".
        label = f" {label}" if label.startswith("_") else label
        return Line2D([], [], marker=style.marker, label=label, **style.line)

    def write_legend(self, entries: Sequence[Line2D]) -> None:
        """Write the legend above the panels, where there are no data."""
        size = TICK * self.scale
        widest = max(width(str(entry.get_label()), size) for entry in entries) + 6.2 * size
        columns = max(1, min(len(entries), int(self._room // widest)))
        look = {"handlelength": 4, "columnspacing": 1.4, "borderaxespad": 0.2, "ncols": columns}
        legend = self.picture.legend(handles=entries, loc="outside upper center", **look)
        # The layout makes room for a title or for a legend above the panels, not for both.
        legend.set_title(self.picture.get_suptitle())
        legend.get_title().set(multialignment="center", weight="bold")
        self.picture.suptitle("")
        self._grow(0.25 * -(-len(entries) // columns) + 0.08)

    def write_caption(self, text: str) -> None:
        """Write a text under the panels."""
        size = CAPTION * self.scale
        lines = wrap(text, size, self._room)
        caption = self.picture.supxlabel("\n".join(lines), x=0.15 / WIDE, ha="left", size=size)
        caption.set(color=self.theme.soft_ink, linespacing=1.35, weight="normal")
        self._grow(0.23 * len(lines) + 0.05)


def shorten(label: str) -> str:
    """A line's label, not too long for a legend."""
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
