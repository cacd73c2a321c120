"""Where the variables of other problems than puzzles stand."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Any


@lru_cache(maxsize=64)
def places_of(problem: Any, view: str) -> dict[Any, tuple[float, float]]:
    """Where variables are drawn: how far to the right, how far down.

    Those without a place of their own: cells at their column and row, queens below each other, a
    graph without cycles as trees from left to right, others on a circle, clockwise from the top.
    """
    cells = problem.cells
    turn, radius = 2 * pi / len(cells), 0.3 * len(cells)
    angles = {cell: turn * at for at, cell in enumerate(cells)}
    places = {cell: (radius * (1 + sin(a)), radius * (1 - cos(a))) for cell, a in angles.items()}
    if view == "chess":
        places = {cell: (0, row) for row, cell in enumerate(cells)}
    elif all(isinstance(cell, tuple) and len(cell) == 2 for cell in cells):
        places = {cell: (cell[1], cell[0]) for cell in cells}
    else:
        places = _in_trees(problem) or places
    return {**places, **problem.places}


def _in_trees(problem: Any) -> dict[Any, tuple[float, float]]:
    """Each variable right of the one that leads to it, which stands at the middle of all that it
    leads to; empty if the graph has a cycle."""
    found: dict[Any, tuple[float, list[Any]]] = {}
    for root in problem.cells:
        todo = [] if root in found else [(root, None, 0.0)]
        while todo:
            cell, before, right = todo.pop()
            if cell in found:
                return {}
            others = [other for other in problem.neighbours[cell] if other != before]
            found[cell] = right, others
            todo += [(other, cell, right + 1.6) for other in reversed(others)]
    leaves = [cell for cell, (_, others) in found.items() if not others]
    down = {cell: 1.4 * at for at, cell in enumerate(leaves)}
    for cell, (_, others) in reversed(found.items()):
        if others:
            down[cell] = (down[others[0]] + down[others[-1]]) / 2
    return {cell: (found[cell][0], down[cell]) for cell in found}
