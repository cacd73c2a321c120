"""The checks of the notebooks on heuristics and consistency: right, wrong and why, not done yet."""

import pytest

from futoshiki_lab import arc_consistency, load, record
from futoshiki_lab.core import Board
from futoshiki_lab.exercises import (
    check_claims,
    check_lost,
    check_ranking,
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


def test_a_students_mrv_is_what_the_package_has():
    def mine(board):
        return min(board.unassigned, key=lambda cell: len(board.domains[cell]))

    puzzle = load("nyu/SampleInput")
    assert record(puzzle, "fc", mine).counts == record(puzzle, "fc", "mrv").counts
