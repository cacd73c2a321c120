"""Rules of a model, right ones and wrong ones, each as a test of a complete board.

A rule `rule(model, board, puzzle)` is told by the boards that it lets through. So no solver is
needed here: each function says whether a board with a value for every cell passes.
"""

from __future__ import annotations

from itertools import combinations, pairwise

from futoshiki_lab.core import Cell, Puzzle, Sign

Values = dict[Cell, int]
Pair = tuple[Cell, Cell]


def signs_broken(board: Values, puzzle: Puzzle) -> list[Pair]:
    """The signs that do not hold."""
    return [sign for sign in sorted(puzzle.signs) if board[sign.smaller] >= board[sign.larger]]


def equal_in_a_column(board: Values, puzzle: Puzzle) -> list[Pair]:
    """The pairs of equal values in one column."""
    return [pair for line in _lines(puzzle, "column") for pair in _equal(board, line)]


def _lines(puzzle: Puzzle, kind: str) -> list[list[Cell]]:
    numbers = range(puzzle.size)
    return [[cell for cell in puzzle.cells if getattr(cell, kind) == k] for k in numbers]


def _equal(board: Values, line: list[Cell]) -> list[Pair]:
    return [(one, other) for one, other in combinations(line, 2) if board[one] == board[other]]


def _all_differ(board: Values, *lines: list[Cell]) -> bool:
    return not any(_equal(board, line) for line in lines)


def nothing(board: Values, puzzle: Puzzle) -> bool:
    """It adds nothing to the model. A comparison alone changes nothing: hand it to `model.add`."""
    return True


# -- signs ----------------------------------------------------------------------------------------


def or_equal(board: Values, puzzle: Puzzle) -> bool:
    """`<=` lets two equal values through. The sign `<` does not."""
    return all(board[smaller] <= board[larger] for smaller, larger in puzzle.signs)


def turned_round(board: Values, puzzle: Puzzle) -> bool:
    """The signs are turned round: the first cell of each pair is the smaller one."""
    return all(board[smaller] > board[larger] for smaller, larger in puzzle.signs)


def turned_round_or_equal(board: Values, puzzle: Puzzle) -> bool:
    """The signs are turned round, and they let two equal values through."""
    return all(board[smaller] >= board[larger] for smaller, larger in puzzle.signs)


def first_sign_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the first sign is kept: does a `return` stand inside the loop?"""
    return _holds(board, next(iter(puzzle.signs)))


def last_sign_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the last sign is kept: does `model.add` stand after the loop instead of inside?"""
    return _holds(board, list(puzzle.signs)[-1])


def signs_across_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the signs between cells of one row are kept, not the upright ones."""
    return all(_holds(board, sign) for sign in puzzle.signs if not _upright(sign))


def signs_upright_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the upright signs are kept, not those between cells of one row."""
    return all(_holds(board, sign) for sign in puzzle.signs if _upright(sign))


def upright_turned_round(board: Values, puzzle: Puzzle) -> bool:
    """The upright signs are turned round, those between cells of one row are right."""
    return all(_holds(board, sign) != _upright(sign) for sign in puzzle.signs) and not any(
        board[smaller] == board[larger] for smaller, larger in puzzle.signs
    )


def only_different(board: Values, puzzle: Puzzle) -> bool:
    """It only says that the two cells differ, not which of them is smaller."""
    return all(board[smaller] != board[larger] for smaller, larger in puzzle.signs)


def equal(board: Values, puzzle: Puzzle) -> bool:
    """It says that the two cells are equal."""
    return all(board[smaller] == board[larger] for smaller, larger in puzzle.signs)


def one_more(board: Values, puzzle: Puzzle) -> bool:
    """It wants the larger cell to be larger by exactly one."""
    return all(board[smaller] + 1 == board[larger] for smaller, larger in puzzle.signs)


def smaller_first_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the signs whose smaller cell comes first are kept: those the other way are missing."""
    return all(_holds(board, sign) for sign in puzzle.signs if sign.smaller < sign.larger)


def cells_compared(board: Values, puzzle: Puzzle) -> bool:
    """It compares the places of the cells, not their values: `board[cell]` is a cell's variable."""
    return all(smaller < larger for smaller, larger in puzzle.signs)


def no_board_is_left(board: Values, puzzle: Puzzle) -> bool:
    """No board is left. Does it compare given numbers (`puzzle[cell]`), or cells without a sign?

    A constraint is about variables, `board[cell]`.
    """
    return False


def signs_and_lines(board: Values, puzzle: Puzzle) -> bool:
    """The signs are right, but it asks for rows or columns as well: each rule says one thing."""
    lines = _lines(puzzle, "row") + _lines(puzzle, "column")
    return not signs_broken(board, puzzle) and _all_differ(board, *lines)


def _holds(board: Values, sign: Sign) -> bool:
    return board[sign.smaller] < board[sign.larger]


def _upright(sign: Sign) -> bool:
    return sign.smaller.column == sign.larger.column


# -- columns --------------------------------------------------------------------------------------


def rows_again(board: Values, puzzle: Puzzle) -> bool:
    """These are the rows again: the cells that have to differ must share their column."""
    return _all_differ(board, *_lines(puzzle, "row"))


def all_cells_differ(board: Values, puzzle: Puzzle) -> bool:
    """No board is left: does it want all cells of the board to differ? One column at a time."""
    return _all_differ(board, list(puzzle.cells))


def first_column_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the first column is kept: does a `return` stand inside the loop?"""
    return _all_differ(board, _lines(puzzle, "column")[0])


def last_column_only(board: Values, puzzle: Puzzle) -> bool:
    """Only the last column is kept: does `model.add…` stand after the loop instead of inside?"""
    return _all_differ(board, _lines(puzzle, "column")[-1])


def all_but_the_first(board: Values, puzzle: Puzzle) -> bool:
    """The first column is missing: in code, columns are counted from 0."""
    return _all_differ(board, *_lines(puzzle, "column")[1:])


def all_but_the_last(board: Values, puzzle: Puzzle) -> bool:
    """The last column is missing: `range(n)` ends before n."""
    return _all_differ(board, *_lines(puzzle, "column")[:-1])


def touching_only(board: Values, puzzle: Puzzle) -> bool:
    """Only cells that touch differ: cells of a column that are far apart must differ too."""
    columns = _lines(puzzle, "column")
    return _all_differ(board, *([*pair] for line in columns for pair in pairwise(line)))


def right_sum(board: Values, puzzle: Puzzle) -> bool:
    """A column of the right sum is not enough: 2 + 2 + 2 is as much as 1 + 2 + 3."""
    wanted = sum(puzzle.values)
    return all(sum(board[cell] for cell in line) == wanted for line in _lines(puzzle, "column"))


def rows_too(board: Values, puzzle: Puzzle) -> bool:
    """The columns are right, but it asks for the rows as well: each rule says one thing."""
    return _all_differ(board, *_lines(puzzle, "row"), *_lines(puzzle, "column"))


def columns_and_signs(board: Values, puzzle: Puzzle) -> bool:
    """The columns are right, but it asks for the signs as well: each rule says one thing."""
    return not signs_broken(board, puzzle) and _all_differ(board, *_lines(puzzle, "column"))


SIGNS = [
    nothing,
    or_equal,
    turned_round,
    turned_round_or_equal,
    first_sign_only,
    last_sign_only,
    signs_across_only,
    signs_upright_only,
    upright_turned_round,
    only_different,
    equal,
    one_more,
    smaller_first_only,
    cells_compared,
    signs_and_lines,
    no_board_is_left,
]
COLUMNS = [
    nothing,
    rows_again,
    all_cells_differ,
    first_column_only,
    last_column_only,
    all_but_the_first,
    all_but_the_last,
    touching_only,
    right_sum,
    rows_too,
    columns_and_signs,
]
