"""`Stepper(puzzle)`: what is recorded is chosen with ipywidgets."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from ipywidgets import Box, Dropdown, Layout

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Puzzle
from futoshiki_lab.formats import bundled, load
from futoshiki_lab.trace import Trace, record

EVENT_LIMIT = 300_000  # about a second of recording
THREADS = sys.platform != "emscripten"  # a browser's Python has none


class Controls:
    """Dropdowns beside a stepper; every change records a new run and shows it.

    The first run is recorded at once, so that `stepper.trace` is there in the next line. Later ones
    are recorded in a thread: the notebook stays at hand, and of several quick changes only the last
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
        self._wanted: dict[str, Any] | None = None
        self.task: asyncio.Task | None = None
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
        self._show(self._record(self._choice()))

    def record(self) -> None:
        """Record what is chosen now, and show it when it is there."""
        self._wanted = self._choice()
        if self.task is not None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:  # plain Python: nobody else is waiting
            wanted, self._wanted = self._wanted, None
            self._show(self._record(wanted))
        else:
            self._say("recording …")
            self.task = loop.create_task(self._record_until_settled())

    async def _record_until_settled(self) -> None:
        try:
            while self._wanted is not None:
                wanted, self._wanted = self._wanted, None
                if THREADS:
                    done = await asyncio.to_thread(self._record, wanted)
                else:
                    done = self._record(wanted)
                if self._wanted is None:
                    self._show(done)
        finally:
            self.task = None

    def _choice(self) -> dict[str, Any]:
        return {
            "puzzle": self.puzzle.value,
            "look": self.look.value,
            "select": self.select.value,
            "order": self.order.value,
        }

    def _record(self, choice: dict[str, Any]) -> Trace | str:
        """A trace, or in words why there is none."""
        name, *how = choice.values()
        try:
            puzzle = load(name) if name else self._own
            return record(puzzle, *how, event_limit=self._event_limit)
        except ValueError as error:
            return str(error)

    def _show(self, done: Trace | str) -> None:
        if isinstance(done, str):
            self._say(f"Not recorded: {done}. The last run is still shown.")
            return
        cut = f"Cut off: {done.run.ended}; what came until then is shown." if done.run.ended else ""
        self._show_trace(done, cut)


def _dropdown(label: str, options: list[Any], value: Any) -> Dropdown:
    return Dropdown(
        options=options,
        value=value,
        description=label,
        style={"description_width": "initial"},
        layout=Layout(width="auto"),
    )
