"""Where questions come from: boards, recorded runs, looks and visits in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeVar

from futoshiki_lab.core import Board, Cell, Constraint, Counts, Domain, Puzzle, Verb, revise
from futoshiki_lab.core.errors import call_look
from futoshiki_lab.core.run import parse_settings
from futoshiki_lab.explorer.generator.portable_random import PortableRandom
from futoshiki_lab.reasons import remaining_values
from futoshiki_lab.trace import Event, Node, State, Trace, record
from futoshiki_lab.trace.events import describe

Thing = TypeVar("Thing")
Removes = dict[Cell, tuple[int, ...]]
LARGE, SMALL = 84, 66  # a cell with its gap: room for the domain, printed or written by hand
NODES, EVENTS = 40, 40_000  # a recorded run is no longer than this
TRIED = 10  # moments of one run that are tried
LOOKED = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)
GONE = LOOKED[1:]
CHOSEN = ("look", "select", "order")


@dataclass(frozen=True, repr=False)
class Shown:
    """The board that a question shows; it shows itself in a notebook.

    Attributes
    ----------
    values : the assigned cells with their values; givens first, then in the order of the search.
    domains : for each cell the values left, ascending.
    mark : a cell that is framed, or None.
    weights : the weights of constraints that are more than 1, by their two cells.
    """

    puzzle: Puzzle
    values: Mapping[Cell, int]
    domains: Mapping[Cell, Domain]
    mark: Cell | None = None
    weights: Mapping[tuple[Cell, Cell], int] = field(default_factory=dict)

    @property
    def free(self) -> list[Cell]:
        """The cells without a value, in reading order."""
        return [cell for cell in self.puzzle.cells if cell not in self.values]

    @property
    def arcs(self) -> list[tuple[Cell, Cell]]:
        """The arcs (X, Y), X without a value, in reading order of X and then of Y."""
        return [(x, y) for x in self.free for y in self.puzzle.neighbours[x]]

    @property
    def inner_arcs(self) -> list[tuple[Cell, Cell]]:
        """Those between two cells without a value."""
        return [(x, y) for x, y in self.arcs if y not in self.values]

    def list_unsupported(self, x: Cell, y: Cell) -> list[int]:
        """The values of X without a support in Y."""
        holds, others = self.puzzle.constraints[x][y].holds, self.domains[y]
        return [one for one in self.domains[x] if not any(holds(one, two) for two in others)]

    def count_values(self, cells: Iterable[Cell]) -> int:
        """How many values the domains of some cells have together."""
        return sum(len(self.domains[cell]) for cell in cells)

    def board(self) -> Board:
        """A new board in this state."""
        board = Board(self.puzzle)
        for cell, value in self.values.items():
            board.place(cell, value)
        for cell, gone in compare(board.domains, self.domains).items():
            for value in gone:
                board.prune(cell, value)
        for (one, other), weight in self.weights.items():
            board.blame[one, other] = board.blame[other, one] = weight - 1
        board.begin()
        return board

    def svg(self) -> str:
        """The board as vector graphics, drawn in the colour of the text around it."""
        from futoshiki_lab.draw.svg import state_as_svg

        unit = LARGE if self.puzzle.size <= 6 else SMALL
        return state_as_svg(self.puzzle, self.values, self.domains, self.mark, unit)

    _repr_html_ = svg

    def __repr__(self) -> str:
        return remaining_values(self.puzzle, self.domains)


def propagate_singletons(board: Board, cell: Cell) -> bool:
    """A look: forward checking, and again from each cell that it leaves one value."""
    queue = [cell]
    for x in queue:
        for y in board.unassigned_neighbours(x):
            if revise(board, y, x):
                if not board.domains[y]:
                    return False
                if len(board.domains[y]) == 1 and y not in queue:
                    queue.append(y)
    return True


OTHER_LOOKS = {"propagate_singletons": propagate_singletons}


@dataclass(frozen=True)
class Source:
    """A puzzle, its recorded runs, and the random numbers that choose among them.

    Attributes
    ----------
    form : what kinds.txt says of the kind: which searches it is about.
    own : the settings that the instructor gives; or a recorded run, the only one.
    recorded : keeps the runs of the puzzle, for other sources.
    most : so many moves a drive, or a question with AC-3, takes at most.
    """

    puzzle: Puzzle
    random: PortableRandom
    form: Mapping[str, str]
    own: Mapping[str, Any] | Trace
    recorded: dict[Any, Trace]
    most: float

    def runs(self, nodes: int = NODES) -> Iterator[Trace]:
        """Record a search, up to a limit; nothing if the settings do not go together."""
        trace = self.own if isinstance(self.own, Trace) else self._record(nodes)
        if trace:
            settings = trace.run.settings
            has = {"look": settings.algorithm, "jump": "yes" if settings.jump else "no"}
            has |= {"select": settings.select, "order": settings.order}
            if all(has[name] == self.form[name] for name in self.form.get("only", "").split()):
                yield trace

    def _record(self, nodes: int) -> Trace | None:
        form = {name: self.form[name].split() for name in CHOSEN if name in self.form}
        chosen: dict[str, Any] = {name: self.one_of(*words) for name, words in form.items()}
        chosen["look"] = OTHER_LOOKS.get(chosen["look"], chosen["look"])
        needed = {"jump": self.form["jump"] == "yes"} if "jump" in self.form else {}
        assert not isinstance(self.own, Trace)
        chosen = {**chosen, **needed, **self.own}
        if needed and chosen["jump"] != needed["jump"]:
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

    def looks(self, keep: Callable[[Moment], bool] = lambda at: True) -> Iterator[Moment]:
        """A few looks of one search; only whole ones, and only those to keep."""
        for trace in self.runs():
            whole = [node for node in trace.tree() if node.number and node.kind != "open"]
            moments = (Moment(trace, node) for node in self.random.shuffled(whole)[: 2 * TRIED])
            kept = (at for at in moments if at.repeats and keep(at))
            yield from (at for at, _ in zip(kept, range(TRIED), strict=False))

    def visits(self) -> Iterator[Moment]:
        """A few moments of one search at which a cell is selected."""
        for trace in self.runs():
            tree = trace.tree()
            found = [tree[node.children[0]] for node in tree if node.children]
            yield from (Moment(trace, node) for node in self.some(found))


class Watched:
    """A look, watched from a state on.

    Attributes
    ----------
    passed : what it returned.
    steps : its checks, prunes and wipe-outs, each with the board before a prune.
    checks : how many checks it makes.
    because : what each removed value is removed for: "3 from r1c2" and "r1c2 > r1c1".
    removes : the values that it removes.
    after : the board after it.
    """

    def __init__(self, shown: Shown, look: Callable[..., object], *about: object):
        self._board, self._puzzle = shown.board(), shown.puzzle
        self.steps: list[tuple[Verb, Event, State]] = []
        self.because: dict[str, str] = {}
        self._board.observer = self._note
        self.passed = call_look(look, self._board, *about)
        self.checks = sum(verb == Verb.CHECK for verb, _, _ in self.steps)
        self.after = replace(shown, domains=dict(self._board.domains))
        self.removes = compare(shown.domains, self.after.domains)

    def _note(self, verb: Verb, where: Any, value: Any, other: Any) -> None:
        if verb not in LOOKED:
            return
        constraint = where if isinstance(where, Constraint) else None
        cell, reason = getattr(where, "cell", where), getattr(where, "reason", None)
        beside = constraint.other if constraint else None
        line: Any = None  # no algorithm of somebody's stands behind it
        event = Event(0, verb, cell, value, constraint, beside, other, 0, 0, 0, line, reason)
        left = dict(self._board.domains) if verb == Verb.PRUNE else {}
        self.steps.append((verb, event, State(0, {}, left, Counts(), (), 0)))
        if verb == Verb.PRUNE:
            self.because[f"{value} from {cell}"] = str(constraint or reason)

    def tell(self, *verbs: Verb) -> list[str]:
        """What is said about the steps of some kinds."""
        told = (step for step in self.steps if step[0] in verbs)
        return [describe(event, now, now, self._puzzle) for _, event, now in told]


class Moment:
    """A value that was tried: the board before it, the look at it, and what follows.

    Attributes
    ----------
    settings : those of the search.
    cell : the cell that was assigned.
    accepted : whether the value survived its look.
    asked : what the text of a question says about it.
    tried : all values of the cell that were tried there.
    follower : the node that is tried next, or None.
    """

    def __init__(self, trace: Trace, node: Node):
        self.trace, self.node, self.settings = trace, node, trace.run.settings
        self.cell: Any = node.cell
        self.accepted = node.kind != "failure"
        self.asked = {"cell": node.cell, "value": node.value}
        tree, after = trace.tree(), node.number + 1
        self.tried = [tree[number] for number in tree[node.parent].children]
        self.follower = tree[after] if after < len(tree) else None

    @cached_property
    def end(self) -> int:
        """The step at the end of the look."""
        verbs, last = self.trace.recorder.verbs, self.node.first
        while verbs[last] in LOOKED:
            last += 1
        return last

    @cached_property
    def shown(self) -> Shown:
        """The board just after the assignment, before the look."""
        return show(self.trace, self.node.first, self.cell)

    @cached_property
    def watched(self) -> Watched:
        """The look."""
        return Watched(self.shown, self.settings.functions.look, self.cell)

    @property
    def repeats(self) -> bool:
        """Whether the look does again what was recorded; one that remembers things may not."""
        recorded = dict(show(self.trace, self.end).domains)
        return self.watched.passed == self.accepted and self.watched.after.domains == recorded

    @property
    def after(self) -> Shown:
        """The board after the look."""
        return self.watched.after

    def tell(self, *verbs: Verb) -> list[str]:
        """The assignment, and what the look does, in words."""
        return [self.trace.reason(self.node.first), *self.watched.tell(*verbs)]

    @cached_property
    def before(self) -> Shown:
        """The board when the cell had just been selected, with the weights of constraints."""
        blamed = Counter[tuple[Cell, Cell]]()
        for event in map(self.trace.event, self.trace.steps("wipe-out")):
            if event.step < self.node.first and event.cell and event.other:
                blamed[min(event.cell, event.other), max(event.cell, event.other)] += 1
        weights = {pair: 1 + times for pair, times in sorted(blamed.items())}
        return replace(show(self.trace, self.node.first - 1), weights=weights)


def show(trace: Trace, step: int, mark: Cell | None = None) -> Shown:
    """The board of a run at a step."""
    state = trace.state(step)
    return Shown(trace.puzzle, state.values, state.domains, mark)


def compare(before: Mapping[Cell, Domain], after: Mapping[Cell, Domain]) -> Removes:
    """The values that domains have lost."""
    lost = {cell: [one for one in before[cell] if one not in after[cell]] for cell in before}
    return {cell: tuple(gone) for cell, gone in lost.items() if gone}
