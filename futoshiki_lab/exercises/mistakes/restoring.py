"""Known mistakes in `search`: what is taken back, and when."""

from __future__ import annotations

from futoshiki_lab.core import Board, Look, Order, Select


def restore_first(board: Board, look: Look, select: Select, order: Order) -> bool:
    """`restore` comes before the look: the look sees a board without the value."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        board.restore(mark)
        if look(board, cell):
            board.accept(cell)
            if restore_first(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def restore_after_look(board: Board, look: Look, select: Select, order: Order) -> bool:
    """`restore` comes right after the look: the search below goes on without the value."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        good = look(board, cell)
        board.restore(mark)
        if good:
            board.accept(cell)
            if restore_after_look(board, look, select, order):
                return True
    board.backtrack(cell)
    return False


def never_restores(board: Board, look: Look, select: Select, order: Order) -> bool:
    """Nothing is taken back: `board.restore(mark)` must follow a value that did not work."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if never_restores(board, look, select, order):
                return True
    board.backtrack(cell)
    return False


def restores_failed_looks(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You restore only when the look fails: take the value back when the search fails, too."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if restores_failed_looks(board, look, select, order):
                return True
        else:
            board.restore(mark)
    board.backtrack(cell)
    return False


def restores_good_looks(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You restore only when the look succeeds: what a failed look has pruned must come back too."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if restores_good_looks(board, look, select, order):
                return True
            board.restore(mark)
    board.backtrack(cell)
    return False


def restores_at_the_end(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You restore once, behind the loop: each value needs the board as it was."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if restores_at_the_end(board, look, select, order):
                return True
    board.restore(mark)
    board.backtrack(cell)
    return False


def returns_at_once(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You return what the first good value gives: if it is False, try the next value."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            return returns_at_once(board, look, select, order)
        board.restore(mark)
    board.backtrack(cell)
    return False


def gives_up(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You return False at the first look that fails: try the next value."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if gives_up(board, look, select, order):
                return True
        else:
            board.restore(mark)
            return False
        board.restore(mark)
    board.backtrack(cell)
    return False


def gives_up_unrestored(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You return False at the first look that fails, and leave the board as it is."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if not look(board, cell):
            return False
        else:
            board.accept(cell)
            if gives_up_unrestored(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


RESTORING = (
    restore_first,
    restore_after_look,
    never_restores,
    restores_failed_looks,
    restores_good_looks,
    restores_at_the_end,
    returns_at_once,
    gives_up,
    gives_up_unrestored,
)
