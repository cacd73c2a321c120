"""The check of the notebook on logic: a student's own line insertion."""

import pytest

from futoshiki_lab.exercises import check_insertion


def places(board, line, value):
    return [cell for cell in line if value in board.domains[cell]]


def keep_only(board, cell, value):
    for other in board.domains[cell]:
        if other != value:
            board.prune(cell, other)


def insertion(board, line):
    for value in board.puzzle.values:
        found = places(board, line, value)
        if not found:
            return False
        if len(found) == 1:
            keep_only(board, found[0], value)
    return True


def until_nothing_changes(board, line):
    before = None
    while before != (before := dict(board.domains)):
        if not insertion(board, line):
            return False
    return True


@pytest.mark.parametrize("rule", [insertion, until_nothing_changes])
def test_line_insertion_is_right_used_once_or_again_and_again(rule):
    assert check_insertion(rule).verdict == "right"


def test_an_unwritten_one_is_not_done_yet():
    assert check_insertion(lambda board, line: ...).verdict == "not done yet"


def never_false(board, line):
    insertion(board, line)
    return True


def nothing_returned(board, line):
    insertion(board, line)


def only_looks(board, line):
    return all(places(board, line, value) for value in board.puzzle.values)


def too_keen(board, line):
    fine = only_looks(board, line)
    for value in board.puzzle.values:
        for cell in places(board, line, value)[:1]:
            keep_only(board, cell, value)
    return fine


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        (never_false, "some value has no place"),
        (nothing_returned, "it returned None, but every value has a place"),
        (only_looks, "it should be"),
        (too_keen, "it should be"),
    ],
)
def test_a_wrong_one_is_told_on_which_line(rule, why):
    feedback = check_insertion(rule)
    assert feedback.verdict == "wrong"
    assert feedback.text.startswith("with r1c1 in {")
    assert why in feedback.text
