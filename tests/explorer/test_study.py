"""The study of docs/STUDY.md: its runs can be made again, and its page says what they say."""

import re

import nbformat
import pandas as pd
import pytest
from study import numbers, report, runs
from study.runs import CELLS, GROUPED, GROUPS, PUZZLES, Cell, find_changes, read_cell, solvers


@pytest.mark.parametrize("cell", [*CELLS, *GROUPS], ids=str)
def test_a_cell_has_every_puzzle_once_with_every_solver(cell):
    lines = read_cell(cell)
    puzzles = PUZZLES * (len(GROUPED[cell.family][0]) if cell.family in GROUPED else 1)
    assert len({line.puzzle for line in lines}) == len({line.seed for line in lines}) == puzzles
    ways = {(look, by) for look, by, _ in solvers(cell.family)}
    assert len(lines) == len({line.run for line in lines}) == puzzles * len(ways)
    assert {line[2:4] for line in lines} == ways


@pytest.mark.parametrize(
    "slice_of_it",
    [
        (Cell(4, "random"), 7),
        (Cell(5, "easy"), 3),
        (Cell(6, "planted"), 99),
        (Cell(9, "trivial"), 0),
        (Cell(7, "givens"), 30_001),
    ],
    ids=str,
)
def test_a_slice_made_again_has_the_same_integers(slice_of_it):
    cell, seed = slice_of_it
    assert find_changes(cell, seed, [r for r in read_cell(cell) if r.seed == str(seed)]) == []


def test_a_change_is_found():
    cell = Cell(4, "easy")
    kept = [line._replace(nodes="0") for line in read_cell(cell) if line.seed == "0"]
    assert len(find_changes(cell, 0, kept)) == sum(1 for _ in solvers())


def test_a_puzzle_that_was_there_already_is_drawn_again(monkeypatch):
    monkeypatch.setattr("study.runs.puzzle_of", lambda _, seed: seed // 3)
    assert runs.seeds_of(Cell(4, "made"), 5) == [0, 3, 6, 9, 12]


def test_no_cell_that_is_searched_on_has_a_run_that_could_go_on():
    assert not [
        each for cell in (*CELLS, *GROUPS) for each in read_cell(cell) if runs.can_go_on(cell, each)
    ]


def test_the_stages_make_a_cell_and_nothing_is_written_twice(tmp_path, monkeypatch):
    cell = Cell(4, "made")
    monkeypatch.setattr("study.runs.RESULTS", tmp_path)
    monkeypatch.setattr("study.runs.MADE", tmp_path / "made-by.json")
    monkeypatch.setattr("study.runs.UNFINISHED", tmp_path / "unfinished")
    monkeypatch.setattr("study.runs.NODE_LIMITS", {4: 30})
    monkeypatch.setattr("study.runs.seeds_of", lambda _: [0, 1])
    monkeypatch.setitem(runs.GROUPED, "made", ((0, 50), (4,)))
    runs.run_all([cell], 1)
    lines = read_cell(cell)
    assert {line.seed for line in lines} == {"0", "1"}
    assert {line.outcome for line in lines} == {"solved"}
    again = [line for line in lines if int(line.nodes) > 30]  # a limit had stopped them
    assert again
    assert all(line.seconds for line in again)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir() if file.is_file()}
    runs.run_all([cell], 1)
    assert {file: file.stat().st_mtime_ns for file in before} == before
    made = runs.read_made()["cells"]["4x4-made"]
    assert {"version", "commit", "code"} == {*made["runs"]} == {*made["on"]}
    runs.make_again([cell], 1)
    assert {*runs.read_made()["cells"]["4x4-made"]} == {"runs"}
    assert not runs.tell_other_code()
    monkeypatch.setattr("study.runs.hash_of_code", lambda: "other")
    assert made["runs"]["commit"] in runs.tell_other_code()


@pytest.fixture(scope="module")
def answer():
    return report.Answer(numbers.load_runs(), pd.read_csv(report.PAIRS))


def test_the_page_is_what_make_study_writes_and_its_sentences_hold(answer):
    assert report.make_page(answer) == report.PAGE.read_text("utf-8")
    assert "{{" not in report.PAGE.read_text("utf-8")
    report.check_claims(answer.claims(), report.TEMPLATE.read_text("utf-8"))
    for file, is_tall in ((report.PICTURE, False), (report.TALL, True)):
        assert report.draw_answer(answer.hard, answer.givens, is_tall) == file.read_bytes()


def test_the_three_sentences_are_the_same_wherever_they_stand():
    page = report.PAGE.read_text("utf-8")
    told = re.findall(r"^\d\. \*\*.*(?:\n +.*)*", page, re.MULTILINE)
    assert len(told) == 3
    notebook = nbformat.read(report.REPO / "notebooks" / "09-nodes-or-checks.ipynb", 4)
    for text in ((report.REPO / "README.md").read_text("utf-8"), notebook.cells[-1].source):
        assert all(" ".join(each.split()) in " ".join(text.split()) for each in told)


def test_the_pairs_are_those_of_the_runs(answer):
    names = "mac mrv", "ac, fc mrv"
    told = numbers.compare(answer.runs, *names, ["size", "family"], "total_checks").round(5)
    kept = answer.of(*names, "total_checks").reset_index(drop=True)
    pd.testing.assert_frame_equal(told, kept[told.columns], check_dtype=False)


@pytest.mark.parametrize("claims", [{"Little about FC": False}, {"Much about FC": True}])
def test_a_sentence_that_the_runs_do_not_bear_out_is_not_written(claims):
    with pytest.raises(report.FalseClaimError):
        report.check_claims(claims, report.TEMPLATE.read_text("utf-8"))


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (0.4, 0.401, "2.5"),
        (0.195, 0.205, "about 5"),
        (0.71, 0.77, "1.3 to 1.4"),
        (0.25, 0.5, "2.0 to 4.0"),
    ],
)
def test_a_time_is_rounded_to_what_both_sittings_say(least, most, words):
    assert report.say_middle(pd.Series({"least": least, "most": most, "sittings": 2})) == words
