"""Which engine solves a puzzle: `solve`, `count_solutions`, `is_unique`.

There are two engines with the same counts. The **readable** one is `search` on a `Board` (the room
`core`); it takes functions of your own and can be observed. The **compiled** one (an annex adds it)
knows the looks, selections and orders that have a twin, and is a hundred times faster; but loading
it takes seconds. So it is used where it is loaded already, and for what may take longer than that:
a board from 6x6 on, or all solutions of a 5x5, unless a limit of nodes ends the search soon. (This
file is not called `solve`: a module of that name would hide the function in the package.)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import inf
from typing import Any

from futoshiki_lab.core import Problem, Puzzle, Run, must_be_puzzle, recall_settings, run
from futoshiki_lab.core.board import Board
from futoshiki_lab.core.errors import InOneLine, suggest_arguments, unknown, whole_number
from futoshiki_lab.core.orderings import Order, Select
from futoshiki_lab.core.problem import Solution
from futoshiki_lab.core.run import Settings, choose_search
from futoshiki_lab.core.search import Look, Search
from futoshiki_lab.core.verbs import Observer
from futoshiki_lab.support import annexes
from futoshiki_lab.support.extras import missing, tell_that_it_is_slow

ENGINES = ("compiled", "readable")
COMPILED_SEARCH = "compiled search"  # what an annex adds
KEPT = 1000  # grids, where all are looked for
FEW = 1_000  # nodes that the readable engine has tried before the compiled one is loaded
LONG = 350_000  # checks that take a second or more without Numba


class EngineError(InOneLine, ValueError):
    """The compiled engine was asked for, and cannot do it."""


@suggest_arguments
def solve(
    puzzle: Problem,
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    *,
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    jump: bool = False,
    learn: bool | int = False,
    remember: int | None = None,
    engine: str | None = None,
    search: Search | None = None,
    observer: Observer | None = None,
    keep: int | None = None,
    each: Callable[[Solution], object] | None = None,
) -> Run:
    """Solve a puzzle and count every step.

    Parameters
    ----------
    look : a name in `LOOKS`, such as "bt" or "fc", or a function look(board, cell) of your own. Or
        "min_conflicts", which mends a full board (core/mending.py); `MinConflicts` sets more.
    select : a name in `SELECTIONS`, such as "mrv" or "dom_wdeg", or a function select(board).
    order : a name in `ORDERS`, such as "lcv", or a function order(board, cell).
    root : "ac" for arc consistency before the first node, "none" for none (mac always starts with
        it, and gac with a stronger one).
    solutions : how many to look for; "all" for every one.
    node_limit : stop when that many nodes have been counted and one more is needed.
    seed : of the random value order, and of min_conflicts.
    jump : whether to go back from a dead end to the last cell to blame (core/jumping.py).
    learn : whether a search that jumps keeps nogoods: the values to blame for a dead end, which are
        not tried together again (core/learning.py). A number: of that many cells at most.
    remember : how many nogoods are kept at most; the oldest one is forgotten. None for all.
    engine : "compiled" or "readable"; the counts are the same. By default it is the compiled one
        where it can be used (nothing without a compiled twin, Numba installed) and is loaded
        already, or the board is larger than 5x5 and no limit up to 1,000 nodes is given.
        `settings.engine` of the result names the one that was used.
    search : a search procedure of your own, in place of the package's.
    observer : called at every verb; see `Observer`.
    keep : how many grids the result has at most, the first ones; by default 1,000 of "all" (an
        empty 6x6 has 812,851,200). `counts.solutions` says how many were found.
    each : called with every grid as soon as it is found, kept or not.

    Returns
    -------
    A `Run`. After Ctrl-C or a limit too: it then has what was found until that moment.

    Raises
    ------
    ValueError : what `parse_settings` refuses, or the compiled engine for a function of your own or
        without NumPy.
    TypeError : `puzzle` is no Problem, or a look of your own returned something else than True or
        False, such as None where a `return` is missing.
    """
    must_be_puzzle(puzzle, Problem)
    more = root, solutions, node_limit, seed, jump, learn, remember
    settings = recall_settings(look, select, order, *more)
    if keep is not None:
        keep = whole_number("keep", keep, 0)
    elif solutions == "all":
        keep = KEPT
    return solve_with(puzzle, settings, engine, search, observer, Found(keep, each))


def solve_with(
    puzzle: Problem,
    settings: Settings,
    engine: str | None = None,
    search: Search | None = None,
    observer: Observer | None = None,
    found: Found | None = None,
) -> Run:
    """Solve a puzzle with settings that `parse_settings` made.

    Parameters
    ----------
    found : takes the grids; by default it keeps all.
    The others, the result and the errors are those of `solve`.
    """
    by = choose_search(search, settings)
    watched = (search, observer) != (None, None) or not isinstance(puzzle, Puzzle)
    found = Found() if found is None else found
    load = not watched and may_take_long(puzzle, settings)
    settings = choose_engine(settings, engine, watched, load)
    if settings.engine == "compiled":
        done: Run = _compiled().run(puzzle, settings, found)
        return done
    read = run(puzzle, settings, found.by(by), observer)
    slow = engine is None and not watched and read.counts.checks > LONG
    if slow and not settings.without_twin and not kernels_are_compiled():
        tell_that_it_is_slow()
    return read


def count_solutions(puzzle: Problem, at_most: int | None = None) -> int:
    """How many solutions a puzzle has.

    Parameters
    ----------
    at_most : stop counting there; None to count them all, which can take a long time.

    Raises
    ------
    ValueError : `at_most` is not a whole number from 1.
    TypeError : `puzzle` is no Problem.
    KeyboardInterrupt : after Ctrl-C, because the number counted until then is not the answer.
    """
    must_be_puzzle(puzzle, Problem)
    sought = "all" if at_most is None else whole_number("at_most", at_most, 1)
    look = "gac" if puzzle.groups else "mac"
    counted = solve(puzzle, look, "dom_wdeg", solutions=sought, keep=0)
    if counted.outcome == "interrupted":
        raise KeyboardInterrupt
    return counted.counts.solutions


def is_unique(puzzle: Problem) -> bool:
    """Whether a puzzle has exactly one solution; Ctrl-C raises KeyboardInterrupt."""
    return count_solutions(puzzle, at_most=2) == 1


def choose_engine(
    settings: Settings, engine: str | None, watched: bool = False, load: bool = True
) -> Settings:
    """The same settings, with the engine to use.

    Parameters
    ----------
    engine : the one that is asked for, or None.
    watched : whether there is an observer, your own search or another problem than a puzzle: these
        need the readable engine.
    load : whether the compiled engine, if it is not asked for, may be loaded.

    Raises
    ------
    ValueError : an unknown engine; EngineError, if the compiled one is asked for, and cannot do it.
    """
    if engine not in (None, *ENGINES):
        raise ValueError(unknown("engine", engine, ENGINES))
    if engine is None and not (load or annexes.is_loaded(COMPILED_SEARCH)):
        return settings.with_engine("readable")
    why = settings.without_twin and f"{settings.without_twin} has no compiled twin"
    if watched or settings.learn:
        why = "it is for puzzles, without an observer, a search of your own or one that learns"
    if engine == "readable" or (engine is None and (why or not kernels_are_compiled())):
        return settings.with_engine("readable")
    try:
        running = _compiled()
    except ImportError as error:
        raise EngineError(missing("the compiled engine", "numpy", "fast")) from error
    if running and not why:
        why = running.cannot(settings)
    if running and not why:
        return settings.with_engine("compiled")
    if engine is None:
        return settings.with_engine("readable")
    why = why or "its annex, explorer, is not there"
    raise EngineError(
        f'the compiled engine cannot do this: {why}; take engine="readable", or leave it out'
    )


def may_take_long(puzzle: Any, settings: Settings) -> bool:
    """Whether a search may take longer than loading the compiled engine."""
    limit, small = settings.node_limit, 5 if settings.sought else 4
    return puzzle.size > small and (limit is None or limit > FEW)


@cache
def _compiled() -> Any:
    """The compiled engine, loaded when it is first needed: that takes seconds."""
    return annexes.find(COMPILED_SEARCH)


@cache
def kernels_are_compiled() -> bool:
    """Whether NumPy and Numba are there; without them the readable search is the faster one."""
    from futoshiki_lab.support.compiling import COMPILED

    return COMPILED


# -- the grids that are found ------------------------------------------------------------------


class Found(list[Any]):
    """The grids that a search has found: the first ones are kept, and each is handed over.

    Parameters
    ----------
    keep : how many are kept, None for all; `total` says how many were found.
    each : called with every grid.
    """

    def __init__(self, keep: int | None = None, each: Callable[[Any], object] | None = None):
        super().__init__()
        self._keep, self._each = inf if keep is None else keep, each
        self.total = 0
        self._board: Board | None = None

    @property
    def wants_more(self) -> bool:
        """Whether another grid is of use; if not, it can be counted only."""
        return self._each is not None or len(self) < self._keep

    def append(self, grid: Any) -> None:
        """Take the next grid."""
        if len(self) == self.total < self._keep:
            super().append(grid)
        self.total += 1
        if self._each is None:
            return
        try:
            self._each(grid)
        except KeyboardInterrupt:
            if self._board:  # it would count this grid only now
                self._board.counts.solutions += 1
            raise

    def by(self, search: Search) -> Search:
        """The search procedure; what it finds comes here."""

        def searching(board: Board, look: Look, select: Select, order: Order, /) -> bool:
            self._board, board.solutions = board, self
            return search(board, look, select, order)

        return searching
