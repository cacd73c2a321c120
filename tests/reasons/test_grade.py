"""Grades: the same verdict as Unequal's own solver, on every puzzle with a known verdict."""

import csv
from pathlib import Path

import cp_sat
import pytest

from futoshiki_lab import Cell, Puzzle, load, load_all, loads
from futoshiki_lab.reasons import LEVELS, grade, solvable

# What Unequal's own solver says of puzzles that its generator made, of every size from 4 to 10 and
# every level, and of the same ones with clues added, taken away and turned round.
VERDICTS = Path(__file__).parents[1] / "unequal_verdicts.csv"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("size", range(4, 11))
def test_the_verdict_is_unequals_own(size):
    judged = [row for row in rows(VERDICTS) if row["id"].startswith(f"{size}:")]
    assert {row["verdict"] for row in judged} >= {*LEVELS[:2], "ambiguous", "impossible"}
    for row in judged:
        assert grade(loads(row["id"])).level == row["verdict"], row["id"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_puzzles_that_come_with_the_package_have_the_grade_they_are_filed_under(level):
    for size in (4, 5, 6, 7):
        for puzzle in load_all(f"unequal/{size}x{size}-{level.lower()}"):
            assert grade(puzzle).level == level


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_solves_what_it_grades_and_nothing_harder(level):
    place = LEVELS.index(level)
    for puzzle in load_all(f"unequal/5x5-{level.lower()}"):
        assert [solvable(puzzle, name) for name in LEVELS] == [
            LEVELS.index(name) >= place for name in LEVELS
        ]


def test_what_has_no_single_solution_is_not_solvable():
    for puzzle in (Puzzle([[0] * 4] * 4), Puzzle([[1, 1, 0], [0] * 3, [0] * 3])):
        assert not any(solvable(puzzle, name) for name in LEVELS)


def test_a_recursive_puzzle_says_where_the_rules_end():
    hardest = grade(load("unequal/5x5-recursive#1")).hardest
    assert (hardest.rule, hardest.level) == ("trial and error", "Recursive")
    assert str(hardest).endswith("and no rule says which")


@pytest.mark.parametrize(
    ("grid", "signs"),
    [
        ([[1, 2, 3], [2, 3, 1], [3, 1, 1]], []),
        ([[1, 2, 3], [2, 3, 1], [3, 1, 2]], [((0, 1), (0, 0))]),
        ([[1, 0, 0], [0, 0, 0], [1, 0, 0]], []),
        ([[0, 0, 0]] * 3, [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0))]),
        ([[0, 0, 2], [0, 0, 0], [1, 0, 0]], [((0, 2), (0, 1))]),
    ],
    ids=["full, twice in a line", "full, a sign fails", "givens clash", "a circle", "no room"],
)
def test_what_contradicts_itself_is_impossible(grid, signs):
    puzzle = Puzzle(grid, signs)
    assert grade(puzzle).level == ("impossible" if not cp_sat.solutions(puzzle) else "ambiguous")


def test_a_full_board_is_trivial_and_needs_nothing():
    verdict = grade(Puzzle([[1, 2, 3], [2, 3, 1], [3, 1, 2]]))
    assert (verdict.level, verdict.hardest) == ("Trivial", None)


def test_the_smallest_boards_have_grades():
    assert grade(Puzzle([[0]])).level == "Trivial"
    assert grade(Puzzle([[0, 0], [0, 0]])).level == "ambiguous"
    assert grade(Puzzle([[0, 0], [0, 0]], [(Cell(0, 0), Cell(0, 1))])).level == "Easy"
