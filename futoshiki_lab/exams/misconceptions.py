"""What a mistaken idea of a look would do: where wrong choices come from.

Nothing here is right. Each function follows one misconception to its end on the board that is
shown.
"""

from __future__ import annotations

from collections.abc import Callable

from futoshiki_lab.core import Board, Cell, Constraint, Puzzle, Sign, ac3
from futoshiki_lab.exams.moments import Removes, removed
from futoshiki_lab.exams.question import Shown

Allows = Callable[[Constraint, int, int], bool]

PLAIN = "a sign is only ≠"
TURNED = "the sign is read the wrong way round"
WEAK = "a sign allows equal values"
TOUCHING = "only cells that touch are neighbours"
ROW = "the column is forgotten"
FIXPOINT = "forward checking is arc consistency"
ONE_LOOK = "arc consistency is forward checking"
GOES_ON = "the look goes on after the wipe-out"
ONE_ROUND = "AC-3 looks at every arc once"
EVERY_PAIR = "every pair of values must satisfy the constraint"


def ahead(
    shown: Shown,
    cell: Cell,
    value: int,
    allows: Allows = lambda constraint, one, other: constraint.holds(one, other),
    among: Callable[[Cell], bool] = lambda other: True,
    stops: bool = True,
) -> Removes:
    """Forward checking from a cell with some other idea of constraints or of neighbours."""
    gone: Removes = {}
    for other, constraint in shown.puzzle.constraints[cell].items():
        if other in shown.values or not among(other):
            continue
        domain = shown.domains[other]
        lost = tuple(each for each in domain if not allows(constraint, value, each))
        if lost:
            gone[other] = lost
        if stops and len(lost) == len(domain):
            break
    return gone


def plain(puzzle: Puzzle) -> Puzzle:
    """The puzzle without its signs."""
    return Puzzle(puzzle.grid)


def turned(puzzle: Puzzle) -> Puzzle:
    """The puzzle with every sign turned round."""
    return Puzzle(puzzle.grid, [Sign(sign.larger, sign.smaller) for sign in puzzle.signs])


def weakly(constraint: Constraint, one: int, other: int) -> bool:
    """Signs as ≤ and ≥."""
    if constraint.relation == "≠":
        return one != other
    return one == other or constraint.holds(one, other)


def of_forward_checking(shown: Shown, cell: Cell, value: int) -> list[tuple[str, Removes]]:
    """What misconceptions about forward checking remove."""
    others = shown.puzzle
    return [
        (PLAIN, ahead(_with(shown, plain(others)), cell, value)),
        (TURNED, ahead(_with(shown, turned(others)), cell, value)),
        (FIXPOINT, consistent(shown, cell)),
        (GOES_ON, ahead(shown, cell, value, stops=False)),
        (WEAK, ahead(shown, cell, value, weakly)),
        (TOUCHING, ahead(shown, cell, value, among=lambda other: touch(cell, other))),
        (ROW, ahead(shown, cell, value, among=lambda other: other.row == cell.row)),
    ]


def of_arc_consistency(shown: Shown, cell: Cell, value: int) -> list[tuple[str, Removes]]:
    """What misconceptions about AC-3 after an assignment remove."""
    one_round = [(x, cell) for x in shown.puzzle.neighbours[cell] if x not in shown.values]
    others = [(x, y) for x, y in all_arcs(shown) if y != cell]
    return [
        (ONE_LOOK, ahead(shown, cell, value)),
        (ONE_ROUND, once(shown, one_round + others)),
        (PLAIN, consistent(_with(shown, plain(shown.puzzle)), cell)),
        (TURNED, consistent(_with(shown, turned(shown.puzzle)), cell)),
        (TOUCHING, ahead(shown, cell, value, among=lambda other: touch(cell, other))),
    ]


def consistent(shown: Shown, cell: Cell | None = None) -> Removes:
    """What AC-3 removes, from the arcs that lead to a cell, or from all arcs."""
    board = shown.board()
    ac3(board, [(x, y) for x, y in all_arcs(shown) if cell in (None, y)])
    return lost(shown, board)


def all_arcs(shown: Shown) -> list[tuple[Cell, Cell]]:
    """The arcs (X, Y), X unassigned, in reading order of X and then of Y."""
    cells = shown.free
    return [(x, y) for x in cells for y in shown.puzzle.neighbours[x]]


def once(shown: Shown, arcs: list[tuple[Cell, Cell]]) -> Removes:
    """What is removed if every arc is revised once, in order, and no arc comes back."""
    board = shown.board()
    for x, y in arcs:
        for value in board.domains[x]:
            holds = shown.puzzle.constraints[x][y].holds
            if not any(holds(value, other) for other in board.domains[y]):
                board.prune(x, value, y)
        if not board.domains[x]:
            break
    return lost(shown, board)


def every_pair(shown: Shown) -> Removes:
    """What is removed if a value has to agree with all values of each neighbour that has few."""
    gone: dict[Cell, set[int]] = {}
    for x, y in all_arcs(shown):
        if len(shown.domains[y]) > 2:
            continue
        holds = shown.puzzle.constraints[x][y].holds
        for value in shown.domains[x]:
            if not all(holds(value, other) for other in shown.domains[y]):
                gone.setdefault(x, set()).add(value)
    return {cell: tuple(sorted(values)) for cell, values in sorted(gone.items())}


def lost(shown: Shown, board: Board) -> Removes:
    """What a board has lost since it was shown."""
    return removed(shown.domains, board.domains)


def touch(cell: Cell, other: Cell) -> bool:
    """Whether two cells touch along an edge."""
    return abs(cell.row - other.row) + abs(cell.column - other.column) == 1


def _with(shown: Shown, puzzle: Puzzle) -> Shown:
    return Shown(puzzle, shown.values, shown.domains)
