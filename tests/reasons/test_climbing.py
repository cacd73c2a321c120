"""The ladder that runs says of every puzzle what the ladder to read says, compiled and not."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from conftest import EXHAUSTIVE
from puzzles import random_puzzle

from futoshiki_lab import Puzzle, loads
from futoshiki_lab.reasons import LEVELS, grade
from futoshiki_lab.reasons.kernels import climber
from futoshiki_lab.reasons.ladder import advance
from futoshiki_lab.reasons.marks import KINDS, Marks
from futoshiki_lab.reasons.rules import rules_for

VERDICTS = Path(__file__).parents[1] / "unequal_verdicts.csv"


def readable_verdict(puzzle: Puzzle) -> tuple[str, object]:
    """The level and the hardest deduction; what is left open where the rules stop."""
    marks = Marks.of(puzzle)

    def hardness(finding):
        return LEVELS.index(finding.level), finding.size, [*KINDS].index(finding.title)

    found = advance(marks, rules_for(puzzle.size, graded=True))
    hardest = max(found, key=hardness, default=None)
    if marks.dead:
        return "impossible", marks.dead
    if not marks.complete:
        return "stuck", (marks.shape.cells[marks.most_limited()],)
    level = hardest.level if hardest else LEVELS[0]
    return level, hardest


def verdict_of(puzzle: Puzzle) -> tuple[str, object]:
    found = grade(puzzle)
    if found.hardest and found.hardest.rule == "trial and error":
        return "stuck", found.hardest.cells
    return found.level, found.hardest


@pytest.fixture(params=["plain", "compiled"])
def engine(request, monkeypatch):
    chosen = {"plain": climber.PLAIN, "compiled": climber.compiled_engine()}[request.param]
    monkeypatch.setattr(climber, "choose_engine", lambda: chosen)
    return chosen


def test_both_ladders_give_the_same_level_and_the_same_hardest_deduction(engine):
    with VERDICTS.open(encoding="utf-8", newline="") as file:
        puzzles = [loads(row["id"]) for row in csv.DictReader(file)]
    puzzles += [random_puzzle(seed, 2 + seed % 7, consistent=seed % 4 > 0) for seed in range(100)]
    puzzles = puzzles if EXHAUSTIVE or engine is not climber.PLAIN else puzzles[::4]
    found = [verdict_of(puzzle) for puzzle in puzzles]
    assert found == [readable_verdict(puzzle) for puzzle in puzzles]
    assert {level for level, _ in found} == {*LEVELS[:4], "stuck", "impossible"}


def test_the_compiled_ladder_is_loaded_when_climbs_have_become_worth_it(monkeypatch):
    monkeypatch.setattr(climber.Climber, "spent", 0)
    monkeypatch.setattr(climber, "compiled_engine", lambda: "compiled")
    climber.compiled_engine.cache_info = lambda: type("Info", (), {"currsize": 0})
    assert climber.choose_engine() is climber.PLAIN
    climber.Climber.spent = climber.WORTH_LOADING + 1
    assert climber.choose_engine() == "compiled"
