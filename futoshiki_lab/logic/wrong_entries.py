"""What is wrong on a player's board, and why."""

from __future__ import annotations

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.logic.deduction import Hint, cells_of
from futoshiki_lab.logic.explanation import Explanation
from futoshiki_lab.logic.ladder import clear_lines, completion, graded_rules, unique
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.proofs import EFFORT, reasons_for, refute

ENTRIES = 6  # wrong entries to prove wrong; the one with the shortest proof is chosen


def contradiction(puzzle: Puzzle, cell: Cell, value: int, effort: int = EFFORT) -> Hint:
    """Why a cell cannot have a value, as a hint: what `why` says, or what is seen at once.

    Parameters
    ----------
    effort : that of `why`.

    Returns
    -------
    A `Hint` whose `wrong` is the cell and whose `why` has the reasons.

    Raises
    ------
    ValueError : there is no such cell or value, or the puzzle has a solution with this value.
    """
    cell = Cell(*cell)
    if cell not in puzzle.constraints or value not in puzzle.values:
        raise ValueError(f"{cell} = {value} is not on a board of size {puzzle.size}")
    if puzzle[cell] == value:
        raise ValueError(f"{cell} = {value} is given")
    clash = _clash(puzzle, puzzle.grid, cell, value)
    if not clash and completion(puzzle, _with(puzzle.grid, cell, value)):
        raise ValueError(f"{cell} = {value} leads to a solution")
    return clash or _proved_wrong(puzzle, puzzle.grid, cell, value, effort)


def wrong_entry(puzzle: Puzzle, grid: Rows) -> Hint | None:
    """A wrong entry that is easy to see or has a short proof; None if no entry is wrong."""
    right, wrong = _sorted_out(puzzle, grid)
    entries = [(cell, grid[cell.row][cell.column]) for cell in wrong]
    clashes = filter(None, (_clash(puzzle, grid, *entry) for entry in entries))
    proofs = (_proved_wrong(puzzle, right, *entry) for entry in entries[:ENTRIES])
    return next(clashes, None) or min(proofs, key=lambda proof: len(proof.why), default=None)


def _sorted_out(puzzle: Puzzle, grid: Rows) -> tuple[Rows, list[Cell]]:
    """The right entries, as a grid, and the cells whose entries are wrong.

    If there are several solutions, entries in reading order count as right while one solution has
    them all.
    """
    only = unique(puzzle)
    wrong = [cell for cell in puzzle.givens if grid[cell.row][cell.column] != puzzle[cell]]
    if only is None and not wrong and completion(puzzle, grid):
        return grid, []
    right: Rows = puzzle.grid
    for cell in puzzle.cells:
        entry = grid[cell.row][cell.column]
        if entry and not puzzle[cell]:
            more = _with(right, cell, entry)
            if only[cell.row][cell.column] == entry if only else completion(puzzle, more):
                right = more
            else:
                wrong.append(cell)
    return right, wrong


def _with(grid: Rows, cell: Cell, value: int) -> Rows:
    """The grid with one more entry."""
    rows = [list(row) for row in grid]
    rows[cell.row][cell.column] = value
    return rows


def _clash(puzzle: Puzzle, grid: Rows, cell: Cell, value: int) -> Hint | None:
    """An obvious mistake: a changed given, a value twice in a line, a violated sign."""
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


def _proved_wrong(
    puzzle: Puzzle, right: Rows, cell: Cell, value: int, effort: int = EFFORT
) -> Hint:
    """The cheapest reasons among the right entries; without a solver, a proof by the rules."""
    found = reasons_for(Puzzle(right, puzzle.signs), cell, value, effort=effort)
    if found:
        return _blame(cell, value, found.clause, found.cells, found)
    marks = Marks.of(puzzle, right)
    clear_lines(marks)
    for depth in range(len(puzzle.cells)):
        number, rules = marks.shape.number(cell), graded_rules(puzzle.size)
        proof = refute(marks, number, 1 << value - 1, rules, depth)
        if proof:
            return _blame(cell, value, proof.why(marks.shape), cells_of(proof, marks.shape))
    raise AssertionError("every assumption is made by now")


def _blame(
    cell: Cell, value: int, why: str, cells: tuple[Cell, ...], reason: Explanation | None = None
) -> Hint:
    return Hint(
        f"Look at {cell}: something is wrong there.",
        f"{cell} cannot be {value}: it leads to a contradiction.",
        f"{cell} cannot be {value}: {why}.",
        cells,
        wrong=cell,
        reason=reason,
    )


def crossed_out(start: Marks, solution: Grid) -> Hint:
    """The first cell whose marks lack its right value."""
    for cell, left in start.remaining().items():
        value = solution[cell.row][cell.column]
        if value not in left:
            where = f"Look at the marks of {cell}: a value is missing there."
            rule = "A value has been crossed out that can still be entered."
            return Hint(where, rule, f"{cell} can still be {value}.", (cell,), wrong=cell)
    raise AssertionError("some mark must be missing")
