"""What a picture of a puzzle alone shows, or of another problem."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from futoshiki_lab.core import Domain, Puzzle
from futoshiki_lab.draw.scene import Scene


def puzzle_scene(puzzle: Any, solution: Any) -> Scene:
    """A puzzle with its givens, or with a grid written into it; 0 is an empty cell. Another problem
    has its domains in it.

    Raises
    ------
    ValueError : the grid does not have the puzzle's size.
    """
    small: Mapping[Any, Domain] = {}
    title = f"{puzzle.name or 'puzzle'} ({puzzle.label.replace('x', '×')})"
    if not isinstance(puzzle, Puzzle):
        title, small = puzzle.label, {} if solution else puzzle.domains
    if solution is None:
        return Scene(puzzle, puzzle.givens, small, title=title)
    values = puzzle.values_of(solution)
    if isinstance(values, str):
        raise ValueError(values.replace("a solution has", "the grid must have"))
    filled = {cell: value for cell, value in values.items() if value != puzzle.empty}
    if len(filled) < len(puzzle.cells):
        return Scene(puzzle, filled, title=title)
    faults = tuple(puzzle.faults(solution))
    sentence = f"not a solution: {faults[0][1]}" if faults else "a solution"
    where = tuple(cells for cells, _ in faults)
    return Scene(puzzle, filled, title=title, sentence=sentence, faults=where)
