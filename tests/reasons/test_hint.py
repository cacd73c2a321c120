"""Hints: they lead to the solution, never contradict it, and point out mistakes first."""

import re
from random import Random

import pytest
from puzzles import a_puzzle, solution_of

from futoshiki_lab import Cell, Puzzle, load, solve
from futoshiki_lab.reasons import Hint, hint, walkthrough, why

LEVELS = ("trivial", "easy", "tricky", "extreme", "recursive")
EVERY_KIND = [
    *((size, level, number) for size in (4, 5) for level in LEVELS for number in (0, 1, 2)),
    *((size, level, 0) for size in (6, 7) for level in LEVELS),
]
LINE, CELL = r"(row|column) \d", r"r\dc\d"
PLACE = re.compile(  # the weakest hint says no more than where to look
    rf"Look at ({LINE}|{CELL}|the (sign|chain of signs) between {CELL} and {CELL}"
    rf"|{CELL}: try its values|the cells with two values left, from {CELL} on"
    r"|where \d can be in every row and column)\."
)
AMBIGUOUS = Puzzle([[0, 0, 3, 0], [0] * 4, [0] * 4, [0] * 4], [((0, 0), (0, 1))])
IMPOSSIBLE = Puzzle([[0] * 3] * 3, [((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (1, 2))])


def solved(puzzle: Puzzle) -> dict[Cell, int]:
    grid = solution_of(puzzle)
    return {cell: grid[cell.row][cell.column] for cell in puzzle.cells}


class Player:
    """Somebody who knows nothing, does what the hints say and keeps the marks they speak of."""

    def __init__(self, puzzle: Puzzle, *, keeps_marks: bool = True):
        self.puzzle = puzzle
        self.values = [list(row) for row in puzzle.grid]
        self.marks = dict.fromkeys(puzzle.cells, puzzle.values) if keeps_marks else None

    @property
    def finished(self) -> bool:
        return all(map(all, self.values))

    def ask(self) -> Hint:
        return hint(self.puzzle, self.values, self.marks)

    def follow(self, given: Hint) -> None:
        for cell, value in given.places.items():
            assert not self.values[cell.row][cell.column], "a filled cell is not filled again"
            self.values[cell.row][cell.column] = value
        for cell, gone in given.removes.items() if self.marks else ():
            assert set(gone) <= set(self.marks[cell]), "only what is there is crossed out"
            self.marks[cell] = tuple(left for left in self.marks[cell] if left not in gone)


# -- following them ------------------------------------------------------------------------------


def must_lead_on(given: Hint, solution: dict[Cell, int]) -> None:
    """A hint finds no mistake, enters or removes something, and keeps to the solution."""
    assert given.wrong is None
    assert given.places or given.removes
    assert all(solution[cell] == value for cell, value in given.places.items())
    assert all(solution[cell] not in gone for cell, gone in given.removes.items())


@pytest.mark.parametrize("keeps_marks", [True, False])
@pytest.mark.parametrize(("size", "level", "number"), EVERY_KIND)
def test_who_follows_the_hints_comes_to_the_end_and_never_against_the_solution(
    size, level, number, keeps_marks
):
    puzzle = a_puzzle(size, level, number)
    solution, player = solved(puzzle), Player(puzzle, keeps_marks=keeps_marks)
    while not player.finished:
        given = player.ask()
        must_lead_on(given, solution)
        if not keeps_marks:
            assert given.places, "without marks every hint ends in a value"
            player.follow(given)
            continue
        assert "; then " not in given.why, "with marks, one step at a time"
        for cell, gone in given.removes.items():  # what a filled cell forbids is clear
            seen = {player.values[other.row][other.column] for other in puzzle.neighbours[cell]}
            assert not seen & set(gone)
        player.follow(given)
    assert puzzle.is_solution(player.values)


@pytest.mark.parametrize(("size", "level", "number"), EVERY_KIND)
def test_a_walkthrough_is_the_way_from_the_start_to_the_solved_board(size, level, number):
    player = Player(a_puzzle(size, level, number))
    for given in walkthrough(player.puzzle):
        assert PLACE.fullmatch(given.where), given.where
        assert len(given.why) <= 400
        assert set(given.cells) >= {*given.places, *given.removes}
        assert set(given.cells) >= {
            c for c in player.puzzle.cells if re.search(rf"{c}\b", given.why)
        }
        player.follow(given)
    assert player.puzzle.is_solution(player.values)


# -- what they say -------------------------------------------------------------------------------


def test_the_three_strengths_say_more_and_more():
    puzzle = Puzzle([[1, 2, 3, 0], [0] * 4, [0] * 4, [0] * 4])
    given = hint(puzzle, puzzle.grid)
    assert given.where == "Look at r1c4."
    assert given.rule == "Last value: a cell with one value left has that value."
    assert given.why == "r1c4 = 4: no other value is left for r1c4."
    assert (given.places, given.removes) == ({Cell(0, 3): 4}, {})
    assert given.cells == (Cell(0, 3),)


def test_a_single_cell_has_its_hint():
    assert hint(Puzzle([[0]]), [[0]]).places == {Cell(0, 0): 1}


def test_a_long_way_to_a_value_is_told_in_a_few_lines():
    for size, number in ((5, 4), (6, 0), (7, 0)):
        puzzle = a_puzzle(size, "recursive", number)
        assert len(hint(puzzle, puzzle.grid).why) <= 400


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_a_wrong_entry_is_pointed_out_first(level):
    puzzle, random = a_puzzle(5, level), Random(2)
    solution = solved(puzzle)
    for _ in range(12):
        values = [list(row) for row in puzzle.grid]
        empty = [cell for cell in puzzle.cells if not puzzle[cell]]
        for cell in random.sample(empty, 4):
            values[cell.row][cell.column] = solution[cell]
        wrong = random.choice(empty)
        values[wrong.row][wrong.column] = random.choice(
            [value for value in puzzle.values if value != solution[wrong]]
        )
        given = hint(puzzle, values)
        assert given.wrong == wrong
        assert not given.places
        assert not given.removes
        assert given.why.startswith(f"{wrong} cannot be {values[wrong.row][wrong.column]}")
        assert wrong in given.cells


def test_of_several_wrong_entries_the_one_that_is_proved_most_shortly_comes_first():
    puzzle = a_puzzle(5, "extreme")
    solution = solved(puzzle)
    first, *between, last = [cell for cell in puzzle.cells if not puzzle[cell]]
    values = [list(row) for row in puzzle.grid]
    for cell in between:
        values[cell.row][cell.column] = solution[cell]
    for cell in (first, last):
        values[cell.row][cell.column] = solution[cell] % 5 + 1
    given = hint(puzzle, values)
    assert given.wrong in (first, last)
    assert len(given.cells) <= 2


def test_a_value_twice_in_a_line_and_a_broken_sign_are_said_plainly():
    puzzle = Puzzle([[1, 0, 0], [0, 0, 0], [0, 0, 0]], [((1, 0), (1, 1)), ((0, 1), (1, 1))])
    twice = hint(puzzle, [[1, 0, 1], [0, 0, 0], [0, 0, 0]])
    assert twice.why == "r1c3 cannot be 1: r1c1 in the same row is 1 as well."
    values = [[1, 2, 0], [0, 2, 0], [0, 0, 0]]
    assert hint(puzzle, values).wrong in (Cell(0, 1), Cell(1, 1))


def test_a_given_that_was_overwritten_is_wrong():
    puzzle = a_puzzle(4, "trivial")
    cell, value = next(iter(puzzle.givens.items()))
    values = [list(row) for row in puzzle.grid]
    values[cell.row][cell.column] = value % 4 + 1
    given = hint(puzzle, values)
    assert given.wrong == cell
    assert f"is given as {value}" in given.why


def test_a_mark_that_lacks_its_value_is_pointed_out():
    puzzle = a_puzzle(5, "easy")
    solution = solved(puzzle)
    cell = next(cell for cell in puzzle.cells if not puzzle[cell])
    marks = {cell: [value for value in puzzle.values if value != solution[cell]]}
    given = hint(puzzle, puzzle.grid, marks)
    assert (given.wrong, given.why) == (cell, f"{cell} can still be {solution[cell]}.")


# -- puzzles of another kind ---------------------------------------------------------------------


def test_with_several_solutions_hints_lead_to_one_of_them_and_say_so():
    player = Player(AMBIGUOUS)
    said = []
    while not player.finished:
        given = player.ask()
        said.append(given.rule)
        player.follow(given)
    assert AMBIGUOUS.is_solution(player.values)
    assert any("more than one solution" in rule for rule in said)
    for given in walkthrough(AMBIGUOUS):
        assert given.places or given.removes


def test_with_several_solutions_an_entry_that_none_of_them_has_is_wrong():
    values = [list(row) for row in AMBIGUOUS.grid]
    values[0][1] = 1
    assert hint(AMBIGUOUS, values).wrong == Cell(0, 1)


def test_a_puzzle_without_a_solution_and_a_solved_board_say_so():
    nothing = hint(IMPOSSIBLE, IMPOSSIBLE.grid)
    assert (nothing.why, nothing.places) == ("This puzzle has no solution.", {})
    assert walkthrough(IMPOSSIBLE) == []
    puzzle = a_puzzle(5, "easy")
    given = hint(puzzle, solve(puzzle, engine="readable").solution)
    assert (given.why, given.places) == ("Every cell is filled, and all of it is right.", {})


@pytest.mark.parametrize(
    ("values", "message"),
    [([[0] * 5] * 4, "5 rows of 5 values"), ([[6] + [0] * 4] + [[0] * 5] * 4, "r1c1 = 6")],
)
def test_entries_that_make_no_sense_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        hint(load("nyu/Input1"), values)


def test_numpys_grids_and_integers_are_as_good():
    numpy = pytest.importorskip("numpy")
    puzzle = load("nyu/Input1")
    assert hint(puzzle, numpy.array(puzzle.grid)) == hint(puzzle, puzzle.grid)
    cell, three = puzzle.cells[0], numpy.int64(3)
    assert why(puzzle, cell, three, numpy.array(puzzle.grid)) == why(puzzle, cell, 3, puzzle.grid)


def test_a_direct_contradiction_is_named():
    given = Puzzle([[2, 0], [1, 0]], [(Cell(0, 0), Cell(1, 0))])
    told = "This puzzle has no solution: r1c1 = 2 and r2c1 = 1, but r1c1 < r2c1."
    assert hint(given, given.grid) == Hint(told, told, told)
