# %% my-revise: a value stays if one value of y supports it
def my_revise(board, x, y):
    revised = False
    for value in board.domains[x]:
        if not any(board.check(x, value, y, support) for support in board.domains[y]):
            board.prune(x, value, because=y)
            revised = True
    return revised


# %% my-ac3: an arc that is in the queue already is not added again
def my_ac3(board, arcs):
    queue = list(dict.fromkeys(arcs))
    while queue:
        x, y = queue.pop(0)
        if my_revise(board, x, y):
            if not board.domains[x]:
                return False
            for z in board.unassigned_neighbours(x):
                if z != y and (z, x) not in queue:
                    queue.append((z, x))
    return True
