"""A look, a selection or an order of your own: errors say what it must take, and must return."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from inspect import signature
from typing import Any

from futoshiki_lab.core.board import Board
from futoshiki_lab.core.errors import NoAnswer, listed, name_of, true_or_false
from futoshiki_lab.core.orderings import Order, Select
from futoshiki_lab.core.problem import Value, Variable
from futoshiki_lab.core.search import Look

NUMBERS: dict[int, object] = {0: "none", 1: "one", 2: "two", 3: "three"}


def demand(
    functions: tuple[Look, Select, Order], names: tuple[str, str, str], known: list[bool]
) -> tuple[Look, Select, Order]:
    """The functions of a search; one of your own is named where what it returns is no answer."""
    look, select, order = functions

    def asked_look(board: Board, cell: Variable) -> bool:
        return true_or_false(look(board, cell), f"the look {names[0]}")

    def asked_select(board: Board) -> Variable:
        cell = select(board)
        if not isinstance(cell, Hashable) or cell not in board.domains or cell in board.values:
            raise _no_answer("selection", names[1], "one of board.unassigned", cell)
        return cell

    def asked_order(board: Board, cell: Variable) -> Iterator[Value]:
        values = order(board, cell)
        if not isinstance(values, Iterable):
            raise _no_answer("order", names[2], f"the values of {cell}", values)
        for value in values:
            if value not in board.domains[cell]:
                wanted = f"values that are left in {cell}, {board.domains[cell]}"
                raise _no_answer("order", names[2], wanted, value)
            yield value

    return (
        look if known[0] else asked_look,
        select if known[1] else asked_select,
        order if known[2] else asked_order,
    )


def _no_answer(what: str, name: str, wanted: str, came: object) -> NoAnswer:
    told = "None: is a return missing?" if came is None else f"{came!r:.60}"
    return NoAnswer(f"the {what} {name} must return {wanted}, but it returned {told}")


def must_take(function: Callable[..., Any], what: str) -> None:
    """Raise NoAnswer if a function of your own cannot be called as a look, say."""
    takes = ("board",) if what == "selection" else ("board", "cell")
    try:
        (taken := signature(function)).bind(*takes)
    except ValueError:  # of a built-in function nothing is known
        return
    except TypeError:
        many, has = (NUMBERS.get(one, one) for one in (len(takes), len(taken.parameters)))
        wanted = f"{many} argument{'s' * len(takes[1:])}, {listed(f'the {one}' for one in takes)}"
        told = f"{what} takes {wanted}; `{name_of(function)}` takes {has}"
        raise NoAnswer(f"{'an' if what == 'order' else 'a'} {told}") from None
