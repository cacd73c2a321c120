"""Sheets as HTML pages, to print or as slides for a class: black on white, nothing loaded."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from html import escape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from futoshiki_lab.exams.items import Choice, Item, Items

COLUMNS = ("step", "cell = value", "checked, or removed, and why", "domains that change")
ROWS = 26  # of the trace table
NARROW, SHORT = 5, 15  # so large may a board be, and so long a solution, to stand side by side
NAME = "Name: ______________________________    Date: ______________"
STYLE = "\n" + Path(__file__).with_name("paper.css").read_text(encoding="utf-8")
SLIDES = "\n" + Path(__file__).with_name("class.css").read_text(encoding="utf-8")
BROWSERS = (
    *("chromium-headless-shell", "chromium", "chromium-browser"),
    *("google-chrome", "google-chrome-stable", "chrome", "microsoft-edge", "msedge"),
)


def document(title: str, body: str, style: str) -> str:
    """A whole page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(printable(title))}</title><style>{style}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def write_page(sheet: Items, key: bool = False) -> str:
    """A sheet, or its key; each question is kept together on paper."""
    parts = [f"<h1>{inline(sheet.title)}</h1>"]
    parts.append(f"<p>{'Key' if key else NAME}    (sheet {sheet.seed})</p>")
    for number, question in enumerate(sheet, 1):
        told = _write_key(question) if key else _write_question(question)
        heading = f"<h2>{number}. {inline(question.heading)}</h2>"
        parts.append(_section("key" * key, heading, *told))
    if not key:
        rules = (f'<p class="rule">{inline(rule)}</p>' for rule in sheet.rules)
        heads = "".join(f"<th>{head}</th>" for head in COLUMNS)
        rows = f"<tr>{'<td></td>' * len(COLUMNS)}</tr>" * ROWS
        table = f"<table><tr>{heads}</tr>{rows}</table>"
        parts.append(_section("own", "<h2>Definitions</h2>", *rules))
        parts.append(_section("own", "<h2>Trace table</h2>", table))
    style = STYLE.replace("NAME", "Key" if key else NAME).replace("NUMBER", str(sheet.seed))
    return document(sheet.title, "\n".join(parts), style)


def _section(kind: str, *parts: str) -> str:
    return "\n".join([f'<section class="{kind}">', *parts, "</section>"])


def _write_question(question: Item) -> list[str]:
    choices = in_list((f"{letter})", choice.text) for letter, choice in question.lettered)
    return [
        paragraphs(question.text.split("\n\n")),
        _beside_board(question, f'<p class="ask">{inline(question.asks)}</p>', choices),
        *['<div class="space"></div>'] * bool(question.figure),  # to draw in
    ]


def _write_key(question: Item) -> list[str]:
    answer = f"Answer: {question.letter}) {question.right}    ({question.difficulty})"
    wrong = ((f"{letter})", f"{one.text}: {one.misconception}") for letter, one in question.wrong)
    others = ["<h3>What leads to the other choices</h3>", in_list(wrong)]
    worked = ["<h3>Worked solution</h3>", worked_solution(question)]
    if question.shown.puzzle.size > NARROW or len(question.solution) > SHORT:
        below = [_beside_board(question, *others), *worked]
    else:
        below = [_beside_board(question, *others, *worked)]
    return [
        f"<p>{inline(question.asks)}</p>",
        f'<p class="ask">{inline(answer)}</p>',
        *below,
        *[f"<pre>{escape(question.figure)}</pre>"] * bool(question.figure),
    ]


def _beside_board(question: Item, *parts: str) -> str:
    return f'<div class="board">{question.shown.svg()}<div>{"".join(parts)}</div></div>'


def paragraphs(texts: Iterable[str]) -> str:
    """Texts as HTML, a paragraph each."""
    return "".join(f"<p>{inline(text)}</p>" for text in texts)


def in_list(lines: Iterable[tuple[str, str]]) -> str:
    """Lines as HTML, each with its letter or number."""
    return f"<ul>{''.join(f'<li><b>{one}</b>{inline(text)}</li>' for one, text in lines)}</ul>"


def worked_solution(question: Item) -> str:
    """The steps of the worked solution, numbered."""
    return in_list((f"{at}.", text) for at, text in enumerate(question.solution, 1))


def inline(text: str) -> str:
    """A text as HTML, words in `backticks` as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(printable(text)))


def printable(text: str) -> str:
    """A text without the characters that cannot be shown."""
    return "".join(character for character in text if character.isprintable())


def find_browser() -> str | None:
    """The machine's own Chromium, Chrome or Edge; CHROMIUM may name another."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(which, BROWSERS)), None)


def print_to_pdf(html: str) -> bytes:
    """The pages as a browser prints them; ValueError if none is installed, or if it fails."""
    browser = find_browser()
    if browser is None:
        raise ValueError(
            "a PDF needs a browser (Chromium, Chrome or Edge), and none was found: CHROMIUM can "
            "name one; or write .html, and print that"
        )
    with TemporaryDirectory() as folder:
        page, made = Path(folder, "sheet.html"), Path(folder, "sheet.pdf")
        page.write_text(html, encoding="utf-8")
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


def write_deck(sheet: Items) -> str:
    """The deck of a sheet. Arrow keys turn the slides; without scripts the links below do."""
    from futoshiki_lab.widgets.export import deck_script, deck_styles

    last, parts = 2 * len(sheet), []
    for at in range(1, last + 1):
        number, told = (at + 1) // 2, at % 2 == 0
        before = f'<a href="#s{at - 1}">back</a>' if at > 1 else ""
        after = f'<a href="#s{at + 1}">{"next question" if told else "answer"}</a>' * (at < last)
        slide = _write_slide(sheet.questions[number - 1], number, told)
        parts.append(f'<div class="slide" id="s{at}">{slide}<nav>{before}{after}</nav></div>')
    return document(sheet.title, "\n".join(parts) + deck_script(), deck_styles() + SLIDES)


def _write_slide(question: Item, number: int, told: bool) -> str:
    """A question, or its answer."""
    choices = "".join(_write_choice(*one, told) for one in question.lettered)
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
