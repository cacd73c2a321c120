# %% my-look: every neighbour is asked, also after a wipe-out
def patient(board, cell):
    survives = True
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            survives = False
    return survives


is_patient = check_patient(patient)
is_patient


# %% my-thrifty: signs first, for they may rule out several values; then small domains
def thrifty(board, cell):
    signs, domains = board.puzzle.sign_neighbours[cell], board.domains
    others = board.unassigned_neighbours(cell)
    for x in sorted(others, key=lambda x: (x not in signs, len(domains[x]))):
        if not fc_check(board, cell, x):
            return False
    return True


is_thrifty = check_thrifty(thrifty)
is_thrifty
