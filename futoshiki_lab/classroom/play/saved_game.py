"""What the browser keeps of a game, read: the values and the notes on its board.

What a browser sends can be anything, so it is checked to be a game of this puzzle. game.js
describes it: every move with the new contents of its cells and signs, and how many are made.
Cells are numbered from 0 in reading order.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Any

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.reasons.shape import rows_of
from futoshiki_lab.stepper.packing import key_of

VERSION = 1  # of a game's data


def read_game(puzzle: Puzzle, game: Mapping[str, Any]) -> tuple[Grid, dict[Cell, tuple[int, ...]]]:
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
            mask = (noted or -1) & ~struck
            left = tuple(one for one in puzzle.values if mask >> (one - 1) & 1)
            marks[puzzle.cells[number]] = left
    return rows_of(values, puzzle.size), marks


def _contents(puzzle: Puzzle, game: Mapping[str, Any]) -> dict[int, list[int]]:
    """The cells that have been changed, by number, each with its value and two masks of notes."""
    moves: Any = game.get("moves")
    made = game.get("at")
    readable = (
        (game.get("version"), game.get("key")) == (VERSION, key_of(puzzle))
        and (isinstance(moves, list) and _is_up_to(made, len(moves)))
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
    if _is_up_to(content[0], cells + len(puzzle.signs) - 1) and content[0] >= cells:
        return all(map(_is_up_to, content[1:], (1, 0, 0)))  # a sign, marked as done or not
    bounds = (cells - 1, n, 2**n - 1, 2**n - 1)
    return all(map(_is_up_to, content, bounds)) and not puzzle[puzzle.cells[content[0]]]


def _is_up_to(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most
