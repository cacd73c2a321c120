"""Sheets as HTML pages, to print and as slides for a class: black on white, nothing loaded."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from futoshiki_lab.classroom.exams.boards import MANY
from futoshiki_lab.classroom.exams.question import MEANING, Choice, Question
from futoshiki_lab.classroom.exams.sheet import Sheet, writes
from futoshiki_lab.classroom.pages.slides import slides
from futoshiki_lab.support.browsers import find_browser

SPARE = 3  # rows of a table to fill in, beside those of the answer
WIDE, LINES = 5, 45  # characters of the answers that have a short line, and those of a whole one
NAME = "Name: ______________________________    Date: ______________"
HERE = Path(__file__).parent
PAPER = "\n" + (HERE / "paper.css").read_text("utf-8")
CLASS = "\n" + (HERE / "class.css").read_text("utf-8")
# How a question is taken in class (Crouch and Mazur 2001; Porter et al. 2013, for computing).
PHASES = {
    "ask": "Think about it alone.",
    "vote": "Vote: show your letter.",
    "discuss": "Discuss it with your neighbours: say why.",
    "vote again": "Vote again.",
    "another": "Another question of this kind: think, then vote.",
    "reason": "What is right, and why.",
}


def _write_document(title: str, body: str, style: str) -> str:
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    head += f"<title>{escape(printable(title))}</title><style>{style}</style>"
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


# -- paper -----------------------------------------------------------------------------------------


@writes(".html", with_key=True)
def write_page(sheet: Sheet, key: bool = False) -> str:
    """A sheet, or its key; each question is kept together on paper. Drives make a page to play.

    ValueError is raised for a sheet of which only some questions are drives.
    """
    heads = inline("    ".join(filter(None, (sheet.course, sheet.date, sheet.note * key))))
    heads = f"<p>{heads}</p>" * bool(heads)
    if not key and any(question.run for question in sheet):
        return _write_drives(sheet, heads)
    name = NAME.partition("    ")[0] if sheet.date else NAME
    name = "Key" if key else f"Name: {inline(sheet.learner)}" if sheet.learner else name
    parts = [f"<h1>{inline(sheet.title)}</h1>{heads}<p>{name}    {sheet.label}</p>"]
    if key:
        parts.append(f"<p>{MEANING}</p>")
    else:
        rules = (inline(rule).replace(":", ":</b>", 1) for rule in sheet.rules)
        told = "\n".join(f'<p class="rule"><b>{rule}</p>' for rule in rules)
        parts.append(f'<section class="rules">\n<h2>Definitions</h2>\n{told}\n</section>')
    for number, question in enumerate(sheet, 1):
        told = "\n".join(_write_key(question) if key else _write_question(question, sheet))
        head = f"{number}. {inline(question.heading)} <small>{question.minutes} min</small>"
        large = len(question.shown.puzzle.cells) > MANY
        drawn = question.shown.svg().replace("<svg", '<svg class="large"' if large else "<svg", 1)
        board = f"<h2>{head}</h2>\n{drawn}"
        parts.append(f'<section class="{"key" * key}">\n{board}\n{told}\n</section>')
    style = PAPER.replace("NAME", name).replace("NUMBER", sheet.identifier)
    return _write_document(sheet.title, "\n".join(parts), style)


def _write_drives(sheet: Sheet, heads: str) -> str:
    from futoshiki_lab.stepper.pages import page_of

    if not all(question.run for question in sheet):
        raise ValueError("a page of drives holds no other kinds: save these as another file")
    title = printable(f"{sheet.title} {sheet.label}")
    body = f"<h1>{escape(title)}</h1>{heads}\n"
    for number, question in enumerate(sheet, 1):
        drive: Any = question.ask()
        head = f"<h2>{number}. {inline(question.heading)}</h2>"
        body += f"{head}{situation(question)}{drive.as_html()}"
    style = "max-width: 75rem; margin: auto; font: 1rem/1.4 system-ui, sans-serif"
    body += f"<h2>Definitions</h2>{paragraphs(sheet.rules)}"
    return page_of(title, f'<div style="{style}">{body}</div>')


def _write_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = "".join(f"<th>{head}</th>" for head in columns)
    cells = ("".join(f"<td>{inline(text)}</td>" for text in row) for row in rows)
    return f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _write_question(question: Question, sheet: Sheet) -> Iterator[str]:
    each = f" ({sheet.points} point{'s' * (sheet.points != 1)})" if sheet.points else ""
    yield situation(question)
    for asks, part in question.tasks:
        yield f'<p class="ask">{inline(asks + each)}</p>'
        if part.columns:
            rows, blank = range(1, len(part.rows) + SPARE + 1), [""] * (len(part.columns) - 1)
            yield _write_table(part.columns, [[str(row), *blank] for row in rows])
        elif sheet.choices:
            yield in_list((letter, choice.text) for letter, choice in part.lettered)
        else:
            short = " short" * (len(part.right) <= WIDE)
            yield f'<div class="line{short}"></div>' * (1 + len(part.right) // LINES)
    yield '<div class="space"></div>' * bool(question.figure)  # to draw in


def _write_key(question: Question) -> Iterator[str]:
    for asks, part in question.tasks:
        told = "Answer" if part.columns else f"Answer: {part.told}"
        yield f"<p>{inline(asks)}</p>"
        yield f'<p class="ask">{inline(f"{told}    ({part.difficulty})")}</p>'
        if part.columns:
            yield _write_table(part.columns, part.table)
        if part.wrong:
            wrong = ((letter, f"{one.text}: {one.misconception}") for letter, one in part.wrong)
            yield f"<h3>What leads to the other choices</h3>{in_list(wrong)}"
        yield f"<h3>Worked solution</h3>{worked_solution(part)}"


def situation(question: Question) -> str:
    """The situation of a question as HTML."""
    return paragraphs(question.text.split("\n\n"))


def paragraphs(texts: Iterable[str]) -> str:
    """Texts as HTML, a paragraph each."""
    return "".join(f"<p>{inline(text)}</p>" for text in texts)


def in_list(lines: Iterable[tuple[str, str]]) -> str:
    """Lines as HTML, each with its letter."""
    items = (f"<li><b>{letter})</b>{inline(text)}</li>" for letter, text in lines)
    return f"<ul>{''.join(items)}</ul>"


def worked_solution(question: Question) -> str:
    """The steps of the worked solution, numbered; and what is to be drawn, if anything is."""
    numbered = enumerate(question.solution, 1)  # by themselves: a deck may part them
    steps = "".join(f'<li value="{at}">{inline(text)}</li>' for at, text in numbered)
    figure = f"<pre>{escape(question.figure)}</pre>" * bool(question.figure)
    return f"<ol>{steps}</ol>{figure}"


def inline(text: str) -> str:
    """A text as HTML, words in `backticks` as code, and blocks between lines of ``` too."""
    first, *blocks = text.split("\n```\n")
    if blocks:
        code = "\n".join(map(printable, blocks[0].removesuffix("\n```").splitlines()))
        look = 'class="block" style="display:block;white-space:pre-wrap"'
        block = f"<code {look}>{escape(code)}</code>"
        return inline(first) + block
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(printable(text)))


def printable(text: str) -> str:
    """A text without the characters that cannot be shown."""
    return "".join(character for character in text if character.isprintable())


@writes(".pdf", with_key=True)
def write_pdf(sheet: Sheet, key: bool = False) -> bytes:
    """The page of a sheet, or its key, as a browser prints it.

    ValueError is raised if none is installed, or if it fails.
    """
    browser = find_browser()
    if browser is None:
        raise ValueError(
            "a PDF needs a browser (Chromium, Chrome or Edge), and none was found: CHROMIUM can "
            "name one; or write .html, and print that"
        )
    # The browser may still write after Ctrl-C.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        page, made = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(write_page(sheet, key), encoding="utf-8")
        words = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={made}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            words.append("--no-sandbox")  # it refuses to start as root otherwise
        words.append(f"--user-data-dir={Path(folder, 'profile')}")
        done = subprocess.run([browser, *words, page.as_uri()], capture_output=True, text=True)
        if not made.exists():
            said = done.stderr.strip().splitlines() or ["it said nothing"]
            raise ValueError(f"{browser} printed no PDF: {said[-1]}")
        return made.read_bytes()


# -- slides ----------------------------------------------------------------------------------------


@writes(".slides.html")
def write_deck(sheet: Sheet) -> str:
    """The deck of a sheet: each question, then its answer."""
    each = ((part, number, told) for number, part in sheet.numbered for told in (False, True))
    return slides((_write_slide(*one) for one in each), printable(sheet.title), CLASS)


@writes(".peer.html", with_key=True)
def write_peer_deck(sheet: Sheet, key: bool = False) -> str:
    """The deck of a sheet for peer instruction; `key`: the instructor's own page for it.

    Raises
    ------
    ValueError : no question has choices to vote for.
    """
    others = dict(sheet.remake(seed=sheet.seed + 1).numbered)
    asked = [(at, one, _find_twin(one, others.get(at))) for at, one in sheet.numbered]
    asked = [one for one in asked if one[1].choices]
    if not asked:
        raise ValueError("peer instruction needs questions with choices to vote for")
    if key:
        return _write_counting(sheet, asked)
    made = list[str]()
    for number, question, other in asked:
        for phase, what in PHASES.items():
            if phase == "another" and not other:
                continue
            shown = other if phase == "another" and other else question
            bar = " · ".join(f"<b>{each}</b>" if each == phase else each for each in PHASES)
            slide = _write_slide(shown, number, phase == "reason")
            if phase == "reason" and other:
                slide += f"<p>The other one: {other.letter}) {inline(other.right)}</p>"
            made.append(f'<p class="phase">{bar}<span>{what}</span></p>{slide}')
    return slides(made, printable(sheet.title), CLASS)


def _find_twin(one: Question, other: Question | None) -> Question | None:
    """The other one, if it is another question of the kind."""
    return other if other and other.kind == one.kind and other.whole != one.whole else None


def _write_slide(question: Question, number: str, told: bool) -> str:
    """A question, or its answer."""
    choices = "".join(_write_choice(*one, told) for one in question.lettered)
    if told and not question.choices:
        rows = (inline(f"{row}: {one}") for row, one in question.rows.items())
        choices = "".join(f"<li>{row}</li>" for row in rows)
    text, what = situation(question), "<details><summary>Definitions"
    below = paragraphs(question.rules)
    if told:
        text, what = "", '<details class="next"><summary>Worked solution'
        below = worked_solution(question)
    said = f'{text}<p class="ask">{inline(question.asks)}</p><ul>{choices}</ul>'
    said += f"{what}</summary>{below}</details>"
    both = f'<div class="board">{question.shown.svg()}</div><div class="said">{said}</div>'
    return f'<h1>{number}. {inline(question.heading)}</h1><div class="both">{both}</div>'


def _write_choice(letter: str, choice: Choice, told: bool) -> str:
    why = choice.misconception
    right = ' class="right"' if told and not why else ""
    wrong = f' <span class="why">{escape(why)}</span>' if told and why else ""
    return f"<li{right}><b>{letter})</b> {inline(choice.text)}{wrong}</li>"


def _write_counting(sheet: Sheet, asked: list[tuple[str, Question, Question | None]]) -> str:
    """Counts hands by choice, and names the misconception behind the most frequent wrong one."""
    body = f"<h1>{inline(sheet.title)}</h1><p>Type how many hands each choice has. This browser "
    body += 'keeps them. <a href="#" download="hands.csv">All votes so far, of every sheet, as a '
    body += "table</a></p>"
    for number, question, other in asked:
        votes = (("vote", question), ("vote again", question), ("another", other))
        about = f"{sheet.identifier}|{number}"
        tables = "".join(_write_votes(f"{about}|{name}", name, one) for name, one in votes if one)
        body += f"<section><h2>{number}. {inline(question.heading)}</h2>"
        body += f'<p>{inline(question.asks)}</p><div class="both">{tables}</div>'
        body += f"<details><summary>Worked solution</summary>{worked_solution(question)}</details>"
        body += "</section>"
    script = (HERE / "hands.js").read_text("utf-8")
    body = f'<div class="hands">{body}</div><script type="module">\n{script}</script>'
    return _write_document(f"{sheet.title}: hands", body, CLASS)


def _write_votes(about: str, name: str, question: Question) -> str:
    rows = ""
    for letter, one in question.lettered:
        named = f'aria-label="{name}: hands for {letter}" data-why="{escape(one.misconception)}"'
        text = inline(one.text) + " ✓" * (not one.misconception)
        field = f'<input type="number" min="0" {named} data-about="{about}|{letter}">'
        rows += f"<tr><th>{letter})</th><td>{text}</td><td>{field}</td></tr>"
    return f'<div class="votes"><h3>{name}</h3><table>{rows}</table><output></output></div>'
