"""Each exercise: a right answer is right however it is written, a known mistake is named."""

import re
from dataclasses import replace
from functools import cache
from inspect import getsource, unwrap
from itertools import combinations
from random import Random

import pytest
from conftest import few
from student_cells import own_copy, written

from futoshiki_lab import load, record
from futoshiki_lab.classroom.ideas import read_mistakes
from futoshiki_lab.classroom.tutor import (
    Feedback,
    check_culprits,
    check_insertion,
    check_least_constraining_value,
    not_done,
    prunes_of,
    record_attempt,
)
from futoshiki_lab.classroom.tutor.cases import Gravity, observe
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.core import fc_check
from futoshiki_lab.core.jumping import culprits

every_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)


# -- known mistakes -------------------------------------------------------------------------------


@cache
def boards_of(cases, seed):
    """The fixed boards, or the random ones of a seed: to make them takes as long as to try them."""
    fixed = cases(None)
    return fixed if seed is None else [case for case in cases(seed) if case not in fixed]


@pytest.mark.parametrize(
    ("exercise", "mistake"),
    [
        pytest.param(exercise, mistake, id=f"{name}-{mistake.sentence[:40]}")
        for name, exercise in EXERCISES.items()
        for mistake in few(exercise.mistakes, 8)
    ],
)
def test_a_known_mistake_applies_and_differs_and_is_named_by_its_own_sentence(exercise, mistake):
    on_the_same_boards = replace(exercise, cases=lambda seed: boards_of(exercise.cases, None))
    feedback = on_the_same_boards.check(own_copy(exercise.answer, mistake.change))
    assert feedback.verdict in ("wrong", "another cost")
    assert mistake.sentence in feedback.text


@pytest.mark.parametrize(
    ("selected", "said"),
    [
        (
            "choice([c for c in cells if size(c) == min(map(size, cells))])",
            "draw lots among equals",
        ),
        (
            "sorted(c for c in cells if size(c) == min(map(size, cells)))[-1:][0]",
            "you take the last",
        ),
        ("min(cells, key=lambda c: (size(c), c.row == 1, c))", "take any cell among equals"),
        ("choice(cells)", "draw lots among all cells"),
    ],
)
def test_ties_that_are_broken_in_another_way_are_named(selected, said):
    lines = "cells, size = board.unassigned, lambda cell: len(board.domains[cell])"
    chosen = written(
        f"def my_mrv(board):\n    {lines}\n    return {selected}", choice=Random(1).choice
    )
    assert said in EXERCISES["mrv"].check(chosen).text


@every_exercise
def test_every_exercise_knows_its_mistakes_and_no_two_share_a_sentence(exercise):
    said = [mistake.sentence for mistake in exercise.mistakes]
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

# More ways to write a right function than right_functions.txt has: what stands in it, and what may
# stand there.
ANOTHER_WAY = [
    ("look_back", "board.assigned_neighbours(cell)", "board.assigned_neighbours(cell)[::-1]"),
    ("fc_check", "len(board.domains[x]) > 0", "board.domains[x]"),
    ("patient", "survives = False", "survives = 0"),
    ("ac3", "list(dict.fromkeys(arcs))", "arcs"),  # the next check has the whole list again
    ("culprits", "found - set(board.puzzle.givens)", "list(found - set(board.puzzle.givens))"),
    ("culprits", "found - set(board.puzzle.givens)", "found - board.puzzle.givens.keys()"),
    ("min_conflicts", "return moves", "return [[*move] for move in sorted(moves)]"),
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


def test_after_a_contradiction_the_domains_are_not_compared():
    places_first = """
        def places_first(board, line):
            places = {v: [c for c in line if v in board.domains[c]] for v in board.puzzle.values}
            for value, cells in places.items():
                for other in board.domains[cells[0]] if len(cells) == 1 else ():
                    if other != value:
                        board.prune(cells[0], other)
            return all(places.values()) and all(board.domains[cell] for cell in line)
    """
    assert check_insertion(written(places_first))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("return moves", "while not moves: pass\n    return moves", "does not come to an end"),
        ("return moves", "return moves or None", "it returned None instead of set()"),
        ("return moves", "return {*moves, max(moves)}", "ValueError"),
        ("def best_repairs", "@cache\ndef best_repairs", "It remembers what the board was"),
    ],
)
def test_min_conflicts_meets_a_solved_board_and_boards_that_change(old, new, said):
    changed = getsource(EXERCISES["min_conflicts"].answer).replace(old, new)
    names = unwrap(EXERCISES["min_conflicts"].answer).__globals__ | {"cache": cache}
    assert said in EXERCISES["min_conflicts"].check(written(changed, **names)).text


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
    assert re.search(r"\d+ checks(?:, as before| instead of \d+)", feedback.text)


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
    (wiped,) = before.asked
    assert f"{wiped} wiped out" in feedback.text
    assert not before.domains[wiped]


# -- the boards can tell --------------------------------------------------------------------------

# What holds between two cells, by hand: in a row and a column, and for signs in four directions.
PIECES = [
    "(x.row != y.row or v != w)",
    "(x.column != y.column or v != w)",
    *(
        f"(not (({x}, {y}) in board.puzzle.signs and {x} {order} {y}) or {v} < {w})"
        for x, y, v, w in ("xyvw", "yxwv")
        for order in "<>"
    ),
]
OTHERS = ["v != w", "abs(v - w) != 1", "v < w", "v > w", "v <= w", "True"]
SOME = ["[1:]", "[:-1]", "[:1]", "[:2]", "[:3]", "[::2]"]
ASKED = re.compile(r"board\.check\(|constraints\[y\]\.holds\(")
LOOP = re.compile(r"\bfor (\w+) in ([\w.]+(?:\[\w+\]|\([\w, ]*\))?)(?![\w(\[.])")
SWAPS = [
    *(("min(", "max("), ("board.unassigned,", "board.unassigned[::-1],")),
    *(("board.unassigned,", "board.puzzle.cells,"), ("len(board.domains[cell])", "cell.column")),
    *(("> mark", ">= mark"), ("> mark", "> mark + 1"), ("trail.pop()", "trail.pop(0)")),
    *(("board.domains[cell] = domain", "pass"), ("board.values.pop(cell, None)", "pass")),
]
ONLY = [
    *("{o}.row == {c}.row", "{o}.column == {c}.column", "{o} > {c}", "{o} < {c}"),
    *("({o}, {c}) in board.puzzle.signs", "({c}, {o}) in board.puzzle.signs"),
    *("({o}, {c}) not in board.puzzle.signs", "({c}, {o}) not in board.puzzle.signs"),
    "{o} in board.puzzle.stated_neighbours[{c}]",
    "{o} not in board.puzzle.stated_neighbours[{c}]",
    *("{o}.row", "{o}.column", "{c}.row", "{c}.column", "{o}.row != {o}.column"),
    *("len(board.domains[{o}]) > 1", "len(board.domains[{o}]) > 2", "len(board.domains[{o}]) < 4"),
    *("abs({o}.row - {c}.row + {o}.column - {c}.column) == {k}".replace("{k}", k) for k in "123"),
    *("abs({o}.row - {c}.row + {o}.column - {c}.column) != {k}".replace("{k}", k) for k in "123"),
]


def write_versions(source):
    """Versions of a function: swaps; constraints by hand, in part; loops over some only."""
    yield from (source.replace(*swap) for swap in SWAPS if swap[0] in source)
    some = (chosen for k in range(len(PIECES)) for chosen in combinations(PIECES, k))
    for held in [*map(" and ".join, some), *OTHERS] if ASKED.search(source) else ():
        by_hand = f"def holds(board, x, v, y, w):\n    return {held or True}\n\n\n"
        called = source.replace("constraints[y].holds(", "holds(board, x, ").replace(
            "value, other)", "value, y, other)"
        )
        yield by_hand + (
            called
            if "constraints[y]" in source
            else source.replace("board.check(", "holds(board, ")
        )
    for loop in LOOP.finditer(source):
        one, many = loop.groups()
        cells = "neighbours" in many or many in ("line", "board.unassigned")
        ifs = [only.format(o=one, c="x" if "(x)" in many else "cell") for only in ONLY if cells]
        ifs += [f"{one} != {value}" for value in (1, 2, 3, 4, "board.puzzle.size") if not cells]
        for new in [
            *(f"list({many}){part}" for part in SOME),
            *(f"[{one} for {one} in {many} if {only}]" for only in ifs),
        ]:
            yield source[: loop.start(2)] + new + source[loop.end(2) :]


@every_exercise
def test_what_some_board_refutes_the_fixed_boards_refute(exercise):
    def is_refuted(version, cases):
        behaviours = (
            [
                observe(function, case, exercise.tidy, watched=False)
                for function in (version, exercise.right)
            ]
            for case in cases
        )
        return any(mine.first_difference(due) < Gravity.COST for mine, due in behaviours)

    source, names = getsource(unwrap(exercise.answer)), unwrap(exercise.answer).__globals__
    versions = [written(own, **names) for own in write_versions(source)]
    if helper := exercise.uses:  # a right loop around a wrong function
        for own in write_versions(getsource(helper.right)):
            wrong = written(own, **unwrap(helper.right).__globals__)
            versions.append(written(source, **{**names, helper.name: wrong}))
    fresh = (case for seed in range(12) for case in boards_of(exercise.cases, seed))
    fresh = [case for case in fresh if case.puzzle.size < 5]
    passed = [one for one in versions if not is_refuted(one, boards_of(exercise.cases, None))]
    assert len(passed) < 10
    assert not any(is_refuted(one, fresh) for one in passed)


# -- three strengths -------------------------------------------------------------------------------


def test_a_counterexample_can_be_called_and_stepped_and_stays_until_it_passes():
    exercise, old = EXERCISES["fc_check"], "board.prune(x, d, because=cell)"
    broken = edited("fc_check", old, f"{old}\n    return 1 / 0")
    first, again = exercise.check(broken), exercise.check(broken)
    with pytest.raises(ZeroDivisionError):
        broken(first.board, *first.arguments)
    assert "ZeroDivisionError" in first.trace.run.ended
    assert "return 1 / 0" in first.trace.run.ended
    assert again.board.domains == first.board.domains
    other = exercise.check(edited("fc_check", "len(board.domains[x]) > 0", "True"))
    assert other.kind == "You never report a wipe-out."
    assert other.cure.startswith("Return False")
    assert "<details>" in other._repr_html_()
    with pytest.raises(AttributeError, match="no board shows a mistake"):
        _ = exercise.check(own_copy(exercise.right)).board
    assert not exercise.kept


def test_a_search_that_fails_can_be_stepped_too():
    broken = edited("search", "board.restore(mark)", "1 / 0")
    assert "ZeroDivisionError" in EXERCISES["search"].check(broken).trace.run.ended


def test_a_run_with_a_function_that_its_check_calls_wrong_says_so_and_has_an_end():
    wrong = edited("mrv", "min(", "max(")
    assert not EXERCISES["mrv"].check(wrong)
    trace = record_attempt(load("nyu/Input1"), "fc", wrong)
    assert trace.wrong == (wrong.__name__,)
    no_cell = edited("mrv", "return ", "return len(board.domains) or ")
    trace = record_attempt(load("nyu/Input1"), "fc", no_cell)
    assert trace.run.ended.startswith(f"the selection {no_cell.__name__} must return one of ")


def test_a_broken_helper_is_blamed_and_not_the_loop_around_it():
    broken = edited("fc_check", "len(board.domains[x]) > 0", "True")
    look = own_copy(
        EXERCISES["forward_check"].right, lambda text: text.replace("fc_check(board", "own(board")
    )
    look.__globals__["own"] = broken
    feedback = EXERCISES["forward_check"].check(look)
    assert feedback.where.startswith("This function is right, but `own`, which it calls, is not.")
    assert feedback.kind == "You never report a wipe-out."


def test_the_order_of_the_arcs_moves_work_only():
    feedback = EXERCISES["ac3"].check(edited("ac3", "queue.pop(0)", "queue.pop()"))
    assert (feedback.verdict, feedback.share) == ("another cost", 0.8)


@pytest.mark.parametrize("name", ["fc_check", "ac3"])
def test_a_copy_of_the_librarys_source_is_noticed_like_a_call(name):
    source = getsource(EXERCISES[name].right).replace(f"def {name}(", "def mine(")
    feedback = EXERCISES[name].check(written(source, **unwrap(EXERCISES[name].right).__globals__))
    assert f"a copy of the library's `{name}`" in feedback.text


def test_part_marks_are_the_kinds_of_boards_on_which_a_function_agrees():
    assert EXERCISES["look_back"].check(lambda board, cell: True).share == 0
    on_signs = edited(
        "fc_check",
        "board.prune(x, d",
        "x in board.puzzle.stated_neighbours[cell] and board.prune(x, d",
    )
    assert 0.3 < EXERCISES["fc_check"].check(on_signs).share < 0.8


# -- what else the room says ----------------------------------------------------------------------


def test_only_a_right_answer_is_true():
    verdicts = ("right", "another cost", "wrong", "not done yet")
    assert [bool(Feedback(verdict, "")) for verdict in verdicts] == [True, False, False, False]
    assert not_done().verdict == "not done yet"


def test_what_a_look_has_pruned_is_told_by_cell():
    pruned = prunes_of(record(load("nyu/SampleInput"), "fc"), 3)
    assert pruned["r2c2"] == [1, 2, 3]
    assert "r5c5" not in pruned
