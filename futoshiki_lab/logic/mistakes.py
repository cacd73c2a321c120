"""What is wrong on a player's board, and why it cannot be."""

from __future__ import annotations

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic.deductions import Hint
from futoshiki_lab.logic.known import Values, completion, known_from, unique
from futoshiki_lab.logic.ladder import ladder
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.paths import refute

SOME = 6  # wrong entries to choose the one with the shortest proof from


def contradiction(puzzle: Puzzle, cell: Cell, value: int) -> Hint:
    """Why a cell cannot have a value: what would follow, to the point where nothing is left.

    Returns
    -------
    A `Hint` whose `wrong` is the cell and whose `why` is the proof.

    Raises
    ------
    ValueError : there is no such cell or value, or the puzzle has a solution with this value.
    """
    cell = Cell(*cell)
    if cell not in puzzle.constraints or value not in puzzle.values:
        raise ValueError(f"{cell} = {value} is not on a board of size {puzzle.size}")
    if puzzle[cell] == value:
        raise ValueError(f"{cell} = {value} is given")
    return _clash(puzzle, puzzle.grid, cell, value) or _wrong(puzzle, puzzle.grid, cell, value)


# -- what is wrong ---------------------------------------------------------------------------------


def wrong_entry(puzzle: Puzzle, grid: Values) -> Hint | None:
    """An entry that cannot stand, one that anybody sees or has a short proof; None if all can."""
    known, wrong = _sorted_out(puzzle, grid)
    entries = [(cell, grid[cell.row][cell.column]) for cell in wrong]
    for clash in (_clash(puzzle, grid, *entry) for entry in entries):
        if clash:
            return clash
    proofs = (_wrong(puzzle, known, *entry) for entry in entries[:SOME])
    return min(proofs, key=lambda proof: len(proof.why), default=None)


def _sorted_out(puzzle: Puzzle, grid: Values) -> tuple[Values, list[Cell]]:
    """What is right, as a grid, and the cells whose entries are wrong.

    If there are several solutions, the entries are right in reading order for as long as one of the
    solutions has them all.
    """
    filled = [cell for cell in puzzle.cells if grid[cell.row][cell.column] and not puzzle[cell]]
    known = [list(row) for row in puzzle.grid]
    only = unique(puzzle)
    wrong = [cell for cell in puzzle.givens if grid[cell.row][cell.column] != puzzle[cell]]
    if only is None and not wrong and completion(puzzle, grid):
        return grid, []
    for cell in filled:
        entry = grid[cell.row][cell.column]
        known[cell.row][cell.column] = entry
        if only[cell.row][cell.column] != entry if only else not completion(puzzle, known):
            known[cell.row][cell.column] = 0
            wrong.append(cell)
    return known, wrong


def _clash(puzzle: Puzzle, grid: Values, cell: Cell, value: int) -> Hint | None:
    """What anybody can see: another given, the same value in a line, a sign that does not hold."""
    if puzzle[cell] not in (0, value):
        return _blame(cell, value, f"{cell} is given as {puzzle[cell]}", (cell,))
    for other, constraint in puzzle.constraints[cell].items():
        entry = grid[other.row][other.column]
        if not entry or constraint.holds(value, entry):
            continue
        if constraint.relation == "≠":
            line = "row" if cell.row == other.row else "column"
            why = f"{other} in the same {line} is {value} as well"
        else:
            why = f"{constraint}, but {other} is {entry}"
        return _blame(cell, value, why, (cell, other))
    return None


def _wrong(puzzle: Puzzle, known: Values, cell: Cell, value: int) -> Hint:
    """Prove that an entry cannot stand, from what is known, with as few assumptions as can be."""
    grid = [list(row) for row in known]
    grid[cell.row][cell.column] = value
    if completion(puzzle, grid):
        raise ValueError(f"{cell} = {value} leads to a solution")
    grid[cell.row][cell.column] = 0
    start = known_from(puzzle, grid, {})
    index = start.shape.cells.index(cell)
    for depth in range(len(puzzle.cells)):
        proof = refute(start, index, 1 << value - 1, ladder(puzzle.size), depth)
        if proof:
            cells = tuple(start.shape.cells[i] for i in sorted(proof.cells(start)))
            return _blame(cell, value, proof.tell(start), cells)
    raise AssertionError("every assumption is made by now")


def _blame(cell: Cell, value: int, why: str, cells: tuple[Cell, ...]) -> Hint:
    return Hint(
        f"Look at {cell}: something is wrong there.",
        f"{cell} cannot be {value}: it leads to a contradiction.",
        f"{cell} cannot be {value}: {why}.",
        cells,
        wrong=cell,
    )


def crossed_out(start: Marks, solution: Grid) -> Hint:
    """The first cell whose marks lack the value that it must have."""
    for cell, mask in zip(start.shape.cells, start.masks, strict=True):
        value = solution[cell.row][cell.column]
        if not mask >> value - 1 & 1:
            where = f"Look at the marks of {cell}: a value is missing there."
            rule = "A value has been crossed out that can still be entered."
            return Hint(where, rule, f"{cell} can still be {value}.", (cell,), wrong=cell)
    raise AssertionError("some mark must be missing")
