"""The exercises, and a check for each: it takes a student's function and returns a `Feedback`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from functools import partial

import futoshiki_lab.classroom.tutor.random_cases as boards
import futoshiki_lab.classroom.tutor.right_answers as right
import futoshiki_lab.classroom.tutor.sketches as pairs
import futoshiki_lab.core as core
from futoshiki_lab.classroom.tutor.cases import Function
from futoshiki_lab.classroom.tutor.feedback import Feedback
from futoshiki_lab.classroom.tutor.random_cases import make_cases
from futoshiki_lab.classroom.tutor.search_cases import (
    EachPairOnce,
    UntilAWipeOut,
    UpToAViolation,
    make_search,
    make_trail,
    restore,
)
from futoshiki_lab.classroom.tutor.tutor import OTHER_COST, Exercise, as_it_is, observe
from futoshiki_lab.core import Board, Cell


class Thriftier(Exercise):
    """An exercise whose answer has to be cheaper than the right one where a domain is wiped out."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's look on all boards, then compare what it costs."""
        feedback = super().check(yours, seed)
        if not feedback:
            return feedback
        cases = [case for case in self.cases(seed) if isinstance(case, UntilAWipeOut)]
        mine, theirs = (
            sum(observe(look, case, self.tidy).board.counts.checks for case in cases)
            for look in (yours, self.right)
        )
        where = f"on {len(cases)} boards with a wipe-out: {mine} checks instead of {theirs}"
        if mine < theirs:
            return Feedback("right", f"the same search as forward checking, and {where}", share=1)
        said = "It is the same search: ask first where you expect the wipe-out."
        where = f"the same search as forward checking, but {where}"
        return Feedback("another cost", where, said=said, share=OTHER_COST)


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


def as_a_list(answer: object) -> object:
    """The values of a tuple in their order; anything else as it is."""
    return [*answer] if isinstance(answer, tuple) else as_it_is(answer)


class ValueByValue(Exercise):
    """An exercise whose answer is a list that may come value by value."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's order of values on all boards, as one that returns lists."""

        def list_values(board: Board, cell: Cell) -> object:
            values = yours(board, cell)
            some = isinstance(values, Iterable) and not isinstance(values, str)
            return list(values) if some else values

        return super().check(list_values, seed)


EXERCISES: dict[str, Exercise] = {}
Check = Callable[..., Feedback]  # of a student's function, and a seed for boards made anew


def _make_check(about: str, exercise: Exercise) -> Check:
    """List an exercise, and make the function that checks it; `about`: what a student writes."""
    EXERCISES[exercise.name] = exercise

    def check(yours: Function, seed: int | None = None) -> Feedback:
        return exercise.check(yours, seed)

    check.__name__ = check.__qualname__ = f"check_{exercise.name}"
    check.__doc__ = f"Check a student's {about}."
    return check


_ahead = partial(make_cases, boards.make_assigned, pairs.make_loss)
_PAIRS = make_cases(boards.make_pair, pairs.make_decided_pair)
_ARCS = make_cases(boards.make_arc, pairs.make_decided_arc)
_BACK = make_cases(boards.make_assigned, pairs.make_violation, then=UpToAViolation.of)
_AHEAD_ONCE = _ahead(then=partial(EachPairOnce.if_it_fails, core.forward_check))
_AHEAD_AGAIN = _ahead(then=partial(UntilAWipeOut.if_it_fails, core.forward_check))
_SELECTIONS = make_cases(boards.make_selection, pairs.make_tie)
_ORDERS = make_cases(boards.make_order, pairs.make_decided_order)
_QUEUES = make_cases(
    *(boards.make_arcs, boards.make_decided_arcs),
    fixed=100,
    then=partial(UntilAWipeOut.if_it_fails, core.ac3),
)
_insertion = partial(UntilAWipeOut.if_it_fails, right.insertion)
_LINES = make_cases(boards.make_line, fixed=200, then=_insertion)
_DEAD_ENDS = make_cases(boards.make_dead_end, fixed=160)

FC_CHECK, REVISE = Exercise(core.fc_check, _PAIRS), Exercise(core.revise, _ARCS)
check_look_back = _make_check(
    "look of backtracking, `yours(board, cell)`", Exercise(core.look_back, _BACK)
)
check_fc_check = _make_check("`fc_check(board, cell, x)`", FC_CHECK)
check_forward_check = _make_check(
    "look of forward checking, `yours(board, cell)`",
    Exercise(core.forward_check, _AHEAD_ONCE, uses=FC_CHECK),
)
check_patient = _make_check(
    "look that asks all neighbours, also after a wipe-out",
    Exercise(right.patient, _ahead(), uses=FC_CHECK),
)
check_thrifty = _make_check(
    "look that does what forward checking does, with fewer checks",
    Thriftier(core.forward_check, _AHEAD_AGAIN, uses=FC_CHECK, called="thrifty"),
)
check_search = _make_check(
    "search procedure, `yours(board, look, select, order)`",
    Exercise(core.search, make_cases(make_search, fresh=20, sizes=(2, 2, 3))),
)
check_restore = _make_check(
    "`restore(board, mark)`, which undoes the end of `board.trail`",
    Exercise(restore, make_cases(make_trail, fixed=120, sizes=(2, 3, 3, 4)), lambda answer: None),
)
check_mrv = _make_check(
    "selection by minimum remaining values, `yours(board)`",
    Exercise(core.mrv, _SELECTIONS, as_it_is),
)
check_least_constraining_value = _make_check(
    "order of values, `yours(board, cell)`",
    ValueByValue(core.least_constraining_value, _ORDERS, as_a_list, right.order_values),
)
check_revise = _make_check("`revise(board, x, y)`", REVISE)
check_ac3 = _make_check(
    "AC-3, `yours(board, arcs)`, which may call `revise`",
    Exercise(core.ac3, _QUEUES, written=right.propagate_arcs, uses=REVISE),
)
check_insertion = _make_check(
    "line insertion, `yours(board, line)`", Exercise(right.insertion, _LINES)
)
check_culprits = _make_check(
    """`yours(board)`: the set of cells to blame for a look that has just failed.

    The look was forward checking. For each value that the wiped-out cell has lost, the first cell
    that rules it out is to blame, unless it is a given. (`board.removers` would tell, too)""",
    Exercise(core.culprits, _DEAD_ENDS, as_a_set, right.find_culprits),
)
