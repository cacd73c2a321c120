"""Who is stuck gets on: each check, and each kind of question, leads to what teaches it."""

import nbformat
import pytest
from conftest import REPO
from solutions import solutions

from futoshiki_lab import questions
from futoshiki_lab.classroom.exams import KINDS
from futoshiki_lab.classroom.tutor import check_mrv
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.ways_on import STUCK, WAYS_ON

NAMES = sorted({*EXERCISES, *KINDS})
PATHS = [*(REPO / "docs" / "solutions").glob("*.py")]
SOLVED = {line.strip() for path in PATHS for one in solutions(path.stem).values()
          for line in one.splitlines() if len(line.strip()) > 12}  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_way_on_leads_to_a_heading_and_no_hint_is_the_answer(name):
    way = WAYS_ON[name]
    cells = nbformat.read(REPO / "notebooks" / f"{way.notebook}.ipynb", as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert way.heading in [line.lstrip("# ") for line in text.splitlines() if line[:2] == "##"]
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


def test_a_question_of_a_kind_has_its_way_on_folded_below_it():
    words = questions(4, "removals", 1)[0].ask().words
    assert [*words][-3:] == [STUCK, "Where can I see it?", "Still stuck"]
    assert "(03-forward-checking.ipynb#Domains-that-shrink)" in words[STUCK]
