"""A Matplotlib figure that shows itself in a notebook, once, without `%matplotlib` and pyplot."""

from __future__ import annotations

import re
from io import BytesIO

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from futoshiki_lab.draw.colours import LIGHT
from futoshiki_lab.draw.page import darkened, on_a_page

DPI = 100  # pixels per inch on the page
PNG = 125  # of the PNG, which is seen where the SVG is not; every notebook with a figure keeps it
NONE = dict.fromkeys(("Creator", "Date", "Format", "Type"))  # of what Matplotlib says of a file
LARGEST = 500_000  # characters of SVG; a larger picture is shown as PNG, on its own paper


class Picture(Figure):
    """A figure outside of pyplot; `savefig` writes PNG, SVG or PDF as usual.

    Parameters
    ----------
    width, height : in inches.
    paper : the colour of the background.

    Attributes
    ----------
    dark_colours : what colours of this figure become on a dark page, beside those of the theme.
    """

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
        """The picture for pages with a light and a dark theme; None if it is too large for that."""
        for text in self.findobj(Text):
            if text.get_color() == "black":  # Matplotlib's own, in a caller's legend or label
                text.set_color(LIGHT.ink)
        written = BytesIO()
        self.savefig(written, format="svg", metadata=NONE)
        svg = _short(written.getvalue().decode("utf-8"))
        if len(svg) > LARGEST:
            return None
        dark = darkened(svg, self.dark_colours) if self.paper == LIGHT.paper else None
        return on_a_page(svg, self.get_figwidth() * DPI, self._words(), dark)

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
