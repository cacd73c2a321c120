"""The values left in every cell, as the rules see them: one integer a cell, one bit a value.

A rule has to be asked hundreds of times for one puzzle, and a generator asks for hundreds of
puzzles. Here a cell is its number in reading order, and the set of its values is an integer whose
bit v-1 stands for the value v: union, intersection and counting are one machine instruction each.
`futoshiki_lab.logic.deductions` turns what the rules find into cells, values and words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.logic.kinds import EMPTY

Bits = int  # a set of values: bit v-1 is set if v is in it
CellBits = tuple[int, Bits]


class Found(NamedTuple):
    """What a rule has found; everything that words need, and no words.

    Attributes
    ----------
    kind : one of those in `futoshiki_lab.logic.kinds`.
    removes : the values that go, by cell; for a contradiction there are none.
    places : the cells that get a value, each with the bit of it.
    detail : what the kind needs to say why; see the rule.
    """

    kind: int
    removes: tuple[CellBits, ...]
    places: tuple[CellBits, ...]
    detail: tuple


class Looks(Protocol):
    """What `Marks` asks of a rule: which scopes it has still to look at, as bits."""

    def still_to_do(self, marks: Marks) -> int: ...


class Shape:
    """The cells and lines of a board of size n, by number.

    Attributes
    ----------
    lines : the n rows and then the n columns, each a tuple of cells.
    peers : for each cell the others of its row and column.
    lines_of : for each cell its two lines, as bits.
    """

    def __init__(self, size: int):
        self.size = size
        self.full: Bits = (1 << size) - 1
        span = range(size)
        rows = [tuple(row * size + column for column in span) for row in span]
        columns = [tuple(row * size + column for row in span) for column in span]
        self.lines = (*rows, *columns)
        self.cells = [Cell(row, column) for row in span for column in span]
        self.lines_of = [1 << row | 1 << size + column for row, column in self.cells]
        self.peers = [
            tuple(sorted({*rows[row], *columns[column]} - {row * size + column}))
            for row, column in self.cells
        ]

    @cached_property
    def around(self) -> list[tuple[int, ...]]:
        """For each cell the others of its column, from above, and then those of its row."""
        return [
            tuple(
                other
                for line in (self.lines[self.size + column], self.lines[row])
                for other in line
                if other != row * self.size + column
            )
            for row, column in self.cells
        ]


@lru_cache(maxsize=32)
def shape_of(size: int) -> Shape:
    """The shape of a board; there is one for each size."""
    return Shape(size)


class Marks:
    """The state of a solution by logic: what is left in every cell, and what was placed.

    Parameters
    ----------
    size : n.
    signs : pairs of cells (by number), the smaller first.
    masks : for each cell the values left.
    placed : the cells that have their value for good, as bits.

    Attributes
    ----------
    dead : the contradiction that was met, or None.
    log : every change as (cell, values gone), so that a rule looks only at what has changed since.
    """

    __slots__ = ("dead", "log", "masks", "placed", "seen", "shape", "sign_bits", "signs", "todo")

    def __init__(
        self, size: int, signs: Iterable[tuple[int, int]], masks: list[Bits], placed: int = 0
    ):
        self.shape = shape_of(size)
        self.signs = tuple(signs)
        self.sign_bits = [0] * size**2
        for index, (smaller, larger) in enumerate(self.signs):
            self.sign_bits[smaller] |= 1 << index
            self.sign_bits[larger] |= 1 << index
        self.masks, self.placed = masks, placed
        self.log: list[CellBits] = []
        self.todo: dict[Looks, int] = {}
        self.seen: dict[Looks, int] = {}
        self.dead: Found | None = None

    @classmethod
    def of_grid(cls, size: int, values: Iterable[int], signs: Iterable[tuple[int, int]]) -> Marks:
        """Every value in every cell but those that have one; n² values, 0 for an empty cell."""
        full, placed = (1 << size) - 1, 0
        masks = [1 << value - 1 if value else full for value in values]
        for cell, mask in enumerate(masks):
            if mask != full or full == 1:
                placed |= 1 << cell
        return cls(size, signs, masks, placed)

    @classmethod
    def of(cls, puzzle: Puzzle, values: Iterable[Iterable[int]] | None = None) -> Marks:
        """The start of a puzzle, or of a grid that was filled in further (n rows of n)."""
        grid = puzzle.grid if values is None else values
        return cls.of_grid(puzzle.size, (v for row in grid for v in row), signs_of(puzzle))

    def copy(self) -> Marks:
        """A state of its own, with the same marks and the same work left to do."""
        twin = object.__new__(Marks)
        twin.shape, twin.signs, twin.sign_bits = self.shape, self.signs, self.sign_bits
        twin.masks, twin.placed, twin.dead = self.masks.copy(), self.placed, self.dead
        twin.log, twin.seen = [], dict.fromkeys(self.todo, 0)
        twin.todo = {rule: rule.still_to_do(self) for rule in self.todo}
        return twin

    # -- what changes it -------------------------------------------------------------------------

    def apply(self, found: Found) -> None:
        """Do what was found: remove the values, place the values, or note the contradiction."""
        if not found.removes and not found.places:
            self.dead = self.dead or found
        for cell, gone in found.removes:
            self.remove(cell, gone)
        for cell, bit in found.places:
            self.place(cell, bit)

    def remove(self, cell: int, gone: Bits) -> None:
        """Take values from a cell; those that it has not are not missed."""
        gone &= self.masks[cell]
        if gone:
            self.masks[cell] ^= gone
            self.log.append((cell, gone))
            if not self.masks[cell] and self.dead is None:
                self.dead = Found(EMPTY, (), (), (cell,))

    def place(self, cell: int, bit: Bits) -> None:
        """Give a cell its value."""
        self.placed |= 1 << cell
        gone = self.masks[cell] & ~bit
        self.masks[cell] &= bit
        self.log.append((cell, gone))
        if not self.masks[cell] and self.dead is None:
            self.dead = Found(EMPTY, (), (), (cell,))

    # -- what is asked of it ---------------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether every cell has been given its value."""
        return self.placed == (1 << self.shape.size**2) - 1

    def most_limited(self) -> int:
        """The open cell with the fewest values left; of these one with the most signs."""
        open_cells = [cell for cell in range(len(self.masks)) if not self.placed >> cell & 1]
        masks, signs = self.masks, self.sign_bits
        return min(open_cells, key=lambda cell: (masks[cell].bit_count(), -signs[cell].bit_count()))

    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The placed values, n rows of n; 0 where there is none."""
        size = self.shape.size
        flat = [
            mask.bit_length() if self.placed >> cell & 1 else 0
            for cell, mask in enumerate(self.masks)
        ]
        return tuple(tuple(flat[row * size : row * size + size]) for row in range(size))

    def remaining(self) -> Mapping[Cell, tuple[int, ...]]:
        """For each cell the values left, ascending."""
        return {
            cell: values_of(mask) for cell, mask in zip(self.shape.cells, self.masks, strict=True)
        }


def signs_of(puzzle: Puzzle) -> list[tuple[int, int]]:
    """The signs by the numbers of their cells, the smaller first, in reading order."""
    n = puzzle.size
    return sorted((a.row * n + a.column, b.row * n + b.column) for a, b in puzzle.signs)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 12)
def values_of(mask: Bits) -> tuple[int, ...]:
    """The values of a set, ascending."""
    return tuple(place + 1 for place in bits(mask))
