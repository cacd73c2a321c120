"""Compares a student's function with the right one, and says what a good tutor would say.

An `Exercise` knows the right function, boards that can tell right from wrong, and known mistakes. A
student's function that behaves as a known mistake does on all boards gets its sentence; any wrong
function gets the gravest difference on the smallest board.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import isfunction, signature, unwrap
from itertools import zip_longest
from types import FunctionType

import futoshiki_lab.core.board as board_module
from futoshiki_lab.classroom.ideas import Idea, read_mistakes
from futoshiki_lab.classroom.tutor.cases import Behaviour, Case, Function, Gravity, observe
from futoshiki_lab.classroom.tutor.copies import Forbidden, NotYours
from futoshiki_lab.classroom.tutor.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.classroom.tutor.guard import CALLED_WRONG, in_short, without_address
from futoshiki_lab.classroom.tutor.limits import Endless, one_check
from futoshiki_lab.classroom.tutor.memory import REMEMBERS, Memory, draws_at_random
from futoshiki_lab.classroom.tutor.repairs import repair
from futoshiki_lab.classroom.tutor.right_answers import of_answer, of_kind, of_none, of_wrong_kind
from futoshiki_lab.classroom.tutor.whole_searches import Enough, Visit
from futoshiki_lab.core import Board, Cell

OTHER_COST = 0.8  # what a right function with another cost is worth
IN_GENERAL = {  # what is said of an unknown mistake; an error or an objection speaks for itself
    Gravity.BOARD: "The board is not as it should be afterwards.",
    Gravity.RETURNED: "The board is right, but not what the function returns.",
    Gravity.VERBS: "The board and the answer are right, but not the verbs on the way.",
}
PATIENCE = 5.0  # seconds, as in `Outcome`, in which a student's function has to do all boards
TOO_SLOW = f"but your function took more than {PATIENCE:.0f} seconds, and the check stopped there"
IN_A_SEARCH = "In the middle of a search; on a fresh board it is right."
SEARCHES = 6  # so many whole searches call a function
HOPELESS = *(one.__name__ for one in (Endless, RecursionError, NotYours, MemoryError)), "Thread"
VERBS = ("assign", "check", "prune", "accept", "restore", "backtrack", "solution")


def as_truth(answer: object) -> object:
    """True or False for an answer that Python takes as one; None and texts stay, as `...` does."""
    try:
        return answer if answer is ... or isinstance(answer, str | None) else bool(answer)
    except Exception:  # an array, for example, is neither
        return repr(answer)


def as_it_is(answer: object) -> object:
    """A cell or a list itself; what cannot be compared safely becomes its `repr`."""
    plain = isinstance(answer, tuple | list | str | int | None)
    return answer if plain else without_address(repr(answer))


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
    yours_itself = unwrap(yours) if callable(yours) else yours
    if yours_itself is ...:
        return not_done(stub)
    names = [*signature(instead_of.function).parameters] if instead_of else ["board"]
    if told := of_wrong_kind(yours_itself, names):
        return Feedback("wrong", f"{told[:1].upper()}{told[1:]}.")
    here, seconds = list[Behaviour](), 0.0
    for case in cases:
        here.append(observe(yours, case, tidy, instead_of))
        seconds += here[-1].outcome.seconds
        if here[-1].outcome.kind in HOPELESS or seconds > PATIENCE:
            break
    if verb := find_replaced_verb():
        return Feedback("wrong", f"It replaces {verb}: restart the kernel.")
    return not_done(stub) if any(done.outcome.unfinished for done in here) else here


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
    inside : InSearches or function, optional
        Visits the states in which whole searches call the function.
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
    inside: Callable[[Visit, int], object] | None = None
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
        memory = Memory(yours)
        with one_check():
            try:
                found = self._check(yours, seed, memory)
            finally:
                memory.forget()
        with suppress(TypeError):  # a callable that nobody can refer to weakly
            CALLED_WRONG.pop(yours, None)
            if found.verdict == "wrong":
                CALLED_WRONG[yours] = found.where if found.endless else ""
        return found

    def _check(self, yours: Function, seed: int | None, memory: Memory) -> Feedback:
        cases = sorted(self.cases(seed), key=lambda case: case not in self.kept)
        forbidden = Forbidden(self.right, unmistakable=self.written is not None)
        here = try_on(cases, yours, self.tidy, forbidden)
        if isinstance(here, Feedback):
            return here
        cases, asked = cases[: len(here)], len(cases)
        compared = map(self._compare, cases, here)
        found = [one for one in compared if one.gravity < Gravity.NONE]
        grave = [one for one in found if one.gravity < Gravity.COST]
        if grave:
            return self._explain(yours, memory, cases, here, found)
        lived = self._live(yours)
        if lived and lived[-1].gravity < Gravity.COST:
            last = lived[-1]
            alone = self._compare(last.case, observe(yours, last.case, self.tidy))
            if alone.gravity >= Gravity.COST:
                where = f"{last.describe()} ({IN_A_SEARCH})"
                return Feedback("wrong", where, last.show(), REMEMBERS, share=0.5)
            return self._explain(yours, memory, [last.case], [last.yours], [last])
        if costs := [*found, *lived]:
            costs.sort(key=lambda one: (one.yours.many <= one.right.many, one.case.is_broken()))
            self.kept[:] = [costs[0].case]
            where = f"right on all boards; {_describe_cost(costs)}"
            said = self._say(yours, cases, here, costs[0])
            shown = costs[0].show(), said, "", OTHER_COST, costs[0].case, yours
            return Feedback("another cost", where, *shown)
        if len(cases) < asked:
            where = f"right on {len(cases)} boards, {TOO_SLOW}"
            return Feedback("another cost", where, share=OTHER_COST)
        self.kept.clear()
        return Feedback("right", f"on all {len(cases)} test boards it does what ours does", share=1)

    def _compare(self, case: Case, yours: Behaviour) -> Difference:
        return Difference(case, yours, observe(self.right, case, self.tidy, watched=False))

    def _live(self, yours: Function) -> list[Difference]:
        """Where a function differs when whole searches call it; a grave difference ends it."""
        found, spent = list[Difference](), 0.0

        def visit(case: Case, board: Board) -> object:
            nonlocal spent
            right = observe(self.right, case, self.tidy, watched=False)
            one = Difference(case, observe(yours, case, self.tidy, board=board), right)
            spent += one.yours.outcome.seconds
            if one.gravity < Gravity.NONE:
                found.append(one)
            if one.gravity < Gravity.COST or spent > PATIENCE:
                raise Enough
            return right.outcome.returned

        if self.inside:
            with suppress(Enough):
                self.inside(visit, SEARCHES)
        return found

    def _explain(
        self,
        yours: Function,
        memory: Memory,
        cases: list[Case],
        here: list[Behaviour],
        found: list[Difference],
    ) -> Feedback:
        worst = min(found, key=lambda one: (one.gravity, one.case.is_broken()))
        if found[0].case in self.kept and found[0].gravity < Gravity.COST:
            worst = found[0]
        self.kept[:] = [worst.case]
        if (blamed := self._blame_helper(yours)) is not None:
            return blamed
        grave = [one for one in found if one.gravity < Gravity.COST]
        if self._remembers(yours, memory, grave):
            said = REMEMBERS
        else:
            said = self._say(yours, cases, here, worst) or IN_GENERAL.get(worst.gravity, "")
        kinds = {case.kind for case in cases}
        agree = kinds - {one.case.kind for one in grave}
        printed = worst.yours.outcome.printed
        told = worst.describe(), worst.show(), said, printed, len(agree) / len(kinds)
        endless = worst.yours.outcome.kind == Endless.__name__
        return Feedback("wrong", *told, worst.case, yours, endless=endless)

    def _remembers(self, yours: Function, memory: Memory, grave: list[Difference]) -> bool:
        """Whether a function is right where it forgets, or does not do the same thing twice."""
        if any(one.yours.outcome.kind in HOPELESS for one in grave):
            return False
        again = [(one, observe(memory.forgets(yours), one.case, self.tidy)) for one in grave]
        if all(self._compare(one.case, other).gravity >= Gravity.COST for one, other in again):
            return True
        differs = any(other.first_difference(one.yours) < Gravity.COST for one, other in again)
        return differs and not draws_at_random(yours)

    def _say(
        self, yours: Function, cases: list[Case], here: list[Behaviour], worst: Difference
    ) -> str:
        """What a tutor says about a difference; nothing if the cause is not known."""
        returned, due = worst.yours.outcome.returned, worst.right.returned
        other_kind = of_kind(returned, due)
        if said := of_answer(returned) or (isinstance(due, bool) and other_kind):
            return said
        for mended, sentence in repair(yours):
            if not any(
                self._compare(case, observe(mended, case, self.tidy)).gravity < Gravity.COST
                for case in (worst.case, *cases)
            ):
                return sentence
        named = self._name(cases, here, worst.gravity)
        fails = worst.gravity is Gravity.TROUBLE
        return named or other_kind or ("" if fails else of_none(returned, due))

    def _name(self, cases: Sequence[Case], here: list[Behaviour], gravity: Gravity) -> str:
        """The sentence for a known mistake that the student's function makes; else nothing.

        The mistake that agrees in most respects is named, but at least down to the worst gravity.
        """
        found: dict[Gravity, str] = {}
        for mistake, sentence in self.mistaken:
            level = Gravity.NONE
            for case, yours in zip(cases, here, strict=True):
                theirs = observe(mistake, case, self.tidy, watched=False)
                if not yours.was_cut_off_like(theirs):
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
            returned = yours.outcome.returned
            no_cell = isinstance(right.returned, Cell) and not isinstance(returned, tuple)
            what = f"{in_short(returned)}{', which is no cell,' * no_cell}"
            told = f"it returned {what} instead of {right.returned!r}."
        elif isinstance(right.verbs, Counter):
            extra, missing = (
                [*(a - b)] for a, b in ((yours.verbs, right.verbs), (right.verbs, yours.verbs))
            )
            told = _describe_extra(extra, missing)
        else:
            told = _describe_parting(yours.verbs, right.verbs)
        return f"With {self.case.describe()}: {told}"

    def _describe_board(self) -> str:
        mine, right = self.yours.board, self.right.board
        if mine.solutions != right.solutions:
            if wrong := [text for grid in mine.solutions for text in mine.puzzle.violations(grid)]:
                return f"it accepts a board where {wrong[0]}."
            if (many := len(mine.solutions)) != (sought := len(right.solutions)):
                return f"it finds {many} solutions; it should find {sought}."
            return "it finds another solution first."
        if cells := self._find_changed():
            return _describe_cell(cells[0], mine, right)
        if (many := len(mine._trail)) != (wanted := len(right._trail)):
            return f"the trail has {many} entries; it should have {wanted}."
        return "the board is right, but other entries are left on its trail."

    def _find_changed(self) -> list[Cell]:
        """The cells in which the boards differ, in reading order."""
        mine, due = self.yours.board, self.right.board
        changed = {cell for cell in due.domains if mine.domains[cell] != due.domains[cell]}
        changed |= {c for c in due.domains if mine.values.get(c) != due.values.get(c)}
        return [cell for cell in due.domains if cell in changed]

    def show(self) -> tuple[BoardShown, ...]:
        """The counterexample: before, yours, expected."""
        empty = [cell for cell, left in self.case.make_board().domains.items() if not left]
        before = self.case.show("before", asked=[*self.case.cells, *empty])
        if self.gravity is Gravity.RETURNED:
            mine, due = self.yours.outcome.returned, self.right.returned
            if not isinstance(due, Cell):
                return (before,)
            marked = [mine] if isinstance(mine, Cell) else ()
            names = "the cell expected", "the cell returned"
            return (replace(before, asked=[due], marked=marked, names=names),)
        changed = self._find_changed() if self.gravity is Gravity.BOARD else []
        if not changed:  # nor is there anything to see where only the trails differ
            return (before,)
        yours = self.case.show("after your function", self.yours.board, changed)
        return before, yours, self.case.show("expected", self.right.board, changed)


def _describe_parting(yours: list[str], right: list[str]) -> str:
    """The first place where two sequences of calls part."""
    pairs = zip_longest(yours, right, fillvalue="the end")
    at, (mine, due) = next((i, pair) for i, pair in enumerate(pairs) if pair[0] != pair[1])
    after = f"after “{right[at - 1]}”" if at else "at first"
    return f"{after} comes “{mine}”; it should be “{due}”."


def _describe_extra(extra: list[str], missing: list[str]) -> str:
    """Verbs that should not have been called, and verbs that should have been."""
    mine, due = min(extra, default=""), min(missing, default="")
    both = [verb for verb in extra if any(one.startswith(f"{verb} because") for one in missing)]
    if both:
        due = min(one for one in missing if one.startswith(min(both)))
        return f"it should {due}, but it gives no reason."
    if mine and due:
        return f"it should {due}, and not {mine}."
    return f"it should {due}." if due else f"it should not {mine}."


def _describe_cell(cell: Cell, mine: Board, due: Board) -> str:
    """A cell that is not as it should be: its value, or else its domain."""
    has, wants = mine.values.get(cell), due.values.get(cell)
    if has != wants:
        told = f"{cell} has {f'the value {has}' if has else 'no value'}"
        return f"{told}; it should have {wants or 'none'}."
    left, due_left = ({*board.domains[cell]} or "empty" for board in (mine, due))
    return f"the domain of {cell} is {left}; it should be {due_left}."


def _describe_cost(found: list[Difference]) -> str:
    """The first difference in how many checks there are: more than are needed, or fewer."""
    for difference in found:
        mine, due = difference.yours.many, difference.right.many
        if mine != due:
            checks = "1 check" if mine == 1 else f"{mine} checks"
            than = f"where {due} would do" if mine > due else f"instead of {due}, which is cheaper"
            return f"with {difference.case.describe()}: {checks} {than}."
    return "but it checks other pairs of values, or goes on after a wipe-out."
