# %% my-look: every neighbour is asked, also after a wipe-out
def patient(board, cell):
    survives = True
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            survives = False
    return survives


is_patient = check_patient(patient)
is_patient


# %% my-thrifty: small domains first; they are wiped out sooner
def thrifty(board, cell):
    for x in sorted(board.unassigned_neighbours(cell), key=lambda x: len(board.domains[x])):
        if not fc_check(board, cell, x):
            return False
    return True


is_thrifty = check_thrifty(thrifty)
is_thrifty
