"""A recorded search: every event, any state, forward and back.

`record` runs a search and writes down every verb of its board. The `Trace` it returns is a value:
step to any point of the run, ask why something happened, jump to the next dead end, walk the search
tree. Nothing here takes part in the search.

**Step 0 is the start, and step k is the board right after event k.** A state is rebuilt by calling
the recorded verbs again on a fresh board, from the nearest checkpoint on: the counters mean the
same in the replay as in the search.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from inspect import unwrap
from operator import itemgetter
from typing import TYPE_CHECKING

from futoshiki_lab.core import Constraint, Counts, Problem, Value, Variable, Verb
from futoshiki_lab.core.errors import name_of, suggest_arguments, unknown, whole_number
from futoshiki_lab.core.jumping import culprits
from futoshiki_lab.core.orderings import Order, Select, ascending, reading_order
from futoshiki_lab.core.run import Run, Settings, choose_search, must_be_puzzle, parse_settings, run
from futoshiki_lab.core.search import Look, Search
from futoshiki_lab.trace.events import Event, Jump, State, describe
from futoshiki_lab.trace.recorder import CodeLine, Recorder, Sources, read_sources
from futoshiki_lab.trace.replay import Replay, SearchTree

if TYPE_CHECKING:
    from futoshiki_lab.trace.blame import Blame

EVENT_LIMIT = 2_000_000
MOVES = {
    "event": None,
    "check": Verb.CHECK,
    "node": Verb.ASSIGN,
    "prune": Verb.PRUNE,
    "wipe-out": Verb.WIPE_OUT,
    "failed value": None,
    "dead end": None,
    "backtrack": Verb.BACKTRACK,
    "skip": Verb.SKIP,
    "learn": Verb.LEARN,
    "solution": Verb.SOLUTION,
}


@suggest_arguments
def record(
    puzzle: Problem,
    look: str | Look = "fc",
    select: str | Select = "reading",
    order: str | Order = "ascending",
    *,
    root: str = "none",
    solutions: int | str = 1,
    node_limit: int | None = None,
    seed: int = 0,
    jump: bool = False,
    learn: bool | int = False,
    remember: int | None = None,
    event_limit: int = EVENT_LIMIT,
    search: Search | None = None,
    keep_errors: bool = False,
) -> Trace:
    """Run a search and write down every event.

    Parameters
    ----------
    event_limit : end the search when it would record one more event; the trace up to there is kept,
        and its outcome is "limit".
    keep_errors : keep the trace up to an error, too; its outcome is "interrupted", and `run.ended`
        has the error with its line.
    The others, and the errors raised, are those of `solve`.

    Returns
    -------
    A `Trace`. After Ctrl-C too: it then has what was recorded until that moment.
    """
    must_be_puzzle(puzzle, Problem)
    goal = solutions, node_limit, seed, jump, learn, remember
    settings = parse_settings(look, select, order, root, *goal)
    return record_with(settings, puzzle, event_limit, choose_search(search, settings), keep_errors)


def record_with(
    settings: Settings,
    puzzle: Problem,
    event_limit: int,
    search: Search,
    keep_errors: bool = False,
) -> Trace:
    """Record a search whose settings are one value; the others are those of `record`."""
    recorder = Recorder(puzzle, whole_number("event_limit", event_limit, 0))
    recorded = run(puzzle, settings, search, recorder.observer(run.__code__), keep_errors)
    recorder.close()
    chosen = [f for f in settings.functions[1:] if f not in (reading_order, ascending)]
    first = _first_lines([search, settings.functions.look, *[culprits] * settings.jump])
    last = _first_lines(chosen)
    sources = read_sources([*first, *recorder.functions, *last], recorder.calls)
    ours = (search.__module__ or "").startswith("futoshiki_lab.")
    trace = Trace(recorded, recorder, sources, "" if ours else name_of(search))
    trace.blames |= getattr(search, "blames", False)
    return trace


def _first_lines(functions: Iterable[Callable[..., object]]) -> list[CodeLine]:
    """Where functions begin; a callable object has no code of its own to show."""
    return [CodeLine.of(unwrap(f).__code__) for f in functions if hasattr(f, "__code__")]


class Trace:
    """A recorded run; `len(trace)` is the number of events, and the last step.

    Attributes
    ----------
    run : how it was run and how it ended: settings, outcome, solutions, counts.
    puzzle, outcome : those of the run.
    recorder : the compact columns of the events.
    sources : the source text of the functions that ran, the search and the look first and the
        orderings last (the plain ones left out), and the lines that called a verb.
    own : the name of a search procedure that is not the package's; or empty.
    blames : whether its search keeps conflict sets, to jump; a learner's does so by itself.
    wrong : the names of its functions that a check has called wrong.
    orders : of a cell whose values a program that is not ours has moved: the steps since when, each
        with the values as they stand from then on, by place.
    """

    def __init__(self, run: Run, recorder: Recorder, sources: Sources, own: str = ""):
        self.run, self.recorder, self.sources, self.own = run, recorder, sources, own
        self.wrong: tuple[str, ...] = ()
        self.blames = run.settings.jump
        self.orders: dict[Variable, list[tuple[int, tuple[Value, ...]]]] = {}
        self.puzzle, self.outcome = run.puzzle, run.outcome
        self._reasons = [None, *recorder.reasons]
        self._steps: dict[str, Sequence[int]] = {"event": range(1, len(recorder.verbs) + 1)}

    @cached_property
    def counts(self) -> Counts:
        """The counters at the end. Ctrl-C may have come between the last event and its count."""
        ended = self.outcome != "interrupted"
        return self.run.counts if ended else self.state(len(self)).counts

    def __len__(self) -> int:
        return len(self.recorder.verbs)

    def __repr__(self) -> str:
        ended = f" ({self.run.ended})" if self.run.ended else ""
        wrong = f"; wrong: {violated[0]}" if (violated := self.run.violations) else ""
        how = f"{self.run.settings}: {self.outcome}{ended}{wrong}"
        return f"<Trace {how}; {len(self):,} events; {self.counts}>"

    # -- one step --------------------------------------------------------------------------------

    def event(self, step: int) -> Event:
        """The event that leads to a step, 1 to `len(trace)`; IndexError if there is none."""
        self._must_exist(step, first=1)
        number, where, value, other_value = self.recorder.row(step)
        verb, constraint = Verb(number), where if isinstance(where, Constraint) else None
        reasoned = verb in (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT, Verb.LEARN) and not constraint
        node = self._replay.node_at(step - 1 if verb == Verb.RESTORE else step)
        return Event(
            step=step,
            verb=verb,
            cell=where.cell if isinstance(where, Constraint) else where,
            value=value,
            constraint=constraint,
            other=constraint.other if constraint else None,
            other_value=other_value if constraint else self.puzzle.empty,
            node=node,
            parent=self._replay.tree.parent(node),
            depth=self._replay.tree.depth(node),
            line=self.sources.lines[self.recorder.sites[step - 1]],
            deduction=self._reasons[other_value] if reasoned else None,
            jump=self._jump(step, node) if verb in (Verb.BACKTRACK, Verb.SKIP) else None,
        )

    def _jump(self, step: int, node: int) -> Jump | None:
        """The jump that a backtrack or skip belongs to, if the search jumps."""
        if not self.run.settings.jump:
            return None
        start = step
        while self.recorder.verbs[start - 1] != Verb.BACKTRACK:
            start -= 1
        skips = (at for at in range(start, step + 1) if self.recorder.verbs[at - 1] == Verb.SKIP)
        skipped = tuple(map(self._replay.cell_at, skips))
        culprits = self.blame.in_order(self.blame.visits[node].sets[-1], node)
        return Jump(self._replay.cell_at(start), culprits, skipped)

    def state(self, step: int) -> State:
        """The board right after an event, 0 to `len(trace)`; IndexError if there is none."""
        self._must_exist(step, first=0)
        board, node = self._replay.board_at(step), self._replay.node_at(step)
        path = tuple(cell for cell in board.values if cell not in self.puzzle.givens)
        moved = {
            cell: those[at - 1][1]
            for cell, those in self.orders.items()
            if (at := bisect_right(those, step, key=itemgetter(0)))
        }
        kept = {x: tuple(v for v in stand if v in board.domains[x]) for x, stand in moved.items()}
        domains = {**board.domains, **kept}
        return State(step, dict(board.values), domains, board.counts, path, node, moved)

    def reason(self, step: int) -> str:
        """What happened at a step, and why, in words."""
        if step == 0:
            return "the start: nothing has happened yet"
        return describe(self.event(step), self.state(step - 1), self.state(step), self.puzzle)

    @property
    def tree(self) -> SearchTree:
        """The search tree: one node for each value that was tried."""
        return self._replay.tree

    @cached_property
    def blame(self) -> Blame:
        """Which cells are to blame for each value that failed, whether the search jumped or not.

        ValueError is raised for a run with mac or gac, whose prunes have reasons of many cells, or
        with a look of your own that names no assigned cell.
        """
        from futoshiki_lab.trace.blame import Blame  # only who asks needs it

        return Blame(self._replay, self.recorder.verbs)

    @cached_property
    def _replay(self) -> Replay:
        return Replay(self.puzzle, self.recorder)

    def _must_exist(self, step: int, first: int) -> None:
        if not (hasattr(step, "__index__") and first <= step <= len(self)):
            raise IndexError(f"no step {step!r} here: the steps are {first} to {len(self)}")

    # -- moving ----------------------------------------------------------------------------------

    def next(self, step: int, what: str = "event") -> int | None:
        """The first step after this one at which something happens, or None.

        `what` is "event", "check", "node", "prune", "wipe-out", "failed value" (the look at a value
        has just failed; the value is not taken back yet), "backtrack", "dead end" (a backtrack from
        a cell all of whose values failed in their look), "skip", "learn" or "solution".
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
            if what == "failed value":
                found = (step - 1 for step in self.tree.failures())
            elif what == "dead end":
                alive = self.tree.parents_of_accepted
                found = (
                    step
                    for step in self.steps("backtrack")
                    if self._replay.node_at(step) not in alive
                )
            else:
                found = (
                    step for step, verb in enumerate(self.recorder.verbs, 1) if verb == MOVES[what]
                )
            self._steps[what] = array("I", sorted(found))
        return self._steps[what]
