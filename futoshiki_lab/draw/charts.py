"""An empty figure in the style of the package's own, for a plot of your own."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.draw.colours import LIGHT
from futoshiki_lab.draw.panels import dress
from futoshiki_lab.draw.picture import Picture


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
    picture = Picture(width, height, LIGHT.paper)
    picture.set_layout_engine("constrained")
    axes = picture.subplots()
    dress(axes)
    return picture, axes
