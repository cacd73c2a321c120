"""The puzzle itself: cells, givens, signs, and what it means to solve it.

A Futoshiki of size n is an n x n Latin square, some of whose values are given and some of whose
neighbouring cells have a sign between them. Seen as a constraint problem:

- **variables**: the n² cells, in reading order (row by row, left to right);
- **values**: 1..n;
- **constraints**, all binary: one for each unordered pair of cells that share a row or a column,
  `<` or `>` where a sign stands between them and `≠` otherwise (a sign implies `≠`).

Nothing here searches, and nothing here changes: a `Puzzle` is a value.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from types import MappingProxyType
from typing import NamedTuple

from futoshiki_lab.core.errors import PuzzleError
from futoshiki_lab.core.problem import Constraint, Domain, Problem

MAX_SIZE = 32
Grid = tuple[tuple[int, ...], ...]
Rows = Sequence[Sequence[int]]  # n rows of n values; 0 is an empty cell


class Cell(NamedTuple):
    """One variable: a row and a column, counted from 0 in code and written from 1 (`r2c3`)."""

    row: int
    column: int

    def __repr__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}"


class Sign(NamedTuple):
    """One sign: `smaller` < `larger`, two cells that touch along an edge."""

    smaller: Cell
    larger: Cell

    def __repr__(self) -> str:
        return f"{self.smaller} < {self.larger}"


@dataclass(frozen=True, init=False)
class Puzzle(Problem):
    """An immutable, hashable Futoshiki puzzle.

    Parameters
    ----------
    grid : n rows of n integers, the given values; 0 is an empty cell.
    signs : pairs (smaller cell, larger cell) of cells that touch; each a Cell or (row, column)
        from 0. The same sign twice is kept once.
    name : what to call it; two puzzles that differ in name alone are equal.

    Raises
    ------
    PuzzleError : the grid is not square or its size not 1..32, a value is not in 0..n, a sign does
        not stand between two cells that touch, or two signs on one pair disagree. (Givens that
        contradict each other are legal: such a puzzle has no solution.)
    """

    grid: Grid
    signs: frozenset[Sign]
    name: str = field(compare=False)
    empty, unit, view = 0, "cell", "signs"

    def __init__(
        self, grid: Rows, signs: Iterable[Sequence[Sequence[int]]] = (), name: str = ""
    ) -> None:
        rows = tuple(tuple(_integer(value) for value in row) for row in grid)
        kept = frozenset(Sign(_cell(smaller), _cell(larger)) for smaller, larger in signs)
        vars(self).update(grid=rows, signs=kept, name=name)  # a frozen class allows nothing else
        _validate_grid(rows)
        for sign in kept:
            _validate_sign(sign, kept, len(rows))

    # -- the constraint problem -----------------------------------------------------------------

    @property
    def size(self) -> int:
        """n: the number of rows, of columns and of values."""
        return len(self.grid)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:  # type: ignore[override]
        """The n² variables in reading order."""
        return _cells(self.size)

    @cached_property
    def values(self) -> tuple[int, ...]:  # type: ignore[override]
        """1..n, the domain of an empty cell."""
        return tuple(range(1, self.size + 1))

    @cached_property
    def givens(self) -> Mapping[Cell, int]:  # type: ignore[override]
        """The given cells with their values, in reading order (read-only)."""
        return MappingProxyType({cell: self[cell] for cell in self.cells if self[cell]})

    @cached_property
    def constraints(self) -> Mapping[Cell, Mapping[Cell, Constraint]]:  # type: ignore[override]
        """For each cell its neighbours, in reading order, each with the constraint between them:
        `constraints[cell][other]`, as `cell` sees it."""
        found = {cell: dict(others) for cell, others in _unequal(self.size).items()}
        for smaller, larger in self.signs:
            found[smaller][larger] = Constraint(smaller, larger, "<", operator.lt)
            found[larger][smaller] = Constraint(larger, smaller, ">", operator.gt)
        return MappingProxyType({cell: MappingProxyType(found[cell]) for cell in found})

    @cached_property
    def domains(self) -> Mapping[Cell, Domain]:  # type: ignore[override]
        """For each cell the values it may take: all, or the one that is given."""
        return {cell: (self[cell],) if self[cell] else self.values for cell in self.cells}

    @cached_property
    def neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:  # type: ignore[override]
        """For each cell the 2(n-1) cells that share its row or column, in reading order."""
        return _neighbours(self.size)

    @property
    def sign_neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For each cell the neighbours with a sign between, in reading order."""
        return self.stated_neighbours

    @cached_property
    def stated_neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:  # type: ignore[override]
        """The same: that all others differ is what rows and columns say."""
        found = {
            cell: tuple(other for other in others if others[other].relation != "≠")
            for cell, others in self.constraints.items()
        }
        return MappingProxyType(found)

    @cached_property
    def groups(self) -> tuple[tuple[Cell, ...], ...]:  # type: ignore[override]
        """The rows, then the columns, each the cells that must all be different."""
        return _lines(self.size)

    @property
    def places(self) -> dict[Cell, tuple[float, float]]:  # type: ignore[override]
        """None is stated: each cell stands at its row and column."""
        return {}

    @cached_property
    def lines_of(self) -> Mapping[Cell, list[int]]:  # type: ignore[override]
        """For each cell its row and its column, as they are numbered in `groups`."""
        return {cell: [cell.row, self.size + cell.column] for cell in self.cells}

    @property
    def label(self) -> str:  # type: ignore[override]
        """The size, as in 4x4."""
        return f"{self.size}x{self.size}"

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The given value of a cell, or 0."""
        return self.grid[cell[0]][cell[1]]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle only the puzzle's data, as numbers for speed; cached properties are left out."""
        n = self.size
        numbers = tuple(((a * n + b) * n + c) * n + d for (a, b), (c, d) in self.signs)
        return _unpickled, (self.grid, numbers, self.name)

    # -- solutions ------------------------------------------------------------------------------

    def solution_of(self, values: Mapping[Cell, int]) -> Grid:
        """Values by cell as n rows of n numbers."""
        return grid_of(values, self.size)

    def values_of(self, solution: Rows) -> Mapping[Cell, int] | str:
        """The value of each cell in n rows of n values; in words what is wrong with others."""
        n = self.size
        if len(solution) != n or any(len(row) != n for row in solution):
            return f"a solution has {n} rows of {n} values"
        return {cell: solution[cell.row][cell.column] for cell in self.cells}

    def listing(self, solution: Rows) -> str:
        """A solution as text: a line for each row."""
        return "".join(" ".join(map(str, row)) + "\n" for row in solution)

    def choices(self, cell: Cell) -> str:
        """The values of a board in words."""
        return f"1..{self.size}"

    # -- how it shows itself --------------------------------------------------------------------

    def __repr__(self) -> str:
        name = f"{self.name!r}: " if self.name else ""
        n, givens, signs = self.size, len(self.givens), len(self.signs)
        return (
            f"<Puzzle {name}{n}x{n}, {givens} given{'s' * (givens != 1)}, "
            f"{signs} sign{'s' * (signs != 1)}>"
        )

    def picture(self, solution: Rows | None = None) -> str:
        """Draw the puzzle with characters; `solution`: rows to show instead of the givens."""
        return in_characters(self.grid if solution is None else solution, self.signs)

    __str__ = picture

    def as_svg(self) -> str:
        """Draw the puzzle in the text colour of the page: what a notebook shows of it."""
        pitch, box, title = 44, 32, escape(repr(self))
        texts = [*self.givens.items(), *marks(self.signs, "<>∧∨")]
        boxes = "".join(
            f'<rect x="{column * pitch + 1}" y="{row * pitch + 1}" width="{box}" height="{box}" '
            f'rx="3" fill-opacity="{0.14 if self[row, column] else 0}" stroke-opacity="0.5"/>'
            for row, column in self.cells
        )
        marked = "".join(
            f'<text x="{column * pitch + 17:g}" y="{row * pitch + 17:g}" dy="0.35em" stroke="none" '
            f'font-size="{18 if isinstance(text, int) else 14}">{escape(str(text))}</text>'
            for (row, column), text in texts
        )
        side = self.size * pitch - pitch + box + 2
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" role="img" '
            f'aria-label="{title}" font-family="sans-serif" font-weight="bold" '
            f'text-anchor="middle" fill="currentColor" stroke="currentColor">'
            f"<title>{title}</title>{boxes}{marked}</svg>"
        )

    _repr_html_ = as_svg


def _unpickled(grid: Grid, numbers: tuple[int, ...], name: str) -> Puzzle:
    cells = _cells(len(grid))
    pairs = (divmod(number, len(cells)) for number in numbers)
    return unchecked(grid, [Sign(cells[smaller], cells[larger]) for smaller, larger in pairs], name)


def unchecked(grid: Grid, signs: Iterable[Sign], name: str) -> Puzzle:
    """The puzzle of a grid and of signs that were checked before: by a reader, or when pickled."""
    puzzle = object.__new__(Puzzle)
    vars(puzzle).update(grid=grid, signs=frozenset(signs), name=name)
    return puzzle


@cache
def _cells(n: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, column) for row in range(n) for column in range(n))


@cache
def _neighbours(n: int) -> Mapping[Cell, tuple[Cell, ...]]:
    found = {}
    for cell in _cells(n):
        beside = (Cell(cell.row, column) for column in range(n))
        upright = (Cell(row, cell.column) for row in range(n))
        found[cell] = tuple(sorted({*beside, *upright} - {cell}))
    return MappingProxyType(found)


@cache
def _unequal(n: int) -> dict[Cell, dict[Cell, Constraint]]:
    """The constraints of a board without signs: every two neighbours differ."""
    return {
        cell: {other: Constraint(cell, other, "≠", operator.ne) for other in others}
        for cell, others in _neighbours(n).items()
    }


@cache
def _lines(n: int) -> tuple[tuple[Cell, ...], ...]:
    rows = tuple(tuple(Cell(row, column) for column in range(n)) for row in range(n))
    return (*rows, *zip(*rows, strict=True))


def _integer(value: int) -> int:
    """An integer of any type (NumPy's too) as a plain int; any other value as it is."""
    return operator.index(value) if hasattr(value, "__index__") else value


def _cell(place: Iterable[int]) -> Cell:
    return Cell(*(_integer(number) for number in place))


def _validate_grid(rows: Grid) -> None:
    n = len(rows)
    if not 1 <= n <= MAX_SIZE:
        raise PuzzleError(f"the size must be 1..{MAX_SIZE}, not {n}")
    for index, row in enumerate(rows, 1):
        if len(row) != n:
            raise PuzzleError(f"the grid must be square: row {index} has {len(row)} cells, not {n}")
        for column, value in enumerate(row, 1):
            if type(value) is not int or not 0 <= value <= n:
                raise PuzzleError(f"r{index}c{column} must be a number in 0..{n}, not {value!r}")


def _validate_sign(sign: Sign, signs: frozenset[Sign], n: int) -> None:
    if not all(type(number) is int and 0 <= number < n for cell in sign for number in cell):
        raise PuzzleError(f"the sign {sign} leaves the {n}x{n} board")
    if sum(abs(a - b) for a, b in zip(*sign, strict=True)) != 1:
        raise PuzzleError(f"the sign {sign} must stand between two cells that touch")
    if Sign(sign.larger, sign.smaller) in signs:
        raise PuzzleError(f"two signs disagree: {sign} and {Sign(*reversed(sign))}")


def grid_of(values: Mapping[Cell, int], size: int) -> Grid:
    """Lay out values by cell as n rows of n numbers; a cell without a value is 0."""
    span = range(size)
    return tuple(tuple(values.get(Cell(row, column), 0) for column in span) for row in span)


def in_characters(rows: Rows, signs: Iterable[Sign]) -> str:
    """Draw a board with characters; a vertical sign stands in the column of its cells."""
    n, width, at = len(rows), len(str(len(rows))), dict(marks(signs, "<>^v"))
    lines = []
    for row, values in enumerate(rows):
        line = ""
        for column, value in enumerate(values):
            line += f"{str(value or '.').rjust(width)} {at.get((row, column + 0.5), ' ')} "
        below = "   ".join(at.get((row + 0.5, column), "").rjust(width) for column in range(n))
        lines += [line[:-3], below.rstrip()]
    return "\n".join(lines[:-1])


def marks(signs: Iterable[Sign], shapes: str) -> Iterator[tuple[tuple[float, float], str]]:
    """Each sign's place, half-way between its cells, and its mark, one of the four shapes."""
    for smaller, larger in signs:
        (row, column), (other_row, other_column) = smaller, larger
        mark = shapes[2 * (row != other_row) + (smaller > larger)]
        yield ((row + other_row) / 2, (column + other_column) / 2), mark
