"""Known mistakes in `search`: whom it asks, what it says, when it ends."""

from __future__ import annotations

from futoshiki_lab.core import Board, Look, Order, Select


def no_accept(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You never say that a value survived its look: `board.accept(cell)`."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell) and no_accept(board, look, select, order):
            return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def accepts_first(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You accept a value before the look has seen it."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        board.accept(cell)
        if look(board, cell) and accepts_first(board, look, select, order):
            return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def no_backtrack(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You never say that all values of a cell failed: `board.backtrack(cell)` behind the loop."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if no_backtrack(board, look, select, order):
                return True
        board.restore(mark)
    return False


def backtracks_each(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You call `backtrack` for each value: it belongs behind the loop, when all values failed."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if backtracks_each(board, look, select, order):
                return True
        board.restore(mark)
        board.backtrack(cell)
    return False


def goes_on(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You drop the answer of `board.solution()` or of the search below: True means enough."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            goes_on(board, look, select, order)
        board.restore(mark)
    board.backtrack(cell)
    return False


def keeps_no_solution(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You do not keep the solution: `board.solution()` does, and says whether that is enough."""
    if board.complete:
        return True
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if keeps_no_solution(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def always_enough(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You return True at each solution, even if more are sought: return `board.solution()`."""
    if board.complete:
        board.solution()
        return True
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if always_enough(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def never_complete(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You never ask whether the board is complete: then no cell is left to select."""
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if never_complete(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def own_cell(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You choose the cell yourself: `select(board)` says which is next."""
    if board.complete:
        return board.solution()
    cell = board.unassigned[0]
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if own_cell(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def own_values(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You go through the domain: `order(board, cell)` says in which order."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in board.domains[cell]:
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if own_values(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def no_look(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You never look: `look(board, cell)` says whether the value can stay."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        board.accept(cell)
        if no_look(board, look, select, order):
            return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def look_upside_down(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You go on when the look fails: go on when it is True."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if not look(board, cell):
            board.accept(cell)
            if look_upside_down(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def looks_twice(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You call the look twice: what it prunes and counts, it does twice."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        look(board, cell)
        if look(board, cell):
            board.accept(cell)
            if looks_twice(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return False


def true_at_the_end(board: Board, look: Look, select: Select, order: Order) -> bool:
    """You return True when all values failed: True means that enough solutions were found."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if true_at_the_end(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return True


def none_at_the_end(board: Board, look: Look, select: Select, order: Order) -> bool | None:
    """Your function ends without `return False`, so it returns None."""
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if look(board, cell):
            board.accept(cell)
            if none_at_the_end(board, look, select, order):
                return True
        board.restore(mark)
    board.backtrack(cell)
    return None


SEARCHING = (
    no_accept,
    accepts_first,
    no_backtrack,
    backtracks_each,
    goes_on,
    keeps_no_solution,
    always_enough,
    never_complete,
    own_cell,
    own_values,
    no_look,
    look_upside_down,
    looks_twice,
    true_at_the_end,
    none_at_the_end,
)
