"""What a rule can find: a class for each kind of finding.

A finding holds numbers and bits (`futoshiki_lab.logic.shape`). It says what changes on the board
and which absent values are its premises, and it explains itself in words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from futoshiki_lab.logic.shape import Bits, CellBits, Shape, bits, values_of
from futoshiki_lab.support.phrases import listed

TRIVIAL, EASY, TRICKY, EXTREME, RECURSIVE = range(5)
LEVELS = ("Trivial", "Easy", "Tricky", "Extreme", "Recursive")
SETS = {2: "pair", 3: "triple", 4: "quadruple"}
FISHES = {2: "X-wing", 3: "swordfish", 4: "jellyfish"}


@dataclass(frozen=True, kw_only=True)
class Finding(ABC):
    """What follows on a board, and why.

    Attributes
    ----------
    level : the level of the rule, TRIVIAL to RECURSIVE.
    title : the name of the rule; `{}` stands for the size of a set in words.
    rule : the rule itself, a clause without a full stop.
    removes : the values that are removed, as (cell, values).
    places : the values that are entered, as (cell, bit of the value). A finding that neither
        removes nor places anything is a contradiction.
    """

    level: ClassVar[int] = TRIVIAL
    title: ClassVar[str]
    rule: ClassVar[str] = ""
    removes: tuple[CellBits, ...] = ()
    places: tuple[CellBits, ...] = ()

    @property
    def size(self) -> int:
        """The number of cells or lines of a set; 0 for a finding about signs or chains."""
        return 0

    @property
    def name(self) -> str:
        """The name of the rule, with the size of a set."""
        return self.title.format(SETS.get(self.size, f"set of {self.size}"))

    @abstractmethod
    def premises(self, shape: Shape) -> list[CellBits]:
        """The absent values that the finding depends on: with one of them left, it might not hold.

        Together with the signs of the puzzle they imply what was found.
        """

    @abstractmethod
    def why(self, shape: Shape) -> str:
        """The reason, as a clause to write after the conclusion and a colon."""

    def cells(self, shape: Shape) -> set[int]:
        """The cells that justify it; where a value has few places in a line, the whole line."""
        return {cell for cell, _ in self.premises(shape)}

    @abstractmethod
    def where(self, shape: Shape) -> str:
        """The place to look at: a cell, a line, a sign ..."""


# -- cells with few values, values with few places -------------------------------------------------


@dataclass(frozen=True)
class OfSet(Finding):
    """What follows from a set of cells and a set of values of the same size.

    Attributes
    ----------
    members : the cells.
    values : the values.
    line : the number of the line of the cells; -1 where only one cell matters.
    """

    members: tuple[int, ...]
    values: Bits
    line: int = -1

    @property
    def size(self) -> int:
        return len(self.members)

    @property
    def cell(self) -> int:
        """The only cell, or the first."""
        return self.members[0]

    def where(self, shape: Shape) -> str:
        return str(shape.cells[self.cell]) if self.line < 0 else shape.line_name(self.line)


class Naked(OfSet):
    """The cells have no other values."""

    def premises(self, shape: Shape) -> list[CellBits]:
        return [(cell, shape.full & ~self.values) for cell in self.members]


class Hidden(OfSet):
    """The values have no other places in the line."""

    def premises(self, shape: Shape) -> list[CellBits]:
        return [(c, self.values) for c in shape.lines[self.line] if c not in self.members]

    def cells(self, shape: Shape) -> set[int]:
        return set(shape.lines[self.line])


class NoValueLeft(Naked):
    """A cell has lost its last value: a contradiction."""

    title = "no value left"

    def why(self, shape: Shape) -> str:
        return f"{shape.cells[self.cell]} has no value left"


class LineElimination(Naked):
    """A placed value is removed from the rest of its row and column."""

    title = "line elimination"

    def why(self, shape: Shape) -> str:
        return f"{shape.cells[self.cell]} = {self.values.bit_length()} is in the same line"


class NakedSingle(Naked):
    """A cell has one value left."""

    title = "last value"
    rule = "a cell with one value left has that value"

    def why(self, shape: Shape) -> str:
        return f"no other value is left for {shape.cells[self.cell]}"


class NakedSet(Naked):
    """k cells of a line have k values between them."""

    level = TRICKY
    title = "naked {}"
    rule = "k cells with only k values between them use up these values"

    def why(self, shape: Shape) -> str:
        values = ", ".join(map(str, values_of(self.values)))
        return f"{listed(shape.cells[cell] for cell in self.members)} share {{{values}}}"


class NoPlaceLeft(Hidden):
    """A value has lost its last place in a line: a contradiction."""

    title = "no place left"

    def why(self, shape: Shape) -> str:
        return f"{self.values.bit_length()} has no place left in {self.where(shape)}"


class HiddenSingle(Hidden):
    """A value has one place left in a line."""

    title = "line insertion"
    rule = "a value with one place left in a row or column goes there"

    def why(self, shape: Shape) -> str:
        cell, value = shape.cells[self.cell], self.values.bit_length()
        return f"{cell} is the only place left for {value} in {self.where(shape)}"


class HiddenSet(Hidden):
    """k values have k places in a line between them."""

    level = TRICKY
    title = "hidden {}"
    rule = "k values with only k places in a line leave no room there for others"

    def why(self, shape: Shape) -> str:
        places = listed(shape.cells[cell] for cell in self.members)
        return f"{listed(values_of(self.values))} have only {places} left in {self.where(shape)}"


@dataclass(frozen=True)
class Fish(Finding):
    """In k rows, a value has places only in the same k columns, or in k columns in k rows.

    Attributes
    ----------
    lines : the k lines, as bits; the k lines `across` contain all places of the value in them.
    """

    bit: Bits
    lines: int
    across: int
    by_row: bool
    level = EXTREME
    title = "fish"
    rule = "a value that in k rows has places only in k columns, or the reverse, "
    rule += "is nowhere else in these"

    @property
    def size(self) -> int:
        return self.lines.bit_count()

    @property
    def name(self) -> str:
        return FISHES.get(self.size, f"fish of {self.size}")

    def premises(self, shape: Shape) -> list[CellBits]:
        lines = shape.lines[: shape.size] if self.by_row else shape.lines[shape.size :]
        elsewhere = list(bits(shape.full & ~self.across))
        return [(lines[line][at], self.bit) for line in bits(self.lines) for at in elsewhere]

    def why(self, shape: Shape) -> str:
        lines, others = ("rows", "columns") if self.by_row else ("columns", "rows")
        who, where = listed(values_of(self.lines)), listed(values_of(self.across))
        return f"in {lines} {who}, {self.bit.bit_length()} can be in {others} {where} only"

    def where(self, shape: Shape) -> str:
        return f"where {self.bit.bit_length()} can be in every row and column"


# -- signs and chains ------------------------------------------------------------------------------


@dataclass(frozen=True)
class OnlyPair(Finding):
    """One pair of values is left that satisfies a sign: `low` in `smaller`, `high` in `larger`."""

    smaller: int
    larger: int
    low: Bits
    high: Bits
    level = EASY
    title = "inequality insertion"
    rule = "where one pair of values is left that satisfies a sign, both are entered"

    def premises(self, shape: Shape) -> list[CellBits]:
        below, above = self.high - 1, shape.full & ~(self.low | self.low - 1)
        return [(self.smaller, below & ~self.low), (self.larger, above & ~self.high)]

    def why(self, shape: Shape) -> str:
        pair = f"{self.low.bit_length()} < {self.high.bit_length()}"
        return f"{shape.cells[self.smaller]} < {shape.cells[self.larger]} holds for {pair} only"

    def where(self, shape: Shape) -> str:
        return f"the sign between {shape.cells[self.smaller]} and {shape.cells[self.larger]}"


@dataclass(frozen=True)
class ChainBound(Finding):
    """The last cell of a chain of signs is bounded by the first one.

    Attributes
    ----------
    chain : cells, each with a sign to the next; all rise if `upward`, else all fall.
    bound : the smallest value of the first cell if `upward`, else the largest.
    """

    chain: tuple[int, ...]
    bound: int
    upward: bool
    level = EASY
    title = "chain of signs"
    rule = "along a chain of signs every step costs at least one value"

    def premises(self, shape: Shape) -> list[CellBits]:
        above = shape.full >> self.bound << self.bound
        return [(self.chain[0], (1 << self.bound - 1) - 1 if self.upward else above)]

    def cells(self, shape: Shape) -> set[int]:
        return set(self.chain)

    def why(self, shape: Shape) -> str:
        rising = self.chain if self.upward else self.chain[::-1]
        signs = " < ".join(str(shape.cells[cell]) for cell in rising)
        if self.bound == (1 if self.upward else shape.size):  # true of every cell
            return f"{signs} and no value is {'below' if self.upward else 'above'} {self.bound}"
        first, least = shape.cells[self.chain[0]], "least" if self.upward else "most"
        return f"{signs} and {first} is at {least} {self.bound}"

    def where(self, shape: Shape) -> str:
        first, last = shape.cells[self.chain[0]], shape.cells[self.chain[-1]]
        return f"the chain of signs between {first} and {last}"


class SignBound(ChainBound):
    """The same for a single sign."""

    title = "inequality elimination"
    rule = (
        "the smaller cell stays below the largest value of the larger one, "
        "and the larger one above the smallest value of the smaller"
    )

    def where(self, shape: Shape) -> str:
        first, last = (shape.cells[cell] for cell in self.chain[:: 1 if self.upward else -1])
        return f"the sign between {first} and {last}"


@dataclass(frozen=True)
class ForcingChain(Finding):
    """If the first cell of a chain does not have a value, the last one has it.

    Attributes
    ----------
    chain : cells with two values left, each in line with the next.
    forced : the value of each of them, as a bit, if the first one does not have `bit`.
    """

    chain: tuple[int, ...]
    forced: tuple[Bits, ...]
    bit: Bits
    level = EXTREME
    title = "forcing chain"
    rule = (
        "whatever the value of the first cell, one end of the chain has the value in "
        "question, so a cell in line with both ends does not have it"
    )

    def premises(self, shape: Shape) -> list[CellBits]:
        links = zip(self.chain, self.forced, (self.bit, *self.forced), strict=False)
        return [(cell, shape.full & ~(value | other)) for cell, value, other in links]

    def why(self, shape: Shape) -> str:
        names, value = [shape.cells[cell] for cell in self.chain], self.bit.bit_length()
        links = zip(names, self.forced, strict=True)
        forced = ", then ".join(f"{name} = {bit.bit_length()}" for name, bit in links)
        ends = f"{names[0]} or {names[-1]}"
        return f"if {names[0]} is not {value}, then {forced}; so {ends} is {value}"

    def where(self, shape: Shape) -> str:
        return f"the cells with two values left, from {shape.cells[self.chain[0]]} on"


# The kinds that rules find; with sets of the same size, the easiest comes first.
KINDS = (
    *(LineElimination, NakedSingle, HiddenSingle, OnlyPair, ChainBound, SignBound),
    *(NakedSet, HiddenSet, Fish, ForcingChain),
)
