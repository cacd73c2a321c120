"""Sheets as packages of QTI 1.2, as Canvas and other systems import a quiz.

A package is a zip file: a manifest, the quiz, and the boards as pictures. What stands in the fields
beyond the standard (`question_type`) is what Canvas writes itself when it exports a quiz.
"""

from __future__ import annotations

from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from futoshiki_lab.exams.bank import board_of, kind_of, name_of, read_of, solution_of
from futoshiki_lab.exams.paper import inline, printable
from futoshiki_lab.exams.question import Item, Items

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
FOLDER = "%24IMS-CC-FILEBASE%24"  # where Canvas puts the files of a package
QUIZ, BOARD = "quiz/quiz.xml", "images/futoshiki-{seed}-{number}.svg"
KINDS = {
    "number": "numerical_question",
    "rows": "matching_question",
    "choice": "multiple_choice_question",
}
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sheet is the same file


def of_sheet(sheet: Items) -> bytes:
    """The package of a sheet."""
    boards = {_board(sheet, at): board_of(one) for at, one in enumerate(sheet, 1)}
    files = {"imsmanifest.xml": _manifest([*boards]), QUIZ: _quiz(sheet), **boards}
    made = BytesIO()
    with ZipFile(made, "w") as package:
        for name, content in files.items():
            package.writestr(ZipInfo(name, EARLY), content, ZIP_DEFLATED)
    return made.getvalue()


def _board(sheet: Items, number: int) -> str:
    return BOARD.format(seed=sheet.seed, number=number)


def _manifest(boards: list[str]) -> bytes:
    """What the package holds."""
    root = Element("manifest", xmlns=PACKAGE, identifier="futoshiki")
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "IMS Content"
    SubElement(metadata, "schemaversion").text = "1.1.3"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    kinds = {QUIZ: "imsqti_xmlv1p2"} | dict.fromkeys(boards, "webcontent")
    for at, (name, kind) in enumerate(kinds.items()):
        one = SubElement(resources, "resource", identifier=f"file{at}", type=kind, href=name)
        SubElement(one, "file", href=name)
    return _written(root)


def _quiz(sheet: Items) -> bytes:
    root = Element("questestinterop", xmlns=QTI)
    title = printable(f"{sheet.title}, sheet {sheet.seed}")
    quiz = SubElement(root, "assessment", ident=f"futoshiki-{sheet.seed}", title=title)
    section = SubElement(quiz, "section", ident="root_section")
    for number, question in enumerate(sheet, 1):
        name = {"ident": f"question-{sheet.seed}-{number}", "title": name_of(sheet, number)}
        _item(SubElement(section, "item", name), question, f"{FOLDER}/{_board(sheet, number)}")
    return _written(root)


def _written(root: Element) -> bytes:
    indent(root)
    content: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return content


def _item(item: Element, question: Item, board: str) -> None:
    kind = kind_of(question)
    fields = SubElement(SubElement(item, "itemmetadata"), "qtimetadata")
    for name, value in {"question_type": KINDS[kind], "points_possible": "1"}.items():
        field = SubElement(fields, "qtimetadatafield")
        SubElement(field, "fieldlabel").text = name
        SubElement(field, "fieldentry").text = value
    presented = SubElement(item, "presentation")
    _material(presented, read_of(question, board))
    scored = SubElement(item, "resprocessing")
    score = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"}
    SubElement(SubElement(scored, "outcomes"), "decvar", score)
    _feedback(_case(scored), item, "general", solution_of(question, others=kind != "choice"))
    {"number": _number, "rows": _rows, "choice": _choices}[kind](item, question)


def _number(item: Element, question: Item) -> None:
    presented, scored = _parts(item)
    asked = SubElement(presented, "response_str", ident="response1", rcardinality="Single")
    SubElement(SubElement(asked, "render_fib", fibtype="Decimal"), "response_label", ident="a")
    either = SubElement(_condition(scored, "Set", 100), "or")
    SubElement(either, "varequal", respident="response1").text = question.right
    between = SubElement(either, "and")
    for bound in ("vargte", "varlte"):
        SubElement(between, bound, respident="response1").text = question.right


def _choices(item: Element, question: Item) -> None:
    presented, scored = _parts(item)
    asked = SubElement(presented, "response_lid", ident="response1", rcardinality="Single")
    texts = [inline(text) for text in question.options]
    _offer(asked, texts, "text/html")
    for number, choice in enumerate(question.choices, 1):
        if choice.misconception:
            case = _case(scored, "response1", number)
            _feedback(case, item, str(number), inline(choice.misconception))
    right = SubElement(_condition(scored, "Set", 100), "varequal", respident="response1")
    right.text = str(question.options.index(question.right) + 1)


def _rows(item: Element, question: Item) -> None:
    """A choice for each row; the choices are numbered alike."""
    presented, scored = _parts(item)
    assert isinstance(question.answer, dict)
    options = question.row_options
    for number, (row, option) in enumerate(question.answer.items(), 1):
        name = f"response_{number}"
        asked = SubElement(presented, "response_lid", ident=name)
        _material(asked, str(row), "text/plain")
        _offer(asked, options, "text/plain")
        right = _condition(scored, "Add", 100 / len(question.answer))
        SubElement(right, "varequal", respident=name).text = str(options.index(str(option)) + 1)


def _parts(item: Element) -> tuple[Element, Element]:
    """Where it is presented, and where answers are scored."""
    return next(item.iter("presentation")), next(item.iter("resprocessing"))


def _offer(asked: Element, texts: list[str], kind: str) -> None:
    """Put choices in a question; their names are numbers from 1."""
    choices = SubElement(asked, "render_choice")
    for number, text in enumerate(texts, 1):
        _material(SubElement(choices, "response_label", ident=str(number)), text, kind)


def _condition(scored: Element, action: str, points: float) -> Element:
    """Where to say when points are given."""
    case = SubElement(scored, "respcondition", {"continue": "No" if action == "Set" else "Yes"})
    condition = SubElement(case, "conditionvar")
    SubElement(case, "setvar", action=action, varname="SCORE").text = f"{points:.2f}"
    return condition


def _case(scored: Element, response: str = "", choice: int = 0) -> Element:
    """What happens when this choice is taken; without one, always."""
    case = SubElement(scored, "respcondition", {"continue": "Yes"})
    condition = SubElement(case, "conditionvar")
    if response:
        SubElement(condition, "varequal", respident=response).text = str(choice)
    else:
        SubElement(condition, "other")
    return case


def _feedback(case: Element, item: Element, name: str, html: str) -> None:
    """Say something in a case."""
    SubElement(case, "displayfeedback", feedbacktype="Response", linkrefid=f"{name}_fb")
    said = SubElement(item, "itemfeedback", ident=f"{name}_fb")
    _material(SubElement(said, "flow_mat"), html)


def _material(parent: Element, text: str, kind: str = "text/html") -> None:
    SubElement(SubElement(parent, "material"), "mattext", texttype=kind).text = text
