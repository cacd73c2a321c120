"""Compares a student's function with the right one, and says what a good tutor would say.

An `Exercise` knows the right function, boards that can tell right from wrong, and known mistakes. A
student's function that behaves as a known mistake does on all boards gets its sentence; any wrong
function gets the gravest difference on the smallest board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import isfunction
from itertools import zip_longest
from types import FunctionType

import futoshiki_lab.core.board as board_module
from futoshiki_lab.classroom.ideas import Idea, read_mistakes
from futoshiki_lab.classroom.tutor.cases import Behaviour, Case, Function, Gravity, observe
from futoshiki_lab.classroom.tutor.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.classroom.tutor.guard import Endless, Forbidden, NotYours, in_short
from futoshiki_lab.classroom.tutor.right_answers import of_answer, of_text
from futoshiki_lab.core import Board, Cell

OTHER_COST = 0.8  # what a right function with another cost is worth
IN_GENERAL = {  # what is said of an unknown mistake; an error or an objection speaks for itself
    Gravity.BOARD: "The board is not as it should be afterwards.",
    Gravity.RETURNED: "The board is right, but not what the function returns.",
    Gravity.VERBS: "The board and the answer are right, but not the verbs on the way.",
}
PATIENCE = 5.0  # seconds, as in `Outcome`, in which a student's function has to do all boards
TOO_SLOW = f"but your function took more than {PATIENCE:.0f} seconds, and the check stopped there"
VERBS = ("assign", "check", "prune", "accept", "restore", "backtrack", "solution")


def as_truth(answer: object) -> object:
    """True or False for an answer that Python takes as one; None and texts stay, as `...` does."""
    try:
        return answer if answer is ... or isinstance(answer, str | None) else bool(answer)
    except Exception:  # an array, for example, is neither
        return repr(answer)


def as_it_is(answer: object) -> object:
    """A cell or a list itself; what cannot be compared safely becomes its `repr`."""
    return answer if isinstance(answer, tuple | list | str | int | None) else repr(answer)


def try_on(
    cases: Sequence[Case],
    yours: Function,
    tidy: Function,
    instead_of: Forbidden | None = None,
    stub: str = "write the body of the function",
) -> list[Behaviour] | Feedback:
    """What a student's function does on each board, until it does not end or takes too long.

    A feedback is returned if nothing can be judged; `stub`: what it says where dots are left.
    """
    if verb := find_replaced_verb():
        return Feedback("wrong", f"{verb} has been replaced: restart the kernel")
    here, seconds = list[Behaviour](), 0.0
    for case in cases:
        here.append(observe(yours, case, tidy, instead_of))
        seconds += here[-1].outcome.seconds
        if here[-1].outcome.kind in (Endless.__name__, NotYours.__name__) or seconds > PATIENCE:
            break
    if verb := find_replaced_verb():
        return Feedback("wrong", f"It replaces {verb}: restart the kernel.")
    return not_done(stub) if any(done.unfinished for done in here) else here


def find_replaced_verb() -> str:
    """The name of a verb of the board that is not the library's any more; empty if all are."""
    codes = {f"Board.{name}": getattr(getattr(Board, name), "__code__", None) for name in VERBS}
    files = {name: getattr(code, "co_filename", "") for name, code in codes.items()}
    return next((name for name, file in files.items() if file != board_module.__file__), "")


@dataclass(frozen=True)
class Exercise:
    """A function to write, and what is needed to judge it.

    Attributes
    ----------
    right : function
        The function that the student's replaces.
    cases : function
        Makes boards from a seed, the smallest first.
    tidy : function
        Brings what is returned into a form in which equal answers are equal.
    written : function, optional
        Another right function, in which the known mistakes are made; None if `right` is.
    uses : Exercise, optional
        The one whose function this one may call.
    called : str, optional
        What it is called; by default as the right function is.
    kept : list of Case
        The board of the last counterexample: it stays until the function passes on it.
    """

    right: Function
    cases: Callable[[int | None], list[Case]]
    tidy: Function = as_truth
    written: Function | None = None
    uses: Exercise | None = None
    called: str = ""
    kept: list[Case] = field(default_factory=list, compare=False)

    @property
    def name(self) -> str:
        """What it is called."""
        return self.called or self.right.__name__

    @property
    def answer(self) -> Function:
        """The right function, as a student would write it."""
        return self.written or self.right

    @property
    def mistakes(self) -> list[Idea]:
        """The known mistakes in the right function."""
        return read_mistakes(self.called or self.answer.__name__)

    @cached_property
    def mistaken(self) -> list[tuple[Function, str]]:
        """Functions with a known mistake, each with the tutor's sentence."""
        return [(one.make_in(self.answer), one.sentence) for one in self.mistakes]

    def check(self, yours: Function, seed: int | None = None) -> Feedback:
        """Try a student's function on all boards.

        Parameters
        ----------
        seed : int, optional
            Adds random boards, the same ones for the same seed. Without it the boards are always
            the same, and so is the verdict.

        Returns
        -------
        Feedback
            Right, another cost, wrong (with a counterexample) or not done yet.
        """
        cases = sorted(self.cases(seed), key=lambda case: case not in self.kept)
        forbidden = Forbidden(self.right, unmistakable=self.written is not None)
        here = try_on(cases, yours, self.tidy, forbidden)
        if isinstance(here, Feedback):
            return here
        cases, asked = cases[: len(here)], len(cases)
        right = (observe(self.right, case, self.tidy, watched=False) for case in cases)
        compared = (Difference(*triple) for triple in zip(cases, here, right, strict=True))
        found = [one for one in compared if one.gravity < Gravity.NONE]
        if found:
            return self._explain(yours, cases, here, found)
        if len(cases) < asked:
            where = f"right on {len(cases)} boards, {TOO_SLOW}"
            return Feedback("another cost", where, share=OTHER_COST)
        self.kept.clear()
        return Feedback("right", f"{len(cases)} boards agree, verb by verb", share=1)

    def _explain(
        self, yours: Function, cases: list[Case], here: list[Behaviour], found: list[Difference]
    ) -> Feedback:
        worst = min(found, key=lambda difference: difference.gravity)
        if found[0].case in self.kept and found[0].gravity < Gravity.COST:
            worst = found[0]
        self.kept[:] = [worst.case]
        returned = worst.yours.outcome.returned
        said = of_answer(returned) or of_text(returned, worst.right.returned)
        said = said or self._name(cases, here, worst.gravity)
        if worst.gravity is Gravity.COST:
            where = f"right on all boards; {_describe_cost(found)}"
            return Feedback("another cost", where, (), said, share=OTHER_COST)
        if (blamed := self._blame_helper(yours)) is not None:
            return blamed
        kinds = {case.kind for case in cases}
        agree = kinds - {one.case.kind for one in found if one.gravity < Gravity.COST}
        said, printed = said or IN_GENERAL.get(worst.gravity, ""), worst.yours.outcome.printed
        told = worst.describe(), worst.show(), said, printed, len(agree) / len(kinds)
        return Feedback("wrong", *told, worst.case, yours)

    def _name(self, cases: Sequence[Case], here: list[Behaviour], gravity: Gravity) -> str:
        """The sentence for a known mistake that the student's function makes; else nothing.

        The mistake that agrees in most respects is named, but at least down to the worst gravity.
        """
        found: dict[Gravity, str] = {}
        for mistake, sentence in self.mistaken:
            level = Gravity.NONE
            for case, yours in zip(cases, here, strict=True):
                theirs = observe(mistake, case, self.tidy, watched=False)
                level = min(level, theirs.first_difference(yours))
                if level <= max(gravity, Gravity.BOARD):
                    break
            else:
                found.setdefault(level, sentence)
        return found[max(found)] if found else ""

    def _blame_helper(self, yours: Function) -> Feedback | None:
        """What is wrong with a function of the student's that this one calls, if only that is."""
        code, names = getattr(yours, "__code__", None), getattr(yours, "__globals__", {})
        helper = self.uses
        if code is None or helper is None:
            return None
        for name in code.co_names:
            own = names.get(name)
            if not isfunction(own) or own is yours or own is helper.right:
                continue
            mended = FunctionType(code, {**names, name: helper.right}, yours.__name__)
            quiet = replace(self, uses=None, kept=[])
            if (fault := helper.check(own)).verdict == "wrong" and quiet.check(mended):
                told = f"This function is right, but `{name}`, which it calls, is not."
                return replace(fault, where=f"{told} {fault.where}")
        return None


@dataclass(frozen=True)
class Difference:
    """How a student's function differs from the right one on a case."""

    case: Case
    yours: Behaviour
    right: Behaviour

    @cached_property
    def gravity(self) -> Gravity:
        """How grave the gravest difference is; the smallest of all if there is none."""
        return self.yours.first_difference(self.right)

    def describe(self) -> str:
        """The situation, what was done, and what was expected, in words."""
        yours, right = self.yours, self.right
        if self.gravity is Gravity.TROUBLE:
            return yours.outcome.trouble
        if self.gravity is Gravity.BOARD:
            told = self._describe_board()
        elif self.gravity is Gravity.RETURNED:
            told = f"it returned {in_short(yours.outcome.returned)} instead of {right.returned!r}."
        elif isinstance(right.verbs, Counter):
            extra, missing = yours.verbs - right.verbs, right.verbs - yours.verbs
            both = ((extra, "it should not"), (missing, "it should"))
            told = " ".join(f"{what} {min(verbs)}." for verbs, what in both if verbs)
        else:
            told = _describe_parting(yours.verbs, right.verbs)
        return f"With {self.case.describe()}: {told}"

    def _describe_board(self) -> str:
        mine, right = self.yours.board, self.right.board
        if mine.solutions != right.solutions:
            if wrong := [text for grid in mine.solutions for text in mine.puzzle.violations(grid)]:
                return f"it accepts a board where {wrong[0]}."
            if (many := len(mine.solutions)) != (sought := len(right.solutions)):
                return f"it finds {many} solutions, it should find {sought}."
            return "it finds another solution first."
        if cells := self._find_changed():
            kept, due = _describe_cell(mine, cells[0]), _describe_cell(right, cells[0])
            return f"{cells[0]} keeps {kept}, it should keep {due}."
        if (many := len(mine._trail)) != (wanted := len(right._trail)):
            return f"the trail has {many} entries, it should have {wanted}."
        return "the board is right, but other entries are left on its trail."

    def _find_changed(self) -> list[Cell]:
        """The cells in which the boards differ, in reading order."""
        mine, due, told = self.yours.board, self.right.board, _describe_cell
        return [cell for cell in due.domains if told(mine, cell) != told(due, cell)]

    def show(self) -> tuple[BoardShown, ...]:
        """The counterexample: before, yours, expected."""
        empty = [cell for cell, left in self.case.make_board().domains.items() if not left]
        before = self.case.show("before", marked=[*self.case.cells, *empty])
        if self.gravity is not Gravity.BOARD:
            return (before,)
        changed = self._find_changed()
        yours = self.case.show("yours", self.yours.board, changed)
        return before, yours, self.case.show("expected", self.right.board, changed)


def _describe_parting(yours: list[str], right: list[str]) -> str:
    """The first place where two sequences of calls part."""
    pairs = zip_longest(yours, right, fillvalue="the end")
    at, (mine, due) = next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])
    after = f"after “{right[at - 1]}”" if at else "at first"
    return f"{after} comes “{mine}”; expected was “{due}”."


def _describe_cell(board: Board, cell: Cell) -> str:
    value, domain = board.values.get(cell), board.domains[cell]
    left = str(set(domain) or "∅")
    if value is None:
        return left
    return f"its value {value}" + ("" if domain == (value,) else f" but the domain {left}")


def _describe_cost(found: list[Difference]) -> str:
    """The clearest difference of the cost."""
    for difference in found:
        mine, due = (b.board.counts.checks for b in (difference.yours, difference.right))
        if mine != due:
            checks = "1 check" if mine == 1 else f"{mine} checks"
            return f"with {difference.case.describe()}: {checks} where {due} do."
    return "but it checks other pairs of values."
