"""Known mistakes in `mrv`, `mrv_degree` and `least_constraining_value`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from futoshiki_lab.core import Board, Cell, mrv
from futoshiki_lab.core.orderings import degree, ruled_out

# -- mrv: the unassigned cell with the smallest domain ---------------------------------------------


def _size(board: Board, cell: Cell) -> int:
    return len(board.domains[cell])


def mrv_reading(board: Board) -> Cell:
    """You take the first unassigned cell: MRV compares the sizes of the domains."""
    return board.unassigned[0]


def mrv_last(board: Board) -> Cell:
    """You take the last unassigned cell: MRV compares the sizes of the domains."""
    return board.unassigned[-1]


def mrv_largest(board: Board) -> Cell:
    """You take the largest domain: minimum remaining values means the smallest one."""
    return max(board.unassigned, key=lambda cell: _size(board, cell))


def mrv_last_of_equals(board: Board) -> Cell:
    """Among equals you take the last cell: the first in reading order breaks a tie."""
    return min(reversed(board.unassigned), key=lambda cell: _size(board, cell))


def mrv_by_column(board: Board) -> Cell:
    """Among equals you go column by column: reading order is row by row."""
    return min(board.unassigned, key=lambda cell: (_size(board, cell), cell.column, cell.row))


def mrv_assigned_too(board: Board) -> Cell:
    """You also look at cells that have a value already: select among `board.unassigned`."""
    return min(board.puzzle.cells, key=lambda cell: _size(board, cell))


def mrv_skips_single(board: Board) -> Cell:
    """You pass over cells with one value left: they are the best that MRV can find."""
    several = [cell for cell in board.unassigned if _size(board, cell) > 1]
    return min(several or board.unassigned, key=lambda cell: _size(board, cell))


def mrv_number(board: Board) -> int:
    """You return how many values are left: the search wants the cell."""
    return min(_size(board, cell) for cell in board.unassigned)


def mrv_pair(board: Board) -> tuple[int, Cell]:
    """You return a pair: the search wants the cell alone."""
    return min((_size(board, cell), cell) for cell in board.unassigned)


def mrv_list(board: Board) -> list[Cell]:
    """You return a list of cells: the search wants one cell."""
    least = mrv_number(board)
    return [cell for cell in board.unassigned if _size(board, cell) == least]


def mrv_sorted(board: Board) -> list[Cell]:
    """You return all cells in order: the search wants the first one."""
    return sorted(board.unassigned, key=lambda cell: _size(board, cell))


def mrv_text(board: Board) -> str:
    """You return the name of a cell, a text: return the cell itself."""
    return str(mrv(board))


def mrv_domain(board: Board) -> tuple[int, ...]:
    """You return a domain: the search wants the cell that has it."""
    return min((board.domains[cell] for cell in board.unassigned), key=len)


def mrv_smallest_value(board: Board) -> Cell:
    """You compare the domains themselves, which compares their values: compare their sizes."""
    return min(board.unassigned, key=lambda cell: board.domains[cell])


def mrv_neighbours(board: Board) -> Cell:
    """You count neighbours: MRV counts the values left in the cell's domain."""
    return min(board.unassigned, key=lambda cell: len(board.unassigned_neighbours(cell)))


def mrv_then_degree(board: Board) -> Cell:
    """You break ties by the degree: that is `mrv_degree`; here the first in reading order wins."""
    return min(board.unassigned, key=lambda cell: (_size(board, cell), -degree(board, cell)))


MRV = (
    *(mrv_reading, mrv_last, mrv_largest, mrv_last_of_equals, mrv_by_column, mrv_assigned_too),
    *(mrv_skips_single, mrv_number, mrv_pair, mrv_list, mrv_sorted, mrv_text, mrv_domain),
    *(mrv_smallest_value, mrv_neighbours, mrv_then_degree),
)

# -- least_constraining_value: the value that rules out the fewest comes first ---------------------


def _by(board: Board, cell: Cell, cost: dict[int, int]) -> Sequence[int]:
    return sorted(board.domains[cell], key=cost.__getitem__)


def _allowed(board: Board, other: Cell, cell: Cell, value: int) -> list[bool]:
    return [board.check(other, left, cell, value) for left in board.domains[other]]


def lcv_ascending(board: Board, cell: Cell) -> Iterable[int]:
    """You leave the values as they are: count what each one rules out, and sort."""
    return board.domains[cell]


def lcv_most_first(board: Board, cell: Cell) -> Iterable[int]:
    """You put the most constraining value first: the *least* constraining one comes first."""
    return sorted(board.domains[cell], key=lambda value: -ruled_out(board, cell, value))


def lcv_reversed(board: Board, cell: Cell) -> Iterable[int]:
    """You turn the order round, and the ties with it: the least constraining value comes first."""
    return sorted(board.domains[cell], key=lambda value: ruled_out(board, cell, value))[::-1]


def lcv_ties_descending(board: Board, cell: Cell) -> Iterable[int]:
    """Among equals you take the larger value: the smaller one breaks a tie."""
    return sorted(board.domains[cell], key=lambda value: (ruled_out(board, cell, value), -value))


def lcv_one_value(board: Board, cell: Cell) -> int:
    """You return one value: the search wants all of them, in order."""
    return min(board.domains[cell], key=lambda value: ruled_out(board, cell, value))


def lcv_pairs(board: Board, cell: Cell) -> Iterable[tuple[int, int]]:
    """You return pairs: the search wants the values alone."""
    return sorted((ruled_out(board, cell, value), value) for value in board.domains[cell])


def lcv_counts(board: Board, cell: Cell) -> Iterable[int]:
    """You return how many values go: the search wants the values of the cell, in order."""
    return sorted(ruled_out(board, cell, value) for value in board.domains[cell])


def lcv_equal_only(board: Board, cell: Cell) -> Iterable[int]:
    """You count only equal values of the neighbours: a sign rules out more."""
    cost = {
        value: sum(value in board.domains[other] for other in board.unassigned_neighbours(cell))
        for value in board.domains[cell]
    }
    return _by(board, cell, cost)


def lcv_cells(board: Board, cell: Cell) -> Iterable[int]:
    """You count the cells that lose a value: count the values that they lose."""

    def cells(value: int) -> int:
        return sum(not all(_allowed(board, other, cell, value)) for other in unassigned)

    unassigned = board.unassigned_neighbours(cell)
    return sorted(board.domains[cell], key=cells)


def lcv_assigned_too(board: Board, cell: Cell) -> Iterable[int]:
    """You also count assigned neighbours: their value cannot be ruled out any more."""

    def gone(value: int) -> int:
        return sum(
            not board.check(other, other_value, cell, value)
            for other in board.puzzle.neighbours[cell]
            for other_value in board.domains[other]
        )

    return sorted(board.domains[cell], key=gone)


def lcv_signs_only(board: Board, cell: Cell) -> Iterable[int]:
    """You count only along the signs: every unassigned neighbour can lose a value."""

    def gone(value: int) -> int:
        return sum(
            not board.check(other, other_value, cell, value)
            for other in board.puzzle.sign_neighbours[cell]
            if other not in board.values
            for other_value in board.domains[other]
        )

    return sorted(board.domains[cell], key=gone)


def lcv_all_numbers(board: Board, cell: Cell) -> Iterable[int]:
    """You order all numbers: only those left in the cell's domain may be tried."""
    return sorted(board.puzzle.values, key=lambda value: ruled_out(board, cell, value))


def lcv_prunes(board: Board, cell: Cell) -> Iterable[int]:
    """You prune while you count: an order only asks, it changes nothing."""

    def gone(value: int) -> int:
        count = 0
        for other in board.unassigned_neighbours(cell):
            for other_value in board.domains[other]:
                if not board.check(other, other_value, cell, value):
                    board.prune(other, other_value, because=cell)
                    count += 1
        return count

    return sorted(board.domains[cell], key=gone)


def lcv_uncounted(board: Board, cell: Cell) -> Iterable[int]:
    """You evaluate the constraints yourself, so they are not counted: use `board.check`."""
    constraints = board.puzzle.constraints[cell]
    cost = {
        value: sum(
            not constraints[other].holds(value, other_value)
            for other in board.unassigned_neighbours(cell)
            for other_value in board.domains[other]
        )
        for value in board.domains[cell]
    }
    return _by(board, cell, cost)


LCV = (
    *(lcv_ascending, lcv_most_first, lcv_reversed, lcv_ties_descending, lcv_one_value, lcv_pairs),
    *(lcv_counts, lcv_equal_only, lcv_cells, lcv_assigned_too, lcv_signs_only, lcv_all_numbers),
    *(lcv_prunes, lcv_uncounted),
)
