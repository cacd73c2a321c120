"""Checks of functions that a student writes: each is tried on boards that can tell.

All of them take the student's function, and return a `Feedback`; see `tutor` for how they judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from futoshiki_lab.core import (
    Board,
    Cell,
    Look,
    Order,
    Search,
    Select,
    fc_check,
    forward_check,
    least_constraining_value,
    look_back,
    mrv,
    revise,
    search,
)
from futoshiki_lab.core.search import ac3
from futoshiki_lab.exercises import boards, mistakes
from futoshiki_lab.exercises.boards import fixed_and_fresh
from futoshiki_lab.exercises.feedback import Feedback
from futoshiki_lab.exercises.insertion import insertion
from futoshiki_lab.exercises.trail import Restore, restore, trail_to_restore
from futoshiki_lab.exercises.tutor import Exercise, as_it_is, no_answer

Arc = tuple[Cell, Cell]

LOOK_BACK = Exercise(look_back, fixed_and_fresh(boards.to_look_back_from), mistakes.LOOK_BACK)
FC_CHECK = Exercise(fc_check, fixed_and_fresh(boards.assigned_and_neighbour), mistakes.FC_CHECK)
FORWARD_CHECK = Exercise(
    forward_check, fixed_and_fresh(boards.to_look_ahead_from), mistakes.FORWARD_CHECK
)
SEARCH = Exercise(
    search,
    fixed_and_fresh(boards.search_to_run, 40, 20),
    mistakes.RESTORING + mistakes.SEARCHING,
)
RESTORE = Exercise(restore, fixed_and_fresh(trail_to_restore), mistakes.RESTORE, no_answer)
MRV = Exercise(mrv, fixed_and_fresh(boards.in_search), mistakes.MRV, as_it_is)
LCV = Exercise(
    least_constraining_value, fixed_and_fresh(boards.cell_to_order), mistakes.LCV, as_it_is
)
REVISE = Exercise(revise, fixed_and_fresh(boards.arc), mistakes.REVISE)
AC3 = Exercise(ac3, fixed_and_fresh(boards.arcs_to_revise), mistakes.AC3)
INSERTION = Exercise(insertion, fixed_and_fresh(boards.line_of_cells), mistakes.INSERTION)


def check_look_back(yours: Look) -> Feedback:
    """Check a student's look of backtracking, `yours(board, cell)`."""
    return LOOK_BACK.check(yours)


def check_fc_check(yours: Callable[[Board, Cell, Cell], bool]) -> Feedback:
    """Check a student's `fc_check(board, cell, x)`."""
    return FC_CHECK.check(yours)


def check_forward_check(yours: Look) -> Feedback:
    """Check a student's look of forward checking, `yours(board, cell)`."""
    return FORWARD_CHECK.check(yours)


def check_search(yours: Search) -> Feedback:
    """Check a student's search procedure, `yours(board, look, select, order)`."""
    return SEARCH.check(yours)


def check_restore(yours: Restore) -> Feedback:
    """Check a student's `restore(board, mark)`, which undoes the end of `board.trail`."""
    return RESTORE.check(yours)


def check_mrv(yours: Select) -> Feedback:
    """Check a student's selection by minimum remaining values, `yours(board)`."""
    return MRV.check(yours)


def check_least_constraining_value(yours: Order) -> Feedback:
    """Check a student's order of values, `yours(board, cell)`."""
    return LCV.check(_listed(yours))


def check_revise(yours: Callable[[Board, Cell, Cell], bool]) -> Feedback:
    """Check a student's `revise(board, x, y)`."""
    return REVISE.check(yours)


def check_ac3(yours: Callable[[Board, Iterable[Arc]], bool]) -> Feedback:
    """Check a student's AC-3, `yours(board, arcs)`, which may call `revise`."""
    return AC3.check(yours)


def check_insertion(yours: Callable[[Board, Sequence[Cell]], bool]) -> Feedback:
    """Check a student's line insertion, `yours(board, line)`."""
    return INSERTION.check(yours)


def _listed(order: Order) -> Callable[[Board, Cell], object]:
    """An order whose values are in a list, so that equal ones are equal."""

    def listed(board: Board, cell: Cell) -> object:
        values: object = order(board, cell)
        if isinstance(values, Iterable) and not isinstance(values, str):
            return list(values)
        return values

    return listed
