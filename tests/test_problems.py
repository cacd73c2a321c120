"""Colouring, queens and Sudoku run through the search, the looks and the trace of a puzzle."""

from __future__ import annotations

from itertools import product

import pytest

from futoshiki_lab import (
    solve,
)
from futoshiki_lab.problems import australia, colour_map, queens

FOUR = "1... ..3. .... ...2"
LOOKS = ("bt", "fc", "mac")


def brute_force(problem):
    """All solutions, by trying every combination of values."""
    domains = [problem.domains[cell] for cell in problem.cells]
    for values in product(*domains):
        at = dict(zip(problem.cells, values, strict=True))
        if all(one.holds(at[one.cell], at[one.other]) for one in problem.pairs):
            yield at


PROBLEMS = {
    "australia": australia(),
    "four colours": colour_map("a-b b-c c-d d-a a-c b-d d-e", ["red", "green", "blue", "black"]),
    "no colouring": colour_map("a-b b-c c-d d-a a-c b-d"),
    "queens 4": queens(4),
    "queens 6": queens(6),
}


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("jump", [False, True])
def test_every_look_finds_the_solutions_of_brute_force_in_the_same_order(name, look, jump):
    if jump and look == "mac":
        pytest.skip("mac does not jump")
    problem = PROBLEMS[name]
    run = solve(problem, look, solutions="all", jump=jump)
    assert list(run.solutions) == list(brute_force(problem))
    assert run.violations == ()


@pytest.mark.parametrize(("n", "nodes"), [(4, 8), (6, 27), (8, 88), (12, 193)])
def test_queens_take_the_nodes_that_forward_checking_has_always_taken(n, nodes):
    assert solve(queens(n)).counts.nodes == nodes
