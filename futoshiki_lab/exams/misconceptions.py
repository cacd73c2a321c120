"""What mistaken ideas of a look or of AC-3 would do: where wrong choices come from.

Nothing here is right. Each function follows a misconception, whose name is that in
misconceptions.txt, to its end on the board that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from futoshiki_lab.core import (
    Cell,
    Constraint,
    Puzzle,
    Sign,
    ac3,
    forward_check,
    look_back,
    maintain_arc_consistency,
)
from futoshiki_lab.exams.items import Removes, Shown
from futoshiki_lab.exams.moments import LookMoment, Watched, compare

Arcs = list[tuple[Cell, Cell]]


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


# -- looks -----------------------------------------------------------------------------------------


def mistake_look(at: LookMoment) -> Iterator[tuple[str, Removes]]:
    """What misconceptions about a look remove, whichever look it is."""
    shown, cell = at.shown, at.cell
    look, name = at.settings.functions.look, at.settings.algorithm
    if name != "fc":
        first = [(x, cell) for x in shown.puzzle.neighbours[cell] if x not in shown.values]
        others = [arc for arc in shown.arcs if arc[1] != cell]
        yield "one look", Watched(shown, forward_check, cell).removes
        yield "one round", revise_once(shown, first + others)
    yield "plain", Watched(without_signs(shown), look, cell).removes
    yield "turned", Watched(with_signs_turned(shown), look, cell).removes
    yield "fixpoint", Watched(shown, maintain_arc_consistency, cell).removes
    if name == "fc":
        yield "goes on", _look_ahead(at, stops=False)
        yield "weak", _look_ahead(at, allows_equal)
    yield "touching", _look_ahead(at, among=lambda other: touch(cell, other))
    yield "row", _look_ahead(at, among=lambda other: other.row == cell.row)
    yield "column", _look_ahead(at, among=lambda other: other.column == cell.column)
    yield "back", Watched(shown, look_back, cell).removes


def _look_ahead(
    at: LookMoment,
    allows: Callable[[Constraint, int, int], bool] = lambda one, x, y: one.holds(x, y),
    among: Callable[[Cell], bool] = lambda other: True,
    stops: bool = True,
) -> Removes:
    """Forward checking with some other idea of constraints, of neighbours or of its end."""
    gone: Removes = {}
    for other, constraint in at.shown.puzzle.constraints[at.cell].items():
        if other in at.shown.values or not among(other):
            continue
        domain = at.shown.domains[other]
        lost = tuple(each for each in domain if not allows(constraint, at.node.value, each))
        if lost:
            gone[other] = lost
        if stops and len(lost) == len(domain):
            break
    return gone


def miscount(at: LookMoment) -> Iterator[tuple[str, int]]:
    """How many checks misconceptions would count."""
    shown, puzzle, watched = at.shown, at.trace.puzzle, at.watched
    around, name = puzzle.neighbours[at.cell], at.settings.algorithm
    free = [cell for cell in around if cell not in shown.values]
    taken = len(around) - len(free)
    if name == "bt":
        yield "after violation", taken
        givens = sum(cell in puzzle.givens for cell in around)
        if at.accepted:
            yield "no givens", watched.checks - givens
        yield "signs checked", len(puzzle.sign_neighbours[at.cell])
        yield "ahead", shown.count_values(free)
    else:
        if name == "fc":
            wiped = [number for number, cell in enumerate(free, 1) if not at.after.domains[cell]]
            yield "goes on", shown.count_values(free)
            yield "one a neighbour", min(wiped, default=len(free))
        else:
            yield "as ahead", Watched(shown, forward_check, at.cell).checks
            yield "one an arc", len(free)
        yield "only removed", len(watched.because)
        yield "assigned too", watched.checks + taken
    yield "every cell", len(around)


# -- AC-3 ------------------------------------------------------------------------------------------


def run_ac3(shown: Shown, arcs: Arcs) -> Watched:
    """AC-3 from some arcs on."""
    return Watched(shown, lambda board: ac3(board, arcs))


def revise_once(shown: Shown, arcs: Arcs) -> Removes:
    """What is removed if every arc is revised once, in order, and no arc comes back."""
    domains = dict(shown.domains)
    now = replace(shown, domains=domains)
    for x, y in arcs:
        gone = now.list_unsupported(x, y)
        domains[x] = tuple(value for value in domains[x] if value not in gone)
        if not domains[x]:
            break
    return compare(shown.domains, domains)


def demand_every_pair(shown: Shown, arcs: Arcs) -> Removes:
    """What is removed if a value has to agree with all values of each neighbour that has few."""
    domains = dict(shown.domains)
    for x, y in arcs:
        holds, others = shown.puzzle.constraints[x][y].holds, shown.domains[y]
        if len(others) <= 2:
            agrees = (value for value in domains[x] if all(holds(value, other) for other in others))
            domains[x] = tuple(agrees)
    return compare(shown.domains, domains)
