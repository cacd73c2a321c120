"""Line insertion, as the notebook on logic asks for it."""

from __future__ import annotations

from collections.abc import Sequence

from futoshiki_lab.core import Board, Cell


def insertion(board: Board, line: Sequence[Cell]) -> bool:
    """Put each value that has one place left in a line there. False: a value has no place."""
    for value in board.puzzle.values:
        places = places_of(board, line, value)
        if not places:
            return False
        if len(places) == 1:
            insert(board, places[0], value)
    return True


def places_of(board: Board, line: Sequence[Cell], value: int) -> list[Cell]:
    """The cells of a line that can still have a value."""
    return [cell for cell in line if value in board.domains[cell]]


def insert(board: Board, cell: Cell, value: int) -> None:
    """Remove all other values from a cell's domain."""
    for other in board.domains[cell]:
        if other != value:
            board.prune(cell, other)
