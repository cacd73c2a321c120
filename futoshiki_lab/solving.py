"""Which engine solves a puzzle: `solve`, `count_solutions`, `is_unique`.

There are two engines with the same counts. The **readable** one is `search` on a `Board` (the room
`core`); it takes functions of your own and can be observed. The **compiled** one (the room
`kernels`) knows the algorithms that come with the package, and is a hundred times faster.

(The file is not called `solve`: a module of that name would hide the function in the package.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache

from futoshiki_lab.core import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Look,
    Observer,
    Order,
    Puzzle,
    Run,
    Search,
    Select,
    Settings,
    run,
    search,
    settle,
    unknown,
    whole_number,
)
from futoshiki_lab.core.run import Functions

ENGINES = ("compiled", "readable")
READABLE_SEARCH = search


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
    root : "ac" for arc consistency before the first node, "none" for none (mac always starts with
        it, and gac with a stronger one).
    solutions : how many to look for; "all" for every one.
    node_limit : stop when that many nodes have been counted and one more is needed.
    seed : of the random value order.
    engine : "compiled" or "readable"; the counts are the same. The default is the compiled
        one where it can be used (no function of your own, Numba installed).
    search : a search procedure of your own, in place of the package's `search`.
    observer : called at every verb; see `Observer`.

    Returns
    -------
    A `Run`. After Ctrl-C or a limit too: it then has what was found until that moment.

    Raises
    ------
    ValueError : an unknown name (the known ones are listed), a number that makes no sense,
        backtracking with a selection that compares domain sizes, which it never changes, or the
        compiled engine for a function of your own or without NumPy.
    TypeError : `puzzle` is not a Puzzle.
    """
    _must_be_puzzle(puzzle)
    watched = search is not READABLE_SEARCH or observer is not None
    asked = look, select, order, root, solutions, node_limit, seed, engine, watched
    try:
        functions, settings = _chosen(*asked)  # type: ignore[arg-type]
    except TypeError:  # something that a cache cannot keep, such as a list
        functions, settings = choose(*asked)
    if settings.engine == "compiled":
        return _compiled()(puzzle, settings, True)
    return run(puzzle, functions, settings, search, observer)


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
    _must_be_puzzle(puzzle)
    sought = "all" if at_most is None else whole_number("at_most", at_most, 1)
    functions, settings = _chosen("gac", "dom_wdeg", solutions=sought)
    if settings.engine == "compiled":
        counted = _compiled()(puzzle, settings, False)
    else:
        counted = run(puzzle, functions, settings)
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
    functions, settings = settle(look, select, order, root, solutions, node_limit, seed)
    ours = (*LOOKS.values(), *SELECTIONS.values(), *ORDERS.values())
    own = watched or any(function not in ours for function in functions)
    return functions, replace(settings, engine=_engine(engine, own, settings))


_chosen = lru_cache(typed=True)(choose)  # a sweep makes the same call a thousand times


def _engine(asked: str | None, own: bool, settings: Settings) -> str:
    """The engine to use; `own`: something is given that only the readable one can do."""
    if asked not in (None, *ENGINES):
        raise ValueError(unknown("engine", asked, ENGINES))
    if asked == "readable" or (asked is None and (own or not kernels_are_compiled())):
        return "readable"
    try:
        from futoshiki_lab import kernels
    except ImportError as error:
        raise ValueError(
            f"the compiled engine needs NumPy ({error}): install it, or take the readable engine"
        ) from error
    if not own and kernels.knows(settings):
        return "compiled"
    if asked is None:
        return "readable"
    raise ValueError(
        "the compiled engine knows only what comes with the package: for functions of your "
        'own, an observer or a search of your own take engine="readable", or leave it out'
    )


@cache
def _compiled() -> Callable[[Puzzle, Settings, bool], Run]:
    """The compiled engine, imported when it is first needed: it needs NumPy and takes a second."""
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


def _must_be_puzzle(given: object) -> None:
    if not isinstance(given, Puzzle):
        raise TypeError(f"expected a Puzzle, not {given!r}: load(...) reads one, by name or file")
