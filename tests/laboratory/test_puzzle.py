"""What a puzzle is, and what it refuses to be."""

import copy
import pickle

import pytest
from hypothesis import given
from puzzles import brute_force, latin_squares, puzzles

from futoshiki_lab import Cell, Puzzle, PuzzleError, Sign

EMPTY3 = [[0] * 3 for _ in range(3)]


@given(puzzles(1, 3))
def test_a_grid_is_a_solution_exactly_when_the_rules_of_the_game_say_so(puzzle):
    squares = latin_squares(puzzle.size)
    solutions = brute_force(puzzle, squares)
    assert all(puzzle.is_solution(square) == (square in solutions) for square in squares)


@pytest.mark.parametrize(
    ("grid", "word"),
    [
        ([[1, 2], [2, 1]], ""),
        ([[2, 1], [1, 2]], "r1c1 = 2, but 1 is given there"),
        ([[1, 2], [1, 2]], "r1c1 ≠ r2c1 fails: 1 and 1"),
        ([[1, 3], [2, 1]], "r1c2 = 3 is not one of 1..2"),
        ([[1, 2], [2]], "a solution has 2 rows of 2 values"),
        ([[1, 2], [2, None]], "r2c2 = None is not one of 1..2"),
        (None, "a solution has 2 rows of 2 values"),
        ([1, 2], "a solution has 2 rows of 2 values"),
    ],
)
def test_a_wrong_solution_is_told_what_is_wrong_with_it(grid, word):
    puzzle = Puzzle([[1, 0], [0, 0]])
    assert next(puzzle.violations(grid), "") == word
    assert puzzle.is_solution(grid) == (not word)


@pytest.mark.parametrize(
    ("grid", "signs", "message"),
    [
        ([], [], "the size must be 1..32, not 0"),
        ([[0] * 33] * 33, [], "the size must be 1..32, not 33"),
        ([[0, 0], [0]], [], "the grid must be square: row 2 has 1 cells, not 2"),
        ([[3, 0], [0, 0]], [], "r1c1 must be a number in 0..2, not 3"),
        ([["1", 0], [0, 0]], [], "r1c1 must be a number in 0..2, not '1'"),
        ([[0, 0], [0, 1.0]], [], "r2c2 must be a number in 0..2, not 1.0"),
        (EMPTY3, [((0, 0), (0, 2))], "must stand between two cells that touch"),
        (EMPTY3, [((0, 2), (0, 3))], "the sign r1c3 < r1c4 leaves the 3x3 board"),
        (EMPTY3, [((-1, 0), (0, 0))], "leaves the 3x3 board"),
        (EMPTY3, [((0, 0), (0, 1)), ((0, 1), (0, 0))], "two signs disagree"),
        (EMPTY3, {((0, 0), (0, 1)): "<", ((0, 1), (0, 0)): "<"}, "two signs disagree"),
        (EMPTY3, {((0, 0), (0, 1)): "≠"}, 'between r1c1 and r1c2 must be "<" or ">", not'),
        (EMPTY3, {(0, 0): (0, 1)}, "expected a pair of cells for a sign, not"),
        (EMPTY3, [3], "expected a pair of cells for a sign, not 3"),
        (EMPTY3, [((0, 0),)], "expected a pair of cells for a sign"),
        (EMPTY3, 7, "expected pairs of cells for signs, not 7"),
        (5, [], "expected n rows of n numbers, not 5"),
        ([1, 2], [], "expected n rows of n numbers"),
        (None, [], "expected n rows of n numbers"),
    ],
)
def test_what_cannot_be_a_puzzle_is_refused_with_the_reason(grid, signs, message):
    with pytest.raises(PuzzleError, match=message.replace("(", r"\(")):
        Puzzle(grid, signs)


def test_a_dictionary_of_signs_says_which_sign():
    one, right, below = (0, 0), (0, 1), (1, 0)
    puzzle = Puzzle(EMPTY3, {(one, right): ">", (below, one): "∧"})
    assert puzzle.signs == {Sign(Cell(0, 1), Cell(0, 0)), Sign(Cell(1, 0), Cell(0, 0))}
    assert puzzle == Puzzle(EMPTY3, {(right, one): "<", (one, below): "v"})


def test_givens_that_contradict_each_other_and_signs_that_stand_twice_make_a_legal_puzzle():
    puzzle = Puzzle([[1, 1], [0, 0]], [((0, 0), (0, 1))] * 2)
    assert (puzzle.givens, len(puzzle.signs)) == ({(0, 0): 1, (0, 1): 1}, 1)


def test_a_puzzle_is_a_value():
    puzzle = Puzzle(EMPTY3, [((0, 0), (0, 1))], name="a")
    again = Puzzle(tuple(map(tuple, EMPTY3)), {Sign(Cell(0, 0), Cell(0, 1))}, name="b")
    assert puzzle == again
    assert hash(puzzle) == hash(again)
    assert puzzle != Puzzle(EMPTY3)
    with pytest.raises(AttributeError):
        puzzle.grid = ()
    with pytest.raises(TypeError):
        puzzle.givens[Cell(0, 0)] = 1


def test_a_puzzle_can_be_copied_and_sent_to_another_process():
    puzzle = Puzzle(EMPTY3, [((0, 0), (0, 1))], name="a")
    assert len(puzzle.neighbours[Cell(0, 0)]) == 4  # what is cached must not be in the way
    for again in (pickle.loads(pickle.dumps(puzzle)), copy.deepcopy(puzzle)):
        assert again == puzzle
        assert again.name == "a"


def test_numpy_integers_are_integers():
    numpy = pytest.importorskip("numpy")
    assert Puzzle(numpy.zeros((3, 3), dtype=int)) == Puzzle(EMPTY3)
    assert Puzzle(numpy.eye(3, dtype=int)).givens == {(0, 0): 1, (1, 1): 1, (2, 2): 1}
    signs = numpy.array([[[0, 0], [0, 1]]])
    assert Puzzle(EMPTY3, signs) == Puzzle(EMPTY3, [((0, 0), (0, 1))])
    square = numpy.array([[1, 2, 3], [2, 3, 1], [3, 1, 2]])
    assert Puzzle(EMPTY3, signs).is_solution(square)
    assert [*Puzzle(EMPTY3).violations(square[:2])] == ["a solution has 3 rows of 3 values"]
    for wrong in (numpy.ones(2), numpy.ones((2, 2))):
        with pytest.raises(PuzzleError):
            Puzzle(wrong)


def test_a_puzzle_shows_itself_as_a_picture():
    puzzle = Puzzle([[0, 2, 0], [0, 0, 0], [0, 0, 3]], [((0, 0), (0, 1)), ((1, 2), (0, 2))])
    assert str(puzzle).splitlines() == [". < 2   .", "        v", ".   .   .", "", ".   .   3"]
    assert repr(puzzle) == "<Puzzle 3x3, 2 givens, 2 signs>"


def test_a_puzzle_shows_itself_in_a_notebook_with_its_name_escaped():
    html = Puzzle([[1]], name='<script>alert("x")</script>')._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_who_cannot_see_a_board_hears_what_stands_on_it_and_no_repr():
    puzzle = Puzzle([[1, 0], [0, 0]], [((0, 0), (0, 1))], "<a & b>")
    name = 'aria-label="Puzzle &#x27;&lt;a &amp; b&gt;&#x27;: 2x2, 1 given, 1 sign. '
    assert name + 'Given: r1c1 = 1. Signs: r1c1 &lt; r1c2."' in puzzle.as_svg()
    assert "<title>Puzzle &#x27;" in puzzle.as_svg()
