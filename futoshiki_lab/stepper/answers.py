"""What a board to play on asks the kernel: what is known of the solutions, the next hint.

Answers are plain data, with cells numbered from 0 in reading order, as the browser counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from futoshiki_lab.puzzle import Cell, Puzzle
from futoshiki_lab.solver import solve

NODE_LIMIT = 3_000  # of the search for solutions: some ten seconds on the hardest boards


def facts(puzzle: Puzzle, node_limit: int = NODE_LIMIT) -> dict[str, Any]:
    """What is known of a puzzle's solutions.

    Returns
    -------
    "solutions": 0, 1, 2 for several, None if the search was cut off before it knew; "solution":
    the n² values of one, or None.
    """
    run = solve(puzzle, "gac", "dom_wdeg", solutions=2, node_limit=node_limit)
    cut_off = run.outcome in ("limit", "interrupted") and len(run.solutions) < 2
    return {
        "solutions": None if cut_off else len(run.solutions),
        "solution": list(chain(*run.solution)) if run.solution else None,
    }


def next_hint(
    puzzle: Puzzle, values: Mapping[Cell, int], marks: Mapping[Cell, tuple[int, ...]]
) -> dict[str, Any] | None:
    """The easiest next step from what is entered and noted, or None if there is none.

    Parameters
    ----------
    values : the values on the board, givens included.
    marks : for cells with notes, the values that these leave.
    """
    from futoshiki_lab.logic import hint

    found = hint(puzzle, values, marks)
    return plain(puzzle, found) if found else None


def plain(puzzle: Puzzle, found: Any) -> dict[str, Any]:
    """A hint as the browser reads it."""
    number = {cell: index for index, cell in enumerate(puzzle.cells)}
    return {
        "where": found.where,
        "rule": found.rule,
        "why": found.why,
        "cells": [number[cell] for cell in found.cells],
        "places": [(number[cell], value) for cell, value in found.places.items()],
        "removes": [(number[cell], list(gone)) for cell, gone in found.removes.items()],
        "wrong": None if found.wrong is None else number[found.wrong],
    }


def by_cell(puzzle: Puzzle, values: Iterable[int]) -> dict[Cell, int]:
    """The n² values of a board, 0 for none, by cell and without the empty ones."""
    return {cell: value for cell, value in zip(puzzle.cells, values, strict=True) if value}
