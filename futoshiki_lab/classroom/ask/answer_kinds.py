"""The kinds of answer that a question may ask for, each as plain data for the browser."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from random import Random
from typing import Any

from futoshiki_lab.core import Board, Cell, Problem, Puzzle, Value, Variable
from futoshiki_lab.draw.svg import state_as_svg
from futoshiki_lab.stepper.packing import pack_problem
from futoshiki_lab.stepper.packing_problems import mask_of
from futoshiki_lab.trace import Trace

HOLE = "____"
TRUTH = ("true", "false")
Position = Problem | Board | tuple[Trace, int]


@dataclass(frozen=True)
class AnswerKind:
    """What is asked for, what is offered, and what is right.

    Attributes
    ----------
    name : "number", "choice", "rows", "holes", "order", "cells" or "values".
    offer : what the learner chooses from.
    answer : a number; the places of the right options; a place of an option for each row or hole;
        places of items in the right order; numbers of cells; [number of the cell, mask of values]
        of cells.
    words : the right answer in words.
    problem : what the board shows, if there is one.
    """

    name: str
    offer: dict[str, Any]
    answer: Any
    words: str
    problem: Problem | None = None

    @property
    def tries(self) -> int:
        """How often it makes sense to try: two options leave no second choice."""
        return len(self.offer["options"]) - 1 if self.name == "choice" else 100

    def beside(self, board: Position, mark: Cell | None) -> AnswerKind:
        """The same with a board to look at, if it has none to answer on."""
        if self.problem:
            return self
        shown, problem = _pack_board(board, mark)
        return replace(self, offer=self.offer | {"shown": shown}, problem=problem)

    def read(self, given: Any, problem: Problem) -> Any:
        """What an answer from the browser says: cells with values, values in order, or a cell."""
        cells, values = problem.cells, problem.values
        if self.name == "values":
            masks = ((cells[at], mask) for at, mask in given)
            return {x: [v for at, v in enumerate(values) if 1 << at & mask] for x, mask in masks}
        if self.name == "order":
            words = {str(value): value for value in values}
            return [words[self.offer["items"][item]] for item in given]
        if len(given) > 1:
            raise LookupError("only one cell can be selected")
        return cells[given[0]]

    def key(self, question: str) -> str:
        """A key that is the same for the same question, wherever it is asked."""
        content = json.dumps([question, self.name, self.offer, self.answer], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    def is_right(self, given: Any, within: float) -> bool:
        """Whether an answer from the browser is right."""
        if self.name == "number":
            number = type(given) in (int, float) and abs(given) <= sys.float_info.max
            return number and abs(given - self.answer) <= within
        right = self.answer if self.name == "choice" else [self.answer]
        # As text: Python takes False for 0, and True for 1.
        return json.dumps(given) in map(json.dumps, right)

    def still(self) -> str:
        """What is offered, as HTML for pages where no script runs."""
        texts = (text for name in ("rows", "items", "options") for text in self.offer.get(name, ()))
        items = "".join(f"<li>{marked(str(text))}</li>" for text in texts)
        items += f"<pre>{escape(self.offer['code'])}</pre>" if "code" in self.offer else ""
        shown, drawn = self.problem, ""
        if shown:
            domains = {} if isinstance(shown, Puzzle) else shown.domains
            drawn = state_as_svg(shown, shown.givens, domains)
        return f"<ul>{items}</ul>" * bool(items) + drawn


def marked(text: str) -> str:
    """A text as HTML, with what stands in backquotes as code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


def kind_of(
    answer: object,
    options: Iterable[Any] | None,
    board: Position | None,
    mark: Cell | None,
    code: str,
    told: Mapping[str, str],
) -> AnswerKind:
    """What an answer asks for; see `predict`. A board is there for cells and values only."""
    if code and isinstance(answer, Sequence):
        return _holes(list(answer), [list(texts) for texts in options or ()], code)
    texts = [str(option) for option in options or ()]
    if isinstance(answer, bool) or type(answer).__name__ == "bool_":
        return _choice([_truth(answer)], texts or [*TRUTH])
    if isinstance(answer, int | float) or hasattr(answer, "__float__"):
        number = float(answer)
        number = int(number) if number.is_integer() else number
        return AnswerKind("number", {}, number, f"{number:,}")
    if isinstance(answer, Cell):
        return _on_board("cells", [answer], board, mark)
    if isinstance(answer, str):
        return _choice([answer], texts)
    if board and not texts and isinstance(answer, Mapping | set | frozenset | tuple):
        name = "values" if isinstance(answer, Mapping) else "cells"
        return _on_board(name, answer, board, mark)
    if isinstance(answer, Mapping):
        return _rows(answer, texts or [*TRUTH])
    if isinstance(answer, set | frozenset):
        return _choice(sorted(map(str, answer)), texts)
    if isinstance(answer, Sequence):
        return _order([str(item) for item in answer], [*told])
    raise TypeError(f"an answer of the kind {type(answer).__name__} cannot be asked for")


def _truth(answer: object) -> str:
    return TRUTH[not answer]


def _choice(right: list[str], options: list[str]) -> AnswerKind:
    if not right:
        raise ValueError("no option is right")
    places = [_place(one, options) for one in right]
    return AnswerKind("choice", {"options": options}, places, " or ".join(right))


def _rows(answer: Mapping[Any, Any], options: list[str]) -> AnswerKind:
    texts = [one if isinstance(one, str) else _truth(one) for one in answer.values()]
    places = [_place(one, options) for one in texts]
    rows = [str(row) for row in answer]
    words = "; ".join(f"{row}: {text}" for row, text in zip(rows, texts, strict=True))
    return AnswerKind("rows", {"rows": rows, "options": options}, places, words)


def _holes(right: list[str], options: list[list[str]], code: str) -> AnswerKind:
    holes = code.count(HOLE)
    if not holes == len(right) == len(options):
        raise ValueError(f"{holes} blanks need as many answers and lists of options")
    places = [_place(one, texts) for one, texts in zip(right, options, strict=True)]
    return AnswerKind("holes", {"code": code, "options": options}, places, "; ".join(right))


def _order(items: list[str], others: list[str]) -> AnswerKind:
    mixed = items + others
    if len(set(mixed)) != len(mixed) or len(items) < 2:
        raise ValueError("an order needs at least two items, each of them once")
    chance = Random(repr(sorted(mixed)))  # the same for every learner
    while mixed[: len(items)] == items:
        chance.shuffle(mixed)
    offer = {"items": mixed, "leaves": True} if others else {"items": mixed}
    return AnswerKind("order", offer, [mixed.index(item) for item in items], ", ".join(items))


def _place(option: str, options: list[str]) -> int:
    if option not in options:
        raise ValueError(f"the answer {option!r} is not one of the options: {', '.join(options)}")
    return options.index(option)


def _pack_board(board: Position | None, mark: Cell | None) -> tuple[dict[str, Any], Problem]:
    """What a board shows, for the browser, and its problem."""
    values: Mapping[Variable, Value]
    domains: Mapping[Variable, Collection[Value]]
    match board:
        case None:
            raise ValueError("cells are chosen on a board: give board=")
        case Problem():
            puzzle, values, domains = board, board.givens, Board(board).domains
        case Board():
            puzzle, values, domains = board.puzzle, board.values, board.domains
        case (trace, step):
            state = trace.state(step)
            puzzle, values, domains = trace.puzzle, state.values, state.domains
    cells = puzzle.cells
    shown = {
        "board": pack_problem(puzzle),
        "values": [mask_of(puzzle, {values[c]} if c in values else ()).bit_length() for c in cells],
        "domains": [mask_of(puzzle, domains[cell]) for cell in cells],
        "mark": -1 if mark is None else cells.index(mark),
    }
    return shown, puzzle


def _on_board(
    name: str,
    answer: Collection[Any] | Mapping[Any, Any],
    board: Position | None,
    mark: Cell | None,
) -> AnswerKind:
    offer, puzzle = _pack_board(board, mark)
    cells = puzzle.cells
    if not isinstance(answer, Mapping):
        numbers = sorted(cells.index(cell) for cell in answer)
        words = ", ".join(str(cells[number]) for number in numbers) or "none"
        return AnswerKind(name, offer, numbers, words, puzzle)
    for cell, gone in answer.items():
        at = cells.index(cell)
        left = 0 if offer["values"][at] else offer["domains"][at]
        if not {*gone} <= {*puzzle.values} or mask_of(puzzle, gone) & ~left:
            raise ValueError(f"{cell} has no {sorted(gone)} to strike out on this board")
    pairs = sorted(
        [cells.index(cell), mask_of(puzzle, gone)] for cell, gone in answer.items() if gone
    )
    words = "; ".join(f"{cells[at]}: {_in_mask(puzzle, mask)}" for at, mask in pairs) or "nothing"
    return AnswerKind(name, offer, pairs, words, puzzle)


def _in_mask(problem: Problem, mask: int) -> str:
    return " ".join(str(value) for at, value in enumerate(problem.values) if 1 << at & mask)
