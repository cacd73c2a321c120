# %% my-restore: from the end of the trail, so that the oldest domain of a cell is put back last
def my_restore(board, mark):
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)
