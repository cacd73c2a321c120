"""docs/teaching.md: its minutes, cells and misconceptions are those of the notebooks.

`python tests/test_teaching.py` writes its minutes anew.
"""

from __future__ import annotations

import re
from zipfile import ZipFile

import pytest
from house import REPO
from teaching import (
    BET,
    COURSE,
    EXERCISE,
    LINES,
    NOTEBOOKS,
    PAPER,
    QUESTION,
    RECALL,
    SCENE,
    SITTING,
    SOLUTION,
    STEPPER,
    WORDS,
    in_class,
    questions_in,
    read,
    say_way,
    say_whole,
    solutions,
    whole,
)

from futoshiki_lab import practice, questions
from futoshiki_lab.classroom.exams import KINDS

PAGE = REPO / "docs" / "teaching.md"
TEXT = PAGE.read_text("utf-8")
PARTS = {part.partition("\n")[0]: part for part in re.split(r"^## ", TEXT, flags=re.M)}
TITLES = {read(stem).cells[0].source.partition("\n")[0].strip("# "): stem for stem in NOTEBOOKS}
SECTIONS = {TITLES[heading]: part for heading, part in PARTS.items() if heading in TITLES}
LINK = re.compile(r"\[`([\w-]+)`\]\(\.\./notebooks/([\w-]+)\.ipynb#cell-id=([\w-]+)\)")
every_notebook = pytest.mark.parametrize("stem", NOTEBOOKS)


def rows(text: str, first: str) -> list[list[str]]:
    """The rows of each table whose first head is this one."""
    found, inside = [], False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        inside = line.startswith("|") and (inside or cells[0] == first)
        if inside and cells[0] != first and not cells[0].startswith("---"):
            found.append(cells)
    return found


TIMES = {row[0].partition("]")[0].strip("["): row[1:] for row in rows(PARTS["Minutes"], "notebook")}


def rounded(stem: str) -> list[str]:
    minutes = whole(stem)
    exact = (minutes.talk, minutes.do, minutes.write, minutes.homework)
    return [str(5 * round(one / 5)) for one in exact]


# -- tomorrow --------------------------------------------------------------------------------------


def test_one_command_makes_what_the_page_for_tomorrow_names(tmp_path, monkeypatch):
    """All of one plan but its slides, which `tests/classroom/test_slides.py` makes and drives."""
    import tomorrow  # in tools/, which pytest's settings name: the command above runs without
    from assignments import find_exercises

    named = tomorrow.FILE.findall(tomorrow.PAGE.read_text("utf-8"))
    homework = {exercise.name for exercise in find_exercises()} | {"project"}
    for stem, end in named:
        slides = end == ".slides.html" and (REPO / "notebooks" / f"{stem}.ipynb").exists()
        topic = stem.removesuffix("-key") in {*tomorrow.TOPICS, "all", "exam"}
        assert slides or topic or (end == ".zip" and stem in homework), stem
    plan = tmp_path / "plan.md"
    plan.write_text(
        "`in-class.slides.html` `first.html` `first-key.html` `first.peer.html` `mrv.zip`"
    )
    monkeypatch.setattr(tomorrow, "PAGE", plan)
    files = tomorrow.make(tmp_path / "made", b"a secret of a test", notebooks=[])
    made = {path.name for path in (tmp_path / "made").glob("[!.]*")}  # one notes what is made
    assert made == {*files.values(), "first-key.peer.html"}
    assert "in-class.slides.html" not in made
    names = ZipFile(tmp_path / "made" / "mrv.zip").namelist()
    assert {"nbgrader/source/mrv/mrv.ipynb", "otter/mrv/mrv.ipynb"} <= {*names}
    linked = tomorrow.link(plan.read_text(), files, "../x/")
    assert '<a href="../x/first.html" download>first.html</a>' in linked
    assert "`in-class.slides.html`" in linked
    before = (tmp_path / "made" / "first.html").stat().st_mtime_ns
    tomorrow.make(tmp_path / "made", b"a secret of a test", notebooks=[])
    assert (tmp_path / "made" / "first.html").stat().st_mtime_ns == before  # it is made once


# -- minutes ---------------------------------------------------------------------------------------


@every_notebook
def test_the_minutes_follow_from_the_words_and_the_tasks(stem):
    assert TIMES[stem][:4] == rounded(stem), "python tests/test_teaching.py writes them anew"


def test_the_page_has_the_rule_of_the_minutes():
    rule = " ".join(TEXT.split())
    for said in (
        f"at {WORDS} words a minute",
        f"at {LINES} lines a minute",
        f"{QUESTION} minutes for each question",
        f"{BET} for each bet, {RECALL} for the two or three",
        f"{PAPER} for the tree",
        f"{STEPPER} for each stepper",
        f"{SCENE} for each scene",
        f"{EXERCISE} minutes for each exercise and {SOLUTION} for each line of its solution",
    ):
        assert said in rule


@every_notebook
@pytest.mark.parametrize(("column", "most"), [(4, 50), (5, 90)])
def test_the_cuts_fit_their_time(stem, column, most):
    minutes = in_class(stem, TIMES[stem][column])
    assert minutes <= most
    if stem[:2] in COURSE.split() and most == SITTING:  # a sitting, with all that is written in it
        assert minutes == pytest.approx(whole(stem).sitting)


# -- the way ---------------------------------------------------------------------------------------

WELCOME = REPO / "notebooks" / "welcome.ipynb"
MAP = next(cell.source for cell in read("welcome").cells if cell.id == "map")
SAID = {
    "welcome": MAP,
    "teaching.md": TEXT,
    **{
        name: (REPO / name).read_text("utf-8")
        for name in ("README.md", "tools/site/index.md", "docs/tomorrow.md")
    },
    "practice()": practice.__doc__ or "",
}


@pytest.mark.parametrize("place", SAID)
def test_the_same_way_with_the_same_hours_is_said_everywhere(place):
    assert say_way() in " ".join(SAID[place].replace("*", "").split())


def test_the_whole_is_no_longer_than_a_course_that_one_finishes():
    assert sum(len(read(stem).cells) for stem in NOTEBOOKS) <= 540
    assert sum(map(questions_in, NOTEBOOKS)) <= 165
    assert sum(whole(stem).talk + whole(stem).do for stem in NOTEBOOKS) <= 14 * 60
    assert say_whole() in " ".join(PARTS["Minutes"].split())


def test_nothing_in_the_six_needs_an_elective():
    """Neither what a section asks for before it, nor what is recalled."""
    for stem in [stem for stem in NOTEBOOKS if stem[:2] in COURSE.split()]:
        before = re.search(r"^- \*\*Before it\*\*:(.*)", SECTIONS[stem], re.M)[1]
        code = "".join(cell.source for cell in read(stem).cells if cell.cell_type == "code")
        recalled = re.findall(r"recall questions? about (.*?):|\nrecall\((\d+)\)", code)
        for named in re.findall(r"\d+", f"{before} {recalled}"):
            assert f"{int(named):02}" in COURSE.split(), (stem, named)


def minutes_of(stem: str) -> list[str]:
    talk, do, write, homework = map(int, rounded(stem))
    return [str(talk + do + write), str(homework)]


def test_the_tables_of_welcome_have_the_minutes():
    lines = [row for row in MAP.splitlines() if row.startswith("| [")]
    assert len(lines) == len(NOTEBOOKS) - 1
    for row in lines:
        stem = re.search(r"\(([\w-]+)\.ipynb\)", row)[1]
        assert re.findall(r"\| (\d+) (?=\|)", row) == minutes_of(stem), "this file writes them anew"


# -- sections --------------------------------------------------------------------------------------


def test_every_notebook_has_its_section():
    assert sorted(SECTIONS) == NOTEBOOKS
    assert [*TIMES] == [*SECTIONS]


@every_notebook
def test_a_section_says_what_one_can_do_afterwards_what_comes_before_and_what_to_watch(stem):
    starts = re.findall(r"^- \*\*(Afterwards|Before it|Watch for)\*\*", SECTIONS[stem], re.M)
    assert starts == ["Afterwards", "Before it", "Watch for"]
    beliefs = rows(SECTIONS[stem], "what they think")
    assert stem in ("play", "welcome", "14-your-solver") or len(beliefs) >= 4


@every_notebook
def test_every_cell_that_a_section_names_is_in_its_notebook(stem):
    cells = {cell.id for cell in read(stem).cells}
    for shown, notebook, cell in LINK.findall(SECTIONS[stem]):
        assert (shown, notebook) == (cell, stem)
        assert cell in cells
    assert [row for row in rows(SECTIONS[stem], "what they think") if not LINK.match(row[1])] == []
    named = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", re.sub(LINK, "", SECTIONS[stem]))
    assert {*named} - {"in-class"} <= cells


# -- misconceptions --------------------------------------------------------------------------------

THINK = [row for stem in SECTIONS for row in rows(SECTIONS[stem], "what they think")]


@pytest.mark.parametrize("row", [row for row in THINK if len(row) > 3 and row[3]], ids=str)
def test_questions_of_a_kind_have_the_misconception_as_a_wrong_choice(row):
    think, _, ask, kind = row
    assert ask.endswith("?")
    choices = (
        one.misconception for seed in range(20) for one in questions(4, kind, seed, 1)[0].choices
    )
    assert think in choices


# -- plans -----------------------------------------------------------------------------------------


def test_the_plan_of_two_weeks_names_notebooks_exercises_and_kinds():
    for _, stem, home in rows(TEXT, "hour"):
        work, _, sheet = home.partition("a sheet of")
        assert re.findall("`([^`]+)`", work)
        assert {*re.findall("`([^`]+)`", work)} <= {*solutions(stem)}
        assert {*re.findall("`([^`]+)`", sheet)} <= {*KINDS}


def write() -> None:
    """Put the minutes into the page."""
    text = TEXT
    for stem in NOTEBOOKS:
        now = " | ".join(rounded(stem))
        row = rf"^(\| \[{stem}\]\S+) \|[^|]*\|[^|]*\|[^|]*\|[^|]*\|"
        text = re.sub(row, rf"\1 | {now} |", text, flags=re.M)
    PAGE.write_text(text, encoding="utf-8")
    welcome = WELCOME.read_text("utf-8")
    for stem in NOTEBOOKS:
        row = rf"(\({stem}\.ipynb\) \|[^|]*\|) \d+ (\|(?:[^|]*\|)*?) \d+ \|"
        once, twice = minutes_of(stem)
        welcome = re.sub(row, rf"\g<1> {once} \g<2> {twice} |", welcome)
    WELCOME.write_text(welcome, encoding="utf-8")


if __name__ == "__main__":
    write()
