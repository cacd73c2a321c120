"""What a player knows: entries and pencil marks, with the lines of filled cells cleared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic.grading import completions, solutions
from futoshiki_lab.logic.ladder import advance, ladder
from futoshiki_lab.logic.marks import Marks

Values = Sequence[Sequence[int]]


def entries(puzzle: Puzzle, values: Values) -> list[list[int]]:
    """The entries with the givens filled in, whoever has left them out."""
    n = puzzle.size
    rows = [list(row) for row in values]
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ValueError(f"the entries must be {n} rows of {n} values")
    for cell in puzzle.cells:
        entry = rows[cell.row][cell.column]
        if entry not in (0, *puzzle.values):
            raise ValueError(f"{cell} = {entry!r} is not one of 0..{n}")
        rows[cell.row][cell.column] = entry or puzzle[cell]
    return rows


def known_from(puzzle: Puzzle, grid: Values, marks: Mapping[Cell, Sequence[int]]) -> Marks:
    """What the player knows, the lines of filled cells cleared."""
    start = Marks.of(puzzle, grid)
    for cell, left in marks.items():
        index = start.shape.cells.index(Cell(*cell))
        if left and not start.placed >> index & 1:
            start.masks[index] &= sum(1 << value - 1 for value in set(left))
    clear_lines(start)
    return start


def clear_lines(marks: Marks) -> None:
    """Remove placed values from their lines, which a player does without a word."""
    for _ in advance(marks, ladder(marks.shape.size)[:1]):
        pass


def unique(puzzle: Puzzle) -> Grid | None:
    """The only solution, or None if there are others."""
    found = solutions(puzzle)
    return found[0] if len(found) == 1 else None


def completion(puzzle: Puzzle, grid: Values) -> Grid | None:
    return next(completions(Marks.of(puzzle, grid)), None)
