"""Questions about orderings: which cell is next, and which value first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from futoshiki_lab.core import Cell
from futoshiki_lab.exams.definitions import LCV, SELECTIONS, describe
from futoshiki_lab.exams.items import Shown
from futoshiki_lab.exams.misconceptions import PLAIN, without_signs
from futoshiki_lab.exams.moments import Draft, Source, Visit, visits

READING = "the search goes on in reading order"
LARGEST = "the cell with the most values comes first"
LAST_TIE = "among equal cells the last one is taken"
ANY_SIGN = "signs to assigned cells count too"
NO_DEGREE = "ties go to the first cell, whatever its degree"
DEGREE_FIRST = "the degree comes before the number of values"
NO_WEIGHTS = "every constraint weighs the same"
NO_DIVISION = "the weights play no part: fewest values first"
HEAVIEST = "the largest weighted degree comes first, whatever the domain"


@dataclass(frozen=True)
class Measures:
    """What selections compare of a cell; only unassigned neighbours count, but for `signs`.

    Attributes
    ----------
    at : its place among the unassigned cells.
    size : of its domain.
    degree, neighbours, weight : how many signs, neighbours, and the sum of their weights.
    signs : all signs of the cell.
    """

    cell: Cell
    at: int
    size: int
    degree: int
    neighbours: int
    weight: int
    signs: int

    def tell(self, select: str) -> str:
        """What a selection compares of it."""
        told = f"{self.cell} has {self.size} value{'s' * (self.size != 1)}"
        if select == "mrv_degree":
            return f"{told}, degree {self.degree}"
        if select == "dom_wdeg":
            return f"{told}, weighted degree {self.weight}: {self.size}/{self.weight}"
        return told


# The misconceptions about each selection, after READING and before LAST_MISTAKES: selected is the
# cell with the smallest measure, the first of equal ones.
MISTAKES: dict[str, dict[str, Callable[[Measures], Any]]] = {
    "mrv": {DEGREE_FIRST: lambda one: (-one.degree, one.size)},
    "mrv_degree": {
        NO_DEGREE: lambda one: one.size,
        ANY_SIGN: lambda one: (one.size, -one.signs),
        DEGREE_FIRST: lambda one: (-one.degree, one.size),
    },
    "dom_wdeg": {
        NO_WEIGHTS: lambda one: Fraction(one.size, one.neighbours) if one.neighbours else 10**6,
        NO_DIVISION: lambda one: one.size,
        HEAVIEST: lambda one: -one.weight,
    },
}
# The answer differs from what this one selects, and from reading order.
TELLING = {"mrv": READING, "mrv_degree": NO_DEGREE, "dom_wdeg": NO_WEIGHTS}
LAST_MISTAKES: dict[str, Callable[[Measures], Any]] = {
    LARGEST: lambda one: -one.size,
    LAST_TIE: lambda one: (one.size, -one.at),
}


def mrv(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next."""
    return _ask_next_cell(source, "mrv")


def mrv_degree(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next, ties by the degree."""
    return _ask_next_cell(source, "mrv_degree")


def dom_wdeg(source: Source) -> Iterator[Draft]:
    """Which cell dom_wdeg selects next."""
    return _ask_next_cell(source, "dom_wdeg")


def _ask_next_cell(source: Source, select: str) -> Iterator[Draft]:
    trace = source.run(source.one_of("fc", "fc", "mac"), select)
    for visit in source.some(visits(trace)):
        shown, weights = visit.shown, weigh(visit)
        cells = [_measure(shown, at, cell, weights) for at, cell in enumerate(shown.free)]
        ranks = {READING: lambda one: one.at, **MISTAKES[select], **LAST_MISTAKES}
        wrong = {name: min(cells, key=rank).cell for name, rank in ranks.items()}
        if len(cells) < 3 or len({one.size for one in cells}) < 2:
            continue
        if visit.cell in (wrong[READING], wrong[TELLING[select]]):
            continue
        relation = trace.puzzle.constraints
        heavy = "; ".join(f"{relation[a][b]}: {weight}" for (a, b), weight in weights.items())
        told = (
            "\n\nEach constraint weighs 1, but these have caused wipe-outs and weigh more: "
            f"{heavy}."
        )
        yield Draft(
            trace,
            describe(shown) + told * (select == "dom_wdeg"),
            (SELECTIONS[select],),
            "Which cell does the search select next?",
            answer=visit.cell,
            wrong=wrong.items(),
            shown=shown,
            solution=[*(one.tell(select) for one in cells), trace.reason(visit.first.first)],
            moves=len(cells),
            values=shown.count_values(shown.free),
            asked={"weights": weights},
        )


def weigh(visit: Visit) -> dict[tuple[Cell, Cell], int]:
    """The weights that are more than 1 when a cell is selected, by the constraint's two cells."""
    before = (step for step in visit.trace.steps("wipe-out") if step < visit.first.first)
    events = map(visit.trace.event, before)
    pairs = [sorted(filter(None, (event.cell, event.other))) for event in events]
    blamed = Counter((one, other) for one, other in pairs)
    return {pair: 1 + times for pair, times in sorted(blamed.items())}


def _measure(shown: Shown, at: int, cell: Cell, weights: dict[tuple[Cell, Cell], int]) -> Measures:
    others = [other for other in shown.puzzle.neighbours[cell] if other not in shown.values]
    signs = shown.puzzle.sign_neighbours[cell]
    return Measures(
        cell,
        at,
        size=len(shown.domains[cell]),
        degree=sum(other in others for other in signs),
        neighbours=len(others),
        weight=sum(weights.get((min(cell, other), max(cell, other)), 1) for other in others),
        signs=len(signs),
    )


# -- which value first -----------------------------------------------------------------------------


def lcv(source: Source) -> Iterator[Draft]:
    """The values of a cell in the order of LCV."""
    trace = source.run("fc", source.one_of("reading", "mrv"), "lcv")
    for visit in source.some(visits(trace)):
        shown, cell = visit.shown, visit.cell
        costs = count_ruled_out(shown, cell)
        order = sorted(costs, key=costs.__getitem__)
        if len(order) < 3 or order == sorted(order) or len({*costs.values()}) < 2:
            continue
        others = [other for other in shown.puzzle.neighbours[cell] if other not in shown.values]
        around = shown.count_values(others)
        yield Draft(
            trace,
            f"{describe(shown)} {cell} has just been selected, and no value of it tried.",
            (LCV,),
            f"In which order are the values of {cell} tried?",
            answer=[*map(str, order)],
            wrong=[(name, [*map(str, other)]) for name, other in _list_wrong_orders(visit, costs)],
            shown=replace(shown, mark=cell),
            solution=[
                *(f"{cell} = {value} rules out {cost}" for value, cost in costs.items()),
                trace.reason(visit.first.first),
            ],
            moves=len(order) * around,
            values=len(order) + around,
            asked={"cell": cell},
        )


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


def _list_wrong_orders(visit: Visit, costs: dict[int, int]) -> list[tuple[str, list[int]]]:
    shown, cell, values = visit.shown, visit.cell, sorted(costs)
    plain, signs = count_ruled_out(without_signs(shown), cell), count_ruled_out(shown, cell, True)
    return [
        ("the most constraining value comes first", sorted(values, key=costs.__getitem__)[::-1]),
        ("values are always tried in ascending order", values),
        (
            "among equal values the larger comes first",
            sorted(values, key=lambda value: (costs[value], -value)),
        ),
        (PLAIN, sorted(values, key=plain.__getitem__)),
        ("only cells with a sign are counted", sorted(values, key=signs.__getitem__)),
        ("the largest value comes first", values[::-1]),
    ]
