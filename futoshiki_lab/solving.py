"""Which engine solves a puzzle: `solve`, `count_solutions`, `is_unique`.

There are two engines with the same counts. The **readable** one is `search` on a `Board` (the room
`core`); it takes functions of your own and can be observed. The **compiled** one (the room
`kernels`) knows the algorithms that come with the package, and is a hundred times faster. But
loading it takes seconds. So a process begins with the readable one, and goes over to the compiled
one when its searches have become worth that; from then on it uses the compiled one at once. (This
file is not called `solve`: a module of that name would hide the function in the package.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from math import inf
from typing import Any

from futoshiki_lab.core import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Board,
    Cell,
    Grid,
    LimitReached,
    Look,
    Observer,
    Order,
    Puzzle,
    Run,
    Search,
    Select,
    Settings,
    must_be_puzzle,
    run,
    settle,
    unknown,
    whole_number,
)
from futoshiki_lab.core.errors import InOneLine
from futoshiki_lab.core.run import INTERRUPTED, Functions, procedure
from futoshiki_lab.extras import missing, tell_that_it_is_slow

ENGINES = ("compiled", "readable")
KEPT = 1000  # grids, where all are looked for

# How much the searches of a process may cost (`_Patient.spent`) before the compiled engine is
# loaded for them: about a fifth of what loading costs.
WORTH_LOADING = 350_000
GIVEN_UP = "the compiled engine has become worth loading"


class EngineError(InOneLine, ValueError):
    """The compiled engine was asked for, and cannot do it."""


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
    jump: bool = False,
    engine: str | None = None,
    search: Search | None = None,
    observer: Observer | None = None,
    keep: int | None = None,
    each: Callable[[Grid], object] | None = None,
) -> Run:
    """Solve a puzzle and count every step.

    Parameters
    ----------
    look : "bt", "fc", "mac" or "gac", or a function look(board, cell) of your own.
    select : a name in `SELECTIONS`, such as "mrv" or "dom_wdeg", or a function select(board).
    order : "ascending", "descending", "random" or "lcv", or a function order(board, cell).
    root : "ac" for arc consistency before the first node, "none" for none (mac always starts with
        it, and gac with a stronger one).
    solutions : how many to look for; "all" for every one.
    node_limit : stop when that many nodes have been counted and one more is needed.
    seed : of the random value order.
    jump : whether to go back from a dead end to the last cell to blame (core/jumping.py).
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
    ValueError : what `settle` refuses, or the compiled engine for a function of your own or without
        NumPy.
    TypeError : `puzzle` is not a Puzzle, or a look of your own returned something else than True or
        False, such as None where a `return` is missing.
    """
    must_be_puzzle(puzzle)
    by = procedure(search, jump)
    watched = search is not None or observer is not None
    asked = look, select, order, root, solutions, node_limit, seed, jump
    found = Found(_kept(keep, solutions), each)
    begun = None if engine is not None or watched else _begun(puzzle, found, *asked)
    if begun and begun.ended != GIVEN_UP:
        return begun
    try:
        functions, settings = _chosen(*asked, engine, watched)  # type: ignore[arg-type]
    except TypeError:  # something that a cache cannot keep, such as a list
        functions, settings = choose(*asked, engine, watched)
    except KeyboardInterrupt:  # while the compiled engine was being loaded
        if begun is None:
            raise
        return replace(begun, outcome="interrupted", ended=INTERRUPTED)
    if settings.engine == "compiled":
        return _compiled()(puzzle, settings, found)
    if begun and not kernels_are_compiled():
        tell_that_it_is_slow()
    return run(puzzle, functions, settings, found.by(by), observer)


def count_solutions(puzzle: Puzzle, at_most: int | None = None) -> int:
    """How many solutions a puzzle has.

    Parameters
    ----------
    at_most : stop counting there; None to count them all, which can take a long time.

    Raises
    ------
    ValueError : `at_most` is not a whole number from 1.
    TypeError : `puzzle` is not a Puzzle.
    KeyboardInterrupt : after Ctrl-C, because the number counted until then is not the answer.
    """
    must_be_puzzle(puzzle)
    sought = "all" if at_most is None else whole_number("at_most", at_most, 1)
    counted = solve(puzzle, "gac", "dom_wdeg", solutions=sought, keep=0)
    if counted.outcome == "interrupted":
        raise KeyboardInterrupt
    return counted.counts.solutions


def is_unique(puzzle: Puzzle) -> bool:
    """Whether a puzzle has exactly one solution; Ctrl-C raises KeyboardInterrupt."""
    return count_solutions(puzzle, at_most=2) == 1


def choose(
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    jump: bool = False,
    engine: str | None = None,
    watched: bool = False,
) -> tuple[Functions, Settings]:
    """Settle names and numbers, and choose the engine.

    Parameters
    ----------
    watched : whether there is an observer or your own search: both need the readable engine.
    The others are those of `solve`.

    Raises
    ------
    ValueError : as `solve`.
    """
    functions, settings = settle(look, select, order, root, solutions, node_limit, seed, jump)
    own = watched or not _are_ours(functions)
    return functions, replace(settings, engine=_engine(engine, own, settings))


_chosen = lru_cache(typed=True)(choose)  # a sweep makes the same call a thousand times


def _are_ours(functions: Functions) -> bool:
    """Whether all of them come with the package."""
    ours = (*LOOKS.values(), *SELECTIONS.values(), *ORDERS.values())
    return all(function in ours for function in functions)


def _engine(asked: str | None, own: bool, settings: Settings) -> str:
    """The engine to use; `own`: something is given that only the readable one can do."""
    if asked not in (None, *ENGINES):
        raise ValueError(unknown("engine", asked, ENGINES))
    if asked == "readable" or (asked is None and (own or not kernels_are_compiled())):
        return "readable"
    try:
        from futoshiki_lab import kernels
    except ImportError as error:
        raise EngineError(missing("the compiled engine", "numpy", "fast")) from error
    if not own and kernels.knows(settings):
        return "compiled"
    if asked is None:
        return "readable"
    raise EngineError(
        "the compiled engine knows only what comes with the package: for functions of your "
        'own, an observer or a search of your own take engine="readable", or leave it out'
    )


@cache
def _compiled() -> Callable[[Puzzle, Settings, Found], Run]:
    """The compiled engine, imported when it is first needed: that takes seconds."""
    from futoshiki_lab import kernels

    return kernels.run


@cache
def kernels_are_compiled() -> bool:
    """Whether NumPy and Numba are there; without them the readable search is the faster one."""
    try:
        from futoshiki_lab import kernels
    except ImportError:
        return False
    return kernels.COMPILED


# -- the grids that are found ------------------------------------------------------------------


class Found(list[Grid]):
    """The grids that a search has found: the first ones are kept, and each is handed over.

    Parameters
    ----------
    keep : how many are kept; `total` says how many were found.
    each : called with every grid.
    """

    def __init__(self, keep: float, each: Callable[[Grid], object] | None = None):
        super().__init__()
        self._keep, self._each = keep, each
        self.total = self._known = 0
        self._board: Board | None = None

    @property
    def wants_more(self) -> bool:
        """Whether another grid is of use; if not, it can be counted only."""
        return self._each is not None or len(self) < self._keep

    def append(self, grid: Grid) -> None:
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


def _kept(keep: int | None, solutions: int | str) -> float:
    """How many grids a run keeps."""
    if keep is None:
        return KEPT if solutions == "all" else inf
    return whole_number("keep", keep, 0)


# -- before the compiled engine is loaded ------------------------------------------------------


def _begun(puzzle: Puzzle, found: Found, *asked: Any, **settings: Any) -> Run | None:
    """Search with the readable engine, unless and until the compiled one is worth loading.

    Parameters
    ----------
    found : takes the grids; if the run is given up, it is ready for the same grids once more.
    asked, settings : those of `settle`.

    Returns
    -------
    A run. If it was given up, or None is returned, `choose` has to say who does it, from the start:
    the compiled engine is loaded or is worth it, or there are functions of your own.
    """
    if "futoshiki_lab.kernels" in sys.modules or not _Patient.may_begin(puzzle):
        return None
    functions, settled = settle(*asked, **settings)
    if not _are_ours(functions):
        return None
    functions = functions._replace(look=_Patient(functions.look, settled))
    _Patient.spent += 3 * puzzle.size**3  # for the board and its constraints
    begun = run(puzzle, functions, settled, found.by(procedure(None, settled.jump)))
    if begun.ended == GIVEN_UP:
        found.begin_again()
    return begun


class _Patient:
    """A look that adds up what searches cost, and ends one with `GIVEN_UP` when that is enough.

    Attributes
    ----------
    spent : what all searches of this process have cost in this way; the unit is a check, with what
        comes with it. It belongs to the process, like the loading that it is weighed against. It
        decides how long a search takes, never what the result is.
    """

    spent = 0

    def __init__(self, look: Look, settings: Settings):
        self._look, self._checks = look, 0
        self._counts_little = settings.algorithm == "gac" or settings.select == "dom_wdeg"
        if hasattr(look, "begin_with"):
            self.begin_with = look.begin_with

    @classmethod
    def may_begin(cls, puzzle: Puzzle) -> bool:
        """Whether enough is left to compare all values of each cell once with its neighbours'."""
        return cls.spent + 2 * puzzle.size**4 <= WORTH_LOADING

    def __call__(self, board: Board, cell: Cell, /) -> bool:
        checks = board.counts.checks + board.counts.setup_checks
        new, self._checks = checks - self._checks, checks
        _Patient.spent += new + (board.puzzle.size**3 if self._counts_little else 1)
        if _Patient.spent > WORTH_LOADING:
            raise LimitReached(GIVEN_UP)
        return self._look(board, cell)
