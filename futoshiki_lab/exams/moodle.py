"""Sheets as Moodle XML, a question bank for a course.

The elements are those that Moodle's importer reads: question/format/xml/format.php in its source.
"""

from __future__ import annotations

from base64 import b64encode
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from futoshiki_lab.exams.bank import board_of, kind_of, name_of, read_of, solution_of
from futoshiki_lab.exams.paper import inline, printable
from futoshiki_lab.exams.question import Item, Items

BOARD = "board.svg"
KINDS = {"number": "numerical", "rows": "matching", "choice": "multichoice"}


def of_sheet(sheet: Items) -> str:
    """The question bank of a sheet, as a category of its own."""
    quiz = Element("quiz")
    category = SubElement(SubElement(quiz, "question", type="category"), "category")
    title = printable(f"{sheet.title}, sheet {sheet.seed}").replace(
        "/", "//"
    )  # / would begin another
    _text(category, f"$course$/top/{title}")
    for number, question in enumerate(sheet, 1):
        _question(quiz, question, name_of(sheet, number))
    indent(quiz)
    content: str = tostring(quiz, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{content}\n'


def _question(quiz: Element, question: Item, name: str) -> None:
    kind = kind_of(question)
    made = SubElement(quiz, "question", type=KINDS[kind])
    _text(SubElement(made, "name"), name)
    read = _html(made, "questiontext", read_of(question, f"@@PLUGINFILE@@/{BOARD}"))
    file = SubElement(read, "file", name=BOARD, path="/", encoding="base64")
    file.text = b64encode(board_of(question)).decode()
    _html(made, "generalfeedback", solution_of(question, others=kind == "rows"))
    SubElement(made, "defaultgrade").text = "1"
    {"number": _number, "rows": _rows, "choice": _choices}[kind](made, question)


def _number(made: Element, question: Item) -> None:
    """The right number, and those that misconceptions lead to, each with its misconception."""
    for choice in question.choices:
        answer = _answer(made, choice.text, choice.misconception)
        SubElement(answer, "tolerance").text = "0"


def _choices(made: Element, question: Item) -> None:
    SubElement(made, "single").text = "true"
    SubElement(made, "shuffleanswers").text = "true"
    SubElement(made, "answernumbering").text = "abc"
    for choice in question.choices:
        _answer(made, inline(choice.text), choice.misconception).set("format", "html")


def _rows(made: Element, question: Item) -> None:
    """Each row with what belongs to it; what belongs to none stands without a row."""
    SubElement(made, "shuffleanswers").text = "true"
    assert isinstance(question.answer, dict)
    pairs = [(str(row), str(option)) for row, option in question.answer.items()]
    right = {option for _, option in pairs}
    pairs += [("", option) for option in question.row_options if option not in right]
    for row, option in pairs:
        _text(SubElement(_html(made, "subquestion", inline(row)), "answer"), option)


def _answer(made: Element, text: str, misconception: str) -> Element:
    answer = SubElement(made, "answer", fraction="0" if misconception else "100")
    _text(answer, text)
    _html(answer, "feedback", inline(misconception))
    return answer


def _html(parent: Element, name: str, content: str) -> Element:
    element = SubElement(parent, name, format="html")
    _text(element, content)
    return element


def _text(parent: Element, content: str) -> None:
    SubElement(parent, "text").text = content
