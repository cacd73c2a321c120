"""Run a search on a puzzle from start to end, whatever ends it: `solve(puzzle, "fc") -> Run`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches

from futoshiki_lab.board import Board, Counts, LimitReached, Observer
from futoshiki_lab.ordering import ORDERS, SELECTIONS, Order, Select, dom_wdeg, mrv, mrv_degree
from futoshiki_lab.puzzle import Grid, Puzzle, text_of
from futoshiki_lab.search import LOOKS, Look, look_back, search, set_up

ROOTS = ("none", "ac")
Search = Callable[[Board, Look, Select, Order], bool]


@dataclass(frozen=True)
class Settings:
    """How a search was run, by name; your own function goes by the name it was defined with."""

    algorithm: str
    select: str
    order: str
    root: str
    sought: int | None
    node_limit: int | None
    seed: int

    def __str__(self) -> str:
        root = ", root=ac" if self.root == "ac" else ""
        return f"{self.algorithm}, {self.select}, {self.order}{root}"


@dataclass(frozen=True)
class Run:
    """What a search came to.

    Attributes
    ----------
    outcome : how it ended:
        "solved", the sought number of solutions was found;
        "exhausted", fewer exist, and all of them were found;
        "unsatisfiable", none exists;
        "limit", a limit stopped it, with what was found so far;
        "interrupted", Ctrl-C stopped it, likewise.
    solutions : the grids found, in the order in which they were found.
    counts : the counters, as docs/COUNTING.md defines them.
    ended : in words, what stopped the search early; empty if nothing did.
    """

    puzzle: Puzzle
    settings: Settings
    outcome: str
    solutions: tuple[Grid, ...]
    counts: Counts
    ended: str = ""

    @property
    def solution(self) -> Grid | None:
        """The first solution found, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def violations(self) -> tuple[str, ...]:
        """What the found grids violate, in words: not empty only if the algorithm is wrong.

        The first thousand grids are looked at; there can be hundreds of thousands.
        """
        grids = self.solutions[:1000]
        return tuple(text for grid in grids for text in self.puzzle.violations(grid))

    def __repr__(self) -> str:
        violated = self.violations
        wrong = f"; wrong: {violated[0]}" if violated else ""
        ended = f" ({self.ended})" if self.ended else ""
        return f"<Run {self.settings}: {self.outcome}{ended}{wrong}; {self.counts}>"

    def __str__(self) -> str:
        return "\n".join(text_of(grid) for grid in self.solutions) or f"no solution: {self.outcome}"


def solve(
    puzzle: Puzzle,
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    *,
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    search: Search = search,
    observer: Observer | None = None,
) -> Run:
    """Solve a puzzle with the readable search and count every step.

    Parameters
    ----------
    look : "bt", "fc" or "mac", or a function look(board, cell) of your own.
    select : "reading", "mrv", "mrv_degree" or "dom_wdeg", or a function select(board).
    order : "ascending", "descending", "random" or "lcv", or a function order(board, cell).
    root : "ac" for arc consistency before the first node, "none" for none (mac has it anyway).
    solutions : how many to look for; "all" for every one.
    node_limit : stop when that many nodes have been counted and one more is wanted.
    seed : of the random value order.
    search : a search procedure of your own, in place of `futoshiki_lab.search.search`.
    observer : told of every verb, see `Board`.

    Returns
    -------
    A `Run`. Ctrl-C and limits end in one too, with what was done until then.

    Raises
    ------
    ValueError : an unknown name (the known ones are listed), a number that makes no sense, or
        backtracking with a selection that goes by domain sizes, which it never changes.
    """
    board, functions, settings = prepare(
        puzzle, look, select, order, root, solutions, node_limit, seed, observer
    )
    return run(board, settings, *functions, search)


def prepare(
    puzzle: Puzzle,
    look: str | Look,
    select: str | Select,
    order: str | Order,
    root: str,
    solutions: int | str,
    node_limit: int | None,
    seed: int,
    observer: Observer | None,
) -> tuple[Board, tuple[Look, Select, Order], Settings]:
    """Turn what a caller asked for into a fresh board, three functions, and their names."""
    sought = None if solutions == "all" else _at_least(1, solutions, "solutions")
    if node_limit is not None:
        _at_least(0, node_limit, "node_limit")
    if root not in ROOTS:
        raise ValueError(unknown("root", root, ROOTS))
    names, functions = zip(
        *(
            _named("look", look, LOOKS),
            _named("select", select, SELECTIONS),
            _named("order", order, ORDERS),
        ),
        strict=True,
    )
    if functions[0] is look_back and functions[1] in (mrv, mrv_degree, dom_wdeg):
        raise ValueError(
            f"backtracking (bt) never prunes a domain, so {names[1]} has nothing to go by: "
            'use select="reading", or a look that prunes (fc, mac)'
        )
    board = Board(puzzle, observer=observer, sought=sought, node_limit=node_limit, seed=seed)
    return board, functions, Settings(*names, root, sought, node_limit, seed)


def run(
    board: Board, settings: Settings, look: Look, select: Select, order: Order, search: Search
) -> Run:
    """Set up and search, and say what it came to, whatever ended it."""
    ended = ""
    try:
        with _room_for(board):
            enough = set_up(board, look, settings.root) and search(board, look, select, order)
        outcome = "solved" if enough else "exhausted" if board.solutions else "unsatisfiable"
    except LimitReached as limit:
        outcome, ended = "limit", str(limit)
    except KeyboardInterrupt:
        outcome, ended = "interrupted", "it was interrupted"
    counted = tuple(board.solutions[: board.counts.solutions])  # an interrupt may come in between
    return Run(board.puzzle, settings, outcome, counted, replace(board.counts), ended)


@contextmanager
def _room_for(board: Board) -> Iterator[None]:
    """Let the search recurse once per cell: 32x32 has more cells than Python allows calls."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(before + 4 * len(board.puzzle.cells))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _named(what: str, given: object, known: Mapping[str, Callable]) -> tuple[str, Callable]:
    """The name and the function of a setting that is given as either."""
    if callable(given):
        names = (name for name, function in known.items() if function is given)
        return next(names, getattr(given, "__name__", type(given).__name__)), given
    if given not in known:
        raise ValueError(unknown(what, given, known))
    return given, known[given]


def unknown(what: str, given: object, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """The message for a name that is not known: the nearest one, and all there are."""
    close = get_close_matches(str(given), known, n=1)
    guess = f"did you mean {close[0]!r}? " if close else ""
    return f"unknown {what} {given!r}: {guess}It is one of {', '.join(known)}"


def _at_least(least: int, number: object, what: str) -> int:
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        also = ' or "all"' if what == "solutions" else ""
        raise ValueError(f"{what} must be a whole number from {least}{also}, not {number!r}")
    return number
