"""What is known about a board: the values left in every cell, and which cells are filled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic.findings import Finding
from futoshiki_lab.logic.shape import Bits, shape_of, values_of

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

    def remaining(self) -> Mapping[Cell, tuple[int, ...]]:
        """For each cell the values left, ascending."""
        return dict(zip(self.shape.cells, map(values_of, self.masks), strict=True))


def signs_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The signs by the numbers of their cells, the smaller first, in reading order."""
    number = shape_of(puzzle.size).number
    return sorted((number(smaller), number(larger)) for smaller, larger in puzzle.signs)
