# %% my-restore: from the end of the trail, so that the oldest domain of a cell is put back last
def my_restore(board, mark):
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


# %% my-search: version 1; the restore moves out of the `if`: a value that fails is taken back, too
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
