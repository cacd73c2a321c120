# %% my-culprits: givens come first in `board.values`; they are taken out at the end
def my_culprits(board):
    x = next(cell for cell in board.unassigned if not board.domains[cell])
    constraints = board.puzzle.constraints[x]
    found = set()
    for value in board.puzzle.values:
        for y, other in board.values.items():
            if y in constraints and not constraints[y].holds(value, other):
                found.add(y)
                break
    return found - set(board.puzzle.givens)


# %% my-add: Gaschnig's jumps, from a cell whose values all failed at once
def my_add(board, conflicts, below, survived):
    return searched(board) if survived else conflicts | below
