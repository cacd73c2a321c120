"""`restore` to be written by a student, on a board whose trail lies open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from futoshiki_lab.core import Board, Cell, Domain, Puzzle, Verb, forward_check
from futoshiki_lab.core.verbs import Mark
from futoshiki_lab.exercises.behaviour import Case
from futoshiki_lab.exercises.boards import puzzle_of

Restore = Callable[["OpenBoard", Mark], object]
Changes = tuple[tuple[Verb, Cell, int], ...]


class _Trail(list[tuple[Cell, Domain]]):
    """Keeps of each change the cell and the domain that it had before."""

    def append(self, change: tuple[Any, ...]) -> None:
        super().append(change[:2])


class OpenBoard(Board):
    """A board whose values, domains and trail may be changed by hand, and that restores with them.

    Parameters
    ----------
    restored_by : is called as `restored_by(board, mark)` instead of the board's own `restore`.

    Attributes
    ----------
    trail : the changes so far, the oldest first: a cell, and the domain that it had before.
    values, domains : ordinary dictionaries.
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


@dataclass(frozen=True)
class TrailCase(Case):
    """A board with changes on its trail; the one argument is the mark to go back to.

    Attributes
    ----------
    changes : the values assigned and pruned, the oldest first.
    """

    changes: Changes = ()

    def board(self) -> OpenBoard:
        """A fresh board with all changes made."""
        board = OpenBoard(self.puzzle, restore)
        for cell, value in self.puzzle.givens.items():
            board.place(cell, value)
        board.begin()
        for verb, cell, value in self.changes:
            (board.assign if verb is Verb.ASSIGN else board.prune)(cell, value)
        return board

    @property
    def extent(self) -> tuple[int, int]:
        """How large the case is: the size of the board, and the changes."""
        return self.puzzle.size, len(self.changes)

    def state(self, board: Board) -> tuple[object, ...]:
        """What must be right afterwards: the board and its trail. (Rubbish is cleared away.)"""
        if isinstance(board, OpenBoard) and self.objection(board):
            fresh = self.board()
            board.values, board.domains, board.trail = fresh.values, fresh.domains, fresh.trail
        return *super().state(board), list(getattr(board, "trail", ()))

    def situation(self) -> str:
        """The trail in words: the entries that have to stay, and those to undo."""
        (mark,) = self.arguments
        names = [str(cell) for cell, _ in self.board().trail]
        older, newer = " ".join(names[:mark]), " ".join(names[mark:])
        return f"mark {mark} and the trail {older or '(nothing)'} | {newer or '(nothing)'}"

    def objection(self, board: Board, *_: object) -> str:
        """What is left on the board that is no value, no domain or no trail; else nothing."""
        if not isinstance(board, OpenBoard) or not isinstance(board.trail, list):
            return "It leaves something else than a list as the trail."
        if board.values is not board._values or board.domains is not board._domains:
            return "It puts another dictionary on the board: change the one that is there."
        for cell, value in board.values.items():
            if value not in self.puzzle.values:
                return (
                    f"It leaves {value!r} as the value of {cell}: a cell without one is not there."
                )
        for cell in self.puzzle.cells:
            left = board.domains.get(cell)
            if not isinstance(left, tuple) or not all(
                value in self.puzzle.values for value in left
            ):
                return f"It leaves {left!r} as the domain of {cell}: a domain is a tuple of values."
        return ""


def trail_to_restore(random: Random) -> TrailCase:
    """A board in a search, some levels deep, and a mark of one of the levels."""
    puzzle, hidden = puzzle_of(random, random.choice((2, 3, 3, 4)))
    grid = [[0] * puzzle.size for _ in range(puzzle.size)]
    for cell in random.sample(puzzle.cells, random.randint(0, 2)):
        grid[cell.row][cell.column] = hidden[cell]
    case = TrailCase(Puzzle(grid, puzzle.signs))
    board, changes, marks = case.board(), [], []

    def note(verb: Verb, where: Any, value: int, other: int) -> None:
        if verb in (Verb.ASSIGN, Verb.PRUNE):
            changes.append((verb, getattr(where, "cell", where), value))

    board.observer = note
    for _ in range(random.randint(1, 4)):
        open_cells = [cell for cell in board.unassigned if board.domains[cell]]
        if not open_cells:
            break
        cell = random.choice(open_cells)
        marks.append(board.assign(cell, random.choice(board.domains[cell])))
        forward_check(board, cell)
    mark = random.choice([*marks, *marks, len(board.trail)])
    return TrailCase(case.puzzle, arguments=(mark,), changes=tuple(changes))
