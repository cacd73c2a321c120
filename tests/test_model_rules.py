"""The check of a model's rule tells which boards are wrong, and names the mistake."""

from __future__ import annotations

import linecache
from inspect import getdoc
from itertools import count
from textwrap import dedent

import pytest
from ortools.sat.python import cp_model

from futoshiki_lab import Cell
from futoshiki_lab.exercises import check_model_rule
from futoshiki_lab.exercises.mistakes import model_rules as rules

NUMBERS = count()


class Solutions(cp_model.CpSolverSolutionCallback):
    def __init__(self, board, at_most):
        super().__init__()
        self.board, self.at_most, self.found = board, at_most, []

    def on_solution_callback(self):
        self.found.append({cell: self.value(variable) for cell, variable in self.board.items()})
        if len(self.found) == self.at_most:
            self.stop_search()


def all_boards(puzzle, rule, at_most):
    model, solver = cp_model.CpModel(), cp_model.CpSolver()
    board = {cell: model.new_int_var(1, puzzle.size, str(cell)) for cell in puzzle.cells}
    rule(model, board, puzzle)
    solver.parameters.enumerate_all_solutions = True
    solutions = Solutions(board, at_most)
    solver.solve(model, solutions)
    return solutions.found


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
