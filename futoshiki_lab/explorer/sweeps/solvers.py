"""A solver: a look, a selection, an order and a name; and when two runs are the same.

A resumed sweep must not confuse the results of one puzzle or function with those of another that
has the same name. So a digest of its content identifies each of them. (The source of a function
would not do: two lambdas on one line have the same, and a function that another one makes has it
whatever it was made with.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any

from futoshiki_lab.core import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Look,
    Named,
    Order,
    Problem,
    Puzzle,
    Select,
    unknown,
)
from futoshiki_lab.core.errors import name_of

NAMES: dict[str, Mapping[str, Named[Any]]] = {
    "look": LOOKS,
    "select": SELECTIONS,
    "order": ORDERS,
}
SWITCHES, LIMITS = ("jump", "learn"), ("learn", "remember")
SETTINGS = (*NAMES, "root", "engine")


@dataclass(frozen=True)
class Solver:
    """One way to solve puzzles, with the settings that `solve` takes.

    Parameters
    ----------
    look, select, order, root, engine : as in `solve`; each of the first three is a name or a
        function of your own.
    name : its name in tables and charts. If None: the look and all settings that are not the
        default (reading, ascending, no root), as in "fc mrv jump": the text for it in a sweep.
    jump, learn, remember : as in `solve`; in a text "jump learn", "jump learn=6 remember=100".
    """

    look: str | Look
    select: str | Select = "reading"
    order: str | Order = "ascending"
    root: str = "none"
    engine: str | None = None
    name: str | None = None
    jump: bool = False
    learn: bool | int = False
    remember: int | None = None

    def __post_init__(self) -> None:
        for what, known in NAMES.items():
            object.__setattr__(self, what, _by_name(getattr(self, what), known))

    def __getstate__(self) -> dict[str, Any]:
        """In another process a name may be unknown: what has no twin is sent as it is."""
        return vars(self) | self.own

    @property
    def own(self) -> dict[str, Any]:
        """Its functions without a compiled twin, whether they have a name or not.

        Nothing else compares what they find, so their solutions have to be verified.
        """
        found = dict[str, Any]()
        for what, known in NAMES.items():
            choice = getattr(self, what)
            record = known.get(choice) if isinstance(choice, str) else None
            if callable(choice) or (record and record.twin is None):
                found[what] = record.function if record else choice
        return found

    @property
    def choices(self) -> list[Any]:
        """Look, selection and order: each the name of what has a twin, or else a function."""
        return [self.own.get(what, getattr(self, what)) for what in NAMES]

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        chosen: list[object] = [self.look]
        chosen += [self.select] * (self.select != "reading")
        chosen += [self.order] * (self.order != "ascending")
        parts = [one if isinstance(one, str) else name_of(one) for one in chosen]
        parts += [f"root={self.root}"] * (self.root != "none")
        limit = "" if isinstance(self.learn, bool) else f"={self.learn}"
        parts += ["jump"] * self.jump + [f"learn{limit}"] * bool(self.learn)
        parts += [f"remember={self.remember}"] * (self.remember is not None)
        parts += [f"engine={self.engine}"] * (self.engine is not None)
        return " ".join(parts)


def solver_of(given: object) -> Solver:
    """Make a solver from a text such as "fc mrv root=ac jump" or from a look function.

    Raises
    ------
    ValueError : a word in the text is not a setting, or one setting is given twice.
    TypeError : it is neither text nor a function.
    """
    if isinstance(given, str):
        return _parse_solver(given)
    if callable(given):
        return Solver(given)
    if isinstance(given, Solver):
        return given
    raise TypeError(f'a solver is a Solver, a text such as "fc mrv" or a look, not {given!r}')


def _by_name(choice: object, known: Mapping[str, Named[Any]]) -> object:
    """The name of a function that has one; anything else as it is."""
    known_by = (name for name, one in known.items() if choice is one or choice is one.function)
    return next(known_by, choice)


def _parse_solver(text: str) -> Solver:
    settings: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        what, equals, value = word.partition("=")
        if equals and what == "jump":
            raise ValueError(f"solver {text!r}: jump is a word of its own, without a value")
        if equals and what not in (*SETTINGS, *LIMITS):
            raise ValueError(unknown("solver setting", what, (*SETTINGS, *LIMITS)))
        if not equals and word not in SWITCHES:
            what, value = _setting_of(word) if settings else "look", word
        if what in settings:
            raise ValueError(f"solver {text!r} has two settings for {what}: give only one")
        number = what in LIMITS and value.isdecimal()
        settings[what] = True if word in SWITCHES else int(value) if number else value
    if "look" not in settings:
        raise ValueError(f"solver {text!r} names no look; the looks are {', '.join(LOOKS)}")
    return Solver(**settings)


def _setting_of(word: str) -> str:
    """Which setting a single word gives: `mrv` is a selection, `lcv` an order."""
    if word in SELECTIONS:
        return "select"
    if word in ORDERS:
        return "order"
    known = (*SELECTIONS, *ORDERS, *SWITCHES, "root=ac", "engine=readable", "engine=compiled")
    raise ValueError(unknown("solver setting", word, known))


PLAIN_TYPES = (int, float, complex, str, bytes, bool, type(None), type(...))


def digest(*parts: object) -> str:
    """A short text that identifies some texts or numbers: different ones give another digest."""
    return sha256("\0".join(map(str, parts)).encode(errors="backslashreplace")).hexdigest()[:20]


def of_puzzle(puzzle: Problem) -> str:
    """A digest of the givens and signs of a puzzle; else of the domains and the allowed pairs."""
    if not isinstance(puzzle, Puzzle):
        givens = puzzle.givens.items()
        going = [digest(*map(_text_of, (*puzzle.domains.items(), *givens, *puzzle.groups)))]
        for one in puzzle.pairs:
            pairs = product(puzzle.domains[one.cell], puzzle.domains[one.other])
            held = tuple(pair for pair in pairs if one.holds(*pair))
            going.append(digest(*map(_text_of, (one.cell, one.other, held))))
        return digest(*going)
    n = puzzle.size
    signs = sorted(((a * n + b) * n + c) * n + d for (a, b), (c, d) in puzzle.signs)
    return digest(puzzle.grid, signs)


def _text_of(thing: Any) -> str:
    """The text of variables and values, the same in each process.

    Raises
    ------
    ValueError : a thing has no text of its own, only the place where it is in memory.
    """
    if isinstance(thing, frozenset | set):
        return f"{{{','.join(sorted(map(_text_of, thing)))}}}"
    if isinstance(thing, tuple | list):
        return f"({','.join(map(_text_of, thing))})"
    if type(thing).__repr__ is object.__repr__:
        raise ValueError(
            "a sweep that is kept in a file needs variables and values that a new process knows "
            f"again, and {thing!r:.80} has no text of its own: give its class a __repr__"
        )
    return repr(thing)


@cache
def search_version() -> str:
    """A digest of the sources of the search, the readable one and its compiled twin."""
    package = Path(__file__).parents[2]
    files = (*sorted(package.glob("core/*.py")), *sorted(package.glob("explorer/kernels/*.py")))
    return sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def of_choice(choice: object) -> str:
    """A digest of a setting: of a name, or of a function's code.

    A function's digest covers its code, its defaults, and the functions, numbers and texts that it
    uses from the module or function around it, at any depth. It cannot see two things: the content
    of lists and other mutable objects, and the code of other packages.
    """
    return digest(_describe(choice, set()))


def _describe(thing: Any, seen: set[int]) -> str:
    """Describe a thing, so that two things that act differently have different descriptions."""
    cls = type(thing)
    kind, parts = cls.__name__, tuple[Any, ...]()
    if isinstance(thing, PLAIN_TYPES):
        return repr(thing)
    if isinstance(thing, tuple | frozenset):
        parts = tuple(thing)
    elif isinstance(thing, CodeType):
        parts = thing.co_code, thing.co_names, thing.co_consts
    elif isinstance(thing, MethodType):
        parts = thing.__func__, thing.__self__
    elif isinstance(thing, partial):
        parts = thing.func, thing.args, *thing.keywords.items()
    elif isinstance(thing, FunctionType) and _is_own(thing):
        if id(thing) in seen:  # functions may use each other in a circle
            return "again"
        seen.add(id(thing))
        around = (cell.cell_contents for cell in thing.__closure__ or ())
        names = sorted(_names(thing.__code__) & thing.__globals__.keys())
        used = ((name, thing.__globals__[name]) for name in names)
        defaults = (thing.__defaults__, *sorted((thing.__kwdefaults__ or {}).items()))
        parts = thing.__code__, *defaults, *around, *used
    else:
        kind = f"{cls.__qualname__} {getattr(thing, '__qualname__', '')}"
        if callable(thing) and isinstance(cls.__call__, FunctionType):  # an object that is a look
            values = sorted(getattr(thing, "__dict__", {}).items())
            parts = cls.__call__, *(pair for pair in values if isinstance(pair[1], PLAIN_TYPES))
    inside = [_describe(part, seen) for part in parts]
    # In a set the order of texts changes from one start of Python to the next.
    return f"{kind}({','.join(sorted(inside) if isinstance(thing, frozenset) else inside)})"


def _is_own(function: FunctionType) -> bool:
    """Whether a user may edit a function between two sweeps: not those of the package."""
    return (function.__module__ or "").partition(".")[0] != __name__.partition(".")[0]


def _names(code: CodeType) -> set[str]:
    """The names that a piece of code, or one inside it, uses from elsewhere."""
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return set(code.co_names).union(*map(_names, inner))
