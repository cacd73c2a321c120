"""What is known about a board, and what a rule can find on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from futoshiki_lab.core import Cell, Grid, Puzzle, must_be_puzzle
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.reasons.facts import grouped
from futoshiki_lab.reasons.shape import Bits, CellBits, bits_of, rows_of, shape_of, values_of
from futoshiki_lab.support.phrases import listed

if TYPE_CHECKING:  # a rule knows nothing of it
    from futoshiki_lab.reasons.explanation import Explanation

TRIVIAL, EASY, TRICKY, EXTREME, RECURSIVE = range(5)
LEVELS = ("Trivial", "Easy", "Tricky", "Extreme", "Recursive")


class Kind(NamedTuple):
    """A kind of finding; all of them are in kinds.txt, those of sets with the easiest first.

    Attributes
    ----------
    level : the level of the rule, TRIVIAL to RECURSIVE.
    title : the name of the rule; `{}` stands for the size of a set.
    names : the names with sets of 2, 3 and 4.
    rule : the rule itself, a clause without a full stop.
    """

    level: int
    title: str
    names: list[str]
    rule: str


def _read_kinds() -> Iterator[Kind]:
    _, *lines = Path(__file__).with_name("kinds.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        level, title, names, rule = map(str.strip, line.split("|"))
        yield Kind(LEVELS.index(level), title, names.split(", "), rule)


KINDS = {kind.title: kind for kind in _read_kinds()}


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
    places : the values that are entered, by cell. What neither removes nor places anything is a
        contradiction.
    title : the kind, in `KINDS`.
    where : the place to look at: a cell, a line, a sign ...
    premises : the absent values that it depends on, in numbers and bits: with one of them left, it
        might not hold. Together with the signs of the puzzle they imply what was found.
    size : the number of cells or lines of a set.
    reason : of a value that leads to a contradiction, the facts against it, and the steps.
    """

    rule: str
    level: str
    text: str
    cells: tuple[Cell, ...]
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    places: Mapping[Cell, int] = field(default_factory=dict)
    title: str = field(default="", repr=False, compare=False)
    where: str = field(default="", repr=False, compare=False)
    premises: Sequence[CellBits] = field(default=(), repr=False, compare=False)
    size: int = field(default=0, repr=False, compare=False)
    reason: Explanation | None = field(default=None, repr=False, compare=False)

    @property
    def conclusion(self) -> str:
        """What follows, in words: values placed, or else values removed."""
        if self.places:
            return listed(f"{cell} = {value}" for cell, value in self.places.items())
        return f"remove {removals(self.removes, 'from')}" if self.removes else ""

    def __str__(self) -> str:
        return f"{self.conclusion}: {self.text}" if self.conclusion else self.text


class Marks:
    """The values left in every cell, and the filled cells.

    Parameters
    ----------
    size : n.
    signs : pairs of cell numbers, the smaller cell first.
    masks : for each cell the values left.
    placed : the filled cells, as bits.

    Attributes
    ----------
    dead : the contradiction that was met, or None.
    """

    def __init__(
        self, size: int, signs: Iterable[tuple[int, int]], masks: list[Bits], placed: int = 0
    ):
        self.shape = shape_of(size)
        self.signs = tuple(signs)
        self.masks, self.placed = masks, placed
        self.dead: Deduction | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, values: Rows | None = None) -> Marks:
        """The start of a puzzle, or n rows of n entries; 0 is an empty cell with all values."""
        n = must_be_puzzle(puzzle).size
        flat = [value for row in values or puzzle.grid for value in row]
        masks = [1 << value - 1 if value else (1 << n) - 1 for value in flat]
        placed = sum(1 << cell for cell, value in enumerate(flat) if value)
        return cls(n, signs_of(puzzle), masks, placed)

    def copy(self) -> Marks:
        """An independent copy of the state."""
        twin = Marks(self.shape.size, self.signs, self.masks.copy(), self.placed)
        twin.dead = self.dead
        return twin

    # -- what changes it -------------------------------------------------------------------------

    def apply(self, found: Deduction) -> None:
        """Remove and place what was found, or note the contradiction."""
        if not found.removes and not found.places:
            self.dead = self.dead or found
        for cell, gone in found.removes.items():
            number = self.shape.number(cell)
            self._keep(number, self.masks[number] & ~bits_of(gone))
        for cell, value in found.places.items():
            self.place(self.shape.number(cell), 1 << value - 1)

    def place(self, cell: int, bit: Bits) -> None:
        """Give a cell its value."""
        self.placed |= 1 << cell
        self._keep(cell, self.masks[cell] & bit)

    def _keep(self, cell: int, left: Bits) -> None:
        self.masks[cell] = left
        if not left and self.dead is None:
            name, full = str(self.shape.cells[cell]), self.shape.full
            why = f"{name} has no value left"
            self.dead = self.deduce("no value left", name, why, [(cell, full)])

    def deduce(
        self,
        title: str,
        where: str,
        text: str,
        premises: Sequence[CellBits],
        removes: Iterable[CellBits] = (),
        places: Iterable[CellBits] = (),
        size: int = 0,
        lit: Iterable[int] = (),
        reason: Explanation | None = None,
    ) -> Deduction:
        """A deduction from numbers and bits; `lit` are the cells, if not those of the premises."""
        kind, cells = KINDS[title], self.shape.cells
        numbers = {*lit} or {cell for cell, _ in premises}
        return Deduction(
            dict(enumerate(kind.names, 2)).get(size) or title.format(size),
            LEVELS[kind.level],
            text,
            tuple(cells[number] for number in sorted(numbers)),
            {cells[cell]: values_of(gone) for cell, gone in removes},
            {cells[cell]: bit.bit_length() for cell, bit in places},
            *(title, where, premises, size, reason),
        )

    # -- what is asked of it ---------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every cell is filled."""
        return self.placed == (1 << self.shape.size**2) - 1

    def most_limited(self) -> int:
        """The open cell with the fewest values left; of these one with the most signs."""
        open_cells = [cell for cell in range(len(self.masks)) if not self.placed >> cell & 1]
        signs = Counter(chain.from_iterable(self.signs))
        return min(open_cells, key=lambda cell: (self.masks[cell].bit_count(), -signs[cell]))

    def grid(self) -> Grid:
        """The filled cells, n rows of n values; 0 is an empty cell."""
        flat = (mask.bit_length() * (self.placed >> i & 1) for i, mask in enumerate(self.masks))
        return rows_of(flat, self.shape.size)

    @property
    def puzzle(self) -> Puzzle:
        """The present state: all filled cells as givens."""
        cells = self.shape.cells
        return Puzzle(self.grid(), [(cells[low], cells[high]) for low, high in self.signs])

    def remaining(self) -> Mapping[Cell, tuple[int, ...]]:
        """For each cell the values left, ascending."""
        return dict(zip(self.shape.cells, map(values_of, self.masks), strict=True))


def signs_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The signs by the numbers of their cells, the smaller first, in reading order."""
    number = shape_of(puzzle.size).number
    return sorted((number(smaller), number(larger)) for smaller, larger in puzzle.signs)


def removals(removes: Mapping[Cell, Sequence[int]], preposition: str) -> str:
    """Values and the cells that lose them: "1 and 2 from r1c3"; cells that lose the same together.

    Parameters
    ----------
    preposition : the word between the values and the cells, "from" or "in".
    """
    losing = grouped((gone, cell) for cell, gone in removes.items())
    return listed(f"{listed(gone)} {preposition} {listed(cells)}" for gone, cells in losing.items())
