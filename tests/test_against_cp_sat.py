"""Solutions and uniqueness of every puzzle we have, against OR-Tools CP-SAT."""

import pytest
from cp_sat import solutions
from hypothesis import given, settings
from puzzles import INSTANCES, puzzles

from futoshiki_lab import LOOKS, Board, Cell, Puzzle, PuzzleError, bundled, load_all, solve

NODE_LIMIT = 2000
PARTS = 8


def every_puzzle() -> list[Puzzle]:
    """All puzzles of the shared instances where they are, and of the bundled data otherwise."""
    if not INSTANCES.is_dir():
        return [puzzle for name in bundled() for puzzle in load_all(name)]
    found = []
    for path in sorted(path for path in INSTANCES.rglob("*") if path.is_file()):
        try:
            found += load_all(path)
        except PuzzleError:  # result tables and notes stand beside the puzzles
            assert path.parent.name == "usp" or path.suffix == ".md"
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_puzzle_has_the_solutions_that_cp_sat_finds(part):
    """Two at most are sought. Where 2,000 nodes do not settle it, what was found must still fit."""
    settled = 0
    for puzzle in every_puzzle()[part::PARTS]:
        expected = solutions(puzzle, at_most=2)
        run = solve(puzzle, "mac", "dom_wdeg", solutions=2, node_limit=NODE_LIMIT)
        assert not run.violations
        if run.outcome == "limit":
            assert len(run.solutions) <= len(expected)
            continue
        settled += 1
        assert len(run.solutions) == len(expected), puzzle
        if len(expected) == 1:
            assert list(run.solutions) == expected, puzzle
    assert settled > 30


@pytest.mark.parametrize("part", range(PARTS))
def test_no_look_rejects_a_value_of_cp_sats_solution(part):
    """Hard puzzles too: led along CP-SAT's solution, every algorithm finds it without failing."""
    for puzzle in every_puzzle()[part::PARTS]:
        for grid in solutions(puzzle, at_most=1):

            def along(board: Board, cell: Cell, grid=grid) -> list[int]:
                return [grid[cell.row][cell.column]]

            for look in LOOKS:
                run = solve(puzzle, look, order=along)
                assert run.solutions == (grid,)
                assert run.counts.nodes == run.counts.accepted


@settings(max_examples=60)
@given(puzzles(5, 8))
def test_random_puzzles_are_satisfiable_exactly_when_cp_sat_says_so(puzzle):
    expected = solutions(puzzle, at_most=1)
    for look in ("fc", "mac"):
        run = solve(puzzle, look, "dom_wdeg", node_limit=3000)
        if run.outcome != "limit":
            assert bool(run.solutions) == bool(expected)
