"""Sheets as HTML pages to print: black on white, boards as vector graphics, nothing loaded."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from html import escape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from futoshiki_lab.exams.sheet import Question, Sheet

COLUMNS = ("step", "cell = value", "checked, or removed, and why", "domains that change")
ROWS = 26  # of the trace table
NARROW, SHORT = 5, 15  # so large may a board be, and so long a solution, to stand side by side
NAME = "Name: ______________________________    Date: ______________"
STYLE = """
@page { size: A4; margin: 18mm;
  @top-left { content: "%s"; font: 9pt sans-serif; white-space: pre }
  @top-right { content: "sheet %s"; font: 9pt sans-serif }
  @bottom-center { content: counter(page) " / " counter(pages); font: 9pt sans-serif } }
body { font: 11pt/1.4 sans-serif; color: #000; background: #fff; max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 16pt } h2 { font-size: 13pt; margin: 1.2em 0 .3em } h3 { font-size: 11pt }
@page :first { @top-left { content: none } @top-right { content: none } } /* it has a line */
h1, h2, h3, .ask, .key > p { break-after: avoid }
section { break-inside: avoid; border-top: 1px solid #000 }
section.key, section.own { break-inside: auto }
section.own { break-before: page }
p { margin: .4em 0; white-space: pre-wrap }
.ask { font-weight: bold }
.board { display: flex; gap: 1.5em; margin: .6em 0; break-inside: avoid }
.board > svg { flex: none }
.rule { font-size: 10pt }
@media print { /* two questions on a page; a cell is 12 mm wide */
  body { font-size: 10pt; line-height: 1.3; max-width: none; margin: 0; padding: 0 }
  h2 { margin: .5em 0 .2em } .rule { font-size: 9pt } .board > svg { zoom: 0.73 }
}
ul { list-style: none; padding: 0; margin: .3em 0 }
li { break-inside: avoid; padding-left: 2em; text-indent: -2em }
li b { display: inline-block; width: 2em; text-indent: 0 }
.space { height: 115mm }
code, pre { font-family: monospace }
pre { font-size: 9.5pt; line-height: 1.25; break-inside: avoid }
table { border-collapse: collapse; width: 100%% }
th, td { border: 1px solid #000; height: 8mm; padding: 0 2mm; font-size: 9.5pt; text-align: left }
th:nth-child(1) { width: 8%% } th:nth-child(2) { width: 14%% } th:nth-child(3) { width: 42%% }
"""
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


def write_page(sheet: Sheet, key: bool = False) -> str:
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
    style = STYLE % ("Key" if key else NAME, sheet.seed)
    return document(sheet.title, "\n".join(parts), style)


def _section(kind: str, *parts: str) -> str:
    return "\n".join([f'<section class="{kind}">', *parts, "</section>"])


def _write_question(question: Question) -> list[str]:
    choices = in_list((f"{letter})", choice.text) for letter, choice in question.lettered)
    return [
        paragraphs(question.text.split("\n\n")),
        _beside_board(question, f'<p class="ask">{inline(question.asks)}</p>', choices),
        *['<div class="space"></div>'] * bool(question.figure),  # to draw in
    ]


def _write_key(question: Question) -> list[str]:
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


def _beside_board(question: Question, *parts: str) -> str:
    return f'<div class="board">{question.shown.svg()}<div>{"".join(parts)}</div></div>'


def paragraphs(texts: Iterable[str]) -> str:
    """Texts as HTML, a paragraph each."""
    return "".join(f"<p>{inline(text)}</p>" for text in texts)


def in_list(lines: Iterable[tuple[str, str]]) -> str:
    """Lines as HTML, each with its letter or number."""
    return f"<ul>{''.join(f'<li><b>{one}</b>{inline(text)}</li>' for one, text in lines)}</ul>"


def worked_solution(question: Question) -> str:
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
