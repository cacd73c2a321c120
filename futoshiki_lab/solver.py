"""Run a search on a puzzle from start to end, whatever ends it: `solve(puzzle, "fc") -> Run`.

There are two engines with the same counts. The **readable** one is `search` on a `Board`; it takes
functions of your own and can be watched. The **compiled** one (the package `kernels`) knows the
algorithms that come with the package, and is a hundred times faster.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from importlib import import_module
from types import ModuleType

from futoshiki_lab.board import Board, Counts, LimitReached, Observer, node_limit_reached
from futoshiki_lab.ordering import ORDERS, SELECTIONS, Order, Select, dom_wdeg, mrv, mrv_degree
from futoshiki_lab.puzzle import Grid, Puzzle, text_of
from futoshiki_lab.search import LOOKS, Look, look_back, search, set_up

ROOTS = ("none", "ac")
ENGINES = ("compiled", "readable")
INTERRUPTED = "it was interrupted"
READABLE_SEARCH = search
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
    engine: str

    def __str__(self) -> str:
        root = ", root=ac" if self.root == "ac" else ""
        return f"{self.algorithm}, {self.select}, {self.order}{root}"


@dataclass(slots=True)
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
    engine: str | None = None,
    search: Search = search,
    observer: Observer | None = None,
) -> Run:
    """Solve a puzzle and count every step.

    Parameters
    ----------
    look : "bt", "fc", "mac" or "gac", or a function look(board, cell) of your own.
    select : "reading", "mrv", "mrv_degree" or "dom_wdeg", or a function select(board).
    order : "ascending", "descending", "random" or "lcv", or a function order(board, cell).
    root : "ac" for arc consistency before the first node, "none" for none (mac has it anyway, and
        gac more).
    solutions : how many to look for; "all" for every one.
    node_limit : stop when that many nodes have been counted and one more is wanted.
    seed : of the random value order.
    engine : "compiled" or "readable"; the counts are the same. Left out, it is the compiled one
        where it can do what is asked (no function of your own, Numba installed).
    search : a search procedure of your own, in place of `futoshiki_lab.search.search`.
    observer : told of every verb, see `Board`.

    Returns
    -------
    A `Run`. Ctrl-C and limits end in one too, with what was done until then.

    Raises
    ------
    ValueError : an unknown name (the known ones are listed), a number that makes no sense,
        backtracking with a selection that goes by domain sizes, which it never changes, or the
        compiled engine for a function of your own or without NumPy.
    TypeError : what is to be solved is no Puzzle.
    """
    _must_be_puzzle(puzzle)
    watched = search is not READABLE_SEARCH or observer is not None
    asked = look, select, order, root, solutions, node_limit, seed, engine, watched
    try:
        functions, settings = _understood(*asked)
    except TypeError:  # something that cannot be remembered, such as a list
        functions, settings = understand(*asked)
    if settings.engine == "compiled":
        return _run_compiled(puzzle, settings)
    return run(board_for(puzzle, settings, observer), settings, *functions, search)


def count_solutions(puzzle: Puzzle, at_most: int | None = None) -> int:
    """How many solutions a puzzle has.

    Parameters
    ----------
    at_most : stop counting there; None to count them all, which may take long.

    Raises
    ------
    ValueError : `at_most` is no whole number from 1.
    TypeError : it is no Puzzle.
    KeyboardInterrupt : by Ctrl-C: what was counted until then is not the answer.
    """
    _must_be_puzzle(puzzle)
    sought = "all" if at_most is None else _at_least(1, at_most, "at_most")
    functions, settings = _understood("gac", "dom_wdeg", "ascending", "none", sought, None, 0)
    if settings.engine == "compiled":
        counted = _run_compiled(puzzle, settings, keep=False)
    else:
        counted = run(board_for(puzzle, settings), settings, *functions, search)
    if counted.outcome == "interrupted":
        raise KeyboardInterrupt
    return counted.counts.solutions


def is_unique(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one solution; it is interrupted as `count_solutions` is."""
    return count_solutions(puzzle, at_most=2) == 1


def _must_be_puzzle(given: object) -> None:
    if not isinstance(given, Puzzle):
        raise TypeError(f"expected a Puzzle, not {given!r}: load(...) reads one, by name or file")


def understand(
    look: str | Look,
    select: str | Select,
    order: str | Order,
    root: str,
    solutions: int | str,
    node_limit: int | None,
    seed: int,
    engine: str | None = None,
    watched: bool = False,
) -> tuple[tuple[Look, Select, Order], Settings]:
    """Turn what a caller asked for into three functions and their names.

    Parameters
    ----------
    watched : whether there is an observer or an own search: both need the readable engine.
    The others are those of `solve`.

    Raises
    ------
    ValueError : as `solve`.
    """
    sought = None if solutions == "all" else _at_least(1, solutions, "solutions")
    if node_limit is not None:
        _at_least(0, node_limit, "node_limit")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise ValueError(f"the seed must be a whole number, not {seed!r}")
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
            "select in reading order, or take a look that prunes (fc, mac, gac)"
        )
    chosen = _engine(engine, watched or not _come_with_it(functions))
    return functions, Settings(*names, root, sought, node_limit, seed, chosen)


_understood = lru_cache(typed=True)(understand)  # a sweep asks the same a thousand times


def board_for(puzzle: Puzzle, settings: Settings, observer: Observer | None = None) -> Board:
    """A fresh board for a search with these settings."""
    return Board(
        puzzle,
        observer=observer,
        sought=settings.sought,
        node_limit=settings.node_limit,
        seed=settings.seed,
    )


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
        outcome, ended = "interrupted", INTERRUPTED
    counted = tuple(board.solutions[: board.counts.solutions])  # an interrupt may come in between
    return Run(board.puzzle, settings, outcome, counted, replace(board.counts), ended)


def _run_compiled(puzzle: Puzzle, settings: Settings, keep: bool = True) -> Run:
    """Let a compiled kernel do it."""
    result = _kernels().run(
        puzzle,
        settings.algorithm,
        settings.select,
        settings.order,
        settings.root,
        settings.sought,
        settings.node_limit,
        settings.seed,
        keep,
    )
    ended = ""
    if result.outcome == "limit":
        ended = node_limit_reached(settings.node_limit)
    elif result.outcome == "interrupted":
        ended = INTERRUPTED
    return Run(puzzle, settings, result.outcome, result.solutions, result.counts, ended)


def _come_with_it(functions: tuple[Look, Select, Order]) -> bool:
    """Whether all three are the package's own: a kernel knows these."""
    known = (LOOKS, SELECTIONS, ORDERS)
    return all(f in names.values() for f, names in zip(functions, known, strict=True))


def _engine(asked: str | None, own: bool) -> str:
    """The engine to take, given whether there is something that only the readable one can do."""
    if asked == "readable" or (asked is None and (own or not kernels_are_compiled())):
        return "readable"
    if asked not in (None, "compiled"):
        raise ValueError(unknown("engine", asked, ENGINES))
    if own:
        raise ValueError(
            "the compiled engine knows only what comes with the package: for functions of your "
            'own, an observer or a search of your own take engine="readable", or leave it out'
        )
    try:
        _kernels()
    except ImportError as error:
        raise ValueError(
            f"the compiled engine needs NumPy ({error}): install it, or take the readable engine"
        ) from error
    return "compiled"


@cache
def _kernels() -> ModuleType:
    """The compiled engine, imported when it is first wanted: it needs NumPy."""
    return import_module("futoshiki_lab.kernels")


def kernels_are_compiled() -> bool:
    """Whether NumPy and Numba are there; without them the readable search is the faster one."""
    try:
        return _kernels().COMPILED
    except ImportError:
        return False


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
    if not isinstance(given, str) or given not in known:
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
