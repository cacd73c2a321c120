# %% my-look: the assigned neighbours in reading order, up to the first violation
def my_look_back(board, cell):
    for other in board.assigned_neighbours(cell):
        if not board.check(cell, board.values[cell], other, board.values[other]):
            return False
    return True
