"""What follows on a board, in words: deductions, hints, and the grid of remaining values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.logic.findings import LEVELS, Finding
from futoshiki_lab.logic.ladder import advance, all_rules, apply_all, level_number
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import Shape, values_of
from futoshiki_lab.reasons import Explanation
from futoshiki_lab.support.phrases import listed

Removals = Mapping[Cell, Sequence[int]]


@dataclass(frozen=True)
class Deduction:
    """One step of a solution by logic.

    Attributes
    ----------
    rule : the name of the rule that was used ("naked pair", "line insertion" ...).
    level : the level of that rule, one of `LEVELS`.
    text : why, in words.
    cells : the cells that justify it, in reading order.
    removes : the values that are removed, by cell.
    places : the values that are entered, by cell.
    """

    rule: str
    level: str
    text: str
    cells: tuple[Cell, ...]
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    places: Mapping[Cell, int] = field(default_factory=dict)

    @property
    def conclusion(self) -> str:
        """What follows, in words: values placed, or else values removed."""
        if self.places:
            return listed(f"{cell} = {value}" for cell, value in self.places.items())
        return f"remove {removals(self.removes, 'from')}" if self.removes else ""

    def __str__(self) -> str:
        return f"{self.conclusion}: {self.text}" if self.conclusion else self.text


@dataclass(frozen=True)
class Hint:
    """One hint, in three strengths.

    Attributes
    ----------
    where : the weakest: where to look.
    rule : which rule to use there.
    why : the strongest: what follows, and why.
    cells : the cells to highlight.
    places : the values to enter.
    removes : the pencil marks to cross out.
    wrong : a cell with a wrong entry, or a cell whose marks lack its value; else None.
    reason : the facts that `why` tells of, where they are the cheapest ones that could be found.
    """

    where: str
    rule: str
    why: str
    cells: tuple[Cell, ...] = ()
    places: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    wrong: Cell | None = None
    reason: Explanation | None = field(default=None, repr=False)

    def __str__(self) -> str:
        return "\n".join((self.where, self.rule, self.why))


def in_words(finding: Finding, shape: Shape) -> Deduction:
    """A finding as a deduction, on a board of this shape."""
    return Deduction(
        finding.name,
        LEVELS[finding.level],
        finding.why(shape),
        cells_of(finding, shape),
        {shape.cells[cell]: values_of(gone) for cell, gone in finding.removes},
        {shape.cells[cell]: bit.bit_length() for cell, bit in finding.places},
    )


def cells_of(finding: Finding, shape: Shape) -> tuple[Cell, ...]:
    """The cells that justify a finding, in reading order."""
    return tuple(shape.cells[cell] for cell in sorted(finding.cells(shape)))


def removals(removes: Removals, preposition: str) -> str:
    """Values and the cells that lose them: "1 and 2 from r1c3"; cells that lose the same together.

    Parameters
    ----------
    preposition : the word between the values and the cells, "from" or "in".
    """
    losing: dict[Sequence[int], list[Cell]] = {}
    for cell, gone in removes.items():
        losing.setdefault(gone, []).append(cell)
    return listed(f"{listed(gone)} {preposition} {listed(cells)}" for gone, cells in losing.items())


def deductions(puzzle: Puzzle, level: str = "Extreme") -> list[Deduction]:
    """All deductions, from the start to the solution or until no rule finds anything more.

    Parameters
    ----------
    level : the highest level of the rules to use, one of `LEVELS`; see `grade`.

    Returns
    -------
    The deductions in order, each the easiest at its point; a contradiction is the last.

    Raises
    ------
    ValueError : there is no such level.
    """
    marks = Marks.of(puzzle)
    found = list(advance(marks, all_rules(puzzle.size, level_number(level))))
    dead = [marks.dead] if marks.dead else []
    return [in_words(finding, marks.shape) for finding in found + dead]


# -- the grid of remaining values ------------------------------------------------------------------


def remaining_values(puzzle: Puzzle, domains: Mapping[Cell, Sequence[int]] | None = None) -> str:
    """Write the values left in every cell: commas between them, columns aligned, signs between.

    `A` and `V` stand between rows, open towards the larger cell; a gap between columns is wider
    where it has a sign.

    Parameters
    ----------
    domains : the values left by cell, as in a board or a state of a trace; by default those that
        are left when no rule finds anything more.
    """
    if domains is None:
        marks = Marks.of(puzzle)
        apply_all(marks, all_rules(puzzle.size))
        domains = marks.remaining()
    columns = [_column(puzzle, domains, column) for column in range(puzzle.size)]
    return "\n".join("".join(parts).rstrip() for parts in zip(*columns, strict=True))


def _column(puzzle: Puzzle, domains: Mapping[Cell, Sequence[int]], column: int) -> list[str]:
    """The part of each line of the text for one column, with the gap to its right."""
    cells = [cell for cell in puzzle.cells if cell.column == column]
    texts = [",".join(map(str, domains[cell])) or "∅" for cell in cells]
    beside = [_sign(puzzle, cell, Cell(cell.row, column + 1), "<>") for cell in cells]
    below = [_sign(puzzle, cell, Cell(cell.row + 1, column), "AV") for cell in cells]
    width, gap = max(map(len, texts)), 3 if any(beside) else 2
    lines = []
    for text, right, under in zip(texts, beside, below, strict=True):
        lines += [text.rjust(width) + right.center(gap), under.rjust(width) + " " * gap]
    return lines[:-1]


def _sign(puzzle: Puzzle, cell: Cell, other: Cell, marks: str) -> str:
    if (cell, other) in puzzle.signs:
        return marks[0]
    return marks[1] if (other, cell) in puzzle.signs else ""
