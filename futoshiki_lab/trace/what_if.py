"""The same search, but for one choice: `what_if`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from futoshiki_lab.core import Board, Variable
from futoshiki_lab.core.run import Functions, choose_search, demand_answers
from futoshiki_lab.trace.trace import EVENT_LIMIT, Trace, record_with


def what_if(
    trace: Trace, step: int, cell: Variable, value: Hashable, event_limit: int = EVENT_LIMIT
) -> Trace:
    """Record the same search again, with another choice at the next node after a step.

    Up to there both runs are the same. Then this value is tried for this cell, and the search goes
    on from there with its own settings.

    Parameters
    ----------
    trace : Trace
        The run.
    step : int
        Where the other choice is made: instead of the first value tried after it.
    cell : Cell or Variable
        A cell that has no value there.
    value : int or Hashable
        A value that is left in its domain there, and was not tried for it yet.
    event_limit : int
        As in `record`.

    Raises
    ------
    IndexError
        There is no such step.
    ValueError
        No value is tried after the step, the cell has a value, or the value is not left.
    """
    tree = trace.tree
    first = trace.next(step, "node")
    if first is None:
        raise ValueError(f"no value is tried after step {step:,}: there is nothing to choose")
    node = tree[trace.event(first).node]
    state = trace.state(first - 1)
    siblings = (tree[number] for number in tree[node.parent].children if number < node.number)
    tried = [one.value for one in siblings if one.cell == node.cell]
    if tried and cell != node.cell:
        raise ValueError(f"{node.cell} has been selected: only its values can be chosen here")
    if cell in state.values:
        raise ValueError(f"{cell} has a value at step {first - 1:,}: it is {state.values[cell]}")
    left = [one for one in state.domains.get(cell, ()) if one not in tried]
    if value not in left:
        raise ValueError(f"{value} cannot be tried for {cell} here: it has {left} left")
    path = [(one.cell, one.value) for one in tree.path(node.parent)[1:]]

    def is_there(board: Board) -> bool:
        givens = trace.puzzle.givens
        return [found for found in board.values.items() if found[0] not in givens] == path

    settings = trace.run.settings
    look, select, order = demand_answers(settings)

    def select_other(board: Board) -> Variable:
        selected = select(board)
        return cell if is_there(board) else selected

    def order_other(board: Board, selected: Variable) -> Iterable[Hashable]:
        values = list(order(board, selected))
        if selected != cell or not is_there(board):
            return values
        return [*tried, value, *(one for one in values if one not in (*tried, value))]

    select_other.__name__ = settings.select
    order_other.__name__ = f"{settings.order}, what if {cell} = {value}"
    functions = Functions(look, select_other, order_other)
    other = replace(settings, order=order_other.__name__, functions=functions)
    return record_with(other, trace.puzzle, event_limit, choose_search(None, settings))
