"""Logic as a look of the search, and as a recorded run without guesses."""

from __future__ import annotations

from functools import partial
from typing import Any

from futoshiki_lab.core import (
    Board,
    Cell,
    LimitReached,
    Look,
    Order,
    Puzzle,
    Reason,
    Run,
    Select,
    must_be_puzzle,
)
from futoshiki_lab.logic.findings import EASY, EXTREME, Finding
from futoshiki_lab.logic.ladder import advance, all_rules, level_number
from futoshiki_lab.logic.marks import Marks, signs_of
from futoshiki_lab.logic.shape import Shape, bits_of, values_of
from futoshiki_lab.solving import solve
from futoshiki_lab.trace import Trace, record


def look_logic(board: Board, cell: Cell) -> bool:
    """Deduce all that the rules allow, the easiest first, until none finds anything more.

    A look of `search`: each prune has the reason that a person would give. False: the rules met a
    contradiction, so the value just assigned is wrong. While the givens are placed only their
    lines are cleared; the rules are used on all of them together, before the first node.
    """
    return eliminate(board, cell) if board.in_setup else use_rules(board, EXTREME)


def look_logic_easy(board: Board, cell: Cell) -> bool:
    """As `look_logic`, with singles and signs only."""
    return eliminate(board, cell) if board.in_setup else use_rules(board, EASY)


def use_rules(board: Board, level: int) -> bool:
    """Prune all that the rules of a level allow. False: they met a contradiction."""
    marks = marks_of(board)
    for finding in advance(marks, all_rules(marks.shape.size, level)):
        prune(board, finding, marks.shape)
    if marks.dead and all(board.domains.values()):
        wipe_out(board, marks.dead, marks.shape)
    return marks.dead is None


def eliminate(board: Board, cell: Cell) -> bool:
    """Line elimination: remove the value just given to a cell from the rest of its lines."""
    value = board.values[cell]
    for other in board.puzzle.neighbours[cell]:
        if value in board.domains[other]:
            if other in board.values:
                return False  # a broken search went on after a failed look
            board.prune(other, value, because=cell)
            if not board.domains[other]:
                return False
    return True


# What `set_up` does before the first node.
look_logic.begin_with = partial(use_rules, level=EXTREME)  # type: ignore[attr-defined]
look_logic_easy.begin_with = partial(use_rules, level=EASY)  # type: ignore[attr-defined]


def logic_solver(puzzle: Puzzle, seed: int = 0, **settings: Any) -> Run:
    """Eliminate and insert, then guess a value at random, and so on.

    (Based on `logic_solver` in the README of a Futoshiki Solver; the rules' names are from there.)

    Parameters
    ----------
    seed : the seed of the guesses.
    settings : other parameters of `futoshiki_lab.solving.solve`.
    """
    return solve(puzzle, look_logic_easy, "mrv", "random", seed=seed, **settings)


def logic_solver_deterministic(puzzle: Puzzle, **settings: Any) -> Run:
    """The same with the guesses in ascending order."""
    return solve(puzzle, look_logic_easy, "mrv", "ascending", **settings)


# -- from a board to marks, and back ---------------------------------------------------------------


def marks_of(board: Board) -> Marks:
    """A board's domains as marks; an assigned cell is filled."""
    must_be_puzzle(board.puzzle)
    masks = [bits_of(domain) for domain in board.domains.values()]
    n = board.puzzle.size
    placed = sum(1 << cell.row * n + cell.column for cell in board.values)
    return Marks(n, signs_of(board.puzzle), masks, placed)


def prune(board: Board, finding: Finding, shape: Shape) -> None:
    """Remove from the board what a rule has found, with the reason."""
    because = _reason(board, finding, shape)
    for number, gone in finding.removes:
        cell = shape.cells[number]
        for value in values_of(gone):
            if value in board.domains[cell] and cell not in board.values:
                board.prune(cell, value, because=because)


def wipe_out(board: Board, dead: Finding, shape: Shape) -> None:
    """Show a contradiction where every cell still has a value: empty its last unassigned cell."""
    cell = max(dead.cells(shape), key=lambda cell: (cell not in board.values, cell))
    because = _reason(board, dead, shape)
    for value in () if cell in board.values else board.domains[cell]:
        board.prune(cell, value, because=because)


def _reason(board: Board, finding: Finding, shape: Shape) -> Cell | Reason:
    cells = finding.cells(shape)
    if finding.title == "line elimination":
        return cells[0]
    return Reason(finding.name, finding.why if board.observer else "", cells)


# -- without guessing ------------------------------------------------------------------------------


def deduce(puzzle: Puzzle, level: str = "Extreme") -> Trace:
    """The deductions as a recorded run to step through: no guess, each prune with its reason.

    Every deduced value is assigned, so the run is a search tree without branches. Its outcome is
    "solved" if the rules are enough; "limit" if they find nothing more before that.

    Raises
    ------
    ValueError : there is no such level.
    """
    rules = all_rules(puzzle.size, level_number(level))

    def reason(board: Board, look: Look, select: Select, order: Order) -> bool:
        """Use the rules and assign what follows; `select` and `order` are not needed."""
        marks = marks_of(board)
        cells = marks.shape.cells
        for finding in advance(marks, rules):
            prune(board, finding, marks.shape)
            for number, bit in finding.places:
                board.assign(cells[number], bit.bit_length())
                board.accept(cells[number])
        if marks.dead:
            return False
        if not marks.complete:
            raise LimitReached("no rule finds anything more")
        return board.solution()

    def logic(board: Board, cell: Cell) -> bool:
        return eliminate(board, cell)

    return record(puzzle, logic, search=reason)
