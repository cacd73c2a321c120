"""The study of docs/STUDY.md: its runs can be made again, and its page says what they say."""

import pytest
from study import numbers, report
from study.runs import CELLS, PUZZLES, Cell, find_changes, read_cell, solvers


@pytest.mark.parametrize("cell", CELLS, ids=str)
def test_a_cell_has_every_puzzle_with_every_solver(cell):
    lines = read_cell(cell)
    expected = {(str(s), look, by) for s in range(PUZZLES) for look, by, _ in solvers()}
    assert len(lines) == len(expected)
    assert {(line[0], line[2], line[3]) for line in lines} == expected


@pytest.mark.parametrize(
    "slice_of_it",
    [
        (Cell(4, "random"), 7),
        (Cell(5, "easy"), 3),
        (Cell(6, "planted"), 99),
        (Cell(9, "trivial"), 0),
    ],
    ids=str,
)
def test_a_slice_made_again_has_the_same_integers(slice_of_it):
    cell, seed = slice_of_it
    assert find_changes(cell, [seed]) == []


def test_a_change_is_found(monkeypatch):
    cell = Cell(4, "easy")
    kept = [[*line[:6], "0", *line[7:]] for line in read_cell(cell)]
    monkeypatch.setattr("study.runs.read_cell", lambda _: kept)
    assert len(find_changes(cell, [0])) == sum(1 for _ in solvers())


def test_the_page_has_the_table_that_the_runs_give():
    runs = numbers.load_runs()
    told = numbers.compare_solvers(
        runs, "mac mrv", "ac, fc mrv", ["size", "family"], "total_checks", numbers.RESAMPLES
    )
    page = report.PAGE.read_text("utf-8")
    assert report.lay_out(told, report.say_gain) in page
    assert report.tell_limits(runs) in page
    assert "{{" not in page


@pytest.mark.parametrize("claims", [{"Little about FC": False}, {"Much about FC": True}])
def test_a_sentence_that_the_runs_do_not_bear_out_is_not_written(claims):
    with pytest.raises(report.FalseClaimError):
        report.check_claims(claims, report.TEMPLATE.read_text("utf-8"))
