"""Whether some facts can hold together: a search of a few facts, without a solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import count
from operator import or_
from typing import cast

from futoshiki_lab.core import Grid, Puzzle, Sign
from futoshiki_lab.logic.facts import PRICES, Entry, Fact, Left, Line
from futoshiki_lab.logic.shape import Bits, bits, bits_of, shape_of

Claims = Iterable[Entry | Left]


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
                self.masks[shape.number(fact.cell)] &= values_in(fact)
        self.touched = sorted({cell for cells in (*self.lines, *self.signs) for cell in cells})

    def fill(self, masks: list[Bits]) -> list[Bits] | None:
        """The masks with one value in each touched cell, or None."""
        if not self._narrow(masks):
            return None
        open_cells = [cell for cell in self.touched if masks[cell] & masks[cell] - 1]
        if not open_cells:
            return masks
        cell = min(open_cells, key=lambda cell: masks[cell].bit_count())
        for value in bits(masks[cell]):
            found = self.fill([*masks[:cell], 1 << value, *masks[cell + 1 :]])
            if found:
                return found
        return None

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


def values_in(fact: Entry | Left) -> Bits:
    """The values that an entry or marks leave, as a set."""
    return bits_of(fact.values if isinstance(fact, Left) else [fact.value])


def holds_without(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Bits] | None:
    """Values with which some facts hold, and one of the claims does not; None: there are none.

    Parameters
    ----------
    claims : entries, or what is left in cells; without one only the facts have to hold.
    """
    state = _Facts(size, facts)
    for masks in _denied(state, claims) if claims else [state.masks]:
        found = state.fill(masks)
        if found:
            return found
    return None


def _denied(state: _Facts, claims: Claims) -> Iterator[list[Bits]]:
    """The masks without what one claim allows, for each claim."""
    for claim in claims:
        masks, size = state.masks.copy(), round(len(state.masks) ** 0.5)
        masks[shape_of(size).number(claim.cell)] &= ~values_in(claim)
        yield masks


class Filling:
    """Answers what `Clauses` answers, without a SAT solver: slower, and it blames all it is asked.

    Attributes
    ----------
    facts, prices : by literal, as in `Clauses`.
    """

    def __init__(self, puzzle: Puzzle, facts: Sequence[Fact]):
        self.size, self._numbers = puzzle.size, count(1)
        self.facts: dict[int, Fact] = {}
        self.prices: dict[int, int] = {}
        self._literals: dict[Fact, int] = {}
        for fact in facts:
            self.literal(fact)

    def __enter__(self) -> Filling:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def literal(self, fact: Fact) -> int:
        """The literal of a fact."""
        if fact not in self._literals:
            number = self._literals[fact] = next(self._numbers)
            self.facts[number], self.prices[number] = fact, PRICES[type(fact)]
        return self._literals[fact]

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some values in all cells agree with these facts, and not with negative ones."""
        self._asked = list(literals)
        claims = [self.facts[-literal] for literal in self._asked if literal < 0]
        facts = [self.facts[literal] for literal in self._asked if literal > 0]
        self._found = holds_without(self.size, facts, cast(Claims, claims))
        return self._found is not None

    def blamed(self) -> set[int]:
        """After an impossible question: its literals."""
        return set(self._asked)

    def price(self, literals: Iterable[int]) -> int:
        """What the facts of these literals cost together."""
        return sum(self.prices[literal] for literal in literals)

    def grid(self) -> Grid:
        """After a possible question: the values that were found."""
        n, values = self.size, [mask.bit_length() for mask in self._found or ()]
        return tuple(tuple(values[start : start + n]) for start in range(0, n * n, n))


def shrink(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Fact]:
    """Facts of which none can be left out: without any one of them some claim might not hold."""
    left = list(facts)
    for fact in sorted(left, key=lambda fact: -PRICES[type(fact)]):
        rest = [other for other in left if other != fact]
        if not holds_without(size, rest, claims):
            left = rest
    return left
