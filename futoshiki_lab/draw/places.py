"""Where the variables of other problems than puzzles stand."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Any


@lru_cache(maxsize=64)
def places_of(problem: Any, view: str) -> dict[Any, tuple[float, float]]:
    """Where variables are drawn: how far to the right, how far down.

    Those without a place of their own: cells at their column and row, queens below each other,
    others on a circle, clockwise from the top.
    """
    cells = problem.cells
    turn, radius = 2 * pi / len(cells), 0.3 * len(cells)
    angles = {cell: turn * at for at, cell in enumerate(cells)}
    places = {cell: (radius * (1 + sin(a)), radius * (1 - cos(a))) for cell, a in angles.items()}
    if view == "chess":
        places = {cell: (0, row) for row, cell in enumerate(cells)}
    elif all(isinstance(cell, tuple) and len(cell) == 2 for cell in cells):
        places = {cell: (cell[1], cell[0]) for cell in cells}
    return {**places, **problem.places}
