"""Who is to blame: every set of culprits really is one, with jumps, without, whatever the look."""

from __future__ import annotations

from functools import cache
from itertools import count, pairwise
from random import Random

import pytest
from puzzles import all_solutions, random_puzzle

from futoshiki_lab import Puzzle, Verb, fc_check, load, record

# Looks of one's own, each with another way to tell who is to blame.


def asks_and_prunes(board, cell):
    """Looks back and ahead, both from the last cell to the first, and goes on after a wipe-out."""
    for other in reversed(board.assigned_neighbours(cell)):
        if not board.check(other, board.values[other], cell, board.values[cell]):
            return False
    others = reversed(board.unassigned_neighbours(cell))
    left = [fc_check(board, cell, x) for x in others]
    return all(left)


def hears_no_wipe_out(board, cell):
    for x in board.unassigned_neighbours(cell):
        fc_check(board, cell, x)
    return True


def tells_nothing(board, cell):
    constraints, values = board.puzzle.constraints[cell], board.values
    others = board.assigned_neighbours(cell)
    return all(constraints[other].holds(values[cell], values[other]) for other in others)


LOOKS = ["bt", "fc", asks_and_prunes, hears_no_wipe_out, tells_nothing]
SELECTIONS = ["reading", "legal_mrv", "legal_mrv_degree", "mrv", "mrv_degree", "dom_wdeg"]


@cache
def some_runs(look, jump):
    """Recorded runs on small puzzles, in every way: (trace, solutions of the puzzle as dicts)."""
    runs = []
    for seed in range(70):
        random = Random(seed)
        n = random.choice((2, 3, 3, 4))
        puzzle = random_puzzle(seed, n, random.random() < 0.6)
        trace = record(
            puzzle,
            look,
            random.choice(SELECTIONS[:3] if look == "bt" else SELECTIONS),
            random.choice(["ascending", "descending", "lcv", "random"]),
            root=random.choice(["none", "ac"]),
            solutions=random.choice([1, 2, "all"]),
            node_limit=200,
            jump=bool(jump),
            learn=jump == "learn",
        )
        runs.append((trace, all_solutions(puzzle)))
    return runs


def path_to(trace, node):
    """The assignments from the root to a node."""
    return {at.cell: at.value for at in trace.tree.path(node) if at.cell}


def known_until(trace, step, cells, path, solutions):
    """Whether each solution with the values of some cells has been found before a step."""
    found = trace.run.solutions[: sum(at < step for at in trace.steps("solution"))]
    agreeing = [one for one in solutions if all(one[cell] == path[cell] for cell in cells)]
    return all(
        any(all(grid[r][c] == value for (r, c), value in one.items()) for grid in found)
        for one in agreeing
    )


# -- every set of culprits is one ------------------------------------------------------------------


@pytest.mark.parametrize("jump", [False, True, "learn"])
@pytest.mark.parametrize("look", LOOKS)
def test_a_solution_with_the_values_of_the_culprits_has_been_found_before_or_there_is_none(
    look, jump
):
    """Of each value that came to nothing; by brute force over all solutions of the puzzle."""
    judged, smaller = 0, 0
    for trace, solutions in some_runs(look, jump):
        for node in list(trace.tree)[1:]:
            if node.last is None:
                assert node.number not in trace.blame.of_node
                continue
            to_blame, path = trace.blame.of_node[node.number], path_to(trace, node.number)
            assert to_blame <= path.keys()
            assert known_until(trace, node.last, to_blame, path, solutions), (trace, node)
            judged += 1
            smaller += len(to_blame) < len(path)
    assert judged > 300
    assert smaller or look is tells_nothing


@pytest.mark.parametrize("look", LOOKS)
def test_so_is_every_conflict_set_that_is_handed_over(look):
    jumped = 0
    for trace, solutions in some_runs(look, False):
        for step in trace.steps("backtrack"):
            event, path = trace.event(step), path_to(trace, trace.event(step).node)
            handed = trace.blame.conflicts(step)[event.cell]
            assert event.cell not in handed
            assert known_until(trace, step, handed, path, solutions), (trace, step)
            jumped += trace.blame.visits[event.node].jumped
    assert jumped or look is tells_nothing


# -- the books as they grow ------------------------------------------------------------------------


@pytest.mark.parametrize("look", ["bt", "fc"])
def test_a_run_without_jumps_has_the_same_books_where_a_jump_goes_too(look):
    """Visits are compared by the assignments that lead to them."""
    compared = 0
    for seed in range(60):
        puzzle = random_puzzle(seed, 3 + seed % 2, seed % 3 > 0)
        visits = []
        for jump in (False, True):
            trace = record(puzzle, look, solutions=("all", 1)[seed % 2], jump=jump)
            visits.append(
                {
                    tuple(path_to(trace, node).items()): (visit.cell, visit.sets, visit.jumped)
                    for node, visit in trace.blame.visits.items()
                }
            )
        step_by_step, jumping = visits
        assert {path: step_by_step[path] for path in jumping} == jumping
        compared += len(jumping)
    assert compared > 500


def test_a_conflict_set_grows_until_it_is_handed_over():
    for look in ("bt", "fc"):
        for trace, _ in (*some_runs(look, True), *some_runs(look, "learn")):
            for node, visit in trace.blame.visits.items():
                grown = visit.sets[: len(visit.sets) - visit.jumped]
                assert all(one < more for one, more in pairwise(grown))
                assert all(one <= path_to(trace, node).keys() for one in visit.sets)
                for step, conflicts in zip(visit.steps, visit.sets, strict=True):
                    assert trace.blame.conflicts(step)[visit.cell] == conflicts
                    assert trace.blame.conflicts(step - 1).get(visit.cell) != conflicts


# -- a jump ----------------------------------------------------------------------------------------


def jumps(trace):
    """(step of the backtrack, the cells skipped after it, the node above the dead end)."""
    verbs = [trace.event(step).verb for step in range(1, len(trace) + 1)]
    for step in trace.steps("backtrack"):
        skipped = []
        for after in count(step + 1):
            if after > len(trace) or verbs[after - 1] not in (Verb.RESTORE, Verb.SKIP):
                break
            if verbs[after - 1] is Verb.SKIP:
                skipped.append(trace.event(after).cell)
        yield step, skipped, trace.event(step).node


@pytest.mark.parametrize("look", ["bt", "fc"])
def test_a_jump_goes_where_the_blame_says_and_the_sentences_say_who_is_to_blame(look):
    for trace, _ in (*some_runs(look, True), *some_runs(look, "learn")):
        for step, skipped, node in jumps(trace):
            path, dead_end = list(path_to(trace, node)), trace.event(step).cell
            kept = path[: len(path) - len(skipped)]
            assert skipped == path[len(kept) :][::-1]
            assert trace.blame.jump_to(node) == (kept[-1] if kept else None)
            handed = trace.blame.conflicts(step)[dead_end]
            assert trace.event(step).jump.culprits == tuple(c for c in path if c in handed)
            guilty = trace.event(step).jump.culprits
            are = "are" if len(guilty) > 1 else "is"
            blamed = f"{listed(guilty) or 'no cell'} {are}"
            back = f"back to {kept[-1]}" if kept else "the search ends"
            tried = f"no value of {dead_end} is left to try"
            assert trace.reason(step) == f"{tried}; {blamed} to blame: {back}"
            for number in range(1, len(skipped) + 1):
                leaves = f"{dead_end} has no value left; {blamed} to blame"
                expected = f"{leaves}; skip {listed(skipped[:number])}"
                assert trace.reason(step + 2 * number) == expected


def listed(cells):
    names = ", ".join(str(cell) for cell in cells)
    return " and ".join(names.rsplit(", ", 1))


def test_without_jumps_a_backtrack_says_where_it_goes_and_the_blame_where_a_jump_would_go():
    trace = record(load("nyu/Input1"), "fc")
    assert not trace.steps("skip")
    steps = [step for step in trace.steps("backtrack") if trace.event(step).node]
    parts = [
        step
        for step in steps
        if trace.blame.jump_to(trace.event(step).node) != trace.state(step).path[-1]
    ]
    assert 0 < len(parts) < len(steps)
    for step in steps:
        assert trace.event(step).jump is None
        assert trace.reason(step).endswith(f"is left to try: back to {trace.state(step).path[-1]}")


def test_with_nobody_to_blame_there_is_nowhere_to_go():
    """The givens alone leave r2c2 nothing: 1 above it, 2 beside it, 3 below it."""
    trace = record(Puzzle([[0, 1, 0], [2, 0, 0], [0, 3, 0]]), "bt", jump=True)
    assert trace.outcome == "unsatisfiable"
    (step,) = trace.steps("backtrack")
    tried = "no value of r2c2 is left to try"
    assert trace.reason(step) == f"{tried}; no cell is to blame: the search ends"
    end = "r2c2 has no value left; no cell is to blame; skip r1c3 and r1c1"
    assert trace.reason(len(trace)) == end
    assert trace.blame.jump_to(0) is None


# -- where there is no blame -----------------------------------------------------------------------


@pytest.mark.parametrize("look", ["mac", "gac"])
def test_prunes_with_reasons_of_many_cells_have_no_culprits(look):
    trace = record(load("usp/futoshiki#74"), look, node_limit=50)
    with pytest.raises(ValueError, match="it is not known which cells are to blame"):
        assert trace.blame


def test_a_run_that_was_stopped_has_the_blame_for_what_it_has_taken_back():
    whole = record(load("nyu/Input1"), "fc").blame
    for limit in (0, 1, 40, 41, 42, 43):
        trace = record(load("nyu/Input1"), "fc", event_limit=400 + limit, node_limit=limit or None)
        books = trace.blame
        assert books.of_node.items() <= whole.of_node.items()
        assert books.of_node.keys() == {node.number for node in trace.tree if node.last}
