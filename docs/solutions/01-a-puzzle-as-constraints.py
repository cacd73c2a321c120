# %% my-columns: as for the rows; the cells of a column have the same `column`
def my_columns(model, board, puzzle):
    for column in range(puzzle.size):
        model.add_all_different(board[cell] for cell in puzzle.cells if cell.column == column)


# %% my-signs: one comparison for each sign
def my_signs(model, board, puzzle):
    for smaller, larger in puzzle.signs:
        model.add(board[smaller] < board[larger])


# %% mine: one of many; a chain of signs fills the first row, and two more signs do the rest
mine = loads(
    """
    . < . < .
            v
    .   .   .
    v
    .   .   .
    """
)
mine
