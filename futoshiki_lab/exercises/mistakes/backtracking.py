"""Known mistakes in `look_back`."""

from __future__ import annotations

from futoshiki_lab.core import Board, Cell, look_back

# -- look_back: check the new value against every assigned neighbour -------------------------------


def _violated(board: Board, cell: Cell, other: Cell) -> bool:
    return not board.check(cell, board.values[cell], other, board.values[other])


def back_never_false(board: Board, cell: Cell) -> bool:
    """You look, but you accept everything: return False at the first check that fails."""
    look_back(board, cell)
    return True


def back_accepts_all(board: Board, cell: Cell) -> bool:
    """You check nothing: each assigned neighbour needs a check."""
    return True


def back_upside_down(board: Board, cell: Cell) -> bool:
    """You return True where a check fails, and False where all hold: it is the other way round."""
    return not look_back(board, cell)


def back_false_when_it_holds(board: Board, cell: Cell) -> bool:
    """You return False when a check holds: a check is True if the two values are allowed."""
    return all(_violated(board, cell, other) for other in board.assigned_neighbours(cell))


def back_first_only(board: Board, cell: Cell) -> bool:
    """You return after the first neighbour: `return True` belongs behind the loop, not in it."""
    for other in board.assigned_neighbours(cell):
        return not _violated(board, cell, other)
    return True


def back_first_only_and_none(board: Board, cell: Cell) -> bool | None:
    """You return after the first neighbour, and nothing at all if there is none."""
    for other in board.assigned_neighbours(cell):
        return not _violated(board, cell, other)
    return None


def back_returns_none(board: Board, cell: Cell) -> bool | None:
    """Your function ends without `return True` when all checks hold, so it returns None."""
    return look_back(board, cell) and None


def back_row_only(board: Board, cell: Cell) -> bool:
    """You check only the row: the cells of the column are neighbours too."""
    row = (other for other in board.assigned_neighbours(cell) if other.row == cell.row)
    return not any(_violated(board, cell, other) for other in row)


def back_column_only(board: Board, cell: Cell) -> bool:
    """You check only the column: the cells of the row are neighbours too."""
    column = (other for other in board.assigned_neighbours(cell) if other.column == cell.column)
    return not any(_violated(board, cell, other) for other in column)


def back_signs_only(board: Board, cell: Cell) -> bool:
    """You check only neighbours with a sign: all others of the row and column must differ too."""
    beside = board.puzzle.sign_neighbours[cell]
    return not any(_violated(board, cell, other) for other in beside if other in board.values)


def back_differ_only(board: Board, cell: Cell) -> bool:
    """You only ask whether two values differ: the signs are constraints too."""
    return all(
        board.values[cell] != board.values[other] for other in board.assigned_neighbours(cell)
    )


def back_near_only(board: Board, cell: Cell) -> bool:
    """You check only cells that touch: a neighbour is any cell of the row or column."""
    touching = [
        other
        for other in board.assigned_neighbours(cell)
        if abs(other.row - cell.row) + abs(other.column - cell.column) == 1
    ]
    return not any(_violated(board, cell, other) for other in touching)


def back_before_only(board: Board, cell: Cell) -> bool:
    """You check only cells that come before in reading order: any cell may be assigned already."""
    before = (other for other in board.assigned_neighbours(cell) if other < cell)
    return not any(_violated(board, cell, other) for other in before)


def back_swapped(board: Board, cell: Cell) -> bool:
    """You give each cell the value of the other: each value belongs to the cell before it."""
    return all(
        board.check(cell, board.values[other], other, board.values[cell])
        for other in board.assigned_neighbours(cell)
    )


def back_goes_on(board: Board, cell: Cell) -> bool:
    """You go on after a check that failed: one is enough, the look can end."""
    violated = [_violated(board, cell, other) for other in board.assigned_neighbours(cell)]
    return not any(violated)


def back_uncounted(board: Board, cell: Cell) -> bool:
    """You evaluate the constraint yourself, so it is not counted: use `board.check`."""
    constraints, values = board.puzzle.constraints[cell], board.values
    return all(
        constraints[other].holds(values[cell], values[other])
        for other in board.assigned_neighbours(cell)
    )


def back_undoes(board: Board, cell: Cell) -> bool:
    """You also undo the assignment: that is the search's part, a look only looks."""
    if look_back(board, cell):
        return True
    board.restore(0)  # type: ignore[arg-type]
    return False


LOOK_BACK = (
    *(back_never_false, back_accepts_all, back_upside_down, back_false_when_it_holds),
    *(back_first_only, back_first_only_and_none, back_returns_none),
    *(back_row_only, back_column_only, back_signs_only, back_differ_only, back_near_only),
    *(back_before_only, back_swapped, back_goes_on, back_uncounted, back_undoes),
)
