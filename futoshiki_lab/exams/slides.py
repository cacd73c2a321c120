"""Sheets as slides for a class: to show, and for peer instruction."""

from __future__ import annotations

from html import escape
from pathlib import Path

from futoshiki_lab.exams.items import Choice, Items, Question
from futoshiki_lab.exams.paper import document, inline, paragraphs, worked_solution

HERE = Path(__file__).parent
STYLE = "\n" + (HERE / "class.css").read_text(encoding="utf-8")
# How a question is taken in class (Crouch and Mazur 2001; Porter et al. 2013, for computing).
PHASES = (
    ("ask", "Think about it alone."),
    ("vote", "Vote: show your letter."),
    ("discuss", "Discuss it with your neighbours: say why."),
    ("vote again", "Vote again."),
    ("another", "Another one of the kind: think, then vote."),
    ("reason", "What is right, and why."),
)


def write_deck(sheet: Items) -> str:
    """The deck of a sheet: each question, then its answer."""
    made = [
        (_write_slide(part, number, told), told)
        for number, part in sheet.numbered
        for told in (False, True)
    ]
    turns = [("next question" if told else "answer") for _, told in made]
    return _write_document(sheet.title, [slide for slide, _ in made], turns)


def write_peer_deck(sheet: Items, key: bool = False) -> str:
    """The deck of a sheet for peer instruction; `key`: the instructor's own page for it.

    Raises
    ------
    ValueError : no question has choices to vote for.
    """
    pairs = _pair_with_others(sheet)
    if not pairs:
        raise ValueError("peer instruction needs questions with choices to vote for")
    if key:
        return _write_counting(sheet, pairs)
    made, turns = list[str](), list[str]()
    for number, question, other in pairs:
        for phase, (name, what) in enumerate(PHASES):
            if name == "another" and other is None:
                continue
            shown = other if name == "another" and other else question
            bar = " · ".join(f"<b>{each}</b>" if each == name else each for each, _ in PHASES)
            slide = _write_slide(shown, number, name == "reason")
            if name == "reason" and other:
                slide += f"<p>The other one: {other.letter}) {inline(other.right)}</p>"
            made.append(f'<p class="phase">{bar}<span>{what}</span></p>{slide}')
            turns.append(PHASES[(phase + 1) % len(PHASES)][0])
    return _write_document(sheet.title, made, turns)


def _pair_with_others(sheet: Items) -> list[tuple[str, Question, Question | None]]:
    """The questions to vote on, each with one of its kind from the next seed."""
    others = dict(sheet.remake(seed=sheet.seed + 1).numbered)
    pairs = list[tuple[str, Question, Question | None]]()
    for number, one in sheet.numbered:
        other = others.get(number)
        fits = other and other.kind == one.kind and other.whole != one.whole
        if one.choices:
            pairs.append((number, one, other if fits else None))
    return pairs


def _write_document(title: str, slides: list[str], turns: list[str]) -> str:
    """Arrow keys turn the slides; without scripts the links below do."""
    from futoshiki_lab.widgets.export import deck_script, deck_styles

    parts = []
    for at, (slide, turn) in enumerate(zip(slides, turns, strict=True), 1):
        before = f'<a href="#s{at - 1}">back</a>' if at > 1 else ""
        after = f'<a href="#s{at + 1}">{turn}</a>' * (at < len(slides))
        parts.append(f'<div class="slide" id="s{at}">{slide}<nav>{before}{after}</nav></div>')
    return document(title, "\n".join(parts) + deck_script(), deck_styles() + STYLE)


def _write_slide(question: Question, number: str, told: bool) -> str:
    """A question, or its answer."""
    choices = "".join(_write_choice(*one, told) for one in question.lettered)
    if told and not question.choices:
        choices = "".join(
            f"<li>{inline(f'{row}: {one}')}</li>" for row, one in question.rows.items()
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


def _write_choice(letter: str, choice: Choice, told: bool) -> str:
    why = choice.misconception
    right = ' class="right"' if told and not why else ""
    wrong = f' <span class="why">{escape(why)}</span>' if told and why else ""
    return f"<li{right}><b>{letter})</b> {inline(choice.text)}{wrong}</li>"


# -- the instructor's page -------------------------------------------------------------------------


def _write_counting(sheet: Items, pairs: list[tuple[str, Question, Question | None]]) -> str:
    """Counts hands by choice, and names the misconception behind the most frequent wrong one."""
    head = f"<h1>{inline(sheet.title)}</h1><p>Type how many hands each choice has.</p>"
    parts = ['<div class="hands">', head]
    for number, question, other in pairs:
        votes = [("vote", question), ("vote again", question), ("another", other)]
        tables = "".join(_write_votes(name, one) for name, one in votes if one)
        parts.append(
            f"<section><h2>{number}. {inline(question.heading)}</h2>"
            f"<p>{inline(question.asks)}</p><div class='both'>{tables}</div>"
            f"<details><summary>Worked solution</summary>{worked_solution(question)}</details>"
            "</section>"
        )
    script = (HERE / "hands.js").read_text(encoding="utf-8")
    parts.append(f'</div><script type="module">\n{script}</script>')
    return document(f"{sheet.title}: hands", "\n".join(parts), STYLE)


def _write_votes(name: str, question: Question) -> str:
    rows = "".join(
        f"<tr><th>{letter})</th><td>{inline(one.text)}{' ✓' * (not one.misconception)}</td><td>"
        f'<input type="number" min="0" aria-label="{name}: hands for {letter}" '
        f'data-why="{escape(one.misconception)}"></td></tr>'
        for letter, one in question.lettered
    )
    return f'<div class="votes"><h3>{name}</h3><table>{rows}</table><output></output></div>'
