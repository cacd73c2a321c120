"""What a board to play on asks the kernel: what is known of the solutions, the next hint.

Answers are plain data, with cells numbered from 0 in reading order, as the browser counts them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from futoshiki_lab.core import Puzzle
from futoshiki_lab.logic import Hint, hint
from futoshiki_lab.solving import solve

NODE_LIMIT = 5_000  # of the search for solutions: a 9x9 needs some hundreds of nodes
AT_HAND = 200  # that many readable nodes are tried before the compiled search is loaded


def facts(puzzle: Puzzle, node_limit: int = NODE_LIMIT) -> dict[str, Any]:
    """What is known of a puzzle's solutions.

    Returns
    -------
    "solutions": 0, 1, 2 for several, None if the search was cut off before it knew; "solution":
    the n² values of one, or None.
    """
    how = {"look": "gac", "select": "dom_wdeg", "solutions": 2}
    run = solve(puzzle, **how, node_limit=min(AT_HAND, node_limit), engine="readable")
    if run.outcome == "limit" and node_limit > AT_HAND:
        run = solve(puzzle, **how, node_limit=node_limit)
    cut_off = run.outcome in ("limit", "interrupted") and len(run.solutions) < 2
    return {
        "solutions": None if cut_off else len(run.solutions),
        "solution": list(chain(*run.solution)) if run.solution else None,
    }


def next_hint(
    puzzle: Puzzle, values: Sequence[int], marks: Iterable[tuple[int, Sequence[int]]]
) -> dict[str, Any]:
    """The easiest next step from what is entered and noted.

    Parameters
    ----------
    values : the n² values on the board, 0 for none.
    marks : cells with notes, each with the values that these leave.
    """
    n, cells = puzzle.size, puzzle.cells
    rows = [values[start : start + n] for start in range(0, n * n, n)]
    return plain(puzzle, hint(puzzle, rows, {cells[at]: left for at, left in marks}))


def plain(puzzle: Puzzle, found: Hint) -> dict[str, Any]:
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
