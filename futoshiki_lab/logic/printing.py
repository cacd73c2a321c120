"""The grid of remaining values, with characters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.logic.ladder import advance, rules
from futoshiki_lab.logic.marks import Marks


def remaining_values(puzzle: Puzzle, domains: Mapping[Cell, Sequence[int]] | None = None) -> str:
    """Write the values left in every cell: commas between them, columns aligned, signs between.

    Parameters
    ----------
    domains : the values left by cell, as a board or a state of a trace has them; by default what is
        left when the rules have done all they can.

    `A` and `V` stand between rows, opening to the larger cell; a gap between columns is wider where
    a sign stands in it.
    """
    if domains is None:
        marks = Marks.of(puzzle)
        for _ in advance(marks, rules(puzzle.size)):
            pass
        domains = marks.remaining()
    span = range(puzzle.size)
    texts = {cell: ",".join(map(str, domains[cell])) or "∅" for cell in puzzle.cells}
    widths = [max(len(texts[Cell(row, column)]) for row in span) for column in span]
    gaps = [_gap(puzzle, column) for column in span]
    lines = []
    for row in span:
        cells = [
            texts[Cell(row, column)].rjust(widths[column])
            + _sign(puzzle, Cell(row, column), Cell(row, column + 1), "<>").center(gaps[column])
            for column in span
        ]
        below = [
            _sign(puzzle, Cell(row, column), Cell(row + 1, column), "AV").rjust(widths[column])
            + " " * gaps[column]
            for column in span
        ]
        lines += ["".join(cells).rstrip(), "".join(below).rstrip()]
    return "\n".join(lines[:-1])


def _gap(puzzle: Puzzle, column: int) -> int:
    """How wide the gap right of a column is: two blanks, three where signs stand in it."""
    if column == puzzle.size - 1:
        return 0
    signs = (
        _sign(puzzle, Cell(row, column), Cell(row, column + 1), "<>") for row in range(puzzle.size)
    )
    return 3 if any(sign != " " for sign in signs) else 2


def _sign(puzzle: Puzzle, cell: Cell, other: Cell, marks: str) -> str:
    if (cell, other) in puzzle.signs:
        return marks[0]
    return marks[1] if (other, cell) in puzzle.signs else " "
