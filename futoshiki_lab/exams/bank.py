"""What a course's system takes of a question: its kind there, and its texts and board as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from futoshiki_lab.exams.definitions import among
from futoshiki_lab.exams.paper import inline, printable
from futoshiki_lab.exams.question import Item, Items, Shown


def kind_of(question: Item) -> str:
    """How it is answered there: "number", "rows" (to match), or "choice"."""
    if isinstance(question.answer, int):
        return "number"
    return "rows" if question.row_options else "choice"


def name_of(sheet: Items, number: int) -> str:
    """The name of a question in a bank, where questions of many sheets may meet."""
    question = sheet.questions[number - 1]
    return printable(f"{question.heading} ({sheet.title}, sheet {sheet.seed}, {number})")


def board_of(question: Item) -> bytes:
    """The board as a file: black on white, also on a dark page."""
    svg = question.shown.svg().replace("currentColor", "black")
    return svg.replace("<svg ", '<svg style="background:white" ', 1).encode()


def read_of(question: Item, board: str) -> str:
    """All that has to be read; `board` is the address of its picture."""
    texts = [*question.text.split("\n\n"), *question.rules]
    told = "".join(f"<p>{inline(text)}</p>" for text in texts)
    picture = f'<p><img src="{escape(board)}" alt="{escape(_in_words(question.shown))}"></p>'
    return f"{told}{picture}<p><b>{inline(question.asks)}</b></p>"


def solution_of(question: Item, others: bool) -> str:
    """The worked solution; `others`: with what leads to other answers."""
    parts = [f"<p>Answer: {inline(question.right)}</p>", _list("ol", question.solution)]
    if question.figure:
        parts.append(f"<pre>{escape(question.figure)}</pre>")
    if others:
        wrong = [one for one in question.choices if one.misconception]
        parts.append("<p>What leads to other answers:</p>")
        parts.append(_list("ul", [f"{one.text} ({one.misconception})" for one in wrong]))
    return "".join(parts)


def _list(tag: str, texts: Iterable[str]) -> str:
    return f"<{tag}>{''.join(f'<li>{inline(text)}</li>' for text in texts)}</{tag}>"


def _in_words(board: Shown) -> str:
    """A board for whoever cannot see it: its signs, and the values left."""
    signs = ", ".join(f"{small} < {large}" for small, large in sorted(board.puzzle.signs))
    free = board.free
    left = ", ".join(f"{cell} {among(board.domains[cell])}" for cell in free)
    return f"The board. Signs: {signs or 'none'}. Values left: {left or 'none'}."
