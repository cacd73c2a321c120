"""Proofs that a cell cannot have a value: by the rules, or by the cheapest reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.logic.cheapest import why
from futoshiki_lab.logic.explanation import Explanation
from futoshiki_lab.logic.findings import RECURSIVE, Finding, LineElimination, path_to, removals
from futoshiki_lab.logic.ladder import Rules, advance
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import Bits, CellBits, Shape, bits, bits_of, values_of
from futoshiki_lab.trace.words import listed

LONGEST = 400  # characters of a hint
LONGEST_PROOF = 60  # up to this length a proof with several cases is written in full
EFFORT = 300  # questions to the solver for each value


@dataclass(frozen=True)
class Contradiction(Finding):
    """A value leads to a contradiction.

    Attributes
    ----------
    cell, bit : the value.
    needs : its premises besides the assumption.
    """

    cell: int
    bit: Bits
    needs: tuple[CellBits, ...]
    level = RECURSIVE
    title = "contradiction"
    rule = "assume a value and follow what it forces until something cannot be"

    def premises(self, shape: Shape) -> list[CellBits]:
        return list(self.needs)

    def where(self, shape: Shape) -> str:
        return f"{shape.cells[self.cell]}: try its values"


@dataclass(frozen=True)
class Explained(Contradiction):
    """Few facts that rule a value out."""

    reason: Explanation

    def cells(self, shape: Shape) -> set[int]:
        return set(map(shape.number, self.reason.cells))

    def why(self, shape: Shape) -> str:
        return self.reason.clause


@dataclass(frozen=True)
class Refutation(Contradiction):
    """A proof by the rules.

    Attributes
    ----------
    steps : what follows from the assumption, if the proof needs it.
    dead : the contradiction at the end; None if further assumptions are needed.
    cases : a proof for each value that one more cell could have, if they are needed.
    """

    steps: tuple[Finding, ...]
    dead: Finding | None
    cases: tuple[Refutation, ...]

    @property
    def length(self) -> int:
        """The number of steps to follow, those of all cases together."""
        told = sum(not isinstance(step, LineElimination) for step in self.steps)
        return 1 + len(self.steps) + told + sum(3 + case.length for case in self.cases)

    def cells(self, shape: Shape) -> set[int]:
        end = [self.dead] if self.dead else []
        return {self.cell}.union(*(f.cells(shape) for f in (*self.steps, *end, *self.cases)))

    def why(self, shape: Shape) -> str:
        """The proof in one sentence; many cases within cases are only said to fail."""
        assumed = f"if {shape.cells[self.cell]} were {self.bit.bit_length()}"
        return f"{assumed}, then {self._tell(shape)}"

    def _tell(self, shape: Shape) -> str:
        parts = list(self._tell_steps(shape))
        if self.dead:
            return ", then ".join([*parts, self.dead.why(shape)])
        cell = shape.cells[self.cases[0].cell]
        values = listed((case.bit.bit_length() for case in self.cases), "or")
        if self.length > LONGEST_PROOF:
            return f"{cell} would be {values}, and none of these leads to a solution"
        cases = "; ".join(
            f"with {cell} = {case.bit.bit_length()} {case._tell(shape)}" for case in self.cases
        )
        return ", then ".join([*parts, f"{cell} would be {values}, but {cases}"])

    def _tell_steps(self, shape: Shape) -> Iterator[str]:
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
    proof = (tuple(steps), marks.dead, tuple(cases))
    return Refutation(cell, bit, needs, *proof, removes=((cell, bit),))


# -- the cheapest reasons instead of a long proof --------------------------------------------------


def shorten(proof: Refutation, marks: Marks) -> Refutation | Explained:
    """The same by its cheapest reasons; the proof itself if it is short, or without a solver."""
    shape, length = marks.shape, len(proof.why(marks.shape))
    if length <= LONGEST // 2:
        return proof
    found = reasons_for(puzzle_of(marks), shape.cells[proof.cell], proof.bit.bit_length(), marks)
    if not found or (not found.short and length <= LONGEST * 3 // 4):
        return proof
    needs = tuple((shape.number(cell), shape.full & ~bits_of(left)) for cell, left in found.marks)
    return Explained(proof.cell, proof.bit, needs, found, removes=proof.removes)


def puzzle_of(marks: Marks) -> Puzzle:
    """The present state: all filled cells as givens."""
    cells = marks.shape.cells
    return Puzzle(marks.grid(), [(cells[low], cells[high]) for low, high in marks.signs])


def reasons_for(
    puzzle: Puzzle,
    cell: Cell,
    value: int | None,
    marks: Marks | None = None,
    effort: int = EFFORT,
) -> Explanation | None:
    """What `why` says; None where the solver that it needs is not installed."""
    left = marks.remaining() if marks else None
    try:
        return why(puzzle, cell, value, marks=left, effort=effort)
    except ModuleNotFoundError:
        return None
