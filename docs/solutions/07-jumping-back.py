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


# %% my-jump: the loop of `search`; a cell that is not to blame hands the set on at once
def my_jump(board, look, select, order):
    if board.complete:
        return None if board.solution() else searched(board)
    cell = select(board)
    conflicts = board.removers(cell)
    for value in order(board, cell):
        mark = board.assign(cell, value)
        accepted = board.accept(cell, look(board, cell))
        below = my_jump(board, look, select, order) if accepted else my_culprits(board)
        if below is None:
            return None
        board.restore(mark)
        if cell not in below:
            board.skip(cell)
            return below
        conflicts |= below - {cell}
    board.backtrack(cell)
    return conflicts


# %% my-add: Gaschnig's jumps, from a cell whose values all failed at once
def my_add(board, conflicts, below, survived):
    return searched(board) if survived else conflicts | below
