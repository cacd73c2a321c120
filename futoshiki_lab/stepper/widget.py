"""The stepper's Python side: it hands the whole trace over once and then only hears of steps."""

from __future__ import annotations

import json
import sys
from array import array
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from futoshiki_lab.board import Verb
from futoshiki_lab.source import Source
from futoshiki_lab.stepper.export import page
from futoshiki_lab.trace import Trace

HERE = Path(__file__).parent
SENT = ("runs", "step", "steps", "by", "scale", "notice")


class Stepper(anywidget.AnyWidget):
    """A recorded run, or two or three of one puzzle side by side, stepped in the browser.

    Parameters
    ----------
    traces : what to show: one, two or three traces of one puzzle.
    step : where to begin.
    by : what several runs are held in step by, and what the arrows and play move by: "event",
        "check" or "node". Events for one run and nodes for several unless you say otherwise.
    scale : 1.5 or so for a projector.

    Attributes
    ----------
    step : the step of the (first) run. Read it, set it or observe it from Python.
    steps : the steps of all runs, as the browser last told them.
    """

    _esm = HERE / "stepper.js"
    _css = HERE / "stepper.css"

    runs = traitlets.List(traitlets.Dict()).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    steps = traitlets.List(traitlets.Int()).tag(sync=True)
    by = traitlets.Enum(("event", "check", "node"), "event").tag(sync=True)
    scale = traitlets.Float(1.0, min=0.25, max=8).tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    def __init__(self, *traces: Trace, step: int = 0, by: str | None = None, scale: float = 1.0):
        self.traces = traces
        super().__init__(
            runs=[pack(trace) for trace in traces],
            by=by or ("event" if len(traces) == 1 else "node"),
            scale=scale,
        )
        self.step = step

    @traitlets.validate("step")
    def _step_exists(self, proposal: Any) -> int:
        step, last = proposal["value"], len(self.traces[0]) if self.traces else 0
        if not 0 <= step <= last:
            raise traitlets.TraitError(f"no step {step} here: the steps are 0 to {last}")
        return step

    def to_html(self, path: str | Path) -> Path:
        """Write a page that plays this stepper with no kernel and no network. Returns its path."""
        path = Path(path)
        title = f"{self.traces[0].puzzle.name or 'Futoshiki'}: stepper"
        path.write_text(page(self.state(), self.still(), title), encoding="utf-8")
        return path

    def state(self) -> dict[str, Any]:
        """What a player without a kernel starts from."""
        return {name: getattr(self, name) for name in SENT}

    def still(self) -> str:
        """A picture for where no script runs, as HTML."""
        return self.traces[0].puzzle._repr_html_() if self.traces else ""


def pack(trace: Trace) -> dict[str, Any]:
    """What the browser needs of a trace: a header in JSON, and the columns as bytes."""
    recorder = trace.recorder
    return {
        "header": json.dumps(header(trace)),
        "verbs": _bytes(recorder.verbs),
        "values": _bytes(recorder.values),
        "others": _bytes(recorder.other_values),
        "places": _bytes(recorder.places),
        "sites": _bytes(recorder.sites),
    }


def header(trace: Trace) -> dict[str, Any]:
    """All of a trace but its columns, as plain data."""
    puzzle, functions = trace.puzzle, _functions(trace)
    number = {cell: index for index, cell in enumerate(puzzle.cells)}
    return {
        "name": puzzle.name,
        "n": puzzle.size,
        "grid": puzzle.grid,
        "signs": sorted((number[sign.smaller], number[sign.larger]) for sign in puzzle.signs),
        "settings": str(trace.run.settings),
        "outcome": trace.outcome,
        "ended": trace.run.ended,
        "events": len(trace),
        "functions": [{"name": source.name, "text": source.text} for source in functions],
        "sites": [
            (functions.index(line.source), line.number) if line.source in functions else (-1, 0)
            for line in trace.sources.lines
        ],
    }


def _functions(trace: Trace) -> list[Source]:
    """The algorithm's functions: not the board's, whose `prune` is what tells of a wipe-out."""
    verbs, sites = trace.recorder.verbs, trace.recorder.sites
    calls = set(zip(verbs, sites, strict=True))
    told = {trace.sources.lines[site].source for verb, site in calls if verb == Verb.WIPE_OUT}
    called = {trace.sources.lines[site].source for verb, site in calls if verb != Verb.WIPE_OUT}
    return [source for source in trace.sources.functions if source not in told - called]


def _bytes(column: array) -> bytes:
    """The column, little-endian, in the narrowest of the types that hold it."""
    most = max(column, default=0)
    narrow = array("B" if most < 2**8 else "H" if most < 2**16 else "I", column)
    if sys.byteorder == "big":
        narrow.byteswap()
    return narrow.tobytes()
