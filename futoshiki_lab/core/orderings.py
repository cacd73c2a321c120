"""Which cell next, and which value first: `Select` and `Order`, ours or your own.

Ties are broken in reading order (cells) or ascending (values), so that a run is reproducible.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Protocol

from futoshiki_lab.core.board import Board
from futoshiki_lab.core.named import Named, by_name
from futoshiki_lab.core.problem import Value, Variable


class Select(Protocol):
    """Which cell next: `select(board)` returns one of `board.unassigned`; it changes nothing."""

    def __call__(self, board: Board, /) -> Variable: ...


class Order(Protocol):
    """Which value first: `order(board, cell)` gives the cell's values in the order to try them."""

    def __call__(self, board: Board, cell: Variable, /) -> Iterable[Value]: ...


# -- which cell next -----------------------------------------------------------------------


def reading_order(board: Board) -> Variable:
    """The first unassigned cell, row by row and left to right."""
    return next(cell for cell in board.puzzle.cells if cell not in board.values)


def mrv(board: Board) -> Variable:
    """Minimum remaining values: the cell with the smallest domain (Haralick and Elliott 1980)."""
    return min(board.unassigned, key=lambda cell: len(board.domains[cell]))


def mrv_degree(board: Board) -> Variable:
    """Minimum remaining values; ties by the larger degree (Brélaz 1979)."""
    return min(board.unassigned, key=lambda cell: (len(board.domains[cell]), -degree(board, cell)))


def degree(board: Board, cell: Variable) -> int:
    """The number of stated constraints between a cell and unassigned cells.

    In a puzzle these are the signs: that a row or column is all different holds for every cell.
    """
    return sum(other not in board.values for other in board.puzzle.stated_neighbours[cell])


def legal_mrv(board: Board) -> Variable:
    """The cell with the fewest legal values, which are found on the spot: every one costs checks.

    So a search selects that keeps no domains; `bt` with it is the "backtracking + MRV" of courses.
    """
    return min(board.unassigned, key=lambda cell: legal_values(board, cell))


def legal_mrv_degree(board: Board) -> Variable:
    """The fewest legal values; ties by the larger degree: "backtracking + MRV + degree"."""
    ranks = {x: (legal_values(board, x), -degree(board, x)) for x in board.unassigned}
    return min(ranks, key=ranks.__getitem__)


def legal_values(board: Board, cell: Variable) -> int:
    """How many values of a cell's domain violate nothing that is assigned, counted as checks."""
    others = [(other, board.values[other]) for other in board.assigned_neighbours(cell)]
    return sum(
        all(board.check(cell, value, other, theirs) for other, theirs in others)
        for value in board.domains[cell]
    )


def dom_wdeg(board: Board) -> Variable:
    """Smallest |domain| / weighted degree (Boussemart, Hemery, Lecoutre and Sais 2004).

    Every constraint weighs 1, and 1 more for each wipe-out that it caused, setup included: the
    constraint that took a cell's last value caused its wipe-out. Weights never go down. A cell
    without unassigned neighbours comes after all others; ties in reading order.
    """
    return min(board.unassigned, key=lambda cell: _ratio(board, cell))


def weighted_degree(board: Board, cell: Variable) -> int:
    """The sum of the weights of a cell's constraints with unassigned cells."""
    return sum(1 + board.blame[cell, other] for other in board.unassigned_neighbours(cell))


def _ratio(board: Board, cell: Variable) -> float:
    # Floats order these fractions as exactly as integers would: sizes stay below 33, and two
    # different fractions with weights below 2**47 never round to the same float.
    weight = weighted_degree(board, cell)
    return len(board.domains[cell]) / weight if weight else inf


# -- which value first ---------------------------------------------------------------------


def ascending(board: Board, cell: Variable) -> Iterable[Value]:
    """The values of the cell's domain, smallest first."""
    return board.domains[cell]


def descending(board: Board, cell: Variable) -> Iterable[Value]:
    """The values of the cell's domain, largest first."""
    return tuple(reversed(board.domains[cell]))


def shuffled(board: Board, cell: Variable) -> Iterable[Value]:
    """The values of the cell's domain in a random order, new at every call (from the seed)."""
    values = list(board.domains[cell])
    board.random.shuffle(values)
    return values


def least_constraining_value(board: Board, cell: Variable) -> Iterable[Value]:
    """First the value that rules out the fewest values of unassigned neighbours; ties ascending.

    Frost and Dechter (1995) call it "min-conflicts"; this name is Russell and Norvig's.
    """
    return sorted(board.domains[cell], key=lambda value: ruled_out(board, cell, value))


def ruled_out(board: Board, cell: Variable, value: Value) -> int:
    """How many values of unassigned neighbours conflict with this value, counted as checks."""
    return sum(
        not board.check(other, other_value, cell, value)
        for other in board.unassigned_neighbours(cell)
        for other_value in board.domains[other]
    )


@dataclass(frozen=True, eq=False)
class NamedSelect(Named[Select]):
    """A selection that has a name.

    Attributes
    ----------
    by_domains : whether it compares domains, so that a search that never prunes any refuses it.
    """

    by_domains: bool = False


SELECTIONS: dict[str, NamedSelect] = by_name(
    NamedSelect("reading", reading_order, "reading order", 0),
    NamedSelect("mrv", mrv, "fewest values first", 1, by_domains=True),
    NamedSelect("mrv_degree", mrv_degree, "as mrv, ties by signs", 2, by_domains=True),
    NamedSelect("dom_wdeg", dom_wdeg, "fewest values for the weight", 3, by_domains=True),
    NamedSelect("legal_mrv", legal_mrv, "fewest legal values first", 4),
    NamedSelect("legal_mrv_degree", legal_mrv_degree, "as legal_mrv, ties by signs", 5),
)
ORDERS: dict[str, Named[Order]] = by_name(
    Named[Order]("ascending", ascending, "ascending", 0),
    Named[Order]("descending", descending, "descending", 1),
    Named[Order]("random", shuffled, "random order", 2),
    Named[Order]("lcv", least_constraining_value, "least constraining value first", 3),
)
