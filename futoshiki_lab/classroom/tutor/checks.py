"""The exercises, and a check for each: it takes a student's function and returns a `Feedback`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set
from dataclasses import replace
from functools import partial, wraps
from typing import Any

import futoshiki_lab.classroom.tutor.random_cases as boards
import futoshiki_lab.classroom.tutor.right_answers as right
import futoshiki_lab.classroom.tutor.sketches as pairs
import futoshiki_lab.classroom.tutor.whole_searches as live
import futoshiki_lab.core as core
from futoshiki_lab.classroom.tutor.cases import Behaviour, Case, Function
from futoshiki_lab.classroom.tutor.feedback import Feedback, find_refused, keep
from futoshiki_lab.classroom.tutor.memory import draws_at_random
from futoshiki_lab.classroom.tutor.random_cases import make_cases
from futoshiki_lab.classroom.tutor.search_cases import (
    AnyOrder,
    DeadEnd,
    EachPairOnce,
    NoWayOut,
    OpenBoard,
    UntilAWipeOut,
    UpToAViolation,
    make_jump,
    make_search,
    make_trail,
    restore,
)
from futoshiki_lab.classroom.tutor.tutor import (
    OTHER_COST,
    Difference,
    Exercise,
    as_it_is,
    observe,
)
from futoshiki_lab.classroom.tutor.whole_searches import InSearches
from futoshiki_lab.core import Board, Cell, Puzzle
from futoshiki_lab.core.jumping import search_with_blame


class Restoring(Exercise):
    """An exercise with two right ways, whose costs are told: the trail, or copies of the board."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        feedback = super().check(yours, seed)
        if feedback.verdict != "right":
            return feedback
        puzzle = Puzzle([[0] * 5] * 5)
        board = OpenBoard(puzzle, yours)
        board.begin()
        core.search(board, core.forward_check)
        counts, cells = board.counts, len(puzzle.cells)
        copying = f"copying writes {counts.nodes * cells:,} domains"
        trail = f"the trail {counts.nodes + counts.prunes:,} entries"
        way = "copies" if board.copied else "takes the trail"
        where = f"{feedback.where}; in the search of an empty 5x5 {copying}, {trail}: yours {way}"
        return replace(feedback, where=where)


class Thriftier(Exercise):
    """An exercise whose answer has to be cheaper than the right one where a domain is wiped out."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's look on all boards, then compare what it costs."""
        feedback = super().check(yours, seed)
        if not feedback:
            return feedback
        cases = [case for case in self.cases(seed) if isinstance(case, UntilAWipeOut)]
        mine, theirs = (
            sum(observe(look, case, self.tidy).many for case in cases)
            for look in (yours, self.right)
        )
        than = ", as before" if mine == theirs else f" instead of {theirs}"
        where = f"on {len(cases)} boards with a wipe-out: {mine} checks{than}"
        if mine < theirs:
            return Feedback("right", f"the same search as forward checking, and {where}", share=1)
        said = "It is the same search: check first the neighbours where you expect the wipe-out."
        where = f"the same search as forward checking, but {where}"
        return Feedback("another cost", where, said=said, share=OTHER_COST)


class _Sorted(frozenset[Any]):
    """A set that is written in order."""

    def __repr__(self) -> str:
        return f"{{{', '.join(map(str, sorted(self, key=str)))}}}" if self else "set()"


def as_a_set(answer: object) -> object:
    """What is in a collection, whatever its order; anything else as it is."""
    if isinstance(answer, Cell) or not isinstance(answer, Set | list | tuple):
        return as_it_is(answer)
    try:
        return _Sorted(tuple(one) if isinstance(one, list) else one for one in answer)
    except TypeError:  # there is a dictionary in it, for example
        return repr(answer)


def as_a_list(answer: object) -> object:
    """The values of a tuple in their order; anything else as it is."""
    return [*answer] if isinstance(answer, tuple) else as_it_is(answer)


class ValueByValue(Exercise):
    """An exercise whose answer is a list that may come value by value."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's order of values on all boards, as one that returns lists."""

        if not callable(yours):
            return super().check(yours, seed)

        @wraps(yours)
        def list_values(board: Board, cell: Cell) -> object:
            values = yours(board, cell)
            some = isinstance(values, Iterable) and not isinstance(values, str)
            return list(values) if some else values

        return super().check(list_values, seed)


class Selection(Exercise):
    """An exercise whose answer is a cell with the fewest values, the first of several."""

    def _say(
        self, yours: Function, cases: list[Case], here: list[Behaviour], worst: Difference
    ) -> str:
        """Name also what breaks ties in a way of its own."""
        if said := super()._say(yours, cases, here, worst):
            return said
        among, lots = "equals: the first in reading order breaks a tie", draws_at_random(yours)
        for case, done in zip(cases, here, strict=True):
            board = case.make_board()
            cell: Any = done.outcome.returned  # its `==` may be theirs: ask only a cell
            if type(cell) is not Cell or cell not in board.unassigned:
                return ""
            if len(board.domains[cell]) > len(board.domains[self.right(board)]):
                among = "all cells: the one with the smallest domain comes first"
                if not lots:
                    return ""
        return f"You {'draw lots' if lots else 'take any cell'} among {among}."


EXERCISES: dict[str, Exercise] = {}
Check = Callable[..., Feedback]  # of a student's function, and a seed for new boards


def _make_check(about: str, exercise: Exercise) -> Check:
    """List an exercise, and make the function that checks it; `about`: what a student writes."""
    EXERCISES[exercise.name] = exercise

    def check(yours: Function, seed: int | None = None) -> Feedback:
        feedback = exercise.check(yours, seed)
        where = find_refused(yours) + feedback.where
        feedback = replace(feedback, where=where, yours=yours, check=check.__name__)
        return keep(exercise.name, feedback)

    check.__name__ = check.__qualname__ = f"check_{exercise.name}"
    check.__doc__ = f"Check a student's {about}."
    return check


_ahead = partial(make_cases, boards.make_looked_ahead, pairs.make_loss)
_once = partial(EachPairOnce.if_it_fails, core.forward_check)
_again = partial(UntilAWipeOut.if_it_fails, core.forward_check)
_closed = partial(UntilAWipeOut.if_it_fails, core.ac3)
_insertion = partial(NoWayOut.if_it_fails, right.insertion)
_PAIRS = make_cases(boards.make_pair, boards.make_pair)
_ARCS = make_cases(boards.make_arc, boards.make_arc)
_BACK = make_cases(boards.make_assigned, pairs.make_violation, then=UpToAViolation.of)
_SELECTIONS = make_cases(boards.make_selection, pairs.make_tie)
_ORDERS = make_cases(boards.make_order, pairs.make_decided_order)
_QUEUES = make_cases(boards.make_arcs, boards.make_decided_arcs, fixed=100, then=_closed)
_LINES = make_cases(boards.make_line, fixed=200, then=_insertion)
_DEAD_ENDS = make_cases(boards.make_dead_end, fixed=160)
_TRAILS = make_cases(make_trail, fixed=120, sizes=(2, 3, 3, 4))


def _as_arcs(case: Case) -> Case:
    return _closed(AnyOrder.of(case))


FC_CHECK = Exercise(core.fc_check, _PAIRS, inside=InSearches("look", live.in_look_ahead))
REVISE = Exercise(core.revise, _ARCS, inside=InSearches("look", live.on_each_arc))
check_look_back = _make_check(
    "look of backtracking, `yours(board, cell)`",
    Exercise(
        *(core.look_back, _BACK),
        inside=InSearches("look", then=UpToAViolation.of),
    ),
)
check_fc_check = _make_check("`fc_check(board, cell, x)`", FC_CHECK)
check_forward_check = _make_check(
    "look of forward checking, `yours(board, cell)`",
    Exercise(
        *(core.forward_check, _ahead(then=_once)),
        uses=FC_CHECK,
        inside=InSearches("look", then=_once),
    ),
)
check_patient = _make_check(
    "look that checks all neighbours, also after a wipe-out",
    Exercise(
        *(right.patient, _ahead()),
        uses=FC_CHECK,
        inside=InSearches("look"),
    ),
)
check_thrifty = _make_check(
    "look that does what forward checking does, with fewer checks",
    Thriftier(
        *(core.forward_check, _ahead(then=_again)),
        uses=FC_CHECK,
        inside=InSearches("look", then=_again),
        called="thrifty",
    ),
)
check_search = _make_check(
    "search procedure, `yours(board, look, select, order)`",
    Exercise(
        *(core.search, make_cases(make_search, fresh=20, sizes=(2, 2, 3))),
        inside=live.search_twice,
    ),
)
check_restore = _make_check(
    "`restore(board, mark)`, which undoes the end of `board.trail`, or takes `board.copies[mark]`",
    Restoring(
        *(restore, _TRAILS, lambda answer: None),
        inside=InSearches("restore", prunes=False),
    ),
)
check_mrv = _make_check(
    "selection by minimum remaining values, `yours(board)`",
    Selection(core.mrv, _SELECTIONS, as_it_is, inside=InSearches("select")),
)
check_least_constraining_value = _make_check(
    "order of values, `yours(board, cell)`",
    ValueByValue(
        *(core.least_constraining_value, _ORDERS, as_a_list, right.order_values),
        inside=InSearches("order"),
    ),
)
check_revise = _make_check("`revise(board, x, y)`", REVISE)
check_ac3 = _make_check(
    "AC-3, `yours(board, arcs)`, which may call `revise`",
    Exercise(
        *(core.ac3, _QUEUES),
        written=right.propagate_arcs,
        uses=REVISE,
        inside=InSearches("look", live.on_all_arcs, _as_arcs, calls=8),
    ),
)
check_insertion = _make_check(
    "line insertion, `yours(board, line)`",
    Exercise(right.insertion, _LINES, inside=InSearches("look", live.on_each_line, _insertion)),
)
CULPRITS = Exercise(
    *(core.culprits, _DEAD_ENDS, as_a_set, right.find_culprits),
    inside=InSearches("look", live.after_dead_ends, DeadEnd.of, prunes=False),
)
check_culprits = _make_check(
    """`yours(board)`: the set of cells to blame for a look that has just failed.

    The look was forward checking. For each value that the wiped-out cell has lost, the first cell
    that rules it out is to blame, unless it is a given. (`board.removers` would tell this, too)""",
    CULPRITS,
)
check_jump = _make_check(
    """search that jumps back, `yours(board, look, select, order)`: it returns a conflict set.

    It returns None when enough solutions are found; its look is forward checking""",
    Exercise(
        *(search_with_blame, make_cases(make_jump, fixed=40, fresh=20, sizes=(3, 3, 4)), as_a_set),
        uses=CULPRITS,
        called="jump",
    ),
)
check_min_conflicts = _make_check(
    "`yours(board)`: all moves of min-conflicts on a full board, as a set of pairs (cell, value)",
    Exercise(
        *(right.best_repairs, make_cases(boards.make_full, sizes=(2, 3, 3, 4)), as_a_set),
        inside=live.change_a_full_board,
        called="min_conflicts",
    ),
)
