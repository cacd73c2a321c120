"""What a page without a kernel carries for a puzzle to be played on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from futoshiki_lab.puzzle import Puzzle
from futoshiki_lab.stepper.answers import by_cell, facts, plain

LARGEST = 7  # the largest size for which the reason of every wrong entry is carried


def carried(puzzle: Puzzle) -> bytes:
    """Facts, a walkthrough, and why each wrong entry is wrong, as JSON; hints.js reads it.

    Beyond 7x7 a page says of a wrong entry only that it is wrong.
    """
    from futoshiki_lab.logic import walkthrough

    known = facts(puzzle)
    return json.dumps(
        {
            "facts": known,
            "walkthrough": [plain(puzzle, step) for step in walkthrough(puzzle)],
            "wrong": dict(_wrong(puzzle, known)) if puzzle.size <= LARGEST else {},
        }
    ).encode()


def _wrong(puzzle: Puzzle, known: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    from futoshiki_lab.logic import contradiction

    if known["solutions"] != 1:
        return
    solution = by_cell(puzzle, known["solution"])
    for number, cell in enumerate(puzzle.cells):
        for value in puzzle.values:
            if not puzzle[cell] and value != solution[cell]:
                yield f"{number} {value}", plain(puzzle, contradiction(puzzle, cell, value))
