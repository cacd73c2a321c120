# %% my-nogood: the first cell that rules out each value, with its value; no given
def my_nogood(board):
    x = next(cell for cell in board.unassigned if not board.domains[cell])
    rules, found = board.puzzle.constraints[x], {}
    for value in board.puzzle.values:
        for y, other in board.values.items():
            if y in rules and not rules[y].holds(value, other):
                found[y] = other
                break
    return {y: value for y, value in found.items() if y not in board.puzzle.givens}
