"""`Stepper(puzzle)`: ipywidgets to choose what is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ipywidgets import Box, Dropdown, Layout

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Puzzle
from futoshiki_lab.formats import bundled, load
from futoshiki_lab.trace import Trace, record
from futoshiki_lab.widgets.background import in_background

EVENT_LIMIT = 300_000  # about a second of recording
Choice = tuple[str, str, str, str]  # a puzzle's name ("": the stepper's own), look, select, order


class Controls:
    """Dropdowns beside a stepper; every change records a new run and shows it.

    The first run is recorded at once, so that the next line can use `stepper.trace`. Later ones are
    recorded in a thread: the notebook stays responsive, and of several quick changes only the last
    one counts.

    Parameters
    ----------
    puzzle : what to record until another one is chosen.
    event_limit : how many events to record before a run is cut off.
    show : shows a new trace, with a notice ("" for none).
    say : shows a notice alone.

    Attributes
    ----------
    puzzle, look, select, order : the dropdowns.
    box : all of them, to be displayed.
    task : the recording under way, to be awaited; or None.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        event_limit: int,
        show: Callable[[Trace, str], None],
        say: Callable[[str], None],
    ):
        self._own, self._event_limit, self._show_trace, self._say = puzzle, event_limit, show, say
        self.task: asyncio.Task[None] | None = None
        mine = puzzle.name or f"this {puzzle.size}x{puzzle.size}"
        names = [(mine, ""), *((name, name) for name in bundled() if name != mine)]
        self.puzzle = _dropdown("puzzle", names, "")
        self.look = _dropdown("algorithm", list(LOOKS), "fc")
        self.select = _dropdown("next cell", list(SELECTIONS), "reading")
        self.order = _dropdown("value order", list(ORDERS), "ascending")
        choices = (self.puzzle, self.look, self.select, self.order)
        self.box = Box(choices, layout=Layout(flex_flow="row wrap"))
        for choice in choices:
            choice.observe(lambda change: self.record(), names="value")
        self._wanted = self._choice()
        self._show(self._record(self._wanted))

    def record(self) -> None:
        """Record what is chosen now, and show it when it is ready."""
        self._wanted = self._choice()
        if self.task is None:
            self._say("recording …")
            self.task = in_background(self._record_wanted, self._recorded)

    def _choice(self) -> Choice:
        return self.puzzle.value, self.look.value, self.select.value, self.order.value

    def _record_wanted(self) -> tuple[Choice, Trace | str]:
        wanted = self._wanted
        return wanted, self._record(wanted)

    def _recorded(self, done: tuple[Choice, Trace | str]) -> bool:
        """Show what was recorded; True if something else has been chosen since."""
        recorded, found = done
        if recorded != self._wanted:
            return True
        self.task = None
        self._show(found)
        return False

    def _record(self, choice: Choice) -> Trace | str:
        """A trace, or in words why there is none."""
        name, look, select, order = choice
        try:
            puzzle = load(name) if name else self._own
            return record(puzzle, look, select, order, event_limit=self._event_limit)
        except Exception as error:  # whatever it is, the stepper says it
            return str(error) or type(error).__name__

    def _show(self, done: Trace | str) -> None:
        if isinstance(done, str):
            self._say(f"Not recorded: {done}. The last run is still shown.")
            return
        cut = f"Cut off: {done.run.ended}; events until then are shown." if done.run.ended else ""
        self._show_trace(done, cut)


def _dropdown(label: str, options: list[Any], value: Any) -> Dropdown:
    return Dropdown(
        options=options,
        value=value,
        description=label,
        style={"description_width": "initial"},
        layout=Layout(width="auto"),
    )
