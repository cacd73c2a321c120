"""Calls a student's function inside whole searches: again and again on one board that changes.

A function that keeps something between its calls (an attribute of the board, a cache, a list) is
right on boards that it sees once. Here each call is compared with what the right function does on a
fresh board in the same state: forward, after restores, and after a value was pruned in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import futoshiki_lab.core as core
from futoshiki_lab.classroom.tutor.cases import Case, Function, Note, accept
from futoshiki_lab.classroom.tutor.random_cases import any_order_will_do
from futoshiki_lab.classroom.tutor.search_cases import (
    MayCheck,
    OpenBoard,
    SearchCase,
    TrailCase,
    changes_of,
)
from futoshiki_lab.classroom.tutor.sketches import BoardSketch
from futoshiki_lab.core import Board, Cell, Look, Puzzle, Select, forward_check
from futoshiki_lab.core.search import set_up
from futoshiki_lab.core.verbs import Mark

Visit = Callable[[Case, Board], Any]  # is called with each state, and the board that is in it


class Enough(Exception):
    """It is known how the function behaves; no more searches are needed."""


class Left(Exception):
    """This search has called the function often enough."""


@dataclass(frozen=True)
class InSearches:
    """How a whole search calls the function of an exercise.

    Attributes
    ----------
    part : what the search calls: its "look", "select", "order", or the board's "restore".
    wrap : makes such a part of the function, where it is not one itself.
    then : makes of a state the case that is compared.
    prunes : whether each state is also visited when another cell has lost a value.
    calls : after so many the search is left.
    """

    part: str
    wrap: Callable[[Function], Function] = lambda function: function
    then: Callable[[Case], Case] = lambda case: case
    prunes: bool = True
    calls: int = 24

    def __call__(self, visit: Visit, searches: int) -> None:
        """Run so many searches, and visit the states in which the function is called."""
        listed = _list_searches()[:searches]
        for puzzle, select in listed if self.prunes else listed[::2] * 2:
            calls = iter(range(self.calls))

            def spy(board: Board, *arguments: Any) -> Any:
                if next(calls, None) is None:  # noqa: B023
                    raise Left
                board.solutions.clear()  # those of the call are judged, not those before it
                if self.prunes:
                    with _pruned_elsewhere(board, arguments):
                        visit(self.then(_state_of(board, arguments)), board)
                return visit(self.then(_state_of(board, arguments)), board)

            parts: dict[str, Any] = {
                "look": forward_check,
                "select": select,
                "order": core.shuffled,
            }
            parts[self.part] = self.wrap(spy)
            restore = parts.pop("restore", None)
            board = OpenBoard(puzzle, restore) if restore else Board(puzzle)
            board.sought = None
            with suppress(Left):
                if set_up(board, accept if restore else forward_check):
                    core.search(board, **parts)


@contextmanager
def _pruned_elsewhere(board: Board, arguments: tuple[Any, ...]) -> Iterator[None]:
    """For a while, a cell that is no argument has lost a value, if one can."""
    mark = Mark(len(board._trail))
    open_cells = [one for one in board.unassigned if len(board.domains[one]) > 1]
    others = [one for one in open_cells if str(one) not in str(arguments)]
    if others:
        cell = board.random.choice(others)
        board.prune(cell, board.random.choice(board.domains[cell]))
    yield
    board.restore(mark)


@cache
def _list_searches() -> list[tuple[Puzzle, Select]]:
    """Small puzzles, each with a selection; cells come in any order."""
    selections: tuple[Select, ...] = (core.mrv, _any_cell, core.reading_order)
    found = []
    for number in range(18):
        sketch = BoardSketch(Random(number), (4, 3))
        sketch.give(sketch.random.sample(sketch.cells, number % 3))
        found.append((sketch.puzzle, selections[number % len(selections)]))
    return found


def _any_cell(board: Board) -> Cell:
    return board.random.choice(board.unassigned)


def _state_of(board: Board, arguments: tuple[Any, ...]) -> Case:
    """The case that has this state."""
    puzzle: Any = board.puzzle
    assigned = tuple(pair for pair in board.values.items() if pair[0] not in puzzle.givens)
    if isinstance(board, OpenBoard):
        return TrailCase(puzzle, (), (), arguments, changes_of(board))
    gone = {cell: {*puzzle.domains[cell]} - {*board.domains[cell]} for cell in board.unassigned}
    pruned = tuple((cell, value) for cell in gone for value in sorted(gone[cell]))
    return Case(puzzle, pruned, assigned, arguments)


class AsGiven(SearchCase):
    """A puzzle to search with the very same functions each time."""

    def make_arguments(self, note: Note) -> tuple[Any, ...]:
        return self.arguments


def search_twice(visit: Visit, *_: int) -> None:
    """Visit a board with a whole search still to do, and then once more: a value has gone."""
    for puzzle, _select in _list_searches():
        case = AsGiven(puzzle, arguments=(forward_check, core.mrv, core.ascending), sought=None)
        board = case.make_board()
        if puzzle.size > 3 or board.in_setup:
            continue
        before = Mark(len(board._trail))
        visit(case, board)
        board.restore(before)
        cell = next(one for one in board.unassigned if board.domains[one])
        gone = cell, board.domains[cell][0]
        board.prune(*gone)
        board.solutions.clear()
        board.counts.solutions = 0
        visit(replace(case, pruned=(gone,)), board)


def change_a_full_board(visit: Visit, searches: int) -> None:
    """Visit full boards whose cells change one after the other, as min-conflicts changes them."""
    for puzzle, _select in _list_searches()[:searches]:
        board = MayCheck(puzzle).make_board()
        before = Mark(len(board._trail))
        full = {cell: board.random.choice(puzzle.values) for cell in board.unassigned}
        for cell in board.random.sample([*full], 6):
            board.restore(before)
            full[cell] = board.random.choice(puzzle.values)
            for one, value in full.items():
                board.assign(one, value)
            visit(MayCheck(puzzle, assigned=(*full.items(),)), board)


# -- a look that calls them ------------------------------------------------------------------------


def in_look_ahead(function: Function) -> Look:
    """Called by forward checking for each neighbour."""
    return lambda board, cell: all(
        function(board, cell, x) for x in board.unassigned_neighbours(cell)
    )


def list_arcs(board: Board) -> list[tuple[Cell, Cell]]:
    """All arcs of the unassigned cells."""
    return [(x, y) for x in board.unassigned for y in board.puzzle.neighbours[x]]


def on_each_arc(function: Function) -> Look:
    """Called once for each arc, until a domain is empty."""

    def look(board: Board, cell: Cell) -> bool:
        for x, y in list_arcs(board):
            function(board, x, y)
            if not board.domains[x]:
                return False
        return True

    return look


def on_all_arcs(function: Function) -> Look:
    """Called with all arcs."""
    return lambda board, cell: function(board, list_arcs(board))


def on_each_line(function: Function) -> Look:
    """Called for each row and column after forward checking."""

    def look(board: Board, cell: Cell) -> bool:
        n = range(len(board.puzzle.values))
        lines = [*([Cell(k, j) for k in n] for j in n), *([Cell(j, k) for k in n] for j in n)]
        return forward_check(board, cell) and all(
            function(board, line)
            for line in lines
            if any_order_will_do([{*board.domains[one]} for one in line])
        )

    return look


def after_dead_ends(function: Function) -> Look:
    """Called after each look of forward checking that has failed."""

    def look(board: Board, cell: Cell) -> bool:
        survives = forward_check(board, cell)
        if not survives:
            function(board)
        return survives

    return look
