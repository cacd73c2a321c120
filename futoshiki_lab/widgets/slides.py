"""Slides that need no kernel and no network: pages on which one part is shown at a time."""

from __future__ import annotations

from html import escape

from futoshiki_lab.widgets import bundle
from futoshiki_lab.widgets.export import STYLES

END = ".slides.html"  # of the name of a file with slides
BREAK = "<!-- slide -->"  # where slides.html.j2 begins one


def deck_styles() -> str:
    """What every deck needs of styles."""
    return bundle.sheet("deck")


def deck_script(*before: str) -> str:
    """What turns the slides, after other scripts of the page."""
    scripts = "\n".join(map(bundle.script, (*before, "deck")))
    return f'<script type="module">\n{scripts}</script>'


def page(html: str, title: str) -> str:
    """A page of slides, from the HTML of a notebook in which breaks stand."""
    first, *others = html.split(BREAK)
    parts = [part for part in (first, *others) if part.strip()]
    slides = "\n".join(_slide(part, at, len(parts)) for at, part in enumerate(parts, 1))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
{STYLES}
<style>
{deck_styles()}
{bundle.sheet("slides")}</style>
</head>
<body>
<main>
{slides}
</main>
{deck_script("alone")}
</body>
</html>
"""


def _slide(content: str, at: int, last: int) -> str:
    before = f'<a href="#s{at - 1}" aria-label="the slide before">‹</a>' if at > 1 else ""
    after = f'<a href="#s{at + 1}" aria-label="the next slide">›</a>' if at < last else ""
    turn = f"<nav>{before}{at} / {last}{after}</nav>"
    return f'<section class="slide" id="s{at}">{turn}{content}</section>'
