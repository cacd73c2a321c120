"""Answers to the game board: facts about solutions, next hint.

Answers are plain data, with cells numbered from 0 in reading order, as the browser counts them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from futoshiki_lab.core import MAX_SIZE, Puzzle
from futoshiki_lab.logic import Hint, contradiction, grade, hint, walkthrough
from futoshiki_lab.solving import solve
from futoshiki_lab.widgets.exchange import in_rows
from futoshiki_lab.widgets.reasons import (
    REASONED,
    can_reason,
    carried_reasons,
    plain,
    why_not,
)

NODE_LIMIT = 5_000  # of the search for solutions; a 9x9 needs a few hundred nodes

WALKED = 10  # the largest size for which a page holds hints: others would take minutes to write


def facts(puzzle: Puzzle, node_limit: int = NODE_LIMIT) -> dict[str, Any]:
    """What is known about a puzzle's solutions.

    Returns
    -------
    "solutions": 0, 1, 2 for several, None if the search stopped at its limit; "solution": the n²
    values of one, or None; "level": as `grade` says it, "" for boards that take it long.
    """
    run = solve(puzzle, "gac", "dom_wdeg", solutions=2, node_limit=node_limit)
    cut_off = run.outcome in ("limit", "interrupted") and len(run.solutions) < 2
    return {
        "solutions": None if cut_off else len(run.solutions),
        "solution": list(chain(*run.solution)) if run.solution else None,
        "level": "" if cut_off or puzzle.size > WALKED else grade(puzzle).level,
    }


def next_hint(
    puzzle: Puzzle, values: Sequence[int], marks: Iterable[tuple[int, Sequence[int]]]
) -> dict[str, Any]:
    """The easiest next step, given the entries and the notes.

    Parameters
    ----------
    values : the n² values on the board, 0 for none.
    marks : cells with notes, each with the values that the notes leave.
    """
    rows, cells = in_rows(puzzle, values), puzzle.cells
    return _plain(puzzle, hint(puzzle, rows, {cells[at]: left for at, left in marks}))


@lru_cache(maxsize=16)
def carried(puzzle: Puzzle) -> bytes:
    """All answers in advance, for a page without a kernel, as JSON; standalone.js reads it.

    A page has hints for puzzles with one solution up to 10x10, and up to 7x7 reasons against every
    wrong value. For larger ones it says of a wrong entry only that it is wrong. Without PySAT there
    are no reasons, but proofs by contradiction for wrong entries.
    """
    known = facts(puzzle)
    size = puzzle.size if known["solutions"] == 1 else MAX_SIZE
    steps = walkthrough(puzzle) if size <= WALKED else ()
    answers = {"facts": known, "walkthrough": [_plain(puzzle, step) for step in steps]}
    if size <= REASONED and can_reason():
        answers["reasons"] = carried_reasons(puzzle, known["solution"], steps)
    elif size <= REASONED:
        answers["wrong"] = dict(_wrong(puzzle, known["solution"]))
    elif known["solutions"] == 0 and puzzle.size <= REASONED and can_reason():
        answers["none"] = why_not(puzzle, None, 0, puzzle.grid)
    return json.dumps(answers).encode()


def _wrong(puzzle: Puzzle, solution: Sequence[int]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, (cell, right) in enumerate(zip(puzzle.cells, solution, strict=True)):
        for value in puzzle.values:
            if not puzzle[cell] and value != right:
                yield (
                    f"{number} {value}",
                    _plain(puzzle, contradiction(puzzle, cell, value, effort=0)),
                )


def _plain(puzzle: Puzzle, found: Hint) -> dict[str, Any]:
    """A hint as the browser reads it."""
    number = puzzle.cells.index
    return {
        "where": found.where,
        "rule": found.rule,
        "why": found.why,
        "cells": [number(cell) for cell in found.cells],
        "places": [(number(cell), value) for cell, value in found.places.items()],
        "removes": [(number(cell), list(gone)) for cell, gone in found.removes.items()],
        "wrong": None if found.wrong is None else number(found.wrong),
        "reason": plain(found.reason) if found.reason else None,
    }
