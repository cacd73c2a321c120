"""Checks of two looks that a student makes out of forward checking: a patient and a thrifty one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from futoshiki_lab.core import Board, Cell, Look, fc_check, forward_check
from futoshiki_lab.exercises import boards, mistakes
from futoshiki_lab.exercises.behaviour import Case, Function, UntilAWipeOut, behaviour
from futoshiki_lab.exercises.boards import fixed_and_fresh
from futoshiki_lab.exercises.feedback import Feedback
from futoshiki_lab.exercises.tutor import Exercise


def patient(board: Board, cell: Cell) -> bool:
    """Forward checking that asks all neighbours, also after a wipe-out."""
    left = [fc_check(board, cell, x) for x in board.unassigned_neighbours(cell)]
    return all(left)


@dataclass(frozen=True)
class Thriftier(Exercise):
    """An exercise whose answer has to be cheaper than the right one where a domain is wiped out."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's look on all boards, then compare what it costs."""
        feedback = super().check(yours, seed)
        if not feedback:
            return feedback
        cases = [case for case in self.cases(Random(seed)) if isinstance(case, UntilAWipeOut)]
        mine, theirs = self._checks(yours, cases), self._checks(self.right, cases)
        where = f"on {len(cases)} boards with a wipe-out: {mine} checks instead of {theirs}"
        if mine < theirs:
            return Feedback("right", f"the same search as forward checking, and {where}")
        told = "ask first where you expect the wipe-out"
        return Feedback("another cost", f"the same search as forward checking, but {where}; {told}")

    def _checks(self, look: Look, cases: Iterable[Case]) -> int:
        return sum(behaviour(look, case, self.tidy).board.counts.checks for case in cases)


PATIENT = Exercise(patient, fixed_and_fresh(boards.just_assigned), mistakes.PATIENT)
THRIFTY = Thriftier(
    forward_check, fixed_and_fresh(boards.to_look_ahead_thriftily), mistakes.THRIFTY
)


def check_patient(yours: Look) -> Feedback:
    """Check a student's look that asks all neighbours, also after a wipe-out."""
    return PATIENT.check(yours)


def check_thrifty(yours: Look) -> Feedback:
    """Check a student's look that does what forward checking does, with fewer checks."""
    return THRIFTY.check(yours)
