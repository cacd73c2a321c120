"""Sudoku: every row, column and box has each digit once.

Variables: the cells. Values: the digits. Constraints: each row, column and box is a group whose
cells are all different.
"""

from __future__ import annotations

from math import isqrt

from futoshiki_lab.core import Cell, Problem, PuzzleError, unknown
from futoshiki_lab.formats.origin import data_folder

DIGITS = "123456789"
COLLECTIONS = ("easy50", "hardest")  # of P. Norvig, in data/norvig


def sudoku(text: str, name: str = "") -> Problem:
    """The problem of a Sudoku, 4x4 or 9x9.

    Parameters
    ----------
    text : its cells in reading order, a digit or one of `. 0` for an empty cell; other characters
        only part them.
    name : what to call it.

    Raises
    ------
    PuzzleError : there are not 16 or 81 cells, or a digit is too large.
    """
    given = [character for character in text if character in DIGITS + ".0"]
    n = isqrt(len(given))
    box = isqrt(n)
    if len(given) not in (16, 81):
        raise PuzzleError(f"a Sudoku has 16 or 81 cells, not {len(given)}")
    span, boxes = range(n), range(0, n, box)
    rows = [[Cell(row, column) for column in span] for row in span]
    squares = [
        [cell for row in rows[top : top + box] for cell in row[left : left + box]]
        for top in boxes
        for left in boxes
    ]
    cells = [cell for row in rows for cell in row]
    return Problem(
        dict.fromkeys(cells, range(1, n + 1)),
        groups=[*rows, *zip(*rows, strict=True), *squares],
        givens={cell: int(at) for cell, at in zip(cells, given, strict=True) if at in DIGITS},
        view="board",
        name=name,
    )


def sudokus(name: str) -> list[Problem]:
    """The Sudokus that come with the package: "easy50" or "hardest".

    ValueError is raised for another name.
    """
    if name not in COLLECTIONS:
        raise ValueError(unknown("collection", name, COLLECTIONS))
    lines = (data_folder() / "norvig" / f"{name}.sudoku").read_text("utf-8").split()
    return [sudoku(line, f"{name}#{number}") for number, line in enumerate(lines, 1)]
