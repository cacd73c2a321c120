"""Solutions are handed over as they are found, and only as many are kept as somebody wants."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc
from pathlib import Path

import conftest
import pytest
from house import REPO
from puzzles import TWINNED

from futoshiki_lab import LOOKS, Puzzle, load, solve
from futoshiki_lab.explorer.sweeps.solvers import Solver
from futoshiki_lab.explorer.sweeps.workers import Goal, is_wrong, one_run
from futoshiki_lab.solving import KEPT, kernels_are_compiled

BOTH = ["readable", *["compiled"] * kernels_are_compiled()]
on_both_engines = pytest.mark.parametrize("engine", BOTH)


def empty(n: int) -> Puzzle:
    return Puzzle([[0] * n] * n)


# -- solve -----------------------------------------------------------------------------------------


@on_both_engines
@pytest.mark.parametrize("look", TWINNED[0])
def test_each_grid_is_handed_over_in_the_order_in_which_it_is_found(look, engine):
    handed = []
    whole = solve(empty(4), look, solutions="all", engine=engine)
    run = solve(empty(4), look, solutions="all", engine=engine, keep=0, each=handed.append)
    assert tuple(handed) == whole.solutions
    assert len(handed) == whole.counts.solutions == 576
    assert (run.outcome, run.counts, run.solutions) == (whole.outcome, whole.counts, ())


@on_both_engines
@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({"solutions": "all"}, KEPT),
        ({"solutions": "all", "keep": 1500}, 1500),
        ({"solutions": 1200}, 1200),
        ({"solutions": 2, "keep": 5}, 2),
    ],
    ids=str,
)
def test_the_first_grids_are_kept_and_all_are_counted(asked, kept, engine):
    run = solve(empty(5), **asked, node_limit=25_000, engine=engine)
    assert len(run.solutions) == kept
    first = solve(empty(5), solutions=max(kept, 1), engine=engine).solutions
    assert run.solutions == first[:kept]
    if asked.get("solutions") == "all":
        assert (run.outcome, run.counts.solutions > 1500) == ("limit", True)
    else:
        assert (run.outcome, run.counts.solutions) == ("solved", asked.get("solutions", 1))


def test_a_run_that_kept_no_grid_does_not_say_that_there_is_no_solution():
    assert str(solve(empty(2), keep=0)) == "no grid: solved"
    circle = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]
    assert str(solve(Puzzle([[0, 0], [0, 0]], circle))) == "no solution: unsatisfiable"


def test_a_given_that_contradicts_another_one_or_a_sign_is_named():
    two, sign = Puzzle([[1, 1], [0, 0]]), Puzzle([[0, 0], [0, 1]], [((0, 1), (1, 1))])
    assert str(solve(two)) == "no solution: r1c1 = 1 and r1c2 = 1, but r1c1 ≠ r1c2"
    assert str(solve(sign)) == "no solution: r2c2 = 1, but r1c2 < r2c2"
    assert Puzzle([[1, 0], [0, 1]]).contradiction == ""


@on_both_engines
def test_memory_does_not_grow_with_the_solutions(engine):
    def peak(keep: int) -> int:
        handed = 0

        def each(grid):
            nonlocal handed
            handed += 1

        tracemalloc.start()
        solve(empty(6), solutions=sought, engine=engine, keep=keep, each=each)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert handed == sought
        return most

    sought = 20_000 if engine == "compiled" else 400
    peak(1)  # what is made once
    assert peak(0) < peak(sought) / 3


@on_both_engines
def test_an_error_of_the_one_who_takes_the_grids_comes_out_and_nothing_breaks(engine):
    def each(grid):
        raise BrokenPipeError

    before = sys.getrecursionlimit()
    with pytest.raises(BrokenPipeError):
        solve(empty(4), solutions="all", engine=engine, each=each)
    assert sys.getrecursionlimit() == before
    assert solve(load("nyu/Input1"), engine=engine).counts.nodes == 139


@on_both_engines
def test_control_c_while_a_grid_is_taken_ends_the_search_and_keeps_count(engine):
    handed = []

    def each(grid):
        handed.append(grid)
        if len(handed) == 20:
            raise KeyboardInterrupt

    run = solve(empty(4), solutions="all", engine=engine, each=each)
    assert run.outcome == "interrupted"
    assert len(handed) == run.counts.solutions
    assert len(set(handed)) == len(handed)


# -- sweeps ----------------------------------------------------------------------------------------


def forward(board, cell):
    return LOOKS["fc"].function(board, cell)


def hasty(board, cell):
    """Misses the solutions whose first value is not 1."""
    return LOOKS["fc"].function(board, cell) and board.values[board.puzzle.cells[0]] == 1


def test_sweeps_count_and_keep_only_what_has_to_be_verified():
    every = Goal("all", None, 0)
    for look, kept in (("fc", 0), (forward, 576)):
        run = one_run(Solver(look), empty(4), every)
        assert (len(run.solutions), run.counts.solutions) == (kept, 576)


def test_what_was_not_kept_is_not_taken_for_missing(monkeypatch):
    monkeypatch.setattr("futoshiki_lab.explorer.sweeps.workers.VERIFIED", 10)
    for look, wrong in ((forward, False), (hasty, True)):
        run = one_run(Solver(look), empty(4), Goal("all", None, 0))
        assert len(run.solutions) == 10
        assert is_wrong(run) == wrong


# -- the command line ------------------------------------------------------------------------------


def program(*words: str, text: str = "6:" + "0," * 35 + "0\n") -> subprocess.Popen:
    """The real program, solving a puzzle from standard input; by default an empty 6x6."""
    started = conftest.program("solve", "-", *words, text=True)
    started.stdin.write(text)
    started.stdin.close()
    return started


def grids_in(text: str) -> list[list[list[int]]]:
    """The grids of an output; it is an error if one is not whole."""
    assert text.endswith("\n")
    grids = [[[*map(int, row.split())] for row in part.splitlines()] for part in text.split("\n\n")]
    assert all([len(row) for row in grid] == [6] * 6 for grid in grids)
    return grids


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
@pytest.mark.parametrize("words", [(), ("--engine", "readable"), ("--engine", "compiled")])
@pytest.mark.parametrize("as_json", [False, True])
def test_all_solutions_of_an_empty_6x6_are_written_as_they_are_found(words, as_json):
    with program("--solutions", "all", *words, *["--json"] * as_json) as started:
        head = started.stdout.read(200_000)  # it has 812,851,200: nobody waits for the last one
        started.send_signal(signal.SIGINT)
        rest, errors = started.stdout.read(), started.stderr.read()
    assert started.returncode == 130
    assert errors.startswith("-: interrupted at ")
    assert errors.count("\n") == 1
    if as_json:
        result = json.loads(head + rest)
        assert result["outcome"] == "interrupted"
        grids = result["solutions"]
    else:
        grids = grids_in(head + rest)
    assert len(grids) > 1000
    assert all(map(empty(6).is_solution, grids))
    # Whether the write that Ctrl-C interrupts goes out is for the system to say.
    found = int(re.search("([0-9]+) solutions found until then", errors)[1])
    assert found - len(grids) in (0, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_a_write_that_ctrl_c_ends_half_way_is_not_written_again():
    child = """
import select
from futoshiki_lab.command_line import output
output.SHORT = 2**20  # more than a pipe takes: the system writes a part, and then Ctrl-C ends it
select.select = lambda *streams: None
screen = output.Screen()
try:
    screen.write("".join(f"{number:09}\\n" for number in range(100_000)))
except KeyboardInterrupt:
    screen.write("end\\n")
"""
    words = [sys.executable, "-c", child]
    environment = {**os.environ, "PYTHONPATH": str(REPO)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment, text=True) as started:
        head = started.stdout.read(1)
        started.send_signal(signal.SIGINT)
        lines = (head + started.stdout.read()).splitlines()
    assert lines == [*(f"{number:09}" for number in range(100_000)), "end"]


def test_a_limit_leaves_what_was_written(tmp_path: Path):
    out = tmp_path / "out.txt"
    with program("--solutions", "all", "--node-limit", "5000", "-o", str(out)) as started:
        errors = started.stderr.read()
    assert started.returncode == 3
    run = solve(empty(6), solutions="all", node_limit=5000)
    assert f"{run.counts.solutions} solutions found until then" in errors
    assert out.read_text() == str(solve(empty(6), solutions=run.counts.solutions))


def test_many_puzzles_with_all_their_solutions_are_blocks_one_after_another():
    with program("--solutions", "all", text="2:0,0,0,0\n2:0R,0,0,0\n") as started:
        out = started.stdout.read()
    assert out == "1 2\n2 1\n\n2 1\n1 2\n\n2 1\n1 2\n"
