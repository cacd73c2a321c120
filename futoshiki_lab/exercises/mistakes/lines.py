"""Known mistakes in line insertion."""

from __future__ import annotations

from collections.abc import Sequence

from futoshiki_lab.core import Board, Cell
from futoshiki_lab.exercises.insertion import insert, insertion, places_of


def insertion_prunes_nothing(board: Board, line: Sequence[Cell]) -> bool:
    """Nothing leaves a domain: where a value has one place left, the other values there go."""
    return all(places_of(board, line, value) for value in board.puzzle.values)


def insertion_never_false(board: Board, line: Sequence[Cell]) -> bool:
    """You never report a value without a place: return False then."""
    for value in board.puzzle.values:
        places = places_of(board, line, value)
        if len(places) == 1:
            insert(board, places[0], value)
    return True


def insertion_upside_down(board: Board, line: Sequence[Cell]) -> bool:
    """You return True when a value has no place, and False otherwise: it is the other way round."""
    return not insertion(board, line)


def insertion_none(board: Board, line: Sequence[Cell]) -> bool | None:
    """Your function ends without `return True` when every value has a place: it returns None."""
    return None if insertion(board, line) else False


def insertion_single_values(board: Board, line: Sequence[Cell]) -> bool:
    """You look for a cell with one value left: look for a value with one place left."""
    for cell in line:
        if len(board.domains[cell]) == 1:
            for other in line:
                if other != cell and board.domains[cell][0] in board.domains[other]:
                    board.prune(other, board.domains[cell][0])
    return all(places_of(board, line, value) for value in board.puzzle.values)


def insertion_first_only(board: Board, line: Sequence[Cell]) -> bool:
    """You stop after the first value: each value has its places."""
    places = places_of(board, line, board.puzzle.values[0])
    if len(places) == 1:
        insert(board, places[0], board.puzzle.values[0])
    return bool(places)


def insertion_prunes_the_value(board: Board, line: Sequence[Cell]) -> bool:
    """You remove the value from its only place: the *other* values of that cell must go."""
    for value in board.puzzle.values:
        places = places_of(board, line, value)
        if len(places) == 1:
            board.prune(places[0], value)
        if not places:
            return False
    return True


def insertion_first_place(board: Board, line: Sequence[Cell]) -> bool:
    """You put a value into its first place, even if it has others: only one place is a reason."""
    for value in board.puzzle.values:
        places = places_of(board, line, value)
        if not places:
            return False
        insert(board, places[0], value)
    return True


def insertion_false_when_single(board: Board, line: Sequence[Cell]) -> bool:
    """You return False for a value with one place: it is a contradiction only if it has none."""
    return all(len(places_of(board, line, value)) > 1 for value in board.puzzle.values)


INSERTION = (
    *(insertion_prunes_nothing, insertion_never_false, insertion_upside_down, insertion_none),
    *(insertion_single_values, insertion_first_only, insertion_prunes_the_value),
    *(insertion_first_place, insertion_false_when_single),
)
