# %% my-insertion: a value with only one place in a line is entered there
def my_insertion(board, line):
    for value in board.puzzle.values:
        places = [cell for cell in line if value in board.domains[cell]]
        if not places:
            return False
        if len(places) == 1:
            for other in board.domains[places[0]]:
                if other != value:
                    board.prune(places[0], other)
    return True


# %% my-rule: naked pairs; two cells with the same two values remove these from the other cells
def my_rule(board, line):
    for cell in line:
        pair = board.domains[cell]
        twins = [other for other in line if board.domains[other] == pair]
        if len(pair) != 2 or len(twins) != 2:
            continue
        for other in line:
            for value in set(board.domains[other]) & set(pair):
                if other not in twins and other not in board.values:
                    board.prune(other, value)
    return all(board.domains[cell] for cell in line)


check_rule(my_rule)
