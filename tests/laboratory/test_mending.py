"""Mending: every change is one that the definition allows, and what is found is a solution."""

from __future__ import annotations

import pytest
from puzzles import random_puzzle

from futoshiki_lab import MinConflicts, Problem, Puzzle, australia, queens, record, solve
from futoshiki_lab.core import Verb

EMPTY = Puzzle([[0] * 5] * 5)


def conflicts_of(problem, values, cell, value):
    """With how many neighbours a value of a cell is in conflict, recounted."""
    others = problem.constraints[cell].items()
    return sum(not one.holds(value, values[other]) for other, one in others)


@pytest.mark.parametrize("noise", [0, 0.5])
def test_a_change_takes_a_cell_in_conflict_and_one_of_its_best_values(noise):
    worse = changes = 0
    problems = [queens(6), australia(), EMPTY, *(random_puzzle(k, 4, k > 2) for k in range(6))]
    for seed, problem in enumerate(problems):
        trace = record(problem, MinConflicts(noise=noise, steps=60), seed=seed)
        free = [cell for cell in problem.cells if cell not in problem.givens]
        steps = list(trace.steps("node"))
        for step in steps[len(free) :]:
            event, values = trace.event(step), trace.state(step - 1).values
            assert event.cell in free
            assert conflicts_of(problem, values, event.cell, values[event.cell])
            of_each = [
                conflicts_of(problem, values, event.cell, v) for v in problem.domains[event.cell]
            ]
            chosen = conflicts_of(problem, values, event.cell, event.value)
            worse += chosen > min(of_each)
            changes += 1
            values[event.cell] = event.value
            left = sum(conflicts_of(problem, values, c, values[c]) for c in values) // 2
            assert f": {left} conflict" in trace.reason(step)
    assert changes > 100
    assert bool(worse) == bool(noise)


def test_a_search_that_overwrites_a_value_has_no_conflicts_left_to_tell():
    def overwrite(board, look, select, order):
        cell = select(board)
        for value in (1, 2):
            board.assign(cell, value)
        return False

    trace = record(Puzzle([[0, 0], [0, 0]]), "bt", search=overwrite)
    assert trace.reason(trace.steps("node")[1]) == "r1c1 changes from 1 to 2"


def test_what_is_found_is_a_solution_and_the_same_from_a_seed():
    for problem in (queens(12), EMPTY, australia()):
        first, again, other = (solve(problem, "min_conflicts", seed=seed) for seed in (1, 1, 2))
        assert first.outcome == "solved"
        assert problem.is_solution(first.solution)
        assert (first.solution, first.counts) == (again.solution, again.counts)
        assert first.counts != other.counts


def test_it_never_says_that_there_is_no_solution():
    none = Problem({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, groups=["abc"])
    for problem in (none, Puzzle([[1, 1], [0, 0]])):
        run = solve(problem, "min_conflicts")
        assert solve(problem).outcome == "unsatisfiable"
        assert (run.outcome, str(run)) == ("not found", "no solution: not found")
        assert run.ended == "4,000 changes led to no solution, and there may be one"
        assert solve(problem, "min_conflicts", node_limit=9).outcome == "not found"


def test_after_a_number_of_changes_all_cells_begin_anew():
    none = Problem({"a": [1, 2], "b": [1, 2], "c": [1, 2]}, groups=["abc"])
    trace = record(none, MinConflicts(steps=20, restart=5))
    cells = "".join(trace.event(step).cell for step in trace.steps("node"))
    assert len(cells) == 4 * (3 + 5)
    assert [cells[8 * k : 8 * k + 3] for k in range(4)] == ["abc"] * 4
    assert str(trace.run.settings) == "min_conflicts(0.02, 20, 5)"
    begins = [step for step in trace.steps("event") if trace.event(step).verb == Verb.BEGIN]
    assert [trace.steps("node").index(step + 1) for step in begins] == [0, 8, 16, 24]
    told = "restart: every variable begins anew, with a random value"
    assert [trace.reason(step) == told for step in begins] == [False, True, True, True]


@pytest.mark.parametrize(
    "more", [{"select": "mrv"}, {"root": "ac"}, {"solutions": 2}, {"jump": True}, {"order": "lcv"}]
)
def test_what_it_cannot_take_is_refused(more):
    with pytest.raises(ValueError, match="min_conflicts mends a full board until it has one"):
        solve(EMPTY, "min_conflicts", **more)
