"""The check of a student's own rule: no value of a solution may go."""

import pytest
from test_tutor import written

from futoshiki_lab.exercises import check_rule

NAKED_PAIRS = """
    def naked_pairs(board, line):
        for one in line:
            pair = board.domains[one]
            same = [cell for cell in line if board.domains[cell] == pair]
            if len(pair) == 2 and len(same) == 2:
                for cell in line:
                    for value in board.domains[cell]:
                        if cell not in same and value in pair:
                            board.prune(cell, value)
        return all(board.domains[cell] for cell in line)
"""


def test_naked_pairs_lose_no_solution_and_find_more_than_line_insertion():
    feedback = check_rule(written(NAKED_PAIRS))
    assert feedback.verdict == "right", feedback
    assert "it finds what line insertion does not find" in feedback.text


X_WINGS = """
    def x_wings(board, line):
        rows = range(board.puzzle.size)
        for v in board.puzzle.values:
            places = [[c for c in rows if v in board.domains[Cell(r, c)]] for r in rows]
            for r in rows:
                two = [other for other in rows if places[other] == places[r]]
                for q in rows if len(two) == 2 == len(places[r]) else ():
                    for c in places[r]:
                        if q not in two and v in board.domains[Cell(q, c)]:
                            board.prune(Cell(q, c), v)
        return all(board.domains.values())
"""


def test_a_rule_may_look_at_the_whole_board():
    assert check_rule(written(X_WINGS))
    one_row = X_WINGS.replace("len(two) == 2 == len(places[r])", "len(places[r]) == 2")
    feedback = check_rule(written(one_row))
    assert "but a solution of this board has" in feedback.text


def test_a_rule_that_loses_a_solution_gets_the_board_on_which_it_does():
    feedback = check_rule(written(NAKED_PAIRS.replace("len(same) == 2", "len(same) >= 1")))
    assert feedback.verdict == "wrong"
    assert "but a solution of this board has" in feedback.text
    before, yours = feedback.boards
    assert before.domains != yours.domains


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("return False", "this board has a solution"),
        ("return None", "It returned None"),
        ("while True: pass", "It does not come to an end"),
        ("return 1 / 0", "ZeroDivisionError"),
        ("[board.prune(line[0], v) for v in board.domains[line[0]]]\n    return True", "loses"),
    ],
)
def test_what_goes_wrong_is_told(body, words):
    feedback = check_rule(written(f"\ndef rule(board, line):\n    {body}\n"))
    assert feedback.verdict == "wrong"
    assert words in feedback.text


def test_a_rule_that_finds_nothing_new_is_not_done_yet():
    removes_nothing = check_rule(lambda board, line: True)
    assert removes_nothing.verdict == "not done yet"
    assert "removes nothing" in removes_nothing.text
    assert check_rule(lambda board, line: ...).verdict == "not done yet"
    singles = written("""
        def singles(board, line):
            for value in board.puzzle.values:
                places = [cell for cell in line if value in board.domains[cell]]
                if not places:
                    return False
                for other in board.domains[places[0]]:
                    if len(places) == 1 and other != value:
                        board.prune(places[0], other)
            return True
    """)
    feedback = check_rule(singles)
    assert feedback.verdict == "not done yet"
    assert "nothing that line insertion does not find" in feedback.text
