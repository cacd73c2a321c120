"""`Stepper(puzzle)`: ipywidgets to choose what is recorded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from ipywidgets import Box, Dropdown, Layout

from futoshiki_lab.core import LOOKS, ORDERS, SELECTIONS, Puzzle
from futoshiki_lab.formats import bundled, load_all
from futoshiki_lab.trace import Trace, record
from futoshiki_lab.widgets.background import in_background

EVENT_LIMIT = 300_000  # about a second of recording
Choice = tuple[str, int, str, str, str]  # a file ("": the stepper's own puzzle), which of its
# puzzles (from 1), look, select, order


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

    After a choice that cannot be recorded the dropdowns go back to what is shown.

    Attributes
    ----------
    puzzle, number, look, select, order : the dropdowns; `number` is there for files of several
        puzzles.
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
        self.number = _dropdown("number", [1], 1)
        self.look = _dropdown("algorithm", list(LOOKS), "fc")
        self.select = _dropdown("next cell", list(SELECTIONS), "reading")
        self.order = _dropdown("value order", list(ORDERS), "ascending")
        self._dropdowns = (self.puzzle, self.number, self.look, self.select, self.order)
        self.box = Box(self._dropdowns, layout=Layout(flex_flow="row wrap"))
        self._many = {"": 1}  # how many puzzles a file has
        self._quiet = False  # whether the dropdowns are being set from here
        self._offer("")
        for choice in self._dropdowns:
            choice.observe(self._changed, names="value")
        self._shown = self._wanted = self._choice()
        self._show(self._record(self._wanted))

    def _changed(self, change: Any) -> None:
        if self._quiet:
            return
        if change["owner"] is self.puzzle:
            self._set((change["new"], 1, *self._choice()[2:]))
        self.record()

    def _offer(self, file: str) -> None:
        """Offer the numbers of a file's puzzles; a file that cannot be read has none."""
        many = self._many.get(file) or len(_puzzles(file))
        if many:
            self._many[file] = many
        self.number.options = range(1, max(1, many) + 1)
        self.number.layout.display = "none" if many <= 1 else None

    def _set(self, choice: Choice) -> None:
        """Set the dropdowns, and record nothing."""
        self._quiet = True
        try:
            self._offer(choice[0])
            for dropdown, value in zip(self._dropdowns, choice, strict=True):
                dropdown.value = value
        finally:
            self._quiet = False

    def record(self) -> None:
        """Record what is chosen now, and show it when it is ready."""
        self._wanted = self._choice()
        if self.task is None:
            self._say("recording …")
            self.task = in_background(self._record_wanted, self._recorded)

    def _choice(self) -> Choice:
        puzzle, number, look, select, order = (one.value for one in self._dropdowns)
        return puzzle, number, look, select, order

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
        file, number, look, select, order = choice
        try:
            puzzle = load_all(file)[number - 1] if file else self._own
            return record(puzzle, look, select, order, event_limit=self._event_limit)
        except Exception as error:  # whatever it is, the stepper says it
            return str(error) or type(error).__name__

    def _show(self, done: Trace | str) -> None:
        if isinstance(done, str):
            self._set(self._shown)
            self._wanted = self._shown
            self._say(f"Not recorded: {done}. The last run is still shown.")
            return
        self._shown = self._wanted
        cut = f"Cut off: {done.run.ended}; events until then are shown." if done.run.ended else ""
        self._show_trace(done, cut)


def _puzzles(file: str) -> list[Puzzle]:
    """The puzzles of a bundled file; none if it cannot be read: recording it will say why."""
    try:
        return load_all(file)
    except (OSError, ValueError):
        return []


def _dropdown(label: str, options: list[Any], value: Any) -> Dropdown:
    return Dropdown(
        options=options,
        value=value,
        description=label,
        style={"description_width": "initial"},
        layout=Layout(width="auto", max_width="100%"),
    )
