"""Boards on which a function is tried, what it does there, and how grave a difference is.

The gravest difference is told first: trouble (an error, an endless loop), a wrong board (values and
domains), a wrong return value, other verbs or reasons, and at last the cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from futoshiki_lab.classroom.tutor.copies import Forbidden
from futoshiki_lab.classroom.tutor.feedback import BoardShown
from futoshiki_lab.classroom.tutor.guard import Outcome, call, record_attempt
from futoshiki_lab.classroom.tutor.limits import Endless
from futoshiki_lab.core import Board, Cell, Constraint, Domain, Look, Puzzle, Verb
from futoshiki_lab.core.search import set_up
from futoshiki_lab.trace import Trace

NotedVerb = tuple[Verb | str, Any, int, int]
Note = Callable[[Verb | str, Any, int, int], None]
Function = Callable[..., Any]
Before = tuple[dict[Cell, Domain], int, int]  # the domains, and how many checks and prunes
Checks = Counter[frozenset[tuple[Cell, int]]]
Assignments = tuple[tuple[Cell, int], ...]

BY_HAND = "It changes the board or a counter by hand: use `board.check` and `board.prune`."


def accept(board: Board, cell: Cell) -> bool:
    """A look that looks at nothing."""
    return True


@dataclass(frozen=True)
class Case:
    """A board on which a function is tried, and what the function is given besides.

    Attributes
    ----------
    puzzle : Puzzle
        The puzzle; its givens are placed, without a look.
    pruned : tuple of (Cell, int)
        Cells with a value that each has lost.
    assigned : tuple of (Cell, int)
        Cells with the value that the search has given to each.
    arguments : tuple
        The arguments after the board.
    """

    puzzle: Puzzle
    pruned: Assignments = ()
    assigned: Assignments = ()
    arguments: tuple[Any, ...] = ()

    @classmethod
    def of(cls, case: Case) -> Case:
        """The same board as a case of this kind."""
        return cls(**vars(case))

    @classmethod
    def if_it_fails(cls, right: Function, case: Case) -> Case:
        """The case, or one of this kind if the right function comes to a wipe-out."""
        return case if right(case.make_board(), *case.arguments) else cls.of(case)

    def make_board(self) -> Board:
        """A fresh board in this state; the search has begun."""
        board = self.start_board()
        set_up(board, self.look)
        self.prepare(board)
        return board

    @property
    def look(self) -> Look:
        """The look after each given."""
        return accept

    def start_board(self) -> Board:
        """The board before its givens are placed."""
        return Board(self.puzzle)

    def prepare(self, board: Board) -> None:
        """Prune and assign on a board that is set up."""
        for cell, value in self.pruned:
            board.prune(cell, value)
        for cell, value in self.assigned:
            board.assign(cell, value)

    def make_arguments(self, note: Note) -> tuple[Any, ...]:
        """The arguments after the board; functions among them are noted when they are called.

        Lists are new ones, since a function may take one apart: AC-3 may use its arcs as the queue.
        """
        return tuple(map(copy, self.arguments))

    def compare_verbs(self, events: list[NotedVerb]) -> object:
        """What the events come to, apart from the checks: here their order does not matter."""
        return Counter(describe_event(event) for event in events if event[0] is not Verb.CHECK)

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        """The pairs of values that were checked; a check says the same from both sides."""
        return Counter(
            frozenset(((where.cell, value), (where.other, other)))
            for verb, where, value, other in events
            if verb is Verb.CHECK
        )

    def read_state(self, board: Board) -> tuple[object, ...]:
        """What must be right on the board afterwards."""
        return dict(board.domains), dict(board.values)

    def object_to(self, board: Board, before: Before, events: list[NotedVerb]) -> str:
        """What is to be said against the way in which the board was changed; else nothing.

        The events have to explain the counters, and the domains as far as they were only pruned.
        """
        domains, checks, prunes = before
        verbs = Counter(event[0] for event in events)
        counted = checks + verbs[Verb.CHECK], prunes + verbs[Verb.PRUNE]
        if (board.counts.checks, board.counts.prunes) != counted:
            return BY_HAND
        if verbs.keys() - {Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT}:
            return ""
        for verb, where, value, _ in events:
            if verb is Verb.PRUNE:
                cell: Any = getattr(where, "cell", where)
                domains[cell] = tuple(left for left in domains[cell] if left != value)
        return "" if domains == board.domains else BY_HAND

    def record(self, function: Function) -> Trace:
        """What a function does on this board, up to its end or an error."""

        def call_it(board: Board, *_: object) -> bool:
            self.prepare(board)
            function(board, *self.make_arguments(lambda *_: None))
            return False

        return record_attempt(self.puzzle, self.look, search=call_it)

    def is_broken(self) -> bool:
        """Whether assigned cells violate a constraint between them: no search goes on there."""
        values, constraints = self.make_board().values, self.puzzle.constraints
        return not all(
            constraints[one][other].holds(values[one], values[other])
            for one in values
            for other in self.puzzle.neighbours[one]
            if other in values
        )

    @property
    def kind(self) -> str:
        """What kind of board it is, for part marks: its size, and the constraint of two cells."""
        near = self.cells[:2]
        pair = self.puzzle.constraints[near[0]].get(near[1]) if len(near) == 2 else None
        return f"{self.puzzle.size} {pair.relation}" if pair else f"{self.puzzle.size}"

    @property
    def extent(self) -> tuple[int, int]:
        """How large the case is: the size of the board, and how much stands on it."""
        return self.puzzle.size, len(self.puzzle.givens) + len(self.assigned) + len(self.pruned)

    @property
    def cells(self) -> list[Cell]:
        """The cells among the arguments, also those in a list."""
        parts = (each if isinstance(each, list) else [each] for each in self.arguments)
        return [cell for part in parts for cell in part if isinstance(cell, Cell)]

    def describe(self) -> str:
        """The cells that the function is given: their values or domains, and the constraint."""
        board, cells = self.make_board(), self.cells
        lefts = {cell: f"{cell} in {set(left) or '∅'}" for cell, left in board.domains.items()}
        lefts |= {cell: f"{cell} = {value}" for cell, value in board.values.items()}
        parts = [lefts[cell] for cell in cells]
        if len(cells) == 2 and cells == list(self.arguments):
            parts.append(str(self.puzzle.constraints[cells[0]][cells[1]]))
        return ", ".join(parts) or "the board below"

    def show(
        self,
        title: str,
        board: Board | None = None,
        marked: Collection[Cell] = (),
        asked: Collection[Cell] = (),
    ) -> BoardShown:
        """A board for a feedback: one that a function has changed, or the one that it is given."""
        board = board or self.make_board()
        return BoardShown(title, self.puzzle, board.values, board.domains, marked, asked)


PARTED = (tuple, list, set, frozenset)
WHOLE: dict[type, Callable[[Any], Any]] = {int: int.__pos__, float: float.__pos__, str: str.__str__}


def plain(value: Any, inside: int = 0) -> Any:
    """The same without a learner's own classes, whose `==` may say anything; a list may even be in
    itself, so what lies deeper than any right answer becomes dots."""
    if value is None or type(value) is bool or inside > 5:
        return "..." if inside > 5 else value
    if isinstance(value, dict):
        return {plain(k, inside + 1): plain(v, inside + 1) for k, v in dict.items(value)}
    for kind in PARTED:
        if issubclass(type(value), kind):
            parts = [plain(one, inside + 1) for one in kind.__iter__(value)]
            return Cell(*parts) if type(value) is Cell else kind(parts)
    made = next((make for kind, make in WHOLE.items() if issubclass(type(value), kind)), None)
    return made(value) if made else repr(value) if inside else value


def describe_event(event: NotedVerb) -> str:
    """What a verb did, such as "prune 3 from r1c2 because of r1c1"."""
    verb, where, value, _ = event
    cell = getattr(where, "cell", where)
    if verb is Verb.PRUNE:
        because = f" because of {where.other}" if isinstance(where, Constraint) else ""
        return f"prune {value} from {cell}{because}"
    name = verb.name.lower().replace("_", "-") if isinstance(verb, Verb) else verb
    amount = f" = {value}" if value else ""
    return f"{name} {cell}{amount}" if cell else name


# -- what a function does --------------------------------------------------------------------------

MOST_EVENTS = 1_000_000  # in one call, for the memory's sake; a right answer needs some hundreds
MOST_OF_A_LOOP = 20_000  # of one without an end
BEGINS = 1_000  # with which two calls that go on and on are compared


class Gravity(IntEnum):
    """How grave a difference is; the smaller, the graver."""

    TROUBLE = 1
    BOARD = 2
    RETURNED = 3
    VERBS = 4
    COST = 5
    NONE = 6


@dataclass
class Behaviour:
    """What one call did to a board.

    Attributes
    ----------
    outcome : Outcome
        What it returned, or what kept it from its end.
    returned : object
        What it returned, in a form in which equal answers are equal.
    board : Board
        The board, as it is afterwards.
    state : tuple
        What must be right on it.
    checks : Counter of pairs of a cell and a value
        The pairs of values that were checked, as far as they matter.
    verbs : Counter or list of str
        What was done besides checking, with the reasons.
    many : int
        How many checks there were.
    begins : list
        The first things that were done, in order.
    """

    outcome: Outcome
    returned: object
    board: Board
    state: tuple[object, ...]
    checks: Checks
    verbs: Any
    many: int
    begins: list[NotedVerb]

    def first_difference(self, right: Behaviour) -> Gravity:
        """How grave the gravest difference is."""
        pairs = zip(Gravity, self._parts, right._parts, strict=False)
        if self.outcome.kind and self.outcome.kind == right.outcome.kind:
            return Gravity.NONE
        return next((gravity for gravity, mine, due in pairs if mine != due), Gravity.NONE)

    def was_cut_off_like(self, other: Behaviour) -> bool:
        """Whether it was ended, and had begun as another one does that goes on as long."""
        long = len(self.begins) == BEGINS
        return long and self.outcome.kind == Endless.__name__ and self.begins == other.begins

    @property
    def _parts(self) -> tuple[object, ...]:
        """What is compared, the gravest first."""
        return self.outcome.kind, self.state, self.returned, self.verbs, self.checks


def observe(
    function: Function,
    case: Case,
    tidy: Function,
    instead_of: Forbidden | None = None,
    watched: bool = True,
    board: Board | None = None,
) -> Behaviour:
    """Call a function on a fresh board of a case, and note all it does.

    Parameters
    ----------
    tidy : function
        Brings what was returned into a form in which equal answers are equal.
    instead_of : Forbidden, optional
        The library's function that a student's replaces.
    watched : bool, default True
        Whether it may be a student's; those of the package come to an end, and end sooner.
    board : Board, optional
        A board that is in this state already, in the middle of a search.
    """
    events: list[NotedVerb] = []

    def note(verb: Verb | str, where: Any, value: int, other: int) -> None:
        events.append((verb, where, value, other))
        if len(events) > MOST_EVENTS:
            raise Endless

    def answer_tidily(board: Board, *given: Any) -> tuple[object, object]:
        answer = function(board, *given)
        return answer, tidy(plain(answer))  # even to ask for its truth may raise an error

    board = board or case.make_board()
    before = dict(board.domains), board.counts.checks, board.counts.prunes
    board.observer = note
    arguments = case.make_arguments(note)
    found = call(answer_tidily, board, *arguments, instead_of=instead_of, watched=watched)
    answer, tidied = found.returned if isinstance(found.returned, tuple) else (None, None)
    outcome = replace(found, returned=answer)
    if outcome.kind == Endless.__name__:
        del events[MOST_OF_A_LOOP:]
    try:
        replaced, board.observer = board.observer is not note, None
        objection = BY_HAND if replaced else case.object_to(board, before, events)
        state = plain(case.read_state(board)) if watched else case.read_state(board)
    except Exception:  # the board itself is broken
        objection, board = BY_HAND, case.make_board()
        state = case.read_state(board)
    if objection and not outcome.trouble:
        outcome = replace(outcome, returned=None, trouble=objection, kind="NotAVerb")
    checks, verbs = case.count_checks(events), case.compare_verbs(events)
    many = sum(event[0] is Verb.CHECK for event in events)
    return Behaviour(outcome, tidied, board, state, checks, verbs, many, events[:BEGINS])
