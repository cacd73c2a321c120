"""`why`: the cheapest reasons for a fact about a puzzle."""

from __future__ import annotations

from futoshiki_lab.core import Cell, Puzzle, must_be_puzzle, whole_number
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.facts import PencilMarks, entries
from futoshiki_lab.support.extras import need

EFFORT = 800  # questions to a solver, for one `why`: within a second on nearly every 9x9


def why(
    puzzle: Puzzle,
    cell: tuple[int, int] | None = None,
    value: int | None = None,
    values: Rows | None = None,
    marks: PencilMarks | None = None,
    *,
    effort: int = EFFORT,
) -> Explanation:
    """Why a cell cannot have a value: the cheapest entries, signs, rows and columns that forbid it.

    Without any one of them the value would be possible. An entry or a sign costs 1, a row or column
    2. `smallest` of the result says whether it is certain that no cheaper set does it.

    Parameters
    ----------
    cell, value : what is asked about. A cell alone: why it must have its value. Neither: why the
        puzzle has no solution.
    values : the player's entries, n rows of n; 0 is an empty cell. Givens may be left out. What the
        player has entered in the cell itself does not count.
    marks : the values left, by cell, which count as facts too; each cell with marks costs 1. None:
        what was crossed out before is not used.
    effort : how much work a search for a cheaper set may be, in questions to a solver; more can
        make the set cheaper.

    Returns
    -------
    An `Explanation`. If the value is possible (or the cell can have several, or the puzzle has a
    solution), it has a solution that shows it and no reasons. If the entries cannot stand together,
    with or without the value, it is about them: its `cell` is None.

    Raises
    ------
    ValueError : there is no such cell or value, or `values` is not n rows of n values from 0 to n.
    ModuleNotFoundError : PySAT is missing; it says how to install it.
    """
    must_be_puzzle(puzzle)
    whole_number("effort", effort, 0)
    need("why", "why", "pysat")
    from futoshiki_lab.reasons.questions import Question  # it needs PySAT

    asked = None if cell is None else Cell(*cell)
    _validate(puzzle, asked, value)
    return Question(_present(puzzle, asked, values), asked, value or 0, marks, effort).answer()


def _present(puzzle: Puzzle, asked: Cell | None, values: Rows | None) -> Puzzle:
    """The puzzle with the entries as givens; not with that of the cell that is asked about."""
    if values is None:
        return puzzle
    rows = entries(puzzle, values)
    for cell in puzzle.cells:
        if puzzle[cell] or cell == asked:
            rows[cell.row][cell.column] = puzzle[cell]
    return Puzzle(rows, puzzle.signs, puzzle.name)


def _validate(puzzle: Puzzle, cell: Cell | None, value: int | None) -> None:
    if cell is None and value is not None:
        raise ValueError(f"which cell cannot be {value}? Name it: why(puzzle, cell, value)")
    if cell is None:
        return
    if cell not in puzzle.constraints or value not in (None, *puzzle.values):
        what = cell if value is None else f"{cell} = {value}"
        raise ValueError(f"{what} is not on a board of size {puzzle.size}")
