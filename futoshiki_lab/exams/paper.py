"""Sheets as HTML pages to print: black on white, nothing loaded."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from html import escape
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from futoshiki_lab.exams.items import Items, Question
from futoshiki_lab.exams.markdown import list_cells

COLUMNS = ("step", "cell = value", "checked, or removed, and why", "domains that change")
ROWS, SPARE = 26, 14  # of the trace table; of a table to fill in
LINES = 3  # to write an answer on
NARROW, SHORT = 5, 15  # so large may a board be, and so long a solution, to stand side by side
NAME = "Name: ______________________________    Date: ______________"
STYLE = "\n" + Path(__file__).with_name("paper.css").read_text(encoding="utf-8")
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
    points = f", {sheet.total} points" * (sheet.points is not None)
    heads = "    ".join(filter(None, (sheet.course, sheet.date, sheet.note * key)))
    name = NAME.partition("    ")[0] if sheet.date else NAME
    parts = [f"<h1>{inline(sheet.title)}</h1>", *[f"<p>{inline(heads)}</p>"] * bool(heads)]
    parts.append(f"<p>{'Key' if key else name}    (sheet {sheet.seed}{points})</p>")
    if not key:
        rules = (f'<p class="rule">{inline(rule)}</p>' for rule in sheet.rules)
        parts.append(_section("rules", "<h2>Definitions</h2>", *rules))
    for number, question in enumerate(sheet, 1):
        told = _write_key(question) if key else _write_question(question, sheet)
        heading = f"<h2>{number}. {inline(question.heading)}</h2>"
        parts.append(_section("key" * key, heading, *told))
    if not key:
        table = _write_table(COLUMNS, [[""] * len(COLUMNS)] * ROWS)
        parts.append(_section("own", "<h2>Trace table</h2>", table))
    style = STYLE.replace("NAME", "Key" if key else name).replace("NUMBER", str(sheet.seed))
    return document(sheet.title, "\n".join(parts), style)


def _section(kind: str, *parts: str) -> str:
    return "\n".join([f'<section class="{kind}">', *parts, "</section>"])


def _write_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = "".join(f"<th>{head}</th>" for head in columns)
    cells = ("".join(f"<td>{inline(text)}</td>" for text in row) for row in rows)
    return f"<table><tr>{heads}</tr>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def _write_question(question: Question, sheet: Items) -> list[str]:
    asked, wide, drawn = list[str](), list[str](), False
    each = f" ({sheet.points} point{'s' * (sheet.points != 1)})" if sheet.points else ""
    for letter, part in question.numbered:
        asks = f"{letter}) {part.asks}" if letter else part.asks
        asked.append(f'<p class="ask">{inline(asks + each)}</p>')
        if part.columns:
            rows = [[str(at + 1), *[""] * (len(part.columns) - 1)] for at in range(SPARE)]
            wide.append(_write_table(part.columns, rows))
        elif sheet.choices:
            asked.append(in_list((f"{one})", choice.text) for one, choice in part.lettered))
        else:
            asked.append('<div class="line"></div>' * LINES)
        drawn = drawn or bool(part.figure)
    board = _beside_board(question, *asked)
    space = ['<div class="space"></div>'] * drawn  # to draw in
    return [paragraphs(question.text.split("\n\n")), board, *wide, *space]


def _write_key(question: Question) -> list[str]:
    parts = list[str]()
    for number, (letter, part) in enumerate(question.numbered):
        told = f"{part.letter}) {part.right}" if part.letter else part.right
        told = f"Answer: {told}" if not part.columns else "Answer"
        wrong = ((f"{one})", f"{each.text}: {each.misconception}") for one, each in part.wrong)
        others = ["<h3>What leads to the other choices</h3>", in_list(wrong)] * bool(part.wrong)
        if part.columns:
            others = [_write_table(part.columns, list_cells(part))]
        worked = ["<h3>Worked solution</h3>", worked_solution(part)]
        asks = f"{letter}) {part.asks}" if letter else part.asks
        parts.append(f"<p>{inline(asks)}</p>")
        parts.append(f'<p class="ask">{inline(f"{told}    ({part.difficulty})")}</p>')
        if part.columns:  # the table needs the width
            parts += [_beside_board(question), *others, *worked]
        elif number:  # the board is there
            parts += [*others, *worked]
        elif question.shown.puzzle.size > NARROW or len(part.solution) > SHORT:
            parts += [_beside_board(question, *others), *worked]
        else:
            parts.append(_beside_board(question, *others, *worked))
        parts += [f"<pre>{escape(part.figure)}</pre>"] * bool(part.figure)
    return parts


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
    """A text as HTML, words in `backticks` as code, and blocks between lines of ``` too."""
    first, *blocks = text.split("\n```\n")
    if blocks:
        code = "\n".join(map(printable, blocks[0].removesuffix("\n```").splitlines()))
        block = f'<code style="display:block;white-space:pre">{escape(code)}</code>'
        return inline(first) + block
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
    # The browser may still write after Ctrl-C.
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
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
