"""The puzzle itself: cells, givens, signs, and what it means to solve it.

A Futoshiki of size n is an n x n Latin square, some of whose values are given and some of whose
neighbouring cells have a sign between them. Seen as a constraint problem:

- **variables**: the n² cells, in reading order (row by row, left to right);
- **values**: 1..n;
- **constraints**, all binary: one for each unordered pair of cells that share a row or a column,
  `<` or `>` where a sign stands between them and `≠` otherwise (a sign implies `≠`, so such a
  pair still has one constraint).

Nothing here searches, and nothing here changes: a `Puzzle` is a value.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from html import escape
from types import MappingProxyType
from typing import NamedTuple

MAX_SIZE = 32
HOLDS = {"<": operator.lt, ">": operator.gt, "≠": operator.ne}

Grid = tuple[tuple[int, ...], ...]


class Cell(NamedTuple):
    """One variable: a row and a column, counted from 0 in code and written from 1 (`r2c3`)."""

    row: int
    column: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.column + 1}"

    __repr__ = __str__


class Sign(NamedTuple):
    """One sign: `smaller` < `larger`, two cells that touch along an edge."""

    smaller: Cell
    larger: Cell

    def __str__(self) -> str:
        return f"{self.smaller} < {self.larger}"

    __repr__ = __str__


@dataclass(frozen=True, eq=False, slots=True)
class Constraint:
    """The constraint between two neighbours, as `cell` sees it.

    Attributes
    ----------
    cell, other : the two cells.
    relation : `<` (the value of `cell` must be smaller than the value of `other`), `>` or `≠`.
    holds : holds(value, other_value) tells whether a pair of values satisfies it.
    """

    cell: Cell
    other: Cell
    relation: str
    holds: Callable[[int, int], bool]

    def __str__(self) -> str:
        return f"{self.cell} {self.relation} {self.other}"

    __repr__ = __str__


class PuzzleError(ValueError):
    """A puzzle that cannot be read or cannot exist, with the place where that shows.

    Parameters
    ----------
    message : what was expected and what was found, in one line.
    file : the file's name, or None.
    line, column : where it stands in the text, both from 1, or None where there is no such place.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ):
        self.message, self.file, self.line, self.column = message, file, line, column
        super().__init__(message)

    def __str__(self) -> str:
        place = [str(part) for part in (self.file, self.line, self.column) if part is not None]
        return ":".join(place) + ": " + self.message if place else self.message


@dataclass(frozen=True)
class Puzzle:
    """An immutable, hashable Futoshiki puzzle.

    Parameters
    ----------
    grid : n rows of n integers, the given values; 0 is an empty cell.
    signs : pairs (smaller cell, larger cell) of cells that touch; pairs of (row, column) from 0
        will do. The same sign twice is kept once.
    name : what to call it; two puzzles that differ in name alone are equal.

    Raises
    ------
    PuzzleError : the grid is not square or its size not 1..32, a value is not in 0..n, a sign does
        not stand between two neighbouring cells, or two signs on one pair disagree.

    Givens that contradict each other or a sign are legal: such a puzzle has no solution.
    """

    grid: Grid
    signs: frozenset[Sign] = frozenset()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        rows = tuple(tuple(_integer(value) for value in row) for row in self.grid)
        signs = frozenset(Sign(_cell(smaller), _cell(larger)) for smaller, larger in self.signs)
        object.__setattr__(self, "grid", rows)
        object.__setattr__(self, "signs", signs)
        _validate_grid(rows)
        for sign in signs:
            _validate_sign(sign, signs, len(rows))

    # -- the constraint problem -----------------------------------------------------------------

    @property
    def size(self) -> int:
        """n: the number of rows, of columns and of values."""
        return len(self.grid)

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """The n² variables in reading order."""
        return _cells(self.size)

    @cached_property
    def values(self) -> tuple[int, ...]:
        """1..n, the domain of an empty cell."""
        return tuple(range(1, self.size + 1))

    @cached_property
    def givens(self) -> Mapping[Cell, int]:
        """The given cells with their values, in reading order (read-only)."""
        return MappingProxyType({cell: self[cell] for cell in self.cells if self[cell]})

    @cached_property
    def constraints(self) -> Mapping[Cell, Mapping[Cell, Constraint]]:
        """For each cell its neighbours, in reading order, each with the constraint between them.

        `constraints[cell][other]` is the constraint as `cell` sees it, `constraints[other][cell]`
        the same one as `other` sees it.
        """
        return MappingProxyType({cell: self._constraints_of(cell) for cell in self.cells})

    @cached_property
    def neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For each cell the 2(n-1) cells that share its row or column, in reading order."""
        return MappingProxyType({cell: tuple(self.constraints[cell]) for cell in self.cells})

    @cached_property
    def sign_neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For each cell the neighbours with a sign between, in reading order."""
        return MappingProxyType(
            {
                cell: tuple(other for other in others if others[other].relation != "≠")
                for cell, others in self.constraints.items()
            }
        )

    @property
    def pairs(self) -> Iterator[Constraint]:
        """Every constraint once, as the first of its two cells in reading order sees it."""
        for cell, others in self.constraints.items():
            yield from (others[other] for other in others if cell < other)

    def _constraints_of(self, cell: Cell) -> Mapping[Cell, Constraint]:
        above = [Cell(row, cell.column) for row in range(cell.row)]
        beside = [Cell(cell.row, column) for column in range(self.size) if column != cell.column]
        below = [Cell(row, cell.column) for row in range(cell.row + 1, self.size)]
        return MappingProxyType(
            {other: self._constraint(cell, other) for other in (*above, *beside, *below)}
        )

    def _constraint(self, cell: Cell, other: Cell) -> Constraint:
        relation = (
            "<" if (cell, other) in self.signs else ">" if (other, cell) in self.signs else "≠"
        )
        return Constraint(cell, other, relation, HOLDS[relation])

    def __getitem__(self, cell: tuple[int, int]) -> int:
        """The given value of a cell, or 0."""
        return self.grid[cell[0]][cell[1]]

    def __reduce__(self):
        """Pickle what the puzzle is, not what was worked out of it; as numbers, for speed."""
        n = self.size
        signs = tuple(((a * n + b) * n + c) * n + d for (a, b), (c, d) in self.signs)
        return _unpickled, (self.grid, signs, self.name)

    # -- solutions ------------------------------------------------------------------------------

    def violations(self, solution: Sequence[Sequence[int]]) -> Iterator[str]:
        """Say in words what keeps a grid from being a solution; nothing if it is one.

        Parameters
        ----------
        solution : n rows of n values.
        """
        n = self.size
        if len(solution) != n or any(len(row) != n for row in solution):
            yield f"a solution has {n} rows of {n} values"
            return
        at = {cell: solution[cell.row][cell.column] for cell in self.cells}
        for cell, value in at.items():
            if value not in self.values:
                yield f"{cell} = {value!r} is not one of 1..{n}"
            elif self[cell] not in (0, value):
                yield f"{cell} = {value}, but {self[cell]} is given there"
        if any(value not in self.values for value in at.values()):
            return
        for constraint in self.pairs:
            value, other_value = at[constraint.cell], at[constraint.other]
            if not constraint.holds(value, other_value):
                yield f"{constraint} fails: {value} and {other_value}"

    def is_solution(self, solution: Sequence[Sequence[int]]) -> bool:
        """Whether a grid (n rows of n values) keeps the givens and every constraint."""
        return next(self.violations(solution), None) is None

    # -- how it shows itself --------------------------------------------------------------------

    def __repr__(self) -> str:
        name = f"{self.name!r}: " if self.name else ""
        n, givens, signs = self.size, len(self.givens), len(self.signs)
        return (
            f"<Puzzle {name}{n}x{n}, {givens} given{'s' * (givens != 1)}, "
            f"{signs} sign{'s' * (signs != 1)}>"
        )

    def __str__(self) -> str:
        return self.picture()

    def picture(self, solution: Sequence[Sequence[int]] | None = None) -> str:
        """Draw the puzzle with characters, vertical signs in the column of their cells.

        Parameters
        ----------
        solution : n rows of n values to show instead of the givens; 0 is an empty cell.
        """
        grid = self.grid if solution is None else solution
        width = len(str(self.size))
        lines = []
        for row in range(self.size):
            line, below = "", ""
            for column in range(self.size):
                value = grid[row][column]
                line += (str(value) if value else ".").rjust(width)
                below += self._sign(row, column, row + 1, column, "^v").rjust(width)
                if column + 1 < self.size:
                    line += f" {self._sign(row, column, row, column + 1, '<>')} "
                    below += "   "
            lines += [line, below.rstrip()]
        return "\n".join(lines[:-1])

    def _sign(self, row: int, column: int, other_row: int, other_column: int, marks: str) -> str:
        cell, other = (row, column), (other_row, other_column)
        if (cell, other) in self.signs:
            return marks[0]
        return marks[1] if (other, cell) in self.signs else " "

    def _repr_html_(self) -> str:
        return _svg(self)


def _unpickled(grid: Grid, signs: tuple[int, ...], name: str) -> Puzzle:
    """The puzzle that was pickled; it was validated when it was made."""
    cells = _cells(len(grid))
    pairs = [divmod(sign, len(cells)) for sign in signs]
    puzzle = object.__new__(Puzzle)
    vars(puzzle).update(
        grid=grid,
        signs=frozenset([Sign(cells[smaller], cells[larger]) for smaller, larger in pairs]),
        name=name,
    )
    return puzzle


@cache
def _cells(n: int) -> tuple[Cell, ...]:
    return tuple(Cell(row, column) for row in range(n) for column in range(n))


def _integer(value: object) -> object:
    """A plain int for anything that counts as one (NumPy's included); else the value as it is."""
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return value


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
    (row, column), (other_row, other_column) = sign
    numbers = (row, column, other_row, other_column)
    if not all(type(number) is int and 0 <= number < n for number in numbers):
        raise PuzzleError(f"the sign {sign} leaves the {n}x{n} board")
    if abs(row - other_row) + abs(column - other_column) != 1:
        raise PuzzleError(f"the sign {sign} must stand between two cells that touch")
    if Sign(sign.larger, sign.smaller) in signs:
        raise PuzzleError(f"two signs disagree: {sign} and {Sign(*reversed(sign))}")


def _svg(puzzle: Puzzle) -> str:
    """A small drawing for a notebook's output, in the text colour of its theme."""
    step, box = 44, 32
    parts = []
    for cell in puzzle.cells:
        x, y = cell.column * step + 1, cell.row * step + 1
        value = puzzle[cell]
        fill = 0.14 if value else 0
        parts.append(
            f'<rect x="{x}" y="{y}" width="{box}" height="{box}" rx="3" fill="currentColor" '
            f'fill-opacity="{fill}" stroke="currentColor" stroke-opacity="0.5"/>'
        )
        if value:
            parts.append(_svg_text(x + box / 2, y + box / 2, str(value), 18, "bold"))
    for sign in puzzle.signs:
        first, second = sorted(sign)
        x = (first.column + second.column) / 2 * step + 1 + box / 2
        y = (first.row + second.row) / 2 * step + 1 + box / 2
        horizontal = first.row == second.row
        mark = (
            ("<" if horizontal else "∧") if first == sign.smaller else (">" if horizontal else "∨")
        )
        parts.append(_svg_text(x, y, escape(mark), 14, "bold"))
    side = (puzzle.size - 1) * step + box + 2
    title = escape(f"{puzzle!r}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" role="img" '
        f'aria-label="{title}" font-family="sans-serif"><title>{title}</title>'
        f"{''.join(parts)}</svg>"
    )


def _svg_text(x: float, y: float, text: str, size: int, weight: str) -> str:
    return (
        f'<text x="{x}" y="{y}" dy="0.35em" font-size="{size}" font-weight="{weight}" '
        f'text-anchor="middle" fill="currentColor">{text}</text>'
    )


def grid_of(values: Mapping[Cell, int], size: int) -> Grid:
    """Lay out values by cell as n rows of n numbers; a cell without a value is 0."""
    return tuple(
        tuple(values.get(Cell(row, column), 0) for column in range(size)) for row in range(size)
    )


def text_of(grid: Iterable[Iterable[int]]) -> str:
    """Write a grid as rows of numbers divided by spaces, as the course's output files have it."""
    return "".join(" ".join(str(value) for value in row) + "\n" for row in grid)
