"""Each exercise: a right answer is right however it is written, a known mistake is named."""

from dataclasses import replace
from functools import cache
from inspect import getsource
from itertools import islice, product
from random import Random

import pytest
from student_cells import own_copy, written

from futoshiki_lab import load, record
from futoshiki_lab.core import fc_check, revise, search
from futoshiki_lab.core.jumping import culprits
from futoshiki_lab.exercises import (
    Feedback,
    check_culprits,
    check_insertion,
    check_least_constraining_value,
    not_done,
    prunes_of,
)
from futoshiki_lab.exercises.cases import UntilAWipeOut
from futoshiki_lab.exercises.checks import EXERCISES
from futoshiki_lab.exercises.mistakes import read_mistakes

every_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


# -- known mistakes -------------------------------------------------------------------------------


@cache
def boards_of(cases):
    """To make the boards takes as long as to try a mistake on them."""
    return [*cases(Random(3))]


@pytest.mark.parametrize(
    ("exercise", "mistake"),
    [
        pytest.param(exercise, mistake, id=f"{name}-{mistake.sentence[:40]}")
        for name, exercise in EXERCISES.items()
        for mistake in read_mistakes(name)
    ],
)
def test_a_known_mistake_applies_and_differs_and_is_named_by_its_own_sentence(exercise, mistake):
    on_the_same_boards = replace(exercise, cases=lambda random: boards_of(exercise.cases))
    feedback = on_the_same_boards.check(own_copy(exercise.answer, mistake.change))
    assert feedback.verdict in ("wrong", "another cost")
    assert mistake.sentence in feedback.text


@every_exercise
def test_every_exercise_knows_its_mistakes_and_no_two_share_a_sentence(exercise):
    said = [mistake.sentence for mistake in read_mistakes(exercise.name)]
    assert len(said) >= 9
    assert len(set(said)) == len(said)
    assert all(text.endswith((".", "`.")) for text in said)


def test_a_mistake_in_a_line_that_is_not_there_once_is_refused():
    mistake = read_mistakes("fc_check")[0]
    source = getsource(fc_check)
    for other in (source.replace("board.check", "check"), source + source):
        with pytest.raises(ValueError, match="does not stand there once"):
            mistake.change(other)


# -- right ----------------------------------------------------------------------------------------

# Another way to write a right function: what stands in it, and what may stand there.
ANOTHER_WAY = [
    ("mrv", "len(board.domains[cell])", "(len(board.domains[cell]), cell)"),
    ("look_back", "board.assigned_neighbours(cell)", "board.assigned_neighbours(cell)[::-1]"),
    ("fc_check", "len(board.domains[x]) > 0", "board.domains[x]"),
    ("fc_check", "check(x, d, cell, board.values[cell])", "check(cell, board.values[cell], x, d)"),
    (
        "forward_check",
        "board.unassigned_neighbours(cell)",
        "board.unassigned_neighbours(cell)[::-1]",
    ),
    ("patient", "survives = False", "survives = 0"),
    ("ac3", "list(dict.fromkeys(arcs))", "arcs"),  # the next check has the whole list again
    ("culprits", "not constraints[y].holds(value, other)", "not board.check(x, value, y, other)"),
    ("culprits", "found - set(board.puzzle.givens)", "list(found - set(board.puzzle.givens))"),
    ("culprits", "found - set(board.puzzle.givens)", "found - board.puzzle.givens.keys()"),
    ("culprits", "found - set(board.puzzle.givens)", "board.removers(x)"),
]


def edited(name, old, new):
    """A right function, as a student has written it in another way."""
    source = getsource(EXERCISES[name].answer)
    assert source.count(old) == 1
    return own_copy(EXERCISES[name].answer, lambda source: source.replace(old, new))


@every_exercise
def test_the_right_function_written_once_more_is_right(exercise):
    feedback = exercise.check(own_copy(exercise.answer), seed=1)
    assert feedback.verdict == ("another cost" if exercise.name == "thrifty" else "right"), feedback


@pytest.mark.parametrize(("name", "old", "new"), ANOTHER_WAY)
def test_another_way_to_write_it_is_right(name, old, new):
    yours = edited(name, old, new)
    for _ in range(2):
        feedback = EXERCISES[name].check(yours)
        assert feedback.verdict == "right", feedback


def test_an_order_may_come_value_by_value():
    assert check_least_constraining_value(
        edited("least_constraining_value", "return sorted", "yield from sorted")
    )


def test_line_insertion_may_be_used_again_and_again():
    again_and_again = """
        def again_and_again(board, line):
            before = None
            while before != (before := dict(board.domains)):
                if not once(board, line):
                    return False
            return True
    """
    once = own_copy(EXERCISES["insertion"].right)
    assert check_insertion(written(again_and_again, once=once))


@pytest.mark.parametrize(
    ("size", "verdict"),
    [
        ("len(board.domains[x])", "right"),
        ("0", "another cost"),
        ("-len(board.domains[x])", "another cost"),
    ],
)
def test_a_thrifty_look_asks_first_where_a_wipe_out_is_near(size, verdict):
    old, new = "in board.unassigned_neighbours(cell)", "in sorted({}, key=lambda x: {})"
    yours = edited("thrifty", old, new.format("board.unassigned_neighbours(cell)", size))
    feedback = EXERCISES["thrifty"].check(yours)
    assert feedback.verdict == verdict
    assert "checks instead of" in feedback.text


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        ("x", "it returned r"),
        ("str(found)", "it returned '{"),
        ("None", "it returned None instead of {r"),
        ("set()", "it returned set() instead of {r"),
        ("[found]", "it returned [{"),
        ("culprits(board)", "It calls `culprits` of the library"),
        ("board.prune(y, 1)", "it is assigned"),
    ],
)
def test_what_is_no_set_of_culprits_is_told(returned, words):
    yours = edited("culprits", "found - set(board.puzzle.givens)", returned)
    yours.__globals__["culprits"] = culprits
    feedback = check_culprits(yours)
    assert not feedback
    assert words in feedback.text


def test_a_dead_end_is_told_with_the_order_and_with_the_cell_wiped_out():
    feedback = EXERCISES["culprits"].check(lambda board: set(), seed=1)
    assert "tried in this order, and r" in feedback.text
    (before,) = feedback.boards
    (wiped,) = before.marked
    assert f"{wiped} wiped out" in feedback.text
    assert not before.domains[wiped]


# -- the boards can tell --------------------------------------------------------------------------


def fixed(name):
    cases = islice(EXERCISES[name].cases(Random(0)), 80)
    return [(case, case.make_board()) for case in cases]


def test_the_boards_for_fc_check_have_neighbours_of_every_kind():
    kinds, sizes = set(), set()
    for case, board in fixed("fc_check"):
        cell, x = case.arguments
        steps = abs(cell.row - x.row) + abs(cell.column - x.column)
        way = "row" if cell.row == x.row else "column"
        kinds.add((way, cell < x, case.puzzle.constraints[cell][x].relation))
        kinds.add((way, "far" if steps > 1 else "near"))
        sizes.add(case.puzzle.size)
        kinds.add("shrunken" if len(board.domains[x]) < case.puzzle.size else "whole")
        kinds.add("left" if fc_check(board, cell, x) else "wiped out")
    ways = product(("row", "column"), (True, False), "<>≠")
    assert kinds >= {*ways, "shrunken", "whole", "left", "wiped out"}
    assert kinds >= {*product(("row", "column"), ("near", "far"))}
    assert sizes == {2, 3, 4, 5}


def test_the_boards_for_revise_have_assigned_partners_and_both_answers():
    kinds = set()
    for case, board in fixed("revise"):
        x, y = case.arguments
        kinds.add(("assigned", y in board.values))
        kinds.add(("revised", revise(board, x, y)))
        kinds.add(("left", bool(board.domains[x])))
    assert kinds == {*product(("assigned", "revised", "left"), (True, False))}


@pytest.mark.parametrize("name", ["look_back", "forward_check"])
def test_the_boards_for_looks_have_both_answers(name):
    answers = {EXERCISES[name].right(board, *case.arguments) for case, board in fixed(name)}
    assert answers == {True, False}


def test_a_thrifty_look_meets_boards_with_and_without_a_wipe_out():
    wiped = [isinstance(case, UntilAWipeOut) for case, _ in fixed("thrifty")]
    assert 10 < sum(wiped) < len(wiped) - 10


def test_the_puzzles_to_search_end_in_every_way():
    ends = set()
    for case, board in fixed("search"):
        enough = search(board, *case.arguments)
        ends.add((case.sought, enough, min(len(board.solutions), 2)))
    assert ends >= {(1, True, 1), (1, False, 0), *((None, False, found) for found in range(3))}


def test_the_boards_for_restore_have_cells_that_change_once_and_twice():
    kinds = set()
    for case, board in fixed("restore"):
        (mark,) = case.arguments
        cells = [cell for cell, _ in board.trail[mark:]]
        kinds.add("twice" if len({*cells}) < len(cells) else "once each" if cells else "nothing")
        kinds.add("older" if mark > len(case.puzzle.givens) else "first")
    assert kinds == {"twice", "once each", "nothing", "older", "first"}


def test_the_dead_ends_are_of_every_kind():
    kinds = set()
    for case, board in fixed("culprits"):
        (wiped,) = (cell for cell in board.unassigned if not board.domains[cell])
        assert case.assigned[-1][0] in culprits(board)
        to_blame, near = culprits(board), set(board.assigned_neighbours(wiped))
        given = board.puzzle.givens.keys()
        kinds.add("all near" if near - given == to_blame else "some too late")
        kinds.add("givens near" if near & given else "no givens near")
        kinds.add("a sign" if any(wiped in sign for sign in board.puzzle.signs) else "no sign")
        kinds.add("alone" if len(to_blame) == 1 else "several")
        cells = [cell for cell, _ in case.assigned]
        kinds.add("in order" if cells == sorted(cells) else "in another order")
    assert len(kinds) == 10


# -- what else the room says ----------------------------------------------------------------------


def test_only_a_right_answer_is_true():
    verdicts = ("right", "another cost", "wrong", "not done yet")
    assert [bool(Feedback(verdict, "")) for verdict in verdicts] == [True, False, False, False]
    assert not_done().verdict == "not done yet"


def test_what_a_look_has_pruned_is_told_by_cell():
    pruned = prunes_of(record(load("nyu/SampleInput"), "fc"), 3)
    assert pruned["r2c2"] == [1, 2, 3]
    assert "r5c5" not in pruned
