"""The kit to measure practice: parallel forms, made-up data that say so, and the analysis."""

import sys
from pathlib import Path
from statistics import mean, variance

import pytest
from conftest import REPO

sys.path.insert(0, str(REPO / "tools"))
import measure


def test_two_forms_ask_the_same_kinds_on_other_boards_and_take_as_long():
    first, second = measure.make_forms(7)
    assert [one.kind for one in first] == [one.kind for one in second] == measure.KINDS
    assert not {repr(one.shown) for one in first} & {repr(one.shown) for one in second}
    minutes = [sum(one.minutes for one in form) for form in (first, second)]
    assert abs(minutes[0] - minutes[1]) <= 3


def test_made_up_learners_are_called_so_and_their_effect_is_found(tmp_path, capsys):
    measure.main(["pretend", str(tmp_path / "log.csv"), "--seed", "3"])
    measure.main(["analyse", str(tmp_path / "log.csv")])
    told = capsys.readouterr().out
    assert told.startswith("MADE-UP DATA")
    rows = measure.read_table(tmp_path / "log.csv")
    gains = [
        [float(one["after"]) - float(one["before"]) for one in rows if one["group"] == group]
        for group in measure.GROUPS
    ]
    apart = mean(gains[0]) - mean(gains[1])
    size = apart / mean(map(variance, gains)) ** 0.5 * (1 - 3 / (4 * 58 - 1))
    assert f"difference {apart:.2f}" in told
    assert f"Hedges' g {size:.2f}" in told
    assert {one["form before"] for one in rows} == {"a", "b"}


def test_a_real_log_is_not_called_made_up_and_no_effect_is_no_effect():
    rows = [dict(one, data="") for one in measure.pretend(5, 200, effect=0)]
    told = measure.analyse([{k: str(v) for k, v in one.items()} for one in rows])
    assert "MADE-UP" not in told
    low, high = map(float, told.split("interval ")[1].split(",")[0].split(" to "))
    assert low < 0 < high
    assert high - low == pytest.approx(2 * 1.96 * 1.2 * (2 / 100) ** 0.5, rel=0.2)


def test_forms_are_written_where_the_page_says_and_no_log_is_written_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    measure.main(["forms"])
    made = {path.name for path in Path("build/measure").iterdir()}
    assert {"form-a.html", "form-b-key.html", "log.csv"} <= made
    for what in ("forms", "pretend"):
        with pytest.raises(SystemExit):
            measure.main([what])
    assert measure.read_table(Path("build/measure/log.csv")) == []


def test_too_few_learners_are_refused():
    with pytest.raises(ValueError, match="fewer than three learners"):
        measure.analyse([])
