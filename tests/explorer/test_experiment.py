"""Sweeps: the same numbers as single runs, on any number of cores, also after interruptions."""

import codecs
import errno
import inspect
import logging
import os
import signal
import statistics
import subprocess
import sys
import time
from contextlib import closing
from functools import cache, partial
from itertools import product
from math import inf
from operator import attrgetter
from pathlib import Path
from random import Random
from textwrap import dedent

import joblib
import numpy as np
import pandas as pd
import pytest
from conftest import in_a_process
from distributed import Client, LocalCluster
from hypothesis import given, strategies as st
from puzzles import puzzles, random_puzzle

import futoshiki_lab
from futoshiki_lab import Constraint, Problem, Puzzle, forward_check, load, load_all, queens, solve
from futoshiki_lab.explorer.generator import generate
from futoshiki_lab.explorer.sweeps import (
    compare_solvers,
    decided,
    ended,
    plan,
    read_sweep,
    say_bounds,
    summary,
    workers,
)
from futoshiki_lab.explorer.sweeps.solvers import Solver, of_choice, of_puzzle, solver_of
from futoshiki_lab.explorer.sweeps.sweeps import SweepError, sweep
from futoshiki_lab.explorer.sweeps.table import COLUMNS, COUNTERS, HEADER, LEVELS, ResultsFile
from futoshiki_lab.problems import random_puzzles
from futoshiki_lab.support import progress

SEVERAL = [random_puzzle(seed, 4, consistent=seed % 3 > 0) for seed in range(12)]
WAYS = [
    *("fc", "fc mrv", "gac dom_wdeg", "bt descending engine=readable", "mac random root=ac"),
    *("bt jump", "fc random root=ac jump", "fc jump learn=3 remember=4"),
]
quiet_sweep = partial(sweep, progress=False)


@pytest.fixture
def workers_at_once(monkeypatch):
    """Also a small sweep goes to the workers, from its first run on."""
    monkeypatch.setattr(workers, "WORTH_SECONDS", 0)
    monkeypatch.setattr(plan, "QUICK_LIMIT", {"compiled": -1, "readable": -1})


@pytest.fixture
def runs(monkeypatch):
    """The names of the puzzles that this process runs, as it runs them."""
    seen = []

    def one_run(solver, puzzle, goal, really=workers.one_run):
        if puzzle.name:  # a nameless one only sees to it that all is loaded
            seen.append(puzzle.name)
        return really(solver, puzzle, goal)

    monkeypatch.setattr(workers, "one_run", one_run)
    return seen


def assert_same(table: pd.DataFrame, other: pd.DataFrame) -> None:
    """Equal in everything but how long it took, types and order included."""
    some, others = (one.drop(columns="seconds") for one in (table, other))
    pd.testing.assert_frame_equal(some, others)


def test_each_row_is_a_run_and_has_its_numbers():
    table = quiet_sweep(SEVERAL, WAYS, solutions=2, node_limit=50, seed=7)
    assert tuple(table.columns) == COLUMNS
    pairs = list(product(SEVERAL, map(solver_of, WAYS)))
    assert len(table) == len(pairs)
    for (puzzle, way), row in zip(pairs, table.itertuples(), strict=True):
        settings = {"root": way.root, "solutions": 2, "node_limit": 50, "seed": 7}
        settings |= {"learn": way.learn, "remember": way.remember}
        look_and_so_on = way.look, way.select, way.order
        run = solve(puzzle, *look_and_so_on, jump=way.jump, engine="readable", **settings)
        assert (row.puzzle, row.size, row.signs, row.givens) == (
            *(puzzle.name, puzzle.size, len(puzzle.signs), len(puzzle.givens)),
        )
        assert (row.solver, row.algorithm, row.select) == (str(way), way.look, way.select)
        assert (row.order, row.root, row.outcome) == (way.order, way.root, run.outcome)
        assert (row.jump, row.learn) == (way.jump, str(run.settings.learn or ""))
        assert (row.sought, row.node_limit, row.seed) == (2, 50, 7)
        assert attrgetter(*COUNTERS)(row) == attrgetter(*COUNTERS)(run.counts)
        assert row.seconds > 0
    assert {"solved", "exhausted", "unsatisfiable", "limit"} == set(table.outcome)


def test_a_row_has_the_level_that_the_puzzle_was_made_for():
    named = [generate(4, "Extreme"), load("unequal/4x4-easy#2"), Puzzle([[0]], name="easy does it")]
    assert list(quiet_sweep(named, "fc").level) == ["extreme", "easy", ""]
    assert tuple(map(str.lower, futoshiki_lab.LEVELS)) == LEVELS


@given(
    st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), min_size=1, max_size=30),
    st.integers(1, 40),
)
def test_the_true_median_and_shares_lie_inside_the_bounds_whatever_a_limit_cuts_off(pairs, limit):
    lines = [
        (str(at), solver, min(cost, limit), "solved" if cost <= limit else "limit")
        for at, pair in enumerate(pairs)
        for solver, cost in zip("ab", pair, strict=True)
    ]
    table = pd.DataFrame(lines, columns=["puzzle", "solver", "nodes", "outcome"])
    table = table.assign(size=4, signs=0, givens=0)
    (row,) = compare_solvers(table, "a", "b", resamples=50).itertuples()
    ratios = [one / other for one, other in pairs]
    assert row.low <= row.least <= statistics.median(ratios) <= row.most <= row.high
    assert np.isnan(row.ratio) or row.ratio == pytest.approx(statistics.median(ratios), rel=0.06)
    cheaper, equal = (
        sum(fits) / len(pairs) for fits in ([r < 1 for r in ratios], [r == 1 for r in ratios])
    )
    assert row.cheaper <= cheaper <= row.cheaper + row.undecided + 1e-9
    assert row.equal <= equal
    if max(map(max, pairs)) <= limit:
        assert (row.least, row.undecided) == (row.most, 0)
        assert (row.cheaper, row.equal) == pytest.approx((cheaper, equal))


@pytest.mark.parametrize("limit", [20, 100, 500, 2_000])
def test_known_medians_lie_inside_the_bounds_of_the_same_runs_stopped_earlier(limit):
    whole = quiet_sweep(random_puzzles(5, 2, 6, 60), ["bt", "fc", "fc mrv"])
    assert set(whole.outcome) == {"solved"}
    stopped = quiet_sweep(random_puzzles(5, 2, 6, 60), ["bt", "fc", "fc mrv"], node_limit=limit)
    for pair in (("bt", "fc"), ("fc", "fc mrv"), ("fc mrv", "bt")):
        for cost in ("nodes", "total_checks"):
            (truth,) = compare_solvers(whole, *pair, cost=cost).itertuples()
            (bound,) = compare_solvers(stopped, *pair, cost=cost).itertuples()
            assert bound.least <= truth.ratio <= bound.most
            assert bound.low <= truth.low
            assert truth.high <= bound.high


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (3.91, 3.94, "3.9"),
        (14.2, 14.4, "14"),
        (2, 34, "2.0 to 34"),
        (3.9, inf, "at least 3.9"),
        (0, 0.5, "at most 0.5"),
        (0, inf, "unknown"),
    ],
)
def test_a_median_is_one_number_only_where_both_bounds_say_so(least, most, words):
    assert say_bounds(least, most) == words


def test_the_interval_of_a_ratio_is_that_of_pairs_drawn_again():
    table = quiet_sweep(random_puzzles(4, 2, 5, 60), ["fc", "bt"])
    (row,) = compare_solvers(table, "fc", "bt").itertuples()
    nodes = table.pivot(index="puzzle", columns="solver", values="nodes")
    ratios, random = list(nodes.fc / nodes.bt), Random(1)
    medians = sorted(statistics.median(random.choices(ratios, k=60)) for _ in range(2000))
    assert (row.low, row.high) == pytest.approx((medians[50], medians[-51]), rel=0.05)


def test_what_is_called_decided_is_the_same_with_ten_seeds_and_an_even_race_is_not():
    table = quiet_sweep(random_puzzles(5, 2, 6, 60), ["bt", "fc", "fc mrv"])
    for threshold in (1, 2, 4, 8):
        told = [compare_solvers(table, "bt", "fc", seed=seed).iloc[0] for seed in range(10)]
        sure = [decided(row.low, row.high, threshold) for row in told]
        keys = {row.ratio > threshold for row, is_sure in zip(told, sure, strict=True) if is_sure}
        assert len(keys) <= 1
    assert not decided(told[0].low, told[0].high, told[0].ratio)
    assert decided(told[0].low, told[0].high, told[0].low - 0.1, told[0].high + 0.1)


def test_files_and_bundled_puzzles_can_be_swept(tmp_path):
    file = tmp_path / "two.txt"
    file.write_text("3:0,0,0,0,0,0,0,0,0,\n3:1,0,0,0,2,0,0,0,3,\n")
    table = quiet_sweep([file, "nyu/Input1", SEVERAL[0]], "fc")
    assert list(table.puzzle) == ["two#1", "two#2", load_all("nyu/Input1")[0].name, SEVERAL[0].name]


def test_no_two_puzzles_have_one_name():
    small = Puzzle([[0]])
    given = [small, Puzzle([[1]], name="a"), Puzzle([[0]], name="a"), Puzzle([[0]], name="a (2)")]
    names = list(quiet_sweep([*given, Puzzle([[0]], name="b\nc")], "fc").puzzle)
    assert names == ["#1", "a", "a (2)", "a (2) (2)", "b c"]


@pytest.mark.parametrize(
    ("text", "solver"),
    [
        ("fc root=ac mrv", Solver("fc", "mrv", root="ac")),
        ("bt, engine=readable", Solver("bt", engine="readable")),
        ("fc mrv jump learn", Solver("fc", "mrv", jump=True, learn=True)),
        ("fc jump learn=1 remember=5", Solver("fc", jump=True, learn=1, remember=5)),
        ("bt jump legal_mrv_degree", Solver("bt", "legal_mrv_degree", jump=True)),
        ("look=gac select=mrv order=random", Solver("gac", "mrv", "random")),
    ],
)
def test_a_solver_can_be_written_in_words_and_reads_its_own_label(text, solver):
    assert solver_of(text) == solver == solver_of(str(solver))


def test_a_solver_that_makes_no_sense_is_refused_before_anything_runs(runs):
    with pytest.raises(ValueError, match="there is no look 'fx'"):
        quiet_sweep(SEVERAL, ["fc", "fx"], jobs=1)
    assert not runs


def look_of_a_student(folder: Path):
    """A look as a notebook has it, with no module to import it from; it notes its process."""

    def my_look(board, cell):
        (folder / str(os.getpid())).touch()
        return forward_check(board, cell)

    return my_look


def test_a_kernel_that_takes_long_to_load_starts_no_workers(monkeypatch):
    monkeypatch.setattr(workers, "make_ready", cache(lambda *_: time.sleep(0.2)))
    monkeypatch.setattr(workers, "in_processes", None)
    monkeypatch.setattr(joblib, "effective_n_jobs", lambda _: 2)
    assert len(quiet_sweep(SEVERAL * 4, "fc", node_limit=50)) == 4 * len(SEVERAL)


def test_workers_give_the_same_table_in_the_same_order(tmp_path, workers_at_once):
    ways = [*WAYS, look_of_a_student(tmp_path), lambda board, cell: forward_check(board, cell)]
    there = quiet_sweep(SEVERAL, ways, jobs=2, node_limit=50)
    assert str(os.getpid()) not in os.listdir(tmp_path)
    assert_same(there, quiet_sweep(SEVERAL, ways, jobs=1, node_limit=50))
    own = there[there.algorithm == "my_look"].reset_index(drop=True)
    fc = there[there.solver == "fc"].reset_index(drop=True)
    assert (own[list(COUNTERS)] == fc[list(COUNTERS)]).all(axis=None)


def test_a_small_sweep_does_not_wait_for_workers(tmp_path):
    quiet_sweep(SEVERAL, look_of_a_student(tmp_path), jobs=2, node_limit=100)
    assert os.listdir(tmp_path) == [str(os.getpid())]


def test_the_same_call_runs_on_a_dask_cluster(tmp_path):
    ways = ["fc mrv engine=readable", look_of_a_student(tmp_path)]
    cluster = LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    )
    with cluster, Client(cluster), joblib.parallel_config(backend="dask"):
        there = quiet_sweep(SEVERAL, ways)
    assert str(os.getpid()) not in os.listdir(tmp_path)
    assert_same(there, quiet_sweep(SEVERAL, ways, jobs=1))


def test_runs_at_the_limit_are_marked_and_stand_above_the_others():
    table = quiet_sweep(SEVERAL, "fc", node_limit=20)
    stopped = [solve(puzzle, node_limit=20).outcome == "limit" for puzzle in SEVERAL]
    assert list(table.outcome == "limit") == stopped
    assert 0 < sum(stopped) < len(stopped) / 2
    assert list(ended(table).puzzle) == list(table.puzzle[[not stop for stop in stopped]])
    (row,) = summary(table, quantiles=(0, 0.5, 1)).to_dict("records")
    assert (row["runs"], row["stopped"], row["share_stopped"]) == (
        12,
        sum(stopped),
        table.outcome.eq("limit").mean(),
    )
    above_all = table.nodes.where(table.outcome != "limit", 10**9)
    assert (row["q0"], row["median"], row["q100"]) == (above_all.min(), above_all.median(), inf)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=9), st.floats(0, 1))
def test_where_every_run_ended_the_quantiles_are_the_usual_ones(nodes, q):
    table = pd.DataFrame({"solver": "fc", "outcome": "solved", "nodes": nodes})
    assert summary(table, quantiles=[q]).iloc[0, -1] == pytest.approx(table.nodes.quantile(q))


def test_a_summary_has_a_row_a_group_in_the_order_of_the_table():
    table = quiet_sweep(SEVERAL[:4], ["fc mrv", "bt"])
    parts = summary(table, by=["solver", "outcome"], cost="checks")
    assert list(parts.solver.unique()) == ["fc mrv", "bt"]
    assert parts.runs.sum() == len(table)


def test_only_what_is_missing_is_done(tmp_path, runs):
    results = tmp_path / "results.csv"
    first = quiet_sweep(SEVERAL[:5], "fc engine=readable", to=results, jobs=1)
    assert list(pd.read_csv(results).columns) == [*COLUMNS, "run", "key", "search"]
    runs.clear()
    everything = quiet_sweep(SEVERAL, "fc engine=readable", to=results, jobs=1)
    assert sorted(runs) == sorted(puzzle.name for puzzle in SEVERAL[5:])
    pd.testing.assert_frame_equal(everything[:5], first)
    runs.clear()
    pd.testing.assert_frame_equal(
        quiet_sweep(SEVERAL, "fc engine=readable", to=results), everything
    )
    pd.testing.assert_frame_equal(read_sweep(results), everything)
    assert not runs


@pytest.mark.parametrize("cut", [1, 2, 30, 80])
def test_a_line_torn_by_a_crash_is_done_again(tmp_path, runs, cut):
    results = tmp_path / "results.csv"
    table = quiet_sweep(SEVERAL, "fc engine=readable", to=results)
    whole = results.read_bytes()
    results.write_bytes(whole[:-cut])
    assert len(read_sweep(results)) == len(table) - 1
    runs.clear()
    assert_same(quiet_sweep(SEVERAL, "fc engine=readable", to=results, jobs=1), table)
    assert len(runs) == 1
    assert len(results.read_bytes().splitlines()) == 1 + len(table)


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [
        ("none/results.csv", FileNotFoundError, "there is no folder .*none"),
        ("a\0b.csv", ValueError, "that is not a file name"),
        ("\ud800.csv", ValueError, "that is not a file name"),
        ("x" * 300, OSError, "File name too long"),
        ("file/results.csv", NotADirectoryError, "Not a directory"),
        ("", ValueError, "that is not an ordinary file"),
    ],
)
def test_a_place_where_no_results_can_go_is_said_before_the_first_run(
    tmp_path, runs, name, kind, why
):
    (tmp_path / "file").write_text("")
    with pytest.raises(kind, match=f"results cannot go there: {why}") as caught:
        quiet_sweep(SEVERAL, "fc", to=tmp_path / name, jobs=1)
    assert str(caught.value).isprintable()
    assert runs == []


@given(puzzles(), puzzles())
def test_two_puzzles_have_one_digest_only_if_they_are_the_same(puzzle, other):
    assert (of_puzzle(puzzle) == of_puzzle(other)) == (puzzle == other)
    assert of_puzzle(puzzle) == of_puzzle(Puzzle(puzzle.grid, puzzle.signs, name="renamed"))


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"node_limit": 5}, "node_limit is 1000000 there and 5 here"),
        ({"seed": 1}, "seed is 0 there and 1 here"),
        ({"solutions": 2}, "sought is 1 there and 2 here"),
        ({"solutions": "all"}, "sought is 1 there and None here"),
    ],
)
def test_runs_of_another_sweep_are_not_mixed_in(tmp_path, more, why):
    results = tmp_path / "results.csv"
    quiet_sweep(SEVERAL, "fc", to=results)
    before = results.read_bytes()
    message = rf"results\.csv has another run of 'fc' on 'random 4x4 #0': {why}\. Take another"
    with pytest.raises(ValueError, match=message):
        quiet_sweep(SEVERAL, "fc", to=results, **more)
    assert results.read_bytes() == before


def test_runs_of_another_version_of_the_search_are_not_mixed_in(tmp_path, monkeypatch):
    results = tmp_path / "results.csv"
    quiet_sweep(SEVERAL[:1], "fc", to=results, jobs=1)
    monkeypatch.setattr("futoshiki_lab.explorer.sweeps.sweeps.search_version", lambda: "another")
    with pytest.raises(ValueError, match=r"results\.csv was written by another version .* another"):
        quiet_sweep(SEVERAL, "fc", to=results, jobs=1)


@pytest.mark.parametrize(
    ("column", "value", "expected"),
    [
        ("jump", "maybe", "True or False"),
        ("outcome", "sloved", "one of solved, exhausted"),
        ("nodes", "-1", "a whole number"),
        ("nodes", "9" * 30, "a whole number"),
        ("seconds", "nan", "a number of seconds"),
        ("key", " ", "a text"),
        ("solver", "", "a text"),
        ("size", "0", "a whole number"),
        ("root", "maybe", "one of none, ac"),
        ("engine", "warp", "one of compiled, readable"),
        ("level", "5", "one of trivial, easy"),
    ],
)
def test_what_is_no_value_of_a_column_is_refused_with_its_place(tmp_path, column, value, expected):
    results = tmp_path / "results.csv"
    quiet_sweep(SEVERAL[:2], "fc", to=results, jobs=1)
    names, first, second = results.read_text("utf-8").splitlines()
    at, row = names.split(",").index(column), second.split(",")
    row[at] = value
    results.write_text("\n".join((names, first, ",".join(row), "")), "utf-8")
    place = rf"results\.csv:3, column {at + 1} \({column}\): expected {expected}"
    with pytest.raises(ValueError, match=place):
        read_sweep(results)


def test_a_solver_that_exits_is_an_error_of_the_sweep():
    def leaves(board, cell):
        raise SystemExit

    with pytest.raises(SweepError, match=r"'leaves' failed on .*: SystemExit"):
        quiet_sweep(SEVERAL, leaves, jobs=1)


def test_a_problem_with_sets_for_values_is_the_same_in_each_process(monkeypatch):
    script = """
from futoshiki_lab import Constraint, Problem
from futoshiki_lab.explorer.sweeps.solvers import of_puzzle
sets = [frozenset("ab"), frozenset("bc"), frozenset("cd")]
apart = Constraint("x", "y", "apart", lambda a, b: not a & b)
print(of_puzzle(Problem({"x": sets, "y": sets}, [apart])))
"""
    digests = set()
    for seed in range(3):
        monkeypatch.setenv("PYTHONHASHSEED", str(seed))
        digests.add(in_a_process(script))
    assert len(digests) == 1


def test_values_without_a_text_of_their_own_are_refused_before_a_sweep_that_is_kept(tmp_path, runs):
    class Colour:
        """Its text is where it is in memory."""

    colours = [Colour(), Colour()]
    problem = Problem(
        {"x": colours, "y": colours}, [Constraint("x", "y", "≠", lambda a, b: a is not b)]
    )
    with pytest.raises(ValueError, match="has no text of its own: give its class a __repr__"):
        quiet_sweep(problem, "fc", to=tmp_path / "results.csv", jobs=1)
    assert not runs


def takes_all(board, cell):
    """Takes every value for good."""
    return True


def takes_none(board, cell):
    """Finds a dead end behind every value."""
    return False


def gives_up_late(board, cell):
    """Finds what others find, until the last row."""
    return forward_check(board, cell) and cell.row < board.puzzle.size - 1


@pytest.mark.parametrize("look", [takes_all, takes_none, gives_up_late])
@pytest.mark.parametrize("sought", [1, "all"])
def test_a_wrong_look_is_not_listed_as_if_it_had_solved_anything(look, sought):
    puzzles = [puzzle for puzzle in SEVERAL if solve(puzzle).solution]
    n = len(puzzles)
    with pytest.warns(RuntimeWarning, match=f"'{look.__name__}' is wrong on {n} of {n} puzzles"):
        table = quiet_sweep(puzzles, ["fc", look], solutions=sought, node_limit=5_000)
    outcomes = table.groupby("solver")["outcome"].unique()
    assert [*outcomes[look.__name__]] == ["wrong"]
    assert "wrong" not in outcomes["fc"]
    assert set(ended(table)["solver"]) == {"fc"}
    assert summary(table).set_index("solver").loc[look.__name__, "stopped"] == n


def edited(text: str, name: str = "look"):
    """The function of that name, as a notebook's cell defines it."""
    space = {"forward_check": forward_check, "partial": partial}
    exec(dedent(text), space)
    return space[name]


VERSIONS = [
    "def look(board, cell): return True",
    "def look(board, cell): return False",
    "def look(board, cell): return forward_check(board, cell)",
    "def look(board, cell, deep=1): return True",
    "def look(board, cell, deep=2): return True",
    "def look(board, cell): return cell in {'a', 'b'}",
    "deep = 1\ndef look(board, cell): return deep",
    "deep = 2\ndef look(board, cell): return deep",
    "def other(n): return n\ndef look(board, cell): return other(1)",
    "def other(n): return n + 1\ndef look(board, cell): return other(1)",
    "def make(deep):\n def look(board, cell): return deep\n return look\nlook = make(1)",
    "def make(deep):\n def look(board, cell): return deep\n return look\nlook = make(2)",
    "def other(deep, board, cell): return True\nlook = partial(other, 1)",
    "def other(deep, board, cell): return True\nlook = partial(other, 2)",
    "class Look:\n def __call__(self, board, cell): return True\nlook = Look()",
    "class Look:\n def __call__(self, board, cell): return False\nlook = Look()",
    "class Look:\n def look(self, board, cell): return True\nlook = Look().look",
    "class Look:\n def look(self, board, cell): return False\nlook = Look().look",
    "def look(board, cell): return look(board, cell)",
]


def test_a_function_is_known_again_in_the_next_session_but_not_when_edited(monkeypatch):
    script = f"""
from functools import partial
from textwrap import dedent
from futoshiki_lab import forward_check
from futoshiki_lab.explorer.sweeps.solvers import of_choice
{inspect.getsource(edited)}
print(*(of_choice(edited(text)) for text in {VERSIONS!r}))
"""
    monkeypatch.setenv("PYTHONHASHSEED", "5")
    digests = [of_choice(edited(text)) for text in VERSIONS]
    assert in_a_process(script).split() == digests
    assert len(set(digests)) == len(VERSIONS)


def test_the_results_of_an_edited_look_are_not_taken_for_those_of_the_old_one(tmp_path):
    results = tmp_path / "results.csv"
    quiet_sweep(SEVERAL, edited(VERSIONS[2]), to=results)
    with pytest.raises(ValueError, match=r"has another run of 'look'.*the code was different"):
        quiet_sweep(SEVERAL, edited(VERSIONS[0]), to=results)
    named = [Solver(edited(text), name=text) for text in VERSIONS[:3]]
    with pytest.warns(RuntimeWarning, match="is wrong on"):
        table = quiet_sweep(SEVERAL, named, to=results, node_limit=1_000_000)
    assert len(table) == 3 * len(SEVERAL)


def as_saved_by_a_spreadsheet(text: bytes, true: bytes, false: bytes) -> bytes:
    text = text.replace(b",True,", b",%s," % true).replace(b",False,", b",%s," % false)
    return codecs.BOM_UTF8 + text.replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: as_saved_by_a_spreadsheet(text, b"TRUE", b"FALSE"),
        lambda text: as_saved_by_a_spreadsheet(text, b"true", b"false"),
        lambda text: text + b"".join(text.splitlines(keepends=True)[3:6]),
    ],
    ids=["line ends of Windows", "by a spreadsheet", "by another one", "a run twice"],
)
def test_a_file_that_another_program_has_changed_is_still_one(tmp_path, change, runs):
    results = tmp_path / "results.csv"
    settings = {"solvers": [f"fc{way} engine=readable" for way in ("", " jump")], "jobs": 1}
    table = quiet_sweep(SEVERAL[:9], to=results, **settings)
    results.write_bytes(change(results.read_bytes()))
    pd.testing.assert_frame_equal(read_sweep(results), table)
    runs.clear()
    quiet_sweep(SEVERAL, to=results, **settings)
    assert len(runs) == 2 * (len(SEVERAL) - 9)
    assert_same(read_sweep(results), quiet_sweep(SEVERAL, **settings))


def test_two_sweeps_do_not_write_to_one_file_at_once(tmp_path):
    results = tmp_path / "results.csv"
    with (
        closing(ResultsFile(results)),
        pytest.raises(BlockingIOError, match=r"results\.csv is being writ"),
    ):
        quiet_sweep(SEVERAL, "fc", to=results)
    assert len(quiet_sweep(SEVERAL, "fc", to=results)) == len(SEVERAL)


@pytest.mark.parametrize(
    ("jobs", "kill", "message"),
    [
        (1, False, r"'my_look' failed on 'random 4x4 #6'.*what now"),
        (2, False, r"'my_look' failed on 'random 4x4 #6'.*what now"),
        (2, True, r"workers failed.*terminated.*kept in .*results\.csv"),
    ],
)
def test_a_failure_says_what_happened_and_what_is_done_is_kept(
    tmp_path, workers_at_once, jobs, kill, message
):
    flag, puzzle, results = tmp_path / "flag", SEVERAL[6], tmp_path / "results.csv"

    def my_look(board, cell):
        if board.puzzle == puzzle and not flag.exists():
            if kill:
                os.kill(os.getpid(), signal.SIGKILL)
            raise ZeroDivisionError("what now?")
        return forward_check(board, cell)

    with pytest.raises(SweepError, match=message) as error:
        quiet_sweep(SEVERAL, my_look, to=results, jobs=jobs)
    assert len(error.value.table) < len(SEVERAL)
    pd.testing.assert_frame_equal(error.value.table, read_sweep(results))
    flag.touch()
    table = quiet_sweep(SEVERAL, my_look, to=results, jobs=jobs)
    assert_same(table, quiet_sweep(SEVERAL, my_look, jobs=1))
    pd.testing.assert_frame_equal(read_sweep(results), table)


LONGEST_LINE = 200


@pytest.mark.parametrize("room", range(0, 2200, 440))
def test_a_full_disk_is_reported_and_what_is_done_is_kept(tmp_path, monkeypatch, room):
    """As a disk does it: what fits is written, and the next attempt fails."""
    results, write = tmp_path / "results.csv", os.write

    def write_if_it_fits(file, data):
        if not results.exists() or not os.path.samestat(os.fstat(file), results.stat()):
            return write(file, data)  # what joblib's workers left behind is still being put away
        left = room - os.fstat(file).st_size
        if left <= 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(file, data[:left])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write_if_it_fits)
        with pytest.raises(SweepError, match=r"results\.csv") as error:
            quiet_sweep(SEVERAL, "fc engine=readable", to=results, jobs=1)
    assert "No space left" in str(error.value)
    assert results.exists() == (room >= len(HEADER))
    if room >= len(HEADER):
        pd.testing.assert_frame_equal(error.value.table, read_sweep(results))
        assert room - results.stat().st_size < LONGEST_LINE  # what fits is kept
    table = quiet_sweep(SEVERAL, "fc engine=readable", to=results, jobs=1)
    pd.testing.assert_frame_equal(read_sweep(results), table)
    assert len(table) == len(SEVERAL)


# -- in a process of its own, that is killed or interrupted ----------------------------------------

MANY = list(random_puzzles(5, 1, 8, 800))
SCRIPT = """
    import sys
    from futoshiki_lab import random_puzzles, sweep
    if __name__ == "__main__":
        if sys.argv[4]:
            sys.ps1 = sys.argv[4]
        many = random_puzzles(5, 1, 8, 800)
        table = sweep(many, sys.argv[2], to=sys.argv[1], jobs=int(sys.argv[3]))
        print(len(table), table.attrs["interrupted"])
"""


def started(results: Path, solver: str, jobs: int, prompt: str = "") -> subprocess.Popen:
    """A sweep in another process, group and all, as soon as it has written some lines."""
    sweeping = subprocess.Popen(
        [sys.executable, "-c", dedent(SCRIPT), results, solver, str(jobs), prompt],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not results.exists() or results.stat().st_size < 3 * len(HEADER):
        assert sweeping.poll() is None, sweeping.communicate()
        time.sleep(0.02)
    return sweeping


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_sweep_killed_in_the_middle_is_finished_by_the_same_call(tmp_path, jobs):
    results = tmp_path / "results.csv"
    sweeping = started(results, "fc mrv engine=readable", jobs)
    with sweeping:  # does not wait for its pipes: a worker without work yet holds them longer
        sweeping.kill()
    before = len(read_sweep(results))
    assert 0 < before < len(MANY)
    table = quiet_sweep(MANY, "fc mrv engine=readable", to=results)
    assert list(table.puzzle) == [puzzle.name for puzzle in MANY]
    pd.testing.assert_frame_equal(read_sweep(results), table)
    for row, puzzle in zip(table[::50].itertuples(), MANY[::50], strict=True):
        assert attrgetter(*COUNTERS)(row) == attrgetter(*COUNTERS)(
            solve(puzzle, "fc", "mrv").counts
        )


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a process")
@pytest.mark.parametrize(("jobs", "send"), [(1, os.kill), (2, os.kill), (2, os.killpg)])
def test_ctrl_c_ends_a_sweep_soon_with_its_table(tmp_path, jobs, send):
    """Alone to the process, as some programs send it, or to its workers too, as a terminal does."""
    results = tmp_path / "results.csv"
    sweeping = started(results, "fc mrv engine=readable", jobs, prompt=">>> ")
    send(sweeping.pid, signal.SIGINT)
    out, errors = sweeping.communicate(timeout=60)
    count, interrupted = out.split()
    assert (sweeping.returncode, interrupted) == (0, "True")
    assert 0 < int(count) == len(read_sweep(results)) < len(MANY)
    assert "RuntimeWarning: the sweep was interrupted" in errors
    assert "Traceback" not in errors


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to a process")
def test_ctrl_c_ends_a_script_too_that_would_go_on_with_a_part_of_the_table(tmp_path):
    sweeping = started(tmp_path / "results.csv", "fc mrv engine=readable", 1)
    os.kill(sweeping.pid, signal.SIGINT)
    out, errors = sweeping.communicate(timeout=60)
    assert (sweeping.returncode, out) == (-signal.SIGINT, "")
    assert "KeyboardInterrupt: the sweep was interrupted; " in errors


def test_a_bar_shows_how_far_it_is_and_how_many_were_stopped(monkeypatch, capfd):
    monkeypatch.setattr(progress, "BAR_DELAY", 0)
    sweep(SEVERAL, "fc", node_limit=20)
    out, bar = capfd.readouterr()
    limited = sum(solve(puzzle, node_limit=20).outcome == "limit" for puzzle in SEVERAL)
    assert not out
    assert "12/12 [" in bar
    assert f"{limited} at the limit" in bar
    sweep(SEVERAL, "fc", progress=False)
    monkeypatch.setattr(progress, "BAR_DELAY", 60)  # not worth while
    sweep(SEVERAL, "fc", progress=True)
    assert capfd.readouterr() == ("", "")


def test_min_conflicts_is_swept_too():
    table = quiet_sweep([Puzzle([[0] * 5] * 5), queens(8)], ["min_conflicts", "fc"], seed=4)
    assert list(table.outcome) == ["solved"] * 4
    assert list(table.solver) == ["min_conflicts", "fc"] * 2
    alone = solve(Puzzle([[0] * 5] * 5), "min_conflicts", seed=4)
    assert table.nodes[0] == alone.counts.nodes


def test_a_misspelt_argument_is_answered_with_the_one_that_is_meant():
    with pytest.raises(TypeError, match="no argument 'node_limt'; did you mean 'node_limit'"):
        sweep([], "fc", node_limt=3)
