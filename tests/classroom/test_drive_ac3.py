"""A learner who is AC-3: any order of arcs is right, and a wrong move is named."""

import pytest
from conftest import EXHAUSTIVE
from npm import run_node
from steppers import sent, told_to_believers
from test_drive import ask_for_a_board

from futoshiki_lab import Drive, Puzzle, load, random_puzzles, record
from futoshiki_lab.problems import australia, queens


def make_drives():
    """Drives that begin at the root, at nodes of several searches, and with arcs of one's own."""
    puzzles = list(random_puzzles(4, givens=3, signs=5, count=30 if EXHAUSTIVE else 6, seed=1))
    puzzles += random_puzzles(5, givens=4, signs=8, count=2, seed=2)
    for puzzle in puzzles:
        trace = record(puzzle, "mac", node_limit=6)
        yield from (Drive(trace, "ac3", step=step) for step in trace.steps("node"))
        by_bt = record(puzzle, "bt", node_limit=1)
        yield Drive(by_bt, "ac3", step=by_bt.next(0, "node"), arcs=every_arc(by_bt))
    yield from (Drive(puzzle, "ac3") for puzzle in puzzles[:30])
    for problem in (australia(), queens(5), queens(6)):
        yield Drive(record(problem, "mac"), "ac3")


def every_arc(trace):
    values = trace.state(trace.next(0, "node")).values
    return [
        (x, y) for x in trace.puzzle.cells if x not in values for y in trace.puzzle.neighbours[x]
    ]


@pytest.fixture(scope="module")
def drives():
    """Drives, each with what Node found when it drove them."""
    made = list(make_drives())
    asked = [sent(drive.trace) | drive.drive for drive in made]
    return list(zip(made, run_node("drive_runs.mjs", asked), strict=True))


def close(drive):
    """The largest arc consistent domains, by definition: strike out until nothing changes; or
    None if one is empty."""
    state, puzzle = drive.trace.state(drive.drive["step"]), drive.trace.puzzle
    left = {cell: set(values) for cell, values in state.domains.items()}
    cells = [cell for cell in puzzle.cells if cell not in state.values]
    changed = True
    while changed:
        changed = False
        for x in cells:
            for y, constraint in puzzle.constraints[x].items():
                gone = {a for a in left[x] if not any(constraint.holds(a, b) for b in left[y])}
                left[x] -= gone
                changed |= bool(gone)
    return [sorted(left[cell]) for cell in puzzle.cells] if all(left.values()) else None


def test_arcs_in_any_order_lead_to_the_largest_arc_consistent_board(drives):
    wiped = 0
    for drive, found in drives:
        numbers = {value: at for at, value in enumerate(drive.trace.puzzle.values, 1)}
        expected, left = close(drive), found["random"]["left"]
        if expected is None:
            wiped += 1
            assert [] in left
        else:
            assert left == [sorted(numbers[one] for one in values) for values in expected]
    assert 2 < wiped < len(drives) / 2


def test_every_wrong_move_is_refused_with_a_sentence_and_changes_nothing(drives):
    wrong = [found["random"]["wrong"] for _, found in drives]
    assert sum(one["tried"] for one in wrong) > 20 * len(drives)
    assert sum(one["changed"] + one["unsaid"] for one in wrong) == 0


def test_who_drives_as_ac3_does_makes_no_mistake(drives):
    for _, found in drives:
        assert (found["truth"]["mistakes"], found["truth"]["guess"]) == ({}, None)


def test_a_learner_with_a_misconception_is_told_its_name(drives):
    told, guessed = told_to_believers(drives)
    assert len(told) == 12
    for belief, names in told.items():
        assert max(names, key=names.get) == belief, names
        assert guessed[belief] == {None, belief} or belief == "misses the wipe-out"


def test_ac3_begins_where_the_run_stands_with_the_arcs_of_mac():
    trace = record(load("unequal/4x4-recursive#7"), "mac")
    node = trace.tree[2]
    drive = Drive(trace, "ac3", step=node.first)
    state, cells = trace.state(node.first), trace.puzzle.cells
    into = [(x, node.cell) for x in trace.puzzle.neighbours[node.cell] if x not in state.values]
    assert [(cells[x], cells[y]) for x, y in drive.drive["arcs"]] == into
    assert (drive.step, drive.drive["step"]) == (node.first, node.first)


def test_ac3_on_a_puzzle_begins_after_forward_checking():
    puzzle = load("nyu/Input1")
    drive, by_fc = Drive(puzzle, "ac3"), record(puzzle, "fc", node_limit=0)
    begun = by_fc.state(len(by_fc))
    assert drive.trace.state(drive.step).domains == begun.domains
    unassigned = [cell for cell in puzzle.cells if cell not in begun.values]
    assert len(drive.drive["arcs"]) == sum(
        y in unassigned for x in unassigned for y in puzzle.neighbours[x]
    )


def test_a_new_board_has_as_much_to_do():
    for drive in (
        Drive(load("unequal/4x4-easy#1"), "ac3"),
        Drive(record(load("unequal/4x4-recursive#7"), "mac"), "ac3"),
    ):
        drive.driven = {"moves": 5, "done": [{"kind": "pass"}], "over": True}
        grid = drive.trace.puzzle
        assert ask_for_a_board(drive) == ""
        assert drive.trace.puzzle != grid
        assert drive.driven["done"] == []
        assert (drive.result.moves, drive.result.boards, drive.result.over) == (5, 1, False)
        assert drive.step == drive.drive["step"]
        assert drive.drive["arcs"]


def test_ac3_refuses_what_it_cannot_begin_with():
    puzzle = load("nyu/Input1")
    with pytest.raises(ValueError, match="a neighbour of it"):
        Drive(puzzle, "ac3", arcs=[(puzzle.cells[0], puzzle.cells[0])])
    with pytest.raises(ValueError, match="a domain is empty"):
        Drive(Puzzle([[1, 1], [0, 0]]), "ac3")
    with pytest.raises(TypeError, match="select"):
        Drive(puzzle, "ac3", select="mrv")
    with pytest.raises(ValueError, match="at most 4,000 arcs, and this one has 63,488"):
        Drive(Puzzle([[0] * 32] * 32), "ac3")
    with pytest.raises(TypeError, match="for AC-3 alone"):
        Drive(puzzle, "fc", step=3)
