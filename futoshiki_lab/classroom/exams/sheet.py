"""Sheets as they are used: as text, as notebooks, in files; and versions of them."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from textwrap import fill, indent
from typing import Any

from futoshiki_lab.classroom.exams import bank, paper
from futoshiki_lab.classroom.exams.items import Items, Question
from futoshiki_lab.core import Puzzle, unknown, whole_number
from futoshiki_lab.formats import dumps
from futoshiki_lab.support.progress import with_bar
from futoshiki_lab.support.writing import write_file

Block = tuple[str, str]  # what it is, and its text
WIDTH, BLANK = 79, 8  # of plain text; rows of a table to fill in


def write_text(sheet: Items, key: bool = False, rich: bool = True) -> str:
    """A whole sheet; each definition stands once, before the questions.

    Parameters
    ----------
    key : whether the answers are told.
    rich : as Markdown; else as plain text.
    """
    who, heads = "Key" if key else "Name: ____________________", (sheet.course, sheet.date)
    blocks = [("title", sheet.title), ("note", " · ".join(filter(None, heads)))]
    blocks += [("text", f"{who} {sheet.mark}"), ("note", sheet.note * key)]
    if not key:
        blocks += [("head", "Definitions"), *(("text", rule) for rule in sheet.rules)]
    for at, one in enumerate(sheet, 1):
        blocks += _list_blocks(one, at, key, sheet.choices)
    looks = RICH if rich else PLAIN
    return "\n\n".join(looks[kind](text) for kind, text in blocks if text) + "\n"


def _list_blocks(question: Question, number: int, key: bool, choices: bool) -> Iterator[Block]:
    yield "head", f"{number}. {question.heading}"
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


def write_notebook(sheet: Items) -> str:
    """A notebook that makes the sheet again and asks it: it holds no answer.

    ValueError is raised for a recorded run or an own function: a notebook cannot make them again.
    """
    settings = sheet.settings if isinstance(sheet.settings, dict) else {"run": sheet.settings}
    if not all(isinstance(one, str | bool) for one in settings.values()):
        raise ValueError(
            "a notebook makes the sheet again by names, and has no recorded run or function of "
            "yours: in your own notebook, questions(...)[0].ask() asks"
        )
    about, what = str(sheet.puzzle), "questions"
    if isinstance(sheet.puzzle, Puzzle):
        name = f", name={sheet.puzzle.name!r}" if sheet.puzzle.name else ""
        about = f'loads({dumps(sheet.puzzle, "id").strip()!r}, "id"{name})'
        what = "loads, questions"
    more = "".join(f", {name}={one!r}" for name, one in settings.items())
    moves = sheet.remake.keywords["moves"] if hasattr(sheet.remake, "keywords") else None
    more += f", moves={moves!r}" * (moves is not None)
    made = f"questions({about}, {[*sheet.kinds]}, seed={sheet.seed}, count={len(sheet)}{more})"
    begin = f"from futoshiki_lab import {what}\n\nsheet = {made}"
    title = f"# {plain(sheet.title)}\n\nSheet {sheet.seed}. Run all cells."
    cells = [_cell("markdown", "title", title), _cell("code", "sheet", begin)]
    for at, question in enumerate(sheet):
        here, name = f"sheet[{at}]", f"{at + 1}"
        cells.append(_cell("markdown", f"question-{name}", f"## {name}. {question.heading}"))
        if not question.on_board:
            cells.append(_cell("code", f"board-{name}", f"{here}.picture"))
        for number, (letter, _) in enumerate(question.numbered):
            part = f".parts[{number}]" * bool(letter)
            asked = f"{here}{part}.ask()"
            if question.run:
                asked = f"drive_{name} = {asked}\ndrive_{name}"
            cells.append(_cell("code", f"ask-{name}{letter}", asked))
        if question.run:
            done = "# At the end run this cell, and save: your instructor reads what it says.\n"
            cells.append(_cell("code", f"result-{name}", f"{done}drive_{name}.result"))
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


# -- files -----------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Sheet(Items):
    """Questions in order: `sheet[0]` is the first; `len(sheet)`, and loops, work as with a list."""

    def markdown(self, key: bool = False) -> str:
        """The sheet as Markdown; `key`: with the answers and worked solutions."""
        return write_text(self, key)

    def versions(self, count: int) -> Versions:
        """The sheets of this seed and of those that follow it, so many in all."""
        seeds = range(self.seed, self.seed + whole_number("the versions", count, 1))
        made = (self if seed == self.seed else self.remake(seed=seed) for seed in seeds)
        return Versions(tuple(with_bar(made, " versions", count)))

    def save(self, path: str | Path) -> list[Path]:
        """Write it to a file; the end of the name says how. Returns the paths of what was written.

        .html : to print; the boards are vector graphics, and a page has a trace table. The key is
            written to a file of its own beside it: sheet-key.html for sheet.html. Drives make a
            page to drive them in, without a kernel.
        .pdf : the same, printed by a browser that is installed.
        .slides.html : a deck for a class, one question a slide, the answer on the next.
        .peer.html : a deck for peer instruction: ask, vote, discuss, vote again, another question
            of the kind, reason. The instructor's own page, which counts hands, is the key.
        .md : Markdown, with the key beside it in the same way.
        .ipynb : a notebook that asks each question and tells its answer once one is committed;
            after a drive it has its `result`, for the instructor.
        .moodle.xml : a question bank for Moodle.
        .qti.zip : a quiz for Canvas and other systems that import QTI 1.2.

        Raises
        ------
        ValueError : another end, no browser to make a PDF, or a drive that the file cannot hold.
        PuzzleError : the file cannot be written.
        """
        path = Path(path)
        stem, end = split_ending(path)
        if end.lower() not in DRIVEN and any(question.run for question in self):
            raise ValueError(
                f"a drive is for a screen: save it as {' or '.join(DRIVEN)}, not as {end}"
            )
        if write := WITH_KEY.get(end.lower()):
            made = {stem: write(self, False), f"{stem}-key": write(self, True)}
        else:
            made = {stem: ALONE[end.lower()](self)}
        contents = {path.with_name(name + end): content for name, content in made.items()}
        for one, content in contents.items():
            write_file(one, content)
        return [*contents]

    def __repr__(self) -> str:
        lines = [f"<Sheet: {self.title}, seed {self.seed}, {len(self)} questions>"]
        return "\n".join([*lines, *(f"{at}. {one!r}" for at, one in enumerate(self, 1))])

    def _repr_markdown_(self) -> str:
        return self.markdown()


@dataclass(frozen=True, repr=False)
class Versions:
    """Sheets that differ in their seeds."""

    sheets: tuple[Sheet, ...]

    def table(self) -> str:
        """The answers of all sheets, a line each, as CSV."""
        rows = [sheet.answers() for sheet in self.sheets]
        numbers = list(dict.fromkeys(number for row in rows for number in row))
        written = StringIO()
        table = csv.writer(written, lineterminator="\n")
        table.writerow(["sheet", *numbers])
        for sheet, row in zip(self.sheets, rows, strict=True):
            table.writerow([sheet.seed, *(row.get(number, "") for number in numbers)])
        return written.getvalue()

    def save(self, path: str | Path) -> list[Path]:
        """Write each sheet to a file of its own, exam-7.html for exam.html and seed 7, and all
        answers to a table beside them, exam-answers.csv. Errors are those of `Sheet.save`."""
        path, made = Path(path), list[Path]()
        stem, end = split_ending(path)
        for sheet in with_bar(self.sheets, " files", len(self.sheets)):
            made += sheet.save(path.with_name(f"{stem}-{sheet.seed}{end}"))
        answers = path.with_name(f"{stem}-answers.csv")
        write_file(answers, self.table())
        return [*made, answers]

    def __repr__(self) -> str:
        return f"<{len(self.sheets)} versions>\n{self.table()}"


# How to write each kind of file: with the key in a file beside it, or as one file.
WITH_KEY: dict[str, Callable[[Items, bool], str | bytes]] = {
    ".html": paper.write_page,
    ".pdf": lambda sheet, key: paper.print_to_pdf(paper.write_page(sheet, key)),
    ".peer.html": paper.write_peer_deck,
    ".md": write_text,
}
ALONE: dict[str, Callable[[Items], str | bytes]] = {
    ".slides.html": paper.write_deck,
    ".ipynb": write_notebook,
    ".moodle.xml": bank.write_moodle,
    ".qti.zip": bank.write_qti,
}
DRIVEN = ".html", ".ipynb"  # what can hold a search to drive


def split_ending(path: Path) -> tuple[str, str]:
    """Split the end of a name that says how to write the file; ValueError if there is none."""
    name, known = path.name, (*WITH_KEY, *ALONE)
    found = [end for end in known if name.lower().endswith(end)]
    if not found:
        meant = [end for end in known if path.suffix and end.endswith(path.suffix.lower())]
        guess = "".join(f"; did you mean {path.with_suffix(end).name}?" for end in meant)
        raise ValueError(unknown("end of a file's name", path.suffix, known) + guess)
    length = max(map(len, found))
    return name[:-length], name[-length:]
