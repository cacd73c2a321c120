"""Questions about orderings: which cell is next, and which value first; and mistaken orderings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from futoshiki_lab.classroom.exams.about_looks import touch, without_signs
from futoshiki_lab.classroom.exams.drafts import TERMS, Draft
from futoshiki_lab.classroom.exams.moments import Shown, Source
from futoshiki_lab.core import Board, Cell, Constraint
from futoshiki_lab.core.orderings import degree, legal_values, weighted_degree

# -- selections ------------------------------------------------------------------------------------


def next_cell(source: Source) -> Iterator[Draft]:
    """Which cell a selection selects next, whichever it is."""
    for at in source.visits():
        trace, select, weighs = at.trace, at.settings.select, at.settings.select == "dom_wdeg"
        if weighs and at.settings.algorithm == "gac":
            continue  # it blames many constraints for one wipe-out
        shown = at.before if weighs else replace(at.before, weights={})
        mistakes, free = _mistake_selection(shown, select), shown.free
        telling = {"reading", TELLING.get(select, "reading")} if select != "reading" else ()
        if len(free) < 3 or at.cell in {mistakes[name] for name in telling}:
            continue
        relation, board = trace.puzzle.constraints, shown.board()
        heavy = "; ".join(f"{relation[a][b]}: {one}" for (a, b), one in shown.weights.items())
        told = f"\n\n{TERMS['weights'].format(heavy or 'none')}" * weighs
        solution = [_tell_rank(board, select, cell) for cell in free]
        solution.append(trace.reason(at.node.first))
        asked, words = {"weights": shown.weights}, {"weighed": told}
        wrong, many = mistakes.items(), len(free)
        yield Draft(trace, shown, at.cell, wrong, solution, many, free, asked, words)


def _size(board: Board, cell: Cell) -> int:
    return len(board.domains[cell])


def _plain_ratio(board: Board, cell: Cell) -> Fraction | int:
    others = len(board.unassigned_neighbours(cell))
    return Fraction(_size(board, cell), others) if others else 10**6


# Selected is the cell with the smallest measure, the first of equal ones.
RANKS: dict[str, Callable[[Board, Cell], Any]] = {
    "reading": lambda board, cell: cell,
    "by size": _size,
    "by degree": lambda board, cell: (_size(board, cell), -degree(board, cell)),
    "any sign": lambda board, cell: (_size(board, cell), -len(board.puzzle.sign_neighbours[cell])),
    "degree first": lambda board, cell: (-degree(board, cell), _size(board, cell)),
    "most": lambda board, cell: -_size(board, cell),
    "last tie": lambda board, cell: (_size(board, cell), -cell.row, -cell.column),
    "by legal": legal_values,
}
WEIGHTED: dict[str, Callable[[Board, Cell], Any]] = {
    "no weights": _plain_ratio,
    "heaviest": lambda board, cell: -weighted_degree(board, cell),
}
# The answer differs from what this one selects, and from reading order.
TELLING = {"mrv": "reading", "mrv_degree": "by size", "dom_wdeg": "no weights"}
TELLING |= {"legal_mrv": "by size", "legal_mrv_degree": "by legal"}


def _mistake_selection(shown: Shown, select: str) -> dict[str, Cell]:
    """The cell that misconceptions would select, by their names; the most telling ones first."""
    board, ranks = shown.board(), RANKS | (WEIGHTED if select == "dom_wdeg" else {})
    names = dict.fromkeys(["reading", TELLING.get(select, "reading"), *ranks])
    found = {name: min(board.unassigned, key=partial(ranks[name], board)) for name in names}
    last = next(reversed([*shown.values]), None)
    beside = [cell for cell in shown.free if last and touch(cell, last)]
    return found | dict(zip(["touches"], beside, strict=False))


def _tell_rank(board: Board, select: str, cell: Cell) -> str:
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
    return told


# -- orders ----------------------------------------------------------------------------------------


def value_order(source: Source) -> Iterator[Draft]:
    """The values of a cell in the order of the search, whichever it is."""
    for at in source.visits():
        shown, cell, trace, name = at.before, at.cell, at.trace, at.settings.order
        order = [*at.settings.functions.order(shown.board(), cell)]
        costs = {value: len(ends) for value, ends in _list_ruled_out(shown, cell).items()}
        costly = name == "lcv"
        tried = [node.value for node in at.tried]
        if len(order) < 3 or tried != order[: len(tried)] or name == "random":
            continue
        if costly and (order == sorted(order) or len({*costs.values()}) < 2):
            continue
        others = [other for other in shown.puzzle.neighbours[cell] if other not in shown.values]
        mistakes = [(idea, [*map(str, one)]) for idea, one in _mistake_order(shown, cell)]
        told = [f"{cell} = {value} rules out {cost}" for value, cost in costs.items()] * costly
        told.append(trace.reason(at.node.first))
        moves = len(order) * (shown.count_values(others) if costly else 1)
        right, cells, shown = [*map(str, order)], [cell, *others], replace(shown, mark=cell)
        yield Draft(trace, shown, right, mistakes, told, moves, cells, {"cell": cell})


def _list_ruled_out(shown: Shown, cell: Cell) -> dict[int, list[Constraint]]:
    """For each value of a cell the constraints that rule out values of unassigned neighbours."""
    around = shown.puzzle.constraints[cell]
    free = [other for other in around if other not in shown.values]
    ends = [(around[other], value) for other in free for value in shown.domains[other]]
    domain = shown.domains[cell]
    return {one: [end for end, other in ends if not end.holds(one, other)] for one in domain}


def _mistake_order(shown: Shown, cell: Cell) -> Iterator[tuple[str, list[int]]]:
    """The orders of a cell's values that misconceptions lead to."""
    lost, plain = _list_ruled_out(shown, cell), _list_ruled_out(without_signs(shown), cell)
    values, costs = [*shown.domains[cell]], {value: len(ends) for value, ends in lost.items()}
    signs = {value: sum(end.relation != "≠" for end in ends) for value, ends in lost.items()}
    cells = {value: len({end.other for end in ends}) for value, ends in lost.items()}
    yield "constraining", sorted(values, key=lambda one: -costs[one])
    yield "ascending", values
    yield "larger tie", sorted(values, key=lambda one: (costs[one], -one))
    yield "plain", sorted(values, key=lambda one: len(plain[one]))
    yield "signs alone", sorted(values, key=signs.__getitem__)
    yield "descending", values[::-1]
    yield "fewest", sorted(values, key=costs.__getitem__)
    yield "cells counted", sorted(values, key=cells.__getitem__)
