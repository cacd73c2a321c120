"""Questions about orderings: which cell is next, and which value first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from futoshiki_lab.classroom.exams.about_looks import touch
from futoshiki_lab.classroom.exams.boards import Function, ShownBoard, try_idea
from futoshiki_lab.classroom.exams.kinds import TERMS, Kind
from futoshiki_lab.classroom.exams.question import Question
from futoshiki_lab.classroom.exams.runs import Source
from futoshiki_lab.classroom.ideas import believe, list_ideas
from futoshiki_lab.classroom.tutor.right_answers import order_values
from futoshiki_lab.core import Board, Cell, mrv, mrv_degree
from futoshiki_lab.core.orderings import ORDERS, degree, legal_values, ruled_out, weighted_degree

READING, SIZE = "selects in reading order", "selects the fewest values"
BY_DEGREE, ASSIGNED_TOO = "breaks ties by the degree", "counts signs to assigned cells too"
UNWEIGHTED, LEGAL = "gives every constraint the same weight", "counts legal values only"


def by_size(name: str, told: str) -> Callable[[Any], Any]:
    """A kind of its own for a selection that compares sizes of domains."""
    title = f"the cell that {told} selects next"
    return Kind(name, title, "select", look="fc fc mac", select=name, only="select", anywhere=True)


BY_LEGAL: dict[str, Any] = {"look": "bt fc", "select": "legal_mrv legal_mrv_degree"}
# The answer differs from what this idea selects, and from reading order, unless it may be first.
TELLING = {"mrv": READING, "mrv_degree": SIZE, "dom_wdeg": UNWEIGHTED}
TELLING |= {"legal_mrv": SIZE, "legal_mrv_degree": LEGAL}


@Kind("next_cell", "the cell that a selection selects next", "select", **BY_LEGAL)
@by_size("dom_wdeg", "dom_wdeg")
@by_size("mrv_degree", "MRV with the degree")
@by_size("mrv", "MRV")
def next_cell(source: Source) -> Iterator[Question]:
    """Which cell a selection selects next, whichever it is."""
    for at in source.visits():
        trace, select, weighs = at.trace, at.settings.select, at.settings.select == "dom_wdeg"
        if weighs and at.settings.algorithm == "gac":
            continue  # it blames many constraints for one wipe-out
        shown = at.before if weighs else replace(at.before, weights={})
        mistakes, free = _mistake_selection(shown, select, at.settings.functions.select), shown.free
        first = TELLING.get(select, READING)
        telling = {READING, first} if select != "reading" else set()
        same = at.cell in {mistakes[name] for name in telling}
        if len(free) < 3 or (same and not source.may_be_first):
            continue
        relation, board = trace.puzzle.constraints, shown.board()
        heavy = "; ".join(f"{relation[a][b]}: {one}" for (a, b), one in shown.weights.items())
        more = TERMS["weights"].format(heavy or "none") * weighs
        solution = [_tell_rank(board, select, cell) for cell in free]
        solution.append(trace.reason(at.node.first))
        wrong = sorted(mistakes.items(), key=lambda one: one[0] not in (READING, first))
        about = at.cell, wrong, solution, len(free), free, {"weights": shown.weights}
        asks, step = "Which cell does the search select next?", at.node.first - 1
        yield Question(trace, shown, "", asks, *about, more=more, step=step)


def _mistake_selection(shown: ShownBoard, called: str, select: Function) -> dict[str, Cell]:
    """The cell that ideas would select, by their names; what they say is true of the selection."""
    board, found = shown.board(), dict[str, Cell]()
    no = [BY_DEGREE] if called.endswith("degree") else [ASSIGNED_TOO]
    no += ["puts the degree first", "selects the most values"] * (called == "dom_wdeg")
    for name in list_ideas("next cell"):
        if name in no:
            continue
        changed = believe(name, select) or believe(name, mrv) or believe(name, mrv_degree)
        if changed and (cell := try_idea(changed, board)) is not None:
            found[name] = cell
    last = next(reversed([*shown.values]), None)
    beside = [cell for cell in shown.free if last and touch(cell, last)]
    return found | dict(zip(["selects a cell that touches the last one"], beside, strict=False))


def _tell_rank(board: Board, select: str, cell: Cell) -> str:
    """What a selection compares of a cell, as it is."""
    size = len(board.domains[cell])
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
        shown, cell, trace, name = at.before, at.cell, at.trace, at.settings.order
        board, costly = shown.board(), name == "lcv"
        order = [*at.settings.functions.order(board, cell)]
        costs = {value: ruled_out(board, cell, value) for value in shown.domains[cell]}
        tried = [node.value for node in at.all_tried]
        if len(order) < 3 or tried != order[: len(tried)] or name == "random":
            continue
        same = order == [*shown.domains[cell]] and not source.may_be_first
        if costly and (same or len({*costs.values()}) < 2):
            continue
        others = board.unassigned_neighbours(cell)
        ideas = [idea for idea in IDEAS if costly or idea not in OF_COSTS]
        changed = ((idea, believe(idea, order_values)) for idea in ideas)
        orders = ((idea, try_idea(one, board, cell)) for idea, one in changed if one)
        mistakes = [(idea, [*map(str, values)]) for idea, values in orders if values]
        by_cost = costly or (name not in ORDERS and order == sorted(order, key=lambda v: costs[v]))
        many = {value: f"{cost} value{'s' * (cost != 1)}" for value, cost in costs.items()}
        told = [f"{cell} = {value} rules out {many[value]}" for value in costs] * by_cost
        told.append(trace.reason(at.node.first))
        moves = len(order) * (shown.count_values(others) if costly else 1)
        now = f"{cell} has just been selected; none of its values was tried yet."
        asks = f"In which order are the values of {cell} tried?"
        about = [*map(str, order)], mistakes, told, moves, [cell, *others], {"cell": cell}
        step = at.node.first - 1
        yield Question(trace, replace(shown, framed=cell), now, asks, *about, step=step)
