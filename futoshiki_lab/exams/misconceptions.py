"""What mistaken ideas of a look, a selection or an order would do: where wrong choices come from.

Nothing here is right. Each function follows one misconception to its end on the board that is
shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from futoshiki_lab.core import (
    Board,
    Cell,
    Constraint,
    Puzzle,
    Sign,
    ac3,
    forward_check,
    look_back,
    maintain_arc_consistency,
    reading_order,
)
from futoshiki_lab.core.orderings import degree, legal_values, weighted_degree
from futoshiki_lab.exams.items import Removes, Shown
from futoshiki_lab.exams.moments import LookMoment, Watched, compare

PLAIN = "a sign is only ≠"
TURNED = "the sign is read the wrong way round"
WEAK = "a sign allows equal values"
TOUCHING = "only cells that touch are neighbours"
ROW = "the column is forgotten"
COLUMN = "the row is forgotten"
FIXPOINT = "forward checking is arc consistency"
ONE_LOOK = "arc consistency is forward checking"
BACK = "the look only checks the assigned cells"
GOES_ON = "the look goes on after the wipe-out"
ONE_ROUND = "AC-3 looks at every arc once"
EVERY_PAIR = "every pair of values must satisfy the constraint"
NOTHING = "the look removes nothing"

# -- looks -----------------------------------------------------------------------------------------


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


def mistake_look(at: LookMoment) -> Iterator[tuple[str, Removes]]:
    """What misconceptions about a look remove, whichever look it is."""
    shown, cell, value = at.shown, at.cell, at.node.value
    look, name = at.settings.functions.look, at.settings.algorithm
    if name != "fc":
        first = [(x, cell) for x in shown.puzzle.neighbours[cell] if x not in shown.values]
        others = [arc for arc in shown.arcs if arc[1] != cell]
        yield ONE_LOOK, Watched(shown, forward_check, cell).removes
        yield ONE_ROUND, revise_once(shown, first + others)
    yield PLAIN, Watched(without_signs(shown), look, cell).removes
    yield TURNED, Watched(with_signs_turned(shown), look, cell).removes
    yield FIXPOINT, Watched(shown, maintain_arc_consistency, cell).removes
    if name == "fc":
        yield GOES_ON, look_ahead(shown, cell, value, stops=False)
        yield WEAK, look_ahead(shown, cell, value, allows_equal)
    yield TOUCHING, look_ahead(shown, cell, value, among=lambda other: touch(cell, other))
    yield ROW, look_ahead(shown, cell, value, among=lambda other: other.row == cell.row)
    yield COLUMN, look_ahead(shown, cell, value, among=lambda other: other.column == cell.column)
    yield BACK, Watched(shown, look_back, cell).removes


def run_ac3(shown: Shown, arcs: list[tuple[Cell, Cell]]) -> Watched:
    """AC-3 from some arcs on."""
    return Watched(shown, lambda board: ac3(board, arcs))


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


def demand_every_pair(shown: Shown, arcs: list[tuple[Cell, Cell]]) -> Removes:
    """What is removed if a value has to agree with all values of each neighbour that has few."""
    domains = dict(shown.domains)
    for x, y in arcs:
        holds, others = shown.puzzle.constraints[x][y].holds, shown.domains[y]
        if len(others) <= 2:
            agrees = (value for value in domains[x] if all(holds(value, other) for other in others))
            domains[x] = tuple(agrees)
    return compare(shown.domains, domains)


def miscount(at: LookMoment) -> Iterator[tuple[str, int]]:
    """How many checks misconceptions would count."""
    shown, puzzle, watched = at.shown, at.trace.puzzle, at.watched
    around = puzzle.neighbours[at.cell]
    free = [cell for cell in around if cell not in shown.values]
    taken = len(around) - len(free)
    reached = []  # the neighbours up to the first wipe-out
    for cell in free:
        reached.append(cell)
        if not at.after.domains[cell]:
            break
    if at.settings.algorithm == "bt":
        yield "the look goes on after a violation", taken
        givens = sum(cell in puzzle.givens for cell in [c for c in around if c in shown.values])
        if at.accepted:
            yield "the given cells are not checked", watched.checks - givens
        yield "only signs are checked", len(puzzle.sign_neighbours[at.cell])
        yield "the look of backtracking looks ahead", shown.count_values(free)
    else:
        ahead = "arc consistency makes the checks of forward checking"
        if at.settings.algorithm == "fc":
            yield GOES_ON, shown.count_values(free)
            yield "one check for each neighbour, not for each value", len(reached)
        else:
            yield ahead, Watched(shown, forward_check, at.cell).checks
            yield "one check for each arc of the new cell", len(free)
        yield "only what is removed was checked", len(watched.because)
        yield "assigned neighbours are checked too", watched.checks + taken
    yield "every cell of the row and the column is one check", len(around)


# -- selections ------------------------------------------------------------------------------------

READING = "the search goes on in reading order"
LARGEST = "the cell with the most values comes first"
LAST_TIE = "among equal cells the last one is taken"
ANY_SIGN = "ties go to the cell with more signs, those to assigned cells too"
BY_SIZE = "only the number of values counts; ties in reading order"
BY_DEGREE = "ties go to the cell with more signs to unassigned cells"
DEGREE_FIRST = "the degree comes before the number of values"
BY_LEGAL = "the values that agree with the assigned cells are counted"
NO_WEIGHTS = "every constraint weighs the same"
HEAVIEST = "the largest weighted degree comes first, whatever the domain"
TOUCHES = "the cell that touches the last one comes first"


def _size(board: Board, cell: Cell) -> int:
    return len(board.domains[cell])


def _plain_ratio(board: Board, cell: Cell) -> Fraction | int:
    others = len(board.unassigned_neighbours(cell))
    return Fraction(_size(board, cell), others) if others else 10**6


# Selected is the cell with the smallest measure, the first of equal ones.
RANKS: dict[str, Callable[[Board, Cell], Any]] = {
    READING: lambda board, cell: cell,
    BY_SIZE: _size,
    BY_DEGREE: lambda board, cell: (_size(board, cell), -degree(board, cell)),
    ANY_SIGN: lambda board, cell: (
        _size(board, cell),
        -len(board.puzzle.sign_neighbours[cell]),
    ),
    DEGREE_FIRST: lambda board, cell: (-degree(board, cell), _size(board, cell)),
    LARGEST: lambda board, cell: -_size(board, cell),
    LAST_TIE: lambda board, cell: (_size(board, cell), -cell.row, -cell.column),
    BY_LEGAL: legal_values,
}
WEIGHTED: dict[str, Callable[[Board, Cell], Any]] = {
    NO_WEIGHTS: _plain_ratio,
    HEAVIEST: lambda board, cell: -weighted_degree(board, cell),
}
# The answer differs from what this one selects, and from reading order.
TELLING = {"mrv": READING, "mrv_degree": BY_SIZE, "dom_wdeg": NO_WEIGHTS, "legal_mrv": BY_SIZE}
TELLING["legal_mrv_degree"] = BY_LEGAL


def mistake_selection(shown: Shown, select: str) -> dict[str, Cell]:
    """The cell that misconceptions would select, by their names."""
    board, ranks = shown.board(), RANKS | (WEIGHTED if select == "dom_wdeg" else {})
    first = {name: ranks[name] for name in (READING, TELLING.get(select)) if name}
    found = {}
    for name, rank in {**first, **ranks}.items():
        found[name] = min(board.unassigned, key=partial(rank, board))
    last = next(reversed([*shown.values]), None)
    beside = [cell for cell in shown.free if last and touch(cell, last)]
    return found | dict(zip([TOUCHES], beside, strict=False))


def tell_rank(board: Board, select: str, cell: Cell) -> str:
    """What a selection compares of a cell, as it is."""
    size = _size(board, cell)
    told = f"{cell} has {size} value{'s' * (size != 1)}"
    if select.startswith("legal"):
        told = f"{cell} has {legal_values(board, cell)} legal of {size}"
    if select.endswith("degree"):
        return f"{told}, degree {degree(board, cell)}"
    if select == "dom_wdeg":
        weight = weighted_degree(board, cell)
        return f"{told}, weighted degree {weight}: {size}/{weight}"
    return f"{cell} is unassigned" if select == reading_order.__name__ else told


# -- orders ----------------------------------------------------------------------------------------


def count_ruled_out(shown: Shown, cell: Cell, signs_alone: bool = False) -> dict[int, int]:
    """For each value of a cell how many values of unassigned neighbours it rules out."""
    others = [
        one
        for other, one in shown.puzzle.constraints[cell].items()
        if other not in shown.values and not (signs_alone and one.relation == "≠")
    ]
    return {
        value: sum(
            not one.holds(value, theirs) for one in others for theirs in shown.domains[one.other]
        )
        for value in shown.domains[cell]
    }


def mistake_order(shown: Shown, cell: Cell) -> Iterator[tuple[str, list[int]]]:
    """The orders of a cell's values that misconceptions lead to."""
    costs, values = count_ruled_out(shown, cell), [*shown.domains[cell]]
    plain, signs = count_ruled_out(without_signs(shown), cell), count_ruled_out(shown, cell, True)
    yield "the most constraining value comes first", sorted(values, key=lambda one: -costs[one])
    yield "values are always tried in ascending order", values
    yield (
        "among equal values the larger comes first",
        sorted(values, key=lambda one: (costs[one], -one)),
    )
    yield PLAIN, sorted(values, key=plain.__getitem__)
    yield "only cells with a sign are counted", sorted(values, key=signs.__getitem__)
    yield "the largest value comes first", values[::-1]
    yield "the value that rules out the fewest comes first", sorted(values, key=costs.__getitem__)
