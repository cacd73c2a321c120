"""A search from start to end: what the names of settings mean, and the result.

run(puzzle, parse_settings("fc", "mrv"))       forward checking with MRV, on a fresh board -> Run
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, wraps
from threading import Lock
from typing import Any, NamedTuple

from futoshiki_lab.core.board import Board, Counts, LimitReached
from futoshiki_lab.core.errors import listed, name_of, tell_of, unknown, whole_number
from futoshiki_lab.core.jumping import search_with_blame
from futoshiki_lab.core.named import Named
from futoshiki_lab.core.orderings import ORDERS, SELECTIONS, NamedSelect, Order, Select
from futoshiki_lab.core.problem import Problem, Solution
from futoshiki_lab.core.puzzle import Puzzle
from futoshiki_lab.core.search import LOOKS, Look, NamedLook, Search, search, set_up
from futoshiki_lab.core.verbs import Observer

ROOTS = ("none", "ac")
MENDING = "min_conflicts"
PLAIN = ("reading", "ascending", "none", 1, False)
INTERRUPTED = "it was interrupted"

_ONE_AT_A_TIME = Lock()


class Functions(NamedTuple):
    """The functions that a search needs besides a board."""

    look: Look
    select: Select
    order: Order


@dataclass(frozen=True)
class Settings:
    """The settings of a search, as one value that is handed on; `parse_settings` makes it.

    Attributes
    ----------
    algorithm, select, order : names; your own function has the name in its `def`.
    root, sought, node_limit, seed, jump : as in `solve`; `sought` is None for all solutions.
    learn : what is learned, a `Limits` of core/learning.py; None for nothing.
    engine : the one that is used.
    functions : those behind the names.
    records : theirs, each a `Named`; None for a function of your own that has no name.
    without_twin : in words, the first one that has no compiled twin; "" if all have.
    """

    algorithm: str
    select: str
    order: str
    root: str
    sought: int | None
    node_limit: int | None
    seed: int
    engine: str = "readable"
    jump: bool = False
    learn: Any = None
    functions: Functions = field(kw_only=True, repr=False, compare=False)
    records: tuple[Named[Any] | None, ...] = field(kw_only=True, repr=False, compare=False)
    without_twin: str = field(kw_only=True, repr=False, compare=False)

    def __getstate__(self) -> dict[str, object]:
        """A result can be sent to another process, where your own function may not be known."""
        kept = {**vars(self), "functions": None, "records": ()}
        return {name: value for name, value in kept.items() if name != "_other"}

    @property
    def names(self) -> tuple[str, str, str]:
        """Those of the look, the selection and the order."""
        return self.algorithm, self.select, self.order

    def with_engine(self, engine: str) -> Settings:
        """The same settings, with the engine that is used."""
        return self if engine == self.engine else self._other

    @cached_property
    def _other(self) -> Settings:
        """Those with the other engine, made once: `replace` is slow, and each run asks."""
        return replace(self, engine="readable" if self.engine == "compiled" else "compiled")

    @property
    def mends(self) -> bool:
        """Whether a full board is mended (core/mending.py); nothing else has a say then."""
        return self.algorithm.startswith(MENDING)

    def __str__(self) -> str:
        if self.mends:
            return self.algorithm
        root, jump = ", root=ac" * (self.root == "ac"), ", jump" * self.jump
        learn = f", {self.learn}" if self.learn else ""
        return f"{self.algorithm}, {self.select}, {self.order}{root}{jump}{learn}"


@dataclass(slots=True)
class Run:
    """The result of a search.

    Attributes
    ----------
    outcome : "solved", the sought number of solutions was found; "exhausted", fewer exist, and all
        were found; "unsatisfiable", none exists; "limit" or "interrupted", it was stopped early;
        "not found", min_conflicts came to none, and there may be one.
    solutions : the grids that were kept, in the order in which they were found; of another
        problem than a puzzle for each the value of every variable.
    counts : the counters, as docs/COUNTING.md defines them.
    ended : in words, what stopped the search early; empty if nothing did.
    """

    puzzle: Problem
    settings: Settings
    outcome: str
    solutions: tuple[Solution, ...]
    counts: Counts
    ended: str = ""

    @property
    def solution(self) -> Solution | None:
        """The first solution found, or None."""
        return self.solutions[0] if self.solutions else None

    @property
    def violations(self) -> tuple[str, ...]:
        """What the first thousand grids violate, in words; nothing, if the algorithm is right."""
        grids = self.solutions[:1000]
        return tuple(text for grid in grids for text in self.puzzle.violations(grid))

    @property
    def reason(self) -> str:
        """In words, why the search ended early, or a contradiction of givens; or nothing."""
        return self.puzzle.contradiction if self.outcome == "unsatisfiable" else self.ended

    def __repr__(self) -> str:
        violated = self.violations
        wrong = f"; wrong: {violated[0]}" if violated else ""
        ended = f" ({self.reason})" if self.reason else ""
        return f"<Run {self.settings}: {self.outcome}{ended}{wrong}; {self.counts}>"

    def __str__(self) -> str:
        what = "grid" if self.counts.solutions else "solution"
        why = self.outcome if self.ended else self.reason or self.outcome
        return "\n".join(map(self.puzzle.listing, self.solutions)) or f"no {what}: {why}"


def parse_settings(
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    jump: bool = False,
    learn: bool | int = False,
    remember: int | None = None,
) -> Settings:
    """Turn names and functions into the settings of a search; `solve` explains each.

    Raises
    ------
    ValueError : an unknown name (the known ones are listed), a number that makes no sense,
        backtracking with a selection that compares domain sizes, which it never changes, `jump`
        with mac or gac, whose prunes have reasons of many cells, or `learn` without `jump`.
    """
    sought = None
    if solutions != "all":
        sought = whole_number("solutions", solutions, 1, also=' or "all"')
    if node_limit is not None:
        node_limit = whole_number("node_limit", node_limit, 0)
    if root not in ROOTS:
        raise ValueError(unknown("root", root, ROOTS))
    if look == MENDING:
        from futoshiki_lab.core.mending import MinConflicts  # only who asks needs it

        look = MinConflicts()
    look_name, its_look, known_look = _named("look", look, LOOKS)
    select_name, its_select, known_select = _named("selection", select, SELECTIONS)
    order_name, its_order, known_order = _named("order", order, ORDERS)
    if hasattr(its_look, "mend") and (select_name, order_name, root, sought, jump) != PLAIN:
        raise ValueError(
            f"{look_name} mends a full board until it has one solution: it takes no selection, "
            "order, root, jump or number of solutions"
        )
    if isinstance(known_look, NamedLook):
        _refuse(known_look, known_select, jump)
    limits = None
    if learn or remember is not None:
        from futoshiki_lab.core.learning import limits_of  # only who asks needs it

        limits = limits_of(learn, remember, jump)
    seed, names = whole_number("the seed", seed), (look_name, select_name, order_name)
    functions = Functions(its_look, its_select, its_order)
    records = known_look, known_select, known_order
    more: dict[str, Any] = {"jump": bool(jump), "learn": limits, "functions": functions}
    kinds = zip(("look", "selection", "order"), names, records, strict=True)
    lacking = (f"the {what} {name}" for what, name, one in kinds if not one or one.twin is None)
    more |= {"records": records, "without_twin": next(lacking, "")}
    return Settings(*names, root, sought, node_limit, seed, **more)


def _refuse(look: NamedLook, select: Named[Any] | None, jump: bool) -> None:
    """Raise ValueError if a look cannot do what the settings ask."""
    if not look.prunes and isinstance(select, NamedSelect) and select.by_domains:
        others = [one.name for one in SELECTIONS.values() if not one.by_domains][1:]
        raise ValueError(
            f"{look.said} ({look.name}) never prunes a domain, so {select.name} has no domains to "
            f"compare: take {listed(others, 'or')}, which count legal values on the spot, "
            f"or a look that prunes ({', '.join(one.name for one in LOOKS.values() if one.prunes)})"
        )
    if jump and look.blames is None:
        others = [one.name for one in LOOKS.values() if one.blames]
        raise ValueError(
            f"{look.name} cannot jump back: nothing says which single cells are to blame when it "
            f"fails; take {listed(others, 'or')}"
        )


_remembered = lru_cache(typed=True)(parse_settings)


def recall_settings(
    look: str | Look, select: str | Select, order: str | Order, *more: Any
) -> Settings:
    """As `parse_settings`, remembered: many searches have the same settings."""
    names: tuple[Any, ...] = LOOKS, SELECTIONS, ORDERS  # a name may have got another record
    try:
        known = names[0].get(look, look), names[1].get(select, select), names[2].get(order, order)
        return _remembered(*known, *more)
    except TypeError:  # something that a cache cannot keep, such as a list
        return parse_settings(look, select, order, *more)


def choose_search(own: Search | None, settings: Settings) -> Search:
    """The search procedure: your own, or the package's, which goes back step by step or jumps.

    ValueError is raised for both: a search of your own does its own jumping.
    """
    if own is not None and settings.jump:
        raise ValueError("jump is about the package's search: a search of your own jumps by itself")
    if settings.learn:
        return settings.learn.search()  # type: ignore[no-any-return]
    mending = getattr(settings.functions.look, "mend", None)
    return own or mending or (jump_back if settings.jump else search)


def run(
    puzzle: Problem,
    settings: Settings,
    search: Search | None = None,
    observer: Observer | None = None,
    keep_errors: bool = False,
) -> Run:
    """Set up and search on a fresh board; return the result, whatever ended the search.

    Parameters
    ----------
    settings : what `parse_settings` returns.
    search : a search procedure; by default the one that the settings name.
    keep_errors : whether an error ends the search as an interrupt does, and is told in `ended`.
    """
    search = search or choose_search(None, settings)
    look = settings.functions.look
    sought, limit, seed = settings.sought, settings.node_limit, settings.seed
    board = Board(puzzle, observer=observer, sought=sought, node_limit=limit, seed=seed)
    ended, deeper = "", 4 * len(puzzle.cells)  # the search calls itself once per cell
    _move_recursion_limit(deeper)
    try:
        ready = set_up(board, look, settings.root)
        enough = ready and search(board, *demand_answers(settings))
        outcome = "solved" if enough else "exhausted" if board.counts.solutions else "unsatisfiable"
    except LimitReached as reached:
        outcome, ended = "not found" if hasattr(look, "mend") else "limit", str(reached)
    except KeyboardInterrupt:
        outcome, ended = "interrupted", INTERRUPTED
    except BaseException as error:
        if not keep_errors:
            raise
        outcome, ended = "interrupted", tell_of(error)
    finally:
        _move_recursion_limit(-deeper)
    counted = tuple(board.solutions[: board.counts.solutions])  # an interrupt may come in between
    return Run(puzzle, settings, outcome, counted, replace(board.counts), ended)


def demand_answers(settings: Settings) -> Functions:
    """The functions of a search; one of your own is named where what it returns is no answer."""
    known = [record is not None and record.twin is not None for record in settings.records]
    if all(known):
        return settings.functions
    from futoshiki_lab.core.own_functions import demand  # only who asks needs it

    return Functions(*demand(settings.functions, settings.names, known))


@wraps(search_with_blame)
def jump_back(board: Board, look: Look, select: Select, order: Order, /) -> bool:
    return search_with_blame(board, look, select, order) is None


def must_be_puzzle(given: object, kind: type[Problem] = Puzzle) -> Any:
    """The same, if it is of this kind; else a TypeError says how to get a Puzzle."""
    if not isinstance(given, kind):
        wanted = "a Puzzle" if kind is Puzzle else "a Puzzle or another Problem"
        raise TypeError(f"expected {wanted}, not {given!r}: load(...) reads one, by name or file")
    return given


def _move_recursion_limit(by: int) -> None:
    """Searches in several threads share one limit: each adds its part, and takes it away again."""
    with _ONE_AT_A_TIME:
        sys.setrecursionlimit(sys.getrecursionlimit() + by)


def _named(
    what: str, given: Any, known: Mapping[str, Named[Any]]
) -> tuple[str, Callable[..., Any], Named[Any] | None]:
    """The name, the function and the record of a setting that is given as one of the three."""
    if isinstance(given, Named):
        return given.name, given.function, given
    if callable(given):
        from futoshiki_lab.core.own_functions import must_take  # only who asks needs it

        must_take(given, what)
        record = next((one for one in known.values() if one.function is given), None)
        return record.name if record else name_of(given), given, record
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, known))
    return given, known[given].function, known[given]
