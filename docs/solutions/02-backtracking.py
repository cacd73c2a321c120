# %% my-look: the assigned neighbours in reading order, up to the first violation
def my_look_back(board, cell):
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True


# %% my-search: a value that fails its look is taken back, too
def my_search(board, look, select, order):
    if board.complete:
        return board.solution()
    cell = select(board)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        if board.accept(cell, look(board, cell)) and my_search(board, look, select, order):
            return True
        board.restore(mark)
    board.backtrack(cell)
    return False
