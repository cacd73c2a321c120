# %% my-moves: each cell in conflict with each of its best values; no given
def my_moves(board):
    puzzle, moves = board.puzzle, set()

    def conflicts(cell, value):
        rules = puzzle.constraints[cell].items()
        return sum(not rule.holds(value, board.values[other]) for other, rule in rules)

    for cell in board.values:
        if cell not in puzzle.givens and conflicts(cell, board.values[cell]):
            many = {value: conflicts(cell, value) for value in puzzle.values}
            moves |= {(cell, value) for value in many if many[value] == min(many.values())}
    return moves
