"""The checks of selections: what is one, what is none, and what it costs."""

import pytest

from futoshiki_lab import load, record
from futoshiki_lab.core import Cell, mrv_degree
from futoshiki_lab.exercises import check_selection


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
