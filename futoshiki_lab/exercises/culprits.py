"""The check of a student's blame for one failed look of forward checking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from random import Random

from futoshiki_lab.core import Board, Cell, Puzzle, forward_check
from futoshiki_lab.core.jumping import culprits
from futoshiki_lab.core.search import set_up
from futoshiki_lab.exercises import mistakes
from futoshiki_lab.exercises.behaviour import Case, Event
from futoshiki_lab.exercises.boards import fixed_and_fresh, puzzle_of
from futoshiki_lab.exercises.feedback import Feedback
from futoshiki_lab.exercises.tutor import Exercise, as_it_is


class DeadEnd(Case):
    """A board of forward checking whose last look has just failed: a cell is wiped out."""

    def board(self) -> Board:
        """A fresh board on which the givens, and then the assigned cells, have looked ahead."""
        board = Board(self.puzzle)
        set_up(board, forward_check)
        for cell, value in self.assigned:
            board.assign(cell, value)
            forward_check(board, cell)
        return board

    def costs(self, events: list[Event]) -> Counter[frozenset[tuple[Cell, int]]]:
        """Nothing: whoever looks for the culprits may check what they like."""
        return Counter()

    def situation(self) -> str:
        """The cells in the order in which they were tried, and the one that is wiped out."""
        (wiped,) = _wiped_out(self.board())
        tried = ", ".join(f"{cell} = {value}" for cell, value in self.assigned)
        return f"{tried} tried in this order, and {wiped} wiped out"


def dead_end(random: Random) -> DeadEnd:
    """A search that assigned cells in any order up to a wipe-out, with givens or without."""
    puzzle, hidden = puzzle_of(random)
    n, grid = puzzle.size, [list(row) for row in puzzle.grid]
    for cell in random.sample(puzzle.cells, random.choice((0, 0, 1, 2, n))):
        grid[cell.row][cell.column] = hidden[cell]
    puzzle, assigned = Puzzle(grid, puzzle.signs), []
    board = DeadEnd(puzzle).board()
    while board.unassigned and not _wiped_out(board):
        cell = random.choice(board.unassigned)
        assigned.append((cell, random.choice(board.domains[cell])))
        board.assign(*assigned[-1])
        forward_check(board, cell)
    return DeadEnd(puzzle, assigned=tuple(assigned)) if board.unassigned else dead_end(random)


def _wiped_out(board: Board) -> list[Cell]:
    return [cell for cell in board.unassigned if not board.domains[cell]]


class _Cells(frozenset[Cell]):
    """Cells that are written in reading order."""

    def __repr__(self) -> str:
        return f"{{{', '.join(map(str, sorted(self)))}}}" if self else "set()"


def as_a_set(answer: object) -> object:
    """The cells of a collection, whatever their order; anything else as it is."""
    if isinstance(answer, Cell) or not isinstance(answer, Set | list | tuple):
        return as_it_is(answer)
    try:
        return _Cells(answer)
    except TypeError:  # what is in it cannot be a cell
        return repr(answer)


CULPRITS = Exercise(culprits, fixed_and_fresh(dead_end), mistakes.CULPRITS, as_a_set)


def check_culprits(yours: Callable[[Board], object]) -> Feedback:
    """Check a student's `yours(board)`: the set of cells to blame for a look that has just failed.

    The look was forward checking. For each value that the wiped-out cell has lost, the first cell
    that rules it out is to blame, unless it is a given. (`board.removers` would tell, too.)
    """
    return CULPRITS.check(yours)
