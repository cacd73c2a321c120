"""Known mistakes in the blame for a wipe-out: too many cells, too few, or others."""

from __future__ import annotations

from futoshiki_lab.core import Board, Cell


def wiped_out(board: Board) -> Cell:
    return next(cell for cell in board.unassigned if not board.domains[cell])


def rules_out(board: Board, cell: Cell, x: Cell, value: int) -> bool:
    """Whether the value of an assigned cell rules out a value of another."""
    constraint = board.puzzle.constraints[x].get(cell)
    return constraint is not None and not constraint.holds(value, board.values[cell])


def removers_by(board: Board, x: Cell, order: list[Cell]) -> set[Cell]:
    """For each value of x the first cell of a list that rules it out, unless that is a given."""
    first = (
        next((cell for cell in order if rules_out(board, cell, x, value)), x)
        for value in board.puzzle.values
    )
    return set(first) - {x} - board.puzzle.givens.keys()


def blames_everybody(board: Board) -> set[Cell]:
    """You blame every cell that the search has assigned: many of them have no constraint with the
    wiped-out cell."""
    return set(board.values) - board.puzzle.givens.keys()


def blames_all_assigned(board: Board) -> set[Cell]:
    """You blame every assigned cell, givens too: only cells in the row and column of the wiped-out
    one can have removed its values, and nobody chose the givens."""
    return set(board.values)


def blames_all_neighbours(board: Board) -> set[Cell]:
    """You blame every assigned neighbour of the wiped-out cell: but some came too late, when their
    values had been removed already. Blame the first that rules a value out."""
    return set(board.assigned_neighbours(wiped_out(board))) - board.puzzle.givens.keys()


def blames_neighbours_and_givens(board: Board) -> set[Cell]:
    """You blame every assigned neighbour, givens too: leave out the givens, and the cells that came
    too late to remove a value."""
    return set(board.assigned_neighbours(wiped_out(board)))


def blames_givens(board: Board) -> set[Cell]:
    """You blame givens: nobody chose them, so no other choice can take their values back."""
    x, order = wiped_out(board), list(board.values)
    first = (
        next(cell for cell in order if rules_out(board, cell, x, value))
        for value in board.puzzle.values
    )
    return set(first)


def passes_over_givens(board: Board) -> set[Cell]:
    """You leave the givens out too early: a value that a given has removed was gone before the
    search began, so nobody else is to blame for it."""
    order = [cell for cell in board.values if cell not in board.puzzle.givens]
    return removers_by(board, wiped_out(board), order)


def blames_the_last(board: Board) -> set[Cell]:
    """You blame the cell that was tried last: it removed the last value, but the other values were
    removed before."""
    return {list(board.values)[-1]}


def spares_the_last(board: Board) -> set[Cell]:
    """You leave out the cell that was tried last: its look removed a value too."""
    return removers_by(board, wiped_out(board), list(board.values)) - blames_the_last(board)


def blames_the_wiped_out(board: Board) -> set[Cell]:
    """You blame the wiped-out cell itself: it has no value, so it has removed nothing."""
    return {wiped_out(board)}


def blames_the_wiped_out_too(board: Board) -> set[Cell]:
    """The wiped-out cell itself is among those you blame: it has no value, so it has removed
    nothing."""
    x = wiped_out(board)
    return removers_by(board, x, list(board.values)) | {x}


def in_reading_order(board: Board) -> set[Cell]:
    """You take the first cell in reading order that rules a value out: the cell that removed it is
    the first in the order in which they were assigned, which is the order of `board.values`."""
    return removers_by(board, wiped_out(board), sorted(board.values))


def in_reading_order_without_givens(board: Board) -> set[Cell]:
    """You ask the searched cells in reading order: ask in the order in which they were assigned,
    the givens too, which come first and may have removed a value before all others."""
    order = sorted(set(board.values) - board.puzzle.givens.keys())
    return removers_by(board, wiped_out(board), order)


def latest_first(board: Board) -> set[Cell]:
    """You take the last cell that rules a value out: the first one removed it, and then it was
    gone."""
    return removers_by(board, wiped_out(board), list(board.values)[::-1])


def equal_values_only(board: Board) -> set[Cell]:
    """You blame cells that have the lost value themselves: a sign rules out other values too."""
    x, values = wiped_out(board), board.values
    near = [cell for cell in values if cell in board.puzzle.neighbours[x]]
    first = (next((c for c in near if values[c] == v), x) for v in board.puzzle.values)
    return set(first) - {x} - board.puzzle.givens.keys()


def signs_only(board: Board) -> set[Cell]:
    """You blame cells with a sign only: an equal value in the row or column rules out as well."""
    x = wiped_out(board)
    constraints = board.puzzle.constraints[x]
    order = [c for c in board.values if c in constraints and constraints[c].relation != "≠"]
    return removers_by(board, x, order)


def of_every_domain(board: Board) -> set[Cell]:
    """You collect who removed a value of any cell: only the wiped-out cell matters, because it
    alone has nothing left."""
    return {cell for x in board.unassigned for cell in board.removers(x)}


CULPRITS = (
    *(blames_everybody, blames_all_assigned, blames_all_neighbours, blames_neighbours_and_givens),
    *(blames_givens, passes_over_givens, blames_the_last, spares_the_last, blames_the_wiped_out),
    *(blames_the_wiped_out_too, in_reading_order, in_reading_order_without_givens, latest_first),
    *(equal_values_only, signs_only, of_every_domain),
)
