"""Readers of question banks, written after the importers that they stand for.

`moodle` takes from a file what Moodle's importer takes (`question/format/xml/format.php` in its
source: `import_headers`, `import_multichoice`, `import_numerical`, `import_match`). `canvas` does
the same for a package, after Canvas's `qti_exporter`: which answer has a weight, which number is
exact, which row has which match, and what is said about an answer.
"""

from __future__ import annotations

import zipfile
from base64 import b64decode
from dataclasses import dataclass, field
from xml.etree import ElementTree

QTI = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
PACKAGE = "{http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1}"
FOLDER = "%24IMS-CC-FILEBASE%24/"


@dataclass
class Entry:
    """A question as a course's system has it after an import."""

    kind: str
    name: str
    text: str
    solution: str
    weights: dict[str, float] = field(default_factory=dict)  # of answers, or of choices
    said: dict[str, str] = field(default_factory=dict)  # about an answer
    matches: dict[str, str] = field(default_factory=dict)  # what belongs to a row
    offered: set[str] = field(default_factory=set)  # what rows choose from
    files: dict[str, bytes] = field(default_factory=dict)  # pictures by their address


def moodle(content: str) -> tuple[str, list[Entry]]:
    """The category and the questions of a file."""
    root = ElementTree.fromstring(content.encode())
    assert root.tag == "quiz"
    first, *others = root.findall("question")
    assert first.get("type") == "category"
    return first.findtext("category/text", "").strip(), [_moodle(one) for one in others]


def _moodle(question) -> Entry:
    text = question.find("questiontext")
    assert text.get("format") == "html"
    made = Entry(
        kind={"multichoice": "choice", "numerical": "number", "matching": "rows"}[
            question.get("type")
        ],
        name=question.findtext("name/text", "").strip(),
        text=text.findtext("text", "").strip(),
        solution=question.findtext("generalfeedback/text", "").strip(),
    )
    for file in text.findall("file"):
        address = f"@@PLUGINFILE@@{file.get('path')}{file.get('name')}"
        made.files[address] = b64decode(file.text, validate=True)
    for answer in question.findall("answer"):
        told = answer.findtext("text", "").strip()
        made.weights[told] = float(answer.get("fraction")) / 100
        made.said[told] = answer.findtext("feedback/text", "").strip()
    for part in question.findall("subquestion"):
        row, option = part.findtext("text", "").strip(), part.findtext("answer/text", "").strip()
        made.offered.add(option)
        if row:
            made.matches[row] = option
    if made.kind == "choice":
        assert question.findtext("single") == "true"
    if made.kind == "number":
        assert {one.text for one in question.iter("tolerance")} == {"0"}
    return made


def canvas(path) -> list[Entry]:
    """The questions of a package."""
    with zipfile.ZipFile(path) as package:
        files = {name: package.read(name) for name in package.namelist()}
    manifest = ElementTree.fromstring(files["imsmanifest.xml"])
    kinds = {
        file.get("href"): resource.get("type")
        for resource in manifest.iter(f"{PACKAGE}resource")
        for file in resource.iter(f"{PACKAGE}file")
    }
    assert kinds.keys() | {"imsmanifest.xml"} == files.keys()
    [quiz] = [name for name, kind in kinds.items() if kind == "imsqti_xmlv1p2"]
    pictures = {FOLDER + name: files[name] for name, kind in kinds.items() if kind == "webcontent"}
    root = ElementTree.fromstring(files[quiz])
    names = [item.get("ident") for item in root.iter(f"{QTI}item")]
    assert len(names) == len(set(names))
    return [_canvas(item, pictures) for item in root.iter(f"{QTI}item")]


def _path(*tags: str) -> str:
    return "/".join(f"{QTI}{tag}" for tag in tags)


def _canvas(item, pictures) -> Entry:
    material = _path("material", "mattext")
    labels, entries = item.iter(f"{QTI}fieldlabel"), item.iter(f"{QTI}fieldentry")
    fields = {a.text: b.text for a, b in zip(labels, entries, strict=True)}
    feedback = {
        one.get("ident"): one.findtext(f".//{QTI}mattext")
        for one in item.iter(f"{QTI}itemfeedback")
    }
    kinds = {"multiple_choice": "choice", "numerical": "number", "matching": "rows"}
    presented = item.find(f"{QTI}presentation")
    made = Entry(
        kind=kinds[fields["question_type"].removesuffix("_question")],
        name=item.get("title"),
        text=presented.findtext(material),
        solution=feedback["general_fb"],
    )
    made.files = {at: one for at, one in pictures.items() if f'src="{at}"' in made.text}
    rows = {one.get("ident"): one for one in presented.iter(f"{QTI}response_lid")}
    choices = {
        (name, label.get("ident")): label.findtext(material)
        for name, row in rows.items()
        for label in row.iter(f"{QTI}response_label")
    }
    made.offered = set(choices.values()) if made.kind == "rows" else set()
    if made.kind == "choice":
        made.weights = dict.fromkeys(choices.values(), 0.0)
    for case in item.iter(f"{QTI}respcondition"):
        _case(made, case, choices, feedback, rows, material)
    return made


def _case(made, case, choices, feedback, rows, material) -> None:
    equal, score = case.find(f".//{QTI}varequal"), case.find(f"{QTI}setvar")
    shown = case.find(f"{QTI}displayfeedback")
    if equal is None:
        assert case.find(_path("conditionvar", "other")) is not None
        return
    response = equal.get("respident")
    if made.kind == "number":
        bounds = {case.findtext(f".//{QTI}{name}") for name in ("vargte", "varlte", "varequal")}
        assert bounds == {equal.text}
        made.weights[equal.text] = float(score.text) / 100
    elif made.kind == "rows":
        assert score.get("action") == "Add"
        made.matches[rows[response].findtext(material)] = choices[response, equal.text]
        made.weights[response] = float(score.text) / 100
    else:
        told = choices[response, equal.text]
        if score is not None:
            made.weights[told] = float(score.text) / 100
        if shown is not None:
            made.said[told] = feedback[shown.get("linkrefid")]
