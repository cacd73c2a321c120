"""What a reason is made of: entries, signs, rows and columns; and what each costs a person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from futoshiki_lab.core import Cell, Puzzle, Sign, must_be_puzzle, whole_number
from futoshiki_lab.core.problem import plain
from futoshiki_lab.core.puzzle import Rows
from futoshiki_lab.support.phrases import listed

Key = TypeVar("Key")
Item = TypeVar("Item")
PencilMarks = Mapping[Cell, Sequence[int]]


class Entry(NamedTuple):
    """A value that stands in a cell, given or entered."""

    cell: Cell
    value: int

    @property
    def values(self) -> tuple[int, ...]:
        """The value that is left, as in `Left`."""
        return (self.value,)

    def __repr__(self) -> str:
        return f"{self.cell} = {self.value}"


@dataclass(frozen=True, order=True)
class Left:
    """The values that are left in a cell: others were crossed out before.

    No tuple: one of two values would be equal to a sign between two cells.
    """

    cell: Cell
    values: tuple[int, ...]

    def __repr__(self) -> str:
        return f"{self.cell} ({listed(self.values, 'or')})"


def says_more(bound: Entry | Left, weak: Entry | Left) -> bool:
    """Whether it leaves the same cell fewer of the same values."""
    return bound.cell == weak.cell and {*bound.values} < {*weak.values}


class Line(NamedTuple):
    """A row or a column: its values all differ, so each value has a place in it."""

    kind: str
    number: int  # from 0, as in a Cell

    def __repr__(self) -> str:
        return f"{self.kind} {self.number + 1}"

    def among_all(self, size: int) -> int:
        """Its number among the lines of a board: the rows, then the columns."""
        return self.number + size * (self.kind == "column")

    def cells(self, size: int) -> list[Cell]:
        """Its cells, in reading order."""
        span, row = range(size), self.kind == "row"
        return [Cell(self.number, at) if row else Cell(at, self.number) for at in span]


Fact = Entry | Left | Sign | Line

# An entry, a sign or the marks of a cell are seen at a glance; a row or a column has to be read as
# a whole. So the usual reason, "this value stands in the row", costs 3: as much as two signs and an
# entry.
PRICES = {Entry: 1, Left: 1, Sign: 1, Line: 2}


def grouped(pairs: Iterable[tuple[Key, Item]]) -> dict[Key, list[Item]]:
    """The second parts of pairs by their first parts, in the order in which they come."""
    groups: dict[Key, list[Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return groups


def cost(facts: Iterable[Fact]) -> int:
    """What facts cost together."""
    return sum(PRICES[type(fact)] for fact in facts)


def sort_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """The facts in the order in which they are told: those of a kind together, rows first."""
    kinds = [*PRICES]
    by_kind = sorted(facts, key=lambda fact: (kinds.index(type(fact)), fact))
    return tuple(sorted(by_kind, key=lambda fact: getattr(fact, "kind", "") == "column"))


def facts_of(puzzle: Puzzle, marks: PencilMarks | None = None) -> Iterator[Fact]:
    """All facts of a puzzle: the lines, the signs in reading order, the givens; and the marks.

    Parameters
    ----------
    marks : the values left, by cell; a missing or empty cell has all of them.
    """
    yield from (Line(kind, number) for kind in ("row", "column") for number in range(puzzle.size))
    yield from sorted(puzzle.signs)
    yield from (Entry(*given) for given in puzzle.givens.items())
    for cell, left in sorted((marks or {}).items()):
        if not puzzle[cell] and 0 < len(set(left)) < puzzle.size:
            yield Left(Cell(*cell), tuple(sorted(set(left))))


def entries(puzzle: Puzzle, values: Rows) -> list[list[int]]:
    """The entries of a player, n rows of n, with missing givens filled in.

    Raises
    ------
    ValueError : they are not n rows of n values from 0 to n.
    """
    n = must_be_puzzle(puzzle).size
    try:
        rows = [list(map(plain, row)) for row in values]
    except TypeError:
        rows = []
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ValueError(f"the entries must be {n} rows of {n} values")
    for cell in puzzle.cells:
        entry = rows[cell.row][cell.column]
        if isinstance(entry, bool | float) or entry not in (0, *puzzle.values):
            raise ValueError(f"{cell} = {entry!r} is not one of 0..{n}")
        rows[cell.row][cell.column] = entry or puzzle[cell]
    return rows


def to_cell(puzzle: Puzzle, cell: object, value: object = None) -> Cell:
    """A row and a column, both from 0, as a cell of the board; the value is for the message.

    Raises
    ------
    ValueError : it is none.
    """
    if isinstance(cell, Sequence) and not isinstance(cell, str) and len(cell) == 2:
        found = Cell(*(whole_number("a row or column", part) for part in cell))
        if found in puzzle.constraints:
            return found
        what = found if value is None else f"{found} = {value}"
        raise ValueError(f"{what} is not on a board of size {puzzle.size}")
    raise ValueError(f"a cell is (row, column), both from 0, not {cell!r}")


def checked_marks(puzzle: Puzzle, marks: PencilMarks) -> dict[Cell, tuple[int, ...]]:
    """The values left, by cell.

    Raises
    ------
    ValueError : a cell or a value is not of this board.
    """
    found = {to_cell(puzzle, cell): tuple(sorted(set(left))) for cell, left in marks.items()}
    for cell, left in found.items():
        for value in left:
            if whole_number(f"a mark of {cell}", value) not in puzzle.values:
                raise ValueError(f"{cell} = {value} is not on a board of size {puzzle.size}")
    return found


def find_clash(
    puzzle: Puzzle, entered: Mapping[Cell, int], cell: Cell, value: int
) -> tuple[str, Cell] | None:
    """What contradicts a value at a glance, in words, and the cell of it; None if nothing does."""
    if puzzle[cell] not in (0, value):
        return f"{cell} is given as {puzzle[cell]}", cell
    for other, constraint in puzzle.constraints[cell].items():
        entry = entered.get(other, 0)
        if entry and not constraint.holds(value, entry):
            line = "row" if cell.row == other.row else "column"
            twice = f"{other} in the same {line} is {value} as well"
            broken = f"{constraint}, but {other} is {entry}"
            return (twice if constraint.relation == "≠" else broken), other
    return None
