"""The data between Python and a game in the browser: the puzzle out, the moves back.

The data that comes back can be anything, so it is checked to be a game of this puzzle. game.js
describes it: every move with the new contents of its cells and signs, and how many are made.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle

VERSION = 1


def key_of(puzzle: Puzzle) -> str:
    """The key under which a game is kept: the same for equal puzzles."""
    content = repr((puzzle.grid, sorted(puzzle.signs)))
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def sent(puzzle: Puzzle) -> dict[str, Any]:
    """The data of a puzzle for the browser."""
    number = puzzle.cells.index
    return {
        "name": puzzle.name,
        "n": puzzle.size,
        "grid": [list(row) for row in puzzle.grid],
        "signs": sorted((number(sign.smaller), number(sign.larger)) for sign in puzzle.signs),
        "key": key_of(puzzle),
    }


def received(board: Mapping[str, Any]) -> Puzzle:
    """The puzzle from the data that `sent` made."""
    cells = Puzzle(board["grid"]).cells
    signs = [(cells[smaller], cells[larger]) for smaller, larger in board["signs"]]
    return Puzzle(board["grid"], signs, board["name"])


def values_and_marks(
    puzzle: Puzzle, game: Mapping[str, Any]
) -> tuple[Grid, dict[Cell, tuple[int, ...]]]:
    """The values on the board of a game, and the values that its notes leave.

    Returns
    -------
    n rows of n values, givens included, 0 for none; for every empty cell with notes the values
    that these leave: the noted ones, or else all that are not crossed out.
    """
    values = list(chain(*puzzle.grid))
    marks: dict[Cell, tuple[int, ...]] = {}
    for number, (value, noted, struck) in sorted(_contents(puzzle, game).items()):
        if value:
            values[number] = value
        elif noted or struck:
            left = (noted or -1) & ~struck
            marks[puzzle.cells[number]] = tuple(
                one for one in puzzle.values if left >> (one - 1) & 1
            )
    return in_rows(puzzle, values), marks


def in_rows(puzzle: Puzzle, values: Sequence[int]) -> Grid:
    """The n² values of a board as n rows."""
    n = puzzle.size
    return tuple(tuple(values[at : at + n]) for at in range(0, n * n, n))


def _contents(puzzle: Puzzle, game: Mapping[str, Any]) -> dict[int, list[int]]:
    """The cells that have been changed, by number, each with its value and two masks of notes."""
    moves: Any = game.get("moves")
    made = game.get("at")
    readable = (
        (game.get("version"), game.get("key")) == (VERSION, key_of(puzzle))
        and (isinstance(moves, list) and _whole(made, len(moves)))
        and all(isinstance(move, list) for move in moves)
        and all(_is_content(puzzle, content) for move in moves for content in move)
    )
    if not readable:
        return {}
    places = ((number, rest) for move in moves[:made] for number, *rest in move)
    return {number: rest for number, rest in places if number < puzzle.size**2}


def _is_content(puzzle: Puzzle, content: Any) -> bool:
    n, cells = puzzle.size, puzzle.size**2
    if not (isinstance(content, list) and len(content) == 4):
        return False
    if _whole(content[0], cells + len(puzzle.signs) - 1) and content[0] >= cells:
        return all(map(_whole, content[1:], (1, 0, 0)))  # a sign, marked as done or not
    bounds = (cells - 1, n, 2**n - 1, 2**n - 1)
    return all(map(_whole, content, bounds)) and not puzzle[puzzle.cells[content[0]]]


def _whole(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most
