"""A recorded search: every event, any state, forward and back.

`record` runs a search and writes down every verb of its board. The `Trace` it returns is a value:
step to any point of the run, ask why something happened, jump to the next dead end, walk the search
tree. Nothing in here takes part in the search.

**Step 0 is the start, and step k is the board right after event k.** A state is rebuilt by calling
the recorded verbs on a fresh board again, from the nearest checkpoint on: what the counters meant
during the search is what they mean in the replay.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from futoshiki_lab.core import (
    Constraint,
    Counts,
    Look,
    Order,
    Puzzle,
    Run,
    Search,
    Select,
    Verb,
    ascending,
    reading_order,
    run,
    search,
    settle,
    unknown,
)
from futoshiki_lab.trace.events import Event, State
from futoshiki_lab.trace.recorder import Recorder, places_of
from futoshiki_lab.trace.replay import Replay
from futoshiki_lab.trace.source import Place, Sources, read_sources
from futoshiki_lab.trace.tree import SearchTree
from futoshiki_lab.trace.words import describe

EVENT_LIMIT = 2_000_000
MOVES = {
    "event": None,
    "check": Verb.CHECK,
    "node": Verb.ASSIGN,
    "prune": Verb.PRUNE,
    "wipe-out": Verb.WIPE_OUT,
    "dead end": None,
    "backtrack": Verb.BACKTRACK,
    "solution": Verb.SOLUTION,
}


def record(
    puzzle: Puzzle,
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    *,
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    event_limit: int = EVENT_LIMIT,
    search: Search = search,
) -> Trace:
    """Run a search and write down every event.

    Parameters
    ----------
    event_limit : end the search when it would record one event more; the trace up to there is kept,
        and its outcome is "limit".
    The others are those of `solve`. Your own functions are recorded just as
    the ones that come with the package.

    Returns
    -------
    A `Trace`. Ctrl-C ends in one too, with what was recorded until then.

    Raises
    ------
    ValueError : as `solve`.
    """
    recorder = Recorder(puzzle, event_limit)
    functions, settings = settle(look, select, order, root, solutions, node_limit, seed)
    recorded = run(puzzle, functions, settings, search, recorder.observer(run))
    recorder.close()
    chosen = [f for f in functions[1:] if f not in (reading_order, ascending)]
    first, last = _places((search, functions[0])), _places(chosen)
    sources = read_sources([*first, *recorder.functions, *last], recorder.calls)
    trace = Trace(recorded, recorder, sources)
    if trace.outcome == "interrupted":  # it may have come between an event and its count
        trace.run = replace(trace.run, counts=trace.state(len(trace)).counts)
    return trace


def _places(functions: Iterable[Callable]) -> list[Place]:
    """Where functions begin; an object that can be called has no code of its own to show."""
    return [Place.in_code(f.__code__) for f in functions if hasattr(f, "__code__")]


class Trace:
    """A recorded run; `len(trace)` is the number of events, and the last step.

    Attributes
    ----------
    run : how it was run and how it ended: settings, outcome, solutions, counts.
    recorder : the compact columns of the events.
    sources : the source text of the functions that ran, the search and the look first and the
        orderings last (the plain ones left out), and the lines that called a verb.
    """

    def __init__(self, run: Run, recorder: Recorder, sources: Sources):
        self.run = run
        self.sources = sources
        self.recorder = recorder
        self._places = places_of(run.puzzle)
        self._reasons = [None, *recorder.reasons]
        self._steps: dict[str, Sequence[int]] = {"event": range(1, len(recorder.verbs) + 1)}

    # -- what it is ------------------------------------------------------------------------------

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that was searched."""
        return self.run.puzzle

    @property
    def outcome(self) -> str:
        """How the search ended; see `Run`."""
        return self.run.outcome

    @property
    def counts(self) -> Counts:
        """The counters at the end."""
        return self.run.counts

    def __len__(self) -> int:
        return len(self.recorder.verbs)

    def __repr__(self) -> str:
        ended = f" ({self.run.ended})" if self.run.ended else ""
        return (
            f"<Trace {self.run.settings}: {self.outcome}{ended}; {len(self):,} events; "
            f"{self.counts}>"
        )

    # -- one step --------------------------------------------------------------------------------

    def event(self, step: int) -> Event:
        """The event that leads to a step, 1 to `len(trace)`.

        Raises
        ------
        IndexError : there is no such event.
        """
        self._must_exist(step, first=1)
        recorder, row = self.recorder, step - 1
        verb, where = Verb(recorder.verbs[row]), self._places[recorder.places[row]]
        constraint = where if isinstance(where, Constraint) else None
        reasoned = verb in (Verb.PRUNE, Verb.WIPE_OUT) and not constraint
        node = self._replay.node_at(row if verb == Verb.RESTORE else step)
        return Event(
            step=step,
            verb=verb,
            cell=constraint.cell if constraint else where,
            value=recorder.values[row],
            constraint=constraint,
            other=constraint.other if constraint else None,
            other_value=recorder.other_values[row] if constraint else 0,
            node=node,
            parent=self.tree().parent(node),
            depth=self.tree().depth(node),
            line=self.sources.lines[recorder.sites[row]],
            deduction=self._reasons[recorder.other_values[row]] if reasoned else None,
        )

    def state(self, step: int) -> State:
        """The board right after an event; 0 is the start, `len(trace)` the end.

        Raises
        ------
        IndexError : there is no such step.
        """
        self._must_exist(step, first=0)
        board = self._replay.board_at(step)
        path = tuple(cell for cell in board.values if cell not in self.puzzle.givens)
        return State(
            step,
            dict(board.values),
            dict(board.domains),
            board.counts,
            path,
            self._replay.node_at(step),
        )

    def reason(self, step: int) -> str:
        """What happened at a step, and why, in words."""
        if step == 0:
            return "the start: nothing has happened yet"
        return describe(self.event(step), self.state(step - 1), self.state(step))

    def tree(self) -> SearchTree:
        """The search tree: one node for each value that was tried."""
        return self._replay.tree

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.puzzle, self.recorder)

    def _must_exist(self, step: int, first: int) -> None:
        if not first <= step <= len(self):
            raise IndexError(f"no step {step} here: the steps are {first} to {len(self)}")

    # -- moving ----------------------------------------------------------------------------------

    def next(self, step: int, what: str = "event") -> int | None:
        """The first step after this one at which something happens, or None.

        Parameters
        ----------
        what : "event", "check", "node", "prune", "wipe-out", "dead end", "backtrack" or "solution".
            A dead end is where the look at a value has just failed, before the value is taken back.
        """
        steps = self.steps(what)
        position = bisect_right(steps, step)
        return steps[position] if position < len(steps) else None

    def previous(self, step: int, what: str = "event") -> int | None:
        """The last step before this one at which something happens, or None; see `next`."""
        steps = self.steps(what)
        position = bisect_left(steps, step)
        return steps[position - 1] if position else None

    def steps(self, what: str = "event") -> Sequence[int]:
        """All steps at which something happens, ascending; the kinds are those of `next`."""
        if what not in MOVES:
            raise ValueError(unknown("kind of step", what, MOVES))
        if what not in self._steps:
            if what == "dead end":
                found = (step - 1 for step in self.tree().failures())
            else:
                found = (
                    step for step, verb in enumerate(self.recorder.verbs, 1) if verb == MOVES[what]
                )
            self._steps[what] = array("I", sorted(found))
        return self._steps[what]
