"""The checks of the notebooks on heuristics and consistency: right, wrong and why, not done yet."""

import pytest

from futoshiki_lab import arc_consistency, load, record
from futoshiki_lab.core import Board, Cell, mrv_degree
from futoshiki_lab.exercises import (
    check_claims,
    check_lost,
    check_ranking,
    check_selection,
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


# -- a selection of a student's own --------------------------------------------------------------

PUZZLES = {name: load(name) for name in ("nyu/Input2", "nyu/SampleInput")}


def endless(board):
    while True:
        pass


def late(board):
    return board.unassigned[0] if len(board.unassigned) > 2 else 1 / 0


def pruning(board):
    cell = max(board.unassigned, key=lambda cell: len(board.domains[cell]))
    board.prune(cell, board.domains[cell][0])
    return cell


def counting(board):
    board.counts.checks += 1
    return board.unassigned[0]


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        (lambda board: None, "is a return missing?"),
        (lambda board: "r1c1", "It returned 'r1c1': the search wants one cell"),
        (lambda board: board.unassigned, "the search wants one cell"),
        (lambda board: Cell(0, 0), "It returned r1c1, which has a value"),
        (lambda board: Cell(9, 9), "r10c10, which is not on the board"),
        (endless, "It does not come to an end; it spins in line"),
        (late, "ZeroDivisionError"),
        (pruning, "It changes the board: a selection only asks."),
        (counting, "by hand"),
        (5, "TypeError"),
    ],
)
def test_what_is_no_selection_is_told(yours, words):
    feedback = check_selection(yours, PUZZLES)
    assert feedback.verdict == "wrong"
    assert words in feedback.text


def test_an_error_that_only_a_long_search_meets_comes_back():
    def seldom(board):
        assert board.counts.nodes < 200
        return board.unassigned[0]

    feedback = check_selection(seldom, PUZZLES)
    assert feedback.verdict == "wrong"
    assert "AssertionError" in feedback.text
    assert "in the middle of a search" in feedback.text


def test_a_selection_is_right_whoever_wins_and_its_nodes_are_told():
    best = check_selection(lambda board: mrv_degree(board), PUZZLES)
    last = check_selection(lambda board: board.random.choice(board.unassigned), PUZZLES)
    assert best
    assert last
    nodes = {
        name: record(puzzle, "fc", "mrv_degree").counts.nodes for name, puzzle in PUZZLES.items()
    }
    for name, count in nodes.items():
        assert f"{name} {count} (" in best.text
    assert "nyu/SampleInput" in last.text


@pytest.mark.parametrize("yours", [..., lambda board: ...])
def test_a_selection_that_is_not_written_is_not_done(yours):
    assert check_selection(yours, PUZZLES).verdict == "not done yet"
