"""Where the rules are silent, the cheapest reasons (the room `reasons`) instead of a long proof."""

from __future__ import annotations

from dataclasses import dataclass

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.logic.findings import RECURSIVE, Finding
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.proofs import Refutation
from futoshiki_lab.logic.shape import Bits, CellBits, Shape, bits_of
from futoshiki_lab.reasons import Explanation, why

LONGEST = 400  # characters of a hint
EFFORT = 300  # questions to the solver for each value


@dataclass(frozen=True)
class Explained(Finding):
    """Few facts that rule a value out.

    Attributes
    ----------
    cell, bit : the value.
    reason : the facts.
    needs : its premises.
    """

    cell: int
    bit: Bits
    reason: Explanation
    needs: tuple[CellBits, ...]
    level = RECURSIVE
    title = "contradiction"
    rule = "assume a value and follow what it forces until something cannot be"

    def premises(self, shape: Shape) -> list[CellBits]:
        return list(self.needs)

    def cells(self, shape: Shape) -> set[int]:
        return set(map(shape.number, self.reason.cells))

    def where(self, shape: Shape) -> str:
        return f"{shape.cells[self.cell]}: try its values"

    def why(self, shape: Shape) -> str:
        return self.reason.clause


def shorter(proof: Refutation, marks: Marks) -> Refutation | Explained:
    """The same by its cheapest reasons; the proof itself if it is short, or without a solver."""
    shape = marks.shape
    if len(proof.why(shape)) <= LONGEST // 2:
        return proof
    found = reasons_for(puzzle_of(marks), shape.cells[proof.cell], proof.bit.bit_length(), marks)
    if not found or (not found.short and len(proof.why(shape)) <= LONGEST * 3 // 4):
        return proof
    return Explained(
        proof.cell,
        proof.bit,
        found,
        tuple((shape.number(cell), shape.full & ~bits_of(left)) for cell, left in found.marks),
        removes=proof.removes,
    )


def ease(proof: Refutation | Explained, shape: Shape) -> tuple[bool, int]:
    """What comes first is easier: reasons that can be followed, then few words."""
    return isinstance(proof, Explained) and not proof.reason.short, len(proof.why(shape))


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
