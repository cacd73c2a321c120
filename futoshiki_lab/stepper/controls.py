"""`Stepper(puzzle)`: choices of what is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import traitlets

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Problem
from futoshiki_lab.core.errors import unknown
from futoshiki_lab.core.run import CANNOT_JUMP
from futoshiki_lab.formats import bundled, load_all
from futoshiki_lab.stepper.player import Player
from futoshiki_lab.support.background import attempt, do_in_background
from futoshiki_lab.trace import Trace, record

EVENT_LIMIT = 300_000  # about a second of recording
BEGIN: dict[str, Any] = {
    "puzzle": "",
    "number": 1,
    "look": "fc",
    "select": "reading",
    "order": "ascending",
    "jump": False,
}
Choice = Mapping[str, Any]  # values by the names of `BEGIN`


class Choosing(Player):
    """The part of a stepper that records what is chosen, in the browser or by `choose`.

    The first run is recorded at once, so that the next line can use `stepper.trace`. Later ones are
    recorded in a thread: the notebook stays responsive, and of several quick changes only the last
    one counts. After a choice that cannot be recorded the choices go back to what is shown.

    Attributes
    ----------
    offers : by name, what can be chosen: values, each with its text. Empty if nothing can.
    choice : by name, what is chosen now.
    task : the recording under way, to be awaited; or None.
    """

    offers = traitlets.Dict().tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    task: asyncio.Task[None] | None = None
    _own: Problem | None = None
    _event_limit = EVENT_LIMIT
    _shown: dict[str, Any] = BEGIN

    def choose(
        self,
        *,
        puzzle: str | None = None,
        number: int | None = None,
        look: str | None = None,
        select: str | None = None,
        order: str | None = None,
        jump: bool | None = None,
    ) -> None:
        """Record another run and show it: `choose(look="bt")`. What is not given stays.

        Parameters
        ----------
        puzzle : a bundled file, as `load` takes it; "" for the stepper's own puzzle.
        number : which of the file's puzzles, from 1; by default the first of another file.
        look, select, order, jump : as `record` takes them, by name.

        Raises
        ------
        TypeError : the stepper was made of traces.
        traitlets.TraitError : there is no such choice.
        """
        if self._own is None:
            raise TypeError("only Stepper(puzzle) has choices; this one shows recorded traces")
        if puzzle is not None and number is None:
            number = 1
        given = zip(BEGIN, (puzzle, number, look, select, order, jump), strict=True)
        self.choice = self.choice | {name: one for name, one in given if one is not None}

    def show(self, trace: Trace, notice: str = "") -> None:
        """Show another trace instead, from its first node."""
        raise NotImplementedError

    def _begin(self, puzzle: Problem, event_limit: int) -> None:
        """Offer what can be recorded, and record the first run."""
        self._own, self._event_limit = puzzle, event_limit
        self.choice = BEGIN
        self._show_recorded(self._record())

    @traitlets.validate("choice")
    def _is_offered(self, proposal: Any) -> dict[str, Any]:
        choice = proposal["value"]
        if self._own is None:
            return {}
        if choice.keys() != BEGIN.keys():
            raise traitlets.TraitError(f"a choice has {', '.join(BEGIN)}, not {', '.join(choice)}")
        if type(choice["jump"]) is not bool:
            raise traitlets.TraitError(f"jump is True or False, not {choice['jump']!r:.40}")
        for name, values in _offers(self._own, choice).items():
            if name != "jump" and not any(choice[name] == value for value, _ in values):
                known = tuple(str(value) for value, _ in values if value != "")
                raise traitlets.TraitError(unknown(name, choice[name], known))
        return {name: choice[name] for name in BEGIN}

    @traitlets.observe("choice")
    def _chosen(self, change: Any) -> None:
        if self._own is None:
            return
        look = self.choice["look"]
        if self.choice["jump"] and look in CANNOT_JUMP and look != change["old"].get("look"):
            self.choice = {**self.choice, "jump": False}  # which calls this again
            return
        self.offers = _offers(self._own, self.choice)
        if self.task is None and self.choice != self._shown:
            self.notice = "recording …"
            self.task = do_in_background(self._record, self._show_recorded)

    def _record(self) -> tuple[Choice, Trace | str]:
        """What is chosen, and its trace, or in words why there is none."""
        choice = self.choice

        def recorded() -> Trace:
            settings = {name: choice[name] for name in ("look", "select", "order", "jump")}
            file, number = choice["puzzle"], choice["number"]
            puzzle: Any = load_all(file)[number - 1] if file else self._own
            return record(puzzle, **settings, event_limit=self._event_limit)

        trace, error = attempt(recorded)
        return choice, trace or error

    def _show_recorded(self, recorded: tuple[Choice, Trace | str]) -> bool:
        """Show what was recorded; True if something else has been chosen since."""
        choice, found = recorded
        if choice != self.choice:
            return True
        self.task = None
        if isinstance(found, str):
            self.choice = self._shown
            self.notice = f"Not recorded: {found}. The last run is still shown."
            return False
        self._shown = self.choice
        ended = found.run.ended
        self.show(found, f"Cut off: {ended}; events until then are shown." if ended else "")
        return False


def _offers(own: Problem, choice: Choice) -> dict[str, list[tuple[Any, str]]]:
    """What can be chosen, each value with its text, when a file and a look are."""
    name = own.name or f"this {own.label}"
    looks = [look for look in LOOKS if look != "gac" or own.groups or choice["puzzle"]]
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
        "jump": jumps[: 1 if choice["look"] in CANNOT_JUMP else 2],
    }


@cache
def _count_puzzles(file: str) -> int:
    return len(load_all(file))
