"""Sheets as question banks: Moodle XML, and packages of QTI 1.2 as Canvas imports a quiz.

The elements of Moodle XML are those that Moodle's importer reads: question/format/xml/format.php in
its source. A package of QTI is a zip file: a manifest, the quiz, and the boards as pictures. What
stands in its fields beyond the standard (`question_type`) is what Canvas writes itself when it
exports a quiz.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from futoshiki_lab.exams.definitions import write_domain
from futoshiki_lab.exams.items import Item, Items, Shown
from futoshiki_lab.exams.paper import inline, paragraphs, printable

MOODLE = {"number": "numerical", "rows": "matching", "choice": "multichoice"}
CANVAS = {"number": "numerical", "rows": "matching", "choice": "multiple_choice"}
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
FOLDER = "%24IMS-CC-FILEBASE%24"  # where Canvas puts the files of a package
QUIZ = "quiz/quiz.xml"
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sheet is the same file


def _kind_of(question: Item) -> str:
    """How it is answered there: "number", "rows" (to match), or "choice"."""
    if isinstance(question.answer, int):
        return "number"
    return "rows" if question.row_options else "choice"


def _name(sheet: Items, number: int, question: Item) -> str:
    """The name of a question in a bank, where questions of many sheets may meet."""
    return printable(f"{question.heading} ({sheet.title}, sheet {sheet.seed}, {number})")


def _draw_board(question: Item) -> bytes:
    """The board as a file: black on white, also on a dark page."""
    svg = question.shown.svg().replace("currentColor", "black")
    return svg.replace("<svg ", '<svg style="background:white" ', 1).encode()


def _write_text(question: Item, board: str) -> str:
    """All that has to be read; `board` is the address of its picture."""
    told = paragraphs([*question.text.split("\n\n"), *question.rules])
    picture = f'<p><img src="{escape(board)}" alt="{escape(_describe(question.shown))}"></p>'
    return f"{told}{picture}<p><b>{inline(question.asks)}</b></p>"


def _describe(board: Shown) -> str:
    """A board for whoever cannot see it: its signs, and the values left."""
    signs = ", ".join(f"{small} < {large}" for small, large in sorted(board.puzzle.signs))
    left = ", ".join(f"{cell} {write_domain(board.domains[cell])}" for cell in board.free)
    return f"The board. Signs: {signs or 'none'}. Values left: {left or 'none'}."


def _write_solution(question: Item, others: bool) -> str:
    """The worked solution; `others`: with what leads to other answers."""
    parts = [f"<p>Answer: {inline(question.right)}</p>", _list("ol", question.solution)]
    if question.figure:
        parts.append(f"<pre>{escape(question.figure)}</pre>")
    if others:
        wrong = (f"{one.text} ({one.misconception})" for _, one in question.wrong)
        parts += ["<p>What leads to other answers:</p>", _list("ul", wrong)]
    return "".join(parts)


def _list(tag: str, texts: Iterable[str]) -> str:
    return f"<{tag}>{''.join(f'<li>{inline(text)}</li>' for text in texts)}</{tag}>"


def _match_rows(question: Item) -> dict[str, str]:
    """What belongs to each row."""
    assert isinstance(question.answer, dict)
    return {str(row): str(option) for row, option in question.answer.items()}


def _add(parent: Element, tag: str, content: str | None = None, /, **attributes: str) -> Element:
    """Put an element with a text in another one."""
    made = SubElement(parent, tag, attributes)
    made.text = content
    return made


# -- Moodle ----------------------------------------------------------------------------------------


def write_moodle(sheet: Items) -> str:
    """The question bank of a sheet, as a category of its own."""
    quiz = Element("quiz")
    title = printable(f"{sheet.title}, sheet {sheet.seed}")
    path = f"$course$/top/{title.replace('/', '//')}"  # a single / would begin another category
    _add(_add(_add(quiz, "question", type="category"), "category"), "text", path)
    for number, question in enumerate(sheet, 1):
        made = _add(quiz, "question", type=MOODLE[_kind_of(question)])
        _add(_add(made, "name"), "text", _name(sheet, number, question))
        _fill_moodle(made, question)
    indent(quiz)
    content: str = tostring(quiz, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{content}\n'


def _fill_moodle(made: Element, question: Item) -> None:
    kind = _kind_of(question)
    read = _add_html(made, "questiontext", _write_text(question, "@@PLUGINFILE@@/board.svg"))
    board = b64encode(_draw_board(question)).decode()
    _add(read, "file", board, name="board.svg", path="/", encoding="base64")
    _add_html(made, "generalfeedback", _write_solution(question, others=kind == "rows"))
    _add(made, "defaultgrade", "1")
    if kind == "choice":
        _add(made, "single", "true")
    if kind != "number":
        _add(made, "shuffleanswers", "true")
    if kind == "choice":
        _add(made, "answernumbering", "abc")
    if kind == "rows":  # each with what belongs to it; what belongs to none stands without a row
        rows = _match_rows(question)
        others = [("", option) for option in question.row_options if option not in rows.values()]
        for row, option in [*rows.items(), *others]:
            _add(_add(_add_html(made, "subquestion", inline(row)), "answer"), "text", option)
        return
    for choice in question.choices:
        answer = _add(made, "answer", fraction="0" if choice.misconception else "100")
        _add(answer, "text", inline(choice.text) if kind == "choice" else choice.text)
        _add_html(answer, "feedback", inline(choice.misconception))
        if kind == "choice":
            answer.set("format", "html")
        else:
            _add(answer, "tolerance", "0")


def _add_html(parent: Element, tag: str, content: str) -> Element:
    made = _add(parent, tag, format="html")
    _add(made, "text", content)
    return made


# -- QTI -------------------------------------------------------------------------------------------


def write_qti(sheet: Items) -> bytes:
    """The package of a sheet."""
    root = Element("questestinterop", xmlns=QTI)
    title = printable(f"{sheet.title}, sheet {sheet.seed}")
    quiz = _add(root, "assessment", ident=f"futoshiki-{sheet.seed}", title=title)
    section, boards = _add(quiz, "section", ident="root_section"), dict[str, bytes]()
    for number, question in enumerate(sheet, 1):
        name, board = f"{sheet.seed}-{number}", f"images/futoshiki-{sheet.seed}-{number}.svg"
        boards[board] = _draw_board(question)
        title = _name(sheet, number, question)
        item = _add(section, "item", ident=f"question-{name}", title=title)
        _fill_item(item, question, f"{FOLDER}/{board}")
    files = {"imsmanifest.xml": _write_manifest([*boards]), QUIZ: _serialise(root), **boards}
    made = BytesIO()
    with ZipFile(made, "w") as package:
        for name, content in files.items():
            package.writestr(ZipInfo(name, EARLY), content, ZIP_DEFLATED)
    return made.getvalue()


def _write_manifest(boards: list[str]) -> bytes:
    """What the package holds."""
    root = Element("manifest", xmlns=PACKAGE, identifier="futoshiki")
    metadata = _add(root, "metadata")
    _add(metadata, "schema", "IMS Content")
    _add(metadata, "schemaversion", "1.1.3")
    _add(root, "organizations")
    resources = _add(root, "resources")
    kinds = {QUIZ: "imsqti_xmlv1p2"} | dict.fromkeys(boards, "webcontent")
    for at, (name, kind) in enumerate(kinds.items()):
        one = _add(resources, "resource", identifier=f"file{at}", type=kind, href=name)
        _add(one, "file", href=name)
    return _serialise(root)


def _serialise(root: Element) -> bytes:
    indent(root)
    content: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return content


def _fill_item(item: Element, question: Item, board: str) -> None:
    kind = _kind_of(question)
    fields = _add(_add(item, "itemmetadata"), "qtimetadata")
    for name, value in {
        "question_type": f"{CANVAS[kind]}_question",
        "points_possible": "1",
    }.items():
        field = _add(fields, "qtimetadatafield")
        _add(field, "fieldlabel", name)
        _add(field, "fieldentry", value)
    presented = _add(item, "presentation")
    _add_material(presented, _write_text(question, board))
    scored = _add(item, "resprocessing")
    score = {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"}
    _add(_add(scored, "outcomes"), "decvar", **score)
    case, condition = _add_case(scored)
    _add(condition, "other")
    _add_feedback(case, item, "general", _write_solution(question, others=kind != "choice"))
    if kind == "number":
        _ask_number(presented, scored, question)
    elif kind == "rows":
        _ask_rows(presented, scored, question)
    else:
        texts = [inline(text) for text in question.options]
        _offer(presented, "response1", texts)
        for number, choice in enumerate(question.choices, 1):
            if choice.misconception:
                case, condition = _add_case(scored)
                _add(condition, "varequal", str(number), respident="response1")
                _add_feedback(case, item, str(number), inline(choice.misconception))
        right = str(question.options.index(question.right) + 1)
        _add(_add_points(scored, "Set", 100), "varequal", right, respident="response1")


def _ask_number(presented: Element, scored: Element, question: Item) -> None:
    asked = _add(presented, "response_str", ident="response1", rcardinality="Single")
    _add(_add(asked, "render_fib", fibtype="Decimal"), "response_label", ident="a")
    either = _add(_add_points(scored, "Set", 100), "or")
    _add(either, "varequal", question.right, respident="response1")
    between = _add(either, "and")
    for bound in ("vargte", "varlte"):
        _add(between, bound, question.right, respident="response1")


def _ask_rows(presented: Element, scored: Element, question: Item) -> None:
    """A choice for each row; the choices are numbered alike."""
    options, rows = question.row_options, _match_rows(question)
    for number, (row, option) in enumerate(rows.items(), 1):
        _offer(presented, f"response_{number}", options, row)
        right = str(options.index(option) + 1)
        points = _add_points(scored, "Add", 100 / len(rows))
        _add(points, "varequal", right, respident=f"response_{number}")


def _offer(presented: Element, name: str, texts: list[str], row: str = "") -> None:
    """Ask for one of several choices, whose names are numbers from 1; perhaps for a row."""
    kind, single = ("text/plain", {}) if row else ("text/html", {"rcardinality": "Single"})
    asked = _add(presented, "response_lid", ident=name, **single)
    if row:
        _add_material(asked, row, kind)
    choices = _add(asked, "render_choice")
    for number, text in enumerate(texts, 1):
        _add_material(_add(choices, "response_label", ident=str(number)), text, kind)


def _add_points(scored: Element, action: str, points: float) -> Element:
    """Where to say when points are given."""
    case, condition = _add_case(scored, "No" if action == "Set" else "Yes")
    _add(case, "setvar", f"{points:.2f}", action=action, varname="SCORE")
    return condition


def _add_case(scored: Element, goes_on: str = "Yes") -> tuple[Element, Element]:
    """A case, and where to say when it applies."""
    case = _add(scored, "respcondition", **{"continue": goes_on})
    return case, _add(case, "conditionvar")


def _add_feedback(case: Element, item: Element, name: str, html: str) -> None:
    """Say something in a case."""
    _add(case, "displayfeedback", feedbacktype="Response", linkrefid=f"{name}_fb")
    _add_material(_add(_add(item, "itemfeedback", ident=f"{name}_fb"), "flow_mat"), html)


def _add_material(parent: Element, text: str, kind: str = "text/html") -> None:
    _add(_add(parent, "material"), "mattext", text, texttype=kind)
