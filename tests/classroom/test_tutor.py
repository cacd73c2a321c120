"""A check of a student's function lets nothing escape, says what is wrong, and is not fooled."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html import escape
from types import FunctionType, SimpleNamespace

import pytest
from student_cells import own_copy, written

from futoshiki_lab import load
from futoshiki_lab.classroom.tutor import (
    Feedback,
    check_fc_check,
    check_forward_check,
    check_look_back,
    check_mrv,
    check_nogood,
    check_revise,
    check_search,
    not_done,
    record_attempt,
)
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.classroom.tutor.feedback import BoardShown
from futoshiki_lab.classroom.tutor.guard import MOST_OF_A_LOOP
from futoshiki_lab.core import Board, Cell, Puzzle, fc_check, mrv, revise, search

every_exercise = pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)

# -- what is said ---------------------------------------------------------------------------------


def test_an_unknown_mistake_gets_the_smallest_board():
    old, new = "values[cell]):", "values[cell]) and d != 2:"
    feedback = check_fc_check(own_copy(fc_check, lambda source: source.replace(old, new)))
    assert feedback.verdict == "wrong"
    assert "; it should be " in feedback.text
    before, yours, expected = feedback.boards
    titles = [board.title for board in feedback.boards]
    assert titles == ["before", "after your function", "expected"]
    assert before.puzzle.size == 2
    other = [cell for cell, domain in yours.domains.items() if domain != expected.domains[cell]]
    assert yours.marked == other != []
    html = feedback._repr_html_()
    assert html.count("<svg") == 3
    assert all(title in html and title in repr(feedback) for title in ("before", "expected"))


def test_a_board_shows_values_domains_and_signs_all_four_ways():
    signs = [((0, 0), (0, 1)), ((1, 1), (1, 0)), ((0, 0), (1, 0)), ((1, 1), (0, 1))]
    puzzle = Puzzle([[0, 0], [0, 0]], signs)
    domains = dict.fromkeys(puzzle.cells, (1, 2))
    board = BoardShown("now", puzzle, {Cell(0, 0): 1}, domains | {Cell(0, 1): ()}, [Cell(0, 1)])
    assert str(board).split() == ["now", "1", "<", "∅", "∧", "∨", "{1,2}", ">", "{1,2}"]
    html = board._repr_html_()
    assert f'aria-label="{escape(str(board))}"' in html
    assert html.count("stroke-dasharray") == 1
    emptied = replace(board, values={}, domains=dict.fromkeys(puzzle.cells, ()))
    told = repr(replace(not_done(), boards=(board, emptied)))  # both have the same width
    assert len({line.index(">") for line in told.splitlines() if ">" in line}) == 1


def test_a_wrong_cell_and_the_right_one_are_framed_on_one_board_and_a_line_shows_the_run():
    def last(board):
        return [cell for cell in board.puzzle.cells if cell not in board.values][-1]

    feedback = check_mrv(last)
    (board,) = feedback.boards
    assert f"it returned {board.marked[0]!r} instead of {board.asked[-1]!r}." in feedback.where
    html = feedback._repr_html_()
    assert "<code>Stepper(check_mrv(last).trace)</code>" in html
    assert all(f">{name}</span>" in html for name in ("the cell expected", "the cell returned"))
    count = check_mrv(lambda board: min(map(len, board.domains.values())))
    assert ", which is no cell, instead of r1c1" in count.where


def test_what_python_could_not_read_is_said_to_be_left_out(monkeypatch):
    cells = ["def last(board):\n    return 1", "def last(board)\n    return 2"]
    shell = SimpleNamespace(user_ns={"In": cells})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    exec(cells[0], names := {})
    told = "Python could not read your last `last` (SyntaxError, line 1: expected ':')."
    assert check_mrv(names["last"]).where.startswith(told)
    cells.pop()
    assert "could not read" not in check_mrv(names["last"]).where


def test_what_a_student_wrote_is_shown_as_text():
    html = check_mrv(lambda board: "<script>alert(1)</script>")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


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
        ("board.prune(x, 99, because=cell)", ["ValueError, line 3", "cannot prune 99 from"]),
        ("return board.check(x, 1, x, 1)", ["ValueError, line 3", "no constraint between"]),
    ],
)
def test_an_error_or_a_loop_without_end_comes_back_with_its_line(body, words):
    feedback = check_fc_check(written(f"\ndef my(board, cell, x):\n    {body}\n"))
    assert feedback.verdict == "wrong"
    for word in words:
        assert word in feedback.text


def test_a_loop_of_verbs_without_end_comes_back():
    loop = "while not board.complete: board.backtrack(select(board))"
    endless = written(f"def my_search(board, look, select, order):\n    {loop}")
    feedback = check_search(endless)
    assert feedback.verdict == "wrong"
    assert "It does not come to an end; it loops in line" in feedback.text
    assert not feedback.runs
    trace = record_attempt(load("nyu/Input1"), search=endless)  # no million events of it
    assert trace.run.ended == feedback.where
    assert len(trace) <= MOST_OF_A_LOOP


def test_an_endless_loop_is_named_where_it_is_and_not_in_what_it_calls():
    right = own_copy(fc_check).__code__
    text = """
def my(board, cell):
    while True:
        for x in board.unassigned_neighbours(cell):
            if not helps(board, cell, x):
                return False
"""
    endless = written(text)
    endless.__globals__["helps"] = FunctionType(right, fc_check.__globals__)
    assert re.search("it loops in line [45], `(for x|if not)", check_forward_check(endless).text)


def test_ctrl_c_passes():
    def interrupted(board, cell, x):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check_fc_check(interrupted)


def as_given_out(*_):
    raise NotImplementedError  # what nbgrader puts in the place of a solution


@every_exercise
def test_a_stub_is_not_done_yet(exercise):
    assert exercise.check(lambda *_: ...).verdict == "not done yet"
    assert exercise.check(as_given_out).verdict == "not done yet"


# -- not fooled -----------------------------------------------------------------------------------


@pytest.mark.parametrize("yours", [revise, lambda *each: revise(*each)])
def test_the_librarys_own_function_is_not_an_answer(yours):
    feedback = check_revise(yours)
    assert feedback.verdict == "wrong"
    assert "It calls `revise` of the library" in feedback.text


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
    old, new = "    return", f"    {line}\n    return"
    feedback = check_fc_check(own_copy(fc_check, lambda source: source.replace(old, new)))
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


def test_memorised_answers_fail_in_a_search():
    def key(board):
        return str(board.puzzle), tuple(board.values.items()), tuple(board.domains.items())

    def memorised(board):
        return known.get(key(board), board.unassigned[0])

    exercise = EXERCISES["mrv"]
    known = {key(board): mrv(board) for board in (c.make_board() for c in exercise.cases(None))}
    assert not exercise.check(memorised)
    assert exercise.check(memorised, seed=1) == exercise.check(memorised, seed=1)


@pytest.mark.parametrize("check", [check_mrv, check_look_back, check_nogood])
@pytest.mark.parametrize(
    ("yours", "said"),
    [
        (None, ", without parentheses after its name, not None"),
        ("mrv", "not 'mrv'"),
        (Puzzle, "not a class"),
        (lambda assignment, csp: None, "takes `(assignment, csp)`: what a textbook's function"),
        (lambda: None, "this one takes `()`"),
    ],
)
def test_what_no_check_can_call_is_told_what_is_wanted(check, yours, said):
    feedback = check(yours)
    assert feedback.verdict == "wrong"
    assert said in feedback.where
    assert "A function of yours is wanted, `def mine(board" in feedback.where


def test_a_dictionary_that_is_called_is_named():
    feedback = check_mrv(lambda board: min(board.unassigned, key=board.domains))
    assert "are no functions: write `board.domains[cell]`" in feedback.text


def test_a_recursive_call_to_the_old_name_is_named():
    left = own_copy(search, lambda source: source.replace("def search(", "def my_search("))
    assert "does it mean to call itself? That is `my_search`" in check_search(left).text
