"""Logic as a look of the search, and as a run without any guess that can be stepped."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from futoshiki_lab.core import Board, Cell, LimitReached, Look, Order, Puzzle, Reason, Run, Select
from futoshiki_lab.logic.deductions import Deduction, in_words, justifying, name_of
from futoshiki_lab.logic.grading import level_number
from futoshiki_lab.logic.kinds import EASY, EXTREME, LINE
from futoshiki_lab.logic.ladder import advance, rules, up_to
from futoshiki_lab.logic.marks import Found, Marks, signs_of, values_of
from futoshiki_lab.solving import solve
from futoshiki_lab.trace import Trace, record


def use_rules(board: Board, level: int) -> bool:
    """Prune all that the rules of a level allow. False: they met a contradiction."""
    marks = marks_of(board)
    for found in steps(marks, level):
        prune(board, found, marks)
    if marks.dead and all(board.domains.values()):
        wipe_out(board, marks.dead, marks)
    return marks.dead is None


def eliminate(board: Board, cell: Cell) -> bool:
    """Line elimination: the value just given to a cell goes from the rest of its lines."""
    value = board.values[cell]
    for other in board.puzzle.neighbours[cell]:
        if value in board.domains[other]:
            board.prune(other, value, because=cell)
            if not board.domains[other]:
                return False
    return True


def look_logic(board: Board, cell: Cell) -> bool:
    """Deduce whatever the rules allow, the easiest first, until none finds anything more.

    A look of `search`: each prune has the reason that a person would give. False: the rules met a
    contradiction, so the value just assigned cannot stand. While the givens are placed only their
    lines are cleared; the rules are used on all of them together, before the first node.
    """
    return eliminate(board, cell) if board.in_setup else use_rules(board, EXTREME)


def look_logic_easy(board: Board, cell: Cell) -> bool:
    """As `look_logic`, with singles and signs only."""
    return eliminate(board, cell) if board.in_setup else use_rules(board, EASY)


# What `set_up` does before the first node.
look_logic.begin_with = partial(use_rules, level=EXTREME)
look_logic_easy.begin_with = partial(use_rules, level=EASY)


def logic_solver(puzzle: Puzzle, seed: int = 0, **settings: Any) -> Run:
    """Eliminate and insert, then guess a value at random, and so on.

    (After `logic_solver` in the README of a Futoshiki Solver, which gave the rules their names.)

    Parameters
    ----------
    seed : of the guesses.
    settings : others of `futoshiki_lab.solving.solve`.
    """
    return solve(puzzle, look_logic_easy, "mrv", "random", seed=seed, **settings)


def logic_solver_deterministic(puzzle: Puzzle, **settings: Any) -> Run:
    """The same with the guesses in ascending order."""
    return solve(puzzle, look_logic_easy, "mrv", "ascending", **settings)


def marks_of(board: Board) -> Marks:
    """A board's domains as marks; what is assigned is placed."""
    masks = [sum(1 << value - 1 for value in domain) for domain in board.domains.values()]
    n = board.puzzle.size
    placed = sum(1 << cell.row * n + cell.column for cell in board.values)
    return Marks(n, signs_of(board.puzzle), masks, placed)


def prune(board: Board, found: Found, marks: Marks) -> None:
    """Remove from the board what a rule has found, with the reason."""
    cells = marks.shape.cells
    if found.kind == LINE:
        because: Cell | Reason = cells[found.detail[0]]
    else:
        because = _reason(board, found, marks)
    for index, gone in found.removes:
        for value in values_of(gone):
            if value in board.domains[cells[index]]:
                board.prune(cells[index], value, because=because)


def _reason(board: Board, found: Found, marks: Marks) -> Reason:
    if board.observer:
        return in_words(found, marks).reason
    cells = tuple(marks.shape.cells[cell] for cell in sorted(justifying(found, marks)))
    return Reason(name_of(found)[0], "", cells)  # nobody reads the words


def wipe_out(board: Board, dead: Found, marks: Marks) -> None:
    """Show a contradiction that has left every cell a value: empty the last open cell in it."""
    cells = sorted(justifying(dead, marks), reverse=True)
    open_cells = [marks.shape.cells[cell] for cell in cells]
    cell = next((cell for cell in open_cells if cell not in board.values), open_cells[0])
    reason = _reason(board, dead, marks)
    for value in board.domains[cell]:
        board.prune(cell, value, because=reason)


# -- without guessing ------------------------------------------------------------------------------


def deductions(puzzle: Puzzle, level: str = "Extreme") -> list[Deduction]:
    """Everything that follows, from the start to the end or to where the rules come to an end.

    Parameters
    ----------
    level : the highest level of the rules to use, one of `LEVELS`; see `grade`.

    Returns
    -------
    The deductions in order, the easiest that there is at each point; a contradiction is the last.

    Raises
    ------
    ValueError : there is no such level.
    """
    marks = Marks.of(puzzle)
    found = [in_words(found, marks) for found in steps(marks, level_number(level))]
    return found + ([in_words(marks.dead, marks)] if marks.dead else [])


def steps(marks: Marks, level: int) -> Iterator[Found]:
    """What the rules of a level find from a state on, which changes as they go."""
    for _, found in advance(marks, up_to(rules(marks.shape.size), level)):
        if found is not marks.dead:
            yield found


def deduce(puzzle: Puzzle, level: str = "Extreme") -> Trace:
    """The same as a recorded run: no guess, each prune with its reason, to be stepped and drawn.

    Every value that follows is assigned, so that the run is a search tree without branches. It is
    "solved" if the rules suffice; "limit" if they come to an end before.

    Raises
    ------
    ValueError : there is no such level.
    """
    limit = level_number(level)

    def reason(board: Board, look: Look, select: Select, order: Order) -> bool:
        """Use the rules and assign what follows; there is nothing to select and to order."""
        marks = marks_of(board)
        for found in steps(marks, limit):
            prune(board, found, marks)
            for index, bit in found.places:
                board.assign(marks.shape.cells[index], bit.bit_length())
                board.accept(marks.shape.cells[index])
        if marks.dead:
            return False
        if not marks.complete:
            raise LimitReached("no rule finds anything more")
        return board.solution()

    def logic(board: Board, cell: Cell) -> bool:
        return eliminate(board, cell)

    return record(puzzle, logic, search=reason)
