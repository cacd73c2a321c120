"""The steps that a conclusion depends on, and no others; and proofs by contradiction.

A run of the rules does everything that is easy, and most of it has nothing to do with the value
that a player wants to know. Every finding depends on values that are absent (its premises); from
the end to the start, the findings that removed them are looked up. The others were not needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from futoshiki_lab.logic.deduction import removals
from futoshiki_lab.logic.findings import RECURSIVE, Finding, LineElimination
from futoshiki_lab.logic.ladder import Rules, advance
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import Bits, CellBits, Shape, bits, values_of
from futoshiki_lab.support.phrases import listed

LONGEST = 60  # up to this length a proof with several cases is written in full


def path_to(
    goal: Iterable[CellBits], history: list[Finding], start: list[Bits], shape: Shape
) -> tuple[list[Finding], dict[int, Bits]]:
    """The findings that a goal depends on, in order.

    Parameters
    ----------
    goal : the values that have to be absent, by cell; see `Finding.premises`.
    history : what was found and applied, in order.
    start : the values that were left before all this.

    Returns
    -------
    The findings; and by cell the values that had to be absent, but that were there at the start
    and that no finding in the history removed.
    """
    needs: dict[int, Bits] = {}

    def need(premises: Iterable[CellBits]) -> None:
        for cell, absent in premises:
            needs[cell] = needs.get(cell, 0) | absent & start[cell]

    need(goal)
    path = []
    for finding in reversed(history):
        if any(needs.get(cell, 0) & gone for cell, gone in finding.removes):
            path.append(finding)
            for cell, gone in finding.removes:
                needs[cell] = needs.get(cell, 0) & ~gone
            need(finding.premises(shape))
    return path[::-1], {cell: absent for cell, absent in needs.items() if absent}


# -- proofs by contradiction -----------------------------------------------------------------------


@dataclass(frozen=True)
class Refutation(Finding):
    """A proof that a cell cannot have a value.

    Attributes
    ----------
    cell, bit : what was assumed.
    steps : what follows from it, if the proof needs it.
    dead : the contradiction at the end; None if further assumptions are needed.
    cases : a proof for each value that one more cell could have, if they are needed.
    needs : its premises besides the assumption.
    """

    cell: int
    bit: Bits
    steps: tuple[Finding, ...]
    dead: Finding | None
    cases: tuple[Refutation, ...]
    needs: tuple[CellBits, ...]
    level = RECURSIVE
    title = "contradiction"
    rule = "assume a value and follow what it forces until something cannot be"

    @property
    def length(self) -> int:
        """The number of steps to follow, those of all cases together."""
        told = sum(not isinstance(step, LineElimination) for step in self.steps)
        return 1 + len(self.steps) + told + sum(3 + case.length for case in self.cases)

    def premises(self, shape: Shape) -> list[CellBits]:
        return list(self.needs)

    def cells(self, shape: Shape) -> set[int]:
        end = [self.dead] if self.dead else []
        return {self.cell}.union(*(f.cells(shape) for f in (*self.steps, *end, *self.cases)))

    def where(self, shape: Shape) -> str:
        return f"{shape.cells[self.cell]}: try its values"

    def why(self, shape: Shape) -> str:
        """The proof in one sentence; many cases within cases are only said to fail."""
        assumed = f"if {shape.cells[self.cell]} were {self.bit.bit_length()}"
        return f"{assumed}, then {self._told(shape)}"

    def _told(self, shape: Shape) -> str:
        parts = list(self._steps_told(shape))
        if self.dead:
            return ", then ".join([*parts, self.dead.why(shape)])
        cell = shape.cells[self.cases[0].cell]
        values = listed((case.bit.bit_length() for case in self.cases), "or")
        if self.length > LONGEST:
            return f"{cell} would be {values}, and none of these leads to a solution"
        cases = "; ".join(
            f"with {cell} = {case.bit.bit_length()} {case._told(shape)}" for case in self.cases
        )
        return ", then ".join([*parts, f"{cell} would be {values}, but {cases}"])

    def _steps_told(self, shape: Shape) -> Iterator[str]:
        """The steps; a value and what it removes from its lines are one step."""
        names, told = shape.cells, {self.cell}
        for step in self.steps:
            if isinstance(step, LineElimination):
                if step.cell not in told:
                    yield f"{names[step.cell]} = {step.values.bit_length()}"
                    told.add(step.cell)
            elif step.places:
                placed = listed(f"{names[cell]} = {bit.bit_length()}" for cell, bit in step.places)
                yield f"{placed} ({step.why(shape)})"
                told |= {cell for cell, _ in step.places}
            else:
                gone = {names[cell]: values_of(values) for cell, values in step.removes}
                yield f"no {removals(gone, 'in')} ({step.why(shape)})"


def refute(marks: Marks, cell: int, bit: Bits, rules: Rules, depth: int = 0) -> Refutation | None:
    """Prove by the rules that a cell cannot have a value.

    Parameters
    ----------
    marks : what is known; it is not changed.
    depth : how many further assumptions may be nested where no rule finds anything more.

    Returns
    -------
    The proof, or None if the rules find no contradiction.
    """
    marks, others = marks.copy(), marks.masks[cell] & ~bit
    marks.place(cell, bit)
    history = list(advance(marks, rules))
    cases: list[Refutation] = []
    if marks.dead:
        goal = marks.dead.premises(marks.shape)
    elif marks.complete or not depth:
        return None
    else:
        branch = marks.most_limited()
        goal = [(branch, marks.shape.full & ~marks.masks[branch])]
        for value in bits(marks.masks[branch]):
            case = refute(marks, branch, 1 << value, rules, depth - 1)
            if case is None:
                return None
            cases.append(case)
            goal += case.needs
    everything = [marks.shape.full] * len(marks.masks)  # the reader sees what is absent
    steps, left = path_to(goal, history, everything, marks.shape)
    left[cell] = left.get(cell, 0) & ~others
    needs = tuple((cell, absent) for cell, absent in left.items() if absent)
    removes = ((cell, bit),)
    return Refutation(cell, bit, tuple(steps), marks.dead, tuple(cases), needs, removes=removes)
