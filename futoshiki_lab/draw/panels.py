"""The sheet of a figure about a sweep: title, legend, panels, and a caption that says what of."""

from __future__ import annotations

from collections.abc import Iterable

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter

from futoshiki_lab.draw.arguments import above_nought
from futoshiki_lab.draw.charts import LABEL, TICK, TITLE, WIDE
from futoshiki_lab.draw.colours import theme_of
from futoshiki_lab.draw.costaxis import CostAxis
from futoshiki_lab.draw.picture import Picture
from futoshiki_lab.draw.solvers import SolverLook
from futoshiki_lab.draw.text import FONT, drawable, style, width, wrap

CAPTION = 8.5
BESIDE = 80.0  # points left of a panel: the name of its axis, and the ticks
PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.4g} %")
LONGEST_LABEL = 60  # characters of a solver's label: a student's function can have any name


class Panels:
    """Panels below each other; the figure grows with its title, legend and caption.

    Parameters
    ----------
    heading : the title that says what is seen, where `title` is None.
    rows : how many panels; all have the same x axis.
    high : inches of a row at scale 1.
    wide : inches of the whole at scale 1.
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
        *,
        wide: float = WIDE,
        heights: Iterable[float] | None = None,
    ):
        scale = above_nought("scale", scale)
        self.theme, self.scale, self.wide = theme_of(dark), scale, wide
        self.picture = Picture(wide * scale, (0.35 + high * rows) * scale, self.theme.paper)
        self.picture.set_layout_engine("constrained", h_pad=0.07 * scale, w_pad=0.07 * scale)
        heading = heading if title is None else title
        lines = wrap(drawable(heading), TITLE * scale, self._room, "bold")
        self._title = style(TITLE * scale, self.theme.ink, weight="bold")
        self.picture.suptitle("\n".join(lines), **self._title)
        self._grow(0.24 * len(lines))
        grid = self.picture.subplots(rows, squeeze=False, height_ratios=heights, sharex=True)
        self.axes: list[Axes] = list(grid.flat)
        for axes in self.axes:
            self._dress(axes)

    @property
    def _room(self) -> float:
        """How wide a line of text can be, in points."""
        return (self.wide - 0.45) * 72 * self.scale

    def _grow(self, inches: float) -> None:
        self.picture.set_figheight(self.picture.get_figheight() + inches * self.scale)

    def _dress(self, axes: Axes) -> None:
        axes.set_facecolor(self.theme.paper)
        axes.grid(visible=True, color=self.theme.line, alpha=0.25, linewidth=0.6 * self.scale)
        axes.set_axisbelow(True)
        for side, spine in axes.spines.items():
            spine.set(visible=side in ("left", "bottom"), color=self.theme.line)
        self.ticks(axes)

    def ticks(self, axes: Axes) -> None:
        """Ticks in our colours and our font."""
        axes.tick_params(
            colors=self.theme.soft_ink, labelsize=TICK * self.scale, labelfontfamily=FONT
        )

    def name(self, axes: Axes, x: str = "", y: str = "") -> None:
        """Name the axes of a panel."""
        look = style(LABEL * self.scale, self.theme.ink)
        if x:
            axes.set_xlabel(x, **look)
        if y:
            axes.set_ylabel(y, **look)

    def cost(self, axes: Axes, which: str, place: CostAxis, name: str | None = None) -> None:
        """Make the x or the y axis one of costs, with the cost's name or another ("": none)."""
        look = {"color": self.theme.past, "linewidth": self.scale, "linestyle": (0, (1, 2))}
        place.dress(axes, which, look | {"zorder": 0.9})
        self.name(axes, **{which: place.name if name is None else name})

    def subtitle(self, axes: Axes, text: str) -> None:
        """Say above a panel, from its left edge on, what it shows."""
        size = TICK * self.scale
        lines = wrap(drawable(text), size, self._room - BESIDE * self.scale)
        axes.set_title("\n".join(lines), loc="left", **style(size, self.theme.ink))
        self._grow(0.15 * (len(lines) - 1))

    def beside(
        self,
        axes: Axes,
        at: tuple[float, float],
        text: str,
        aside: tuple[float, float],
        **more: object,
    ) -> None:
        """Write what a line stands for, some points aside of a place, on paper of its own."""
        paper = {"facecolor": self.theme.paper, "edgecolor": "none", "pad": 0.8, "alpha": 0.85}
        look = style(0.9 * TICK * self.scale, self.theme.soft_ink, ha="left", zorder=5, **more)
        look |= {"xytext": [self.scale * points for points in aside]}
        axes.annotate(text, at, textcoords="offset points", bbox=paper, **look)

    def legend(self, entries: list[Artist]) -> None:
        """Say above the panels, where no data are, which line is whose."""
        texts = [str(entry.get_label()) for entry in entries]
        size = TICK * self.scale
        widest = max(width(text, size) for text in texts) + 6.2 * size
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
        legend.get_title().update({"multialignment": "center"} | self._title)
        self.picture.suptitle("")
        for text in legend.get_texts():
            text.set(color=self.theme.ink, parse_math=False, family=FONT)
        self._grow(0.19 * -(-len(entries) // columns) + 0.08)

    def caption(self, text: str) -> None:
        """Write under the panels what the figure stands on."""
        size = CAPTION * self.scale
        lines = wrap(text, size, self._room)
        look = style(size, self.theme.soft_ink, ha="left", linespacing=1.35)
        self.picture.supxlabel("\n".join(lines), x=0.15 / self.wide, **look)
        self._grow(0.165 * len(lines) + 0.05)


def entry(solver: str, look: SolverLook, scale: float, note: str = "") -> Line2D:
    """A solver's place in a legend: its line with its marker, its label and what else to say."""
    label = label_of(solver) + (f" ({note})" if note else "")
    # Matplotlib leaves out of a legend what begins with "_".
    label = f" {label}" if label.startswith("_") else label
    return Line2D([], [], **(look.line(scale) | look.mark(scale)), label=label)


def label_of(solver: object) -> str:
    """A solver's label, not too long for a legend."""
    label = str(solver)
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
