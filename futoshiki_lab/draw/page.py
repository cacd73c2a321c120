"""A picture on a page: as SVG, and in a dark theme of Jupyter or VS Code in dark colours.

The kernel does not know the page's theme, and a reader may change it at any time. So a light
picture is shown with its dark twin, and the page's own style sheet decides which one is seen.
No colour of text is readable on both backgrounds: on white and on JupyterLab's #111111 the best
grey has a contrast of 4.35 to 1, and 4.5 to 1 is the least.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from futoshiki_lab.draw.colours import DARK, LIGHT
from futoshiki_lab.draw.names import plain

# What each colour of the light theme is in the dark one.
IN_THE_DARK = {
    getattr(LIGHT, each.name).lower(): getattr(DARK, each.name).lower() for each in fields(LIGHT)
}
IN_DARK_PAGES = ":is([data-jp-theme-light='false'],.vscode-dark)"  # Jupyter's and VS Code's
STYLE = (
    f"<style>{IN_DARK_PAGES} .fsl-light{{display:none!important}}"
    f"{IN_DARK_PAGES} .fsl-dark{{display:block!important}}</style>"
)


def darkened(svg: str, more: Mapping[str, str] | None = None) -> str:
    """An SVG drawn in light colours, in dark ones; `more` are other colours and what they become.

    A colour in neither list stays as it is.
    """
    colours = {**IN_THE_DARK, **(more or {})}
    return re.sub(r"#[0-9a-f]{6}\b", lambda found: colours.get(found[0], found[0]), svg)


def on_a_page(svg: str, width: float, words: str, dark: str | None = None) -> str:
    """HTML that shows an SVG, or its dark twin on a dark page.

    Parameters
    ----------
    width : in pixels; on a narrower page the picture is smaller.
    words : what the picture shows, for readers who do not see it.

    The pictures are images, not elements of the page: their names cannot clash, and they are also
    shown in a notebook that is not trusted, the light one then.
    """
    look = f"width:{width:.0f}px;max-width:100%;height:auto;border-radius:6px"
    if dark is None:
        return _image("fsl-only", svg, words, look)
    # Hidden by its own style as well, which no style sheet of the page changes by chance.
    hidden = _image("fsl-dark", dark, words, look + ";display:none")
    return STYLE + _image("fsl-light", svg, words, look) + hidden


def _image(name: str, svg: str, words: str, look: str) -> str:
    source = "data:image/svg+xml," + quote(svg, safe=" !$'()*+,/:;=?@[]^`{|}~")
    about = quoteattr(plain(words, 1000))
    return f'<img class="{name}" src="{source}" alt={about} style="{look}">'
