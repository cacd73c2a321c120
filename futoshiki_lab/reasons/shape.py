"""The board in numbers: a cell is its place in reading order, a set of values is an integer.

A rule is used hundreds of times for one puzzle, and a generator tries hundreds of puzzles. With
bit v-1 for the value v, the union, the intersection and the size of a set are one machine
instruction each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from futoshiki_lab.core import Cell, Grid

Bits = int  # a set of values: bit v-1 is set if v is in it
CellBits = tuple[int, Bits]  # the number of a cell, and some of its values


class BoardShape:
    """The cells and lines of a board of size n.

    Attributes
    ----------
    full : all values.
    cells : the n² cells; the number of a cell is its index.
    lines : the n rows and then the n columns, each a tuple of n cell numbers.
    lines_of : for each cell its two lines, as bits.
    around : for each cell the others of its column, top to bottom, then those of its row.
    peers : the same cells in reading order.
    """

    def __init__(self, size: int):
        self.size = size
        self.full: Bits = (1 << size) - 1
        span = range(size)
        rows = [tuple(range(row * size, row * size + size)) for row in span]
        columns = list(zip(*rows, strict=True))
        self.lines = (*rows, *columns)
        self.cells = [Cell(row, column) for row in span for column in span]
        self.lines_of = [1 << row | 1 << size + column for row, column in self.cells]
        self.around = [
            tuple(other for other in (*columns[column], *rows[row]) if other != number)
            for number, (row, column) in enumerate(self.cells)
        ]
        self.peers = [tuple(sorted(others)) for others in self.around]

    def number(self, cell: Cell) -> int:
        """The number of a cell."""
        return cell.row * self.size + cell.column

    def line_name(self, line: int) -> str:
        """The name of a line: "row 1" or "column 1"."""
        return f"row {line + 1}" if line < self.size else f"column {line - self.size + 1}"


@lru_cache(maxsize=32)
def shape_of(size: int) -> BoardShape:
    """The shape of a board; there is one for each size."""
    return BoardShape(size)


def bits(mask: int) -> Iterator[int]:
    """The positions of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=1 << 12)
def values_of(mask: Bits) -> tuple[int, ...]:
    """The values of a set, ascending."""
    return tuple(place + 1 for place in bits(mask))


def bits_of(values: Iterable[int]) -> Bits:
    """The set of some values."""
    return sum(1 << value - 1 for value in set(values))


def rows_of(values: Iterable[int], size: int) -> Grid:
    """Values in reading order as n rows of n."""
    return tuple(zip(*[iter(values)] * size, strict=True))


# -- sets of rows of bits -------------------------------------------------


@lru_cache(maxsize=1 << 14)
def sets_of_cells(masks: tuple[Bits, ...], k: int) -> list[tuple[bool, int, Bits]]:
    """The small sets in a line: whether each is hidden, its places, and its values, as bits.

    Kept, since most lines are the same when another value is tried.
    """
    return [
        (True, others, members) if hidden else (False, members, others)
        for hidden, members, others in sets_both_ways(masks, k)
    ]


def sets_both_ways(rows: Sequence[int], k: int) -> Iterator[tuple[bool, int, int]]:
    """All groups of k rows with k columns between them, then of k columns with k rows.

    Parameters
    ----------
    rows : a square of bits. Rows with only one column left are not in any group.

    Yields
    ------
    Whether it is a group of columns; its members; the rows or columns they share; as bits.
    """
    open_rows = sum(1 for row in rows if row & row - 1)
    if 2 * k <= open_rows:
        yield from ((False, *group) for group in _closed_groups(rows, k))
    if 2 * k < open_rows:
        span = range(len(rows))
        columns = [sum(1 << i for i, row in enumerate(rows) if row >> at & 1) for at in span]
        yield from ((True, *group) for group in _closed_groups(columns, k))


def _closed_groups(rows: Sequence[int], k: int) -> Iterator[tuple[int, int]]:
    """The groups of k rows with k columns between them, in the order of `combinations`."""
    narrow = [(1 << i, row) for i, row in enumerate(rows) if row & row - 1 and row.bit_count() <= k]
    return _grow(narrow, k, k, 0, 0)


def _grow(
    narrow: list[tuple[int, int]], k: int, more: int, members: int, union: int
) -> Iterator[tuple[int, int]]:
    for index, (member, row) in enumerate(narrow[: max(len(narrow) - more + 1, 0)], 1):
        wider = union | row
        if wider.bit_count() <= k:
            if more == 1:
                yield members | member, wider
            else:
                yield from _grow(narrow[index:], k, more - 1, members | member, wider)
