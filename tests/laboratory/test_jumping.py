"""Jumping back: the counters of the page, the same solutions, refusals where nobody is to blame."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from puzzles import EVERY_WAY, random_puzzle

from futoshiki_lab import LOOKS, Puzzle, forward_check, load, look_back, record, search, solve
from futoshiki_lab.core import Reason

WAYS = [way for way in EVERY_WAY if way[0] in ("bt", "fc")]
# They remember what happened elsewhere in the tree: what is skipped changes what comes later.
REMEMBERS = {"dom_wdeg", "random"}
# -- the solutions -------------------------------------------------------------------------------


@cache
def small_puzzles() -> list[Puzzle]:
    """Two thousand, half of them with a solution for sure; many have hundreds."""
    sizes = Random(0).choices((2, 3, 4, 5), (1, 4, 3, 1), k=2000)
    return [random_puzzle(seed, n, seed % 2 == 0) for seed, n in enumerate(sizes)]


@pytest.mark.parametrize("sought", [1, 12, "all"])
def test_with_jump_the_same_solutions_are_found_with_no_more_nodes(sought):
    """In the same order, unless the selection or the order of values remembers."""
    found, fewer = [], 0
    for number, puzzle in enumerate(small_puzzles()):
        if sought == "all" and puzzle.size > 3:
            continue
        way = WAYS[number % len(WAYS)]
        plain, jumped = (solve(puzzle, *way, solutions=sought, jump=j) for j in (False, True))
        told = puzzle, way
        assert jumped.outcome == plain.outcome, told
        assert jumped.counts.solutions == plain.counts.solutions, told
        if not REMEMBERS & {*way}:
            assert jumped.solutions == plain.solutions, told
            assert jumped.counts.nodes <= plain.counts.nodes, told
        elif sought == "all":
            assert set(jumped.solutions) == set(plain.solutions), told
        found.append(plain.counts.solutions)
        fewer += jumped.counts.nodes < plain.counts.nodes
    assert fewer > 10
    assert all(found.count(some) > 100 for some in (0, 1))
    assert sought == 1 or sum(some > 9 for some in found) > 20


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["mac", "gac", LOOKS["mac"], LOOKS["gac"]])
@pytest.mark.parametrize("ask", [solve, record])
def test_looks_whose_prunes_have_reasons_of_many_cells_cannot_jump(ask, look):
    with pytest.raises(ValueError, match=r"[mg]ac cannot jump back: .* take bt or fc"):
        ask(load("nyu/Input1"), look, jump=True)


@pytest.mark.parametrize("ask", [solve, record])
def test_a_search_of_ones_own_jumps_by_itself(ask):
    with pytest.raises(ValueError, match="a search of your own jumps by itself"):
        ask(load("nyu/Input1"), "fc", jump=True, search=search)


def prunes_for(reason):
    """Forward checking, with other reasons for its prunes."""

    def look(board, cell):
        for other in board.unassigned_neighbours(cell):
            for value in board.domains[other]:
                if not board.check(other, value, cell, board.values[cell]):
                    board.prune(other, value, reason(board, cell, other))
            if not board.domains[other]:
                return False
        return True

    return look


def an_unassigned_neighbour(board, cell, other):
    return next((x for x in board.unassigned_neighbours(other)), None)


@pytest.mark.parametrize(
    "reason",
    [
        lambda board, cell, other: None,
        lambda board, cell, other: Reason("alone", "it is so", (cell,)),
        an_unassigned_neighbour,
    ],
)
@pytest.mark.parametrize("ask", [solve, record])
def test_prunes_that_name_no_assigned_cell_end_a_search_that_jumps(ask, reason):
    puzzle, look = load("nyu/Input1"), prunes_for(reason)
    assert ask(puzzle, look).outcome == "solved"
    with pytest.raises(ValueError, match="not because of one assigned cell, so it is not known"):
        ask(puzzle, look, jump=True)


# -- looks of one's own --------------------------------------------------------------------------


def checks_backwards(board, cell):
    others = board.assigned_neighbours(cell)
    values = board.values
    return all(board.check(other, values[other], cell, values[cell]) for other in others)


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [(checks_backwards, look_back), (prunes_for(lambda board, cell, other: cell), forward_check)],
    ids=["bt", "fc"],
)
def test_a_look_that_does_as_one_of_the_textbooks_jumps_as_it_does(mine, theirs):
    for name in ("Input1", "Input2"):
        counted, expected = (
            solve(load(f"nyu/{name}"), look, jump=True, node_limit=20_000).counts
            for look in (mine, theirs)
        )
        assert counted == expected
        assert counted.skipped


def test_a_look_that_asks_nothing_of_the_board_blames_everybody_and_skips_nothing():
    def mine(board, cell):
        constraints, values = board.puzzle.constraints[cell], board.values
        others = board.assigned_neighbours(cell)
        return all(constraints[other].holds(values[cell], values[other]) for other in others)

    plain, jumped = (solve(load("nyu/Input1"), mine, jump=jump) for jump in (False, True))
    assert jumped.counts == plain.counts
    assert plain.counts.checks == 0
    assert plain.counts.nodes == solve(load("nyu/Input1"), "bt").counts.nodes
