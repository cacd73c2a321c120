"""Questions about a learner's own function: their keys are what it does, worked out again here."""

import warnings
from html import unescape

import pytest
from student_cells import written

from futoshiki_lab import Cell, check_look_back, core, viva

LAZY = """
def my_fc_check(board, cell, x):
    for value in board.domains[x]:
        if value == board.values[cell]:
            board.prune(x, value, because=cell)
    return len(board.domains[x]) > 0
"""
MOST = """
def my_mrv(board):
    return max(board.unassigned, key=lambda cell: len(board.domains[cell]))
"""
BACK = """
def my_look_back(board, cell):
    return all(
        board.check(cell, board.values[cell], other, board.values[other])
        for other in board.assigned_neighbours(cell)
    )
"""


def asked(source, kind, **how):
    """The questions of a kind about a student's function, of several seeds."""
    function, found = written(source, **vars(core)), []
    for seed in range(4):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of some kinds there are too few
            found += [one for one in viva(function, seed=seed, **how) if one.kind == kind]
    assert found
    return found


def test_what_a_function_that_forgets_the_signs_removes_is_right_for_it():
    for question in asked(LAZY, "removals"):
        shown, cell, value = question.shown, question.asked["cell"], question.asked["value"]
        gone = {}
        for x in shown.puzzle.neighbours[cell]:
            if x in shown.free and value in shown.domains[x]:
                gone[x] = (value,)
                if shown.domains[x] == (value,):
                    break
        assert question.answer == gone


def test_a_selection_of_the_most_values_is_asked_about_as_it_is():
    for question in asked(MOST, "next_cell"):
        sizes = {cell: len(question.shown.domains[cell]) for cell in question.shown.free}
        assert question.answer == max(sizes, key=sizes.get)


def test_the_checks_of_a_look_back_are_those_up_to_the_first_violation():
    for question in asked(BACK, "checks"):
        shown, cell = question.shown, question.asked["cell"]
        checks = 0
        for other in shown.puzzle.neighbours[cell]:
            if other in shown.values:
                checks += 1
                constraint = shown.puzzle.constraints[cell][other]
                if not constraint.holds(shown.values[cell], shown.values[other]):
                    break
        assert question.answer == checks


def test_the_function_itself_stands_in_the_question_with_how_it_is_called():
    question = asked(LAZY, "removals")[0]
    assert "def my_fc_check(board, cell, x):" in question.whole
    assert "with each unassigned neighbour" in question.whole
    assert all(isinstance(cell, Cell) for cell in question.answer)


def test_what_is_right_says_how_its_author_can_be_asked():
    feedback = check_look_back(written(BACK, **vars(core)))
    assert 'viva(my_look_back, "look_back", seed=1)[0].ask()' in unescape(feedback._repr_html_())


def test_a_function_of_no_known_exercise_is_named():
    def helper(board):
        return board

    with pytest.raises(ValueError, match="say which exercise it was written for"):
        viva(helper)
