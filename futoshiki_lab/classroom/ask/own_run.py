"""A learner's answer, run: the search that goes on as they think, from the step of the question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from futoshiki_lab.core import Board, Value, Variable
from futoshiki_lab.core.run import Functions, choose_search, demand_answers
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.trace import record_with

EVENTS = 20_000  # no longer runs are made for an answer


def run_answer(trace: Trace, step: int, answer: Any) -> Trace | None:
    """The same search, which at a step removes, selects or tries what the learner says.

    Parameters
    ----------
    answer : cells with the values that a look removes; the values of a cell, in order; or the cell
        that is selected.

    Returns
    -------
    The run; None if the search has no such thing to do there.
    """
    state, settings = trace.state(step), trace.run.settings
    here = dict(state.values), dict(state.domains)
    look, select, order = demand_answers(settings)
    used = False

    def is_there(board: Board, *kinds: type) -> bool:
        nonlocal used
        there = isinstance(answer, kinds) and (dict(board.values), dict(board.domains)) == here
        used = used or there
        return there

    def own_look(board: Board, cell: Variable) -> bool:
        if not is_there(board, Mapping):
            return look(board, cell)
        for x, gone in answer.items():
            for value in gone:
                board.prune(x, value)
        return all(board.domains[x] for x in answer)

    def own_select(board: Board) -> Variable:
        return answer if is_there(board, type(trace.puzzle.cells[0])) else select(board)

    def own_order(board: Board, cell: Variable) -> Iterable[Value]:
        return answer if is_there(board, list) else order(board, cell)

    assigned = isinstance(answer, type(trace.puzzle.cells[0])) and answer in state.values
    blamed = settings.jump and isinstance(answer, Mapping)  # who removes is not said
    if trace.own or len(trace) > EVENTS or assigned or blamed:
        return None
    vars(own_look).update(vars(settings.functions.look))  # what it begins with
    functions, search = Functions(own_look, own_select, own_order), choose_search(None, settings)
    made = record_with(replace(settings, functions=functions), trace.puzzle, EVENTS, search)
    made.own = "your answer"
    return made if used else None


def does_so(trace: Trace, step: int, answer: Any) -> bool:
    """Whether an answer is what the run itself does there: then another one can be run."""
    made = run_answer(trace, step, answer)
    return made is not None and _values(made) == _values(trace)


def part(trace: Trace, made: Trace, step: int, answer: Any) -> list[int]:
    """Where the boards of two runs first differ: at the end of a look, or at the next value."""
    node = next((at for at, one in enumerate(trace.tree) if one.first > step), len(trace.tree))
    before = isinstance(answer, Mapping)
    return [
        one.tree[node].first - before if node < len(one.tree) else len(one) for one in (trace, made)
    ]


def _values(trace: Trace) -> list[tuple[object, ...]]:
    return [(node.cell, node.value, node.kind) for node in trace.tree]
