"""Checks a selection that a student has made up: is it one, and how does it compare?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from random import Random
from time import monotonic

from futoshiki_lab.core import Board, Cell, Puzzle, Select
from futoshiki_lab.core.board import LimitReached
from futoshiki_lab.core.run import Run, parse_settings, run
from futoshiki_lab.exercises.behaviour import Behaviour, Case, behaviour
from futoshiki_lab.exercises.boards import fixed_and_fresh, in_search
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import Outcome, call, few_lines_printed, in_short
from futoshiki_lab.exercises.tutor import PATIENCE, TOO_SLOW, as_it_is, replaced

CASES = fixed_and_fresh(in_search)
MOST_NODES = 10_000  # on one puzzle; then the search is stopped
MOST_SECONDS = 10  # in one search
MOST_WATCHED = 100  # selections in a search whose steps are counted; that takes its time
RIVALS = ("reading", "mrv", "mrv_degree", "dom_wdeg")


class NoSelection(Exception):
    """What a student's function did in a search that a selection must not do."""


def check_selection(
    yours: Select, puzzles: Mapping[str, Puzzle], seed: int | None = None
) -> Feedback:
    """Check a selection of a student's own, `yours(board)`, and compare it on some puzzles.

    It has to return an unassigned cell, and must not change the board. Then every search with it
    finds the same solutions; the nodes are compared with those of the package's selections.

    Parameters
    ----------
    puzzles : by the name under which each is told.
    seed : of the random boards; None for new ones at each check.
    """
    if yours is ...:
        return not_done("write a selection of your own")
    if changed := replaced():
        return Feedback("wrong", f"{changed} has been replaced: restart the kernel")
    with few_lines_printed():
        return _judged(yours, puzzles, Random(seed))


def _judged(yours: Select, puzzles: Mapping[str, Puzzle], random: Random) -> Feedback:
    cases = sorted(CASES(random), key=lambda case: case.extent)
    seconds = 0.0
    for case in cases:
        found = behaviour(yours, case, as_it_is)
        seconds += found.outcome.seconds
        if seconds > PATIENCE:
            return Feedback("another cost", f"a selection so far, {TOO_SLOW}")
        if found.outcome.returned is ...:
            return not_done("write a selection of your own")
        if told := objection(found, case.board()):
            return Feedback("wrong", told, (_shown(case),))
    try:
        told = "; ".join(_compared(yours, puzzles))
    except NoSelection as no:
        return Feedback("wrong", f"{no} (in the middle of a search)")
    return Feedback("right", f"a selection on {len(cases)} boards. Nodes (best of ours): {told}")


def objection(found: Behaviour, before: Board) -> str:
    """What is wrong with one call of a selection; nothing if it selects a cell."""
    if found.outcome.trouble:
        return found.outcome.trouble
    if (found.board.domains, found.board.values) != (before.domains, before.values) or found.verbs:
        return "It changes the board: a selection only asks."
    return _no_cell(found.outcome.returned, before)


def _no_cell(chosen: object, board: Board) -> str:
    """Why what was chosen is no cell to go on with; nothing if it is one."""
    if chosen is None:
        return "It returned None: is a return missing?"
    if not isinstance(chosen, Cell):
        return f"It returned {in_short(chosen)}: the search wants one cell of `board.unassigned`."
    if chosen in board.values:
        return f"It returned {chosen}, which has a value: choose among `board.unassigned`."
    return "" if chosen in board.domains else f"It returned {chosen}, which is not on the board."


def _compared(yours: Select, puzzles: Mapping[str, Puzzle]) -> Iterator[str]:
    """The nodes on each puzzle, beside those of the best of the package's selections."""
    for name, puzzle in puzzles.items():
        mine = _searched(puzzle, _guarded(yours))
        rivals = {select: _searched(puzzle, select).counts.nodes for select in RIVALS}
        best = min(rivals, key=rivals.__getitem__)
        stopped = "more than " if mine.outcome == "limit" else ""
        yield f"{name} {stopped}{mine.counts.nodes:,} ({best} {rivals[best]:,})"


def _searched(puzzle: Puzzle, select: str | Select) -> Run:
    return run(puzzle, parse_settings("fc", select, node_limit=MOST_NODES))


def _guarded(yours: Select) -> Select:
    """The same selection for one search; if it does anything else, NoSelection is raised."""
    watched, start = count(), monotonic()

    def guarded(board: Board) -> Cell:
        before = board.counts.prunes, board.counts.nodes, len(board.values)
        if monotonic() - start > MOST_SECONDS:
            raise LimitReached(f"the limit of {MOST_SECONDS} seconds was reached")
        outcome = call(yours, board) if next(watched) < MOST_WATCHED else _called(yours, board)
        after = board.counts.prunes, board.counts.nodes, len(board.values)
        told = outcome.trouble or ("It changes the board." if before != after else "")
        if told := told or _no_cell(outcome.returned, board):
            raise NoSelection(told)
        return outcome.returned  # type: ignore[return-value]

    return guarded


def _called(yours: Select, board: Board) -> Outcome:
    """What a call comes to, if its steps need not be counted any more."""
    try:
        return Outcome(yours(board))
    except Exception as error:
        return Outcome(None, f"{type(error).__name__}: {error}", type(error).__name__)


def _shown(case: Case) -> BoardShown:
    board = case.board()
    return BoardShown("the board", case.puzzle, board.values, board.domains)
