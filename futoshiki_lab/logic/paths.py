"""What a conclusion rests on: the steps that lead to it and no others; and proofs by contradiction.

A run of the rules does everything that is easy, most of which has nothing to do with the value that
a player wants to know about. Every find rests on values that are absent (`premises`); who removed
them is looked up from the end to the start, and what is left over was not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from futoshiki_lab.logic import kinds as k
from futoshiki_lab.logic.deductions import and_, justifying, or_, premises, removals, say
from futoshiki_lab.logic.ladder import advance
from futoshiki_lab.logic.marks import CellBits, Found, Marks, bits, values_of
from futoshiki_lab.logic.rules import Rule


def path_to(
    goal: Iterable[CellBits], history: list[Found], start: list[int], marks: Marks
) -> tuple[list[Found], dict[int, int]]:
    """The finds that a goal rests on, in order.

    Parameters
    ----------
    goal : the values that have to be absent, by cell; see `premises`.
    history : what was found and applied, in order.
    start : the values that were left before all this.

    Returns
    -------
    The finds, and those values of the goal and of what leads to it that nothing in the history has
    removed although they were there at the start: somebody else has to answer for them.
    """
    needs: dict[int, int] = {}
    _add(needs, goal, start)
    path = []
    for found in reversed(history):
        if any(needs.get(cell, 0) & gone for cell, gone in found.removes):
            path.append(found)
            for cell, gone in found.removes:
                needs[cell] = needs.get(cell, 0) & ~gone
            _add(needs, premises(found, marks), start)
    return path[::-1], {cell: values for cell, values in needs.items() if values}


def _add(needs: dict[int, int], more: Iterable[CellBits], start: list[int]) -> None:
    for cell, values in more:
        needs[cell] = needs.get(cell, 0) | values & start[cell]


# -- proofs by contradiction -----------------------------------------------------------------------

LONGEST = 60  # the size of a proof with several cases that is told in full


@dataclass(frozen=True)
class Proof:
    """Why a cell cannot have a value.

    Attributes
    ----------
    cell, bit : what was assumed.
    steps : what follows from it, as far as it matters.
    dead : the contradiction at the end; None if it takes further assumptions to get there.
    cases : a proof for each value that one more cell could have, if it takes them.
    needs : what it rests on beside the assumption, as `premises`.
    """

    cell: int
    bit: int
    steps: tuple[Found, ...]
    dead: Found | None
    cases: tuple[Proof, ...]
    needs: tuple[CellBits, ...]

    @property
    def size(self) -> int:
        """How long it is: steps that have to be followed, those of all cases together."""
        told = sum(found.kind != k.LINE for found in self.steps)
        return 1 + len(self.steps) + told + sum(3 + case.size for case in self.cases)

    def cells(self, marks: Marks) -> set[int]:
        """All cells that take part in it."""
        cells = {self.cell}
        for found in (*self.steps, *([self.dead] if self.dead else [])):
            if found.kind in (k.LINE, k.EMPTY):
                cells.add(found.detail[0])
            else:
                cells |= justifying(found, marks)
        for case in self.cases:
            cells |= case.cells(marks)
        return cells

    def tell(self, marks: Marks) -> str:
        """The proof in one sentence; of many cases within cases it says only that they fail."""
        assumed = f"if {marks.shape.cells[self.cell]} were {self.bit.bit_length()}"
        return f"{assumed}, then {self._told(marks)}"

    def _told(self, marks: Marks) -> str:
        names = marks.shape.cells
        parts = list(_steps_told(self.steps, self.cell, marks))
        if self.dead:
            return ", then ".join([*parts, say(self.dead, marks)])
        cell = names[self.cases[0].cell]
        values = or_(case.bit.bit_length() for case in self.cases)
        if self.size > LONGEST:
            return f"{cell} would be {values}, and none of these leads to a solution"
        cases = "; ".join(
            f"with {cell} = {case.bit.bit_length()} {case._told(marks)}" for case in self.cases
        )
        return ", then ".join([*parts, f"{cell} would be {values}, but {cases}"])


def _steps_told(steps: Iterable[Found], assumed: int, marks: Marks) -> Iterator[str]:
    """The steps of a proof; a value and what it removes from its lines are one step."""
    names, told = marks.shape.cells, {assumed}
    for found in steps:
        if found.kind == k.LINE:
            cell, bit = found.detail
            if cell not in told:
                yield f"{names[cell]} = {bit.bit_length()}"
                told.add(cell)
        elif found.places:
            placed = and_(f"{names[cell]} = {bit.bit_length()}" for cell, bit in found.places)
            yield f"{placed} ({say(found, marks)})"
            told |= {cell for cell, _ in found.places}
        else:
            gone = {names[cell]: values_of(values) for cell, values in found.removes}
            yield f"no {removals(gone).replace(' from ', ' in ')} ({say(found, marks)})"


def refute(
    marks: Marks, cell: int, bit: int, rules: tuple[Rule, ...], depth: int = 0
) -> Proof | None:
    """Prove that a cell cannot have a value, by the rules.

    Parameters
    ----------
    marks : what is known; stays as it is.
    depth : how many further assumptions may stand on each other where the rules come to an end.

    Returns
    -------
    The proof, or None if the rules find no contradiction.
    """
    nothing_known = [marks.shape.full] * len(marks.masks)  # who tells the proof knows better
    return _refute(marks.copy(), cell, bit, rules, depth, nothing_known)


def _refute(
    marks: Marks, cell: int, bit: int, rules: tuple[Rule, ...], depth: int, start: list[int]
) -> Proof | None:
    assumed = Found(k.NAKED_SINGLE, ((cell, marks.masks[cell] & ~bit),), (), (cell,))
    marks.place(cell, bit)
    history = [found for _, found in advance(marks, rules) if found is not marks.dead]
    cases: list[Proof] = []
    if marks.dead:
        goal = premises(marks.dead, marks)
    elif marks.complete or not depth:
        return None
    else:
        for case in _cases(marks, rules, depth - 1, start):
            if case is None:
                return None
            cases.append(case)
        branch = cases[0].cell
        goal = [(branch, marks.shape.full & ~marks.masks[branch])]
        goal += [need for case in cases for need in case.needs]
    steps, left = path_to(goal, history, start, marks)
    left[cell] = left.get(cell, 0) & ~assumed.removes[0][1]
    needs = tuple((cell, values) for cell, values in left.items() if values)
    return Proof(cell, bit, tuple(steps), marks.dead, tuple(cases), needs)


def _cases(
    marks: Marks, rules: tuple[Rule, ...], depth: int, start: list[int]
) -> Iterator[Proof | None]:
    cell = marks.most_limited()
    for value in bits(marks.masks[cell]):
        yield _refute(marks.copy(), cell, 1 << value, rules, depth, start)
