"""What is known about a board, and what a rule can find on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic.shape import Bits, CellBits, Shape, shape_of, values_of

if TYPE_CHECKING:  # a rule knows nothing of it
    from futoshiki_lab.logic.explanation import Explanation

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
class Finding:
    """What follows on a board, and why, in the numbers and bits of `futoshiki_lab.logic.shape`.

    Attributes
    ----------
    title : that of its kind, in `KINDS`.
    where : the place to look at: a cell, a line, a sign ...
    why : the reason, as a clause to write after the conclusion and a colon.
    premises : the absent values that the finding depends on: with one of them left, it might not
        hold. Together with the signs of the puzzle they imply what was found.
    removes : the values that are removed, as (cell, values).
    places : the values that are entered, as (cell, bit of the value). A finding that neither
        removes nor places anything is a contradiction.
    size : the number of cells or lines of a set.
    lit : the cells that justify it, where these are not those of the premises.
    reason : of a contradiction that a value leads to, the facts against it, and the steps.
    """

    title: str
    where: str
    why: str
    premises: list[CellBits]
    removes: tuple[CellBits, ...] = ()
    places: tuple[CellBits, ...] = ()
    size: int = 0
    lit: tuple[int, ...] = ()
    reason: Explanation | None = None

    @property
    def kind(self) -> Kind:
        """Its kind."""
        return KINDS[self.title]

    @property
    def name(self) -> str:
        """The name of the rule, with the size of a set."""
        names = dict(enumerate(self.kind.names, 2))
        return names.get(self.size) or self.title.format(self.size)

    def cells(self, shape: Shape) -> tuple[Cell, ...]:
        """The cells that justify it, in reading order."""
        numbers = {*self.lit} or {cell for cell, _ in self.premises}
        return tuple(shape.cells[number] for number in sorted(numbers))


Values = Iterable[Iterable[int]]


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
        self.dead: Finding | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, values: Values | None = None) -> Marks:
        """The start of a puzzle, or n rows of n entries; 0 is an empty cell with all values."""
        n = puzzle.size
        flat = [value for row in values or puzzle.grid for value in row]
        masks = [1 << value - 1 if value else (1 << n) - 1 for value in flat]
        placed = sum(1 << cell for cell, value in enumerate(flat) if value or n == 1)
        return cls(n, signs_of(puzzle), masks, placed)

    def copy(self) -> Marks:
        """An independent copy of the state."""
        twin = Marks(self.shape.size, self.signs, self.masks.copy(), self.placed)
        twin.dead = self.dead
        return twin

    # -- what changes it -------------------------------------------------------------------------

    def apply(self, finding: Finding) -> None:
        """Remove and place what was found, or note the contradiction."""
        if not finding.removes and not finding.places:
            self.dead = self.dead or finding
        for cell, gone in finding.removes:
            self.remove(cell, gone)
        for cell, bit in finding.places:
            self.place(cell, bit)

    def remove(self, cell: int, gone: Bits) -> None:
        """Remove those of the values that the cell still has."""
        self._keep(cell, self.masks[cell] & ~gone)

    def place(self, cell: int, bit: Bits) -> None:
        """Give a cell its value."""
        self.placed |= 1 << cell
        self._keep(cell, self.masks[cell] & bit)

    def _keep(self, cell: int, left: Bits) -> None:
        self.masks[cell] = left
        if not left and self.dead is None:
            name, full = str(self.shape.cells[cell]), self.shape.full
            self.dead = Finding("no value left", name, f"{name} has no value left", [(cell, full)])

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
        size = self.shape.size
        flat = [mask.bit_length() * (self.placed >> i & 1) for i, mask in enumerate(self.masks)]
        return tuple(tuple(flat[row * size : row * size + size]) for row in range(size))

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
