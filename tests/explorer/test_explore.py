"""The panel of sliders: it shows a sweep of the puzzles that the sliders describe."""

from __future__ import annotations

import pytest
from matplotlib.text import Text

from futoshiki_lab.explorer.explorer import NODE_LIMIT, PALE, Explorer, in_words
from futoshiki_lab.explorer.sweeps import sweep
from futoshiki_lab.problems import random_puzzles

COUNTS = ["nodes", "checks", "solutions", "outcome"]


@pytest.fixture
def panel():
    return Explorer(5, 20, 30, puzzles=12)


def picture_of(panel):
    _, _, picture = panel.children
    return picture.value


def written_on(figure):
    return " ".join(text.get_text().replace("\n", " ") for text in figure.findobj(Text))


def said_by(panel):
    _, line, _ = panel.children
    return line.value


def test_it_shows_a_sweep_of_random_puzzles_of_this_kind(panel):
    same = sweep(random_puzzles(5, 5, 12, 12), "fc mrv", progress=False)
    assert panel.table[COUNTS].equals(same[COUNTS])
    assert panel.setting == "5x5, 5 givens, 12 signs, fc mrv"
    assert '<img class="fsl-picture"' in picture_of(panel)


@pytest.mark.parametrize(
    ("slider", "value", "column", "expected"),
    [("size", 6, "size", 6), ("givens", 40, "givens", 10), ("signs", 100, "signs", 40)],
)
def test_a_slider_moved_is_a_sweep_made(panel, slider, value, column, expected):
    before, shown = panel.table, picture_of(panel)
    getattr(panel, slider).value = value
    assert set(panel.table[column]) == {expected}
    assert panel.before is before
    assert picture_of(panel) != shown


def test_the_setting_before_stands_below_and_is_paler(panel):
    before = panel.setting
    panel.signs.value = 60
    now, below = panel.figure.axes
    assert before in written_on(below)
    assert panel.setting in written_on(now)
    assert {bar.get_alpha() for bar in below.patches} == {PALE}
    assert all(bar.get_alpha() > 1.5 * PALE for bar in now.patches)


def test_signs_by_coin_leave_puzzles_without_a_solution():
    panel = Explorer(5, 0, 60, puzzles=20)
    assert "20 solved, 0 shown to have no solution" in said_by(panel)
    panel.consistent.value = False
    assert (panel.table["outcome"] == "unsatisfiable").sum() > 10
    assert "by coin" in panel.setting


def test_what_was_stopped_is_said_and_not_taken_for_unsolvable():
    panel = Explorer(8, 0, 60, "bt", puzzles=6)
    assert set(panel.table["outcome"]) == {"limit"}
    assert (panel.table["nodes"] == NODE_LIMIT).all()
    assert "6 puzzles</b>: the median is at least 5,000 nodes; 6 stopped at" in said_by(panel)
    assert "6 stopped at 5,000 nodes. 0 solved, 0 shown to have no solution" in said_by(panel)


def test_a_decile_beyond_the_limit_is_left_out_of_the_words():
    table = sweep(random_puzzles(4, 0, 0, 8), "gac mrv", progress=False)
    stopped = table["puzzle"].isin(table["puzzle"][:2])
    table["outcome"] = table["outcome"].mask(stopped, "limit")
    assert "median 16 nodes; 2 stopped" in in_words(table)
