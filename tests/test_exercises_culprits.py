"""The check of the blame for one failed look of forward checking."""

from random import Random

import pytest
from student_cells import written

from futoshiki_lab.core.jumping import culprits
from futoshiki_lab.exercises import check_culprits
from futoshiki_lab.exercises.culprits import CULPRITS

BY_HAND = """
    def my_culprits(board):
        for wiped in board.unassigned:
            if board.domains[wiped] == ():
                break
        to_blame = {}
        for value in board.puzzle.values:
            for other in board.values:
                if other in board.puzzle.neighbours[wiped]:
                    constraint = board.puzzle.constraints[wiped][other]
                    if not constraint.holds(value, board.values[other]):
                        if other not in board.puzzle.givens:
                            to_blame[other] = True
                        break
        return set(to_blame)
"""


def test_the_blame_may_be_found_from_the_values_or_asked_of_the_board():
    assert check_culprits(written(BY_HAND))
    assert check_culprits(
        written("""
            def my_culprits(board):
                return board.removers(min(board.unassigned, key=lambda x: len(board.domains[x])))
        """)
    )


@pytest.mark.parametrize("form", ["list(to_blame)", "tuple(to_blame)", "to_blame.keys()"])
def test_the_cells_may_come_in_any_collection(form):
    assert check_culprits(written(BY_HAND.replace("set(to_blame)", form)))


def test_pairs_of_values_may_be_checked():
    checks = "not board.check(wiped, value, other, board.values[other])"
    yours = BY_HAND.replace("not constraint.holds(value, board.values[other])", checks)
    assert check_culprits(written(yours))


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        ("wiped", "it returned r"),
        ("str(to_blame)", "it returned '{"),
        ("None", "it returned None instead of {r"),
        ("set()", "it returned set() instead of {r"),
        ("[to_blame]", "it returned [{"),
        ("(cell for cell in to_blame)", "put `all(...)` or `set(...)`"),
        ("...", "write the body of the function"),
        ("culprits(board)", "It calls `culprits` of the library"),
        ("board.prune(other, 1)", "it is assigned"),
    ],
)
def test_what_is_no_set_of_culprits_is_told(returned, words):
    yours = written(BY_HAND.replace("set(to_blame)", returned))
    yours.__globals__["culprits"] = culprits
    feedback = check_culprits(yours)
    assert not feedback
    assert words in feedback.text


def test_the_board_is_told_with_the_order_and_with_the_cell_wiped_out():
    feedback = CULPRITS.check(lambda board: set(), seed=1)
    assert "tried in this order, and r" in feedback.text
    (before,) = feedback.boards
    (wiped,) = before.marked
    assert f"{wiped} wiped out" in feedback.text
    assert not before.domains[wiped]


def test_the_fixed_boards_are_dead_ends_of_every_kind():
    kinds = set()
    for case in list(CULPRITS.cases(Random(0)))[:80]:
        board = case.board()
        (wiped,) = (cell for cell in board.unassigned if not board.domains[cell])
        assert case.assigned[-1][0] in culprits(board)
        to_blame, near = culprits(board), set(board.assigned_neighbours(wiped))
        given = board.puzzle.givens.keys()
        kinds.add("all near" if near - given == to_blame else "some too late")
        kinds.add("givens near" if near & given else "no givens near")
        kinds.add("a sign" if any(wiped in sign for sign in board.puzzle.signs) else "no sign")
        kinds.add("alone" if len(to_blame) == 1 else "several")
        cells = [cell for cell, _ in case.assigned]
        kinds.add("in order" if cells == sorted(cells) else "in another order")
    assert len(kinds) == 10
