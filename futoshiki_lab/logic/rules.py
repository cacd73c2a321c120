"""The rules, from the easiest to the hardest: what each looks at, and what it finds.

Each rule is an object with a level, and a method `find(marks, scope)` that yields what the rule
allows in one scope: a line, a sign, a value or the whole board. Nothing is changed by looking.
`search` asks the scopes in which something has changed since they were last found empty, so that a
rule that is asked again and again costs little.

What every level can do is what Simon Tatham's Unequal can do with it (his `unequal.c` and `latin.c`
say what his program does; this is another program). A few of its habits decide grades:

- a value that is the last one of its cell, or that has one place left in a line, is Trivial;
- Easy compares the bounds of the two cells of one sign, again and again: a chain of signs is no
  more than that. A chain in one step (`ChainBound`), and the one pair that satisfies a sign
  (`OnlyPair`), are there for people; they reach nothing that single signs would not;
- Tricky takes sets of any size, naked or hidden, in one line;
- Extreme takes sets of rows and columns for one value, and after these **forcing chains through
  cells with two values, found breadth first and each cell visited once**. Such a search can miss a
  chain that a more patient one would find, so the order in which it looks is kept here too.
"""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.logic.kinds import (
    CHAIN_BOUND,
    EASY,
    HIDDEN_SINGLE,
    LINE,
    NAKED_SINGLE,
    NO_PLACE,
    ONLY_PAIR,
    SIGN_BOUND,
    TRIVIAL,
)
from futoshiki_lab.logic.marks import Bits, Found, Marks


class Rule:
    """One rule of the ladder.

    Attributes
    ----------
    level : TRIVIAL to EXTREME.
    """

    level = TRIVIAL

    def everywhere(self, marks: Marks) -> int:
        """All its scopes, as bits."""
        raise NotImplementedError

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        """The scopes that have to be looked at again when a cell has changed, as bits."""
        raise NotImplementedError

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        """What follows in one scope."""
        raise NotImplementedError

    def still_to_do(self, marks: Marks) -> int:
        """The scopes in which something has changed since they were found empty, as bits."""
        todo = marks.todo.get(self)
        if todo is None:
            return self.everywhere(marks)
        for cell, gone in marks.log[marks.seen[self] :]:
            todo |= self.touched(marks, cell, gone)
        return todo

    def search(self, marks: Marks) -> Iterator[Found]:
        """What follows in any scope that may hold something new, the lowest first."""
        marks.todo[self] = todo = self.still_to_do(marks)
        marks.seen[self] = len(marks.log)
        while todo:
            low = todo & -todo
            yield from self.find(marks, low.bit_length() - 1)
            todo ^= low
            marks.todo[self] = todo  # only now: who stops listening in between has not seen it all


class LineElimination(Rule):
    """A placed value goes from the rest of its row and column."""

    def everywhere(self, marks: Marks) -> int:
        return marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.placed & 1 << cell

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        masks = marks.masks
        bit = masks[scope]
        removes = tuple([(peer, bit) for peer in marks.shape.peers[scope] if masks[peer] & bit])
        if removes:
            yield Found(LINE, removes, (), (scope, bit))


class NakedSingle(Rule):
    """The last value of a cell is its value."""

    def everywhere(self, marks: Marks) -> int:
        return _singles(marks) & ~marks.placed

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        mask = marks.masks[cell]
        return 0 if mask & (mask - 1) else 1 << cell & ~marks.placed

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        if not marks.placed >> scope & 1:
            yield Found(NAKED_SINGLE, (), ((scope, marks.masks[scope]),), (scope,))


class HiddenSingle(Rule):
    """A value with one place left in a line goes there."""

    def everywhere(self, marks: Marks) -> int:
        return (1 << 2 * marks.shape.size) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.shape.lines_of[cell]

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        masks, line = marks.masks, marks.shape.lines[scope]
        once = twice = 0
        for cell in line:
            mask = masks[cell]
            twice |= once & mask
            once |= mask
        if once != marks.shape.full:
            yield Found(NO_PLACE, (), (), (scope, marks.shape.full & ~once))
            return
        alone = once & ~twice
        for cell in line:
            hit = masks[cell] & alone
            if hit and not marks.placed >> cell & 1:
                bit = hit & -hit  # a second value here has no place at all, which shows next
                removes = ((cell, masks[cell] ^ bit),) if masks[cell] != bit else ()
                yield Found(HIDDEN_SINGLE, removes, ((cell, bit),), (cell, scope, bit))


class OfSigns(Rule):
    """What the rules for one sign have in common: they look where one of its cells has changed."""

    level = EASY

    def everywhere(self, marks: Marks) -> int:
        return (1 << len(marks.signs)) - 1

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return marks.sign_bits[cell]


class OnlyPair(OfSigns):
    """The only pair of values that satisfies a sign."""

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        left = marks.masks[smaller] & high - 1
        right = marks.masks[larger] & ~(low | low - 1)
        if not left or not right or left & left - 1 or right & right - 1:
            return
        removes = losing(marks, (smaller, left), (larger, right))
        if removes:
            places = tuple(
                (cell, bit)
                for cell, bit in ((smaller, left), (larger, right))
                if not marks.placed >> cell & 1
            )
            yield Found(ONLY_PAIR, removes, places, (smaller, larger, left, right))


class SignBound(OfSigns):
    """A cell stays below the largest value of a larger one, and above the smallest of a smaller."""

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        smaller, larger = marks.signs[scope]
        low, high = _bounds(marks, smaller, larger)
        gone = marks.masks[smaller] & ~(high - 1)
        if gone:
            yield Found(SIGN_BOUND, ((smaller, gone),), (), (smaller, larger, smaller, high))
        gone = marks.masks[larger] & (low | low - 1)
        if gone:
            yield Found(SIGN_BOUND, ((larger, gone),), (), (smaller, larger, larger, low))


class ChainBound(OfSigns):
    """Along a chain of signs every step costs one value.

    It speaks only where a chain says more than any single sign of the cell.
    """

    def everywhere(self, marks: Marks) -> int:
        return 1 if marks.signs else 0

    def touched(self, marks: Marks, cell: int, gone: Bits) -> int:
        return 1 if marks.sign_bits[cell] else 0

    def find(self, marks: Marks, scope: int) -> Iterator[Found]:
        yield from self._bounds(marks, upward=True)
        yield from self._bounds(marks, upward=False)

    def _bounds(self, marks: Marks, upward: bool) -> Iterator[Found]:
        """Smallest values pushed up from smaller to larger cells, or largest ones pushed down."""
        first = {cell: _end(mask, upward) for cell, mask in enumerate(marks.masks)}
        reach, before = dict(first), dict.fromkeys(first, -1)
        steps = [sign if upward else sign[::-1] for sign in marks.signs]
        for _ in range(marks.shape.size):  # a longer chain has no room, nor has a circle
            settled = True
            for start, end in steps:
                passed = reach[start] + (1 if upward else -1)
                if passed > reach[end] if upward else passed < reach[end]:
                    reach[end], before[end], settled = passed, start, False
            if settled:
                break
        for cell, bound in reach.items():
            start = before[cell]
            if start >= 0 and reach[start] != first[start]:  # two signs at least
                gone = marks.masks[cell] & _beyond(bound, upward)
                chain = tuple(reversed(traced_back(cell, before)))
                if gone and chain:
                    yield Found(CHAIN_BOUND, ((cell, gone),), (), (chain, first[chain[0]], upward))


# -- what several rules need -----------------------------------------------------------------------


def _singles(marks: Marks) -> int:
    return sum(1 << cell for cell, mask in enumerate(marks.masks) if not mask & mask - 1)


def _bounds(marks: Marks, smaller: int, larger: int) -> tuple[Bits, Bits]:
    """The smallest value of the smaller cell and the largest of the larger one, as bits."""
    low = marks.masks[smaller]
    return low & -low, 1 << marks.masks[larger].bit_length() >> 1


def losing(marks: Marks, *keep: tuple[int, Bits]) -> tuple[tuple[int, Bits], ...]:
    """What goes from cells that keep only these values."""
    masks = marks.masks
    return tuple([(cell, masks[cell] & ~bit) for cell, bit in keep if masks[cell] & ~bit])


def _end(mask: Bits, smallest: bool) -> int:
    """The smallest or the largest value."""
    return (mask & -mask).bit_length() if smallest else mask.bit_length()


def _beyond(bound: int, below: bool) -> Bits:
    """All values below a bound, or above it."""
    return (1 << max(bound - 1, 0)) - 1 if below else -1 << max(bound, 0)


def traced_back(cell: int, before: dict[int, int]) -> tuple[int, ...]:
    """The chain that led to a cell, from it back to the start; empty if it runs in a circle."""
    chain: list[int] = []
    while cell >= 0:
        if cell in chain:
            return ()
        chain.append(cell)
        cell = before[cell]
    return tuple(chain)
