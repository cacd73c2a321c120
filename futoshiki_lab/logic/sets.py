"""Rules for sets: cells and values of one line, rows and columns of one value."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.logic.kinds import EXTREME, FISH, HIDDEN_SET, NAKED_SET, TRICKY
from futoshiki_lab.logic.marks import Bits, Found, Marks, bits
from futoshiki_lab.logic.rules import Rule, losing


class SetsInLine(Rule):
    """k cells of a line with k values between them, or k values with k places between them.

    The values of such cells go from the other cells of the line; the other values go from such
    places. A set of k cells leaves a set of values for the others, so that looking for small ones
    of both kinds finds all of any size.
    """

    level = TRICKY

    def __init__(self, k: int):
        self.k = k

    def everywhere(self, marks: Marks) -> int:
        return (1 << 2 * marks.shape.size) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.shape.lines_of[cell]

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        line = marks.shape.lines[scope]
        masks = [marks.masks[cell] for cell in line]
        open_cells = sum(1 for mask in masks if mask & mask - 1)
        if 2 * self.k <= open_cells:
            for places, union in closed_sets(masks, self.k):
                removes = [
                    (cell, mask & union)
                    for place, (cell, mask) in enumerate(zip(line, masks, strict=True))
                    if not places >> place & 1 and mask & union
                ]
                if removes:
                    cells = tuple(line[place] for place in bits(places))
                    yield Found(NAKED_SET, tuple(removes), (), (scope, cells, union))
                    return
        if 2 * self.k < open_cells:
            for values, places in closed_sets(transposed(masks), self.k):
                cells = tuple(line[place] for place in bits(places))
                keep = tuple((cell, values) for cell in cells)
                removes = losing(marks, *keep)
                if removes:
                    yield Found(HIDDEN_SET, removes, (), (scope, cells, values))
                    return


class Fish(Rule):
    """k rows in which a value has its places in the same k columns, or columns with k rows.

    The value goes from the rest of these columns (or rows): the X-wing, for any k.
    """

    level = EXTREME

    def __init__(self, k: int):
        self.k = k

    def everywhere(self, marks: Marks) -> int:
        return marks.shape.full

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return gone

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        size, bit, masks = marks.shape.size, 1 << scope, marks.masks
        rows = [
            sum(1 << column for column in range(size) if masks[row + column] & bit)
            for row in range(0, size * size, size)
        ]
        open_rows = sum(1 for row in rows if row & row - 1)
        if 2 * self.k <= open_rows:
            for lines, across in closed_sets(rows, self.k):
                yield from self._fish(marks, bit, rows, lines, across, by_row=True)
        if 2 * self.k < open_rows:
            columns = transposed(rows)
            for lines, across in closed_sets(columns, self.k):
                yield from self._fish(marks, bit, columns, lines, across, by_row=False)

    def _fish(
        self, marks: Marks, bit: Bits, rows: list[int], lines: int, across: int, by_row: bool
    ) -> Iterator[Found]:
        size = marks.shape.size
        removes = tuple(
            (line * size + place if by_row else place * size + line, bit)
            for line, row in enumerate(rows)
            if not lines >> line & 1
            for place in bits(row & across)
        )
        if removes:
            yield Found(FISH, removes, (), (bit, lines, across, by_row))


def closed_sets(rows: list[int], k: int) -> list[tuple[int, int]]:
    """All groups of k rows with k columns between them, rows that have one column left out.

    Returns
    -------
    Pairs (rows, columns), both as bits, in the order in which itertools would combine them.
    """
    narrow = [(1 << i, row) for i, row in enumerate(rows) if row & row - 1 and row.bit_count() <= k]
    found: list[tuple[int, int]] = []
    if len(narrow) >= k:
        _grow(narrow, 0, k, k, 0, 0, found)
    return found


def _grow(
    narrow: list[tuple[int, int]],
    first: int,
    more: int,
    k: int,
    members: int,
    union: int,
    found: list[tuple[int, int]],
) -> None:
    for index in range(first, len(narrow) - more + 1):
        member, row = narrow[index]
        wider = union | row
        if wider.bit_count() <= k:
            if more == 1:
                found.append((members | member, wider))
            else:
                _grow(narrow, index + 1, more - 1, k, members | member, wider, found)


def transposed(rows: list[int]) -> list[int]:
    """The columns of a square of bits, each as the rows in which it is set."""
    return [
        sum(1 << i for i, row in enumerate(rows) if row >> column & 1)
        for column in range(len(rows))
    ]
