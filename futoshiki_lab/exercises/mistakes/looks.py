"""Known mistakes in a patient look and in a thrifty one, both made out of forward checking."""

from __future__ import annotations

from collections.abc import Iterable

from futoshiki_lab.core import Board, Cell, fc_check
from futoshiki_lab.exercises.mistakes import forward_checking as forward

# -- patient: ask all unassigned neighbours, also after a wipe-out ---------------------------------


def _all(board: Board, cell: Cell, others: Iterable[Cell]) -> bool:
    left = [fc_check(board, cell, x) for x in others]
    return all(left)


def patient_hasty(board: Board, cell: Cell) -> bool:
    """You stop at the first wipe-out: go on, and say False at the end."""
    return all(fc_check(board, cell, x) for x in board.unassigned_neighbours(cell))


def patient_skips_one(board: Board, cell: Cell) -> bool:
    """You stop after the neighbour that follows the first wipe-out: ask all of them."""
    wiped_out = False
    for x in board.unassigned_neighbours(cell):
        left = fc_check(board, cell, x)
        if wiped_out:
            return False
        wiped_out = not left
    return not wiped_out


def patient_never_false(board: Board, cell: Cell) -> bool:
    """You never report a dead end: return False at the end if any domain was wiped out."""
    _all(board, cell, board.unassigned_neighbours(cell))
    return True


def patient_last_word(board: Board, cell: Cell) -> bool:
    """You return what the last neighbour said: one wipe-out anywhere is a dead end."""
    found = True
    for x in board.unassigned_neighbours(cell):
        found = fc_check(board, cell, x)
    return found


def patient_any(board: Board, cell: Cell) -> bool:
    """You return True when any neighbour has a value left: all of them must have one."""
    left = [fc_check(board, cell, x) for x in board.unassigned_neighbours(cell)]
    return any(left)


def patient_upside_down(board: Board, cell: Cell) -> bool:
    """You return True after a wipe-out and False otherwise: it is the other way round."""
    return not _all(board, cell, board.unassigned_neighbours(cell))


def patient_returns_none(board: Board, cell: Cell) -> bool | None:
    """Your function ends without `return True` when no domain is wiped out: it returns None."""
    return None if _all(board, cell, board.unassigned_neighbours(cell)) else False


def patient_row_only(board: Board, cell: Cell) -> bool:
    """You look only along the row: the cells of the column are neighbours too."""
    return _all(board, cell, (x for x in board.unassigned_neighbours(cell) if x.row == cell.row))


def patient_column_only(board: Board, cell: Cell) -> bool:
    """You look only along the column: the cells of the row are neighbours too."""
    column = (x for x in board.unassigned_neighbours(cell) if x.column == cell.column)
    return _all(board, cell, column)


def patient_assigned_too(board: Board, cell: Cell) -> bool:
    """You also look at neighbours that have a value: ask the unassigned ones."""
    return _all(board, cell, board.puzzle.neighbours[cell])


def patient_everywhere(board: Board, cell: Cell) -> bool:
    """You look at all unassigned cells: only those in the row and column have a constraint."""
    return _all(board, cell, board.unassigned)


PATIENT = (
    *(patient_hasty, patient_skips_one, patient_never_false, patient_last_word, patient_any),
    *(patient_upside_down, patient_returns_none, patient_row_only, patient_column_only),
    *(patient_assigned_too, patient_everywhere),
)

# -- thrifty: forward checking in a better order ---------------------------------------------------


def thrifty_one_only(board: Board, cell: Cell) -> bool:
    """You ask only the neighbour with the fewest values: the others come after it."""
    others = board.unassigned_neighbours(cell)
    if not others:
        return True
    return fc_check(board, cell, min(others, key=lambda x: len(board.domains[x])))


def thrifty_large_domains_skipped(board: Board, cell: Cell) -> bool:
    """You skip large domains: they cannot be wiped out now, but they must lose their values."""
    small = (x for x in board.unassigned_neighbours(cell) if len(board.domains[x]) <= 2)
    return all(fc_check(board, cell, x) for x in small)


def thrifty_uncounted(board: Board, cell: Cell) -> bool:
    """You evaluate the constraint yourself, so it is not counted: use `fc_check`."""
    for x in board.unassigned_neighbours(cell):
        constraint = board.puzzle.constraints[x][cell]
        for d in board.domains[x]:
            if not constraint.holds(d, board.values[cell]):
                board.prune(x, d, because=cell)
        if not board.domains[x]:
            return False
    return True


THRIFTY = (
    *(thrifty_one_only, thrifty_large_domains_skipped, thrifty_uncounted),
    *(forward.forward_never_false, forward.forward_first_only, forward.forward_upside_down),
    *(forward.forward_returns_none, forward.forward_row_only, forward.forward_column_only),
    *(forward.forward_signs_only, forward.forward_assigned_too, forward.forward_looks_back),
    *(forward.forward_everywhere, forward.forward_undoes),
)
