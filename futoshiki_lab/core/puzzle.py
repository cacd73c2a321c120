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
from itertools import chain
from types import MappingProxyType
from typing import Any, NamedTuple, SupportsIndex

from futoshiki_lab.core.errors import PuzzleError
from futoshiki_lab.core.problem import Constraint, Problem, differ, plain

MAX_SIZE = 32
SMALLER, LARGER = ("<", "^", "∧"), (">", "v", "∨")  # what the first cell of a sign is
Grid = tuple[tuple[int, ...], ...]
Rows = Sequence[Sequence[int]]  # n rows of n values; 0 is an empty cell
Place = Sequence[int]
Signs = Iterable[Sequence[Place]] | Mapping[Sequence[Place], str]


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
        from 0. The same sign twice is kept once. A dictionary has for each pair its sign, "<" or
        ">" (or "^" or "v" between cells of a column).
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

    def __init__(self, grid: Rows, signs: Signs = (), name: str = "") -> None:
        try:
            rows = tuple(tuple(map(_integer, row)) for row in grid)
        except TypeError:
            raise PuzzleError(f"expected n rows of n numbers, not {grid!r:.60}") from None
        _validate_grid(rows)
        if not isinstance(signs, Iterable):
            raise PuzzleError(f"expected pairs of cells for signs, not {signs!r}")
        marked = signs.items() if isinstance(signs, Mapping) else ((pair, "<") for pair in signs)
        kept = frozenset(_sign(pair, mark) for pair, mark in marked)
        for sign in kept:
            _validate_sign(sign, kept, len(rows))
        self._begin(rows, kept, name)

    def _begin(self, grid: Grid, signs: frozenset[Sign], name: str) -> None:
        """Set what makes a puzzle; as a frozen class allows nothing else, in its dictionary."""
        vars(self).update(empty_board(len(grid)), grid=grid, signs=signs, name=name)
        known = zip(self.cells, chain.from_iterable(grid), strict=True)
        vars(self)["givens"] = MappingProxyType({cell: value for cell, value in known if value})

    # -- the constraint problem -----------------------------------------------------------------

    @property
    def size(self) -> int:
        """n: the number of rows, of columns and of values."""
        return len(self.grid)

    def statements(self) -> tuple[Constraint, ...]:
        """The signs: that all others differ is what the rows and columns say."""
        return tuple(Constraint(*sign, "<", operator.lt) for sign in self.signs)

    @cached_property
    def constraints(self) -> Mapping[Cell, Mapping[Cell, Constraint]]:
        """Those of the empty board; where a sign stands, it takes the place of `≠`."""
        found = dict(_without_signs(self.size))
        for sign in self.statements():
            for seen in (sign, sign.turn()):
                found[seen.cell] = MappingProxyType({**found[seen.cell], seen.other: seen})
        return MappingProxyType(found)

    @property
    def sign_neighbours(self) -> Mapping[Cell, tuple[Cell, ...]]:
        """For each cell the neighbours with a sign between, in reading order."""
        return self.stated_neighbours

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
        try:
            sizes = {len(solution), *map(len, solution)}
        except TypeError:  # no rows
            sizes = set()
        if sizes != {n}:
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

    @property
    def in_words(self) -> str:
        """What stands on the board, for somebody who cannot see it."""
        givens = ", ".join(f"{cell} = {value}" for cell, value in self.givens.items())
        signs = ", ".join(f"{small} < {large}" for small, large in sorted(self.signs))
        return f"{repr(self)[1:-1]}. Given: {givens or 'nothing'}. Signs: {signs or 'none'}."

    def as_svg(self) -> str:
        """Draw the puzzle in the text colour of the page: what a notebook shows of it."""
        pitch, box, title = 44, 32, escape(repr(self)[1:-1])
        texts = [*self.givens.items(), *sign_marks(self.signs, "<>∧∨")]
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
        middles = [(at + 1, at * pitch + 17) for at in range(self.size)]
        names = "".join(
            f'<text x="{middle}" y="-6">c{at}</text><text x="-10" y="{middle + 4}">r{at}</text>'
            for at, middle in middles
        )
        side = self.size * pitch - pitch + box + 24
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{side * 1.2:.0f}" role="img" '
            f'viewBox="-22 -22 {side} {side}" style="max-width:100%" '
            f'aria-label="{escape(self.in_words)}" '
            f'font-family="sans-serif" font-weight="bold" text-anchor="middle" '
            f'fill="currentColor" stroke="currentColor"><title>{title}</title>{boxes}{marked}'
            f'<g font-size="10" font-weight="400" fill-opacity="0.8" stroke="none">{names}</g>'
            "</svg>"
        )

    _repr_html_ = as_svg


def _unpickled(grid: Grid, numbers: tuple[int, ...], name: str) -> Puzzle:
    cells = empty_board(len(grid))["cells"]
    pairs = (divmod(number, len(cells)) for number in numbers)
    return unchecked(grid, [Sign(cells[smaller], cells[larger]) for smaller, larger in pairs], name)


def unchecked(grid: Grid, signs: Iterable[Sign], name: str) -> Puzzle:
    """The puzzle of a grid and of signs that were checked before: by a reader, or when pickled."""
    puzzle = object.__new__(Puzzle)
    puzzle._begin(grid, frozenset(signs), name)
    return puzzle


@cache
def empty_board(n: int) -> Mapping[str, Any]:
    """What all puzzles of a size have in common, by the names of a problem's attributes: all but
    the givens and the signs."""
    span, values = range(n), tuple(range(1, n + 1))
    rows = tuple(tuple(Cell(row, column) for column in span) for row in span)
    columns, cells = tuple(zip(*rows, strict=True)), tuple(chain(*rows))
    found = {
        cell: tuple(sorted({*rows[cell.row], *columns[cell.column]} - {cell})) for cell in cells
    }
    return MappingProxyType(
        {
            "cells": cells,
            "values": values,
            "groups": rows + columns,
            "neighbours": MappingProxyType(found),
            "lines_of": MappingProxyType({cell: [cell.row, n + cell.column] for cell in cells}),
            "places": {},
            "label": f"{n}x{n}",
            "_choices": dict.fromkeys(cells, values),
        }
    )


@cache
def _without_signs(n: int) -> Mapping[Cell, Mapping[Cell, Constraint]]:
    """The constraints of the empty board: `≠`, and nothing else."""
    found = empty_board(n)["neighbours"].items()
    return {cell: MappingProxyType({x: differ(cell, x) for x in others}) for cell, others in found}


def _integer(value: object) -> Any:
    """An integer of any type (NumPy's too) as a plain int; any other value as it is."""
    if type(value) is int:  # to ask for a protocol takes long
        return value
    value = plain(value)
    return operator.index(value) if isinstance(value, SupportsIndex) else value


def _sign(pair: Any, mark: object) -> Sign:
    """The sign between two cells."""
    try:
        one, two = (Cell(*map(_integer, place)) for place in pair)
    except (TypeError, ValueError):
        raise PuzzleError(f"expected a pair of cells for a sign, not {pair!r}") from None
    if mark not in SMALLER + LARGER:
        raise PuzzleError(f'the sign between {one} and {two} must be "<" or ">", not {mark!r}')
    return Sign(one, two) if mark in SMALLER else Sign(two, one)


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
    n, width, at = len(rows), len(str(len(rows))), dict(sign_marks(signs, "<>^v"))
    lines = []
    for row, values in enumerate(rows):
        line = ""
        for column, value in enumerate(values):
            line += f"{str(value or '.').rjust(width)} {at.get((row, column + 0.5), ' ')} "
        below = "   ".join(at.get((row + 0.5, column), "").rjust(width) for column in range(n))
        lines += [line[:-3], below.rstrip()]
    return "\n".join(lines[:-1])


def sign_marks(signs: Iterable[Sign], shapes: str) -> Iterator[tuple[tuple[float, float], str]]:
    """Each sign's place, half-way between its cells, and its mark, one of the four shapes."""
    for smaller, larger in signs:
        (row, column), (other_row, other_column) = smaller, larger
        mark = shapes[2 * (row != other_row) + (smaller > larger)]
        yield ((row + other_row) / 2, (column + other_column) / 2), mark
