"""A deck for a class: one question a slide, the answer on the next; one page, nothing loaded."""

from __future__ import annotations

from html import escape

from futoshiki_lab.exams.layout import Part
from futoshiki_lab.exams.page import document, inline, of_part
from futoshiki_lab.exams.picture import Picture
from futoshiki_lab.exams.question import Item, Items, letter_of
from futoshiki_lab.widgets.slides import deck_script, deck_styles

STYLE = """
body { font: 22px/1.35 sans-serif; color: #000; background: #fff }
.slide { padding: 3vh 4vw }
h1 { font-size: 32px; margin: 0 0 .4em } p { margin: .4em 0 }
.both { display: flex; gap: 3vw; align-items: flex-start; flex-wrap: wrap }
.board svg { width: min(46vh, 40vw); height: auto }
.said { flex: 1 1 20em }
ul { list-style: none; padding: 0 } li { padding: .15em .4em }
.ask { font-weight: bold; font-size: 26px }
.right { outline: 3px solid #000; font-weight: bold }
.why { font-style: italic }
nav { margin-top: 1.5em; font-size: 20px } nav a { color: #000; margin-right: 2em }
details { font-size: 20px } summary { cursor: pointer }
"""


def of_sheet(sheet: Items) -> str:
    """The deck of a sheet. Arrow keys turn the slides; without scripts the links below do."""
    slides = [
        _slide(question, number, told)
        for number, question in enumerate(sheet, 1)
        for told in (False, True)
    ]
    last = len(slides)
    turned = (
        f'<div class="slide" id="s{at}">{slide}{_turn(at, last)}</div>'
        for at, slide in enumerate(slides, 1)
    )
    return document(sheet.title, "\n".join(turned) + deck_script(), deck_styles() + STYLE)


def _slide(question: Item, number: int, told: bool) -> str:
    """A question, or its answer."""
    choices = "".join(
        _choice(at, choice.text, choice.misconception, told)
        for at, choice in enumerate(question.choices)
    )
    text = "".join(of_part(Part("text", one)) for one in question.text.split("\n\n"))
    rules = "".join(of_part(Part("text", rule)) for rule in question.rules)
    below = f"<details><summary>Definitions</summary>{rules}</details>"
    if told:
        steps = enumerate(question.solution, 1)
        worked = Part("list", lines=tuple((f"{at}.", step) for at, step in steps))
        drawn = of_part(Part("drawing", question.figure)) if question.figure else ""
        below = f"<details><summary>Worked solution</summary>{of_part(worked)}{drawn}</details>"
    return (
        f"<h1>{number}. {inline(question.heading)}</h1>"
        f'<div class="both"><div class="board">{Picture(question.shown).svg()}</div>'
        f'<div class="said">{"" if told else text}<p class="ask">{inline(question.asks)}</p>'
        f"<ul>{choices}</ul>{below}</div></div>"
    )


def _choice(at: int, text: str, misconception: str, told: bool) -> str:
    right = ' class="right"' if told and not misconception else ""
    why = f' <span class="why">{escape(misconception)}</span>' if told and misconception else ""
    return f"<li{right}><b>{letter_of(at)})</b> {inline(text)}{why}</li>"


def _turn(at: int, last: int) -> str:
    """The links to the slide before and to the next."""
    before = f'<a href="#s{at - 1}">back</a>' if at > 1 else ""
    after = f'<a href="#s{at + 1}">{"answer" if at % 2 else "next question"}</a>'
    return f"<nav>{before}{after if at < last else ''}</nav>"
