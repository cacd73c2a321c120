"""Notebook 04: its four broken versions fail as it says, and its checks find them."""

import ast
import linecache
import sys
from inspect import getsource
from pathlib import Path
from random import Random

import nbformat
import pytest

from futoshiki_lab import Verb, forward_check, load, record, search
from futoshiki_lab.core.search import set_up
from futoshiki_lab.exercises import (
    Feedback,
    check_restore,
    check_search,
    first_difference,
)
from futoshiki_lab.exercises.functions import RESTORE
from futoshiki_lab.exercises.trail import OpenBoard, restore
from futoshiki_lab.widgets.question import Prediction

PATH = Path(__file__).parents[1] / "notebooks" / "04-restoring.ipynb"
CELLS = nbformat.read(PATH, as_version=nbformat.NO_CONVERT).cells
CODE = [cell for cell in CELLS if cell.cell_type == "code"]


def run_cell(name, source, names):
    """Run one cell as a kernel does; returns what its last line shows."""
    file = f"<cell {name}>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    *body, last = ast.parse(source, file).body
    if not isinstance(last, ast.Expr):
        exec(compile(ast.Module([*body, last], []), file, "exec"), names)
        return None
    exec(compile(ast.Module(body, []), file, "exec"), names)
    return eval(compile(ast.Expression(last.value), file, "eval"), names)


def run_notebook(**answers):
    """Run all cells with these functions; returns the names in them, what was said and asked."""
    names, said, asked = {"__name__": "restoring"}, {}, {}
    for cell in CODE:
        result = run_cell(cell.id, cell.source, names)
        # A function takes the place of the unfinished one as soon as that is there.
        names.update({name: answer for name, answer in answers.items() if name in names})
        if isinstance(result, Feedback):
            said[cell.id] = result
        if isinstance(result, Prediction):
            asked[cell.id] = result
    return names, said, asked


@pytest.fixture(scope="module")
def unfinished():
    return run_notebook()


@pytest.fixture(scope="module")
def names(unfinished):
    return unfinished[0]


def own_search():
    """The search of the library, written once more."""
    names = dict(vars(sys.modules["futoshiki_lab.core.search"]))
    exec(getsource(search).replace("search(", "my_search("), names)
    return names["my_search"]


# The first wrong step of each version, and the lines that are wrong.
STEPS = {1: 188, 2: 177, 3: 600, 4: 251}
LINES = {1: {11}, 2: {8, 9}, 3: {11, 12}, 4: {5, 6}}


def in_vain(board, look, select, order):
    return False


# -- the questions and checks ----------------------------------------------------------------


def test_no_exercise_is_done_before_somebody_does_it(unfinished):
    _, said, asked = unfinished
    assert {feedback.verdict for feedback in said.values()} == {"not done yet"}
    assert len(said) == 4
    assert {question.right for question in asked.values()} == {None}


def test_right_functions_are_accepted_and_used():
    _, said, _ = run_notebook(my_search=own_search(), my_restore=in_one_go)
    assert {name: found.verdict for name, found in said.items()} == {
        "check-my-restore": "right",
        "check-my-search": "right",
    }


def test_wrong_functions_are_refused():
    _, said, _ = run_notebook(my_search=in_vain, my_restore=lambda board, mark: None)
    assert {found.verdict for found in said.values()} == {"wrong"}


@pytest.mark.parametrize("version", STEPS)
def test_the_hunt_asks_for_the_first_wrong_step_and_for_the_line(unfinished, version):
    _, _, asked = unfinished
    step, line = (asked[f"{what}-{version}"]._kind for what in ("step", "line"))
    assert step.answer == STEPS[version]
    right = {int(line.offer["options"][place].split(":")[0]) for place in line.answer}
    assert right == LINES[version]


def test_the_answers_stand_nowhere_in_the_notebook():
    text = "\n".join(cell.source for cell in CELLS)
    for step in STEPS.values():
        assert str(step) not in text


# -- the four versions -----------------------------------------------------------------------

RIGHT_RUNS = {1: "right", 2: "right", 3: "right_all", 4: "right_4"}


def runs(names, version):
    return names[RIGHT_RUNS[version]], names[f"broken_{version}"]


def test_version_1_calls_a_solvable_puzzle_unsolvable(names):
    right, broken = runs(names, 1)
    assert (right.outcome, broken.outcome) == ("solved", "unsatisfiable")


def test_version_2_accepts_a_wrong_grid(names):
    right, broken = runs(names, 2)
    assert (right.outcome, broken.outcome) == ("solved", "solved")
    assert broken.run.violations
    assert not right.run.violations


def test_version_3_finds_the_first_solution_and_then_some_that_are_none(names):
    right, broken = runs(names, 3)
    first, *others = broken.run.solutions
    assert first == right.run.solution
    assert not any(right.puzzle.violations(first))
    assert all(any(right.puzzle.violations(grid)) for grid in others)
    assert len(others) >= right.counts.solutions


def test_version_4_tries_one_value_for_ever(names):
    right, broken = runs(names, 4)
    assert (right.outcome, broken.outcome) == ("solved", "limit")
    labels = [node.label for node in broken.tree()]
    assert set(labels[6:]) == {labels[5]}


# What happens on each side at the first step after which the boards differ.
FIRST_DIFFERENCES = {
    1: (Verb.RESTORE, Verb.ASSIGN),  # a failed look is not taken back
    2: (Verb.ACCEPT, Verb.RESTORE),  # what the look found is given back before it is used
    3: (Verb.RESTORE, Verb.BACKTRACK),  # a solution is not taken back
    4: (Verb.ASSIGN, Verb.ASSIGN),  # the same value again in the place of the next
}


@pytest.mark.parametrize("version", FIRST_DIFFERENCES)
def test_a_broken_run_is_the_right_one_until_the_state_that_is_named(names, version):
    right, broken = runs(names, version)
    first = STEPS[version]
    assert first_difference(right, broken) == first
    for step in range(1, first):
        here, there = right.event(step), broken.event(step)
        assert (here.verb, here.cell, here.value) == (there.verb, there.cell, there.value)
    assert (right.event(first).verb, broken.event(first).verb) == FIRST_DIFFERENCES[version]


def test_version_1_goes_on_after_a_dead_end_as_if_nothing_had_been_taken(names):
    right, _ = runs(names, 1)
    assert STEPS[1] - 1 in right.steps("dead end")


def test_version_3_goes_wrong_right_after_its_first_solution(names):
    right, _ = runs(names, 3)
    assert right.steps("solution")[0] == STEPS[3] - 1


def test_version_4_tries_again_what_it_has_just_taken_back(names):
    right, broken = runs(names, 4)
    taken_back, again, instead = broken.event(250), broken.event(251), right.event(251)
    assert taken_back.verb == Verb.RESTORE
    assert (again.cell, again.value) == (taken_back.cell, taken_back.value)
    assert instead.cell == again.cell
    assert instead.value > again.value


def test_equal_runs_differ_nowhere(names):
    assert first_difference(names["right"], names["right"]) is None


# -- mending ---------------------------------------------------------------------------------

PRUNE_AFTER = "        board.restore(mark)\n        board.prune(cell, value)\n    board.backtrack"
PRUNE_BEFORE = "        board.prune(cell, value)\n        board.restore(mark)\n    board.backtrack"
LOOP = "while board.domains[cell]:\n        value = order(board, cell)[0]"
MENDED = {
    1: ("            board.restore(mark)", "        board.restore(mark)"),
    2: ("            board.restore(mark)\n            mark = board.assign(cell, value)\n", ""),
    3: ("if not board.complete:\n            board.restore", "board.restore"),
    4: (LOOP, "for value in order(board, cell):"),
}


def edited(version, old, new):
    (source,) = (cell.source for cell in CODE if cell.id == f"search-{version}")
    assert source.count(old) == 1
    names = {}
    run_cell("my-search", source.replace(old, new), names)
    return names[f"search_{version}"]


@pytest.mark.parametrize("version", MENDED)
def test_a_version_is_wrong_until_it_is_mended(names, version):
    assert check_search(names[f"search_{version}"]).verdict == "wrong"
    assert check_search(edited(version, *MENDED[version]))


def test_a_value_tried_in_vain_may_be_pruned_after_the_restore_and_not_before():
    restore = "        board.restore(mark)\n    board.backtrack"
    assert check_search(edited(4, restore, PRUNE_AFTER))
    before = check_search(edited(4, restore, PRUNE_BEFORE))
    assert ": it is assigned" in before.text


# -- a restore of one's own --------------------------------------------------------------------


def in_one_go(board, mark):
    for cell, domain in board.trail[mark:][::-1]:
        board.domains[cell] = domain
        if cell in board.values:
            del board.values[cell]
    board.trail = board.trail[:mark]
    return board


def test_a_restore_may_be_written_in_another_way():
    assert check_restore(in_one_go)


def test_a_search_with_a_restore_of_ones_own_counts_the_same():
    puzzle = load("nyu/SampleInput")
    board = OpenBoard(puzzle, in_one_go)
    assert set_up(board, forward_check)
    assert search(board, forward_check)
    run = record(puzzle, "fc").run
    assert (board.counts, board.solutions) == (run.counts, [run.solution])


def no_domain(board, mark):
    cell, _ = board.trail.pop()
    board.domains[cell] = None


def none_for_a_value(board, mark):
    while len(board.trail) > mark:
        cell, board.domains[cell] = board.trail.pop()
        board.values[cell] = None


def emptied(board, mark):
    board.domains.clear()


def no_trail(board, mark):
    board.trail = None


def another_dictionary(board, mark):
    board.domains = {}


def del_value(board, mark):
    cell, board.domains[cell] = board.trail.pop()
    del board.values[cell]


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        (no_domain, "It leaves None as the domain of"),
        (none_for_a_value, "a cell without one is not there"),
        (emptied, "It leaves None as the domain of r1c1"),
        (no_trail, "a list as the trail"),
        (another_dictionary, "another dictionary"),
        (del_value, "`del board.values[cell]`: r1c2"),
        (lambda board, mark: board.restore(mark), "It calls `restore` of the library"),
        (lambda board, mark: ..., "not done yet"),
    ],
)
def test_what_a_restore_of_ones_own_must_not_leave_is_told(yours, words):
    assert words in repr(check_restore(yours))


def test_the_boards_for_restore_can_tell():
    kinds = set()
    for case in RESTORE.cases(Random(0)):
        board, (mark,) = case.board(), case.arguments
        cells = [cell for cell, _ in board.trail[mark:]]
        kinds.add("twice" if len({*cells}) < len(cells) else "once each" if cells else "nothing")
        kinds.add("older" if mark > len(case.puzzle.givens) else "first")
        restore(board, mark)
        assert len(board.trail) == mark
    assert kinds == {"twice", "once each", "nothing", "older", "first"}
