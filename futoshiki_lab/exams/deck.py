"""A deck for a class: one question a slide, the answer on the next; one page, nothing loaded."""

from __future__ import annotations

from html import escape

from futoshiki_lab.exams.paper import document, inline, paragraphs, worked_solution
from futoshiki_lab.exams.question import Item, Items, letter_of

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
    from futoshiki_lab.widgets.export import deck_script, deck_styles

    last, parts = 2 * len(sheet), []
    for at in range(1, last + 1):
        number, told = (at + 1) // 2, at % 2 == 0
        before = f'<a href="#s{at - 1}">back</a>' if at > 1 else ""
        after = f'<a href="#s{at + 1}">{"next question" if told else "answer"}</a>' * (at < last)
        slide = _slide(sheet.questions[number - 1], number, told)
        parts.append(f'<div class="slide" id="s{at}">{slide}<nav>{before}{after}</nav></div>')
    return document(sheet.title, "\n".join(parts) + deck_script(), deck_styles() + STYLE)


def _slide(question: Item, number: int, told: bool) -> str:
    """A question, or its answer."""
    choices = "".join(
        _choice(at, choice.text, choice.misconception, told)
        for at, choice in enumerate(question.choices)
    )
    text = "" if told else paragraphs(question.text.split("\n\n"))
    what, below = "Definitions", paragraphs(question.rules)
    if told:
        what, below = "Worked solution", worked_solution(question)
        below += f"<pre>{escape(question.figure)}</pre>" * bool(question.figure)
    return (
        f"<h1>{number}. {inline(question.heading)}</h1>"
        f'<div class="both"><div class="board">{question.shown.svg()}</div>'
        f'<div class="said">{text}<p class="ask">{inline(question.asks)}</p><ul>{choices}</ul>'
        f"<details><summary>{what}</summary>{below}</details></div></div>"
    )


def _choice(at: int, text: str, misconception: str, told: bool) -> str:
    right = ' class="right"' if told and not misconception else ""
    why = f' <span class="why">{escape(misconception)}</span>' if told and misconception else ""
    return f"<li{right}><b>{letter_of(at)})</b> {inline(text)}{why}</li>"
