"""The exercises, and a check for each: it takes a student's function and returns a `Feedback`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from random import Random

from futoshiki_lab.core import (
    Board,
    Cell,
    Look,
    Order,
    Search,
    Select,
    ac3,
    culprits,
    fc_check,
    forward_check,
    least_constraining_value,
    look_back,
    mrv,
    revise,
    search,
)
from futoshiki_lab.core.search import Arc
from futoshiki_lab.exercises import random_cases
from futoshiki_lab.exercises.behaviour import observe
from futoshiki_lab.exercises.cases import Function, UntilAWipeOut
from futoshiki_lab.exercises.feedback import Feedback
from futoshiki_lab.exercises.random_cases import make_cases
from futoshiki_lab.exercises.right_answers import (
    Restore,
    find_culprits,
    insertion,
    order_values,
    patient,
    propagate,
    restore,
)
from futoshiki_lab.exercises.tutor import OTHER_COST, Exercise, as_it_is


@dataclass(frozen=True)
class Thriftier(Exercise):
    """An exercise whose answer has to be cheaper than the right one where a domain is wiped out."""

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's look on all boards, then compare what it costs."""
        feedback = super().check(yours, seed)
        if not feedback:
            return feedback
        random = None if seed is None else Random(seed)
        cases = [case for case in self.cases(random) if isinstance(case, UntilAWipeOut)]
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


FC_CHECK = Exercise(
    "fc_check",
    fc_check,
    make_cases(random_cases.make_pair, 60, 40, random_cases.make_decided_pair),
)
REVISE = Exercise(
    "revise",
    revise,
    make_cases(random_cases.make_arc, 60, 40, random_cases.make_decided_arc),
)
EXERCISES = {
    exercise.name: exercise
    for exercise in (
        Exercise(
            "look_back",
            look_back,
            make_cases(random_cases.make_look_back, 60, 40, random_cases.make_violation),
        ),
        FC_CHECK,
        Exercise(
            "forward_check",
            forward_check,
            make_cases(random_cases.make_look_ahead, 60, 40, random_cases.make_decided_look),
            uses=FC_CHECK,
        ),
        Exercise(
            "patient",
            patient,
            make_cases(random_cases.make_assigned, 60, 40, random_cases.make_loss),
            uses=FC_CHECK,
        ),
        Thriftier(
            "thrifty",
            forward_check,
            make_cases(
                random_cases.make_thrifty_look, 60, 40, random_cases.make_decided_thrifty_look
            ),
            uses=FC_CHECK,
        ),
        Exercise("search", search, make_cases(random_cases.make_search, 60, 20)),
        Exercise("restore", restore, make_cases(random_cases.make_trail, 120), lambda answer: None),
        Exercise(
            "mrv",
            mrv,
            make_cases(random_cases.make_selection, 60, 40, random_cases.make_tie),
            as_it_is,
        ),
        Exercise(
            "least_constraining_value",
            least_constraining_value,
            make_cases(random_cases.make_order, 60, 40, random_cases.make_decided_order),
            as_it_is,
            order_values,
        ),
        REVISE,
        Exercise(
            "ac3",
            ac3,
            make_cases(random_cases.make_arcs, 100, 40, random_cases.make_decided_arcs),
            written=propagate,
            uses=REVISE,
        ),
        Exercise("insertion", insertion, make_cases(random_cases.make_line, 200)),
        Exercise(
            "culprits",
            culprits,
            make_cases(random_cases.make_dead_end, 160),
            as_a_set,
            find_culprits,
        ),
    )
}


def check_look_back(yours: Look, seed: int | None = None) -> Feedback:
    """Check a student's look of backtracking, `yours(board, cell)`."""
    return EXERCISES["look_back"].check(yours, seed)


def check_fc_check(yours: Callable[[Board, Cell, Cell], bool], seed: int | None = None) -> Feedback:
    """Check a student's `fc_check(board, cell, x)`."""
    return EXERCISES["fc_check"].check(yours, seed)


def check_forward_check(yours: Look, seed: int | None = None) -> Feedback:
    """Check a student's look of forward checking, `yours(board, cell)`."""
    return EXERCISES["forward_check"].check(yours, seed)


def check_patient(yours: Look, seed: int | None = None) -> Feedback:
    """Check a student's look that asks all neighbours, also after a wipe-out."""
    return EXERCISES["patient"].check(yours, seed)


def check_thrifty(yours: Look, seed: int | None = None) -> Feedback:
    """Check a student's look that does what forward checking does, with fewer checks."""
    return EXERCISES["thrifty"].check(yours, seed)


def check_search(yours: Search, seed: int | None = None) -> Feedback:
    """Check a student's search procedure, `yours(board, look, select, order)`."""
    return EXERCISES["search"].check(yours, seed)


def check_restore(yours: Restore, seed: int | None = None) -> Feedback:
    """Check a student's `restore(board, mark)`, which undoes the end of `board.trail`."""
    return EXERCISES["restore"].check(yours, seed)


def check_mrv(yours: Select, seed: int | None = None) -> Feedback:
    """Check a student's selection by minimum remaining values, `yours(board)`."""
    return EXERCISES["mrv"].check(yours, seed)


def check_least_constraining_value(yours: Order, seed: int | None = None) -> Feedback:
    """Check a student's order of values, `yours(board, cell)`."""

    def list_values(board: Board, cell: Cell) -> object:
        values: object = yours(board, cell)
        if isinstance(values, Iterable) and not isinstance(values, str):
            return list(values)
        return values

    return EXERCISES["least_constraining_value"].check(list_values, seed)


def check_revise(yours: Callable[[Board, Cell, Cell], bool], seed: int | None = None) -> Feedback:
    """Check a student's `revise(board, x, y)`."""
    return EXERCISES["revise"].check(yours, seed)


def check_ac3(yours: Callable[[Board, Iterable[Arc]], bool], seed: int | None = None) -> Feedback:
    """Check a student's AC-3, `yours(board, arcs)`, which may call `revise`."""
    return EXERCISES["ac3"].check(yours, seed)


def check_insertion(
    yours: Callable[[Board, Sequence[Cell]], bool], seed: int | None = None
) -> Feedback:
    """Check a student's line insertion, `yours(board, line)`."""
    return EXERCISES["insertion"].check(yours, seed)


def check_culprits(yours: Callable[[Board], object], seed: int | None = None) -> Feedback:
    """Check a student's `yours(board)`: the set of cells to blame for a look that has just failed.

    The look was forward checking. For each value that the wiped-out cell has lost, the first cell
    that rules it out is to blame, unless it is a given. (`board.removers` would tell, too.)
    """
    return EXERCISES["culprits"].check(yours, seed)
