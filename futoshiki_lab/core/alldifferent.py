"""Generalised arc consistency: a whole row or column at once, and bounds along chains of signs.

AC-3 looks at pairs of cells. A row says more than its pairs do: if two cells have {1, 3} left, no
other cell of the row can be 1 or 3, though every single pair still has a support. Here each line is
**one** constraint, "all different", and a value stays only if some way of filling the whole line
contains it (Régin 1994, "A filtering algorithm for constraints of difference in CSPs"):

1. find a maximum **matching** of cells and values; if a cell is left over, no filling exists;
2. draw an arrow from each cell to the cells that hold its other values in the matching; a value
   can be exchanged only along a cycle of arrows, so a value held in another **strongly connected
   component** goes.

The lines are the `groups` of the problem: in a puzzle its rows and columns. Where a line has fewer
cells than values, some values are free, and a cell from which arrows lead to one can change, too.
Signs are treated by their **bounds**: the smaller cell stays below the largest value of the larger
cell, and the larger one above the smallest; a change is passed on, along whole chains of signs. Of
another stated constraint every value needs a support, as in REVISE. Only these comparisons evaluate
a constraint on a pair of values: they are this look's checks.
"""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from futoshiki_lab.core.board import Board, Reason
from futoshiki_lab.core.errors import listed
from futoshiki_lab.core.problem import Domain, Value, Variable

Matching = dict[Value, Variable]  # the cell that holds a value
FREE = None  # what stands for the holder of a value that no cell holds
BOUNDS = {operator.lt: max, operator.gt: min}  # the best support that a domain has


def generalised_arc_consistency(board: Board, cell: Variable) -> bool:
    """Filter the lines and signs of the cell just assigned, and all that changes because of it."""
    return propagate(board, [cell], board.puzzle.lines_of[cell])


def consistent_lines(board: Board) -> bool:
    """Filter every line and every sign, before the first node."""
    if not board.puzzle.groups:
        raise ValueError("gac needs groups of variables that are all different: take mac here")
    return propagate(board, board.puzzle.cells, range(len(board.puzzle.groups)))


generalised_arc_consistency.begin_with = consistent_lines  # type: ignore[attr-defined]


def propagate(board: Board, cells: Iterable[Variable], lines: Iterable[int]) -> bool:
    """Filter signs, then lines, until nothing changes. False is a wipe-out.
    `cells` wait first in, first out; of `lines` the rows come before the columns."""
    waiting, unfiltered = deque(cells), set(lines)
    while waiting or unfiltered:
        line = None
        if waiting:
            changed = bounded_by(board, waiting.popleft())
        else:
            line = min(unfiltered)
            changed = filter_line(board, board.puzzle.groups[line])
        for x in changed:
            if x in board.values or not board.domains[x]:
                return False
            if x not in waiting:
                waiting.append(x)
            unfiltered.update(board.puzzle.lines_of[x])
        unfiltered.discard(line)  # filtering it again would change nothing
    return True


def bounded_by(board: Board, y: Variable) -> Iterator[Variable]:
    """Prune the cells that have a sign with y by y's bounds; yields each cell that lost a value."""
    for x in board.puzzle.stated_neighbours[y]:
        if x in board.values:
            continue
        before, supports = board.domains[x], board.domains[y]
        bound = BOUNDS.get(board.puzzle.constraints[x][y].holds)
        best = bound(supports) if bound else None
        for value in before:
            if bound and board.check(x, value, y, best):
                continue
            if bound or not any(board.check(x, value, y, support) for support in supports):
                board.prune(x, value, because=y)
        if board.domains[x] != before:
            yield x


def filter_line(board: Board, line: Sequence[Variable]) -> Iterator[Variable]:
    """Prune the values that no filling of the line contains; yields each cell that lost one."""
    holder: Matching = {}
    for cell in line:
        reached: set[Variable] = set()
        if not augment(board, holder, cell, reached):
            yield wiped_out(board, line, reached)
            return
    domains = {cell: board.domains[cell] for cell in line}
    if len(line) < len(board.puzzle.values):
        domains[FREE], held = (), holder.keys()
        holder |= dict.fromkeys(set().union(*domains.values()) - held, FREE)
    reachable = {cell: reachable_from(domains, holder, cell) for cell in domains}
    for cell in line:
        before = domains[cell]
        for value in before:
            closed = reachable[holder[value]]  # these cells have just enough values for themselves
            if cell not in closed and FREE not in closed:
                board.prune(cell, value, because=_shared(board, line, closed, "share"))
        if board.domains[cell] != before:
            yield cell


def augment(board: Board, holder: Matching, cell: Variable, reached: set[Variable]) -> bool:
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


def wiped_out(board: Board, line: Sequence[Variable], crowded: set[Variable]) -> Variable:
    """Prune every value of the last unassigned cell of `crowded`, which has too few values. (There
    is none if a broken search went on after a failed look: then the last cell, unpruned.)"""
    ordered = [cell for cell in line if cell in crowded]
    cell = next((cell for cell in ordered[::-1] if cell not in board.values), ordered[-1])
    reason = _shared(board, line, crowded, "have only")
    for value in () if cell in board.values else board.domains[cell]:
        board.prune(cell, value, because=reason)
    return cell


def reachable_from(
    domains: Mapping[Variable, Domain], holder: Matching, start: Variable
) -> set[Variable]:
    """The cells that arrows reach from `start`, itself included."""
    reached, waiting = {start}, [start]
    while waiting:
        further = {holder[value] for value in domains[waiting.pop()]} - reached
        reached |= further
        waiting += further
    return reached


def _shared(board: Board, line: Sequence[Variable], cells: set[Variable], verb: str) -> Reason:
    ordered = tuple(cell for cell in line if cell in cells)
    found = {value for cell in cells for value in board.domains[cell]}
    values = [value for value in board.puzzle.values if value in found]
    left = ", ".join(map(str, values))
    between = "" if verb == "share" else " between them"
    several = f"{listed(ordered)} {verb} {{{left}}}{between}"
    text = several if len(ordered) > 1 else f"{ordered[0]} is {left}"
    return Reason("all-different", text, ordered)
