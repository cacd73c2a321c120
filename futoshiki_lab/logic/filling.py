"""Whether some facts can hold together: a search of a few facts, without a solver."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import count
from operator import or_
from typing import Self, cast

from futoshiki_lab.core import Cell, Grid, Puzzle, Sign
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, Left, Line
from futoshiki_lab.logic.shape import Bits, bits, bits_of, shape_of

Claims = Sequence[Entry | Left]


class _Facts:
    """Facts as lines, signs and masks; the search fills the cells that lines and signs touch."""

    def __init__(self, size: int, facts: Iterable[Fact]):
        shape = shape_of(size)
        self.masks = [shape.full] * size**2
        self.lines: list[Sequence[int]] = []
        self.signs: list[tuple[int, int]] = []
        for fact in facts:
            if isinstance(fact, Line):
                self.lines.append(shape.lines[fact.number + size * (fact.kind == "column")])
            elif isinstance(fact, Sign):
                self.signs.append((shape.number(fact.smaller), shape.number(fact.larger)))
            else:
                self.masks[shape.number(fact.cell)] &= bits_of(fact.values)
        self.touched = sorted({cell for cells in (*self.lines, *self.signs) for cell in cells})

    def fill(self, masks: list[Bits]) -> list[Bits] | None:
        """The masks with one value in each touched cell, or None."""
        if not self._narrow(masks):
            return None
        open_cells = [cell for cell in self.touched if masks[cell] & masks[cell] - 1]
        if not open_cells:
            return masks
        cell = min(open_cells, key=lambda cell: masks[cell].bit_count())
        values = bits(masks[cell])
        branches = ([*masks[:cell], 1 << value, *masks[cell + 1 :]] for value in values)
        return next(filter(None, map(self.fill, branches)), None)

    def _narrow(self, masks: list[Bits]) -> bool:
        """Remove what lines and signs rule out; whether every cell keeps a value."""
        before: list[Bits] = []
        while masks != before:
            before = masks.copy()
            for low, high in self.signs:
                least, most = masks[low] & -masks[low], masks[high].bit_length()
                masks[low] &= (1 << most >> 1) - 1
                masks[high] &= ~(least | least - 1)
            for cells in self.lines:
                once = twice = 0
                for cell in cells:
                    mask = masks[cell]
                    if not mask & mask - 1:
                        for other in cells:
                            masks[other] &= ~mask if other != cell else mask
                    twice |= once & masks[cell]
                    once |= masks[cell]
                alone = once & ~twice
                for cell in cells if alone else ():
                    if masks[cell] & alone:
                        masks[cell] &= alone
                if reduce(or_, (masks[cell] for cell in cells)).bit_count() < len(cells):
                    return False
            if not all(masks):
                return False
        return True


def holds_without(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Bits] | None:
    """Values with which some facts hold, and one of the claims does not; None: there are none.

    Parameters
    ----------
    claims : entries, or what is left in cells; without one only the facts have to hold.
    """
    state, number = _Facts(size, facts), shape_of(size).number
    for claim in claims or (None,):
        masks = state.masks.copy()
        if claim:
            masks[number(claim.cell)] &= ~bits_of(claim.values)
        if found := state.fill(masks):
            return found
    return None


class Literals:
    """Facts as the numbers of a question, as a SAT solver takes them; negative ones deny them.

    Attributes
    ----------
    facts, prices : by number, for all facts that have one.
    """

    def __init__(self, puzzle: Puzzle, facts: Iterable[Fact]):
        self.size, self._place = puzzle.size, shape_of(puzzle.size).number
        self.facts: dict[int, Fact] = {}
        self.prices: dict[int, int] = {}
        self._switches: dict[Fact, int] = {}
        self._new = count(puzzle.size**3 + 1)
        for fact in facts:
            self.literal(fact)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def literal(self, fact: Fact) -> int:
        """The number of a fact."""
        if isinstance(fact, Entry):
            number = self._value(*fact)
        else:
            number = self._switches.get(fact) or next(self._new)
            self._switches[fact] = number
        self.facts[number], self.prices[number] = fact, PRICES[type(fact)]
        return number

    def _value(self, cell: Cell, value: int) -> int:
        """The number of "this cell has this value"."""
        return self._place(cell) * self.size + value

    def price(self, literals: Iterable[int]) -> int:
        """What facts cost together."""
        return sum(map(self.prices.__getitem__, literals))

    @abstractmethod
    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some values in all cells agree with these facts."""

    @abstractmethod
    def blamed(self) -> set[int]:
        """After an impossible question: literals of it that are impossible together."""

    @abstractmethod
    def values(self) -> list[int]:
        """After a possible question: the n² values that were found."""

    def grid(self) -> Grid:
        """The same as rows."""
        return tuple(zip(*[iter(self.values())] * self.size, strict=True))


class Filling(Literals):
    """Answers what `Clauses` does, without a SAT solver: slower, and it blames all it is asked."""

    def possible(self, literals: Iterable[int]) -> bool:
        self._asked = list(literals)
        claims = [self.facts[-literal] for literal in self._asked if literal < 0]
        facts = [self.facts[literal] for literal in self._asked if literal > 0]
        self._found = holds_without(self.size, facts, cast(Claims, claims))
        return self._found is not None

    def blamed(self) -> set[int]:
        return set(self._asked)

    def values(self) -> list[int]:
        return [mask.bit_length() for mask in self._found or ()]


def shrink(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Fact]:
    """Facts of which none can be left out: without any one of them some claim might not hold."""
    left = list(facts)
    for fact in sorted(left, key=lambda fact: -PRICES[type(fact)]):
        rest = [other for other in left if other != fact]
        if not holds_without(size, rest, claims):
            left = rest
    return left
