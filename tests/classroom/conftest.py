"""What holds for every test of the classroom."""

from __future__ import annotations

import pytest

from futoshiki_lab.classroom.tutor.checks import EXERCISES


@pytest.fixture(autouse=True)
def forget_counterexamples() -> None:
    """A check begins with the board that failed last, which here is one of another test."""
    for exercise in EXERCISES.values():
        exercise.kept.clear()
