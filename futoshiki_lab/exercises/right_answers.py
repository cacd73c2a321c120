"""Right functions that the library does not have, or not as a student writes them.

The known mistakes in `mistakes.txt` are changes of their lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from futoshiki_lab.core import Board, Cell, Domain, Puzzle, fc_check, revise
from futoshiki_lab.core.search import Arc
from futoshiki_lab.core.verbs import Mark

Restore = Callable[["OpenBoard", Mark], object]


class _Trail(list[tuple[Cell, Domain]]):
    """Keeps of each change the cell and the domain that it had before."""

    def append(self, change: tuple[Any, ...]) -> None:
        super().append(change[:2])


class OpenBoard(Board):
    """A board whose values, domains and trail may be changed by hand, and that restores with them.

    Parameters
    ----------
    restored_by : function
        Is called as `restored_by(board, mark)` instead of the board's own `restore`.

    Attributes
    ----------
    trail : list of (Cell, domain)
        The changes so far, the oldest first: a cell, and the domain that it had before.
    values, domains : dict
        Ordinary dictionaries.
    """

    values: dict[Cell, int]
    domains: dict[Cell, Domain]
    _trail: Any

    def __init__(self, puzzle: Puzzle, restored_by: Restore, **how: Any):
        super().__init__(puzzle, **how)
        self.restored_by = restored_by
        self.values, self.domains = self._values, self._domains
        self._trail = _Trail()

    @property
    def trail(self) -> list[tuple[Cell, Domain]]:
        return self._trail

    @trail.setter
    def trail(self, other: list[tuple[Cell, Domain]]) -> None:
        self._trail = _Trail(other) if isinstance(other, list) else other

    def restore(self, mark: Mark) -> None:
        """Let the student's function undo the changes since `mark`."""
        self.restored_by(self, mark)


def restore(board: OpenBoard, mark: Mark) -> None:
    """Take entries from the end of the trail until it is as short as the mark says."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


def patient(board: Board, cell: Cell) -> bool:
    """Forward checking that asks all neighbours, also after a wipe-out."""
    survives = True
    for x in board.unassigned_neighbours(cell):
        if not fc_check(board, cell, x):
            survives = False
    return survives


def order_values(board: Board, cell: Cell) -> list[int]:
    """First the value that rules out the fewest values of unassigned neighbours; ties ascending."""

    def ruled_out(value: int) -> int:
        return sum(
            not board.check(cell, value, other, theirs)
            for other in board.unassigned_neighbours(cell)
            for theirs in board.domains[other]
        )

    return sorted(board.domains[cell], key=ruled_out)


def propagate(board: Board, arcs: Iterable[Arc]) -> bool:
    """AC-3 with a list as its queue: an arc that waits is not added again. False is a wipe-out."""
    queue = list(dict.fromkeys(arcs))
    while queue:
        x, y = queue.pop(0)
        if revise(board, x, y):
            if not board.domains[x]:
                return False
            for z in board.unassigned_neighbours(x):
                if z != y and (z, x) not in queue:
                    queue.append((z, x))
    return True


def insertion(board: Board, line: Sequence[Cell]) -> bool:
    """Put each value that has one place left in a line there. False: a value has no place."""
    for value in board.puzzle.values:
        places = [cell for cell in line if value in board.domains[cell]]
        if not places:
            return False
        if len(places) == 1:
            for other in board.domains[places[0]]:
                if other != value:
                    board.prune(places[0], other)
    return True


def find_culprits(board: Board) -> set[Cell]:
    """For each value of a wiped-out cell the first cell that rules it out, unless it is a given."""
    x = next(cell for cell in board.unassigned if not board.domains[cell])
    constraints = board.puzzle.constraints[x]
    found = set()
    for value in board.puzzle.values:
        for y, other in board.values.items():
            if y in constraints and not constraints[y].holds(value, other):
                found.add(y)
                break
    return found - set(board.puzzle.givens)
