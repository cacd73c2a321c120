"""The rules of the levels Tricky and Extreme: sets in a line, sets across lines, forcing chains."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.logic.easy_rules import Rule, RuleOfLines, chain_to
from futoshiki_lab.logic.findings import (
    EXTREME,
    TRICKY,
    Finding,
    Fish,
    ForcingChain,
    HiddenSet,
    NakedSet,
)
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import Bits, bits


class SetRule(RuleOfLines):
    """k cells of a line with k values between them, or k values with k places between them.

    The values of such cells are removed from the other cells of the line; other values are removed
    from such places. A naked set leaves a hidden set in the rest of the line, so small sets of both
    kinds are enough to find all sets of any size.
    """

    level = TRICKY

    def __init__(self, k: int):
        self.k = k

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        line = marks.shape.lines[scope]
        masks = [marks.masks[cell] for cell in line]
        for hidden, members, others in sets_both_ways(masks, self.k):
            places, values = (others, members) if hidden else (members, others)
            gone = ~values if hidden else values
            removes = tuple(
                [
                    (cell, mask & gone)
                    for place, (cell, mask) in enumerate(zip(line, masks, strict=True))
                    if (places >> place & 1) == hidden and mask & gone
                ]
            )
            if removes:
                cells = tuple(line[place] for place in bits(places))
                kind = HiddenSet if hidden else NakedSet
                yield kind(cells, values, scope, removes=removes)
                return


class FishRule(Rule):
    """k rows in which a value has places only in the same k columns, or k columns with k rows.

    The value is removed from the rest of these columns (or rows): the X-wing, for any k.
    """

    level = EXTREME

    def __init__(self, k: int):
        self.k = k

    def everywhere(self, marks: Marks) -> int:
        return marks.shape.full

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return gone

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        size, bit, masks = marks.shape.size, 1 << scope, marks.masks
        rows = [
            sum(1 << column for column in range(size) if masks[row + column] & bit)
            for row in range(0, size * size, size)
        ]
        for by_column, members, across in sets_both_ways(rows, self.k):
            lines = marks.shape.lines[size:] if by_column else marks.shape.lines[:size]
            others = [lines[line] for line in bits(marks.shape.full & ~members)]
            places = [line[place] for line in others for place in bits(across)]
            removes = tuple((cell, bit) for cell in places if masks[cell] & bit)
            if removes:
                yield Fish(bit, members, across, not by_column, removes=removes)


class ForcingChainRule(Rule):
    """Cells with two values in a chain: whichever value the first one has, one end has the value v.

    If the first cell is not v, it has its other value; the next cell of the chain, in line with it,
    loses that value and has its own other one; and so on until a cell must be v. So one of the two
    ends is v, and no cell in line with both ends is v.
    """

    level = EXTREME

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        twos = [mask.bit_count() == 2 for mask in marks.masks]
        for start in (cell for cell, two in enumerate(twos) if two):
            for value in bits(marks.masks[start]):
                yield from self._from(marks, start, 1 << value, twos)

    def _from(self, marks: Marks, start: int, bit: Bits, twos: list[bool]) -> Iterator[Finding]:
        """Search breadth first from a cell that is not `bit`; stop at the first value ruled out."""
        masks, around, size = marks.masks, marks.shape.around, marks.shape.size
        row, column = divmod(start, size)
        forced, before, queue = {start: masks[start] ^ bit}, {start: -1}, [start]
        for cell in queue:
            now = forced[cell]
            for other in around[cell]:
                if other in forced or not masks[other] & now:
                    continue
                if twos[other]:
                    queue.append(other)
                    before[other] = cell
                    forced[other] = masks[other] ^ now
                if now == bit and (other // size == row or other % size == column):
                    chain = chain_to(cell, before)
                    values = tuple(forced[link] for link in chain)
                    yield ForcingChain(chain, values, bit, removes=((other, bit),))
                    return


def hard_rules(size: int) -> list[Rule]:
    """The rules for a board of a size, the easiest first."""
    sets = range(2, size // 2 + 1)
    return [*map(SetRule, sets), *map(FishRule, sets), ForcingChainRule()]


# -- sets of rows of bits --------------------------------------------------------------------------


def sets_both_ways(rows: list[int], k: int) -> Iterator[tuple[bool, int, int]]:
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
        yield from ((True, *group) for group in _closed_groups(_transposed(rows), k))


def _closed_groups(rows: list[int], k: int) -> Iterator[tuple[int, int]]:
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


def _transposed(rows: list[int]) -> list[int]:
    """The columns of a square of bits, each as the rows in which it is set."""
    return [
        sum(1 << i for i, row in enumerate(rows) if row >> column & 1)
        for column in range(len(rows))
    ]
