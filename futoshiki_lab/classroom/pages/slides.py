"""A page of slides, from a notebook's HTML or from a sheet of questions."""

from __future__ import annotations

from futoshiki_lab.stepper.export import STYLES, page_of, read, script

SLIDES = ".slides.html"  # the end of the name of a file with slides
BREAK = "<!-- slide -->"  # where slides.html.j2 begins one


def slides(html: str, title: str) -> str:
    """A page of slides, from the HTML of a notebook in which breaks stand."""
    parts = [part for part in html.split(BREAK) if part.strip()]
    shown = "\n".join(_slide(part, at, len(parts)) for at, part in enumerate(parts, 1))
    styles = f"{STYLES}\n<style>\n{read('deck.css')}\n{read('slides.css')}</style>"
    return page_of(title, shown, styles, deck_script(script("alone")))


def deck_script(before: str = "") -> str:
    """What turns the slides, after another script of the page."""
    return f'<script type="module">\n{before}\n{script("deck", [])}</script>'


def _slide(content: str, at: int, last: int) -> str:
    before = f'<a href="#s{at - 1}" aria-label="the slide before">‹</a>' if at > 1 else ""
    after = f'<a href="#s{at + 1}" aria-label="the next slide">›</a>' if at < last else ""
    turn = f"<nav>{before}{at} / {last}{after}</nav>"
    return f'<section class="slide" id="s{at}">{turn}{content}</section>'
