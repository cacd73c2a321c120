"""What a page without a kernel carries for a puzzle to be played on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from futoshiki_lab.core import MAX_SIZE, Puzzle
from futoshiki_lab.logic import contradiction, walkthrough
from futoshiki_lab.widgets.answers import facts, plain

# The largest sizes for which a page carries hints, and the reason of every wrong entry: beyond
# these it would take minutes to write.
WALKED, REFUTED = 10, 7


def carried(puzzle: Puzzle) -> bytes:
    """Facts, a walkthrough, and why each wrong entry is wrong, as JSON; hints.js reads it.

    A page has hints for puzzles with one solution up to 10x10; beyond 7x7 it says of a wrong entry
    only that it is wrong.
    """
    known = facts(puzzle)
    size = puzzle.size if known["solutions"] == 1 else MAX_SIZE
    return json.dumps(
        {
            "facts": known,
            "walkthrough": [
                plain(puzzle, step) for step in (walkthrough(puzzle) if size <= WALKED else ())
            ],
            "wrong": dict(_wrong(puzzle, known)) if size <= REFUTED else {},
        }
    ).encode()


def _wrong(puzzle: Puzzle, known: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, (cell, right) in enumerate(zip(puzzle.cells, known["solution"], strict=True)):
        for value in puzzle.values:
            if not puzzle[cell] and value != right:
                yield f"{number} {value}", plain(puzzle, contradiction(puzzle, cell, value))
