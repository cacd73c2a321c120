"""Figures of Matplotlib that show themselves in a notebook, and the style of all charts.

The kernel does not know the page's theme, and a reader may change it at any time. So a light
picture is shown with its dark twin, and the page's own style sheet decides which one is seen.
No colour of text is readable on both backgrounds: on white and on JupyterLab's #111111 the best
grey has a contrast of 4.35 to 1, and 4.5 to 1 is the least.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from inspect import Parameter, signature
from io import BytesIO
from math import inf
from numbers import Real
from typing import Any, TypedDict, TypeVar
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.ticker import FuncFormatter
from numpy.typing import ArrayLike

from futoshiki_lab.draw.artists import TYPEFACE, drawable, width, wrap
from futoshiki_lab.draw.colours import DARK, LIGHT, LineStyle, Theme, theme_of
from futoshiki_lab.draw.ink import plain

Draw = TypeVar("Draw", bound=Callable[..., Figure])
DPI = 100  # pixels per inch on the page
PNG = 125  # of the PNG, which is seen where the SVG is not; every notebook with a figure keeps it
NONE = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # of what Matplotlib says of a file
LARGEST_SVG = 500_000  # characters of SVG; a larger picture is shown as PNG, on its own paper
WIDE = 7.5  # inches at scale 1
TITLE, LABEL, TICK, CAPTION = 12.0, 10.0, 9.0, 10.0  # font sizes at scale 1
BESIDE = 80.0  # points to the left of a panel: the label of its axis, and the ticks
PERCENT = FuncFormatter(lambda share, _: f"{100 * share:.4g} %")
LONGEST_LABEL = 60  # characters of a line's label: a student's function can have any name

# What each colour of the light theme is in the dark one.
IN_THE_DARK = {
    getattr(LIGHT, each.name).lower(): getattr(DARK, each.name).lower() for each in fields(LIGHT)
}
IN_DARK_PAGES = ":is([data-jp-theme-light='false'],.vscode-dark)"  # Jupyter's and VS Code's
DARK_PAGES_STYLE = (
    f"<style>{IN_DARK_PAGES} .fsl-light{{display:none!important}}"
    f"{IN_DARK_PAGES} .fsl-dark{{display:block!important}}</style>"
)


class Picture(Figure):
    """A figure outside of pyplot; `savefig` writes PNG, SVG or PDF as usual.

    Parameters
    ----------
    width, height : in inches.
    paper : the colour of the background.

    Attributes
    ----------
    summary : what it shows, for readers who do not see it; by default its title and texts.
    dark_colours : what colours of this figure become on a dark page, beside those of the theme.
    """

    summary = ""

    def __init__(self, width: float, height: float, paper: str):
        super().__init__(figsize=(width, height), dpi=DPI, facecolor=paper)
        FigureCanvasAgg(self)
        self.paper = paper
        self.dark_colours: dict[str, str] = {}

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        png = BytesIO()
        self.savefig(png, format="png", dpi=PNG)
        size = {"width": self.get_figwidth() * DPI, "height": self.get_figheight() * DPI}
        return png.getvalue(), {name: round(pixels) for name, pixels in size.items()}

    def _repr_html_(self) -> str | None:
        """The picture for pages with a light and a dark theme; None if it is too large for that.

        The pictures are images, not elements of the page: their names cannot clash, and they are
        also shown in a notebook that is not trusted, the light one then.
        """
        for text in self.findobj(Text):
            if text.get_color() == "black":  # Matplotlib's own, in a caller's legend or label
                text.set_color(LIGHT.ink)
        written = BytesIO()
        self.savefig(written, format="svg", metadata=NONE)
        svg = _short(written.getvalue().decode("utf-8"))
        if len(svg) > LARGEST_SVG:
            return None
        if self.paper != LIGHT.paper:
            return self._image("fsl-only", svg)
        # Hidden by its own style as well, which no style sheet of the page changes by chance.
        dark = self._image("fsl-dark", self._darken(svg), ";display:none")
        return DARK_PAGES_STYLE + self._image("fsl-light", svg) + dark

    def _darken(self, svg: str) -> str:
        """An SVG in dark colours; one that has no dark twin stays as it is."""
        colours = IN_THE_DARK | self.dark_colours
        return re.sub(r"#[0-9a-f]{6}\b", lambda found: colours.get(found[0], found[0]), svg)

    def _image(self, name: str, svg: str, more: str = "") -> str:
        look = f"width:{self.get_figwidth() * DPI:.0f}px;max-width:100%;height:auto"
        source = "data:image/svg+xml," + quote(svg, safe=" !$'()*+,/:;=?@[]^`{|}~")
        about = quoteattr(plain(self.summary or self._words(), 1000))
        style = f"{look};border-radius:6px{more}"
        return f'<img class="{name}" src="{source}" alt={about} style="{style}">'

    def _words(self) -> str:
        """The picture's title and texts, without those on its axes."""
        titles = [self.get_suptitle(), *(legend.get_title().get_text() for legend in self.legends)]
        titles += [axes.get_title() or axes.get_title("left") for axes in self.axes]
        texts = [text.get_text() for text in self.texts]
        return "; ".join(filter(None, dict.fromkeys(titles + texts)))


def _short(svg: str) -> str:
    """The same picture in half the letters: a notebook keeps it with every figure, twice."""
    svg = re.sub(r"\s+", " ", re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL))
    return re.sub(r"([1-9]\d*\.\d\d)\d+", r"\1", svg).replace("> <", "><")


# -- charts --------------------------------------------------------------------------------------


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
    """Panels below each other; the figure grows with its title, legend and caption."""

    def __init__(
        self, theme: Theme, scale: float, rows: int, high: float, heights: Sequence[float]
    ):
        self.theme, self.scale = theme, scale
        self.picture = Picture(WIDE * scale, (0.35 + high * rows) * scale, self.theme.paper)
        self.picture.set_layout_engine("constrained", h_pad=0.07 * scale, w_pad=0.07 * scale)
        look: dict[str, Any] = {"height_ratios": heights or None, "sharex": True}
        grid = self.picture.subplots(rows, squeeze=False, **look)
        self.axes: list[Axes] = list(grid.flat)
        for axes in self.axes:
            apply_style(axes, self.theme, scale)

    @property
    def _room(self) -> float:
        """The greatest width of a line of text, in points."""
        return (WIDE - 0.45) * 72 * self.scale

    def _grow(self, inches: float) -> None:
        self.picture.set_figheight(self.picture.get_figheight() + inches * self.scale)

    def mark(
        self,
        axes: Axes,
        x: ArrayLike,
        y: ArrayLike,
        style: LineStyle,
        name: str = "",
        hollow: bool = False,
        size: float = 5.5,
    ) -> Line2D:
        """Draw a line's markers without the line; hollow ones mean runs that did not end."""
        look: dict[str, Any] = {"markerfacecolor": self.theme.paper} if hollow else {}
        look |= {"gid": name, "color": style.colour, "marker": style.marker}
        (marks,) = axes.plot(x, y, linestyle="none", markersize=size * self.scale, **look)
        return marks

    def mark_some(
        self,
        axes: Axes,
        x: np.ndarray,
        y: np.ndarray,
        style: LineStyle,
        hollow: np.ndarray,
        names: tuple[str, str],
    ) -> None:
        """Draw markers, some of them hollow; each kind has its name."""
        self.mark(axes, x[~hollow], y[~hollow], style, names[0])
        if hollow.any():
            self.mark(axes, x[hollow], y[hollow], style, names[1], True, 7).set_clip_on(False)

    def write_title(self, text: str) -> None:
        """Write above all panels what the figure shows."""
        lines = wrap(drawable(text), TITLE * self.scale, self._room, "bold")
        self.picture.suptitle("\n".join(lines))
        self._grow(0.24 * len(lines))

    def write_subtitle(self, axes: Axes, text: str) -> None:
        """Write above a panel, from its left edge on, what it shows."""
        room = self._room - BESIDE * self.scale
        lines = wrap(drawable(text), TICK * self.scale, room)
        axes.set_title("\n".join(lines))
        self._grow(0.15 * (len(lines) - 1))

    def entry(self, label: str, style: LineStyle, note: str = "") -> Line2D:
        """An entry of a legend: a line with its marker, its label and a note."""
        label = shorten(label) + (f" ({note})" if note else "")
        line = Line2D([], [], marker=style.marker, **style.line)
        # Matplotlib leaves out labels that begin with "_".
        line.set_label(f" {label}" if label.startswith("_") else label)
        return line

    def write_legend(self, entries: Sequence[Line2D]) -> None:
        """Write the legend above the panels, where there are no data."""
        size = TICK * self.scale
        widest = max(width(str(entry.get_label()), size) for entry in entries) + 6.2 * size
        columns = max(1, min(len(entries), int(self._room // widest)))
        look = {"handlelength": 4, "columnspacing": 1.4, "borderaxespad": 0.2}
        legend = self.picture.legend(
            handles=entries, loc="outside upper center", ncols=columns, **look
        )
        # The layout makes room for a title or for a legend above the panels, not for both.
        legend.set_title(self.picture.get_suptitle())
        legend.get_title().set(multialignment="center", weight="bold")
        self.picture.suptitle("")
        self._grow(0.19 * -(-len(entries) // columns) + 0.08)

    def write_caption(self, text: str) -> None:
        """Write a text under the panels."""
        size = CAPTION * self.scale
        lines = wrap(text, size, self._room)
        caption = self.picture.supxlabel("\n".join(lines), x=0.15 / WIDE, ha="left", size=size)
        caption.set(color=self.theme.soft_ink, linespacing=1.35, weight="normal")
        self._grow(0.19 * len(lines) + 0.05)


class Look(TypedDict, total=False):
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


USUAL: Look = {"scale": 1.0, "title": None, "dark": False}


def show_look(draw: Draw) -> Draw:
    """Name what a `Look` has in the signature of a chart's function, for `help` and the Tab key."""
    shown = signature(draw)
    own = [one for one in shown.parameters.values() if one.kind != Parameter.VAR_KEYWORD]
    more = [Parameter(name, Parameter.KEYWORD_ONLY, default=one) for name, one in USUAL.items()]
    draw.__signature__ = shown.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    return draw


@contextmanager
def frame_of(
    heading: str, rows: int, high: float, look: Look, heights: Sequence[float] = ()
) -> Iterator[Frame]:
    """Begin a chart; what is drawn on it meanwhile has our style.

    Parameters
    ----------
    heading : the title that says what the figure shows, where the look has none.
    rows : how many panels; all have the same x axis.
    high : the height of a row at scale 1, in inches.
    heights : how the rows share the height.
    """
    if strange := [*(look.keys() - USUAL.keys())]:
        raise TypeError(f"a chart has no {strange[0]!r}; it has {', '.join(USUAL)}")
    look = USUAL | look
    scale, theme = check_above_zero("scale", look["scale"]), theme_of(look["dark"])
    with rc_context(style_sheet(theme, scale)):
        frame = Frame(theme, scale, rows, high, heights)
        frame.write_title(heading if look["title"] is None else look["title"])
        yield frame


def shorten(label: str) -> str:
    """A line's label, not too long for a legend."""
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"


def check_above_zero(what: str, given: object, kind: str = "a number") -> float:
    """A finite number above 0, such as a scale; ValueError if it is not one."""
    number = float(given) if isinstance(given, Real) and not isinstance(given, bool) else 0.0
    if 0 < number < inf:
        return number
    raise ValueError(f"{what} must be {kind} above 0, not {given!r}")
