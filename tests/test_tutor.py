"""A check of a student's function lets nothing escape, names the mistake, and is not fooled."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from inspect import getdoc, getsource
from itertools import count, product
from random import Random
from types import ModuleType

import pytest
from student_cells import written

from futoshiki_lab.core import Board, Cell, Puzzle, fc_check, mrv, revise, search
from futoshiki_lab.exercises.culprits import CULPRITS
from futoshiki_lab.exercises.feedback import BoardShown, Feedback
from futoshiki_lab.exercises.functions import (
    AC3,
    FC_CHECK,
    FORWARD_CHECK,
    INSERTION,
    LCV,
    LOOK_BACK,
    MRV,
    RESTORE,
    REVISE,
    SEARCH,
    check_ac3,
    check_fc_check,
    check_insertion,
    check_least_constraining_value,
    check_look_back,
    check_mrv,
    check_revise,
    check_search,
)
from futoshiki_lab.exercises.guard import MOST_PRINTED
from futoshiki_lab.exercises.looks import PATIENT

EXERCISES = {
    **{"look_back": LOOK_BACK, "fc_check": FC_CHECK, "forward_check": FORWARD_CHECK},
    **{"search": SEARCH, "mrv": MRV, "lcv": LCV, "revise": REVISE, "ac3": AC3},
    **{"insertion": INSERTION, "patient": PATIENT, "restore": RESTORE},
    "culprits": CULPRITS,
}
NUMBERS = count()


def copied(function, exercise):
    """A function of the library as if a student had written it, with all it needs of its file."""
    module: ModuleType = sys.modules[function.__module__]
    source = re.sub(rf"\b{exercise.right.__name__}\(", "the_right_one(", getsource(module))
    names = {"__name__": module.__name__, "the_right_one": _plain_copy(exercise.right)}
    exec(compile(source, f"copy-{next(NUMBERS)}.py", "exec"), names)
    return names[function.__name__]


def _plain_copy(function):
    names = dict(vars(sys.modules[function.__module__]))
    exec(compile(getsource(function), f"right-{next(NUMBERS)}.py", "exec"), names)
    return names[function.__name__]


def sentence(function):
    return " ".join((getdoc(function) or "").split())


# -- right ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXERCISES)
def test_the_right_function_written_once_more_is_right(name):
    exercise = EXERCISES[name]
    for seed in (1, 2):
        feedback = exercise.check(_plain_copy(exercise.right), seed)
        assert feedback.verdict == "right", feedback
        assert feedback


def test_another_way_to_write_it_is_right():
    assert check_mrv(
        written("""
            def my_mrv(board):
                best = None
                for cell in board.unassigned:
                    if best is None or len(board.domains[cell]) < len(board.domains[best]):
                        best = cell
                return best
        """)
    )
    assert check_look_back(
        written("""
            def my_look(board, cell):
                mine = board.values[cell]
                return all(
                    board.check(other, board.values[other], cell, mine)
                    for other in board.assigned_neighbours(cell)
                )
        """)
    )
    assert check_fc_check(
        written("""
            def my_fc_check(board, cell, x):
                for d in list(board.domains[x]):
                    if not board.check(cell, board.values[cell], x, d):
                        board.prune(x, d, because=cell)
                return board.domains[x]
        """)
    )
    assert check_least_constraining_value(
        written("""
            def my_order(board, cell):
                gone = {}
                for value in board.domains[cell]:
                    gone[value] = 0
                    for other in board.unassigned_neighbours(cell):
                        for left in board.domains[other]:
                            gone[value] += not board.check(cell, value, other, left)
                yield from sorted(gone, key=gone.get)
        """)
    )


def test_what_is_given_may_be_taken_apart():
    """AC-3 may use the list of arcs as its queue; the next check has the whole list again."""
    own = written("""
        def my_ac3(board, arcs):
            while arcs:
                x, y = arcs.pop(0)
                if revise(board, x, y):
                    if not board.domains[x]:
                        return False
                    more = [(z, x) for z in board.unassigned_neighbours(x) if z != y]
                    arcs += [arc for arc in more if arc not in arcs]
            return True
    """)
    for _ in range(2):
        assert check_ac3(own)


def test_looking_back_may_ask_in_another_order():
    source = """
        def my_look(board, cell):
            for other in reversed(board.assigned_neighbours(cell)):
                if not board.check(cell, board.values[cell], other, board.values[other]):
                    {}
            return True
    """
    assert check_look_back(written(source.format("return False")))
    assert not check_look_back(written(source.format("pass")))


def test_line_insertion_is_right_used_once_or_again_and_again():
    assert check_insertion(
        written("""
            def once(board, line):
                for value in board.puzzle.values:
                    places = [cell for cell in line if value in board.domains[cell]]
                    if not places:
                        return False
                    if len(places) == 1:
                        for other in board.domains[places[0]]:
                            if other != value:
                                board.prune(places[0], other)
                return True

            def again_and_again(board, line):
                before = None
                while before != (before := dict(board.domains)):
                    if not once(board, line):
                        return False
                return True
        """)
    )


# -- known mistakes -------------------------------------------------------------------------------


MISTAKES = [
    pytest.param(exercise, mistake, id=f"{name}-{mistake.__name__}")
    for name, exercise in EXERCISES.items()
    for mistake in exercise.mistakes
]


@cache
def boards_of(cases):
    """To make the boards takes as long as to try a mistake on them."""
    return [*cases(Random(3))]


@pytest.mark.parametrize(("exercise", "mistake"), MISTAKES)
def test_a_known_mistake_is_named_by_its_own_sentence(exercise, mistake):
    on_the_same_boards = replace(exercise, cases=lambda random: boards_of(exercise.cases))
    feedback = on_the_same_boards.check(copied(mistake, exercise))
    assert feedback.verdict in ("wrong", "another cost")
    assert not feedback
    assert sentence(mistake) in feedback.text


@pytest.mark.parametrize("name", EXERCISES)
def test_every_exercise_knows_its_mistakes_and_no_two_share_a_sentence(name):
    said = [sentence(mistake) for mistake in EXERCISES[name].mistakes]
    assert len(said) >= 9
    assert len(set(said)) == len(said)
    assert all(text.endswith((".", "`.")) for text in said)


def test_an_unknown_mistake_gets_the_smallest_board():
    feedback = check_fc_check(
        written("""
            def odd(board, cell, x):
                for d in board.domains[x]:
                    if not board.check(x, d, cell, board.values[cell]) and d != 2:
                        board.prune(x, d, because=cell)
                return len(board.domains[x]) > 0
        """)
    )
    assert feedback.verdict == "wrong"
    assert "keeps" in feedback.text
    before, yours, expected = feedback.boards
    assert (before.title, yours.title, expected.title) == ("before", "yours", "expected")
    assert before.puzzle.size == 2
    assert yours.domains != expected.domains
    other = [cell for cell, domain in yours.domains.items() if domain != expected.domains[cell]]
    assert yours.marked == other


def test_cost_alone_has_its_own_words():
    feedback = check_revise(
        written("""
            def my_revise(board, x, y):
                before = board.domains[x]
                for value in before:
                    allowed = [board.check(x, value, y, other) for other in board.domains[y]]
                    if not any(allowed):
                        board.prune(x, value, because=y)
                return board.domains[x] != before
        """)
    )
    assert feedback.verdict == "another cost"
    assert feedback.text.startswith("right on all boards; with ")
    assert " checks where " in feedback.text
    assert not feedback


# -- nothing escapes ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return board.domain[x]", ["AttributeError, line 3, `return board.domain[x]`", "domain"]),
        ("return 1 / 0", ["ZeroDivisionError, line 3", "division by zero"]),
        ("return undefined", ["NameError", "'undefined'"]),
        ("while True: pass", ["It does not come to an end", "line 3, `while True: pass`"]),
        ("return my(board, cell, x)", ["It calls itself without end", "line 3"]),
        ("raise SystemExit(3)", ["SystemExit, line 3"]),
        ("exit()", ["SystemExit, line 3"]),
        ("board.prune(x, 99, because=cell)", ["ValueError, line 3", "cannot prune 99 from"]),
        ("return board.check(x, 1, x, 1)", ["ValueError, line 3", "no constraint between"]),
    ],
)
def test_an_error_or_a_loop_without_end_comes_back_with_its_line(body, words):
    feedback = check_fc_check(written(f"\ndef my(board, cell, x):\n    {body}\n"))
    assert feedback.verdict == "wrong"
    for word in words:
        assert word in feedback.text


def test_a_loop_without_end_in_a_search_comes_back():
    feedback = check_search(
        written("""
            def my_search(board, look, select, order):
                cell = select(board)
                while not board.complete:
                    mark = board.assign(cell, board.domains[cell][0])
                    look(board, cell)
                    board.restore(mark)
        """)
    )
    assert feedback.verdict == "wrong"
    assert "It does not come to an end; it spins in line" in feedback.text


def test_a_wrong_number_of_parameters_is_told():
    feedback = check_mrv(written("def my_mrv(board, cell): return cell"))
    assert "TypeError" in feedback.text
    assert "missing 1 required positional argument: 'cell'" in feedback.text


def test_ctrl_c_passes():
    def interrupted(board, cell, x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_fc_check(interrupted)


def test_a_flood_of_prints_is_cut(capsys):
    check_look_back(
        written("""
            def my_look(board, cell):
                for number in range(100):
                    print("looking", number)
                return True
        """)
    )
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["looking 0", "looking 1"]
    assert len(lines) == MOST_PRINTED + 1
    assert "no more of what your function prints" in lines[-1]


def test_a_debugger_that_traces_goes_on_afterwards():
    def trace(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        check_mrv(lambda board: board.unassigned[0])
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def as_given_out(*_):
    raise NotImplementedError  # what nbgrader puts in the place of a solution


@pytest.mark.parametrize("name", EXERCISES)
def test_a_stub_is_not_done_yet(name):
    assert EXERCISES[name].check(lambda *_: ...).verdict == "not done yet"
    assert EXERCISES[name].check(as_given_out).verdict == "not done yet"


# -- not fooled -----------------------------------------------------------------------------------


@pytest.mark.parametrize("yours", [revise, lambda *each: revise(*each)])
def test_the_librarys_own_function_is_not_an_answer(yours):
    feedback = check_revise(yours)
    assert feedback.verdict == "wrong"
    assert "It calls `revise` of the library" in feedback.text


def test_a_search_that_forgets_to_call_itself_is_told():
    feedback = check_search(_renamed(search, "my_search", calls="search"))
    assert "It calls `search` of the library" in feedback.text


def _renamed(function, name, calls):
    source = getsource(function).replace(f"def {calls}(", f"def {name}(")
    names = dict(vars(sys.modules[function.__module__]))
    exec(compile(source, "renamed.py", "exec"), names)
    return names[name]


@pytest.mark.parametrize(
    "line",
    [
        "board.counts.checks += 1",
        "board._domains[x] = ()",
        "board.observer = None",
        "board.domains = {}; return True",
        "board.domains = None; return True",
    ],
)
def test_a_board_changed_by_hand_is_told(line):
    feedback = check_fc_check(
        written(f"""
            def my_fc_check(board, cell, x):
                for d in board.domains[x]:
                    if not board.check(x, d, cell, board.values[cell]):
                        board.prune(x, d, because=cell)
                {line}
                return len(board.domains[x]) > 0
        """)
    )
    assert feedback.verdict == "wrong"
    assert "by hand" in feedback.text


def test_a_replaced_verb_is_told(monkeypatch):
    monkeypatch.setattr(Board, "check", lambda *_: True)
    feedback = check_look_back(lambda board, cell: True)
    assert feedback == Feedback("wrong", "Board.check has been replaced: restart the kernel")


def test_a_verb_that_the_function_replaces_is_told(monkeypatch):
    monkeypatch.setattr(Board, "check", Board.check)  # it comes back after the test

    def cunning(board, cell):
        Board.check = lambda *_: True
        return True

    assert check_look_back(cunning).text == "It replaces Board.check: restart the kernel."


def test_memorised_answers_fail_on_fresh_boards():
    def key(board):
        return str(board.puzzle), tuple(board.values.items()), tuple(board.domains.items())

    def memorised(board):
        return known.get(key(board), board.unassigned[0])

    seen = [case.board() for case in MRV.cases(Random(1))]
    known = {key(board): mrv(board) for board in seen}

    assert MRV.check(memorised, seed=1)
    assert not MRV.check(memorised)


# -- the boards can tell --------------------------------------------------------------------------


def fixed(exercise):
    return [(case, case.board()) for case in exercise.cases(Random(0))][:80]


def test_the_fixed_boards_have_neighbours_of_every_kind():
    kinds, sizes = set(), set()
    for case, board in fixed(FC_CHECK):
        cell, x = case.arguments
        steps = abs(cell.row - x.row) + abs(cell.column - x.column)
        way = "row" if cell.row == x.row else "column"
        kinds.add((way, cell < x, case.puzzle.constraints[cell][x].relation))
        kinds.add((way, "far" if steps > 1 else "near"))
        sizes.add(case.puzzle.size)
        kinds.add("shrunken" if len(board.domains[x]) < case.puzzle.size else "whole")
        left = FC_CHECK.right(board, cell, x)
        kinds.add("left" if left else "wiped out")
    ways = product(("row", "column"), (True, False), "<>≠")
    assert kinds >= {*ways, "shrunken", "whole", "left", "wiped out"}
    assert kinds >= {*product(("row", "column"), ("near", "far"))}
    assert sizes == {2, 3, 4, 5}


def test_the_fixed_boards_for_revise_have_assigned_partners_and_both_answers():
    kinds = set()
    for case, board in fixed(REVISE):
        x, y = case.arguments
        kinds.add(("assigned", y in board.values))
        kinds.add(("revised", revise(board, x, y)))
        kinds.add(("left", bool(board.domains[x])))
    assert kinds == {*product(("assigned", "revised", "left"), (True, False))}


def test_the_fixed_boards_for_looks_have_both_answers():
    for exercise in (LOOK_BACK, FORWARD_CHECK):
        answers = {exercise.right(board, *case.arguments) for case, board in fixed(exercise)}
        assert answers == {True, False}


def test_the_puzzles_to_search_end_in_every_way():
    ends = set()
    for case in SEARCH.cases(Random(0)):
        board = case.board()
        enough = search(board, *case.arguments)
        ends.add((case.sought, enough, min(len(board.solutions), 2)))
    assert ends >= {(1, True, 1), (1, False, 0), *((None, False, found) for found in range(3))}


# -- what is shown --------------------------------------------------------------------------------


def test_the_counterexample_is_drawn_and_written():
    feedback = check_fc_check(lambda board, cell, x: True)
    html = feedback._repr_html_()
    assert html.count("<table") == 3
    assert all(title in html for title in ("before", "yours", "expected"))
    assert "before" in repr(feedback)


def test_a_board_shows_values_domains_and_signs_all_four_ways():
    signs = [((0, 0), (0, 1)), ((1, 1), (1, 0)), ((0, 0), (1, 0)), ((1, 1), (0, 1))]
    puzzle = Puzzle([[0, 0], [0, 0]], signs)
    domains = dict.fromkeys(puzzle.cells, (1, 2))
    board = BoardShown("now", puzzle, {Cell(0, 0): 1}, domains | {Cell(0, 1): ()}, [Cell(0, 1)])
    assert str(board).split() == ["now", "1", "<", "{}", "∧", "∨", "{1,2}", ">", "{1,2}"]
    assert board._repr_html_().count("#D55E00") == 1


def test_what_a_student_wrote_is_shown_as_text():
    feedback = check_mrv(lambda board: "<script>alert(1)</script>")
    assert "<script>" not in feedback._repr_html_()


# -- another order is as right ---------------------------------------------------------------------


def last_neighbour_first(board, cell):
    return all(fc_check(board, cell, x) for x in reversed(board.unassigned_neighbours(cell)))


def asks_on_after_a_wipe_out(board, cell):
    left = [fc_check(board, cell, x) for x in board.unassigned_neighbours(cell)]
    return all(left)


def test_forward_checking_may_ask_the_neighbours_in_any_order_up_to_a_wipe_out():
    for seed in range(3):
        assert EXERCISES["forward_check"].check(last_neighbour_first, seed).verdict == "right"
    told = EXERCISES["forward_check"].check(asks_on_after_a_wipe_out)
    assert "You go on after a wipe-out" in told.text
