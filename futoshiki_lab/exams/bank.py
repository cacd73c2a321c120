"""Sheets as question banks: Moodle XML, and packages of QTI 1.2 as Canvas imports a quiz.

The elements of Moodle XML are those that Moodle's importer reads: question/format/xml/format.php in
its source. A package of QTI is a zip file: a manifest, the quiz with what Canvas writes beside it
(assessment_meta.xml), and the boards as pictures. What stands in its fields beyond the standard
(`question_type`) is what Canvas writes itself when it exports a quiz.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from futoshiki_lab.exams.drafts import write_domain
from futoshiki_lab.exams.items import Items, Question, Shown
from futoshiki_lab.exams.paper import inline, paragraphs, printable

MOODLE = {"number": "numerical", "rows": "matching", "choice": "multichoice"}
CANVAS = {"number": "numerical", "rows": "matching", "choice": "multiple_choice"}
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
CANVAS_META = "http://canvas.instructure.com/xsd/cccv1p0"
META = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
FOLDER = "%24IMS-CC-FILEBASE%24"  # where Canvas puts the files of a package
EARLY = (1980, 1, 1, 0, 0, 0)  # the same sheet is the same file


def _kind_of(question: Question) -> str:
    """How it is answered there: "number", "rows" (to match), or "choice"."""
    if isinstance(question.answer, int):
        return "number"
    return "rows" if question.row_options else "choice"


def _name(sheet: Items, number: str, question: Question) -> str:
    """The name of a question in a bank, where questions of many sheets may meet."""
    return printable(f"{question.heading} ({sheet.title}, sheet {sheet.seed}, {number})")


def _draw_board(question: Question) -> bytes:
    """The board as a file: black on white, also on a dark page."""
    svg = question.shown.svg().replace("currentColor", "black")
    return svg.replace("<svg ", '<svg style="background:white" ', 1).encode()


def _write_text(question: Question, board: str) -> str:
    """All that has to be read; `board` is the address of its picture."""
    told = paragraphs([*question.text.split("\n\n"), *question.rules])
    picture = f'<p><img src="{escape(board)}" alt="{escape(_describe(question.shown))}"></p>'
    asks = question.asks
    if question.columns:
        asks += f" In each row: {', '.join(question.columns[1:])}."
    return f"{told}{picture}<p><b>{inline(asks)}</b></p>"


def _describe(board: Shown) -> str:
    """A board for whoever cannot see it: its signs, and the values left."""
    signs = ", ".join(f"{small} < {large}" for small, large in sorted(board.puzzle.signs))
    left = ", ".join(f"{cell} {write_domain(board.domains[cell])}" for cell in board.free)
    return f"The board. Signs: {signs or 'none'}. Values left: {left or 'none'}."


def _write_solution(question: Question, others: bool) -> str:
    """The worked solution; `others`: with what leads to other answers."""
    parts = [f"<p>Answer: {inline(question.right)}</p>", _list("ol", question.solution)]
    if question.figure:
        parts.append(f"<pre>{escape(question.figure)}</pre>")
    if others and question.wrong:
        wrong = (f"{one.text} ({one.misconception})" for _, one in question.wrong)
        parts += ["<p>What leads to other answers:</p>", _list("ul", wrong)]
    return "".join(parts)


def _list(tag: str, texts: Iterable[str]) -> str:
    return f"<{tag}>{''.join(f'<li>{inline(text)}</li>' for text in texts)}</{tag}>"


# -- Moodle ----------------------------------------------------------------------------------------


def write_moodle(sheet: Items) -> str:
    """The question bank of a sheet, as a category of its own."""
    title = printable(f"{sheet.title}, sheet {sheet.seed}")
    path = f"$course$/top/{title.replace('/', '//')}"  # a single / would begin another category
    parts = [f'<question type="category"><category>{_text(path)}</category></question>']
    for number, question in sheet.numbered:
        kind, name = MOODLE[_kind_of(question)], _text(_name(sheet, number, question))
        inside = "\n".join(_list_moodle(question, sheet.points or 1))
        parts.append(f'<question type="{kind}">\n<name>{name}</name>\n{inside}\n</question>')
    return "\n".join([f"{HEAD}<quiz>", *parts, "</quiz>\n"])


def _text(content: str) -> str:
    return f"<text>{escape(content)}</text>"


def _html(tag: str, content: str, more: str = "") -> str:
    return f'<{tag} format="html">{_text(content)}{more}</{tag}>'


def _list_moodle(question: Question, points: int) -> Iterator[str]:
    kind, board = _kind_of(question), b64encode(_draw_board(question)).decode()
    file = f'<file name="board.svg" path="/" encoding="base64">{board}</file>'
    yield _html("questiontext", _write_text(question, "@@PLUGINFILE@@/board.svg"), file)
    yield _html("generalfeedback", _write_solution(question, others=kind == "rows"))
    yield f"<defaultgrade>{points}</defaultgrade>"
    if kind != "number":
        yield "<shuffleanswers>true</shuffleanswers>"
    if kind == "choice":
        yield "<single>true</single><answernumbering>abc</answernumbering>"
    if kind == "rows":  # each with what belongs to it; what belongs to none stands without a row
        rows = question.rows
        others = [("", option) for option in question.row_options if option not in rows.values()]
        for row, option in [*rows.items(), *others]:
            yield _html("subquestion", inline(row), f"<answer>{_text(option)}</answer>")
        return
    for choice in question.choices:
        said = _html("feedback", inline(choice.misconception))
        points = 0 if choice.misconception else 100
        if kind == "choice":
            answer = f'fraction="{points}" format="html">{_text(inline(choice.text))}{said}'
        else:
            answer = f'fraction="{points}">{_text(choice.text)}{said}<tolerance>0</tolerance>'
        yield f"<answer {answer}</answer>"


# -- QTI -------------------------------------------------------------------------------------------


def write_qti(sheet: Items) -> bytes:
    """The package of a sheet."""
    ident = f"futoshiki-{sheet.seed}"
    title = escape(printable(f"{sheet.title}, sheet {sheet.seed}"))
    items, boards = list[str](), dict[str, bytes]()
    for number, question in sheet.numbered:
        board = f"images/{ident}-{number}.svg"
        boards[board] = _draw_board(question)
        name, points = escape(_name(sheet, number, question)), sheet.points or 1
        inside = _write_item(question, f"{FOLDER}/{board}", points)
        items.append(f'<item ident="question-{sheet.seed}-{number}" title="{name}">{inside}</item>')
    quiz = (
        f'{HEAD}<questestinterop xmlns="{QTI}"><assessment ident="{ident}" title="{title}">\n'
        '<section ident="root_section">\n'
        + "\n".join(items)
        + "\n</section>\n</assessment></questestinterop>\n"
    )
    meta = (
        f'{HEAD}<quiz identifier="{ident}" xmlns="{CANVAS_META}">\n<title>{title}</title>\n'
        "<description></description>\n<shuffle_answers>true</shuffle_answers>\n"
        "<scoring_policy>keep_highest</scoring_policy>\n<quiz_type>assignment</quiz_type>\n"
        f"<points_possible>{sheet.total:.1f}</points_possible>\n"
        "<allowed_attempts>1</allowed_attempts>\n<available>false</available>\n</quiz>\n"
    )
    files: dict[str, str | bytes] = {
        "imsmanifest.xml": _write_manifest(ident, [*boards]),
        f"{ident}/{ident}.xml": quiz,
        f"{ident}/assessment_meta.xml": meta,
        **boards,
    }
    made = BytesIO()
    with ZipFile(made, "w") as package:
        for name, content in files.items():
            package.writestr(ZipInfo(name, EARLY), content, ZIP_DEFLATED)
    return made.getvalue()


def _write_manifest(ident: str, boards: list[str]) -> str:
    """What the package holds."""
    meta = f"{ident}/assessment_meta.xml"
    pictures = "".join(
        f'<resource identifier="board{at}" type="webcontent" href="{name}"><file href="{name}"/>'
        "</resource>\n"
        for at, name in enumerate(boards)
    )
    return (
        f'{HEAD}<manifest xmlns="{PACKAGE}" identifier="manifest-{ident}">\n<metadata>'
        "<schema>IMS Content</schema><schemaversion>1.1.3</schemaversion></metadata>\n"
        "<organizations/>\n<resources>\n"
        f'<resource identifier="{ident}" type="imsqti_xmlv1p2"><file href="{ident}/{ident}.xml"/>'
        f'<dependency identifierref="{ident}-meta"/></resource>\n'
        f'<resource identifier="{ident}-meta" type="{META}" href="{meta}"><file href="{meta}"/>'
        f"</resource>\n{pictures}</resources>\n</manifest>\n"
    )


def _write_item(question: Question, board: str, points: int) -> str:
    kind = _kind_of(question)
    fields = {"question_type": f"{CANVAS[kind]}_question", "points_possible": points}
    told = "".join(
        f"<qtimetadatafield><fieldlabel>{name}</fieldlabel><fieldentry>{value}</fieldentry>"
        "</qtimetadatafield>"
        for name, value in fields.items()
    )
    feedback = {"general": _write_solution(question, others=kind != "choice")}
    cases = [_case("<other/>", _say("general"))]
    if kind == "number":
        right = question.right
        presented = (
            '<response_str ident="response1" rcardinality="Single"><render_fib fibtype="Decimal">'
            '<response_label ident="a"/></render_fib></response_str>'
        )
        between = f"{_equal(right, tag='vargte')}{_equal(right, tag='varlte')}"
        cases.append(
            _case(f"<or>{_equal(right)}<and>{between}</and></or>", _score("Set", 100), "No")
        )
    elif kind == "rows":  # a choice for each row; the choices are numbered alike
        options, rows = question.row_options, question.rows
        names = {f"response_{at}": row for at, row in enumerate(rows, 1)}
        presented = "".join(_offer(name, options, row) for name, row in names.items())
        for name, row in names.items():
            right = str(options.index(rows[row]) + 1)
            cases.append(_case(_equal(right, name), _score("Add", 100 / len(rows))))
    else:
        presented = _offer("response1", [inline(text) for text in question.options])
        for number, choice in enumerate(question.choices, 1):
            if choice.misconception:
                feedback[str(number)] = inline(choice.misconception)
                cases.append(_case(_equal(str(number)), _say(str(number))))
        right = str(question.options.index(question.right) + 1)
        cases.append(_case(_equal(right), _score("Set", 100), "No"))
    score = '<decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/>'
    said = "".join(
        f'<itemfeedback ident="{name}_fb"><flow_mat>{_material(html)}</flow_mat></itemfeedback>'
        for name, html in feedback.items()
    )
    return (
        f"\n<itemmetadata><qtimetadata>{told}</qtimetadata></itemmetadata>\n"
        f"<presentation>{_material(_write_text(question, board))}{presented}</presentation>\n"
        f"<resprocessing><outcomes>{score}</outcomes>{''.join(cases)}</resprocessing>\n{said}"
    )


def _material(text: str, kind: str = "text/html") -> str:
    return f'<material><mattext texttype="{kind}">{escape(text)}</mattext></material>'


def _offer(name: str, texts: list[str], row: str = "") -> str:
    """Ask for one of several choices, whose names are numbers from 1; perhaps for a row."""
    kind = "text/plain" if row else "text/html"
    labels = "".join(
        f'<response_label ident="{at}">{_material(text, kind)}</response_label>'
        for at, text in enumerate(texts, 1)
    )
    head = (
        f'ident="{name}">{_material(row, kind)}'
        if row
        else f'ident="{name}" rcardinality="Single">'
    )
    return f"<response_lid {head}<render_choice>{labels}</render_choice></response_lid>"


def _equal(text: str, name: str = "response1", tag: str = "varequal") -> str:
    return f'<{tag} respident="{name}">{escape(text)}</{tag}>'


def _case(when: str, then: str, goes_on: str = "Yes") -> str:
    """What happens in a case."""
    condition = f"<conditionvar>{when}</conditionvar>"
    return f'<respcondition continue="{goes_on}">{condition}{then}</respcondition>'


def _say(name: str) -> str:
    return f'<displayfeedback feedbacktype="Response" linkrefid="{name}_fb"/>'


def _score(action: str, points: float) -> str:
    return f'<setvar action="{action}" varname="SCORE">{points:.2f}</setvar>'
