# %% my-puzzle: a puzzle of Unequal's without the signs that its one solution does not need
def spared(puzzle):
    for sign in puzzle.signs:
        fewer = Puzzle(puzzle.grid, set(puzzle.signs) - {sign})
        if is_unique(fewer):
            puzzle = fewer
    return puzzle


my_puzzle = spared(load("unequal/6x6-tricky#6"))
