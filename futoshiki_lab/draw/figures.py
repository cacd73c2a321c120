"""Figures of Matplotlib that show themselves in a notebook: their style, and marks on their axes.

The kernel does not know the page's theme, and a reader may change it at any time. So the colours
of a picture are variables, and a rule inside it says what each is in the dark; the page's own
style sheet says which of the two the picture is told. No colour of text is readable on both
backgrounds: on white and on JupyterLab's #111111 the best grey has a contrast of 4.35 to 1, and
4.5 to 1 is the least.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from urllib.parse import quote
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from matplotlib import font_manager
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Ellipse, FancyBboxPatch, Patch, PathPatch
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from futoshiki_lab.draw.ink import CLEAR, IN_THE_DARK, LIGHT, SCROLLS, Mark, Shape, Words, plain

TYPEFACE = "DejaVu Sans"  # comes with Matplotlib: the same widths everywhere, and it has ∧ ∨ ∅ ≠
DPI = 100  # pixels per inch on the page
PNG = 125  # of the PNG, which is seen where the SVG is not; every notebook with a figure keeps it
NONE = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # of what Matplotlib says of a file
for prefix, name in (("", "2000/svg"), ("xlink", "1999/xlink")):
    ElementTree.register_namespace(prefix, f"http://www.w3.org/{name}")
COLOUR = re.compile(r"#[0-9a-f]{6}\b")
LONG_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
LARGEST_SVG = 500_000  # characters of SVG; a larger picture is shown as PNG, on its own paper

IN_DARK_PAGES = ":is([data-jp-theme-light='false'],.vscode-dark)"  # Jupyter's and VS Code's
# An image of SVG is told the colour scheme of the element that shows it (CSS Color Adjustment 1).
THEMES = (
    "<style>img.fsl-picture{color-scheme:only light}"
    f"{IN_DARK_PAGES} img.fsl-picture{{color-scheme:only dark}}</style>"
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
    in_the_dark : what its colours become on a dark page.
    least : pixels; a narrower page scrolls instead of making the picture smaller. By default a
        part of its width, so that words can be read.
    """

    summary = ""
    in_the_dark = IN_THE_DARK
    least = 0

    def __init__(self, width: float, height: float, paper: str):
        super().__init__(figsize=(width, height), dpi=DPI, facecolor=paper)
        FigureCanvasAgg(self)
        self.paper = paper

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        png = BytesIO()
        self.savefig(png, format="png", dpi=PNG)
        size = {"width": self.get_figwidth() * DPI, "height": self.get_figheight() * DPI}
        return png.getvalue(), {name: round(pixels) for name, pixels in size.items()}

    def _repr_html_(self) -> str | None:
        """The picture for pages with a light and a dark theme; None if it is too large for that.

        It is an image, not an element of the page: its names cannot clash, and it is also shown
        in a notebook that is not trusted.
        """
        for text in self.findobj(Text):
            if text.get_color() == "black":  # Matplotlib's own, in a caller's legend or label
                text.set_color(LIGHT.ink)
        written = BytesIO()
        self.savefig(written, format="svg", metadata=NONE)
        svg = _shortened(written.getvalue())
        if len(svg) > LARGEST_SVG:
            return None
        if self.paper == LIGHT.paper:
            svg = _for_both_themes(svg, self.in_the_dark)
        wide = self.get_figwidth() * DPI
        look = f"width:{wide:.0f}px;max-width:100%;min-width:{self.least or 0.6 * wide:.0f}px"
        source = "data:image/svg+xml," + quote(svg, safe=" !$'()*+,/:;=?@[]^`{|}~")
        about = quoteattr(plain(self.summary or self._words(), 1000))
        style = f"{look};height:auto;border-radius:6px"
        image = f'<img class="fsl-picture" src="{source}" alt={about} style="{style}">'
        return f"{THEMES}{SCROLLS}{image}</div>"

    def _words(self) -> str:
        """The picture's title and texts, without those on its axes."""
        titles = [self.get_suptitle(), *(legend.get_title().get_text() for legend in self.legends)]
        titles += [axes.get_title() or axes.get_title("left") for axes in self.axes]
        texts = [text.get_text() for text in self.texts]
        return "; ".join(filter(None, dict.fromkeys(titles + texts)))


def _shortened(svg: bytes) -> str:
    """A picture without comments and in shorter numbers: a notebook keeps each one."""
    drawn = ElementTree.fromstring(svg)
    for element in drawn.iter():
        element.text, element.tail = (element.text or "").strip() or None, None
        for name in {*element.keys()} & {"d", "x", "y"}:
            words = LONG_NUMBER.sub(_rounded, element.attrib[name]).split()
            element.set(name, " ".join(words))
    return ElementTree.tostring(drawn, encoding="unicode")


def _for_both_themes(svg: str, in_the_dark: dict[str, str]) -> str:
    """A picture in which each colour that is another one in the dark is a variable."""
    known = {one: other for one, other in in_the_dark.items() if one != other and one in svg}
    light = "".join(f"--c{colour[1:]}:{colour};" for colour in known)
    dark = "".join(f"--c{colour[1:]}:{other};" for colour, other in known.items())
    style = f"<style>:root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}</style>"
    drawn = COLOUR.sub(lambda at: f"var(--c{at[0][1:]})" if at[0] in known else at[0], svg)
    return drawn.replace(">", ">" + style, 1)


def _rounded(number: re.Match[str]) -> str:
    return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")


# -- marks --------------------------------------------------------------------------------------


def drawable(text: object) -> str:
    """As `plain`, with a □ for every character that the font lacks (Matplotlib would warn)."""
    glyph = font_manager.get_font(font_manager.findfont(TYPEFACE)).get_char_index
    return "".join(character if glyph(ord(character)) else "□" for character in plain(text))


@cache
def width(text: str, size: float, weight: str = "normal") -> float:
    """The width of a text, in points."""
    font = font_manager.FontProperties(family=TYPEFACE, weight=weight, size=100)
    return text_to_path.get_text_width_height_descent(text, font, ismath=False)[0] * size / 100


def wrap(text: str, size: float, room: float, weight: str = "normal") -> list[str]:
    """Break a text into lines of at most `room` points; a word that is too long is broken too."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if width(longer, size, weight) <= room:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for character in word:
            if lines[-1] and width(lines[-1] + character, size, weight) > room:
                lines.append("")
            lines[-1] += character
    return lines if lines[-1] else lines[:-1]


def paint(marks: Iterable[Mark], axes: Axes, width: float, height: float) -> None:
    """Draw marks on axes of this size, in points."""
    axes.set(xlim=(0, width), ylim=(height, 0), aspect="equal")
    axes.set_axis_off()
    for order, mark in enumerate(marks):
        parts: tuple[Mark, ...] = (mark, *mark.words) if isinstance(mark, Shape) else (mark,)
        for part in parts:
            artist = _text(part, axes) if isinstance(part, Words) else _patch(part)
            artist.set(zorder=order + 1, gid=part.name or None)
            axes.add_artist(artist)  # `add_patch` would also look for limits, which are set


def _text(words: Words, axes: Axes) -> Artist:
    side = {"start": "left", "middle": "center", "end": "right"}[words.anchor]
    text = Text(words.x, words.y, drawable(words.text), ha=side, va="center", parse_math=False)
    text.set(color=_seen(words.colour), size=words.size, weight="bold" if words.bold else "normal")
    text.set(family=TYPEFACE, usetex=False, clip_on=False, transform=axes.transData)
    if words.halo != CLEAR:
        text.set_path_effects([withStroke(linewidth=words.size / 3, foreground=words.halo)])
    return text


def _patch(shape: Shape) -> Artist:
    patch: Patch
    if shape.kind in ("line", "area"):
        closed = shape.kind == "area"
        parts = [Path([*part, part[0]] if closed else part, closed=closed) for part in shape.parts]
        patch = PathPatch(Path.make_compound_path(*parts), capstyle="butt", joinstyle="round")
    else:
        (((x, y), (right, below)),) = shape.parts
        wide, high = right - x, below - y
        if shape.kind == "box":
            style = f"round,pad=0,rounding_size={shape.corner_radius}"
            patch = FancyBboxPatch((x, y), wide, high, boxstyle=style)
        else:
            patch = Ellipse((x + wide / 2, y + high / 2), wide, high)
    dashes = tuple(length / shape.thick for length in shape.dashes)  # in widths of the line
    patch.set(edgecolor=_seen(shape.edge), facecolor=_seen(shape.fill), linewidth=shape.thick)
    patch.set_linestyle((0, dashes) if dashes else "solid")
    return patch


def _seen(colour: str) -> str:
    """A colour as Matplotlib names it."""
    return "none" if colour == CLEAR else colour
