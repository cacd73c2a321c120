"""Whether some facts can hold together: a search of ours, which also finds all solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import cast

from futoshiki_lab.core import Cell, Puzzle, Sign
from futoshiki_lab.reasons.facts import PRICES, Entry, Fact, Left, Line, cost
from futoshiki_lab.reasons.shape import Bits, bits, bits_of, shape_of

Claims = Sequence[Entry | Left]


def fillings(
    masks: list[Bits], lines: Sequence[Sequence[int]], signs: Sequence[tuple[int, int]]
) -> Iterator[list[Bits]]:
    """All ways to fill the cells that lines and signs touch: singles, signs, guesses.

    The guess is at the cell with the fewest values left, divided by the contradictions that
    it took part in (dom/wdeg); of these one with the most signs.
    """
    weights = [1] * len(masks)
    of_signs = Counter(chain.from_iterable(signs))
    touched = sorted({*chain(*lines), *of_signs}, key=lambda cell: (-of_signs[cell], cell))

    def fill(masks: list[Bits]) -> Iterator[list[Bits]]:
        if failed := _narrow(masks, lines, signs):
            for cell in failed:
                weights[cell] += 1
            return
        open_cells = [cell for cell in touched if masks[cell] & masks[cell] - 1]
        if not open_cells:
            yield masks
            return
        cell = min(open_cells, key=lambda cell: masks[cell].bit_count() / weights[cell])
        for value in bits(masks[cell]):
            yield from fill([*masks[:cell], 1 << value, *masks[cell + 1 :]])

    return fill(masks.copy())


def _narrow(
    masks: list[Bits], lines: Sequence[Sequence[int]], signs: Sequence[tuple[int, int]]
) -> Sequence[int]:
    """Remove what singles and signs rule out. Returns the cells of a contradiction, or none."""
    before: list[Bits] = []
    while masks != before:
        before = masks.copy()
        for low, high in signs:
            masks[low] &= (1 << masks[high].bit_length() >> 1) - 1
            masks[high] &= -2 * (masks[low] & -masks[low])
            if not masks[low] or not masks[high]:
                return low, high
        for line in lines:
            once = twice = 0
            for cell in line:
                mask = masks[cell]
                if not mask & mask - 1:
                    for other in line:
                        masks[other] &= ~mask if other != cell else mask
            for cell in line:
                twice |= once & masks[cell]
                once |= masks[cell]
            if once.bit_count() < len(line):
                return line
            for cell in line:
                alone = masks[cell] & once & ~twice
                masks[cell] = alone & -alone or masks[cell]
    return [cell for cell, mask in enumerate(masks) if not mask]


def holds_without(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Bits] | None:
    """Values with which some facts hold, and one of the claims does not; None: there are none.

    Parameters
    ----------
    claims : entries, or what is left in cells; without one only the facts have to hold.
    """
    shape = shape_of(size)
    masks, lines, signs = [shape.full] * size**2, [], []
    for fact in facts:
        if isinstance(fact, Line):
            lines.append(shape.lines[fact.among_all(size)])
        elif isinstance(fact, Sign):
            signs.append((shape.number(fact.smaller), shape.number(fact.larger)))
        else:
            masks[shape.number(fact.cell)] &= bits_of(fact.values)
    for claim in claims or (None,):
        left = masks.copy()
        if claim:
            left[shape.number(claim.cell)] &= ~bits_of(claim.values)
        if found := next(fillings(left, lines, signs), None):
            return found
    return None


class Literals:
    """Facts as the numbers of a question, as a SAT solver takes them; negative ones deny them.

    Attributes
    ----------
    facts : by number, all facts that have one.
    """

    def __init__(self, puzzle: Puzzle, facts: Iterable[Fact]):
        self.size, self._place = puzzle.size, shape_of(puzzle.size).number
        self.facts: dict[int, Fact] = {}
        self._switches: dict[Fact, int] = {}
        self._new = count(puzzle.size**3 + 1)
        for fact in facts:
            self.literal(fact)

    def literal(self, fact: Fact) -> int:
        """The number of a fact."""
        if isinstance(fact, Entry):
            number = self._value(*fact)
        else:
            number = self._switches.get(fact) or next(self._new)
            self._switches[fact] = number
        self.facts[number] = fact
        return number

    def _value(self, cell: Cell, value: int) -> int:
        """The number of "this cell has this value"."""
        return self._place(cell) * self.size + value

    def price(self, literals: Iterable[int]) -> int:
        """What facts cost together."""
        return cost(map(self.facts.__getitem__, literals))


class Filling(Literals):
    """Answers what `Clauses` does, without a SAT solver: slower, and it blames all it is asked."""

    def possible(self, literals: Iterable[int]) -> bool:
        """Whether some values in all cells agree with these facts."""
        self._asked = list(literals)
        claims = [self.facts[-literal] for literal in self._asked if literal < 0]
        facts = [self.facts[literal] for literal in self._asked if literal > 0]
        self._found = holds_without(self.size, facts, cast(Claims, claims))
        return self._found is not None

    def blamed(self) -> set[int]:
        """After an impossible question: literals of it that are impossible together."""
        return set(self._asked)

    def values(self) -> list[int]:
        """After a possible question: the n² values that were found."""
        return [mask.bit_length() for mask in self._found or ()]


def shrink(size: int, facts: Iterable[Fact], claims: Claims = ()) -> list[Fact]:
    """Facts of which none can be left out: without any one of them some claim might not hold."""
    left = list(facts)
    for fact in sorted(left, key=lambda fact: -PRICES[type(fact)]):
        rest = [other for other in left if other != fact]
        if not holds_without(size, rest, claims):
            left = rest
    return left
