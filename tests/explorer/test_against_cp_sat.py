"""Solutions and uniqueness of every puzzle we have, against OR-Tools CP-SAT."""

from functools import cache, partial
from itertools import product

import pytest
from conftest import EXHAUSTIVE, examples
from cp_sat import solutions
from hypothesis import given, strategies as st
from puzzles import TWINNED, every_puzzle, puzzles

from futoshiki_lab import LOOKS, Board, Cell, solve
from futoshiki_lab.solving import ENGINES, count_solutions, is_unique

NODE_LIMITS = {"compiled": 50_000, "readable": 200 if EXHAUSTIVE else 100}
PARTS = 8
up_to_two = cache(partial(solutions, at_most=2))


@pytest.mark.parametrize("part", range(PARTS))
def test_every_puzzle_has_the_solutions_that_cp_sat_finds(part):
    """Two at most are sought. Where the node limit does not settle it, what was found must fit."""
    settled = 0
    for puzzle in every_puzzle()[part::PARTS]:
        expected = up_to_two(puzzle)
        assert count_solutions(puzzle, at_most=2) == len(expected), puzzle
        assert is_unique(puzzle) == (len(expected) == 1)
        for engine, limit in NODE_LIMITS.items():
            asked = {"solutions": 2, "node_limit": limit, "engine": engine}
            run = solve(puzzle, "mac", "dom_wdeg", **asked)
            assert not run.violations
            if run.outcome == "limit":
                assert len(run.solutions) <= len(expected)
            else:
                settled += 1
                assert len(run.solutions) == len(expected), puzzle
                if len(expected) == 1:
                    assert list(run.solutions) == expected, puzzle
            if run.counts.nodes > NODE_LIMITS["readable"]:
                break  # the readable search, which comes second, would not settle it
    assert settled > 60


@pytest.mark.parametrize("part", range(PARTS))
def test_no_look_rejects_a_value_of_cp_sats_solution(part):
    """Hard puzzles too: led along CP-SAT's solution, every algorithm finds it without failing.

    The two that cost most take turns.
    """
    for number, puzzle in enumerate(every_puzzle()[part::PARTS]):
        turn = "bt", "fc", ("mac", "gac")[number % 2]
        for grid in up_to_two(puzzle)[:1]:

            def along(board: Board, cell: Cell, grid=grid) -> list[int]:
                return [grid[cell.row][cell.column]]

            for look in LOOKS if EXHAUSTIVE else turn:
                run = solve(puzzle, look, order=along)
                assert run.solutions == (grid,)
                assert run.counts.nodes == run.counts.accepted


@examples(60)
@given(puzzles(1, 7), st.integers(1, 30))
def test_solutions_are_counted_as_cp_sat_counts_them(puzzle, at_most):
    """Satisfiable or not; up to a number only, or all of them where they are few; by every look."""
    expected = len(solutions(puzzle, at_most))
    assert count_solutions(puzzle, at_most) == expected
    assert is_unique(puzzle) == (len(solutions(puzzle, at_most=2)) == 1)
    if expected < at_most:
        assert count_solutions(puzzle) == expected
    for look, engine in product(TWINNED[0], ENGINES if puzzle.size < 5 else ENGINES[:1]):
        run = solve(puzzle, look, solutions=at_most, node_limit=50_000, engine=engine)
        assert run.outcome == "limit" or run.counts.solutions == expected
