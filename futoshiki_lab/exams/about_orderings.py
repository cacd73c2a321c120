"""Questions about orderings: which cell is next, and which value first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from futoshiki_lab.core import Cell
from futoshiki_lab.exams.definitions import (
    CELLS,
    LCV,
    SELECTIONS,
    paragraphs,
    search_in_words,
    situation,
)
from futoshiki_lab.exams.moments import Source, Visit, settings_of, visits
from futoshiki_lab.exams.question import Difficulty, Draft, Shown

READING = "the search goes on in reading order"
LARGEST = "the cell with the most values comes first"
LAST_TIE = "among equal cells the last one is taken"
ANY_SIGN = "signs to assigned cells count too"
NO_DEGREE = "ties go to the first cell, whatever its degree"
DEGREE_FIRST = "the degree comes before the number of values"
NO_WEIGHTS = "every constraint weighs the same"
NO_DIVISION = "the weights play no part: fewest values first"
HEAVIEST = "the largest weighted degree comes first, whatever the domain"

TELLING = {
    "mrv_degree": NO_DEGREE,
    "dom_wdeg": NO_WEIGHTS,
}  # a question tells it from the right one

Rank = Callable[[Cell], object]


def mrv(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next."""
    yield from _next_cell(source, "mrv")


def mrv_degree(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next, ties by the degree."""
    yield from _next_cell(source, "mrv_degree")


def dom_wdeg(source: Source) -> Iterator[Draft]:
    """Which cell dom_wdeg selects next."""
    yield from _next_cell(source, "dom_wdeg")


def _next_cell(source: Source, select: str) -> Iterator[Draft]:
    trace = source.run(source.one_of("fc", "fc", "mac"), select)
    for visit in source.some(visits(trace)):
        free = _free(visit.shown)
        weights = Weights(visit)
        wrong = _wrong_cells(visit.shown, select, weights)
        tells = (TELLING.get(select, READING), str(visit.cell)) not in wrong
        sizes = {len(visit.shown.domains[cell]) for cell in free}
        if len(free) < 3 or len(sizes) < 2 or visit.cell == free[0] or not tells:
            continue
        yield Draft(
            text=paragraphs(
                search_in_words(trace.run.settings.algorithm, select),
                situation(visit.shown),
                weights.told if select == "dom_wdeg" else "",
            ),
            rules=(SELECTIONS[select], CELLS),
            asks="Which cell does the search select next?",
            answer=visit.cell,
            right=str(visit.cell),
            wrong=wrong,
            shown=visit.shown,
            asked={**settings_of(trace), "weights": dict(weights.grown)},
            solution=[*_ranking(visit.shown, select, weights), trace.reason(visit.first.first)],
            difficulty=Difficulty(len(free), sum(len(visit.shown.domains[cell]) for cell in free)),
        )


class Weights:
    """The weights of the constraints when a cell is selected.

    Attributes
    ----------
    grown : those that are more than 1, by their two cells, the first in reading order first.
    """

    def __init__(self, visit: Visit):
        self._shown = visit.shown
        blamed = Counter(tuple(sorted(pair)) for pair in visit.wipe_outs)
        self.grown = {(one, two): 1 + times for (one, two), times in sorted(blamed.items())}

    def of(self, cell: Cell) -> int:
        """The weighted degree of a cell."""
        others = (x for x in self._shown.puzzle.neighbours[cell] if x not in self._shown.values)
        return sum(self.grown.get((min(cell, x), max(cell, x)), 1) for x in others)

    @property
    def told(self) -> str:
        """The weights in words."""
        relation = self._shown.puzzle.constraints
        heavy = "; ".join(f"{relation[a][b]}: {weight}" for (a, b), weight in self.grown.items())
        return f"Each constraint weighs 1, but these have caused wipe-outs and weigh more: {heavy}."


def _free(shown: Shown) -> list[Cell]:
    return shown.free


def _degree(shown: Shown, cell: Cell) -> int:
    return sum(other not in shown.values for other in shown.puzzle.sign_neighbours[cell])


def _wrong_cells(shown: Shown, select: str, weights: Weights) -> list[tuple[str, str]]:
    """The cells that misconceptions would select."""
    free = _free(shown)

    def size(cell: Cell) -> int:
        return len(shown.domains[cell])

    def signs(cell: Cell) -> int:
        return len(shown.puzzle.sign_neighbours[cell])

    def plain(cell: Cell) -> Fraction:
        others = sum(other not in shown.values for other in shown.puzzle.neighbours[cell])
        return Fraction(size(cell), others) if others else Fraction(10**6)

    ranks: dict[str, Rank] = {READING: lambda cell: 0}
    if select == "mrv_degree":
        ranks |= {
            NO_DEGREE: size,
            ANY_SIGN: lambda cell: (size(cell), -signs(cell)),
            DEGREE_FIRST: lambda cell: (-_degree(shown, cell), size(cell)),
        }
    elif select == "dom_wdeg":
        ranks |= {
            NO_WEIGHTS: plain,
            NO_DIVISION: size,
            HEAVIEST: lambda cell: -weights.of(cell),
        }
    else:
        ranks[DEGREE_FIRST] = lambda cell: (-_degree(shown, cell), size(cell))
    ranks[LARGEST] = lambda cell: -size(cell)
    found = [(name, str(min(free, key=rank))) for name, rank in ranks.items()]  # type: ignore[arg-type]
    return [*found, (LAST_TIE, str(min(reversed(free), key=size)))]


def _ranking(shown: Shown, select: str, weights: Weights) -> list[str]:
    """What is compared for each cell."""
    lines = []
    for cell in _free(shown):
        size = len(shown.domains[cell])
        told = f"{cell} has {size} value{'s' * (size != 1)}"
        if select == "mrv_degree":
            told += f", degree {_degree(shown, cell)}"
        elif select == "dom_wdeg":
            told += f", weighted degree {weights.of(cell)}: {size}/{weights.of(cell)}"
        lines.append(told)
    return lines


# -- which value first -----------------------------------------------------------------------------


def lcv(source: Source) -> Iterator[Draft]:
    """The values of a cell in the order of LCV."""
    trace = source.run("fc", source.one_of("reading", "mrv"), "lcv")
    for visit in source.some(visits(trace)):
        shown, cell = visit.shown, visit.cell
        costs = {value: _ruled_out(shown, cell, value) for value in shown.domains[cell]}
        order = sorted(costs, key=costs.__getitem__)
        if len(order) < 3 or order == sorted(order) or len(set(costs.values())) < 2:
            continue
        settings = trace.run.settings
        yield Draft(
            text=paragraphs(
                search_in_words(settings.algorithm, settings.select, "lcv"),
                f"{situation(shown)} {cell} has just been selected, and no value of it tried.",
            ),
            rules=(LCV, CELLS),
            asks=f"In which order are the values of {cell} tried?",
            answer=list(map(str, order)),
            right=_in_order(order),
            wrong=_wrong_orders(shown, cell, costs),
            shown=Shown(shown.puzzle, shown.values, shown.domains, cell),
            asked={**settings_of(trace), "cell": cell},
            solution=[
                *(f"{cell} = {value} rules out {cost}" for value, cost in costs.items()),
                trace.reason(visit.first.first),
            ],
            difficulty=_pairs_to_compare(shown, cell),
        )


def _ruled_out(shown: Shown, cell: Cell, value: int) -> int:
    constraints = shown.puzzle.constraints[cell]
    others = [constraint for other, constraint in constraints.items() if other not in shown.values]
    return sum(
        not one.holds(value, theirs) for one in others for theirs in shown.domains[one.other]
    )


def _wrong_orders(shown: Shown, cell: Cell, costs: dict[int, int]) -> list[tuple[str, str]]:
    def signs(value: int) -> int:
        neighbours = shown.puzzle.sign_neighbours[cell]
        others = [x for x in neighbours if x not in shown.values]
        holds = shown.puzzle.constraints[cell]
        return sum(not holds[x].holds(value, each) for x in others for each in shown.domains[x])

    def plain(value: int) -> int:
        others = shown.puzzle.neighbours[cell]
        return sum(value in shown.domains[x] for x in others if x not in shown.values)

    values = sorted(costs)
    return [
        ("the most constraining value comes first", _in_order(sorted(values, key=costs.get)[::-1])),  # type: ignore[arg-type]
        ("values are always tried in ascending order", _in_order(values)),
        (
            "among equal values the larger comes first",
            _in_order(sorted(values, key=lambda value: (costs[value], -value))),
        ),
        ("a sign is only ≠", _in_order(sorted(values, key=plain))),
        ("only cells with a sign are counted", _in_order(sorted(values, key=signs))),
        ("the largest value comes first", _in_order(values[::-1])),
    ]


def _in_order(values: list[int]) -> str:
    return ", ".join(map(str, values))


def _pairs_to_compare(shown: Shown, cell: Cell) -> Difficulty:
    others = [x for x in shown.puzzle.neighbours[cell] if x not in shown.values]
    values = sum(len(shown.domains[x]) for x in others)
    return Difficulty(len(shown.domains[cell]) * values, values + len(shown.domains[cell]))
