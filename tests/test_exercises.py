"""The notebooks' checks tell right from wrong, say why, and accept unfinished answers."""

from inspect import getsource

from futoshiki_lab import load, record, search
from futoshiki_lab.exercises import (
    Feedback,
    check_answer,
    check_order,
    check_path,
    check_prunes,
    prunes_of,
)

LINES = {
    1: "if look(board, cell):",
    2: "board.restore(mark)",
    3: "cell = select(board)",
    4: "for value in order(board, cell):",
}
TRACE = record(load("nyu/SampleInput"), "fc")
PUZZLES = [load("nyu/SampleInput"), load("nyu/Input1")]


def test_an_answer_is_right_wrong_or_not_done_yet():
    because, hint = "it is so", "count again"
    assert check_answer(4, 4, because, hint) == Feedback("right", "it is so")
    assert check_answer(5, 4, because, hint) == Feedback("wrong", "5 is not it: count again")
    assert check_answer(..., 4, because, hint).verdict == "not done yet"


def test_a_wrong_answer_does_not_give_the_right_one_away():
    assert "4" not in check_answer(5, 4, "", "count again").text


def test_only_a_right_answer_is_true():
    assert [bool(Feedback(verdict, "")) for verdict in ("right", "wrong", "not done yet")] == [
        True,
        False,
        False,
    ]


def test_feedback_shows_text_of_a_student_as_text():
    html = check_answer("<script>", 4, "", "")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_lines_are_held_against_the_order_in_which_they_stand():
    source = getsource(search)
    assert check_order([3, 4, 1, 2], LINES, source)
    wrong = check_order([3, 1, 4, 2], LINES, source)
    assert (wrong.verdict, "'if look(board, cell):' comes too early" in wrong.text) == (
        "wrong",
        True,
    )
    assert check_order([3, 3, 1, 2], LINES, source).verdict == "wrong"
    assert check_order([3, ..., ..., ...], LINES, source).verdict == "not done yet"


def test_predicted_nodes_are_held_against_the_run():
    labels = [node.label for node in TRACE.tree()][1:5]
    assert check_path(labels, TRACE)
    assert check_path(["r1c1 = 1"], TRACE)
    assert "node 2 is r1c2=2, not r1c2=1" in check_path(["r1c1=1", "r1c2=1"], TRACE).text
    assert check_path(["r1c1=1", ...], TRACE).verdict == "not done yet"


def test_predicted_prunes_are_held_against_the_run():
    pruned = prunes_of(TRACE, 3)
    assert pruned["r2c2"] == [1, 2, 3]
    assert check_prunes(pruned, TRACE, 3)
    assert "r2c2 loses 1, 2, 3" in check_prunes({**pruned, "r2c2": [3]}, TRACE, 3).text
    assert "r5c5 loses nothing" in check_prunes({**pruned, "r5c5": [1]}, TRACE, 3).text
    assert check_prunes(..., TRACE, 3).verdict == "not done yet"
