"""Questions for course systems: what Moodle and Canvas read is what the sheet says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html import unescape
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from conftest import REPO
from course_systems import QTI, canvas, moodle
from pinned import installed

from futoshiki_lab import Puzzle, load, questions
from futoshiki_lab.classroom.exams import KINDS, Sheet
from futoshiki_lab.classroom.exams.paper import inline

EVIL = '<b onclick="x()">&amp;</b> *a* ]]> \x00\u202e /top/ "'
CANVAS = "{http://canvas.instructure.com/xsd/cccv1p0}"
SYSTEMS = ("moodle.xml", "qti.zip")


@pytest.fixture(scope="module")
def sheets() -> list[Sheet]:
    return [questions(4, seed=5, count=len(KINDS)), questions(5, ["reasons", "lcv"], seed=9)]


def imported(sheet, folder, end):
    (path,) = sheet.save(folder / f"sheet.{end}")
    return canvas(path) if end == "qti.zip" else moodle(path.read_text("utf-8"))[1]


@pytest.mark.parametrize("end", SYSTEMS)
def test_the_right_answer_alone_has_points(sheets, tmp_path, end):
    for sheet in sheets:
        for (_, question), entry in zip(
            sheet.numbered, imported(sheet, tmp_path, end), strict=True
        ):
            if entry.kind == "rows":
                assert {unescape(row): one for row, one in entry.matches.items()} == question.answer
                assert entry.offered == {*question.row_options} > {*question.answer.values()}
                continue
            right = question.right if entry.kind == "number" else inline(question.right)
            assert {text: points for text, points in entry.weights.items() if points} == {right: 1}
            assert (entry.kind == "number") == isinstance(question.answer, int)
            if entry.kind == "choice":
                assert [*entry.weights] == [inline(text) for text in question.options]


@pytest.mark.parametrize("end", SYSTEMS)
def test_each_wrong_answer_is_told_its_misconception(sheets, tmp_path, end):
    for (_, question), entry in zip(
        sheets[0].numbered, imported(sheets[0], tmp_path, end), strict=True
    ):
        for choice in question.choices:
            said = entry.said.get(inline(choice.text), entry.said.get(choice.text))
            if said is None and choice.misconception:  # no place for it but the solution
                said = entry.solution
                assert inline(choice.text) in said
            assert inline(choice.misconception) in (said or "")


@pytest.mark.parametrize("end", SYSTEMS)
def test_all_that_has_to_be_read_is_there_and_the_solution_comes_after(sheets, tmp_path, end):
    for (_, question), entry in zip(
        sheets[0].numbered, imported(sheets[0], tmp_path, end), strict=True
    ):
        for text in question.whole.split("\n\n"):
            assert inline(text) in entry.text
        assert all(inline(step) in entry.solution for step in question.solution)
        assert not any(
            inline(one.misconception) in entry.text for one in question.choices if one.misconception
        )
        words = unescape(re.search(r'alt="([^"]*)"', entry.text)[1])
        for small, large in question.shown.puzzle.signs:
            assert f"{small} < {large}" in words


@pytest.mark.parametrize("end", SYSTEMS)
def test_the_board_is_a_picture_of_its_own_and_shows_without_a_page(sheets, tmp_path, end):
    for entry in imported(sheets[0], tmp_path, end):
        [(address, content)] = entry.files.items()
        assert f'src="{address}"' in entry.text
        picture = ElementTree.fromstring(content)
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        assert b"currentColor" not in content


def test_questions_of_many_sheets_have_names_of_their_own(tmp_path):
    sheets = [questions(4, ["mrv", "checks"], seed, 4) for seed in (1, 2)]
    for end in SYSTEMS:
        names = [one.name for sheet in sheets for one in imported(sheet, tmp_path, end)]
        assert len(set(names)) == len(names) == 8
        assert all(len(name) < 256 for name in names)
    both = [moodle(sheet.save(tmp_path / "a.moodle.xml")[0].read_text("utf-8")) for sheet in sheets]
    assert both[0][0] != both[1][0]


@pytest.mark.parametrize("end", SYSTEMS)
def test_the_name_of_a_puzzle_is_a_text(tmp_path, end):
    puzzle = load("nyu/Input1")
    sheet = questions(Puzzle(puzzle.grid, puzzle.signs, EVIL), ["mrv", "arcs"], count=2)
    for entry in imported(sheet, tmp_path, end):
        assert "onclick" in entry.name
        assert "\x00" not in entry.name
        for html in (entry.text, entry.solution):
            assert {*re.findall(r"<(\w+)", html)} <= {"p", "b", "code", "img", "ol", "li"}
    if end == "moodle.xml":
        category, _ = moodle((tmp_path / "sheet.moodle.xml").read_text("utf-8"))
        assert category.replace("//", "").split("/")[:2] == ["$course$", "top"]
        assert len(category.replace("//", "").split("/")) == 3  # no category within it


@pytest.mark.parametrize("end", SYSTEMS)
def test_the_same_sheet_is_the_same_file(tmp_path, end):
    sheet = questions(4, ["mrv", "reasons", "checks"], seed=2)
    (one,), (other,) = (sheet.save(tmp_path / f"{name}.{end}") for name in "ab")
    assert one.read_bytes() == other.read_bytes()


# -- what another program writes for Canvas --------------------------------------------------------

THEIRS = """\
Quiz title: Sums

1. What is 2+3?
... Said to all.
a) 6
... One too many.
*b) 5
c) 7

2. What is 5?
... Said to all.
=   5
"""


def shape(item) -> set[tuple]:
    """Which element with which attributes stands where; of names and texts only that they are."""
    kept = ("action", "varname", "vartype", "continue", "feedbacktype", "rcardinality", "fibtype")
    found = set()

    def walk(element, above):
        said = tuple((name, element.get(name)) for name in kept if element.get(name))
        place = (*above, (element.tag.removeprefix(QTI), tuple(sorted(element.keys())), said))
        found.add(place)
        for part in element:
            walk(part, place)

    walk(item, ())
    return found


def test_a_package_has_nothing_that_text2qti_would_not_write_for_canvas(request, tmp_path):
    """text2qti has no questions with rows."""
    place = installed(request.config, REPO / "tests" / "course_systems.txt")
    (tmp_path / "sums.txt").write_text(THEIRS)
    command = [sys.executable, "-c", "from text2qti.cmdline import main; main()", "sums.txt"]
    paths = {**os.environ, "PYTHONPATH": str(place)}
    subprocess.run(command, cwd=tmp_path, env=paths, check=True, capture_output=True)
    with ZipFile(tmp_path / "sums.zip") as package:
        [name] = [one for one in package.namelist() if one.count("text2qti_assessment") == 2]
        theirs = ElementTree.fromstring(package.read(name))
        [name] = [one for one in package.namelist() if one.endswith("assessment_meta.xml")]
        their_meta = ElementTree.fromstring(package.read(name))
    questions(4, ["mrv", "checks"], seed=2).save(tmp_path / "ours.qti.zip")
    with ZipFile(tmp_path / "ours.qti.zip") as package:
        ours = ElementTree.fromstring(package.read("futoshiki-2/futoshiki-2.xml"))
        meta = ElementTree.fromstring(package.read("futoshiki-2/assessment_meta.xml"))
    assert {one.tag for one in meta} <= {one.tag for one in their_meta}
    assert meta.findtext(f"{CANVAS}points_possible") == "2.0"
    for mine, other in zip(ours.iter(f"{QTI}item"), theirs.iter(f"{QTI}item"), strict=True):
        assert shape(mine) <= shape(other)
        fields = [one.text for one in mine.iter(f"{QTI}fieldlabel")]
        assert {*fields} <= {one.text for one in other.iter(f"{QTI}fieldlabel")}
