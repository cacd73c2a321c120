"""Checks of what is a student's own idea: a rule of logic, and a selection.

No right function is there to compare with. A rule must not lose a solution, a selection must select
a cell; then both are told how they compare with what the package has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count, permutations
from random import Random
from time import monotonic

from futoshiki_lab.core import Board, Cell, Puzzle, Select, forward_check, look_back, mrv, search
from futoshiki_lab.core.board import LimitReached
from futoshiki_lab.core.run import Run, parse_settings, run
from futoshiki_lab.exercises.behaviour import Behaviour
from futoshiki_lab.exercises.cases import Case
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import Forbidden, call, in_short
from futoshiki_lab.exercises.random_cases import (
    make_cases,
    make_line,
    make_line_with_few_values,
    make_selection,
)
from futoshiki_lab.exercises.right_answers import insertion
from futoshiki_lab.exercises.tutor import (
    OTHER_COST,
    TOO_SLOW,
    as_it_is,
    as_truth,
    find_replaced_verb,
    try_on,
)

# -- a rule ---------------------------------------------------------------------------------------

OwnRule = Callable[[Board, Sequence[Cell]], bool]
RULE_CASES = (
    make_cases(make_line_with_few_values, 120, 30),
    make_cases(partial(make_line_with_few_values, others=(0, 3)), 40, 10),
    make_cases(make_line, 20, 10),  # a value without a place among them
)


def check_rule(yours: OwnRule, seed: int | None = None) -> Feedback:
    """Check a student's own rule, `yours(board, line)`: no value of a solution may go.

    Parameters
    ----------
    seed : int, optional
        Adds random boards, the same ones for the same seed.

    Returns
    -------
    Feedback
        Right if the rule also finds what elimination and line insertion do not find.
    """
    random = None if seed is None else Random(seed)
    groups = (sorted(make(random), key=lambda case: case.extent) for make in RULE_CASES)
    cases = [case for group in groups for case in group]
    tried = found = further = 0
    for case, done in zip(
        cases, try_on(cases, yours, as_truth, Forbidden(insertion)), strict=False
    ):
        if done.unfinished:
            return not_done("write the body of the function")
        if fault := _find_fault(case, done):
            shown, printed = _show(case, done), done.outcome.printed
            return Feedback("wrong", fault, shown, printed=printed, case=case, yours=yours)
        tried += 1
        found += done.board.domains != case.make_board().domains
        further += _goes_further(case, done)
    if tried < len(cases):
        return Feedback("another cost", f"no solution is lost so far, {TOO_SLOW}", share=OTHER_COST)
    kept = f"no solution is lost on {tried} boards"
    if not found:
        return not_done(f"{kept}, but the rule removes nothing on any of them")
    if not further:
        return not_done(
            f"{kept}, but it finds nothing that line insertion does not find, or elimination"
        )
    more = f"on {further} of them it finds what line insertion does not find, nor elimination"
    return Feedback("right", f"{kept}, and {more}", share=1)


def _find_fault(case: Case, done: Behaviour) -> str:
    """What is wrong with what a rule has done, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    for cell, before in case.make_board().domains.items():
        for value in before:
            if value not in done.board.domains[cell] and _is_solvable(case, cell, value):
                return f"{cell} loses {value}, but a solution of this board has {value} there."
    if not isinstance(done.returned, bool):
        return f"It returned {in_short(done.outcome.returned)} instead of True or False."
    if not done.returned and _is_solvable(case):
        return "It returned False, but this board has a solution."
    if done.returned and not all(done.board.domains.values()):
        return "It returned True, but a domain is wiped out."
    return ""


def _goes_further(case: Case, done: Behaviour) -> bool:
    """Whether a rule finds something that elimination and line insertion together do not find.

    Elimination is what a person sees of one value: in its line it goes from all other cells.
    """
    board, before = case.make_board(), None
    (line,) = case.arguments
    while before != (before := dict(board.domains)):
        for cell, other in permutations(line, 2):
            alone = len(board.domains[cell]) == 1 and other not in board.values
            for value in {*board.domains[cell]} & {*board.domains[other]} if alone else ():
                board.prune(other, value)
        if not insertion(board, line) or not all(board.domains[cell] for cell in line):
            return False
    left = done.board.domains
    return not done.returned or any(not set(before[cell]) <= set(left[cell]) for cell in left)


def _is_solvable(case: Case, cell: Cell | None = None, value: int = 0) -> bool:
    """Whether a board has a solution, with a value in a cell."""
    board = case.make_board()
    if cell:
        board.assign(cell, value)
    for assigned in board.values:  # none of them has been looked at
        if not look_back(board, assigned) or not forward_check(board, assigned):
            return False
    return search(board, forward_check, mrv)


def _show(case: Case, done: Behaviour) -> tuple[BoardShown, ...]:
    before = case.show("before", marked=case.cells)
    if done.outcome.trouble:
        return (before,)
    left = done.board.domains
    changed = [cell for cell in left if left[cell] != before.domains[cell]]
    return before, case.show("yours", done.board, changed)


# -- a selection ----------------------------------------------------------------------------------

SELECTION_CASES = make_cases(make_selection)
MOST_NODES = 10_000  # on one puzzle; then the search is stopped
SEARCH_SECONDS = 10  # in one search
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
    puzzles : mapping of str to Puzzle
        The puzzles, by the name under which each is told.
    seed : int, optional
        Adds random boards, the same ones for the same seed.

    Returns
    -------
    Feedback
        Right if it is a selection, whatever it costs; the text has the nodes on each puzzle.
    """
    if yours is ...:
        return not_done("write a selection of your own")
    if verb := find_replaced_verb():
        return Feedback("wrong", f"{verb} has been replaced: restart the kernel")
    random, tried = None if seed is None else Random(seed), 0
    cases = sorted(SELECTION_CASES(random), key=lambda case: case.extent)
    for case, found in zip(cases, try_on(cases, yours, as_it_is), strict=False):
        if found.unfinished:
            return not_done("write a selection of your own")
        if fault := _find_fault_of_selection(found, case.make_board()):
            shown, printed = (case.show("the board"),), found.outcome.printed
            return Feedback("wrong", fault, shown, printed=printed, case=case, yours=yours)
        tried += 1
    if tried < len(cases):
        return Feedback("another cost", f"a selection so far, {TOO_SLOW}", share=OTHER_COST)
    try:
        told = "; ".join(_compare(yours, puzzles))
    except NoSelection as no:
        return Feedback("wrong", f"{no} (in the middle of a search)")
    where = f"a selection on {tried} boards. Nodes (best of ours): {told}"
    return Feedback("right", where, share=1)


def _find_fault_of_selection(found: Behaviour, before: Board) -> str:
    """What is wrong with one call of a selection; nothing if it selects a cell."""
    if found.outcome.trouble:
        return found.outcome.trouble
    if (found.board.domains, found.board.values) != (before.domains, before.values) or found.verbs:
        return "It changes the board: a selection only asks."
    return _find_fault_of_cell(found.outcome.returned, before)


def _find_fault_of_cell(chosen: object, board: Board) -> str:
    """Why what was chosen is no cell to go on with; nothing if it is one."""
    if chosen is None:
        return "It returned None: is a return missing?"
    if not isinstance(chosen, Cell):
        return f"It returned {in_short(chosen)}: the search wants one cell of `board.unassigned`."
    if chosen in board.values:
        return f"It returned {chosen}, which has a value: choose among `board.unassigned`."
    return "" if chosen in board.domains else f"It returned {chosen}, which is not on the board."


def _compare(yours: Select, puzzles: Mapping[str, Puzzle]) -> Iterator[str]:
    """The nodes on each puzzle, beside those of the best of the package's selections."""
    for name, puzzle in puzzles.items():
        mine = _search(puzzle, _guard(yours))
        rivals = {select: _search(puzzle, select).counts.nodes for select in RIVALS}
        best = min(rivals, key=rivals.__getitem__)
        stopped = "more than " if mine.outcome == "limit" else ""
        yield f"{name} {stopped}{mine.counts.nodes:,} ({best} {rivals[best]:,})"


def _search(puzzle: Puzzle, select: str | Select) -> Run:
    return run(puzzle, parse_settings("fc", select, node_limit=MOST_NODES))


def _guard(yours: Select) -> Select:
    """The same selection for one search; if it does anything else, NoSelection is raised."""
    calls, start = count(), monotonic()

    def guarded(board: Board) -> Cell:
        before = board.counts.prunes, board.counts.nodes, len(board.values)
        if monotonic() - start > SEARCH_SECONDS:
            raise LimitReached(f"the limit of {SEARCH_SECONDS} seconds was reached")
        outcome = call(yours, board, watched=next(calls) < MOST_WATCHED)
        after = board.counts.prunes, board.counts.nodes, len(board.values)
        fault = outcome.trouble or ("It changes the board." if before != after else "")
        if fault := fault or _find_fault_of_cell(outcome.returned, board):
            raise NoSelection(fault)
        return outcome.returned  # type: ignore[return-value]

    return guarded
