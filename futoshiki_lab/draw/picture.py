"""A Matplotlib figure that shows itself in a notebook, once, without `%matplotlib` and pyplot."""

from __future__ import annotations

from io import BytesIO

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

DPI = 100  # pixels per inch on the page; the picture has twice as many, for sharp screens


class Picture(Figure):
    """A figure outside of pyplot; `savefig` writes PNG, SVG or PDF as usual.

    Parameters
    ----------
    width, height : in inches.
    paper : the colour of the background.
    """

    def __init__(self, width: float, height: float, paper: str):
        super().__init__(figsize=(width, height), dpi=DPI, facecolor=paper)
        FigureCanvasAgg(self)

    def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
        png = BytesIO()
        self.savefig(png, format="png", dpi=2 * DPI)
        size = {"width": self.get_figwidth() * DPI, "height": self.get_figheight() * DPI}
        return png.getvalue(), {name: round(pixels) for name, pixels in size.items()}
