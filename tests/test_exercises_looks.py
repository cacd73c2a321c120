"""The checks of two looks made out of forward checking: a patient and a thrifty one."""

from random import Random

import pytest
from test_tutor import copied, sentence, written

from futoshiki_lab.core import forward_check
from futoshiki_lab.exercises import check_patient, check_thrifty
from futoshiki_lab.exercises.behaviour import UntilAWipeOut
from futoshiki_lab.exercises.looks import THRIFTY

SMALLEST_FIRST = """
    def thrifty(board, cell):
        others = sorted(board.unassigned_neighbours(cell), key=lambda x: len(board.domains[x]))
        for x in others:
            if not fc_check(board, cell, x):
                return False
        return True
"""


def test_a_patient_look_written_another_way_is_right():
    assert check_patient(
        written("""
            def patient(board, cell):
                failed = 0
                for x in board.unassigned_neighbours(cell):
                    if not fc_check(board, cell, x):
                        failed += 1
                return failed == 0
        """)
    )


def test_asking_the_smallest_domain_first_is_thriftier():
    feedback = check_thrifty(written(SMALLEST_FIRST))
    assert feedback.verdict == "right", feedback
    assert "checks instead of" in feedback.text


def test_the_order_of_forward_checking_itself_saves_nothing():
    same = SMALLEST_FIRST.replace("len(board.domains[x])", "0")
    assert check_thrifty(written(same)).verdict == "another cost"
    largest_first = SMALLEST_FIRST.replace("len(", "-len(")
    assert check_thrifty(written(largest_first)).verdict == "another cost"


@pytest.mark.parametrize("mistake", THRIFTY.mistakes, ids=lambda mistake: mistake.__name__)
def test_a_mistake_in_a_thrifty_look_is_named(mistake):
    feedback = THRIFTY.check(copied(mistake, THRIFTY), seed=3)
    assert feedback.verdict in ("wrong", "another cost")
    assert sentence(mistake) in feedback.text


def test_nothing_escapes_and_a_stub_is_not_done_yet():
    for check in (check_patient, check_thrifty):
        assert check(lambda board, cell: ...).verdict == "not done yet"
        assert "ZeroDivisionError" in check(lambda board, cell: 1 / 0).text
        endless = written("def look(board, cell):\n    while True: pass")
        assert "It does not come to an end" in check(endless).text
    assert "It calls `forward_check` of the library" in check_thrifty(forward_check).text


def test_there_are_boards_with_and_without_a_wipe_out():
    wiped = [isinstance(case, UntilAWipeOut) for case in THRIFTY.cases(Random(0))]
    assert 20 < sum(wiped) < len(wiped) - 20
