"""Compares a student's function with the right one, and says what a good tutor would say.

An `Exercise` knows the right function, boards that can tell right from wrong, and functions with a
known mistake, each of which says in its docstring what is wrong with it. A student's function that
behaves as one of them does on all boards gets its sentence; any wrong function gets the gravest
difference on the smallest board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from inspect import getdoc
from itertools import zip_longest
from random import Random

import futoshiki_lab.core.board as board_module
from futoshiki_lab.core import Board, Cell
from futoshiki_lab.exercises.behaviour import (
    Behaviour,
    Case,
    Function,
    Rank,
    SearchCase,
    behaviour,
)
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import Endless, NotYours, few_lines_printed, in_short
from futoshiki_lab.exercises.hints import of_answer

PATIENCE = 5.0  # seconds, as in `Outcome`, in which a student's function has to do all boards
TOO_SLOW = f"but your function took more than {PATIENCE:.0f} seconds, and the check stopped there"
VERBS = ("assign", "check", "prune", "accept", "restore", "backtrack", "solution")


def as_truth(answer: object) -> object:
    """True or False for an answer that Python takes as one; None stays, as `...` does."""
    try:
        return answer if answer is None or answer is ... else bool(answer)
    except Exception:  # an array, for example, is neither
        return repr(answer)


def as_it_is(answer: object) -> object:
    """A cell or a list itself; what cannot be compared safely becomes its `repr`."""
    return answer if isinstance(answer, tuple | list | str | int | None) else repr(answer)


def no_answer(answer: object) -> object:
    """Nothing, for functions of which no answer is expected."""
    return None


@dataclass(frozen=True)
class Difference:
    """How a student's function differs from the right one on a case."""

    rank: Rank
    case: Case
    yours: Behaviour
    right: Behaviour


def _is_unfinished(found: Behaviour) -> bool:
    """Whether the dots are still there, or the error that stands for them in an assignment."""
    return found.outcome.returned is ... or found.outcome.kind == NotImplementedError.__name__


@dataclass(frozen=True)
class Exercise:
    """A function to write, and what is needed to judge it.

    Attributes
    ----------
    right : the library's function.
    cases : makes boards, some of them random; the smallest first.
    mistakes : functions with a known mistake, and the sentence for it in the docstring.
    tidy : brings what is returned into a form in which equal answers are equal.
    """

    right: Function
    cases: Callable[[Random], Iterable[Case]]
    mistakes: Sequence[Function] = ()
    tidy: Function = as_truth

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's function on all boards.

        Parameters
        ----------
        seed : of the random boards; None for new ones at each check.
        """
        if changed_verb := replaced():
            return Feedback("wrong", f"{changed_verb} has been replaced: restart the kernel")
        cases = sorted(self.cases(Random(seed)), key=lambda case: case.extent)
        with few_lines_printed():
            here = list(self._tried(yours, cases))
        if changed_verb := replaced():
            return Feedback("wrong", f"It replaces {changed_verb}: restart the kernel.")
        if any(_is_unfinished(found) for found in here):
            return not_done("write the body of the function")
        cases, asked = cases[: len(here)], len(cases)
        right = [behaviour(self.right, case, self.tidy, watched=False) for case in cases]
        found = [
            Difference(rank, *triple)
            for triple in zip(cases, here, right, strict=True)
            if (rank := triple[1].first_difference(triple[2])) is not None
        ]
        if not found and len(cases) < asked:
            return Feedback("another cost", f"right on {len(cases)} boards, {TOO_SLOW}")
        if not found:
            return Feedback("right", f"{len(cases)} boards agree, verb by verb")
        worst = min(found, key=lambda difference: difference.rank)
        known = of_answer(worst.yours.outcome.returned) or self._known(cases, here, worst.rank)
        return self._feedback(worst, known, found)

    def _tried(self, yours: Function, cases: Sequence[Case]) -> Iterator[Behaviour]:
        """What the student's function does on each board, up to one on which it does not end."""
        seconds = 0.0
        for case in cases:
            found = behaviour(yours, case, self.tidy, self.right)
            yield found
            seconds += found.outcome.seconds
            if found.outcome.kind in (Endless.__name__, NotYours.__name__) or seconds > PATIENCE:
                return

    def _known(self, cases: Sequence[Case], here: list[Behaviour], rank: Rank) -> str:
        """The sentence for a known mistake that the student's function makes; else nothing.

        The mistake that agrees in most respects is named, but at least down to the worst rank.
        """
        found: dict[int, Function] = {}
        for mistake in self.mistakes:
            level = len(Rank)
            for case, yours in zip(cases, here, strict=True):
                level = min(level, self._agreement(mistake, case, yours))
                if level < max(rank, Rank.BOARD):
                    break
            else:
                found.setdefault(level, mistake)
        return " ".join((getdoc(found[max(found)]) or "").split()) if found else ""

    def _agreement(self, mistake: Function, case: Case, yours: Behaviour) -> int:
        """Down to which rank a mistake does on a board what the student's function does."""
        theirs = behaviour(mistake, case, self.tidy, watched=False)
        parting = theirs.first_difference(yours)
        return len(Rank) if parting is None else parting - 1

    def _feedback(self, worst: Difference, known: str, found: list[Difference]) -> Feedback:
        if worst.rank is Rank.COST:
            return Feedback("another cost", f"right on all boards; {_cost(found)} {known}".strip())
        text = " ".join(part for part in (known, said(worst)) if part)
        return Feedback("wrong", text, shown(worst))


def replaced() -> str:
    """The name of a verb of the board that is not the library's any more; empty if all are."""
    for name in VERBS:
        code = getattr(getattr(Board, name), "__code__", None)
        if code is None or code.co_filename != board_module.__file__:
            return f"Board.{name}"
    return ""


def said(difference: Difference) -> str:
    """A difference in words: the situation, what was done, what was expected."""
    yours, right = difference.yours, difference.right
    if difference.rank is Rank.TROUBLE:
        return yours.outcome.trouble
    where = situation(difference.case)
    if difference.rank is Rank.BOARD:
        if yours.board.solutions != right.board.solutions:
            return f"With {where}: {_solutions(yours.board, right.board)}."
        cells = changed(yours, right)
        if not cells:
            return f"With {where}: the board is right, but its trail is not as it was."
        cell = cells[0]
        mine, expected = _left(yours, cell), _left(right, cell)
        return f"With {where}: {cell} keeps {mine}, it should keep {expected}."
    if difference.rank is Rank.RETURNED:
        mine, expected = in_short(yours.outcome.returned), repr(right.returned)
        return f"With {where}: it returned {mine} instead of {expected}."
    if isinstance(right.verbs, Counter):
        extra, missing = yours.verbs - right.verbs, right.verbs - yours.verbs
        told = f"{_verbs(extra, 'it should not')}{_verbs(missing, 'it should')}"
        return f"With {where}: {told}".strip()
    return f"With {where}: {_first_other(yours.verbs, right.verbs)}."


def _verbs(verbs: Counter[str], what: str) -> str:
    return f"{what} {min(verbs)}. " if verbs else ""


def _first_other(yours: list[str], right: list[str]) -> str:
    """The first place where two sequences of calls part."""
    pairs = zip_longest(yours, right, fillvalue="the end")
    at, (mine, expected) = next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])
    after = f"after “{right[at - 1]}”" if at else "at first"
    return f"{after} comes “{mine}”; expected was “{expected}”"


def _solutions(mine: Board, right: Board) -> str:
    wrong = [text for grid in mine.solutions for text in mine.puzzle.violations(grid)]
    if wrong:
        return f"it accepts a board where {wrong[0]}"
    if len(mine.solutions) != len(right.solutions):
        return f"it finds {len(mine.solutions)} solutions, it should find {len(right.solutions)}"
    return "it finds another solution first"


def _cost(found: list[Difference]) -> str:
    """The clearest difference of the cost."""

    def totals(difference: Difference) -> tuple[int, int]:
        return difference.yours.board.counts.checks, difference.right.board.counts.checks

    for difference in found:
        mine, expected = totals(difference)
        if mine != expected:
            where = situation(difference.case)
            return f"with {where}: {_checks(mine)} where {expected} do."
    return "but it checks other pairs of values."


def _checks(count: int) -> str:
    return "1 check" if count == 1 else f"{count} checks"


def changed(yours: Behaviour, right: Behaviour) -> list[Cell]:
    """The cells in which two boards differ, in reading order."""
    return [cell for cell in right.board.domains if _left(yours, cell) != _left(right, cell)]


def _left(found: Behaviour, cell: Cell) -> str:
    value, domain = found.board.values.get(cell), found.board.domains[cell]
    left = str(set(domain) or "∅")
    if value is None:
        return left
    return f"its value {value}" + ("" if domain == (value,) else f" but the domain {left}")


def cells_given(case: Case) -> list[Cell]:
    """The cells among the arguments of a function, also those in a list."""
    parts = (each if isinstance(each, list) else [each] for each in case.arguments)
    return [cell for part in parts for cell in part if isinstance(cell, Cell)]


def situation(case: Case) -> str:
    """The cells that a function is about: their values or domains, and the constraint."""
    if told := case.situation():
        return told
    board = case.board()
    if isinstance(case, SearchCase):
        names = ", ".join(getattr(each, "__name__", "a function") for each in case.arguments)
        sought = "all solutions" if case.sought is None else "one solution"
        return f"{names}, {sought}, on the board below"
    cells = cells_given(case)
    parts = [
        f"{cell} = {board.values[cell]}"
        if cell in board.values
        else f"{cell} in {set(board.domains[cell]) or '∅'}"
        for cell in cells
    ]
    if len(cells) == 2 and cells == list(case.arguments):
        parts.append(str(case.puzzle.constraints[cells[0]][cells[1]]))
    return ", ".join(parts) or "the board below"


def shown(difference: Difference) -> tuple[BoardShown, ...]:
    """The counterexample: before, yours, expected."""
    case, yours, right = difference.case, difference.yours, difference.right
    board = case.board()
    places = [*cells_given(case), *(cell for cell, left in board.domains.items() if not left)]
    before = BoardShown("before", case.puzzle, board.values, board.domains, places)
    if difference.rank is not Rank.BOARD:
        return (before,)
    marked = changed(yours, right)
    states = (("yours", yours), ("expected", right))
    return (
        before,
        *(
            BoardShown(title, case.puzzle, b.board.values, b.board.domains, marked)
            for title, b in states
        ),
    )
