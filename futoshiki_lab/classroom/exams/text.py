"""Sheets as text, Markdown or for a terminal; and as notebooks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from textwrap import fill, indent
from typing import Any

from futoshiki_lab.classroom.exams.question import MEANING, Question
from futoshiki_lab.classroom.exams.secret import mix
from futoshiki_lab.classroom.exams.sheet import Sheet, writes
from futoshiki_lab.core import Puzzle
from futoshiki_lab.formats import dumps

Block = tuple[str, str]  # what it is, and its text
WIDTH, BLANK = 79, 8  # of plain text; rows of a table to fill in


@writes(".md", with_key=True)
def write_text(sheet: Sheet, key: bool = False, rich: bool = True) -> str:
    """A whole sheet; each definition stands once, before the questions.

    Parameters
    ----------
    key : whether the answers are told.
    rich : as Markdown; else as plain text.
    """
    heads = (sheet.course, sheet.date)
    who = "Key" if key else f"Name: {plain(sheet.learner) or '_' * 20}"
    blocks = [("title", sheet.title), ("note", " · ".join(filter(None, heads)))]
    blocks += [("text", f"{who} {sheet.label}"), ("note", sheet.note * key)]
    blocks += [("text", MEANING)] * key
    if not key:
        blocks.append(("head", "Definitions"))
        blocks += [("text", f"**{rule.replace(': ', ':** ', 1)}") for rule in sheet.rules]
    for at, one in enumerate(sheet, 1):
        blocks += _list_blocks(one, at, key, sheet.choices)
    looks = RICH if rich else PLAIN
    return "\n\n".join(looks[kind](text) for kind, text in blocks if text) + "\n"


def _list_blocks(question: Question, number: int, key: bool, choices: bool) -> Iterator[Block]:
    yield "head", f"{number}. {question.heading} ({question.minutes} min)"
    yield "text", question.text
    yield "code", repr(question.shown)
    for asks, part in question.tasks:
        yield "bold", asks
        if choices or key:
            yield "list", "\n".join(f"- {each}) {one.text}" for each, one in part.lettered)
        if part.columns:
            rows = part.table if key else [[""] * len(part.columns)] * BLANK
            yield "code", _draw_table(part.columns, rows)
        if not key:
            continue
        told = "see the table" if part.columns else part.told
        yield "bold", f"Answer: {told} ({part.difficulty})"
        if part.wrong:
            yield "text", "What leads to the other choices:"
            yield "list", "\n".join(f"- {each}: {one.misconception}" for each, one in part.wrong)
        yield "text", "Worked solution:"
        yield "list", "\n".join(f"{at}. {step}" for at, step in enumerate(part.solution, 1))
        yield "code", part.figure


def _draw_table(columns: tuple[str, ...], rows: list[list[str]]) -> str:
    wide = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    lines = (" | ".join(map(str.ljust, row, wide)) for row in (columns, *rows))
    return "\n".join(line.rstrip() for line in lines)


def plain(text: str) -> str:
    """A text in which Markdown finds no marks of its own, in one line."""
    one_line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return re.sub(r"([\\`*_{}\[\]<>#|&~$])", r"\\\1", one_line)


def _wrap(text: str) -> str:
    """Paragraphs for a terminal; code between lines of ``` keeps its lines."""
    parts = text.replace("\n```", "```").split("```")
    parts[::2] = ["\n\n".join(_fill(one) for one in part.split("\n\n")) for part in parts[::2]]
    return "\n".join(indent(part, "    ") if at % 2 else part for at, part in enumerate(parts))


def _fill(text: str) -> str:
    return fill("".join(c for c in text if c.isprintable()).replace("`", ""), WIDTH)


RICH: dict[str, Callable[[str], str]] = {
    "title": lambda text: f"# {plain(text)}",
    "head": lambda text: f"## {text}",
    "bold": lambda text: f"**{plain(text)}**",
    "text": lambda text: text,
    "note": plain,
    "list": lambda text: "\n".join(
        line[: line.find(" ") + 1] + plain(line[line.find(" ") + 1 :]) for line in text.splitlines()
    ),
    "code": lambda text: f"```text\n{text}\n```",
}
PLAIN = dict.fromkeys(("title", "bold", "text", "note"), _wrap) | {
    "head": lambda text: f"{text}\n{'-' * len(text)}",
    "list": lambda text: "\n".join(
        fill(line, WIDTH, subsequent_indent="   ") for line in text.splitlines()
    ),
    "code": lambda text: indent(text, "    "),
}


# -- notebooks -------------------------------------------------------------------------------------


@writes(".ipynb")
def write_notebook(sheet: Sheet) -> str:
    """A notebook that makes the sheet again and asks it: it holds no answer.

    ValueError is raised for a recorded run or an own function: a notebook cannot make them again.
    """
    parts = [_write_call(one) for one in sheet.added or (sheet,)]
    what = "loads, questions" if any("loads(" in part for part in parts) else "questions"
    begin = f"from futoshiki_lab import {what}\n\nsheet = {' + '.join(parts)}"
    title = f"# {plain(sheet.title)}\n\nSheet {sheet.identifier}. Run all cells."
    cells = [_cell("markdown", "title", title), _cell("code", "sheet", begin)]
    for at, question in enumerate(sheet):
        name, asked = f"{at + 1}", f"sheet[{at}].ask()"
        cells.append(_cell("markdown", f"question-{name}", f"## {name}. {question.heading}"))
        for number in range(len(question.parts)):
            part = f"sheet[{at}].parts[{number}].ask()"
            cells.append(_cell("code", f"ask-{name}-{number + 1}", part))
        if question.run:
            driven = f"drive_{name} = {asked}\ndrive_{name}"
            done = "# At the end run this cell, and save: your instructor reads what it says.\n"
            cells.append(_cell("code", f"ask-{name}", driven))
            cells.append(_cell("code", f"result-{name}", f"{done}drive_{name}.result"))
        elif not question.parts:
            cells.append(_cell("code", f"ask-{name}", asked))
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def _write_call(sheet: Sheet) -> str:
    """The call that makes a sheet again."""
    settings = {name: one for name, one in sheet.settings.items() if one is not None}
    if not all(isinstance(one, str | bool | tuple) for one in settings.values()):
        raise ValueError(
            "a notebook makes the sheet again by names, and has no recorded run or function of "
            "yours: in your own notebook, questions(...)[0].ask() asks"
        )
    several = isinstance(sheet.puzzle, tuple)
    about = []
    for board in sheet.puzzle if isinstance(sheet.puzzle, tuple) else (sheet.puzzle,):
        if not isinstance(board, int | Puzzle):
            raise ValueError("a notebook has no problem of yours: save the sheet as a page or bank")
        name = f", name={board.name!r}" if isinstance(board, Puzzle) and board.name else ""
        loaded = isinstance(board, Puzzle) and f'{dumps(board, "id").strip()!r}, "id"{name}'
        about.append(f"loads({loaded})" if loaded else str(board))
    more = "".join(f", {name}={one!r}" for name, one in settings.items())
    seed, boards = mix(sheet.seed, sheet.secret), ", ".join(about)
    made = f"[{boards}]" if several else boards
    return f"questions({made}, {[*sheet.kinds]}, seed={seed}, count={len(sheet)}{more})"


def _cell(kind: str, name: str, source: str) -> dict[str, Any]:
    lines = source.splitlines(keepends=True)
    cell: dict[str, Any] = {"cell_type": kind, "id": name, "metadata": {}, "source": lines}
    if kind == "code":
        folded = {} if name == "sheet" else {"jupyter": {"source_hidden": True}}
        cell |= {"execution_count": None, "outputs": [], "metadata": folded}
    return cell
