"""What stands on a sheet and on its key, part by part; HTML and PDF lay out the same parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from futoshiki_lab.exams.question import Item, Items, Shown, letter_of

COLUMNS = ("step", "cell = value", "checked, or removed, and why", "domains that change")
ROWS = 26  # of the trace table
NARROW, SHORT = 5, 15  # so large may a board be, and so long a solution, to stand side by side
NAME = "Name: ______________________________    Date: ______________"


@dataclass(frozen=True)
class Part:
    """One part of a page.

    Attributes
    ----------
    kind : "title", "heading" (a new question begins), "subheading", "text", "rule", "strong",
        "list", "board", "drawing", "table" or "space" (to draw in).
    text : of a title, heading, text, rule or drawing.
    lines : of a list, each with its letter or number before it; of a table, the column heads.
    shown : of a board.
    beside : what stands to the right of a board.
    """

    kind: str
    text: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    shown: Shown | None = None
    beside: tuple[Part, ...] = ()


def of_sheet(sheet: Items, key: bool) -> list[Part]:
    """A whole sheet, or its key."""
    parts = [Part("title", sheet.title)]
    parts.append(Part("text", f"{'Key' if key else NAME}    (sheet {sheet.seed})"))
    for number, question in enumerate(sheet, 1):
        parts += _key(question, number) if key else _question(question, number)
    if not key:
        parts += [Part("heading", "Definitions"), *(Part("rule", rule) for rule in sheet.rules)]
        parts += [Part("heading", "Trace table"), Part("table", lines=tuple(_columns()))]
    return parts


def _question(question: Item, number: int) -> Iterator[Part]:
    yield Part("heading", f"{number}. {question.heading}")
    yield from (Part("text", text) for text in question.text.split("\n\n"))
    choices = tuple((f"{letter_of(at)})", text) for at, text in enumerate(question.options))
    yield _board(question, Part("strong", question.asks), Part("list", lines=choices))
    if question.figure:
        yield Part("space")


def _key(question: Item, number: int) -> Iterator[Part]:
    yield Part("heading", f"{number}. {question.heading}")
    yield Part("text", question.asks)
    yield Part("strong", f"Answer: {question.letter}) {question.right}    ({question.difficulty})")
    wrong = [
        (f"{letter_of(at)})", f"{one.text}: {one.misconception}")
        for at, one in enumerate(question.choices)
        if one.misconception
    ]
    steps = tuple((f"{at}.", text) for at, text in enumerate(question.solution, 1))
    told = [
        Part("subheading", "What leads to the other choices"),
        Part("list", lines=tuple(wrong)),
        Part("subheading", "Worked solution"),
        Part("list", lines=steps),
    ]
    narrow = question.shown.puzzle.size > NARROW or len(steps) > SHORT
    beside = 2 if narrow else 4
    yield _board(question, *told[:beside])
    yield from told[beside:]
    if question.figure:
        yield Part("drawing", question.figure)


def _board(question: Item, *beside: Part) -> Part:
    return Part("board", str(question.shown), shown=question.shown, beside=beside)


def _columns() -> Iterator[tuple[str, str]]:
    return (("", column) for column in COLUMNS)
