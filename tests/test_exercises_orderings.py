"""The checks of the notebooks on heuristics and consistency: right, wrong and why, not done yet."""

import pytest

from futoshiki_lab import Cell, arc_consistency, load, mrv, record, revise
from futoshiki_lab.core import Board
from futoshiki_lab.exercises import (
    check_claims,
    check_lost,
    check_mrv,
    check_ranking,
    check_revise,
)

AMOUNTS = {"a": 0.5, "b": 2, "c": 9}


def test_a_ranking_is_right_in_the_order_of_the_amounts():
    assert check_ranking(["a", "b", "c"], AMOUNTS)


def test_equal_amounts_may_stand_either_way():
    assert check_ranking(["b", "a"], {"a": 1, "b": 1})


@pytest.mark.parametrize("answer", [..., ["a", ..., "b"]])
def test_a_ranking_with_a_gap_is_not_done(answer):
    assert check_ranking(answer, AMOUNTS).verdict == "not done yet"


def test_a_wrong_ranking_names_the_first_pair_that_stands_the_wrong_way():
    feedback = check_ranking(["a", "c", "b"], AMOUNTS)
    assert feedback.verdict == "wrong"
    assert "b comes before c" in feedback.text


@pytest.mark.parametrize("answer", [["a", "b"], ["a", "b", "b"], ["a", "b", "z"]])
def test_a_ranking_has_each_name_once(answer):
    assert "a, b, c" in check_ranking(answer, AMOUNTS).text


def test_claims_are_right_wrong_or_not_done():
    right = {"one": True, "two": False}
    assert check_claims(dict(right), right)
    assert check_claims({"one": True, "two": ...}, right).verdict == "not done yet"
    feedback = check_claims({"one": True, "two": True}, right)
    assert feedback.text == "1 of 2 are right; think again about: two"
    assert "two" in check_claims({"one": True}, right).text


@pytest.fixture
def before_and_after():
    board = Board(load("unequal/4x4-tricky#2"))
    before = dict(board.domains)
    assert arc_consistency(board)
    return before, dict(board.domains)


def test_what_domains_lost(before_and_after):
    before, after = before_and_after
    lost = {str(cell): set(before[cell]) - set(after[cell]) for cell in before}
    assert check_lost(lost, before, after)
    assert check_lost({cell: gone for cell, gone in lost.items() if gone}, before, after)


def test_what_domains_lost_and_was_not_said_is_named(before_and_after):
    feedback = check_lost({}, *before_and_after)
    assert feedback.verdict == "wrong"
    assert feedback.text == "r1c1 loses 1: which neighbour says so?"


def test_a_cell_that_is_none_loses_nothing(before_and_after):
    before, _ = before_and_after
    assert "r9c9 loses nothing" in check_lost({"r9c9": [1]}, before, before).text


@pytest.mark.parametrize("answer", [..., {"r1c3": ...}])
def test_what_domains_lost_is_not_done(answer, before_and_after):
    assert check_lost(answer, *before_and_after).verdict == "not done yet"


# -- the student's own mrv ---------------------------------------------------------------------


def test_mrv_is_right():
    assert check_mrv(mrv)
    assert check_mrv(lambda board: min(board.unassigned, key=lambda c: len(board.domains[c])))


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (lambda board: board.unassigned[0], "values left where"),
        (lambda board: max(board.unassigned, key=lambda c: len(board.domains[c])), "left where"),
        (
            lambda board: min(reversed(board.unassigned), key=lambda c: len(board.domains[c])),
            "ties with",
        ),
        (lambda board: min(board.domains, key=lambda c: len(board.domains[c])), "a value already"),
        (lambda board: None, "not a cell of the board"),
        (lambda board: Cell(9, 9), "not a cell of the board"),
    ],
)
def test_mrv_is_wrong_and_why(yours, said):
    feedback = check_mrv(yours)
    assert feedback.verdict == "wrong"
    assert said in feedback.text


def test_mrv_is_not_done():
    assert check_mrv(lambda board: ...).verdict == "not done yet"


# -- the student's own revise ------------------------------------------------------------------


def always(answer):
    def revise_and_lie(board, x, y):
        revise(board, x, y)
        return answer

    return revise_and_lie


def every_pair(board, x, y):
    revised = False
    for value in board.domains[x]:
        supports = [board.check(x, value, y, support) for support in board.domains[y]]
        if not any(supports):
            board.prune(x, value, because=y)
            revised = True
    return revised


def the_other_way_round(board, x, y):
    return revise(board, y, x)


def any_conflict(board, x, y):
    revised = False
    for value in board.domains[x]:
        if not all(board.check(x, value, y, support) for support in board.domains[y]):
            board.prune(x, value, because=y)
            revised = True
    return revised


def test_revise_is_right():
    assert check_revise(revise)


@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (always(True), "it returned True instead of False"),
        (always(None), "it returned None instead of True"),
        (every_pair, "the first one found will do"),
        (the_other_way_round, "changed; the arc"),
        (any_conflict, "it should be"),
        (lambda board, x, y: False, "0 checks, not"),
    ],
)
def test_revise_is_wrong_and_why(yours, said):
    feedback = check_revise(yours)
    assert feedback.verdict == "wrong"
    assert said in feedback.text


def test_revise_is_not_done():
    assert check_revise(lambda board, x, y: ...).verdict == "not done yet"


def test_a_students_mrv_and_revise_are_what_the_package_has():
    def mine(board):
        return min(board.unassigned, key=lambda cell: len(board.domains[cell]))

    puzzle = load("nyu/SampleInput")
    assert record(puzzle, "fc", mine).counts == record(puzzle, "fc", "mrv").counts
