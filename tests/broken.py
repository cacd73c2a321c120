"""Algorithms with a mistake in them, as students write them."""

from __future__ import annotations


def forgets_to_restore(board, look, select, order):
    """A search without its restore line, as in a bug hunt."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if forgets_to_restore(board, look, select, order):
                return True
    board.backtrack(cell)
    return False


def restores_too_little(board, look, select, order):
    """Its mark is one too late: it gives back the prunes, but not the value."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value) + 1
        if look(board, cell):
            board.accept(cell)
            if restores_too_little(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def checks_rows_only(board, cell):
    """A look that forgets the columns: its solutions are wrong."""
    for other in board.assigned_neighbours(cell):
        here, there = board.values[cell], board.values[other]
        if other.row == cell.row and not board.check(cell, here, other, there):
            return False
    return True


def stops_half_way(board, look, select, order):
    """A search that calls a board with four values a solution."""
    if len(board.values) == 4:
        return board.solution()
    for value in order(board, select(board)):
        board.assign(select(board), value)
        return stops_half_way(board, look, select, order)


def changes_a_given(board, look, select, order):
    """A search that assigns every cell, the given ones too."""
    for cell in board.puzzle.cells:
        board.assign(cell, 1)
    return board.solution()
