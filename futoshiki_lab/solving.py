"""Which engine solves a puzzle: `solve`, `count_solutions`, `is_unique`.

There are two engines with the same counts. The **readable** one is `search` on a `Board` (the room
`core`); it takes functions of your own and can be observed. The **compiled** one (an annex
adds it) knows the algorithms that come with the package, and is a hundred times faster. But
loading it takes seconds. So a process begins with the readable one, and goes over to the compiled
one when its searches have become worth that; from then on it uses the compiled one at once. (This
file is not called `solve`: a module of that name would hide the function in the package.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from math import inf
from typing import Any

from futoshiki_lab.core import Problem, Puzzle, Run, must_be_puzzle, parse_settings, run
from futoshiki_lab.core.board import Board, LimitReached
from futoshiki_lab.core.errors import InOneLine, suggest_arguments, unknown, whole_number
from futoshiki_lab.core.orderings import ORDERS, SELECTIONS, Order, Select
from futoshiki_lab.core.problem import Solution, Variable
from futoshiki_lab.core.run import INTERRUPTED, Functions, Settings, choose_search
from futoshiki_lab.core.search import LOOKS, Look, Search
from futoshiki_lab.core.verbs import Observer
from futoshiki_lab.support import annexes
from futoshiki_lab.support.extras import missing, tell_that_it_is_slow

ENGINES = ("compiled", "readable")
COMPILED_SEARCH = "compiled search"  # what an annex adds
_parsed = lru_cache(typed=True)(parse_settings)  # many searches have the same settings
KEPT = 1000  # grids, where all are looked for

# How much the searches of a process may cost (`BudgetedLook.spent`) before the compiled engine is
# loaded for them: about a fifth of what loading costs.
WORTH_LOADING = 350_000
GIVEN_UP = "the compiled engine has become worth loading"


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
    look : "bt", "fc", "mac" or "gac", or a function look(board, cell) of your own. Or
        "min_conflicts", which mends a full board (core/mending.py); `MinConflicts` sets more.
    select : a name in `SELECTIONS`, such as "mrv" or "dom_wdeg", or a function select(board).
    order : "ascending", "descending", "random" or "lcv", or a function order(board, cell).
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
        where it can be used (no function of your own, Numba installed) and either is loaded
        already or worth loading; until then the readable one. `settings.engine` of the result
        names the one that was used.
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
    asked = look, select, order, root, solutions, node_limit, seed, jump, learn, remember
    try:
        settings = _parsed(*asked)  # type: ignore[arg-type]
    except TypeError:  # something that a cache cannot keep, such as a list
        settings = parse_settings(*asked)
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
    watched |= bool(settings.learn)
    found = Found() if found is None else found
    tried = None if engine is not None or watched else try_readable(puzzle, settings, found.by(by))
    if tried and tried.ended != GIVEN_UP:
        return tried
    found.begin_again()
    try:
        settings = choose_engine(settings, engine, watched)
    except KeyboardInterrupt:  # while the compiled engine was being loaded
        if tried is None:
            raise
        return replace(tried, outcome="interrupted", ended=INTERRUPTED)
    if settings.engine == "compiled":
        done: Run = _compiled().run(puzzle, settings, found)
        return done
    if tried and not kernels_are_compiled():
        tell_that_it_is_slow()
    return run(puzzle, settings, found.by(by), observer)


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


def choose_engine(settings: Settings, engine: str | None, watched: bool = False) -> Settings:
    """The same settings, with the engine to use.

    Parameters
    ----------
    engine : the one that is asked for, or None.
    watched : whether there is an observer, your own search or another problem than a puzzle: these
        need the readable engine.

    Raises
    ------
    ValueError : an unknown engine; EngineError, if the compiled one is asked for, and cannot do it.
    """
    if engine not in (None, *ENGINES):
        raise ValueError(unknown("engine", engine, ENGINES))
    own = watched or bool(settings.learn) or not _are_ours(settings.functions)
    if engine == "readable" or (engine is None and (own or not kernels_are_compiled())):
        return settings.with_engine("readable")
    try:
        running = _compiled()
    except ImportError as error:
        raise EngineError(missing("the compiled engine", "numpy", "fast")) from error
    if running and not own and running.knows(settings):
        return settings.with_engine("compiled")
    if engine is None:
        return settings.with_engine("readable")
    raise EngineError(
        "the compiled engine knows only what comes with the package: for problems that are not "
        "puzzles, functions of your own, an observer, a search of your own or one that learns take "
        'engine="readable", or leave it out'
    )


def _are_ours(functions: Functions) -> bool:
    """Whether all of them come with the package."""
    ours = (*LOOKS.values(), *SELECTIONS.values(), *ORDERS.values())
    return all(function in ours for function in functions)


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
        self.total = self._known = 0
        self._board: Board | None = None

    @property
    def wants_more(self) -> bool:
        """Whether another grid is of use; if not, it can be counted only."""
        return self._each is not None or len(self) < self._keep

    def append(self, grid: Any) -> None:
        """Take the next grid; it may come again if Ctrl-C came before it was counted."""
        if len(self) == self.total < self._keep:
            super().append(grid)
        self.total += 1
        if self._each is None or self.total <= self._known:
            return
        try:
            self._each(grid)
        except KeyboardInterrupt:
            if self._board:  # it would count this grid only now
                self._board.counts.solutions += 1
            raise

    def begin_again(self) -> None:
        """Expect the same grids from another engine, which finds them in the same order."""
        self._known, self.total, self._board = max(self._known, self.total), 0, None

    def by(self, search: Search) -> Search:
        """The search procedure; what it finds comes here."""

        def searching(board: Board, look: Look, select: Select, order: Order, /) -> bool:
            self._board, board.solutions = board, self
            return search(board, look, select, order)

        return searching


# -- before the compiled engine is loaded ------------------------------------------------------


def try_readable(puzzle: Any, settings: Settings, search: Search) -> Run | None:
    """Search with the readable engine, unless and until the compiled one is worth loading.

    Returns
    -------
    A run that came to its end, or that `ended` with `GIVEN_UP`. None if the compiled engine is
    loaded, or worth it at once, or if there are functions of your own.
    """
    # Enough must be left to compare all values of each cell once with its neighbours'.
    tired = BudgetedLook.spent + 2 * puzzle.size**4 > WORTH_LOADING
    if annexes.is_loaded(COMPILED_SEARCH) or tired or not _are_ours(settings.functions):
        return None
    BudgetedLook.spent += 3 * puzzle.size**3  # for the board and its constraints
    look = BudgetedLook(settings)
    patient = replace(settings, functions=settings.functions._replace(look=look))
    return replace(run(puzzle, patient, search), settings=settings)


class BudgetedLook:
    """A look that adds up what searches cost, and ends one with `GIVEN_UP` when that is enough.

    Attributes
    ----------
    spent : what all searches of this process have cost in this way; the unit is a check, with what
        comes with it. It belongs to the process, like the loading that it is weighed against. It
        decides how long a search takes, never what the result is.
    """

    spent = 0

    def __init__(self, settings: Settings):
        self._look, self._checks = settings.functions.look, 0
        self._counts_little = settings.algorithm == "gac" or settings.select == "dom_wdeg"
        if hasattr(self._look, "begin_with"):
            self.begin_with = self._look.begin_with

    def __call__(self, board: Board, cell: Variable, /) -> bool:
        checks = board.counts.checks + board.counts.setup_checks
        new, self._checks = checks - self._checks, checks
        BudgetedLook.spent += new + (len(board.puzzle.values) ** 3 if self._counts_little else 1)
        if BudgetedLook.spent > WORTH_LOADING:
            raise LimitReached(GIVEN_UP)
        return self._look(board, cell)
