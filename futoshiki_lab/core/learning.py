"""Remembering: the search that jumps back, which also keeps what it learns from its dead ends.

At a dead end `search_with_blame` knows cells whose values, together, leave no solution. It uses
this set once, to jump. `search_and_learn` keeps it as a **nogood** ("not r1c2 = 3 together with
r4c2 = 1"). When all its values but one are on the board again, the last one is pruned.

Compared with the papers
------------------------
R. Dechter: "Enhancement schemes for constraint processing", Artificial Intelligence 41(3), 1990,
records the conflict sets of dead ends, up to a size; J. Marques-Silva and K. Sakallah: "GRASP - a
new search algorithm for satisfiability", ICCAD 1996, learns clauses from the causes of conflicts:

    Search(d, β)                                       search_and_learn(board, ...)
      Decide(d): a variable and its value                select, order, board.assign
      Deduce(d): unit propagation of the clauses,        look(board, cell), and then
        the learned ones among them                        reuse(board, cell, store, known)
      Diagnose(d, β): the causes of the conflict         culprits(board), board.removers:
        become a clause, β the last of their levels        store.learn(board, conflicts)
      Erase(): undo what was assigned at d               board.restore(mark)

Deviations: GRASP learns at each conflict, here it happens where all values of a cell have failed;
nogoods follow the look, they are not part of it; and a cell below which a solution was found
teaches nothing, because its conflict set says only where the search goes on.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import wraps
from math import inf
from typing import NamedTuple

from futoshiki_lab.core.board import Board
from futoshiki_lab.core.errors import listed, whole_number
from futoshiki_lab.core.jumping import culprits, searched
from futoshiki_lab.core.orderings import Order, Select
from futoshiki_lab.core.problem import Value, Variable
from futoshiki_lab.core.search import Look, Search
from futoshiki_lab.core.verbs import Nogood

Pairs = dict[Variable, Value]


class Nogoods:
    """Those that were learned, within limits; their numbers are 0, 1, 2 ..."""

    def __init__(self, limits: Limits):
        self.limits, self.learned = limits, 0
        self.kept: dict[int, Pairs] = {}
        self.having: dict[tuple[Variable, Value], list[int]] = {}  # the numbers, by one value

    def learn(self, board: Board, conflicts: set[Variable]) -> None:
        """Keep the values of a conflict set, unless it is empty or too large."""
        if 0 < len(conflicts) <= self.limits.cells:
            pairs = {cell: value for cell, value in board.values.items() if cell in conflicts}
            board.learn(nogood_of(pairs))
            self.kept[self.learned] = pairs
            for pair in pairs.items():
                self.having.setdefault(pair, []).append(self.learned)
            self.learned += 1
            if len(self.kept) > self.limits.kept:
                oldest = next(iter(self.kept))
                for pair in self.kept.pop(oldest).items():
                    self.having[pair].remove(oldest)

    def about(self, cell: Variable, value: Value, since: int) -> Iterator[Pairs]:
        """Those that hold this pair, and those learned from a number on; the oldest first."""
        numbers = *self.having.get((cell, value), ()), *range(since, self.learned)
        return (self.kept[number] for number in numbers if number in self.kept)


def search_and_learn(
    board: Board, look: Look, select: Select, order: Order, store: Nogoods
) -> set[Variable] | None:
    """As `search_with_blame`: None when enough solutions have been found, else a conflict set."""
    if board.complete:
        return None if board.solution() else searched(board)
    cell = select(board)
    conflicts = board.removers(cell)
    known, found = store.learned, board.counts.solutions
    for value in order(board, cell):
        mark = board.assign(cell, value)
        accepted = board.accept(cell, look(board, cell) and reuse(board, cell, store, known))
        below = search_and_learn(board, look, select, order, store) if accepted else culprits(board)
        if below is None:
            return None
        board.restore(mark)
        if accepted and cell not in below:
            board.skip(cell)
            return below
        conflicts |= below - {cell}
    if board.counts.solutions == found:  # else the set says only where to search on
        store.learn(board, conflicts)
    board.backtrack(cell)
    return conflicts


def reuse(board: Board, cell: Variable, store: Nogoods, known: int) -> bool:
    """Prune the last value of each nogood whose other values are on the board. Those without the
    new value were looked at before, unless they were learned since the cell was selected."""
    for pairs in store.about(cell, board.values[cell], known):
        missing = [x for x, value in pairs.items() if board.values.get(x) != value]
        if len(missing) == 1 and pairs[missing[0]] in board.domains[missing[0]]:
            board.prune(missing[0], pairs[missing[0]], nogood_of(pairs, missing[0]))
            if not board.domains[missing[0]]:
                return False
    return True


def nogood_of(pairs: Pairs, removed: Variable | None = None) -> Nogood:
    """The nogood of these values; or the reason for the cell that one is removed from."""
    held = {cell: f"{cell} = {value}" for cell, value in pairs.items() if cell != removed}
    first = "it failed before" if removed is not None else f"not {held[next(iter(held))]}"
    more = [*held.values()][removed is None :]
    joined = " together with " if removed is None else ", with "
    return Nogood("nogood", first + (joined + listed(more)) * bool(more), tuple(held))


class Limits(NamedTuple):
    """How many cells a nogood has at most, and how many are kept (the oldest one is forgotten)."""

    cells: float = inf
    kept: float = inf

    def __str__(self) -> str:
        size, many = self
        return "learn" + f"={size}" * (size < inf) + f", remember={many}" * (many < inf)

    def search(self) -> Search:
        """The search procedure with these limits."""

        @wraps(search_and_learn)
        def searching(board: Board, look: Look, select: Select, order: Order, /) -> bool:
            return search_and_learn(board, look, select, order, Nogoods(self)) is None

        return searching


def limits_of(learn: bool | int, remember: int | None, jump: bool) -> Limits:
    """The limits that the arguments of `solve` mean; ValueError says what is wrong with them."""
    if not jump:
        raise ValueError("learn needs jump=True: what is learned is what tells where to jump")
    if not learn:
        raise ValueError("remember is how many nogoods are kept: it needs learn=True")
    cells = inf if learn is True else whole_number("learn", learn, 1, also=" or True")
    return Limits(cells, inf if remember is None else whole_number("remember", remember, 1))
