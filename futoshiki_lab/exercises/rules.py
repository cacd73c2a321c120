"""The check of a rule that nobody has named yet: whether it loses a solution."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from futoshiki_lab.core import Board, Cell, forward_check, look_back, mrv, search
from futoshiki_lab.exercises import boards
from futoshiki_lab.exercises.behaviour import Behaviour, Case, behaviour
from futoshiki_lab.exercises.boards import fixed_and_fresh
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import few_lines_printed, in_short
from futoshiki_lab.exercises.insertion import insertion
from futoshiki_lab.exercises.tutor import PATIENCE, TOO_SLOW, as_truth, cells_given

Rule = Callable[[Board, Sequence[Cell]], bool]

FEW_VALUES = fixed_and_fresh(boards.line_with_few_values, 120, 30)
MIXED = fixed_and_fresh(partial(boards.line_with_few_values, others=(0, 3)), 40, 10)
OTHERS = fixed_and_fresh(boards.line_of_cells, 20, 10)  # a value without a place among them


def check_rule(yours: Rule, seed: int | None = None) -> Feedback:
    """Check a student's own rule, `yours(board, line)`: no value of a solution may go.

    Parameters
    ----------
    seed : of the random boards; None for new ones at each check.
    """
    found, further, seconds = 0, 0, 0.0
    random = Random(seed)
    cases = [*FEW_VALUES(random), *MIXED(random), *OTHERS(random)]
    cases.sort(key=lambda case: (case.puzzle.size, len(case.pruned)))
    with few_lines_printed():
        for case in cases:
            done = behaviour(yours, case, as_truth, insertion)
            if done.outcome.returned is ...:
                return not_done("write the body of the function")
            fault = _fault(case, done)
            if fault:
                return Feedback("wrong", fault, _shown(case, done))
            seconds += done.outcome.seconds
            if seconds > PATIENCE:
                return Feedback("another cost", f"no solution is lost so far, {TOO_SLOW}")
            found += done.board.domains != case.board().domains
            further += _goes_further(case, done)
    return _judged(len(cases), found, further)


def _judged(tried: int, found: int, further: int) -> Feedback:
    kept = f"no solution is lost on {tried} boards"
    if not found:
        return not_done(f"{kept}, but the rule removes nothing on any of them")
    if not further:
        return not_done(f"{kept}, but it finds nothing that line insertion does not find")
    more = f"on {further} of them it finds what line insertion does not find"
    return Feedback("right", f"{kept}, and {more}")


def _fault(case: Case, done: Behaviour) -> str:
    """What is wrong with what a rule has done, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    for cell, before in case.board().domains.items():
        for value in before:
            if value not in done.board.domains[cell] and _solvable(case, cell, value):
                return f"{cell} loses {value}, but a solution of this board has {value} there."
    if not isinstance(done.returned, bool):
        return f"It returned {in_short(done.outcome.returned)} instead of True or False."
    if not done.returned and _solvable(case):
        return "It returned False, but this board has a solution."
    if done.returned and not all(done.board.domains.values()):
        return "It returned True, but a domain is wiped out."
    return ""


def _goes_further(case: Case, done: Behaviour) -> bool:
    """Whether a rule finds something that line insertion, again and again, does not find."""
    board, before = case.board(), None
    while before != (before := dict(board.domains)):
        if not insertion(board, *case.arguments):
            return False
    left = done.board.domains
    return not done.returned or any(not set(before[cell]) <= set(left[cell]) for cell in left)


def _solvable(case: Case, cell: Cell | None = None, value: int = 0) -> bool:
    """Whether a board has a solution, with a value in a cell."""
    board = case.board()
    if cell:
        board.assign(cell, value)
    for assigned in board.values:  # none of them has been looked at
        if not look_back(board, assigned) or not forward_check(board, assigned):
            return False
    return search(board, forward_check, mrv)


def _shown(case: Case, done: Behaviour) -> tuple[BoardShown, ...]:
    board, line = case.board(), cells_given(case)
    before = BoardShown("before", case.puzzle, board.values, board.domains, line)
    if done.outcome.trouble:
        return (before,)
    after = done.board
    changed = [cell for cell in after.domains if after.domains[cell] != board.domains[cell]]
    return before, BoardShown("yours", case.puzzle, after.values, after.domains, changed)
