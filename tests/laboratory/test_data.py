"""The bundled puzzles are what `data/README.md` says, and their solutions are solutions."""

import re
from pathlib import Path

import pytest
from cp_sat import solutions

from futoshiki_lab.formats import bundled, essence_model, load, load_all

DATA = Path(__file__).parents[2] / "data"
ROW = re.compile(
    r"\| `(?P<name>[^`]+)` \| (?P<puzzles>\d+) \| (?P<size>[\d.]+) \| (?P<givens>[\d.]+) \| "
    r"(?P<signs>[\d.]+) \| (?P<solutions>\d+)(?: each)? \|"
)


def table() -> dict[str, re.Match[str]]:
    """The rows of the README's table, by short name."""
    return {row["name"]: row for row in ROW.finditer((DATA / "README.md").read_text("utf-8"))}


def span(values) -> str:
    """`4` where all values are 4, else `4..9`."""
    low, high = min(values := list(values)), max(values)
    return str(low) if low == high else f"{low}..{high}"


def test_the_readme_has_a_row_for_every_bundled_file_and_for_nothing_else():
    assert list(table()) == bundled()


@pytest.mark.parametrize("name", bundled())
def test_the_readme_counts_puzzles_givens_signs_and_solutions(name):
    row, puzzles = table()[name], load_all(name)
    assert int(row["puzzles"]) == len(puzzles)
    assert row["size"] == span(puzzle.size for puzzle in puzzles)
    assert row["givens"] == span(len(puzzle.givens) for puzzle in puzzles)
    assert row["signs"] == span(len(puzzle.signs) for puzzle in puzzles)
    assert {len(solutions(puzzle)) for puzzle in puzzles} == {int(row["solutions"])}


SOLUTIONS = sorted(DATA.glob("*/solutions/*.txt"))


@pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: f"{path.parts[-3]}/{path.stem}")
def test_a_shipped_solution_solves_its_puzzle(path):
    puzzle = load(f"{path.parts[-3]}/{path.stem}")
    assert list(puzzle.violations(load(path).grid)) == []


def test_every_puzzle_of_its_own_file_has_a_shipped_solution():
    alone = {name for name in bundled() if len(load_all(name)) == 1}
    assert alone == {f"{path.parts[-3]}/{path.stem}" for path in SOLUTIONS}


def test_the_model_beside_the_parameter_file_is_the_one_we_write():
    assert (DATA / "conjure" / "futoshiki.essence").read_text("utf-8") == essence_model()
