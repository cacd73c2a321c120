"""Who is stuck gets on: each check, and each kind of question, leads to what teaches it."""

import ast
import re
from html import escape
from unittest.mock import MagicMock

import nbformat
import pytest
from conftest import REPO
from solutions import solutions

from futoshiki_lab import questions
from futoshiki_lab.classroom.exams import KINDS
from futoshiki_lab.classroom.tutor import (
    check_gaschnig,
    check_model_rule,
    check_mrv,
    check_problem,
    check_rule,
    check_selection,
)
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.ways_on import STUCK, WAYS_ON


def list_none(puzzle, rule, at_most):
    """The boards that a rule lets through, by a solver that calls it and finds none."""
    rule(MagicMock(), MagicMock(), puzzle)
    return []


OTHERS = {
    "model_rule": lambda wrong: check_model_rule(wrong, "signs", list_none),
    "own_rule": check_rule,
    "gaschnig": check_gaschnig,
    "selection": lambda wrong: check_selection(wrong, {}),
    "problem": check_problem,
}
NAMES = sorted({*EXERCISES, *KINDS, *OTHERS})
PATHS = [*(REPO / "docs" / "solutions").glob("*.py")]
SOLVED = {line.strip() for path in PATHS for one in solutions(path.stem).values()
          for line in one.splitlines() if len(line.strip()) > 12}  # fmt: skip


NOTEBOOKS = sorted((REPO / "notebooks").glob("*.ipynb"))
HEADING = re.compile(r"^##+ (.*)$", re.M)


def headings(stem):
    cells = nbformat.read(REPO / "notebooks" / f"{stem}.ipynb", as_version=4).cells
    return HEADING.findall("\n".join(one.source for one in cells if one.cell_type == "markdown"))


@pytest.mark.parametrize("name", NAMES)
def test_a_way_on_leads_to_a_heading_and_no_hint_is_the_answer(name):
    way = WAYS_ON[name]
    assert way.heading in headings(way.notebook)
    assert not [line for line in SOLVED if line in way.step or line in way.hint]
    assert len({way.place, way.step, way.hint}) == 3


def test_a_wrong_function_has_its_way_on_and_a_right_one_has_none():
    def my_mrv(board):
        return board.unassigned[-1]

    page = check_mrv(my_mrv)._repr_html_()
    assert STUCK in page
    assert 'href="06-heuristics.ipynb#Two-choices"' in page
    right = check_mrv(lambda board: min(board.unassigned, key=lambda x: len(board.domains[x])))
    assert STUCK not in right._repr_html_()


@pytest.mark.parametrize("name", OTHERS)
def test_every_other_check_leads_on_too(name):
    def wrong(*given):
        raise ValueError("no rule")

    found = OTHERS[name](wrong)
    assert (found.verdict, found.way) == ("wrong", name)
    assert escape(WAYS_ON[name].link) in found._repr_html_()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_question_with_a_hint_says_where_it_is_taught(path):
    """A heading of the notebook, or one of another; the first questions stand below none."""
    headed = False
    for cell in nbformat.read(path, as_version=4).cells:
        headed |= cell.cell_type == "markdown" and bool(HEADING.search(cell.source))
        tree = ast.parse(cell.source if cell.cell_type == "code" else "")
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            named = {one.arg: one.value for one in call.keywords}
            if getattr(call.func, "id", "") != "predict" or cell.id.startswith("near-"):
                continue
            if "taught" in named:
                notebook, _, heading = ast.literal_eval(named["taught"]).rpartition("#")
                assert heading in headings(notebook or path.stem)
            else:
                assert not headed or "hint" not in named or "bet" in named, cell.id


def test_a_question_of_a_kind_has_its_way_on_folded_below_it():
    words = questions(4, "removals", 1)[0].ask().words
    assert [*words][-3:] == [STUCK, "Where can I see it?", "Still stuck"]
    assert "(03-forward-checking.ipynb#Domains-that-shrink)" in words[STUCK]
