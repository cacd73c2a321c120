"""The exercises on nogoods and on min-conflicts: what is right is taken, mistakes are named."""

import pytest
from student_cells import written

from futoshiki_lab import check_min_conflicts, check_nogood

NOGOOD = """
def my_nogood(board):
    x = next(cell for cell in board.unassigned if not board.domains[cell])
    rules, found = board.puzzle.constraints[x], {}
    for value in board.puzzle.values:
        for y, other in board.values.items():
            if y in rules and not rules[y].holds(value, other):
                found[y] = other
                break
    return {y: v for y, v in found.items() if y not in board.puzzle.givens}
"""
MOVES = """
def my_moves(board):
    moves, puzzle = set(), board.puzzle
    def conflicts(cell, value):
        rules = puzzle.constraints[cell].items()
        return sum(not rule.holds(value, board.values[y]) for y, rule in rules)
    for cell in board.values:
        if cell not in puzzle.givens and conflicts(cell, board.values[cell]):
            many = {value: conflicts(cell, value) for value in puzzle.values}
            moves |= {(cell, value) for value in many if many[value] == min(many.values())}
    return moves
"""


@pytest.mark.parametrize(
    ("check", "code", "old", "new", "told"),
    [
        (check_nogood, NOGOOD, "", "", ""),
        (check_nogood, NOGOOD, "                break\n", "", ""),  # larger, and true
        (check_nogood, NOGOOD, " if y not in board.puzzle.givens", "", "A given is no choice"),
        (
            check_nogood,
            NOGOOD,
            "found.items()",
            "[*found.items()][1:]",
            "A cell to blame is missing",
        ),
        (
            check_nogood,
            NOGOOD,
            "found.items()",
            "board.values.items()",
            "All assigned cells are too",
        ),
        (check_nogood, NOGOOD, "{y: v for", "{y: v + 1 for", "that is not on the board"),
        (check_nogood, NOGOOD, "{y: v for y, v", "{y for y, v", "instead of a dictionary"),
        (check_min_conflicts, MOVES, "", "", ""),
        (check_min_conflicts, MOVES, "return moves", "return sorted(moves)", ""),
        (
            check_min_conflicts,
            MOVES,
            "conflicts(cell, board.values[cell]):",
            "True:",
            "Picks cells",
        ),
        (
            *(check_min_conflicts, MOVES, "return moves"),
            "return {min(m for m in moves if m[0] == c) for c, _ in moves}",
            "Ties always the first",
        ),
        (
            *(check_min_conflicts, MOVES, "return moves"),
            "least = min((conflicts(*m) for m in moves), default=0)\n"
            "    return {m for m in moves if conflicts(*m) == least}",
            "Greedy over all cells",
        ),
        (
            *(check_min_conflicts, MOVES, "return moves"),
            "return {m for m in moves if board.values[m[0]] != m[1]}",
            "Leaves out the value that the cell has",
        ),
        (check_min_conflicts, MOVES, "== min(", ">= min(", "Not one of the best"),
        (check_min_conflicts, MOVES, "cell not in puzzle.givens and ", "", "is a given"),
        (check_min_conflicts, MOVES, "return moves", "return None", "instead of a set of pairs"),
    ],
)
def test_what_is_right_is_taken_and_a_mistake_is_named(check, code, old, new, told):
    feedback = check(written(code.replace(old, new) if old else code))
    assert bool(feedback) == (not told), feedback.text
    assert told in feedback.text
    assert feedback.check == check.__name__ or not feedback


@pytest.mark.parametrize("check", [check_nogood, check_min_conflicts])
def test_what_is_not_written_is_not_done_yet(check):
    assert check(lambda board: ...).verdict == "not done yet"
    assert "ZeroDivisionError" in check(lambda board: 1 / 0).text
