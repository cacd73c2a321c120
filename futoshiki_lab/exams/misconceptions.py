"""What a mistaken idea of a look would do: where wrong choices come from.

Nothing here is right. Each function follows one misconception to its end on the board that is
shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from futoshiki_lab.core import Cell, Constraint, Puzzle, Sign, ac3
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.moments import Removes, compare

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


def look_ahead(
    shown: Shown,
    cell: Cell,
    value: int,
    allows: Callable[[Constraint, int, int], bool] = lambda one, x, y: one.holds(x, y),
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


def without_signs(shown: Shown) -> Shown:
    """The board with ≠ in the place of every sign."""
    return replace(shown, puzzle=Puzzle(shown.puzzle.grid))


def with_signs_turned(shown: Shown) -> Shown:
    """The board with every sign turned round."""
    signs = [Sign(sign.larger, sign.smaller) for sign in shown.puzzle.signs]
    return replace(shown, puzzle=Puzzle(shown.puzzle.grid, signs))


def allows_equal(constraint: Constraint, one: int, other: int) -> bool:
    """Signs as ≤ and ≥."""
    return constraint.holds(one, other) or (constraint.relation != "≠" and one == other)


def touch(cell: Cell, other: Cell) -> bool:
    """Whether two cells touch along an edge."""
    return abs(cell.row - other.row) + abs(cell.column - other.column) == 1


def mistake_look(look: str, shown: Shown, cell: Cell, value: int) -> list[tuple[str, Removes]]:
    """What misconceptions about forward checking, or about AC-3 after an assignment, remove."""
    touching = look_ahead(shown, cell, value, among=lambda other: touch(cell, other))
    if look == "mac":
        first = [(x, cell) for x in shown.puzzle.neighbours[cell] if x not in shown.values]
        others = [arc for arc in shown.arcs if arc[1] != cell]
        return [
            (ONE_LOOK, look_ahead(shown, cell, value)),
            (ONE_ROUND, revise_once(shown, first + others)),
            (PLAIN, run_ac3(without_signs(shown), cell)),
            (TURNED, run_ac3(with_signs_turned(shown), cell)),
            (TOUCHING, touching),
        ]
    return [
        (PLAIN, look_ahead(without_signs(shown), cell, value)),
        (TURNED, look_ahead(with_signs_turned(shown), cell, value)),
        (FIXPOINT, run_ac3(shown, cell)),
        (GOES_ON, look_ahead(shown, cell, value, stops=False)),
        (WEAK, look_ahead(shown, cell, value, allows_equal)),
        (TOUCHING, touching),
        (ROW, look_ahead(shown, cell, value, among=lambda other: other.row == cell.row)),
    ]


def run_ac3(shown: Shown, cell: Cell | None = None) -> Removes:
    """What AC-3 removes, from the arcs that lead to a cell, or from all arcs."""
    board = shown.board()
    ac3(board, [(x, y) for x, y in shown.arcs if cell in (None, y)])
    return compare(shown.domains, board.domains)


def revise_once(shown: Shown, arcs: list[tuple[Cell, Cell]]) -> Removes:
    """What is removed if every arc is revised once, in order, and no arc comes back."""
    domains = dict(shown.domains)
    now = replace(shown, domains=domains)
    for x, y in arcs:
        gone = now.list_unsupported(x, y)
        domains[x] = tuple(value for value in domains[x] if value not in gone)
        if not domains[x]:
            break
    return compare(shown.domains, domains)


def demand_every_pair(shown: Shown) -> Removes:
    """What is removed if a value has to agree with all values of each neighbour that has few."""
    domains = dict(shown.domains)
    for x, y in shown.arcs:
        holds, others = shown.puzzle.constraints[x][y].holds, shown.domains[y]
        if len(others) <= 2:
            agrees = (value for value in domains[x] if all(holds(value, other) for other in others))
            domains[x] = tuple(agrees)
    return compare(shown.domains, domains)
