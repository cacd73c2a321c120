"""Sheets as HTML pages to print: black on white, boards as vector graphics, nothing loaded."""

from __future__ import annotations

import re
from html import escape

from futoshiki_lab.exams.layout import ROWS, Part
from futoshiki_lab.exams.picture import Picture

STYLE = """
@page { size: A4; margin: 18mm }
body { font: 11pt/1.4 sans-serif; color: #000; background: #fff; max-width: 46rem;
  margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 16pt } h2 { font-size: 13pt; margin: 1.2em 0 .3em } h3 { font-size: 11pt }
h1, h2, h3, .ask { break-after: avoid }
section { break-inside: avoid; border-top: 1px solid #000 }
section.key, section.own { break-inside: auto }
section.own { break-before: page }
p { margin: .4em 0; white-space: pre-wrap }
.ask { font-weight: bold }
.board { display: flex; gap: 1.5em; margin: .6em 0 } .board > svg { flex: none }
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
pre { font-size: 9.5pt; line-height: 1.25 }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #000; height: 8mm; padding: 0 2mm; font-size: 9.5pt; text-align: left }
th:nth-child(1) { width: 8% } th:nth-child(2) { width: 14% } th:nth-child(3) { width: 42% }
"""


def document(title: str, body: str, style: str = STYLE) -> str:
    """A whole page."""
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(shown(title))}</title><style>{style}</style></head>\n"
        f"<body>\n{body}\n</body></html>\n"
    )


def of_parts(parts: list[Part], key: bool) -> str:
    """A page with these parts; each question is kept together on paper."""
    done: list[str] = []
    for part in parts:
        if part.kind == "heading":
            own = "own" if part.text in ("Definitions", "Trace table") else "key" * key
            done.append(f'{"</section>" * ("<section" in "".join(done))}<section class="{own}">')
        done.append(of_part(part))
    return document(parts[0].text, "\n".join([*done, "</section>"]))


def of_part(part: Part) -> str:
    """One part."""
    match part.kind:
        case "title":
            return f"<h1>{inline(part.text)}</h1>"
        case "heading":
            return f"<h2>{inline(part.text)}</h2>"
        case "subheading":
            return f"<h3>{inline(part.text)}</h3>"
        case "strong":
            return f'<p class="ask">{inline(part.text)}</p>'
        case "list":
            lines = (f"<li><b>{escape(one)}</b>{inline(text)}</li>" for one, text in part.lines)
            return f"<ul>{''.join(lines)}</ul>"
        case "board":
            assert part.shown is not None
            beside = "".join(map(of_part, part.beside))
            return f'<div class="board">{Picture(part.shown).svg()}<div>{beside}</div></div>'
        case "drawing":
            return f"<pre>{escape(part.text)}</pre>"
        case "space":
            return '<div class="space"></div>'
        case "table":
            heads = "".join(f"<th>{escape(head)}</th>" for _, head in part.lines)
            row = f"<tr>{'<td></td>' * len(part.lines)}</tr>"
            return f"<table><tr>{heads}</tr>{row * ROWS}</table>"
    return f'<p class="{part.kind}">{inline(part.text)}</p>'


def inline(text: str) -> str:
    """A text as HTML, words in `backticks` as code."""
    return re.sub("`([^`]*)`", r"<code>\1</code>", escape(shown(text)))


def shown(text: str) -> str:
    """A text without the characters that cannot be shown."""
    return "".join(character for character in text if character.isprintable())
