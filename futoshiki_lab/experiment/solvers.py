"""A solver: a look, a selection, an order and a name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Look, Order, Select, unknown

SETTINGS = ("look", "select", "order", "root", "engine")


@dataclass(frozen=True)
class Solver:
    """One way to solve puzzles, with the settings that `solve` takes.

    Parameters
    ----------
    look, select, order, root, engine : as in `solve`; each of the first three is a name or a
        function of your own.
    name : its name in tables and charts. If None: the look and all settings that are not the
        default (reading, ascending, no root), as in "fc mrv jump": the text for it in a sweep.
    jump : as in `solve`.
    """

    look: str | Look
    select: str | Select = "reading"
    order: str | Order = "ascending"
    root: str = "none"
    engine: str | None = None
    name: str | None = None
    jump: bool = False

    def __post_init__(self) -> None:
        for what, known in (("look", LOOKS), ("select", SELECTIONS), ("order", ORDERS)):
            object.__setattr__(self, what, _by_name(getattr(self, what), known))

    @property
    def is_own(self) -> bool:
        """Whether it uses a function of your own, so that its solutions have to be verified."""
        return not all(isinstance(choice, str) for choice in (self.look, self.select, self.order))

    def __str__(self) -> str:
        if self.name is not None:
            return self.name
        parts = [name_of(self.look)]
        parts += [name_of(self.select)] * (self.select != "reading")
        parts += [name_of(self.order)] * (self.order != "ascending")
        parts += [f"root={self.root}"] * (self.root != "none")
        parts += ["jump"] * self.jump
        parts += [f"engine={self.engine}"] * (self.engine is not None)
        return " ".join(parts)


def solver_of(given: object) -> Solver:
    """Make a solver from a text such as "fc mrv root=ac jump" or from a look function.

    Raises
    ------
    ValueError : a word in the text is not a setting, or one setting is given twice.
    TypeError : it is neither text nor a function.
    """
    if isinstance(given, Solver):
        return given
    if isinstance(given, str):
        return _parsed(given)
    if callable(given):
        return Solver(given)
    raise TypeError(f'a solver is a Solver, a text such as "fc mrv" or a look, not {given!r}')


def name_of(choice: object) -> str:
    """The name of a look, a selection or an order, as in the settings of a run."""
    if isinstance(choice, str):
        return choice
    return getattr(choice, "__name__", type(choice).__name__)


def _by_name(choice: object, known: dict) -> object:
    """The name of a function that the package knows; anything else as it is."""
    return next((name for name, function in known.items() if function is choice), choice)


def _parsed(text: str) -> Solver:
    settings: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        value: str | bool
        what, equals, value = word.partition("=")
        if word == "jump":
            value = True
        elif not equals:
            what, value = _setting_of(word) if settings else "look", word
        elif what == "jump":
            raise ValueError(f"solver {text!r}: jump is a word of its own, without a value")
        elif what not in SETTINGS:
            raise ValueError(unknown("solver setting", what, SETTINGS))
        if what in settings:
            raise ValueError(f"solver {text!r} has two settings for {what}: give only one")
        settings[what] = value
    if "look" not in settings:
        raise ValueError(f"solver {text!r} names no look: it is one of {', '.join(LOOKS)}")
    return Solver(**settings)


def _setting_of(word: str) -> str:
    """Which setting a single word gives: `mrv` is a selection, `lcv` an order."""
    if word in SELECTIONS:
        return "select"
    if word in ORDERS:
        return "order"
    known = (*SELECTIONS, *ORDERS, "jump", "root=ac", "engine=readable", "engine=compiled")
    raise ValueError(unknown("solver setting", word, known))
