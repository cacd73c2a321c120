"""Where questions come from: recorded searches, and values that were tried in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from futoshiki_lab.classroom.exams.boards import EXAM_LOOKS, ShownBoard, Tried, compare
from futoshiki_lab.classroom.exams.kinds import Kind
from futoshiki_lab.classroom.exams.question import CHOICES, Answer, Question
from futoshiki_lab.core import Cell, Problem, Puzzle, Verb
from futoshiki_lab.core.run import parse_settings
from futoshiki_lab.problems.portable_random import PortableRandom
from futoshiki_lab.trace import Event, Node, Trace, record

Thing = TypeVar("Thing")
NODES, EVENTS = 40, 40_000  # a recorded run is no longer than this
TRIED = 10  # values of one run that are looked at
LOOKED = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)
GONE = LOOKED[1:]


@dataclass(frozen=True)
class Source:
    """A puzzle, its recorded runs, and the random numbers that choose among them.

    Attributes
    ----------
    own : the settings that the instructor gives; or a recorded run, the only one.
    recorded : keeps the runs of the puzzle, for other sources.
    most : so many moves a drive, or a question with AC-3, takes at most.
    aims : numbers in [0, 1), drawn once for a question: what a kind may choose about its answer,
        and where the right choice stands among the others.
    """

    puzzle: Problem
    random: PortableRandom
    kind: Kind
    own: Mapping[str, Any] | Trace
    recorded: dict[Any, Trace]
    most: float
    aims: tuple[float, ...]

    @property
    def may_be_first(self) -> bool:
        """Whether the right choice is aimed to be the first one in order: no other is before it."""
        return self.aims[1] >= CHOICES / (CHOICES + 1)

    @property
    def may_be_last(self) -> bool:
        """Whether the right choice is aimed to be the last one in order."""
        return self.aims[1] < 1 / (CHOICES + 1)

    def runs(self, nodes: int = NODES) -> Iterator[Trace]:
        """Record a search, up to a limit; nothing if the settings do not go together."""
        trace = self.own if isinstance(self.own, Trace) else self._record(self.own, nodes)
        if trace:
            settings, kind = trace.run.settings, self.kind
            has = {**vars(settings), "look": settings.algorithm}
            just_so = not kind.only or has[kind.only] == getattr(kind, kind.only)
            if just_so and kind.jump in (None, settings.jump):
                yield trace

    def _record(self, own: Mapping[str, Any], nodes: int) -> Trace | None:
        kind, names = self.kind, ("look", "select", "order")
        chosen: dict[str, Any] = {name: self.one_of(*getattr(kind, name).split()) for name in names}
        if chosen["look"] == "gac" and not isinstance(self.puzzle, Puzzle):
            chosen["look"] = "mac"  # what gac does is defined by rows and columns
        chosen["look"] = EXAM_LOOKS.get(chosen["look"], chosen["look"])
        chosen = {**chosen, "jump": bool(kind.jump), **own}
        if kind.jump not in (None, chosen["jump"]):
            return None
        try:
            parse_settings(**chosen)
        except ValueError:
            return None
        key = (nodes, *chosen.items())
        if key not in self.recorded:
            trace = record(self.puzzle, **chosen, node_limit=nodes, event_limit=EVENTS)
            if trace.outcome == "interrupted":  # the search keeps what is done; here nothing is
                raise KeyboardInterrupt
            self.recorded[key] = trace
        return self.recorded[key]

    def one_of(self, *items: Thing) -> Thing:
        """One of them, each equally likely."""
        return items[self.random.below(len(items))]

    def some(self, items: Sequence[Thing]) -> list[Thing]:
        """A few of them, in random order."""
        return self.random.shuffled(items)[:TRIED]

    def looks(self, keep: Callable[[TriedValue], bool] = lambda at: True) -> Iterator[TriedValue]:
        """A few looks of one search; only whole ones, and only those to keep."""
        for trace in self.runs():
            whole = [node for node in trace.tree if node.number and node.kind != "open"]
            tried = (TriedValue(trace, node) for node in self.random.shuffled(whole)[: 2 * TRIED])
            yield from islice((at for at in tried if at.repeats and keep(at)), TRIED)

    def visits(self) -> Iterator[TriedValue]:
        """A few values of one search, each the first that was tried for a cell."""
        for trace in self.runs():
            tree = trace.tree
            found = [tree[node.children[0]] for node in tree if node.children]
            yield from (TriedValue(trace, node) for node in self.some(found))


class TriedValue:
    """A value that was tried: the board before it, the look at it, and what follows.

    Attributes
    ----------
    settings : those of the search.
    cell : the cell that was assigned.
    accepted : whether the value survived its look.
    asked : what the text of a question says about it.
    all_tried : all values of the cell that were tried there.
    follower : the node that is tried next, or None.
    """

    def __init__(self, trace: Trace, node: Node):
        self.trace, self.node, self.settings = trace, node, trace.run.settings
        self.cell: Any = node.cell
        self.accepted = node.kind != "failure"
        self.asked = {"cell": node.cell, "value": node.value}
        tree, after = trace.tree, node.number + 1
        self.all_tried = [tree[number] for number in tree[node.parent].children]
        self.follower = tree[after] if after < len(tree) else None

    @cached_property
    def end(self) -> int:
        """The step at the end of the look."""
        verbs, last = self.trace.recorder.verbs, self.node.first
        while verbs[last] in LOOKED:
            last += 1
        return last

    @property
    def moves(self) -> int:
        """How many checks, prunes and wipe-outs the look takes."""
        return self.end - self.node.first

    def events(self, *verbs: Verb) -> Iterator[Event]:
        """What the look does."""
        for step in range(self.node.first + 1, self.end + 1):
            if self.trace.recorder.verbs[step - 1] in verbs:
                yield self.trace.event(step)

    @cached_property
    def checks(self) -> int:
        """How many checks the look makes."""
        return sum(1 for _ in self.events(Verb.CHECK))

    @cached_property
    def because(self) -> dict[str, str]:
        """What each removed value is removed for: "3 from r1c2" and "r1c2 > r1c1"."""
        pruned = self.events(Verb.PRUNE)
        return {f"{one.value} from {one.cell}": str(one.constraint or "") for one in pruned}

    @cached_property
    def removes(self) -> dict[Cell, tuple[int, ...]]:
        """The values that the look removes."""
        return compare(self.shown.domains, self.after.domains)

    @property
    def wiped(self) -> Any:
        """The first cell without a value after the look; None if each has one."""
        return next((cell for cell in self.after.free if not self.after.domains[cell]), None)

    @cached_property
    def shown(self) -> ShownBoard:
        """The board just after the assignment, before the look."""
        return show(self.trace, self.node.first, self.cell)

    @cached_property
    def after(self) -> ShownBoard:
        """The board after the look."""
        return show(self.trace, self.end, self.cell)

    @property
    def repeats(self) -> bool:
        """Whether the look does again what was recorded; one that remembers things may not."""
        again = Tried(self.shown, self.settings.functions.look, self.cell)
        return again.passed == self.accepted and again.after == dict(self.after.domains)

    def tell(self, *verbs: Verb) -> list[str]:
        """The assignment, and what the look does, in words."""
        steps = [self.node.first, *(event.step for event in self.events(*verbs))]
        return [self.trace.reason(step) for step in steps]

    def ask(
        self,
        asks: str,
        answer: Answer,
        mistakes: Iterable[tuple[str, Answer]],
        solution: Sequence[str] = (),
        **other: Any,
    ) -> Question:
        """A question; it is about the look and all that it does, but for what is told."""
        now = f"`{self.node.label}` has just been assigned; the look comes next."
        told = solution or self.tell(*GONE)
        about = asks, answer, mistakes, told, self.moves, self.shown.free, self.asked
        return replace(Question(self.trace, self.shown, now, *about), **other)

    @cached_property
    def before(self) -> ShownBoard:
        """The board when the cell had just been selected, with the weights of constraints."""
        blamed = Counter[tuple[Cell, Cell]]()
        for event in map(self.trace.event, self.trace.steps("wipe-out")):
            if event.step < self.node.first and event.cell and event.other:
                blamed[min(event.cell, event.other), max(event.cell, event.other)] += 1
        weights = {pair: 1 + times for pair, times in sorted(blamed.items())}
        return replace(show(self.trace, self.node.first - 1), weights=weights)


def show(trace: Trace, step: int, framed: Cell | None = None) -> ShownBoard:
    """The board of a run at a step."""
    state = trace.state(step)
    return ShownBoard(trace.puzzle, state.values, state.domains, framed)


def list_losses(trace: Trace, step: int, cell: Cell, since: int = 0) -> list[Event]:
    """The prunes, since another step, of the values that a cell lacks at a step."""
    pruned = (at for at in trace.steps("prune") if since < at <= step)
    last = {one.value: one for one in map(trace.event, pruned) if one.cell == cell}
    left = trace.state(step).domains[cell]
    return [last[value] for value in trace.puzzle.values if value in last and value not in left]
