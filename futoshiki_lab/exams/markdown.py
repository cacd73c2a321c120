"""Sheets as Markdown, and as notebooks that ask them."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from html import escape
from typing import Any

from futoshiki_lab.core import Puzzle
from futoshiki_lab.exams.items import Item, Items
from futoshiki_lab.formats import dumps


def write_markdown(sheet: Items, key: bool = False) -> str:
    """A whole sheet; each definition stands once, before the questions."""
    kind = "Key" if key else "Name: ____________________"
    parts = [f"# {plain(sheet.title)}", f"{kind} (sheet {sheet.seed})"]
    if not key:
        parts += ["## Definitions", *sheet.rules]
    parts += [write_question(one, at, False, key) for at, one in enumerate(sheet, 1)]
    return "\n\n".join(parts) + "\n"


def write_question(question: Item, number: int, rules: bool = True, key: bool = False) -> str:
    """One question.

    Parameters
    ----------
    rules : whether the definitions are told.
    key : whether the answer is told.
    """
    parts = [
        f"## {number}. {question.heading}",
        question.text,
        *(question.rules if rules else ()),
        f"```text\n{question.shown}\n```",
        f"**{plain(question.asks)}**",
        "\n".join(f"- {letter}) {choice.text}" for letter, choice in question.lettered),
    ]
    if key:
        parts += [
            f"**Answer: {question.letter}) {plain(question.right)}** ({question.difficulty})",
            "What leads to the other choices:",
            "\n".join(f"- {letter}: {choice.misconception}" for letter, choice in question.wrong),
            "Worked solution:",
            "\n".join(f"{at}. {plain(step)}" for at, step in enumerate(question.solution, 1)),
        ]
        parts += [f"```text\n{question.figure}\n```"] * bool(question.figure)
    return "\n\n".join(parts)


def plain(text: str) -> str:
    """A text in which Markdown finds no marks of its own, in one line."""
    one_line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return re.sub(r"([\\`*_{}\[\]<>#|&~$])", r"\\\1", one_line)


# -- notebooks -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Drawing:
    """A drawing with characters that keeps its lines in a notebook."""

    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def write_notebook(sheet: Items) -> str:
    """A notebook that makes the sheet again and asks it: it holds no answer."""
    about, what = str(sheet.puzzle), "questions"
    if isinstance(sheet.puzzle, Puzzle):
        name = f", name={sheet.puzzle.name!r}" if sheet.puzzle.name else ""
        about = f'loads({dumps(sheet.puzzle, "id").strip()!r}, "id"{name})'
        what = "loads, questions"
    made = f"questions({about}, {[*sheet.kinds]}, seed={sheet.seed}, count={len(sheet)})"
    begin = f"from futoshiki_lab import {what}\n\nsheet = {made}"
    title = f"# {plain(sheet.title)}\n\nSheet {sheet.seed}. Run all cells."
    cells = [_cell("markdown", "title", title), _cell("code", "sheet", begin)]
    for at, question in enumerate(sheet):
        heading = f"## {at + 1}. {question.heading}"
        cells.append(_cell("markdown", f"question-{at + 1}", heading))
        if not question.on_board:
            cells.append(_cell("code", f"board-{at + 1}", f"sheet[{at}].picture"))
        cells.append(_cell("code", f"ask-{at + 1}", f"sheet[{at}].ask()"))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _cell(kind: str, name: str, source: str) -> dict[str, Any]:
    lines = source.splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": lines}
    if kind == "code":
        folded = {} if name == "sheet" else {"jupyter": {"source_hidden": True}}
        cell |= {"execution_count": None, "outputs": [], "metadata": folded}
    return cell
