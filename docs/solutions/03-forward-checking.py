# %% my-fc-check: a prune names the cell whose value is the reason
def my_fc_check(board, cell, x):
    for value in board.domains[x]:
        if not board.check(x, value, cell, board.values[cell]):
            board.prune(x, value, because=cell)
    return len(board.domains[x]) > 0


# %% my-forward-check: the first wipe-out ends the look
def my_forward_check(board, cell):
    for x in board.unassigned_neighbours(cell):
        if not my_fc_check(board, cell, x):
            return False
    return True
