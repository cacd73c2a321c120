"""The check of a model's rule tells which boards are wrong, and names the mistake."""

from textwrap import dedent, indent

import pytest
from ortools.sat.python import cp_model
from student_cells import cells_of, written

from futoshiki_lab import load
from futoshiki_lab.classroom.ideas import read_mistakes
from futoshiki_lab.classroom.tutor import check_model_rule, small_model


def lister(module):
    """Notebook 01's `all_boards`, with OR-Tools or with our stand-in for it."""
    cells = cells_of("01-a-puzzle-as-constraints")
    lists = cells["show-one"].partition("def in_rows")[0]
    return written(cells["model-rows"] + "\n" + lists, cp_model=module)


all_boards = lister(cp_model)


def rule(*bodies):
    """A rule that a student has written in a cell, with this body."""
    body = "".join(indent(dedent(body).strip(), "    ") + "\n" for body in bodies)
    return written("def my_rule(model, board, puzzle):\n" + body)


def lines(kind, which="range(puzzle.size)"):
    return f"""
        for k in {which}:
            model.add_all_different(board[cell] for cell in puzzle.cells if cell.{kind} == k)
    """


def signs(comparison, where="True"):
    return f"""
        for a, b in puzzle.signs:
            if {where}:
                model.add({comparison})
    """


COLUMNS, SIGNS = lines("column"), signs("board[a] < board[b]")
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
# What makes each known mistake, in the order in which the package has them.
WRONG = {
    "columns": [
        ["puzzle.size"],
        [lines("row")],
        ["model.add_all_different(board.values())"],
        [COLUMNS + "        return"],
        [lines("column", "[puzzle.size - 1]")],
        [lines("column", "range(1, puzzle.size)")],
        [lines("column", "range(puzzle.size - 1)")],
        [
            """
            for cell in puzzle.cells:
                if cell.row:
                    model.add(board[cell] != board[Cell(cell.row - 1, cell.column)])
            """
        ],
        [
            """
            for column in range(puzzle.size):
                cells = [board[cell] for cell in puzzle.cells if cell.column == column]
                model.add(sum(cells) == sum(puzzle.values))
            """
        ],
        [COLUMNS, lines("row")],
        [COLUMNS, SIGNS],
    ],
    "signs": [
        ["for a, b in puzzle.signs: board[a] < board[b]"],
        [signs("board[a] <= board[b]")],
        [signs("board[a] > board[b]")],
        [signs("board[a] >= board[b]")],
        [SIGNS + "        return"],
        ["for a, b in puzzle.signs: pass", "model.add(board[a] < board[b])"],
        [signs("board[a] < board[b]", "a.row == b.row")],
        [signs("board[a] < board[b]", "a.column == b.column")],
        [signs("board[a] < board[b] if a.row == b.row else board[a] > board[b]")],
        [signs("board[a] != board[b]")],
        [signs("board[a] == board[b]")],
        [signs("board[a] + 1 == board[b]")],
        [signs("board[a] < board[b]", "a < b")],
        [signs("a < b")],
        [SIGNS, lines("row"), COLUMNS],
        [signs("puzzle[a] < puzzle[b]")],
    ],
}


@pytest.mark.parametrize(
    ("name", "body"), [("columns", COLUMNS), ("signs", SIGNS), *ANOTHER_WAY.items()]
)
def test_a_right_rule_is_right_however_it_is_written(name, body):
    assert check_model_rule(rule(body), name, all_boards)


@pytest.mark.parametrize(
    ("name", "mistake", "bodies"),
    [
        pytest.param(name, mistake, bodies, id=f"{name}-{mistake.sentence[:30]}")
        for name in WRONG
        for mistake, bodies in zip(read_mistakes(name), WRONG[name], strict=True)
    ],
)
def test_a_known_mistake_is_named_and_shown(name, mistake, bodies):
    feedback = check_model_rule(rule(*bodies), name, all_boards)
    assert feedback.verdict == "wrong"
    assert feedback.text.startswith(mistake.sentence)
    (board,) = feedback.boards
    assert board.title.startswith(("This board passes, although r", "This board should pass"))


def test_another_mistake_is_shown_on_the_smallest_puzzle():
    feedback = check_model_rule(rule(signs("board[a] + 2 <= board[b]")), "signs", all_boards)
    (board,) = feedback.boards
    assert feedback.text.startswith("Your rule lets 0 of 16 boards pass; 1 should pass.")
    assert (board.puzzle.size, board.title) == (2, "This board should pass")


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return ...", "not done yet: write the body"),
        ("for a, b in puzzle.signs: model.add(board[a] < bord[b])", "wrong: NameError, line 2"),
        ("model.add(board)", "wrong: TypeError, line 2, `model.add(board)`"),
        ("while True: pass", "wrong: It does not come to an end"),
        (SIGNS + "        for k in range(30): model.new_bool_var('')", "wrong: It adds variables"),
    ],
)
def test_a_stub_an_error_an_endless_loop_and_free_variables_are_told(body, words):
    assert words in repr(check_model_rule(rule(body), "signs", all_boards))


@pytest.mark.parametrize("module", [cp_model, small_model])
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("model.add(board[a] < board[b] and True)", "A comparison of variables is neither true"),
        ("model.add(not board[a] < board[b])", "A comparison of variables is neither true"),
        ("model.add(board[a])", ("A rule is about variables", "A comparison of variables")),
        ("model.add(board)", "A rule is about variables"),
        ("model.add_all_different(a, b)", "A rule is about variables"),
        ("model.add(board[a], '<', board[b])", "A rule is about variables"),
        ("model.add(board[a] < '3')", "That is more than a model can say"),
        ("model.add(board[a] % 2 == 1)", "That is more than a model can say"),
    ],
)
def test_an_error_of_the_solver_is_explained(module, line, kind):
    body = f"for a, b in puzzle.signs: {line}"
    feedback = check_model_rule(rule(body), "signs", lister(module))
    assert (feedback.verdict, "\n" in feedback.where) == ("wrong", False)
    assert feedback.kind.startswith(kind)


# -- where there is no OR-Tools -------------------------------------------------------------------


def givens(model, board, puzzle):
    for cell, value in puzzle.givens.items():
        model.add(board[cell] == value)


def sums(model, board, puzzle):
    first, second, *_ = board.values()
    model.add(first + 1 <= second)
    model.add(2 * first - second != 0)


RULES = [givens, rule(lines("row")), rule(COLUMNS), rule(SIGNS)]


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("conjure/4x4", RULES),
        ("conjure/4x4", [givens, RULES[1], sums]),
        ("unequal/4x4-tricky#1", RULES[:2]),
        ("nyu/SampleInput", RULES),
    ],
)
def test_without_or_tools_the_same_boards_are_found_in_the_same_order(name, rules):
    puzzle = load(name)
    with_it, without = (
        lister(module)(puzzle, *rules, at_most=500) for module in (cp_model, small_model)
    )
    assert with_it == without != []
