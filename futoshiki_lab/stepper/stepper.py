"""The stepper's Python side: it sends whole traces once and then only receives steps."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import traitlets

from futoshiki_lab.core import Problem, Verb
from futoshiki_lab.draw.svg import beside, state_as_svg
from futoshiki_lab.stepper.packing import encode_run, pack_problem, pack_traces
from futoshiki_lab.stepper.player import Player
from futoshiki_lab.support import annexes
from futoshiki_lab.trace import Trace

if TYPE_CHECKING:
    from asyncio import Task

    from futoshiki_lab.stepper.controls import Menus

EVENT_LIMIT = 300_000  # about a second of recording

UNITS = ("move", "event", "check", "node")
PREDICTIONS = ("prune", "cell", "value", "backtrack", "reason", "next")
MOST = 3
UNIT = 60  # a cell with its gap in a still picture
ONE_RUN = "predictions are about one run: leave out predict where several stand side by side"


@runtime_checkable
class Recorded(Protocol):
    """What can be shown as a run, such as the steps of `explain`."""

    def trace(self) -> Trace:
        """The run."""


class Stepper(Player):
    """A recorded run in the browser, to step forward and back; or two or three side by side.

        Stepper(trace)          one run
        Stepper(a, b)           traces of one puzzle side by side, in step
        Stepper(puzzle)         with choices of what to record; `choose` chooses, too

    Parameters
    ----------
    shown : a puzzle or another problem, or one, two or three traces of one; steps of `explain`
        are one, too.
    step : where to begin; by default at the first node. Where predictions are asked for, or where
        values are removed before it, as in `deduce` and `explain`, it is the end of the setup.
    by : the unit in which the arrows and "play" move, and in which several runs stay in step:
        "move" (the setup; a value tried; its look, with all checks and prunes; a step back; a
        jump; a solution), "event", "check" or "node". By default moves for one run (events where
        values are removed before the first node) and nodes for several.
    scale : how large; 1.5 or so for a projector.
    hide_ahead : whether to hide what comes after the step: the outcome, the number of steps, the
        timeline and the tree ahead. The key h and a button change it.
    predict : what the learner predicts, in one run. The stepper hides what comes, stops before each
        such event, asks, and says right or wrong with the reason and a score: "prune", which values
        a look removes; "cell", which cell is selected; "value", which value is tried; "backtrack",
        to which cell the search goes back; "reason", because of which cell a value is removed;
        "next", which kind of event comes next (for small runs).
        "" is off. The key q and a choice change it.
    event_limit : with a puzzle, how many events to record before a run is cut off.
    code : whether the source of what runs is beside the board.

    Attributes
    ----------
    step : the step of the run, of the first run if there are several. Read, set or observe it.
    steps : the steps of all runs, as the browser last sent them (read-only).
    traces : what is shown.
    offers, choice : with a puzzle, by name, what can be recorded (values, each with its text) and
        what is; set it with `choose`.
    task : the recording under way, to be awaited; or None.

    Raises
    ------
    TypeError : `shown` is something else.
    ValueError : the traces are of different puzzles, or `predict` is given with several.
    traitlets.TraitError : there is no such step, or no such prediction.
    """

    role = traitlets.Unicode("stepper", read_only=True).tag(sync=True)
    runs = traitlets.List(traitlets.Dict()).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    steps = traitlets.List(traitlets.Int()).tag(sync=True)
    by = traitlets.Enum(UNITS, "event").tag(sync=True)
    hide_ahead = traitlets.Bool(False).tag(sync=True)
    predict = traitlets.Unicode("").tag(sync=True)
    drive = traitlets.Dict().tag(sync=True)  # how a learner drives the run; see driving.py
    driven = traitlets.Dict().tag(sync=True)  # what they have done
    offers = traitlets.Dict().tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode("").tag(sync=True)

    _menus: Menus | None = None
    _event_limit = EVENT_LIMIT

    def __init__(
        self,
        *shown: Trace | Problem | Recorded,
        step: int | None = None,
        by: str | None = None,
        scale: float = 1.0,
        hide_ahead: bool = False,
        predict: str = "",
        event_limit: int = EVENT_LIMIT,
        drive: Mapping[str, Any] | None = None,
        code: bool = True,
    ):
        self._code = code
        shown = tuple(one.trace() if isinstance(one, Recorded) else one for one in shown)
        self.traces = tuple(one for one in shown if isinstance(one, Trace))
        puzzle = _must_go_together(shown, self.traces)
        if predict and len(shown) > 1:
            raise ValueError(ONE_RUN)
        first, unit = _opening(self.traces[0], predict) if self.traces else (0, "move")
        super().__init__(  # with the step: a page that joins late misses what is sent after this
            runs=pack_traces(self.traces, code),
            step=first if step is None or not self.traces else step,
            by=by or (unit if len(shown) == 1 else "node"),
            scale=scale,
            hide_ahead=hide_ahead,
            predict=predict,
            drive=drive or {},
        )
        if not self.traces:
            from futoshiki_lab.stepper.controls import Menus  # a run that is there needs no menus

            self._event_limit = event_limit
            self._menus = Menus(self, puzzle, event_limit)
            self._menus.begin()
            if step is not None:
                self.step = step

    @property
    def trace(self) -> Trace | None:
        """The first trace shown; None while a puzzle's first one is recorded."""
        return self.traces[0] if self.traces else None

    @property
    def task(self) -> Task[None] | None:
        """The recording under way, to be awaited; or None."""
        return self._menus.task if self._menus else None

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
        if self._menus is None:
            raise TypeError("only Stepper(puzzle) has choices; this one shows recorded traces")
        if puzzle is not None and number is None:
            number = 1
        given = zip(self.choice, (puzzle, number, look, select, order, jump), strict=True)
        self.choice = self.choice | {name: one for name, one in given if one is not None}

    def show(self, trace: Trace, notice: str = "") -> None:
        """Show another trace instead, from its first node."""
        with self.hold_sync():
            self.step, self.steps = 0, []
            self.traces = (trace,)
            self.step, _ = _opening(trace, self.predict)
            self.runs = pack_traces([trace], self._code)
            self.notice = notice

    def _answer(self, question: Mapping[str, Any]) -> Any:
        if question.get("ask") not in ("why", "what if"):
            return super()._answer(question)
        from futoshiki_lab.stepper.asking import search_on, why_failed  # for who asks

        trace = self.traces[question["run"]]
        if question["ask"] == "why":
            return why_failed(trace, question["node"])
        found, step = search_on(trace, question, self._event_limit)
        self._beside = (trace, found), step  # `_reply` shows both if that is asked for
        return str(found.run.settings) if question.get("beside") else encode_run(found)

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        if question.get("ask") == "what if" and question.get("beside") and not error:
            with self.hold_sync():
                self.traces, self.step = self._beside
                self.steps = [min(self.step, len(trace)) for trace in self.traces]
                self.predict, self.by = "", "node"
                self.runs = pack_traces(self.traces)
        return super()._reply(question, answer, error)

    @traitlets.validate("step")
    def _step_exists(self, proposal: Any) -> int:
        step, last = proposal["value"], len(self.traces[0]) if self.traces else 0
        if 0 <= step <= last:
            return step
        if self._property_lock:  # the browser may send the step of a run just replaced
            return max(0, min(last, step))
        raise traitlets.TraitError(f"no step {step:,} here: the steps are 0 to {last:,}")

    @traitlets.validate("steps")
    def _steps_exist(self, proposal: Any) -> list[int]:
        steps: list[int] = proposal["value"]
        exist = [0 <= step <= len(run) for step, run in zip(steps, self.traces, strict=False)]
        if steps and (len(steps) != len(self.traces) or not all(exist)):
            raise traitlets.TraitError("steps has a step of each run, and no other numbers")
        return steps

    @traitlets.validate("choice")
    def _is_offered(self, proposal: Any) -> Mapping[str, Any]:
        return self._menus.check(proposal["value"]) if self._menus else {}

    @traitlets.observe("choice")
    def _chosen(self, change: Any) -> None:
        if self._menus:
            self._menus.take(self.choice, change["old"])

    @traitlets.validate("predict")
    def _can_be_predicted(self, proposal: Any) -> str:
        kind = proposal["value"]
        if kind and kind not in PREDICTIONS:
            kinds = ", ".join(f'"{one}"' for one in PREDICTIONS)
            raise traitlets.TraitError(f'predict is one of {kinds}, or "" for off, not {kind!r}')
        if kind and len(self.traces) > 1:
            raise traitlets.TraitError(ONE_RUN)
        return kind

    # -- without the browser -------------------------------------------------------------------

    @property
    def _title(self) -> str:
        return f"{(self.trace and self.trace.puzzle.name) or 'Futoshiki'}: stepper"

    def still(self) -> str:
        """The boards at the steps shown, and why they are so, for pages where no script runs."""
        why = "; ".join(run.reason(step) if step else "the start" for run, step in self._now())
        return f"{self._still_data()['image/svg+xml']}<p>{escape(why)}</p>"

    def _carry(self) -> bytes:
        reasons = annexes.find("reasons")
        if reasons is None:
            return b""
        runs = ((trace.puzzle, trace.recorder, trace.outcome) for trace in self.traces)
        return json.dumps([reasons.carried_failures(*run) for run in runs]).encode()

    def _still_data(self) -> dict[str, str]:
        return {"image/svg+xml": beside([_board(trace, step) for trace, step in self._now()])}

    def _now(self) -> list[tuple[Trace, int]]:
        """Each run with its step."""
        steps = self.steps if self.steps[:1] == [self.step] else [self.step, *[0] * MOST]
        return list(zip(self.traces, steps, strict=False))

    def __repr__(self) -> str:
        name = (self.trace and self.trace.puzzle.name) or "a puzzle"
        hidden = self.hide_ahead or self.predict  # then the length is not told, either
        runs = (
            f"{run.run.settings}: step {step:,}{'' if hidden else f' of {len(run):,}'}"
            for run, step in self._now()
        )
        return f"<{type(self).__name__} {name}; {' | '.join(runs)}>"


def _opening(trace: Trace, predict: str) -> tuple[int, str]:
    """Where a run opens, and what the arrows move by."""
    verbs = trace.recorder.verbs
    begins = (Verb.BEGIN, Verb.ASSIGN)
    setup, node = (verbs.index(verb) + 1 if verb in verbs else 0 for verb in begins)
    if Verb.PRUNE in verbs[setup:node]:  # deductions before the first value is tried
        return setup, "event"
    return (setup if predict else node or setup), "move"


def _must_go_together(shown: Sequence[object], traces: Sequence[Trace]) -> Problem:
    """The one puzzle of all that is shown."""
    if len(shown) == 1 and isinstance(shown[0], Problem):
        return shown[0]
    if len(traces) != len(shown) or not 1 <= len(traces) <= MOST:
        given = ", ".join(type(one).__name__ for one in shown) or "nothing"
        raise TypeError(
            f"Stepper shows one puzzle, or one to {MOST} traces as record(...) makes them, "
            f"not {given}"
        )
    puzzle = traces[0].puzzle
    if len({pack_problem(trace.puzzle)["key"] for trace in traces}) > 1:
        names = ", ".join(trace.puzzle.name or repr(trace.puzzle) for trace in traces)
        raise ValueError(f"traces side by side must be of one puzzle, and these are of {names}")
    return puzzle


def _board(trace: Trace, step: int) -> str:
    """At the start the puzzle is enough: a long run need not be replayed for it."""
    if not step:
        return state_as_svg(trace.puzzle, trace.puzzle.givens, {}, unit=UNIT)
    state = trace.state(step)
    last = state.path[-1] if state.path else None
    return state_as_svg(trace.puzzle, state.values, state.domains, last, UNIT, "", state.moved)
