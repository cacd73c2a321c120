"""What a rule is; and the rules of the levels Trivial and Easy: singles and signs.

Every level can deduce the same as in Simon Tatham's Unequal (`unequal.c` and `latin.c` show what
his program does; this is a new program). A few of its details decide grades:

- the last value of a cell and the last place of a value in a line are Trivial;
- Easy compares the bounds of the two cells of one sign, repeatedly; that covers chains of signs. A
  chain in one step (`ChainBoundRule`), and the one pair that satisfies a sign (`OnlyPairRule`), are
  shortcuts for people; they find nothing that single signs would not find;
- Tricky takes sets of any size, naked or hidden, in one line;
- Extreme takes sets of rows and columns for one value, and after these **forcing chains through
  cells with two values, found breadth first and each cell visited once**. Such a search can miss a
  chain that a full search would find, so `hard_rules` looks in the same order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from futoshiki_lab.logic.findings import (
    EASY,
    TRIVIAL,
    ChainBound,
    Finding,
    HiddenSingle,
    LineElimination,
    NakedSingle,
    NoPlaceLeft,
    OnlyPair,
    SignBound,
)
from futoshiki_lab.logic.marks import Marks
from futoshiki_lab.logic.shape import Bits, CellBits


class Rule(ABC):
    """One rule of the ladder. It looks at scopes: cells, lines, signs, values or the whole board.

    Attributes
    ----------
    level : TRIVIAL to EXTREME.
    graded : whether grades use it; the others are shortcuts for people.
    """

    level: ClassVar[int] = TRIVIAL
    graded: ClassVar[bool] = True

    def everywhere(self, marks: Marks) -> int:
        """All its scopes, as bits; by default one, the whole board."""
        return 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        """The scopes to look at, as bits, after a cell was filled or has lost the values `gone`."""
        return 1

    @abstractmethod
    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        """Everything that follows in one scope. It changes nothing."""

    def search(self, marks: Marks) -> Finding | None:
        """The first finding, in the lowest scope that has one.

        It looks only at scopes that changed after nothing was found there.
        """
        todo, found = marks.todo.get(self), None
        if todo is None:
            todo = self.everywhere(marks)
        else:
            for cell, gone in marks.log[marks.seen[self] :]:
                todo |= self.touched(marks, cell, gone)
        while todo:
            low = todo & -todo
            found = next(self.find(marks, low.bit_length() - 1), None)
            if found:
                break
            todo ^= low
        marks.todo[self], marks.seen[self] = todo, len(marks.log)
        return found


class RuleOfLines(Rule):
    """A rule that looks at rows and columns."""

    def everywhere(self, marks: Marks) -> int:
        return (1 << 2 * marks.shape.size) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.shape.lines_of[cell]


# -- singles ---------------------------------------------------------------------------------------


class LineRule(Rule):
    """A placed value is removed from the rest of its row and column."""

    def everywhere(self, marks: Marks) -> int:
        return marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.placed & 1 << cell

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        masks = marks.masks
        bit = masks[scope]
        removes = tuple([(peer, bit) for peer in marks.shape.peers[scope] if masks[peer] & bit])
        if removes:
            yield LineElimination((scope,), bit, removes=removes)


class NakedSingleRule(Rule):
    """A cell with one value left has that value."""

    def everywhere(self, marks: Marks) -> int:
        singles = sum(1 << cell for cell, mask in enumerate(marks.masks) if not mask & mask - 1)
        return singles & ~marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        mask = marks.masks[cell]
        return 0 if mask & (mask - 1) else 1 << cell & ~marks.placed

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        if not marks.placed >> scope & 1:
            bit = marks.masks[scope]
            yield NakedSingle((scope,), bit, places=((scope, bit),))


class HiddenSingleRule(RuleOfLines):
    """A value with one place left in a line goes there."""

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        masks, line = marks.masks, marks.shape.lines[scope]
        once = twice = 0
        for cell in line:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        missing = marks.shape.full & ~once
        if missing:
            yield NoPlaceLeft((), missing & -missing, scope)
            return
        alone = once & ~twice
        for cell in line:
            hit = masks[cell] & alone
            if hit and not marks.placed >> cell & 1:
                bit = hit & -hit  # a second value here has no place left: found next
                keep = (cell, bit)
                yield HiddenSingle((cell,), bit, scope, removes=losing(marks, keep), places=(keep,))


# -- signs -----------------------------------------------------------------------------------------


class SignBoundRule(Rule):
    """A cell stays below the largest value of a larger one, and above the smallest of a smaller."""

    level = EASY

    def everywhere(self, marks: Marks) -> int:
        return (1 << len(marks.signs)) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.sign_bits[cell]

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        gone = marks.masks[smaller] & ~(high - 1)
        if gone:
            chain = (larger, smaller)
            yield SignBound(chain, high.bit_length(), False, removes=((smaller, gone),))
        gone = marks.masks[larger] & (low | low - 1)
        if gone:
            yield SignBound((smaller, larger), low.bit_length(), True, removes=((larger, gone),))


class OnlyPairRule(SignBoundRule):
    """The only pair of values that satisfies a sign."""

    graded = False

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        left = marks.masks[smaller] & high - 1
        right = marks.masks[larger] & ~(low | low - 1)
        if not left or not right or left & left - 1 or right & right - 1:
            return
        pair = ((smaller, left), (larger, right))
        removes = losing(marks, *pair)
        if removes:
            places = tuple((cell, bit) for cell, bit in pair if not marks.placed >> cell & 1)
            yield OnlyPair(smaller, larger, left, right, removes=removes, places=places)


class ChainBoundRule(Rule):
    """Along a chain of signs every step costs one value.

    It finds something only where a chain says more than any single sign of the cell.
    """

    level = EASY
    graded = False

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return 1 if marks.sign_bits[cell] else 0

    def find(self, marks: Marks, scope: int) -> Iterator[Finding]:
        yield from self._bounds(marks, upward=True)
        yield from self._bounds(marks, upward=False)

    def _bounds(self, marks: Marks, upward: bool) -> Iterator[Finding]:
        """Push smallest values up from smaller to larger cells, or push largest values down."""
        up = 1 if upward else -1
        first = [up * (mask & -mask if upward else mask).bit_length() for mask in marks.masks]
        reach, before = first.copy(), [-1] * len(first)
        for _ in range(marks.shape.size):  # longer chains and circles are impossible
            last = reach.copy()
            for start, end in (sign[::up] for sign in marks.signs):
                if reach[start] >= reach[end]:
                    reach[end], before[end] = reach[start] + 1, start
            if reach == last:
                break
        for cell, mask in enumerate(marks.masks):
            start, bound = before[cell], up * reach[cell]
            if start >= 0 and reach[start] != first[start]:  # two signs at least
                gone = mask & ((1 << max(bound - 1, 0)) - 1 if upward else -1 << max(bound, 0))
                chain = chain_to(cell, before)
                if gone and chain:
                    yield ChainBound(chain, up * first[chain[0]], upward, removes=((cell, gone),))


# -- what several rules need -----------------------------------------------------------------------


def losing(marks: Marks, *keep: CellBits) -> tuple[CellBits, ...]:
    """The values that cells lose if they keep only these."""
    masks = marks.masks
    return tuple([(cell, masks[cell] & ~bit) for cell, bit in keep if masks[cell] & ~bit])


def chain_to(cell: int, before: Mapping[int, int] | Sequence[int]) -> tuple[int, ...]:
    """The chain that led to a cell, from its start; empty if it runs in a circle.

    Parameters
    ----------
    before : for each cell the one before it; -1 for a start.
    """
    chain: list[int] = []
    while cell >= 0:
        if cell in chain:
            return ()
        chain.append(cell)
        cell = before[cell]
    return tuple(reversed(chain))


def _bounds(marks: Marks, smaller: int, larger: int) -> tuple[Bits, Bits]:
    """The smallest value of the smaller cell and the largest of the larger one, as bits."""
    low = marks.masks[smaller]
    return low & -low, 1 << marks.masks[larger].bit_length() >> 1


# The easiest first.
EASY_RULES = (
    *(LineRule(), NakedSingleRule(), HiddenSingleRule()),
    *(OnlyPairRule(), ChainBoundRule(), SignBoundRule()),
)
