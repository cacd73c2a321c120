"""Questions about orderings: which cell is next, and which value first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from futoshiki_lab.exams import misconceptions as wrong
from futoshiki_lab.exams.definitions import describe_state
from futoshiki_lab.exams.moments import (
    Draft,
    Source,
)


def next_cell(source: Source) -> Iterator[Draft]:
    """Which cell a selection selects next, whichever it is."""
    return _ask_next_cell(source, ("bt", "fc"), ("legal_mrv", "legal_mrv_degree"))


def mrv(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next."""
    return _ask_next_cell(source, ("fc", "fc", "mac"), ["mrv"])


def mrv_degree(source: Source) -> Iterator[Draft]:
    """Which cell MRV selects next, ties by the degree."""
    return _ask_next_cell(source, ("fc", "fc", "mac"), ["mrv_degree"])


def dom_wdeg(source: Source) -> Iterator[Draft]:
    """Which cell dom_wdeg selects next."""
    return _ask_next_cell(source, ("fc", "fc", "mac"), ["dom_wdeg"])


def _ask_next_cell(
    source: Source, looks: Iterable[str], selects: tuple[str, ...] | list[str]
) -> Iterator[Draft]:
    for visit in source.visits(look=looks, select=selects):
        select = visit.trace.run.settings.select
        weighs = select == "dom_wdeg"
        if weighs and visit.trace.run.settings.algorithm == "gac":
            continue  # it blames many constraints for one wipe-out
        shown = visit.shown if weighs else replace(visit.shown, weights={})
        mistakes = wrong.mistake_selection(shown, select)
        telling = {wrong.READING, wrong.TELLING.get(select, wrong.READING)} - {
            wrong.READING * (select == "reading")
        }
        if len(shown.free) < 3 or visit.cell in {mistakes[name] for name in telling}:
            continue
        relation, board = visit.trace.puzzle.constraints, shown.board()
        heavy = "; ".join(f"{relation[a][b]}: {one}" for (a, b), one in shown.weights.items())
        told = (
            "\n\nEach constraint weighs 1, but these have caused wipe-outs and weigh more: "
            f"{heavy or 'none'}."
        )
        yield Draft(
            visit.trace,
            describe_state(shown) + told * weighs,
            shown,
            "Which cell does the search select next?",
            visit.cell,
            mistakes.items(),
            [
                *(wrong.tell_rank(board, select, cell) for cell in shown.free),
                visit.trace.reason(visit.first.first),
            ],
            moves=len(shown.free),
            cells=shown.free,
            about=("select",),
            asked={"weights": shown.weights},
        )


def lcv(source: Source) -> Iterator[Draft]:
    """The values of a cell in the order of LCV."""
    return _ask_order(source, ["lcv"])


def value_order(source: Source) -> Iterator[Draft]:
    """The values of a cell in the order of the search, whichever it is."""
    return _ask_order(source, ("descending", "lcv"))


def _ask_order(source: Source, orders: tuple[str, ...] | list[str]) -> Iterator[Draft]:
    for visit in source.visits(look=("fc",), select=("reading", "mrv"), order=orders):
        shown, cell, settings = visit.shown, visit.cell, visit.trace.run.settings
        order = [*settings.functions.order(shown.board(), cell)]
        costs, costly = wrong.count_ruled_out(shown, cell), settings.order == "lcv"
        tried = [node.value for node in visit.nodes]
        if len(order) < 3 or tried != order[: len(tried)] or settings.order == "random":
            continue
        if costly and (order == sorted(order) or len({*costs.values()}) < 2):
            continue
        others = [other for other in shown.puzzle.neighbours[cell] if other not in shown.values]
        told = (f"{cell} = {value} rules out {cost}" for value, cost in costs.items())
        yield Draft(
            visit.trace,
            f"{describe_state(shown)} {cell} has just been selected, and no value of it tried.",
            replace(shown, mark=cell),
            f"In which order are the values of {cell} tried?",
            [*map(str, order)],
            [(name, [*map(str, one)]) for name, one in wrong.mistake_order(shown, cell)],
            [*(told if costly else ()), visit.trace.reason(visit.first.first)],
            moves=len(order) * shown.count_values(others) if costly else len(order),
            cells=[cell, *others],
            about=("order",),
            asked={"cell": cell},
        )
