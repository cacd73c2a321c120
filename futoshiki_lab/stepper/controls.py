"""`Stepper(puzzle)`: choices of what is recorded. A stepper of traces does without this file."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import traitlets

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Problem
from futoshiki_lab.core.errors import unknown
from futoshiki_lab.formats import bundled, load_all
from futoshiki_lab.support.background import attempt, do_in_background
from futoshiki_lab.trace import Trace, record

SETTINGS = {"look": "fc", "select": "reading", "order": "ascending", "jump": False}
BEGIN: dict[str, Any] = {"puzzle": "", "number": 1, **SETTINGS}
Choice = Mapping[str, Any]  # values by the names of `BEGIN`


class Menus:
    """Says what can be chosen, and records what is, in the browser or by `choose`.

    The first run is recorded at once, so that the next line can use `stepper.trace`. Later ones are
    recorded in a thread: the notebook stays responsive, and of several quick changes only the last
    one counts. After a choice that cannot be recorded the choices go back to what is shown.

    Parameters
    ----------
    stepper : whose choices these are; it imports this file, not the other way round.

    Attributes
    ----------
    task : the recording under way; or None.
    """

    def __init__(self, stepper: Any, puzzle: Problem, event_limit: int):
        self.stepper, self.own, self.event_limit = stepper, puzzle, event_limit
        self.task: asyncio.Task[None] | None = None
        self._shown = BEGIN

    def begin(self) -> None:
        """Offer what can be recorded, and record the first run."""
        self.stepper.choice = BEGIN
        self._show(self._record())

    def check(self, choice: Choice) -> Choice:
        """The same choice; TraitError if it is not offered."""
        if choice.keys() != BEGIN.keys():
            raise traitlets.TraitError(f"a choice has {', '.join(BEGIN)}, not {', '.join(choice)}")
        if type(choice["jump"]) is not bool:
            raise traitlets.TraitError(f"jump is True or False, not {choice['jump']!r:.40}")
        for name, values in self.offers(choice).items():
            if name != "jump" and not any(choice[name] == value for value, _ in values):
                known = tuple(str(value) for value, _ in values if value != "")
                what = "selection" if name == "select" else name
                raise traitlets.TraitError(unknown(what, choice[name], known))
        return {name: choice[name] for name in BEGIN}

    def take(self, choice: Choice, before: Choice) -> None:
        """Record what has been chosen now."""
        jumped = choice["jump"] and before.get("jump")
        if jumped and not _can_jump(choice["look"]) and choice["look"] != before["look"]:
            self.stepper.choice = {**choice, "jump": False}  # which calls this again
            return
        self.stepper.offers = self.offers(choice)
        if self.task is None and choice != self._shown:
            self.stepper.notice = "recording …"
            self.task = do_in_background(self._record, self._show)

    def offers(self, choice: Choice) -> dict[str, list[tuple[Any, str]]]:
        """What can be chosen, each value with its text, when a file and a look are."""
        name = self.own.name or f"this {self.own.label}"
        groups = self.own.groups or choice["puzzle"]
        looks = [name for name, one in LOOKS.items() if groups or not one.groups]
        names: dict[str, Iterable[str]] = {"look": looks, "select": SELECTIONS, "order": ORDERS}
        jumps = [(False, "cell by cell"), (True, "by jumps")]
        files, file = bundled(), choice["puzzle"]
        try:
            count = _count_puzzles(file) if file in files else 1
        except (OSError, ValueError):  # recording it will say why
            count = 1
        return {
            "puzzle": [("", name), *((one, one) for one in files if one != name)],
            "number": [(at, str(at)) for at in range(1, count + 1)],
            **{kind: [(value, value) for value in values] for kind, values in names.items()},
            "jump": jumps[: 1 + _can_jump(choice["look"])],
        }

    def _record(self) -> tuple[Choice, Trace | None, str]:
        """What is chosen, and its trace, or in words why there is none."""
        choice = self.stepper.choice

        def recorded() -> Trace:
            settings = {name: choice[name] for name in SETTINGS}
            file, number = choice["puzzle"], choice["number"]
            puzzle = load_all(file)[number - 1] if file else self.own
            return record(puzzle, **settings, event_limit=self.event_limit)

        return choice, *attempt(recorded)

    def _show(self, recorded: tuple[Choice, Trace | None, str]) -> bool:
        """Show what was recorded; True if something else has been chosen since."""
        choice, trace, error = recorded
        if choice != self.stepper.choice:
            return True
        self.task = None
        if trace is None:
            self.stepper.choice = self._shown
            self.stepper.notice = f"Not recorded: {error}. The last run is still shown."
            return False
        self._shown = {**choice}
        ended = trace.run.ended
        self.stepper.show(trace, f"Cut off: {ended}; events until then are shown." if ended else "")
        return False


def _can_jump(look: object) -> bool:
    return any(one.blames for one in LOOKS.values() if one.name == look)


@cache
def _count_puzzles(file: str) -> int:
    return len(load_all(file))
