"""The other programs in the benchmarks do what the benchmarks say.

The C++ search has to count what docs/COUNTING.md defines, or "within 1.3 times of C++" says
nothing. The page's oracle is `reference_counter.py`; here the rows of the benchmark are compared.
"""

import shutil
from dataclasses import astuple

import engines
import pytest
from contestants import cp_sat, gecode, ours, python_constraint
from contestants.cpp import Peer, build, compiler
from contestants.puzzles import graded, minimal
from contestants.timing import Missing

from futoshiki_lab import Puzzle, load, solve
from futoshiki_lab.kernels import COMPILED
from futoshiki_lab.solving import is_unique

# One worker builds the program, once.
pytestmark = pytest.mark.xdist_group("peer")


@pytest.fixture(scope="module")
def peer(tmp_path_factory):
    try:
        compiler()
    except Missing as missing:
        pytest.skip(str(missing))
    with Peer(build(tmp_path_factory.mktemp("peer"), flags=("-O0",))) as peer:
        yield peer


@pytest.mark.parametrize("setting", engines.PEER_SETTINGS)
def test_the_cpp_search_and_the_kernel_count_like_the_readable_search(setting, peer):
    look, select, *back = setting.split()
    asked = look, select, 60, "jump" in back
    for puzzle in [load("nyu/Input2"), *graded(5)[::10], *graded(9, "extreme")[:2]]:
        run = solve(puzzle, look, select, node_limit=60, jump="jump" in back, engine="readable")
        assert peer.contestant(*asked)(puzzle).answer == astuple(run.counts)
        assert not COMPILED or ours.kernel(*asked)(puzzle).answer == astuple(run.counts)


def test_the_cpp_search_refuses_what_it_does_not_know_and_goes_on(peer):
    with pytest.raises(ValueError, match="unknown setting 'fcc'"):
        peer.ask(load("nyu/Input1"), "fcc", "mrv", "step", 100, 0)
    assert peer.ask(load("nyu/Input1"), "fc", "mrv", "step", 100, 0).answer[0] == 87


SOLVERS = {
    "cp-sat": cp_sat.first_solution,
    **{
        name: lambda n=name: python_constraint.first_solution(n)
        for name in python_constraint.SOLVERS
    },
    **{way: lambda w=way: gecode.first_solution(w) for way in gecode.WAYS},
}


@pytest.mark.parametrize("name", SOLVERS)
def test_the_others_solve_a_puzzle(name):
    if name in gecode.WAYS and not shutil.which("minizinc"):
        pytest.skip("MiniZinc is not installed")
    if name in python_constraint.SOLVERS:
        pytest.importorskip("constraint")
    puzzle = load("nyu/Input1")
    lap = SOLVERS[name]()(puzzle)
    assert puzzle.is_solution(lap.answer)
    assert lap.seconds > 0


def test_a_minimal_puzzle_needs_each_of_its_clues():
    puzzle = minimal(5, seed=1)
    assert is_unique(puzzle)
    for sign in puzzle.signs:
        assert not is_unique(Puzzle(puzzle.grid, puzzle.signs - {sign}))
    for row, column in puzzle.givens:
        grid = [list(line) for line in puzzle.grid]
        grid[row][column] = 0
        assert not is_unique(Puzzle(grid, puzzle.signs))
