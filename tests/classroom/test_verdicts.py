"""A verdict says what is so: right in every style, wrong for its cause, cost for what is cost."""

import re
from functools import lru_cache
from inspect import signature
from textwrap import indent

import pytest
from conftest import REPO, few
from student_cells import own_copy, written

from futoshiki_lab import record
from futoshiki_lab.classroom.tutor.checks import EXERCISES
from futoshiki_lab.core.orderings import ruled_out


@pytest.fixture(autouse=True)
def no_board_is_kept():
    """A check begins with the board of the last counterexample."""
    yield
    for exercise in EXERCISES.values():
        exercise.kept.clear()


# -- right, however it is written ------------------------------------------------------------------


def read_right():
    """The functions of right_functions.txt, each with the name of its exercise."""
    for block in REPO.joinpath("tests", "right_functions.txt").read_text("utf-8").split("\n\n"):
        if block.startswith("#"):
            name, _, parameters = block.strip("# \n").partition("(")
        else:
            source = f"def my({parameters}:\n" + indent(block.strip("\n"), "    ")
            yield name, written(source)


@pytest.mark.parametrize(("name", "yours"), few(read_right(), 45))
def test_a_right_function_is_right_in_every_style(name, yours):
    assert EXERCISES[name].check(yours).verdict == "right"


# -- what remembers --------------------------------------------------------------------------------

TAKES_A_LIST = ("ac3", "insertion")
SORTS = "sorted(board.unassigned, key=lambda c: len(board.domains[c]))"
NEXT = "return next(c for c in order if c not in board.values)"
REMEMBERING = {
    "an attribute": f"""
        def mine(board):
            if not hasattr(board, "order"):
                board.order = {SORTS}
            return next(c for c in board.order if c not in board.values)
    """,
    "a default": f"""
        def mine(board, order=[]):
            if not order:
                order.extend({SORTS})
            {NEXT}
    """,
    "a cached helper": """
        from functools import lru_cache
        @lru_cache(None)
        def size(board, cell):
            return len(board.domains[cell])
        def mine(board):
            return min(board.unassigned, key=lambda cell: size(board, cell))
    """,
    "a class": f"""
        class Kept:
            order = []
        def mine(board):
            order = Kept.order = Kept.order or {SORTS}
            return next((c for c in order if c not in board.values), order[0])
    """,
    "an object's attribute": f"""
        class Keeper:
            def select(self, board):
                order = vars(self).setdefault("order", {SORTS})
                return next((c for c in order if c not in board.values), order[0])
        keeper = Keeper()
        def mine(board):
            return keeper.select(board)
    """,
    "the values": f"""
        kept = {{}}
        def mine(board):
            key = board.puzzle, tuple(board.values.items())
            return kept.setdefault(key, {SORTS}[0])
    """,
    "a generator": """
        def count():
            while True:
                yield from range(9)
        numbers = count()
        def mine(board):
            return board.unassigned[next(numbers) % len(board.unassigned)]
    """,
    "a global": """
        last = None
        def mine(board):
            global last
            if last not in board.unassigned:
                last = min(board.unassigned, key=lambda c: len(board.domains[c]))
            return last
    """,
}


@pytest.mark.parametrize("source", REMEMBERING.values(), ids=REMEMBERING)
def test_what_keeps_the_board_is_named(source):
    yours = written(source)
    for _ in range(2):  # the check takes what is kept away again
        feedback = EXERCISES["mrv"].check(yours)
        assert feedback.verdict == "wrong"
        assert feedback.kind == "It remembers what the board was."
        assert yours.__globals__.get("last") is None


def keep_by_board(function):
    """The function with answers kept for each board and its arguments."""
    kept = {}

    def mine(board, *arguments):
        key = id(board), str(arguments)
        if key not in kept:
            kept[key] = function(board, *arguments), board
        return kept[key][0]

    return mine


@pytest.mark.parametrize("keep", [lru_cache(None), keep_by_board], ids=["lru_cache", "closure"])
@pytest.mark.parametrize("name", [name for name, one in EXERCISES.items() if one.inside])
def test_answers_kept_for_a_board_are_out_of_date_in_a_search(name, keep):
    if keep is keep_by_board and name == "search":  # its functions are others in each search
        return
    feedback = EXERCISES[name].check(keep(own_copy(EXERCISES[name].answer)))
    assert feedback.verdict == "wrong"
    unhashable = keep is not keep_by_board and name in TAKES_A_LIST
    assert feedback.text.startswith("TypeError" if unhashable else "It remembers what the board")


# -- another cost ----------------------------------------------------------------------------------

CHECKED = "board.check(a, board.values[a], b, board.values[b])"
AHEAD = "fc_check(board, a, x) for a in board.values for x in board.unassigned_neighbours(a)"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        (
            "look_back",
            f"all({CHECKED} for a in board.values for b in board.assigned_neighbours(a) if a < b)",
        ),
        ("forward_check", f"all({AHEAD})"),
        ("patient", f"all([{AHEAD}])"),
        ("forward_check", "all([fc_check(board, cell, x) for x in NEAR])"),
    ],
)
def test_the_same_search_at_another_cost_is_not_wrong(name, answer):
    answer = answer.replace("NEAR", "board.unassigned_neighbours(cell)")
    feedback = EXERCISES[name].check(written(f"def mine(board, cell):\n    return {answer}\n"))
    assert feedback.verdict == "another cost", feedback
    assert [board.title for board in feedback.boards] == ["before"]
    assert re.search(
        r"^right on all boards; with .*: \d+ checks where \d+ would do\.", feedback.text
    )


# -- the cause -------------------------------------------------------------------------------------

EACH = "for x in board.unassigned_neighbours(cell):\n        "
LCV = "sum(not board.check(cell, v, y, w) for y in NEAR for w in board.domains[y])"
CAUSES = [  # of answers, of what shows in the source only, and of mistakes written in another way
    (
        "forward_check",
        f"gone = []\n    {EACH}if not fc_check(board, cell, x): return False, gone\n"
        "    return True, gone",
        "You return a pair in a tuple, which always counts as true",
    ),
    ("fc_check", "return 1, 2, 3", "You return 3 things in a tuple"),
    ("fc_check", "return 'DWO'", "any text counts as true"),
    ("mrv", "return board.unassigned[0], 1", "You return a pair in a tuple: return the answer"),
    ("mrv", "return list(board.unassigned).sort()", "`sort`, `reverse` and `append` give None"),
    ("look_back", "return [cell]", "You return a list, which counts as true"),
    ("look_back", "return [True]", "put `all(...)` around it"),
    (
        "mrv",
        "return min(board.unassigned, key=lambda c: len(board.puzzle.domains[c]))",
        "You read `puzzle.domains`, where the domains stay whole",
    ),
    (
        "mrv",
        "puzzle = board.puzzle\n"
        "    return min(board.unassigned, key=lambda c: len(puzzle.domains[c]))",
        "You read `puzzle.domains`, where the domains stay whole",
    ),
    (
        "look_back",
        "for y in board.assigned_neighbours(cell):\n        assert board.check("
        "cell, board.values[cell], y, board.values[y])\n    return True",
        "You raise an exception where nothing can be done",
    ),
    (
        "forward_check",
        f"{EACH}if not fc_check(board, cell, x): raise ValueError('dead end')\n    return True",
        "You raise an exception where nothing can be done",
    ),
    (
        "least_constraining_value",
        f"costs = {{}}\n    for v in board.domains[cell]:\n        costs[v] = lambda: {LCV}\n"
        "    return sorted(costs, key=lambda v: costs[v]())",
        "A `lambda` made in a loop",
    ),
    (
        "look_back",
        "return all(board.check(cell, board.values[cell], y, board.values[y])"
        " for y in board.values if y.row == cell.row or y.column == cell.column)",
        "is not a neighbour of itself",
    ),
    (
        "look_back",
        "return all(board.check(cell, board.domains[cell], y, board.domains[y]) for y in NEAR)",
        "a check takes one value of each cell",
    ),
    (
        "look_back",
        "return all(board.values[cell] != board.values[y] for y in board.values if y != cell"
        " and cell in board.puzzle.neighbours[y]) and all(board.values[a] < board.values[b]"
        " for a, b in board.puzzle.signs if {a, b} <= board.values.keys())",
        "You evaluate the constraint yourself, so it is not counted",
    ),
    (
        "mrv",
        "return sorted(board.unassigned, key=lambda c: len(board.domains[c]))[-1]",
        "You take the largest domain, and the last one of several",
    ),
    (
        "forward_check",
        f"gone = []\n    {EACH}left = [d for d in board.domains[x] if"
        " board.check(x, d, cell, board.values[cell])]\n"
        "        gone += [(x, d) for d in board.domains[x] if d not in left]\n"
        "        if not left: return False\n    return True",
        "You find the values that must be removed",
    ),
]


@pytest.mark.parametrize(("name", "body", "words"), CAUSES)
def test_a_verdict_names_the_cause(name, body, words):
    parameters = ", ".join(signature(EXERCISES[name].right).parameters)
    near = "assigned" if name == "look_back" else "unassigned"
    body = body.replace("NEAR", f"board.{near}_neighbours(cell)")
    feedback = EXERCISES[name].check(written(f"def mine({parameters}):\n    {body}\n"))
    assert feedback.verdict in ("wrong", "another cost")
    assert words in feedback.text


def changed(name, old, new):
    return EXERCISES[name].check(
        own_copy(EXERCISES[name].answer, lambda source: source.replace(old, new))
    )


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("fc_check", ", because=cell)", ")", " because of r1c1, but it gives no reason."),
        (
            *("restore", "board.values.pop(cell, None)", "pass"),
            " has the value 1; it should have none.",
        ),
    ],
)
def test_a_difference_is_told_in_one_sentence(name, old, new, words):
    assert words in changed(name, old, new).text


def test_a_cheaper_look_is_told_that_it_is_and_as_many_checks_are_no_fewer():
    old = "for value in board.domains[x]"
    alone = "y in board.puzzle.stated_neighbours[x] or len(board.domains[y]) == 1"
    assert "instead of" in changed("revise", old, f"{old} if {alone} else ()").text
    assert " checks, as before" in changed("thrifty", "pass", "pass").text


def test_a_search_knows_boards_without_open_cells_and_without_solutions():
    cases = EXERCISES["search"].cases(None)
    assert any(case.make_board().complete for case in cases)
    assert any(not record(case.puzzle, "fc").run.solutions for case in cases)


def test_the_librarys_line_with_a_helper_of_ones_own_is_no_copy():
    line = "return sorted(board.domains[cell], key=lambda value: ruled_out(board, cell, value))"
    helper = f"def ruled_out(board, cell, v): return {LCV}\n"
    helper = helper.replace("NEAR", "board.unassigned_neighbours(cell)")
    check, source = EXERCISES["least_constraining_value"].check, f"def mine(board, cell): {line}\n"
    assert check(written(helper + source))
    assert "It is a copy of the library's" in check(written(source, ruled_out=ruled_out)).text
