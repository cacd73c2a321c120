"""Questions in a notebook: one at a time, or a notebook that asks a whole sheet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.exams.markdown import plain
from futoshiki_lab.exams.question import Item, Items
from futoshiki_lab.formats import dumps

if TYPE_CHECKING:
    from futoshiki_lab.widgets import Prediction


@dataclass(frozen=True)
class Drawing:
    """A drawing with characters that keeps its lines in a notebook."""

    text: str

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.text)}</pre>"


def ask(question: Item) -> Prediction:
    """The question as a prediction."""
    from futoshiki_lab.widgets import predict

    answer, options, board = question.answer, None, None
    if isinstance(answer, str):
        options = question.options
    elif question.row_options:
        options = question.row_options
    elif has_board(question):
        board = question.shown.board()
    return predict(
        question.whole,
        answer,
        options=options,
        board=board,
        mark=question.shown.mark if board else None,
        reveal=[*question.solution, *([Drawing(question.figure)] if question.figure else [])],
    )


def has_board(question: Item) -> bool:
    """Whether it is answered on the board; the others need its picture beside them."""
    on_board = isinstance(question.answer, dict) and not question.row_options
    return on_board or isinstance(question.answer, Cell)


def of_sheet(sheet: Items) -> str:
    """A notebook that makes the sheet again and asks it: it holds no answer."""
    names = [*sheet.kinds]
    made = f"questions({_about(sheet.puzzle)}, {names}, seed={sheet.seed}, count={len(sheet)})"
    what = "loads, questions" if isinstance(sheet.puzzle, Puzzle) else "questions"
    begin = f"from futoshiki_lab import {what}\n\nsheet = {made}"
    cells = [
        _cell("markdown", "title", f"# {plain(sheet.title)}\n\nSheet {sheet.seed}. Run all cells."),
        _cell("code", "sheet", begin),
    ]
    for at, question in enumerate(sheet):
        heading = f"## {at + 1}. {question.heading}"
        cells.append(_cell("markdown", f"question-{at + 1}", heading))
        if not has_board(question):
            cells.append(_cell("code", f"board-{at + 1}", f"sheet[{at}].picture"))
        cells.append(_cell("code", f"ask-{at + 1}", f"sheet[{at}].ask()"))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _about(puzzle: Puzzle | int) -> str:
    if not isinstance(puzzle, Puzzle):
        return str(puzzle)
    name = f", name={puzzle.name!r}" if puzzle.name else ""
    return f'loads({dumps(puzzle, "id").strip()!r}, "id"{name})'


def _cell(kind: str, name: str, source: str) -> dict[str, Any]:
    lines = source.splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": lines}
    if kind == "code":
        folded = {} if name == "sheet" else {"jupyter": {"source_hidden": True}}
        cell |= {"execution_count": None, "outputs": [], "metadata": folded}
    return cell
