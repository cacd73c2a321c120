"""What the exercises say, and what they tell of a run."""

from futoshiki_lab import load, record
from futoshiki_lab.exercises import Feedback, not_done, prunes_of


def test_only_a_right_answer_is_true():
    assert [bool(Feedback(verdict, "")) for verdict in ("right", "wrong", "not done yet")] == [
        True,
        False,
        False,
    ]
    assert not_done().verdict == "not done yet"


def test_feedback_shows_text_of_a_student_as_text():
    html = Feedback("wrong", "<script>")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_what_a_look_has_pruned_is_told_by_cell():
    trace = record(load("nyu/SampleInput"), "fc")
    pruned = prunes_of(trace, 3)
    assert pruned["r2c2"] == [1, 2, 3]
    assert "r5c5" not in pruned
