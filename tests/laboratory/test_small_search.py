"""The search that a class can type solves what the package solves."""

import runpy

import pytest
from house import REPO

from futoshiki_lab import load, solve

PATH = REPO / "notebooks" / "small_search.py"
SMALL = runpy.run_path(str(PATH))


def of_core(cell):
    """A cell as the page numbers it."""
    return cell.row + 1, cell.column + 1


@pytest.mark.parametrize("look", ["look_back", "forward_check"])
@pytest.mark.parametrize("name", ["nyu/Input1", "nyu/SampleInput", "unequal/4x4-easy#3"])
def test_it_finds_the_first_solution_of_the_package(name, look):
    puzzle = load(name)
    given = {of_core(cell): value for cell, value in puzzle.givens.items()}
    signs = [(of_core(low), of_core(high)) for low, high in puzzle.signs]
    found = SMALL["solve"](puzzle.size, given, signs, SMALL[look])
    expected = solve(puzzle, engine="readable").solution
    assert [found[of_core(cell)] for cell in puzzle.cells] == [v for row in expected for v in row]


def test_it_says_where_there_is_no_solution():
    assert SMALL["solve"](2, {(1, 1): 1, (1, 2): 1}, []) is None


def test_a_class_can_type_it():
    assert len(PATH.read_text(encoding="utf-8").splitlines()) <= 100
