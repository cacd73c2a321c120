"""A page of slides, from a notebook's HTML or from a sheet of questions."""

from __future__ import annotations

from collections.abc import Iterable

SLIDES = ".slides.html"  # the end of the name of a file with slides
BREAK = "<!-- slide -->"  # where slides.html.j2 begins one


def slides(parts: Iterable[str], title: str, style: str = "", players: bool = False) -> str:
    """A page of slides.

    Parameters
    ----------
    parts : the HTML of each slide.
    style : what the page adds to the stylesheet of slides.
    players : whether there are boards that step.
    """
    from futoshiki_lab.stepper.export import read, script  # a large module
    from futoshiki_lab.stepper.pages import STYLES, page_of

    made = [part for part in parts if part.strip()]
    shown = "\n".join(_slide(part, at, len(made)) for at, part in enumerate(made, 1))
    styles = f"{STYLES * players}\n<style>\n{read('deck.css')}\n{style}</style>"
    code = f"{script('alone') if players else ''}\n{script('deck', [])}"
    return page_of(title, shown, styles, f'<script type="module">\n{code}</script>')


def _slide(content: str, at: int, last: int) -> str:
    turn = f'<a href="#s{max(at - 1, 1)}" aria-label="back">‹</a><span>{at} / {last}</span>'
    turn += f'<a href="#s{min(at + 1, last)}" aria-label="on">›</a>'
    return f'<section class="slide" id="s{at}"><nav>{turn}</nav>{content}</section>'
