"""The checks of a student's own rule (no value of a solution may go) and own selection."""

from functools import cache

import pytest
from solutions import solutions
from student_cells import own_copy, written

from futoshiki_lab import load, record
from futoshiki_lab.classroom.tutor import (
    check_gaschnig,
    check_nogood,
    check_rule,
    check_selection,
)
from futoshiki_lab.classroom.tutor.right_answers import insertion
from futoshiki_lab.core import Cell, mrv_degree
from futoshiki_lab.core.jumping import searched

# -- a rule ---------------------------------------------------------------------------------------

NAKED_PAIRS = """
    def naked_pairs(board, line):
        for one in line:
            pair = board.domains[one]
            same = [cell for cell in line if board.domains[cell] == pair]
            if len(pair) == 2 and len(same) == 2:
                for cell in line:
                    for value in board.domains[cell]:
                        if cell not in same and value in pair:
                            board.prune(cell, value)
        return all(board.domains[cell] for cell in line)
"""
X_WINGS = """
    def x_wings(board, line):
        rows = range(board.puzzle.size)
        for v in board.puzzle.values:
            places = [[c for c in rows if v in board.domains[Cell(r, c)]] for r in rows]
            for r in rows:
                two = [other for other in rows if places[other] == places[r]]
                for q in rows if len(two) == 2 == len(places[r]) else ():
                    for c in places[r]:
                        if q not in two and v in board.domains[Cell(q, c)]:
                            board.prune(Cell(q, c), v)
        return all(board.domains.values())
"""


@pytest.mark.parametrize("source", [NAKED_PAIRS, X_WINGS], ids=["of a line", "of the whole board"])
def test_a_rule_that_loses_no_solution_and_finds_more_than_line_insertion_is_right(source):
    feedback = check_rule(written(source))
    assert feedback.verdict == "right", feedback
    assert "it finds what neither elimination nor line insertion finds" in feedback.text


@pytest.mark.parametrize(
    ("source", "condition", "another"),
    [
        (NAKED_PAIRS, "len(same) == 2", "len(same) >= 1"),
        (X_WINGS, "len(two) == 2 == len(places[r])", "len(places[r]) == 2"),
    ],
    ids=["one cell for a pair", "one row for two"],
)
def test_a_rule_that_loses_a_solution_gets_the_board_on_which_it_does(source, condition, another):
    feedback = check_rule(written(source.replace(condition, another)))
    assert feedback.verdict == "wrong"
    assert "but a solution of this board has" in feedback.text
    before, yours = feedback.boards
    assert before.domains != yours.domains


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return False", "this board has a solution"),
        ("return None", "It returned None"),
        ("while True: pass", "It does not come to an end"),
        ("return 1 / 0", "ZeroDivisionError"),
        ("[board.prune(line[0], v) for v in board.domains[line[0]]]\n    return True", "loses"),
    ],
)
def test_what_goes_wrong_in_a_rule_is_told(body, words):
    feedback = check_rule(written(f"def rule(board, line):\n    {body}\n"))
    assert feedback.verdict == "wrong"
    assert words in feedback.text


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        (lambda board, line: True, "removes nothing"),
        (own_copy(insertion), "nothing that line insertion does not find"),
        (lambda board, line: ..., "write the body"),
    ],
    ids=["nothing", "insertion", "dots"],
)
def test_a_rule_that_finds_nothing_new_is_not_done_yet(yours, words):
    feedback = check_rule(yours)
    assert feedback.verdict == "not done yet"
    assert words in feedback.text


def test_a_rule_that_remembers_is_named():
    kept = """
    lines = {}
    def rule(board, line):
        key = id(board), tuple(line)
        if key in lines:
            return True
        lines[key] = board
        return naked_pairs(board, line)
    """
    rule = written(kept, naked_pairs=written(NAKED_PAIRS))
    assert check_rule(rule).kind == "It remembers what the board was."


# -- a conflict set --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("returned", "verdict", "said"),
    [
        ("searched(board) if survived else conflicts | below", "right", "it is Gaschnig's set"),
        ("board.values.keys() | below if survived else [*conflicts, *below]", "right", ""),
        ("conflicts | below", "wrong", "has all searched cells as culprits"),
        ("searched(board)", "wrong", "adds its culprits, and no other cells"),
        ("searched(board) if survived else below", "wrong", "must stay in the conflict set"),
        ("searched(board) if survived else conflicts", "wrong", "are added, and nothing else"),
        ("1 / 0", "wrong", "ZeroDivisionError, line 1"),
        ("{1}", "wrong", "no cell of this board"),
        ("...", "not done yet", ""),
    ],
)
def test_gaschnigs_conflict_set_is_judged_by_what_it_is(returned, verdict, said):
    add = f"def my_add(board, conflicts, below, survived): return {returned}"
    feedback = check_gaschnig(written(add, searched=searched))
    assert feedback.verdict == verdict
    assert said in feedback.text


# -- a nogood -------------------------------------------------------------------------------------

NOGOOD = solutions("12-remembering")["my-nogood"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("", "", ""),
        ("                break\n", "", "with a cell too many"),
        (" if y not in board.puzzle.givens", "", "A given is no choice"),
        ("found.items()", "[*found.items()][1:]", "A cell to blame is missing"),
        ("found.items()", "board.values.items()", "All assigned cells are too"),
        ("{y: value for", "{y: value + 1 for", "that is not on the board"),
        ("found.items()", "{**found, x: None}.items()", "that is not on the board"),
        (
            "{y: value for",
            "{y: type('', (), {'__eq__': lambda *_: 1 / 0})() for",
            "ZeroDivisionError",
        ),
        ("{y: value for y, value", "{y for y, value", "instead of a dictionary"),
        ("x = next", "return 1 / 0; x = next", "ZeroDivisionError"),
    ],
)
def test_a_nogood_that_no_solution_has_is_right_and_a_mistake_is_named(old, new, told):
    feedback = check_nogood(written(NOGOOD.replace(old, new, 1)))
    assert bool(feedback) == (not told), feedback
    assert told in feedback.text
    assert feedback.check == "check_nogood" or not feedback
    assert [board.title for board in feedback.boards] == ["before"] * bool(told)


def test_a_cell_that_rules_nothing_out_is_too_many():
    def all_but_one(board):
        wiped = next(c for c in board.unassigned if not board.domains[c])
        own = [y for y in board.values if y not in board.puzzle.givens]
        idle = [y for y in own if y not in board.puzzle.constraints[wiped]][:1]
        return {y: board.values[y] for y in own if y not in idle}

    feedback = check_nogood(all_but_one)
    assert (feedback.verdict, feedback.kind) == ("wrong", "A cell too many.")
    assert "<code>Stepper(check_nogood(all_but_one).trace)</code>" in feedback._repr_html_()


def test_a_nogood_of_other_culprits_has_no_cell_too_many_if_each_takes_a_value_away():
    def latest(board):
        x, numbers = next(c for c in board.unassigned if not board.domains[c]), board.puzzle.values
        rules = board.puzzle.constraints[x]
        kept = [y for y in board.values if y in rules]
        for y in [y for y in kept if y not in board.puzzle.givens]:
            rest = [z for z in kept if z != y]
            lost = (any(not rules[z].holds(v, board.values[z]) for z in rest) for v in numbers)
            kept = rest if all(lost) else kept
        return {y: board.values[y] for y in kept if y not in board.puzzle.givens}

    assert check_nogood(latest)


def test_a_nogood_kept_from_another_board_is_named():
    cached = written(f"@cache\n{NOGOOD}", cache=cache)
    assert check_nogood(cached).kind == "It remembers what the board was."


def test_a_nogood_that_is_not_written_is_not_done_yet():
    assert check_nogood(lambda board: ...).verdict == "not done yet"


# -- a selection ----------------------------------------------------------------------------------

PUZZLES = {name: load(name) for name in ("nyu/Input2", "nyu/SampleInput")}


def pruning(board):
    cell = max(board.unassigned, key=lambda cell: len(board.domains[cell]))
    board.prune(cell, board.domains[cell][0])
    return cell


def counting(board):
    board.counts.checks += 1
    return board.unassigned[0]


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        (lambda board: None, "is a return missing?"),
        (lambda board: "r1c1", "It returned 'r1c1': the search wants one cell"),
        (lambda board: board.unassigned, "the search wants one cell"),
        (lambda board: Cell(0, 0), "It returned r1c1, which has a value"),
        (lambda board: Cell(9, 9), "r10c10, which is not on the board"),
        (
            written("def endless(board):\n    while True: pass"),
            "It does not come to an end; it loops in line",
        ),
        (lambda board: board.unassigned[2], "IndexError"),
        (pruning, "It changes the board: a selection only chooses a cell."),
        (counting, "by hand"),
        (
            lambda board: board.unassigned[0 if board.counts.nodes < 200 else 99],
            "middle of a search",
        ),
        (5, "A function of yours is wanted, `def mine(board)`, not 5"),
    ],
)
def test_what_is_no_selection_is_told(yours, words):
    feedback = check_selection(yours, PUZZLES)
    assert feedback.verdict == "wrong"
    assert words in feedback.text


def test_an_interrupted_search_is_no_verdict():
    def interrupted(board):
        if board.counts.nodes > 20:
            raise KeyboardInterrupt
        return board.unassigned[0]

    with pytest.raises(KeyboardInterrupt):
        check_selection(interrupted, PUZZLES)


def test_a_selection_is_right_whoever_wins_and_its_nodes_are_told():
    assert check_selection(lambda board: board.random.choice(board.unassigned), PUZZLES)
    best = check_selection(lambda board: mrv_degree(board), PUZZLES)
    assert best
    for name, puzzle in PUZZLES.items():
        assert f"{name} {record(puzzle, 'fc', 'mrv_degree').counts.nodes} (" in best.text


@pytest.mark.parametrize("yours", [..., lambda board: ...])
def test_a_selection_that_is_not_written_is_not_done(yours):
    assert check_selection(yours, PUZZLES).verdict == "not done yet"
