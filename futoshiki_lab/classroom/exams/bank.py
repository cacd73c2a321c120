"""Sheets as question banks: Moodle XML, and packages of QTI 1.2 as Canvas imports a quiz.

The elements of Moodle XML are those that Moodle's importer reads: question/format/xml/format.php in
its source. A package of QTI is a zip file: a manifest, the quiz with what Canvas writes beside it
(assessment_meta.xml), and the boards as pictures. What stands in its fields beyond the standard
(`question_type`) is what Canvas writes itself when it exports a quiz. bank.txt has the pieces.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path
from string import Template
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from futoshiki_lab.classroom.exams.boards import ShownBoard, write_domain
from futoshiki_lab.classroom.exams.paper import inline, paragraphs, printable, worked_solution
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.sheet import Sheet, writes
from futoshiki_lab.core import Puzzle
from futoshiki_lab.support.phrases import legal

MOODLE = {"number": "numerical", "row": "matching", "choice": "multichoice"}
CANVAS = {"number": "numerical", "row": "matching", "choice": "multiple_choice"}
FOLDER = "%24IMS-CC-FILEBASE%24"  # where Canvas puts the files of a package
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sheet is the same file
_, *_PIECES = Path(__file__).with_name("bank.txt").read_text("utf-8").split("\n== ")
PIECES = {
    name: Template(text.strip()) for name, _, text in (piece.partition("\n") for piece in _PIECES)
}


def fill(piece: str, **parts: object) -> str:
    """A piece of bank.txt with its parts; a name in capitals stands for HTML or XML."""
    told = {name: legal(str(part)) for name, part in parts.items()}
    told |= {name: escape(part) for name, part in told.items() if not name.isupper()}
    return PIECES[piece].substitute(told)


def _kind_of(question: Question) -> str:
    """How it is answered there: by a "number", with a "row" for each match, or by a "choice"."""
    if isinstance(question.answer, int):
        return "number"
    return "row" if question.row_options else "choice"


def _draw_board(question: Question) -> str:
    """The board as a file: black on white, also on a dark page."""
    svg = question.shown.svg().replace("currentColor", "black")
    return svg.replace("<svg ", '<svg style="background:white" ', 1)


def _describe(sheet: Sheet, number: str, question: Question, board: str) -> dict[str, object]:
    """The name of a question in a bank, where questions of many sheets may meet; its points; and
    all that has to be read, with the address of its board's picture."""
    told, asks = paragraphs([*question.text.split("\n\n"), *question.rules]), question.asks
    if question.columns:
        asks += f" In each row: {', '.join(question.columns[1:])}."
    alt = _tell_board(question.shown)
    text = fill("text", TOLD=told, board=board, alt=alt, ASKS=inline(asks))
    name = f"{question.heading} ({sheet.title}, sheet {sheet.identifier}, {number})"
    return {"name": printable(name), "points": sheet.points or 1, "text": text}


def _tell_board(board: ShownBoard) -> str:
    """A board for whoever cannot see it: its signs, and the values left."""
    signs = ""
    if isinstance(board.puzzle, Puzzle):
        told = ", ".join(f"{small} < {large}" for small, large in sorted(board.puzzle.signs))
        signs = f"Signs: {told or 'none'}. "
    left = ", ".join(f"{cell} {write_domain(board.domains[cell])}" for cell in board.free)
    return f"The board. {signs}Values left: {left or 'none'}."


def _write_solution(question: Question, others: bool) -> str:
    """The worked solution; `others`: with what leads to other answers."""
    told = f"<p>Answer: {inline(question.right)}</p>{worked_solution(question)}"
    if others and question.wrong:
        wrong = (inline(f"{one.text} ({one.explained})") for _, one in question.wrong)
        items = "".join(f"<li>{one}</li>" for one in wrong)
        told += f"<p>What leads to other answers:</p><ul>{items}</ul>"
    return told


# -- Moodle ----------------------------------------------------------------------------------------


@writes(".moodle.xml")
def write_moodle(sheet: Sheet) -> str:
    """The question bank of a sheet, as a category of its own."""
    title = printable(f"{sheet.title}, sheet {sheet.identifier}")
    path = f"$course$/top/{title.replace('/', '//')}"  # a single / would begin another category
    made = [_write_moodle_question(sheet, *one) for one in sheet.numbered]
    return fill("moodle", category=path, QUESTIONS="\n".join(made)) + "\n"


def _write_moodle_question(sheet: Sheet, number: str, question: Question) -> str:
    kind = _kind_of(question)
    inside = [fill(f"moodle {kind}s")] if kind != "number" else []
    if kind == "row":  # each with what belongs to it; what belongs to none stands without a row
        rows, options = question.rows, question.row_options
        others = [("", option) for option in options if option not in rows.values()]
        for row, option in [*rows.items(), *others]:
            inside.append(fill("moodle row", row=inline(row), option=option))
    else:
        for one in question.choices:
            right, why = 0 if one.misconception else 100, inline(one.explained)
            about = {"points": right, "text": one.text, "html": inline(one.text), "why": why}
            inside.append(fill(f"moodle {kind}", **about))
    board = b64encode(_draw_board(question).encode()).decode()
    solution = _write_solution(question, others=kind == "row")
    about = _describe(sheet, number, question, "@@PLUGINFILE@@/board.svg")
    about |= {"kind": MOODLE[kind], "board": board, "solution": solution}
    return fill("moodle question", **about, INSIDE="\n".join(inside))


# -- QTI -------------------------------------------------------------------------------------------


@writes(".qti.zip")
def write_qti(sheet: Sheet) -> bytes:
    """The package of a sheet."""
    title = printable(f"{sheet.title}, sheet {sheet.identifier}")
    ident, asked = f"futoshiki-{sheet.identifier}", sheet.numbered
    boards = [f"images/{ident}-{number}.svg" for number, _ in asked]
    items = [_write_item(sheet, *one, board) for one, board in zip(asked, boards, strict=True)]
    kept = [fill("manifest board", at=at, board=board) for at, board in enumerate(boards)]
    about = {"ident": ident, "title": title, "points": f"{sheet.total:.1f}"}
    files = {
        "imsmanifest.xml": fill("manifest", **about, BOARDS="\n".join(kept)) + "\n",
        f"{ident}/{ident}.xml": fill("qti", **about, ITEMS="\n".join(items)) + "\n",
        f"{ident}/assessment_meta.xml": fill("canvas", **about) + "\n",
        **dict(zip(boards, (_draw_board(one) for _, one in asked), strict=True)),
    }
    made = BytesIO()
    with ZipFile(made, "w") as package:
        for name, content in files.items():
            package.writestr(ZipInfo(name, EARLY), content, ZIP_DEFLATED)
    return made.getvalue()


def _write_item(sheet: Sheet, number: str, question: Question, board: str) -> str:
    kind, presented, cases = _kind_of(question), "", ""
    feedback = {"general": _write_solution(question, others=kind != "choice")}
    if kind == "number":
        presented = fill("qti number")
        cases = fill("qti number right", right=question.right)
    elif kind == "row":  # a choice for each row; the choices are numbered alike
        options, rows = question.row_options, question.rows
        offered, share = _offer(options, "text/plain"), f"{100 / len(rows):.2f}"
        for at, (row, option) in enumerate(rows.items(), 1):
            presented += fill("qti row", row=at, text=row, OFFERED=offered)
            right = options.index(option) + 1
            cases += fill("qti row right", row=at, at=right, share=share)
    else:
        offered = _offer([inline(text) for text in question.options], "text/html")
        presented = fill("qti choice", OFFERED=offered)
        for at, choice in enumerate(question.choices, 1):
            if choice.misconception:
                feedback[str(at)] = inline(choice.explained)
                cases += fill("qti choice wrong", at=at)
        cases += fill("qti choice right", at=question.options.index(question.right) + 1)
    said = (fill("qti feedback", name=name, html=html) for name, html in feedback.items())
    about = _describe(sheet, number, question, f"{FOLDER}/{board}")
    about |= {"kind": CANVAS[kind], "sheet": sheet.identifier, "number": number}
    parts = {"PRESENTED": presented, "CASES": cases, "FEEDBACK": "".join(said)}
    return fill("qti item", **about, **parts)


def _offer(texts: list[str], kind: str) -> str:
    """Choices, whose names are numbers from 1."""
    named = enumerate(texts, 1)
    return "".join(fill("qti offered", at=at, kind=kind, text=text) for at, text in named)
