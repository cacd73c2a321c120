"""What passes between Python and a game in the browser: the puzzle there, what was done back.

What comes back is read as a stranger's: it is a game of this puzzle or it is none. game.js says
what is in it: every move with the new contents of its cells, and how many of them are made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.core.puzzle import grid_of

VERSION = 1


def key_of(puzzle: Puzzle) -> str:
    """What a game is kept under: the same for puzzles that are equal."""
    content = repr((puzzle.grid, sorted(puzzle.signs)))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def sent(puzzle: Puzzle) -> dict[str, Any]:
    """What the browser is sent of a puzzle."""
    number = {cell: index for index, cell in enumerate(puzzle.cells)}
    return {
        "name": puzzle.name,
        "n": puzzle.size,
        "grid": [list(row) for row in puzzle.grid],
        "signs": sorted((number[sign.smaller], number[sign.larger]) for sign in puzzle.signs),
        "key": key_of(puzzle),
    }


def received(board: Mapping[str, Any]) -> Puzzle:
    """The puzzle again of which `sent` made this."""
    cells = Puzzle(board["grid"]).cells
    signs = [(cells[smaller], cells[larger]) for smaller, larger in board["signs"]]
    return Puzzle(board["grid"], signs, board["name"])


def values_and_marks(
    puzzle: Puzzle, game: Mapping[str, Any]
) -> tuple[Grid, dict[Cell, tuple[int, ...]]]:
    """What stands on the board of a game, and what its notes leave.

    Returns
    -------
    n rows of n values, givens included, 0 for none; for every empty cell with notes the values
    that these leave: those noted, or else all but those crossed out.
    """
    values, marks = dict(puzzle.givens), {}
    for cell, (value, noted, struck) in sorted(_contents(puzzle, game).items()):
        if value:
            values[cell] = value
        elif noted or struck:
            left = (noted or -1) & ~struck
            marks[cell] = tuple(one for one in puzzle.values if left >> (one - 1) & 1)
    return grid_of(values, puzzle.size), marks


def _contents(puzzle: Puzzle, game: Mapping[str, Any]) -> dict[Cell, tuple[int, int, int]]:
    """The cells that have been changed, each with its value and two masks of notes."""
    moves, made = game.get("moves"), game.get("at")
    if game.get("version") != VERSION or game.get("key") != key_of(puzzle):
        return {}
    if not isinstance(moves, list) or not _whole(made, len(moves)):
        return {}
    if not all(
        isinstance(move, list) and all(_is_content(puzzle, one) for one in move) for move in moves
    ):
        return {}
    return {puzzle.cells[number]: tuple(rest) for move in moves[:made] for number, *rest in move}


def _is_content(puzzle: Puzzle, content: Any) -> bool:
    n = puzzle.size
    bounds = (n * n - 1, n, 2**n - 1, 2**n - 1)
    return (
        isinstance(content, list)
        and len(content) == len(bounds)
        and all(map(_whole, content, bounds))
        and not puzzle[puzzle.cells[content[0]]]
    )


def _whole(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most
