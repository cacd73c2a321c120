"""The check of a model's rule tells which boards are wrong, and names the mistake."""

from __future__ import annotations

import json
import linecache
from inspect import getdoc
from itertools import count
from textwrap import dedent

import pytest
from conftest import REPO
from ortools.sat.python import cp_model

from futoshiki_lab import Cell, load
from futoshiki_lab.exercises import check_model_rule, plain_model
from futoshiki_lab.exercises.mistakes import model_rules as rules

NUMBERS = count()


def lister(module):
    """Notebook 01's `all_boards`, with OR-Tools or with our stand-in for it."""
    path = REPO / "notebooks" / "01-a-puzzle-as-constraints.ipynb"
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_bytes())["cells"]}
    names = {"cp_model": module}
    for cell in ("model-board", "counter", "count"):
        exec(cells[cell], names)
    return names["all_boards"]


all_boards = lister(cp_model)


def rule(body):
    """A rule that a student has written in a cell, with this body."""
    file = f"rule-{next(NUMBERS)}.py"
    source = "def my_rule(model, board, puzzle):\n" + "".join(
        f"    {line}\n" for line in dedent(body).strip().splitlines()
    )
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    names = {"Cell": Cell}
    exec(compile(source, file, "exec"), names)
    return names["my_rule"]


def column(which, puzzle="puzzle.size"):
    return f"""
        for column in {which}:
            model.add_all_different(board[cell] for cell in puzzle.cells if cell.column == column)
    """


def sign(comparison):
    return f"""
        for smaller, larger in puzzle.signs:
            model.add({comparison})
    """


RIGHT = {
    "columns": column("range(puzzle.size)"),
    "signs": sign("board[smaller] < board[larger]"),
}
ANOTHER_WAY = {
    "columns": """
        for one in puzzle.cells:
            for other in puzzle.neighbours[one]:
                if one.column == other.column:
                    model.add(board[one] != board[other])
        return True
    """,
    "signs": """
        for pair in puzzle.pairs:
            if pair.relation == "<":
                model.add(board[pair.cell] + 1 <= board[pair.other])
            elif pair.relation == ">":
                model.add(board[pair.cell] > board[pair.other])
    """,
}
ROWS = """
        for row in range(puzzle.size):
            model.add_all_different(board[cell] for cell in puzzle.cells if cell.row == row)
    """
WRONG = [
    ("columns", "nothing", "puzzle.size"),
    ("columns", "rows_again", ROWS),
    ("columns", "all_cells_differ", "model.add_all_different(board.values())"),
    ("columns", "first_column_only", column("range(puzzle.size)") + "        return"),
    ("columns", "last_column_only", column("[puzzle.size - 1]")),
    ("columns", "all_but_the_first", column("range(1, puzzle.size)")),
    ("columns", "all_but_the_last", column("range(puzzle.size - 1)")),
    (
        "columns",
        "touching_only",
        """
        for cell in puzzle.cells:
            if cell.row:
                model.add(board[cell] != board[Cell(cell.row - 1, cell.column)])
        """,
    ),
    (
        "columns",
        "right_sum",
        """
        for column in range(puzzle.size):
            cells = [board[cell] for cell in puzzle.cells if cell.column == column]
            model.add(sum(cells) == sum(puzzle.values))
        """,
    ),
    ("columns", "rows_too", dedent(column("range(puzzle.size)")) + dedent(ROWS)),
    (
        "columns",
        "columns_and_signs",
        dedent(column("range(puzzle.size)")) + dedent(sign("board[smaller] < board[larger]")),
    ),
    ("signs", "nothing", "for smaller, larger in puzzle.signs: board[smaller] < board[larger]"),
    ("signs", "or_equal", sign("board[smaller] <= board[larger]")),
    ("signs", "turned_round", sign("board[smaller] > board[larger]")),
    ("signs", "turned_round_or_equal", sign("board[smaller] >= board[larger]")),
    ("signs", "first_sign_only", sign("board[smaller] < board[larger]") + "        return"),
    (
        "signs",
        "last_sign_only",
        "for smaller, larger in puzzle.signs: pass\nmodel.add(board[smaller] < board[larger])",
    ),
    (
        "signs",
        "signs_across_only",
        """
        for smaller, larger in puzzle.signs:
            if smaller.row == larger.row:
                model.add(board[smaller] < board[larger])
        """,
    ),
    (
        "signs",
        "signs_upright_only",
        """
        for smaller, larger in puzzle.signs:
            if smaller.column == larger.column:
                model.add(board[smaller] < board[larger])
        """,
    ),
    (
        "signs",
        "upright_turned_round",
        """
        for smaller, larger in puzzle.signs:
            if smaller.column == larger.column:
                model.add(board[smaller] > board[larger])
            else:
                model.add(board[smaller] < board[larger])
        """,
    ),
    ("signs", "only_different", sign("board[smaller] != board[larger]")),
    ("signs", "equal", sign("board[smaller] == board[larger]")),
    ("signs", "one_more", sign("board[smaller] + 1 == board[larger]")),
    (
        "signs",
        "smaller_first_only",
        """
        for pair in puzzle.pairs:
            if pair.relation == "<":
                model.add(board[pair.cell] < board[pair.other])
        """,
    ),
    ("signs", "cells_compared", sign("smaller < larger")),
    ("signs", "no_board_is_left", sign("puzzle[smaller] < puzzle[larger]")),
    (
        "signs",
        "signs_and_lines",
        dedent(sign("board[smaller] < board[larger]"))
        + dedent(ROWS)
        + dedent(column("range(puzzle.size)")),
    ),
]


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("answers", [RIGHT, ANOTHER_WAY], ids=["ours", "another way"])
def test_a_right_rule_is_right_however_it_is_written(answers, name):
    assert check_model_rule(rule(answers[name]), name, all_boards)


@pytest.mark.parametrize(("name", "mistake", "body"), WRONG, ids=lambda part: part[:20])
def test_a_known_mistake_is_named_and_shown(name, mistake, body):
    feedback = check_model_rule(rule(body), name, all_boards)
    assert feedback.verdict == "wrong"
    assert " ".join(getdoc(getattr(rules, mistake)).split()) in feedback.text
    (board,) = feedback.boards
    assert board.title.startswith(("passes, although r", "does not pass"))


def test_every_known_mistake_is_made_here():
    known = {("columns", each.__name__) for each in rules.COLUMNS}
    known |= {("signs", each.__name__) for each in rules.SIGNS}
    assert {(name, mistake) for name, mistake, _ in WRONG} == known


def test_another_mistake_is_shown_on_the_smallest_puzzle():
    body = sign("board[smaller] + 2 <= board[larger]")
    feedback = check_model_rule(rule(body), "signs", all_boards)
    (board,) = feedback.boards
    assert feedback.text.startswith("Of 16 boards")
    assert (board.puzzle.size, board.title) == (2, "does not pass, and should")


def test_a_rule_not_written_yet_is_not_wrong():
    assert check_model_rule(rule("return ..."), "signs", all_boards).verdict == "not done yet"


def test_errors_and_endless_loops_come_back_with_their_line():
    names = "for a, b in puzzle.signs: model.add(board[a] < bord[b])"
    feedback = check_model_rule(rule(names), "signs", all_boards)
    assert feedback.text.startswith("NameError, line 2")
    of_the_solver = check_model_rule(rule("model.add(board)"), "signs", all_boards)
    assert of_the_solver.text.startswith("TypeError, line 2, `model.add(board)`")
    endless = check_model_rule(rule("while True: pass"), "signs", all_boards)
    assert "does not come to an end" in endless.text


def test_free_variables_of_its_own_do_not_make_the_check_endless():
    body = sign("board[smaller] < board[larger]")
    more = 'for k in range(30): model.new_bool_var("")'
    feedback = check_model_rule(rule(dedent(body) + more), "signs", all_boards)
    assert feedback.text.startswith("It adds variables of its own")


def test_what_a_rule_prints_is_cut(capsys):
    check_model_rule(rule("for k in range(1000): print(k)"), "signs", all_boards)
    assert len(capsys.readouterr().out.splitlines()) < 30


# -- where there is no OR-Tools -------------------------------------------------------------------


def givens(model, board, puzzle):
    for cell, value in puzzle.givens.items():
        model.add(board[cell] == value)


def rows(model, board, puzzle):
    for row in range(puzzle.size):
        model.add_all_different(board[cell] for cell in puzzle.cells if cell.row == row)


RULES = [givens, rows, rule(RIGHT["columns"]), rule(RIGHT["signs"])]


@pytest.mark.parametrize("number", range(1, 5))
def test_without_or_tools_the_same_boards_are_found_in_the_same_order(number):
    for name in ("conjure/4x4", "unequal/4x4-tricky#1"):
        both = [lister(module)(load(name), givens, *RULES[1:number], at_most=500) for module in
                (cp_model, plain_model)]  # fmt: skip
        assert both[0] == both[1]
        assert len(both[0]) >= 1


def test_without_or_tools_the_sample_puzzle_has_as_many_solutions():
    both = [lister(module)(load("nyu/SampleInput"), *RULES) for module in (cp_model, plain_model)]
    assert both[0] == both[1]
    assert len(both[0]) > 1


@pytest.mark.parametrize(
    "body",
    [
        column("range(puzzle.size)"),
        column("range(puzzle.size - 1)"),
        column("[0]"),
        "pass",
        "return ...",
    ],
)
def test_without_or_tools_a_rule_is_checked_the_same(body):
    verdicts = {
        check_model_rule(rule(body), "columns", lister(module)).verdict
        for module in (cp_model, plain_model)
    }
    assert len(verdicts) == 1


def test_without_or_tools_sums_and_differences_are_compared_too():
    found = []
    for module in (cp_model, plain_model):

        def own(model, board, puzzle):
            first, second, *_ = board.values()
            model.add(first + 1 <= second)
            model.add(2 * first - second != 0)

        found.append(lister(module)(load("conjure/4x4"), givens, rows, own))
    assert found[0] == found[1]
    with pytest.raises(NotImplementedError, match=r"model\.add"):
        bool(plain_model.Variable(1, 4, "r1c1") < 3)
