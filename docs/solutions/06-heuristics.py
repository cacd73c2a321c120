# %% my-mrv: `min` takes the first of tied cells, and the cells come in reading order
def my_mrv(board):
    return min(board.unassigned, key=lambda cell: len(board.domains[cell]))


# %% my-lcv: sorting leaves tied values in ascending order
def my_lcv(board, cell):
    def ruled_out(value):
        return sum(
            not board.check(cell, value, other, theirs)
            for other in board.unassigned_neighbours(cell)
            for theirs in board.domains[other]
        )

    return sorted(board.domains[cell], key=ruled_out)


# %% my-select: MRV; of tied cells the one whose row and column are the fullest
def my_select(board):
    def key(cell):
        return len(board.domains[cell]), len(board.unassigned_neighbours(cell))

    return min(board.unassigned, key=key)
