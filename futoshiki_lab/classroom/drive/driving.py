"""Driving: the learner is the search; the recorded run is the judge, or stands beside theirs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice, takewhile
from typing import Any

import traitlets

from futoshiki_lab.classroom.ideas import IDEAS
from futoshiki_lab.core import Problem, Puzzle, Variable, Verb, whole_number
from futoshiki_lab.core.errors import unknown
from futoshiki_lab.core.run import MENDING
from futoshiki_lab.core.search import Arc
from futoshiki_lab.problems import random_puzzles
from futoshiki_lab.stepper.packing import encode_run, pack_trace
from futoshiki_lab.stepper.stepper import EVENT_LIMIT, Stepper
from futoshiki_lab.trace import Trace, record

OTHERS = ("bt", "fc", "mac")  # which a free search is compared with
OWN = {"settings": "you", "outcome": "", "ended": "", "functions": [], "sites": [(-1, 0)]}
ASKS = ("prunes", "looks", "cells", "vote")
MOST_ARCS = 4_000  # a 12x12 has 3,168; more take a minute to prepare
SAYS = {name: idea.at_a_move for name, idea in IDEAS.items() if idea.at_a_move}
CANDIDATES = 12  # seeds from which a new board is taken
UNTIL_AC3 = {"look": "fc", "root": "ac", "node_limit": 0}
LOOKING = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)  # what a look does
COUNTS = ("moves", "helped", "seconds", "boards", "step", "nodes", "failed_values")


@dataclass(frozen=True)
class DriveResult:
    """What a learner did in a drive.

    Attributes
    ----------
    moves : int
        All moves, right and wrong ones.
    mistakes : dict of str to int
        How often each misconception explains a wrong move, by its name.
    helped : int
        How many of the right moves help led to, or made; the others are the learner's own.
    seconds : int
        The time that the moves took; a pause counts as a minute at most.
    over : bool
        Whether the run was driven to its end.
    boards : int
        How many boards were driven to their ends before this one. The counts above are of all
        boards.
    nodes, failed_values : int
        In free play, the values tried on this board, and those of them that were given back before
        another one was tried below them; nodes are the changes where a full board is mended.
    """

    moves: int = 0
    mistakes: Mapping[str, int] = field(default_factory=dict)
    helped: int = 0
    seconds: int = 0
    over: bool = False
    boards: int = 0
    nodes: int = 0
    failed_values: int = 0


class Drive(Stepper):
    """A search that the learner drives: every move is theirs, and a wrong one is explained.

        Drive(puzzle, "fc", select="mrv")

    The learner chooses the cell, tries a value, strikes out what the look removes, says whether
    the look fails, gives back, and goes back. Moves that the algorithm could make are right, in
    any order within a look. The first that it could not make is named, with the misconception
    behind it where one fits. At the end a button makes a new board like this one.

    With `jump=True, learn=True` they also write the nogood of each dead end; a smaller one is right
    too, if no solution has its values.

        Drive(queens(8), "min_conflicts", seed=1)

    A full board is mended: the learner chooses a cell in conflict, then one of its best values.

        Drive(puzzle, "ac3")
        Drive(trace, "ac3", step=trace.tree[1].first)

    Here the learner is AC-3: they take an arc from the queue, in any order, strike out what has no
    support, and say which arcs come back, until no arc in the queue strikes any more.

        Drive(puzzle)

    Free play: the learner tries any value for any cell, and goes back to any choice. At the end
    their search tree stands beside those of bt, fc and mac.

    Parameters
    ----------
    puzzle : Problem or Trace
        What is searched; for "ac3" also a recorded run.
    look : str or Look
        The algorithm, as `record` takes it; or "ac3"; None is free play, which has no settings.
    ask : str
        How much is asked: "prunes", every value that a look removes; "looks", only whether a look
        fails, and where the search goes next; "cells", only cells, values and ways back; "vote",
        what "looks" asks, of a class: → tells the right move among others and makes it.
    cells : bool
        Whether the learner also selects the cells; otherwise the search does.
    scale : float
        How large; 1.5 or so for a projector.
    step : int
        For AC-3 on a run: with the board of which step it begins; by default, right after the first
        value is tried. On a puzzle it begins when forward checking has looked at the givens.
    arcs : iterable of pairs
        For AC-3 the queue to begin with, each arc as the cell to be revised and the other one. By
        default, as in `mac`: right after an assignment the arcs to the cell assigned, else all
        arcs, without those that ask an assigned cell and have all supports.
    **settings
        The other settings of the search, as `record` takes them: select, order, jump, ...

    Attributes
    ----------
    result : DriveResult
        What the learner has done so far; it is kept with the notebook.

    Raises
    ------
    ValueError
        There is no such `ask`, or `record` refuses the settings; or AC-3 cannot begin there, or the
        board has too many arcs for it.
    TypeError
        AC-3 or free play is given settings of a search, or a search those of AC-3.
    """

    def __init__(
        self,
        puzzle: Problem | Trace,
        look: Any = None,
        *,
        ask: str = "prunes",
        cells: bool = True,
        scale: float = 1.0,
        step: int | None = None,
        arcs: Iterable[Arc] | None = None,
        **settings: Any,
    ):
        if ask not in ASKS:
            raise ValueError(unknown("way of asking", ask, ASKS))
        asked: dict[str, Any] = {"ask": ask, "cells": cells}
        problem = puzzle.puzzle if isinstance(puzzle, Trace) else puzzle
        if look == "ac3":
            if settings:
                raise TypeError(f"AC-3 alone does not search: leave out {', '.join(settings)}")
            if (arcs_there := sum(map(len, problem.neighbours.values()))) > MOST_ARCS:
                raise ValueError(
                    f"AC-3 alone is driven on boards of at most {MOST_ARCS:,} arcs, and this one "
                    f"has {arcs_there:,}: take a smaller one"
                )
            self._searched = {"look": "mac"} if isinstance(puzzle, Trace) else UNTIL_AC3
            trace = puzzle if isinstance(puzzle, Trace) else record(puzzle, **self._searched)
            step = min(_starts_of_ac3(trace), default=len(trace)) if step is None else step
            asked = _ask_for_arcs(trace, step, arcs)
        else:
            if step is not None or arcs is not None:
                raise TypeError("step and arcs are for AC-3 alone")
            if settings.get("learn") and look == "bt":
                raise ValueError("whoever drives learning needs a look that prunes: fc")
            if look is None and settings:
                raise TypeError(f"free play has no settings: leave out {', '.join(settings)}")
            limit = {} if look else {"event_limit": EVENT_LIMIT}
            if look == MENDING:  # until all cells have a value
                limit = {"node_limit": len(problem.cells) - len(problem.givens)}
            self._searched = {"look": look or "fc", **limit, **settings}
            trace = record(problem, **self._searched)
            step = _begun(trace)
        asked["says"] = SAYS
        code = look != "ac3"  # there the lines of a search say nothing
        super().__init__(trace, step=step, hide_ahead=True, scale=scale, drive=asked, code=code)
        self._recorded, self._boards = trace, list[tuple[Trace, int]]()  # new ones, like this
        self._look = look
        self._hand_over(trace)

    def _hand_over(self, trace: Trace) -> None:
        """Where the recorded run is no judge, send the beginning of the learner's own; in free play
        with the runs of the algorithms, for later."""
        if self._look == MENDING:
            asked: dict[str, Any] = {"ask": "mend", "says": SAYS}
        elif self._look is None:
            others = [record(trace.puzzle, look, event_limit=EVENT_LIMIT) for look in OTHERS]
            asked = {"ask": "free", "others": [pack_trace(other) for other in others]}
            trace = record(trace.puzzle, "bt", node_limit=0)
        else:
            return
        self.show(trace)
        self.step, self.by, self.drive = _begun(trace), "move", asked
        (sent,) = self.runs
        self.runs = [{**sent, "header": json.dumps(json.loads(sent["header"]) | OWN)}]

    @property
    def result(self) -> DriveResult:
        """What the learner has done so far."""
        known = {name: self.driven[name] for name in vars(DriveResult()) if name in self.driven}
        return DriveResult(**known)

    def _answer(self, question: Mapping[str, Any]) -> Any:
        match question.get("ask"):
            case "boards":
                self._boards = self._make_boards(bool(question.get("small")))
                return [self._pack_board(*board) for board in self._boards]
            case "new board":
                return whole_number("the board", question["number"], 0, len(self._boards) - 1)
        return super()._answer(question)

    def _make_boards(self, small: bool = False) -> list[tuple[Trace, int]]:
        """Record boards of the next seeds, each with a step: those on which most nearly as much is
        to be done as on this one come first. Small ones are to practise on."""
        trace = self._recorded
        puzzle, arcs = trace.puzzle, "arcs" in self.drive
        if self.drive.get("ask") == "mend":  # the same, from another beginning
            again = self._searched | {"seed": trace.run.settings.seed + 1}
            return [(record(puzzle, **again), 0)]
        if not isinstance(puzzle, Puzzle):
            raise ValueError("new boards are made for Futoshiki only")
        like = (min(puzzle.size, 3), 1, 2) if small else None
        boards = random_puzzles(
            *(like or (puzzle.size, len(puzzle.givens), len(puzzle.signs))),
            CANDIDATES,
            seed=CANDIDATES * self.result.boards,
        )
        limited = self._searched | {"event_limit": 3 * len(trace)}
        traces = [record(board, **limited) for board in boards if board != puzzle]
        begun = self.drive.get("step", 0)

        def differs(one: Trace, step: int) -> tuple[bool, int]:
            if arcs:
                return False, abs(_count_prunes(one, step) - _count_prunes(trace, begun))
            return one.outcome == "limit", abs(len(one) - len(trace))

        runs = [
            (one, step)
            for one in traces
            for step in (_starts_of_ac3(one) if arcs else [_begun(one)])
        ]
        if not runs:
            raise ValueError("there is no other board like this one")
        return sorted(runs, key=lambda one: differs(*one))[:CANDIDATES]

    def _pack_board(self, trace: Trace, step: int) -> dict[str, Any]:
        """A board as the page reads it, which looks for one where a guessed belief misleads."""
        return {"run": encode_run(trace)} | (
            _ask_for_arcs(trace, step) if "arcs" in self.drive else {}
        )

    def _reply(self, question: Mapping[str, Any], answer: Any, error: str) -> bool:
        if question.get("ask") == "new board" and not error:
            trace, step = self._boards[answer]
            self._recorded = trace
            fresh = {"boards": self.result.boards + 1, "step": 0, "over": False, "done": []}
            fresh |= {"nodes": 0, "failed_values": 0}
            with self.hold_sync():
                self.show(trace)
                self.step, self.driven = step, {**self.driven, **fresh}
                self._hand_over(trace)
                if "arcs" in self.drive:
                    self.drive = _ask_for_arcs(trace, step) | {"says": SAYS}
        return super()._reply(question, answer, error)

    @traitlets.validate("driven")
    def _is_a_record(self, proposal: Any) -> dict[str, Any]:
        driven = proposal["value"]
        counts = [driven.get(name, 0) for name in COUNTS]
        mistakes = driven.get("mistakes", {})
        named = isinstance(mistakes, dict) and all(isinstance(name, str) for name in mistakes)
        if not named or any(
            type(one) is not int or one < 0 for one in [*counts, *mistakes.values()]
        ):
            raise traitlets.TraitError("a drive's record has counts, and mistakes by their names")
        return driven


def _begun(trace: Trace) -> int:
    """The step at which the setup is over."""
    verbs = list(trace.recorder.verbs)
    return verbs.index(Verb.BEGIN) + 1 if Verb.BEGIN in verbs else 0


# -- AC-3 alone ------------------------------------------------------------------------------------


def _starts_of_ac3(trace: Trace) -> list[int]:
    """Where AC-3 may begin: at the first values tried; where none is, at the root."""
    steps = list(trace.steps("node")[:CANDIDATES])
    events = (trace.event(step) for step in range(1, len(trace) + 1))
    if not steps:
        steps = [event.step - 1 for event in events if event.line.source.name == "revise"][:1]
    return [step for step in steps if all(trace.state(step).domains.values())]


def _count_prunes(trace: Trace, step: int) -> int:
    """How many values the look after a step removes."""
    look = takewhile(LOOKING.__contains__, islice(trace.recorder.verbs, step, None))
    return sum(verb == Verb.PRUNE for verb in look)


def _ask_for_arcs(trace: Trace, step: int, arcs: Iterable[Arc] | None = None) -> dict[str, Any]:
    """What the page is told of AC-3: the step whose board it begins with, and the queue."""
    puzzle, state, just = trace.puzzle, trace.state(step), trace.event(step) if step else None
    if not all(state.domains.values()):
        raise ValueError(f"a domain is empty at step {step:,}: AC-3 has nothing to do")
    every = [(x, y) for x in puzzle.cells if x not in state.values for y in puzzle.neighbours[x]]
    assigned = just.cell if just and just.verb == Verb.ASSIGN else None

    def begins(x: Variable, y: Variable) -> bool:
        if assigned is not None or y not in state.values:
            return assigned in (None, y)
        holds, value = puzzle.constraints[x][y].holds, state.values[y]
        return not all(holds(one, value) for one in state.domains[x])

    queue = [arc for arc in every if begins(*arc)] if arcs is None else [*dict.fromkeys(arcs)]
    if wrong := next((arc for arc in queue if arc not in every), None):
        raise ValueError(f"an arc is a cell without a value and a neighbour of it, not {wrong}")
    number = puzzle.cells.index
    return {"step": step, "arcs": [[number(x), number(y)] for x, y in queue]}
