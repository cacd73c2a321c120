"""Questions about orderings: which cell is next, and which value first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from futoshiki_lab.classroom.exams.about_looks import touch
from futoshiki_lab.classroom.exams.boards import Function, ShownBoard, try_idea
from futoshiki_lab.classroom.exams.kinds import TERMS, Kind
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.runs import Source, TriedValue
from futoshiki_lab.classroom.ideas import believe, list_ideas
from futoshiki_lab.classroom.tutor.right_answers import order_values
from futoshiki_lab.core import Board, Cell, orderings

# -- which cell next -------------------------------------------------------------------------------

READING, SIZE = "selects in reading order", "selects the fewest values"
BY_DEGREE, ASSIGNED_TOO = "breaks ties by the degree", "counts signs to assigned cells too"
UNWEIGHTED, LEGAL = "gives every constraint the same weight", "counts legal values only"
BESIDE = "selects a cell that touches the last one"


def tell_size(board: Board, cell: Cell) -> str:
    """What MRV compares."""
    return f"{cell} has {_count(len(board.domains[cell]), 'value')}"


def tell_weight(board: Board, cell: Cell) -> str:
    """What dom/wdeg compares."""
    size, weight = len(board.domains[cell]), orderings.weighted_degree(board, cell)
    return f"{tell_size(board, cell)}, weighted degree {weight}: {size}/{weight}"


def tell_legal(board: Board, cell: Cell) -> str:
    """What a selection by legal values compares."""
    return f"{cell} has {orderings.legal_values(board, cell)} legal of {len(board.domains[cell])}"


def and_degree(tell: Callable[[Board, Cell], str]) -> Callable[[Board, Cell], str]:
    """The same, and the degree."""
    return lambda board, cell: f"{tell(board, cell)}, degree {orderings.degree(board, cell)}"


@dataclass(frozen=True)
class Compared:
    """What a selection compares, and which ideas tell whether somebody knows.

    Attributes
    ----------
    tell : what it compares of a cell, as it is.
    tells_apart : the idea from whose cell the right one should differ.
    true : ideas that are true of this selection.
    """

    tell: Callable[[Board, Cell], str] = tell_size
    tells_apart: str = READING
    true: tuple[str, ...] = (ASSIGNED_TOO,)


COMPARED: dict[Any, Compared] = {
    orderings.mrv: Compared(),
    orderings.mrv_degree: Compared(and_degree(tell_size), SIZE, (BY_DEGREE,)),
    orderings.dom_wdeg: Compared(
        tell_weight,
        UNWEIGHTED,
        (ASSIGNED_TOO, "puts the degree first", "selects the most values"),
    ),
    orderings.legal_mrv: Compared(tell_legal, SIZE),
    orderings.legal_mrv_degree: Compared(and_degree(tell_legal), LEGAL, (BY_DEGREE,)),
}


def by_size(name: str, told: str) -> Callable[[Any], Any]:
    """A kind of its own for a selection that compares sizes of domains."""
    title = f"the cell that {told} selects next"
    return Kind(name, title, "select", look="fc fc mac", select=name, only="select", anywhere=True)


BY_LEGAL: dict[str, Any] = {"look": "bt fc", "select": "legal_mrv legal_mrv_degree"}


@Kind("next_cell", "the cell that a selection selects next", "select", **BY_LEGAL)
@by_size("dom_wdeg", "dom_wdeg")
@by_size("mrv_degree", "MRV with the degree")
@by_size("mrv", "MRV")
def next_cell(source: Source) -> Iterator[Question]:
    """Which cell a selection selects next, whichever it is."""
    for at in source.visits():
        select = at.settings.functions.select
        weighs = select is orderings.dom_wdeg
        if weighs and at.settings.algorithm == "gac":
            continue  # it blames many constraints for one wipe-out
        shown = at.before if weighs else replace(at.before, weights={})
        compared = COMPARED.get(select, Compared())
        first = READING, compared.tells_apart
        mistakes = _mistake_selection(shown, select, compared.true)
        same = select is not orderings.reading_order and at.cell in {
            mistakes[name] for name in first
        }
        if len(shown.free) < 3 or (same and not source.may_be_first):
            continue
        board = shown.board()
        few = shown.free
        if select in (orderings.mrv, orderings.mrv_degree):  # which no other cell can be before
            least = min(len(board.domains[cell]) for cell in few)
            few = [cell for cell in few if len(board.domains[cell]) == least]
        solution = [compared.tell(board, cell) for cell in few]
        solution += ["every other cell has more values"] * (len(few) < len(shown.free))
        yield Question(
            trace=at.trace,
            shown=shown,
            now="",
            asks="Which cell does the search select next?",
            answer=at.cell,
            mistakes=sorted(mistakes.items(), key=lambda one: one[0] not in first),
            solution=[*solution, at.trace.reason(at.node.first)],
            moves=len(shown.free),
            cells=shown.free,
            asked={"weights": shown.weights},
            more=_tell_weights(shown) if weighs else "",
            step=at.node.first - 1,
        )


def _mistake_selection(
    shown: ShownBoard, select: Function, true: tuple[str, ...]
) -> dict[str, Cell]:
    """The cell that ideas would select, by their names, but for those that are true of it."""
    board, found = shown.board(), dict[str, Cell]()
    for name in list_ideas("next cell"):
        if name not in true:
            tried = (believe(name, one) for one in (select, orderings.mrv, orderings.mrv_degree))
            changed = next(filter(None, tried), None)
            if changed and (cell := try_idea(changed, board)) is not None:
                found[name] = cell
    last = next(reversed([*shown.values]), None)
    beside = next((cell for cell in shown.free if last and touch(cell, last)), None)
    return found | ({BESIDE: beside} if beside else {})


def _tell_weights(shown: ShownBoard) -> str:
    """The constraints that weigh more than 1."""
    relation = shown.puzzle.constraints
    heavy = (f"{relation[a][b]}: {weight}" for (a, b), weight in shown.weights.items())
    return TERMS["weights"].format("; ".join(heavy) or "none")


# -- which value first -----------------------------------------------------------------------------

SIGNS = ("forgets the signs", "looks at signs only")
IDEAS = (*list_ideas("order of values"), *SIGNS)
# What these say is true of an order by what values rule out only.
OF_COSTS = ("takes the larger of equal values", "counts the cells that lose values", *SIGNS)
BY_LCV = dict[str, Any](select="reading mrv", order="lcv")
ANY_ORDER = dict[str, Any](select="reading mrv", order="ascending descending lcv")


@Kind("value_order", "the values in the order of the search", "order", **ANY_ORDER)
@Kind("lcv", "the values in the order of LCV", "order", anywhere=True, only="order", **BY_LCV)
def value_order(source: Source) -> Iterator[Question]:
    """The values of a cell in the order of the search, whichever it is."""
    if source.kind.order != "lcv":  # each is as often right: else a guess would be descending
        by_size = "ascending" if source.may_be_first else "descending" * source.may_be_last
        source = replace(source, kind=replace(source.kind, order=by_size or "lcv"))
    for at in source.visits():
        board, cell, function = at.before.board(), at.cell, at.settings.functions.order
        by_lcv, others = (
            function is orderings.least_constraining_value,
            board.unassigned_neighbours(cell),
        )
        order = [*function(board, cell)]
        costs = {value: orderings.ruled_out(board, cell, value) for value in board.domains[cell]}
        if not _can_be_asked(at, order):
            continue
        same = order == [*board.domains[cell]] and not source.may_be_first
        if by_lcv and (same or len({*costs.values()}) < 2):
            continue
        ours = function in (orderings.ascending, orderings.descending)
        by_cost = by_lcv or (not ours and order == sorted(order, key=costs.__getitem__))
        rules = [f"{cell} = {one} rules out {_count(cost, 'value')}" for one, cost in costs.items()]
        yield Question(
            trace=at.trace,
            shown=replace(at.before, framed=cell),
            now=f"{cell} has just been selected; none of its values was tried yet.",
            asks=f"In which order are the values of {cell} tried?",
            answer=[*map(str, order)],
            mistakes=_mistake_order(board, cell, by_lcv),
            solution=[*rules * by_cost, at.trace.reason(at.node.first)],
            moves=len(order) * (at.before.count_values(others) if by_lcv else 1),
            cells=[cell, *others],
            asked={"cell": cell},
            step=at.node.first - 1,
        )


def _can_be_asked(at: TriedValue, order: list[int]) -> bool:
    """Whether an order has something to ask, and is that of the run: it draws no random numbers."""
    tried = [node.value for node in at.all_tried]
    known = at.settings.functions.order is not orderings.shuffled and tried == order[: len(tried)]
    return len(order) >= 3 and known


def _mistake_order(board: Board, cell: Cell, by_lcv: bool) -> list[tuple[str, list[str]]]:
    """The orders that ideas lead to, with their names."""
    ideas = [idea for idea in IDEAS if by_lcv or idea not in OF_COSTS]
    changed = ((idea, believe(idea, order_values)) for idea in ideas)
    orders = ((idea, try_idea(one, board, cell)) for idea, one in changed if one)
    return [(idea, [*map(str, values)]) for idea, values in orders if values]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"
