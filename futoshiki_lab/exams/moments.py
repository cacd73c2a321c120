"""Where questions come from: recorded runs, looks and visits in them, and drafts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from futoshiki_lab.core import Cell, Domain, Puzzle, Verb
from futoshiki_lab.exams.definitions import CELLS, name_search
from futoshiki_lab.exams.items import Answer, Choice, Difficulty, Shown, write_answer
from futoshiki_lab.exams.sheet import Question
from futoshiki_lab.generator.portable_random import PortableRandom
from futoshiki_lab.trace import Node, Trace, record

Thing = TypeVar("Thing")
NODES, EVENTS = 40, 40_000  # a recorded run is no longer than this
TRIED = 10  # moments of one run that are tried
CHOICES = 4  # wrong ones at most
GONE = (Verb.PRUNE, Verb.WIPE_OUT)
Removes = dict[Cell, tuple[int, ...]]


class Source:
    """A puzzle, its recorded runs, and the random numbers that choose among them."""

    def __init__(self, puzzle: Puzzle, random: PortableRandom):
        self.puzzle, self.random = puzzle, random

    def run(
        self, look: str, select: str = "reading", order: str = "ascending", nodes: int = NODES
    ) -> Trace:
        """Record a search, up to a limit."""
        return record(self.puzzle, look, select, order, node_limit=nodes, event_limit=EVENTS)

    def one_of(self, *items: Thing) -> Thing:
        """One of them, each equally likely."""
        return items[self.random.below(len(items))]

    def some(self, items: Sequence[Thing]) -> list[Thing]:
        """A few of them, in random order."""
        return self.random.shuffled(items)[:TRIED]

    def looks(
        self,
        *names: str,
        select: str = "reading",
        keep: Callable[[LookMoment], bool] = lambda look: True,
    ) -> list[LookMoment]:
        """A few looks of one search, one of these; only whole ones, and only those to keep."""
        trace = self.run(self.one_of(*names), select)
        whole = (node for node in trace.tree() if node.number and node.kind != "open")
        return self.some([at for at in (LookMoment(trace, node) for node in whole) if keep(at)])


@dataclass(frozen=True)
class LookMoment:
    """A value that was tried, and the look at it."""

    trace: Trace
    node: Node

    @property
    def look(self) -> str:
        """The name of the look."""
        return self.trace.run.settings.algorithm

    @property
    def cell(self) -> Cell:
        """The cell that was assigned."""
        assert self.node.cell is not None
        return self.node.cell

    @cached_property
    def steps(self) -> range:
        """The events of the look."""
        verbs, last = self.trace.recorder.verbs, self.node.first
        while verbs[last] in (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT):
            last += 1
        return range(self.node.first + 1, last + 1)

    @property
    def accepted(self) -> bool:
        """Whether the value survived its look."""
        return self.node.kind != "failure"

    @cached_property
    def shown(self) -> Shown:
        """The board just after the assignment, before the look."""
        return show(self.trace, self.node.first, self.cell)

    @cached_property
    def after(self) -> Shown:
        """The board after the look."""
        return show(self.trace, self.steps[-1] if self.steps else self.node.first, self.cell)

    @cached_property
    def removes(self) -> Removes:
        """What the look removed."""
        return compare(self.shown.domains, self.after.domains)

    def steps_of(self, *verbs: Verb) -> list[int]:
        """The steps of the look at which one of these verbs was called."""
        called = self.trace.recorder.verbs
        return [step for step in self.steps if called[step - 1] in verbs]

    def tell(self, *verbs: Verb) -> list[str]:
        """What the trace says about the look: the assignment, and the events of these kinds."""
        return [self.trace.reason(step) for step in [self.node.first, *self.steps_of(*verbs)]]

    @property
    def asked(self) -> dict[str, object]:
        """What the text of a question says about it."""
        return {"cell": self.cell, "value": self.node.value}


@dataclass(frozen=True)
class Visit:
    """A moment at which a cell has just been selected, before its first value is tried."""

    trace: Trace
    first: Node

    @property
    def cell(self) -> Cell:
        """The cell that was selected."""
        assert self.first.cell is not None
        return self.first.cell

    @cached_property
    def shown(self) -> Shown:
        """The board at that moment."""
        return show(self.trace, self.first.first - 1)


def visits(trace: Trace) -> list[Visit]:
    """Every visit of a cell in a run."""
    tree = trace.tree()
    return [Visit(trace, tree[node.children[0]]) for node in tree if node.children]


def show(trace: Trace, step: int, mark: Cell | None = None) -> Shown:
    """The board of a run at a step."""
    state = trace.state(step)
    return Shown(trace.puzzle, state.values, state.domains, mark)


def find_begin(trace: Trace) -> int | None:
    """The step at which the search began, after the setup; None if the setup failed."""
    verbs = trace.recorder.verbs
    return verbs.index(Verb.BEGIN) + 1 if Verb.BEGIN in verbs else None


def compare(before: Mapping[Cell, Domain], after: Mapping[Cell, Domain]) -> Removes:
    """The values that domains have lost."""
    lost = {
        cell: tuple(value for value in domain if value not in after[cell])
        for cell, domain in before.items()
    }
    return {cell: gone for cell, gone in lost.items() if gone}


@dataclass
class Draft:
    """A question while it is made: the wrong choices are not yet selected and mixed.

    Attributes
    ----------
    trace : the run that it is about, whose settings the text then names; or None.
    text : the situation, in paragraphs.
    wrong : pairs (misconception, the answer that it leads to); the most telling ones first. Those
        that are right by accident, or that say the same, are left out.
    moves, values : how much there is to do, as in `Difficulty`.
    asked : the cells and values that the text names.
    least : so many wrong choices at least.
    """

    trace: Trace | None
    text: str
    rules: tuple[str, ...]
    asks: str
    answer: Answer
    wrong: Iterable[tuple[str, Answer]]
    shown: Shown
    solution: Iterable[str]
    moves: int
    values: int
    asked: Mapping[str, Any] = field(default_factory=dict)
    figure: str = ""
    least: int = 2

    def finish(self, kind: str, title: str, random: PortableRandom) -> Question | None:
        """The question, with its choices mixed; None if there are too few wrong ones."""
        right, found = write_answer(self.answer), dict[str, str]()
        for misconception, answer in self.wrong:
            found.setdefault(write_answer(answer), misconception)
        found.pop(right, None)
        if len(found) < self.least:
            return None
        wrong = [Choice(text, misconception) for text, misconception in found.items()][:CHOICES]
        asked, text = dict(self.asked), self.text
        if self.trace:
            settings = self.trace.run.settings
            asked = {name: getattr(settings, name) for name in ("select", "order", "root")} | asked
            asked["look"] = settings.algorithm
            text = f"{name_search(settings)}\n\n{text}"
        return Question(
            kind=kind,
            title=title,
            text=text,
            rules=(*self.rules, CELLS),
            asks=self.asks,
            answer=self.answer,
            choices=tuple(random.shuffled([Choice(right), *wrong])),
            shown=self.shown,
            asked=asked,
            solution=tuple(self.solution),
            difficulty=Difficulty(self.moves, self.values),
            figure=self.figure,
        )
