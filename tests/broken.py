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
