"""Generalised arc consistency: a whole row or column at once, and bounds along chains of signs.

AC-3 looks at pairs of cells. A row says more than its pairs do: if two cells have {1, 3} left, no
other cell of the row can be 1 or 3, though every single pair still has a support. Here each line is
**one** constraint, "all different", and a value stays only if some way of filling the whole line
contains it (Régin 1994, "A filtering algorithm for constraints of difference in CSPs"):

1. find a maximum **matching** of cells and values; if a cell is left over, no filling exists;
2. draw an arrow from each cell to the cells that hold its other values in the matching; a value
   can be exchanged only along a cycle of arrows, so a value held in another **strongly connected
   component** goes.

A line has as many cells as values, so every value is held in the matching. Signs are treated by
their **bounds**: the smaller cell stays below the largest value of the larger cell, and the larger
one above the smallest; a change is passed on, along whole chains of signs. Only these comparisons
evaluate a constraint on a pair of values: they are this look's checks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from futoshiki_lab.core.board import Board, Reason
from futoshiki_lab.core.puzzle import Cell

Matching = dict[int, Cell]  # the cell that holds a value
ROW, COLUMN = 0, 1
Line = tuple[int, int]  # (ROW or COLUMN, its index): rows come before columns


def generalised_arc_consistency(board: Board, cell: Cell) -> bool:
    """Filter the lines and signs of the cell just assigned, and all that changes because of it."""
    return propagate(board, [cell], lines_of(cell))


def consistent_lines(board: Board) -> bool:
    """Filter every line and every sign, before the first node."""
    cells = board.puzzle.cells
    return propagate(board, cells, [line for cell in cells for line in lines_of(cell)])


generalised_arc_consistency.begin_with = consistent_lines  # type: ignore[attr-defined]


def propagate(board: Board, cells: Iterable[Cell], lines: Iterable[Line]) -> bool:
    """Filter signs, then lines, until nothing changes. False is a wipe-out.
    `cells` wait first in, first out; of `lines` the rows come before the columns."""
    waiting, unfiltered = deque(cells), set(lines)
    while waiting or unfiltered:
        line = None
        if waiting:
            changed = bounded_by(board, waiting.popleft())
        else:
            line = min(unfiltered)
            changed = filter_line(board, cells_of(board, line))
        for x in changed:
            if x in board.values or not board.domains[x]:
                return False
            if x not in waiting:
                waiting.append(x)
            unfiltered.update(lines_of(x))
        unfiltered.discard(line)  # filtering it again would change nothing
    return True


def bounded_by(board: Board, y: Cell) -> Iterator[Cell]:
    """Prune the cells that have a sign with y by y's bounds; yields each cell that lost a value."""
    for x in board.puzzle.sign_neighbours[y]:
        if x in board.values:
            continue
        smaller = board.puzzle.constraints[x][y].relation == "<"
        bound = board.domains[y][-1 if smaller else 0]
        before = board.domains[x]
        for value in before:
            if not board.check(x, value, y, bound):
                board.prune(x, value, because=y)
        if board.domains[x] != before:
            yield x


def filter_line(board: Board, line: Sequence[Cell]) -> Iterator[Cell]:
    """Prune the values that no filling of the line contains; yields each cell that lost one."""
    holder: Matching = {}
    for cell in line:
        reached: set[Cell] = set()
        if not augment(board, holder, cell, reached):
            yield wiped_out(board, reached)
            return
    reachable = {cell: reachable_from(board, holder, cell) for cell in line}
    for cell in line:
        before = board.domains[cell]
        for value in before:
            closed = reachable[holder[value]]  # these cells have just enough values for themselves
            if cell not in closed:
                board.prune(cell, value, because=_shared(board, closed, "share"))
        if board.domains[cell] != before:
            yield cell


def augment(board: Board, holder: Matching, cell: Cell, reached: set[Cell]) -> bool:
    """Match one more cell, by an augmenting path (Berge 1957, Kuhn 1955). False: there is none.

    If it fails, the cells in `reached` have fewer values between them than they need.
    """
    reached.add(cell)
    for value in board.domains[cell]:
        other = holder.get(value)
        if other is None or (other not in reached and augment(board, holder, other, reached)):
            holder[value] = cell
            return True
    return False


def wiped_out(board: Board, crowded: set[Cell]) -> Cell:
    """Prune every value of the last unassigned cell of `crowded`, which has too few values. (There
    is none if a broken search went on after a failed look: then the last cell, unpruned.)"""
    cell = max(crowded, key=lambda cell: (cell not in board.values, cell))
    reason = _shared(board, crowded, "have only")
    for value in () if cell in board.values else board.domains[cell]:
        board.prune(cell, value, because=reason)
    return cell


def reachable_from(board: Board, holder: Matching, start: Cell) -> set[Cell]:
    """The cells that arrows reach from `start`, itself included."""
    reached, waiting = {start}, [start]
    while waiting:
        further = {holder[value] for value in board.domains[waiting.pop()]} - reached
        reached |= further
        waiting += further
    return reached


def _shared(board: Board, cells: set[Cell], verb: str) -> Reason:
    ordered = tuple(sorted(cells))
    values = sorted({value for cell in cells for value in board.domains[cell]})
    names = " and ".join(filter(None, (", ".join(map(str, ordered[:-1])), str(ordered[-1]))))
    left = ", ".join(map(str, values))
    between = "" if verb == "share" else " between them"
    text = f"{names} {verb} {{{left}}}{between}" if len(ordered) > 1 else f"{names} is {left}"
    return Reason("all-different", text, ordered)


def lines_of(cell: Cell) -> tuple[Line, Line]:
    """The row and the column of a cell."""
    return (ROW, cell.row), (COLUMN, cell.column)


def cells_of(board: Board, line: Line) -> list[Cell]:
    """The cells of a row or a column, in reading order."""
    kind, index = line
    size = range(board.puzzle.size)
    return [Cell(index, other) if kind == ROW else Cell(other, index) for other in size]
