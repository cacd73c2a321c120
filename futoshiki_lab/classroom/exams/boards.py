"""Boards that questions show, and what somebody with an idea makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from futoshiki_lab.classroom.ideas import believe
from futoshiki_lab.core import (
    Board,
    Cell,
    Constraint,
    Domain,
    NamedLook,
    Problem,
    Puzzle,
    Verb,
    by_name,
    revise,
)
from futoshiki_lab.core.errors import true_or_false
from futoshiki_lab.reasons import remaining_values

Function = Callable[..., Any]
Arcs = list[tuple[Cell, Cell]]
Removes = dict[Cell, Domain]
LARGE, SMALL = 84, 66  # a cell with its gap: room for the domain, printed or written by hand
MANY = 36  # cells: from there on they are small


@dataclass(frozen=True, repr=False)
class ShownBoard:
    """The board that a question shows; it shows itself in a notebook.

    Attributes
    ----------
    values : the assigned cells with their values; givens first, then in the order of the search.
    domains : for each cell the values left, ascending.
    framed : a cell that is framed, or None.
    weights : the weights of constraints that are more than 1, by their two cells.
    """

    puzzle: Problem
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain]
    framed: Cell | None = None
    weights: Mapping[tuple[Cell, Cell], int] = field(default_factory=dict)

    @property
    def free(self) -> list[Cell]:
        """The cells without a value, in reading order."""
        return [cell for cell in self.puzzle.cells if cell not in self.values]

    @property
    def arcs(self) -> Arcs:
        """The arcs (X, Y), X without a value, in reading order of X and then of Y."""
        return [(x, y) for x in self.free for y in self.puzzle.neighbours[x]]

    @property
    def inner_arcs(self) -> Arcs:
        """Those between two cells without a value."""
        return [(x, y) for x, y in self.arcs if y not in self.values]

    def list_unsupported(self, x: Cell, y: Cell) -> list[int]:
        """The values of X without a support in Y."""
        holds, others = self.puzzle.constraints[x][y].holds, self.domains[y]
        return [one for one in self.domains[x] if not any(holds(one, two) for two in others)]

    @property
    def givens(self) -> str:
        """Which cells are given, in words."""
        givens = self.puzzle.givens
        return f"Given: {list_pairs(givens)}." if givens else "Nothing is given."

    @property
    def situation(self) -> str:
        """Which cells have a value, in words."""
        path = [pair for pair in self.values.items() if pair[0] not in self.puzzle.givens]
        searched = "The search has assigned no cell yet."
        if path:
            searched = f"Assigned by the search, in this order: {list_pairs(dict(path))}."
        return f"{self.givens} {searched} The board shows the values left in every other cell."

    @property
    def in_words(self) -> str:
        """The whole board for somebody who cannot see it: values, domains, signs, the frame."""
        what = "A board" if isinstance(self.puzzle, Puzzle) else "A problem"
        left = {cell: f"{cell} has {write_domain(self.domains[cell])}" for cell in self.free}
        told = [left.get(cell) or f"{cell} = {self.values[cell]}" for cell in self.puzzle.cells]
        signs = getattr(self.puzzle, "signs", [])
        parts = [f"{what}: {', '.join(told)}"]
        if isinstance(self.puzzle, Puzzle):
            pairs = ", ".join(f"{small} < {large}" for small, large in sorted(signs))
            parts.append(f"Signs: {pairs or 'none'}")
        else:
            parts.append(f"Constraints: {', '.join(map(str, self.puzzle.pairs))}")
        if self.framed:
            parts.append(f"A frame is around {self.framed}")
        return f"{'. '.join(parts)}."

    def count_values(self, cells: Iterable[Cell]) -> int:
        """How many values the domains of some cells have together."""
        return sum(len(self.domains[cell]) for cell in cells)

    def board(self) -> Board:
        """A new board in this state."""
        board = Board(self.puzzle)
        for cell, value in self.values.items():
            board.place(cell, value)
        for cell, gone in compare(board.domains, self.domains).items():
            for value in gone:
                board.prune(cell, value)
        for (one, other), weight in self.weights.items():
            board.blame[one, other] = board.blame[other, one] = weight - 1
        board.begin()
        return board

    def svg(self) -> str:
        """The board as vector graphics, drawn in the colour of the text around it."""
        from futoshiki_lab.draw.svg import state_as_svg

        unit = LARGE if len(self.puzzle.cells) <= MANY else SMALL
        said = self.in_words
        return state_as_svg(self.puzzle, self.values, self.domains, self.framed, unit, said)

    _repr_html_ = svg

    def __repr__(self) -> str:
        if isinstance(self.puzzle, Puzzle):
            return remaining_values(self.puzzle, self.domains)
        return "\n".join(f"{cell} {write_domain(left)}" for cell, left in self.domains.items())


def compare(before: Mapping[Cell, Domain], after: Mapping[Cell, Domain]) -> Removes:
    """The values that domains have lost."""
    lost = {cell: [one for one in before[cell] if one not in after[cell]] for cell in before}
    return {cell: tuple(gone) for cell, gone in lost.items() if gone}


def list_pairs(values: Mapping[Cell, int]) -> str:
    """Cells and their values: "r1c1 = 2, r1c2 = 3"."""
    return ", ".join(f"{cell} = {value}" for cell, value in values.items())


def write_domain(values: Iterable[Any]) -> str:
    """A set of values: "{1, 3}", or "∅"."""
    told = ", ".join(map(str, sorted(values, key=by_size)))
    return f"{{{told}}}" if told else "∅ (no value is left)"


def by_size(value: Any) -> tuple[bool, Any]:
    """Numbers in their order, other values by their names."""
    number = isinstance(value, int | float)
    return (not number, value if number else str(value))


# -- what is done on a board -----------------------------------------------------------------------


def propagate_singletons(board: Board, cell: Cell) -> bool:
    """A look: forward checking, and again from each cell that it leaves one value."""
    queue = [cell]
    for x in queue:
        for y in board.unassigned_neighbours(x):
            if revise(board, y, x):
                if not board.domains[y]:
                    return False
                if len(board.domains[y]) == 1 and y not in queue:
                    queue.append(y)
    return True


SINGLETONS = "forward checking, then propagation through singleton domains"
EXAM_LOOKS = by_name(NamedLook("propagate_singletons", propagate_singletons, SINGLETONS))


class Tried:
    """What a function does on a board: a look at a cell, or AC-3.

    Attributes
    ----------
    passed : what it returned.
    after : the domains after it.
    removes : the values that it removed.
    checks, moves : how many checks it made; checks, prunes and wipe-outs together.
    told : of arcs, the prunes and wipe-outs in words.
    """

    def __init__(self, shown: ShownBoard, function: Function, *about: object):
        board, self.told = shown.board(), list[str]()
        board.observer = self._note
        self.passed = true_or_false(function(board, *about))
        self.after, counts = dict(board.domains), board.counts
        self.removes = compare(shown.domains, self.after)
        self.checks, self.moves = counts.checks, counts.checks + counts.prunes + counts.wipeouts

    def _note(self, verb: Verb, where: Any, value: Any, other: Any) -> None:
        if verb == Verb.PRUNE and isinstance(where, Constraint):
            why = f"{where}, and no value of {where.other} supports it"
            self.told.append(f"remove {value} from {where.cell}: {why}")
        elif verb == Verb.WIPE_OUT:
            self.told.append(f"wipe-out: {getattr(where, 'cell', where)} has no value left")


def try_idea(function: Function, *about: object) -> Any:
    """What a function returns that an idea has changed; None where the idea is about rows or signs,
    and the problem has none."""
    with suppress(AttributeError):
        return function(*about)


def mistake(
    shown: ShownBoard, ideas: Iterable[str], functions: Iterable[Function], *about: object
) -> Iterator[tuple[str, Tried]]:
    """What somebody does on a board who has an idea about the first of the functions, or about the
    next one if the idea is none about the first; for each idea, with its name."""
    for name in ideas:
        changed = filter(None, (believe(name, function) for function in functions))
        if function := next(changed, None):
            with suppress(ValueError, AttributeError):  # as above; or the board refuses
                yield name, Tried(shown, function, *about)
