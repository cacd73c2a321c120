"""Known mistakes in `fc_check` and `forward_check`."""

from __future__ import annotations

from futoshiki_lab.core import Board, Cell, fc_check

# -- fc_check: remove from x what the value of a cell rules out ------------------------------------


def fc_keeps_what_should_go(board: Board, cell: Cell, x: Cell) -> bool:
    """This keeps exactly the values that should go: prune a value when its check fails."""
    for d in board.domains[x]:
        if board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
    return len(board.domains[x]) > 0


def fc_prunes_nothing(board: Board, cell: Cell, x: Cell) -> bool:
    """Nothing leaves the domain of x: a value whose check fails must be pruned."""
    allowed = [board.check(x, d, cell, board.values[cell]) for d in board.domains[x]]
    return all(allowed)


def fc_keeps_everything(board: Board, cell: Cell, x: Cell) -> bool:
    """You check and prune nothing: each value of x needs a check."""
    return True


def fc_equal_only(board: Board, cell: Cell, x: Cell) -> bool:
    """You remove only the value of the cell: a sign rules out more than that."""
    if board.values[cell] in board.domains[x]:
        board.prune(x, board.values[cell], because=cell)
    return len(board.domains[x]) > 0


def fc_signs_only(board: Board, cell: Cell, x: Cell) -> bool:
    """You look only where a sign stands: without a sign the two values must still differ."""
    if x not in board.puzzle.sign_neighbours[cell]:
        return True
    return fc_check(board, cell, x)


def fc_swapped(board: Board, cell: Cell, x: Cell) -> bool:
    """You read the sign the wrong way round: each value belongs to the cell before it."""
    for d in board.domains[x]:
        if not board.check(cell, d, x, board.values[cell]):
            board.prune(x, d, because=cell)
    return len(board.domains[x]) > 0


def fc_prunes_the_cell(board: Board, cell: Cell, x: Cell) -> bool:
    """You prune the cell that has just been assigned: x is the one that loses values."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(cell, d, because=x)
    return len(board.domains[x]) > 0


def fc_one_value_only(board: Board, cell: Cell, x: Cell) -> bool:
    """You stop after the first value that goes: the others need a check too."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
            break
    return len(board.domains[x]) > 0


def fc_first_only(board: Board, cell: Cell, x: Cell) -> bool:
    """You return inside the loop, after the first value: `return` belongs behind the loop."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
        return len(board.domains[x]) > 0
    return False


def fc_false_at_the_first(board: Board, cell: Cell, x: Cell) -> bool:
    """You give up at the first value that goes: it is a wipe-out only when none is left."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
            return False
    return True


def fc_forgets_the_wipe_out(board: Board, cell: Cell, x: Cell) -> bool:
    """You never report a wipe-out: return False when x has no value left."""
    fc_check(board, cell, x)
    return True


def fc_upside_down(board: Board, cell: Cell, x: Cell) -> bool:
    """You return True for a wipe-out and False otherwise: it is the other way round."""
    return not fc_check(board, cell, x)


def fc_says_whether_it_pruned(board: Board, cell: Cell, x: Cell) -> bool:
    """You return whether x lost a value: the search asks whether x has any left."""
    before = board.domains[x]
    fc_check(board, cell, x)
    return board.domains[x] != before


def fc_false_when_pruned(board: Board, cell: Cell, x: Cell) -> bool:
    """You return False as soon as x loses a value: it is a wipe-out only when none is left."""
    return not fc_says_whether_it_pruned(board, cell, x)


def fc_one_left_is_a_wipe_out(board: Board, cell: Cell, x: Cell) -> bool:
    """You take one value left for a wipe-out: it is one only when none is left."""
    fc_check(board, cell, x)
    return len(board.domains[x]) > 1


def fc_returns_none(board: Board, cell: Cell, x: Cell) -> None:
    """Your function ends without a `return`, so it returns None: say whether x has a value left."""
    fc_check(board, cell, x)


def fc_no_reason(board: Board, cell: Cell, x: Cell) -> bool:
    """You prune without a reason: write `because=cell`, so that the explanation can say why."""
    for d in board.domains[x]:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d)
    return len(board.domains[x]) > 0


def fc_all_numbers(board: Board, cell: Cell, x: Cell) -> bool:
    """You go through all numbers: x may have lost some already, so use its domain."""
    for d in board.puzzle.values:
        if not board.check(x, d, cell, board.values[cell]):
            board.prune(x, d, because=cell)
    return len(board.domains[x]) > 0


def fc_uncounted(board: Board, cell: Cell, x: Cell) -> bool:
    """You evaluate the constraint yourself, so it is not counted: use `board.check`."""
    constraint = board.puzzle.constraints[x][cell]
    for d in board.domains[x]:
        if not constraint.holds(d, board.values[cell]):
            board.prune(x, d, because=cell)
    return len(board.domains[x]) > 0


def fc_checks_twice(board: Board, cell: Cell, x: Cell) -> bool:
    """You check each value twice: keep the answer of the first check."""
    for d in board.domains[x]:
        board.check(x, d, cell, board.values[cell])
    return fc_check(board, cell, x)


FC_CHECK = (
    *(fc_keeps_what_should_go, fc_prunes_nothing, fc_keeps_everything, fc_equal_only),
    *(fc_signs_only, fc_swapped, fc_prunes_the_cell, fc_one_value_only, fc_first_only),
    *(fc_false_at_the_first, fc_forgets_the_wipe_out, fc_upside_down, fc_says_whether_it_pruned),
    *(fc_false_when_pruned, fc_one_left_is_a_wipe_out, fc_returns_none, fc_no_reason),
    *(fc_all_numbers, fc_uncounted, fc_checks_twice),
)

# -- forward_check: fc_check for every unassigned neighbour ----------------------------------------


def forward_goes_on(board: Board, cell: Cell) -> bool:
    """You go on after a wipe-out: the look can end there, what follows is work for nothing."""
    left = [fc_check(board, cell, x) for x in board.unassigned_neighbours(cell)]
    return all(left)


def forward_never_false(board: Board, cell: Cell) -> bool:
    """You never report a dead end: return False when `fc_check` does."""
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            break
    return True


def forward_never_false_and_goes_on(board: Board, cell: Cell) -> bool:
    """You drop what `fc_check` returns: False means that the look must end with False."""
    forward_goes_on(board, cell)
    return True


def forward_last_word(board: Board, cell: Cell) -> bool:
    """You return what the last neighbour said: one wipe-out anywhere is a dead end."""
    found = True
    for x in board.unassigned_neighbours(cell):
        found = fc_check(board, cell, x)
    return found


def forward_first_only(board: Board, cell: Cell) -> bool:
    """You return after the first neighbour: `return True` belongs behind the loop, not in it."""
    for x in board.unassigned_neighbours(cell):
        return fc_check(board, cell, x)
    return True


def forward_upside_down(board: Board, cell: Cell) -> bool:
    """You end the look when `fc_check` is True: False is the wipe-out."""
    return not any(fc_check(board, cell, x) for x in board.unassigned_neighbours(cell))


def forward_returns_none(board: Board, cell: Cell) -> bool | None:
    """Your function ends without `return True` when no domain is wiped out: it returns None."""
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            return False
    return None


def forward_row_only(board: Board, cell: Cell) -> bool:
    """You look only along the row: the cells of the column are neighbours too."""
    row = (x for x in board.unassigned_neighbours(cell) if x.row == cell.row)
    return all(fc_check(board, cell, x) for x in row)


def forward_column_only(board: Board, cell: Cell) -> bool:
    """You look only along the column: the cells of the row are neighbours too."""
    column = (x for x in board.unassigned_neighbours(cell) if x.column == cell.column)
    return all(fc_check(board, cell, x) for x in column)


def forward_signs_only(board: Board, cell: Cell) -> bool:
    """You look only at neighbours with a sign: the whole row and column must differ."""
    beside = board.puzzle.sign_neighbours[cell]
    return all(fc_check(board, cell, x) for x in beside if x not in board.values)


def forward_assigned_too(board: Board, cell: Cell) -> bool:
    """You also look at neighbours that have a value: forward means the unassigned ones."""
    return all(fc_check(board, cell, x) for x in board.puzzle.neighbours[cell])


def forward_looks_back(board: Board, cell: Cell) -> bool:
    """You look at the assigned neighbours, which is looking back: prune the unassigned ones."""
    return all(fc_check(board, cell, x) for x in board.assigned_neighbours(cell))


def forward_everywhere(board: Board, cell: Cell) -> bool:
    """You look at all unassigned cells: only those in the row and column have a constraint."""
    return all(fc_check(board, cell, x) for x in board.unassigned)


def forward_swapped(board: Board, cell: Cell) -> bool:
    """You call `fc_check` with the two cells swapped: first the assigned one, then x."""
    return all(fc_check(board, x, cell) for x in board.unassigned_neighbours(cell))


def forward_undoes(board: Board, cell: Cell) -> bool:
    """You also undo what was pruned: that is the search's part, a look only looks."""
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            board.restore(0)  # type: ignore[arg-type]
            return False
    return True


FORWARD_CHECK = (
    *(forward_goes_on, forward_never_false, forward_never_false_and_goes_on, forward_last_word),
    *(forward_first_only, forward_upside_down, forward_returns_none, forward_row_only),
    *(forward_column_only, forward_signs_only, forward_assigned_too, forward_looks_back),
    *(forward_everywhere, forward_swapped, forward_undoes),
)
