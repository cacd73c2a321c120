"""What a function does on one board, verb by verb, and how grave a difference is.

A difference has a rank, and the gravest is told first: trouble (an error, an endless loop), a wrong
board (values and domains), a wrong return value, other verbs or reasons, and at last the cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from futoshiki_lab.core import Board, Cell, Constraint, Domain, Puzzle, Verb
from futoshiki_lab.core.search import set_up
from futoshiki_lab.exercises.guard import Endless, Outcome, call

MOST_EVENTS = 20_000  # in one call; a right answer needs some hundreds
Event = tuple[Verb | str, Any, int, int]
Note = Callable[[Verb | str, Any, int, int], None]
Function = Callable[..., Any]
Before = tuple[dict[Cell, Domain], int, int]  # the domains, and how many checks and prunes

_BY_HAND = "It changes the board or a counter by hand: use `board.check` and `board.prune`."


class Rank(IntEnum):
    """How grave a difference is; the smaller, the graver."""

    TROUBLE = 1
    BOARD = 2
    RETURNED = 3
    VERBS = 4
    COST = 5


@dataclass(frozen=True)
class Case:
    """A board on which a function is tried, and what the function is given besides.

    Attributes
    ----------
    puzzle : its givens are placed, without a look.
    pruned : cells with a value that each has lost.
    assigned : cells with the value that the search has given to each.
    arguments : the arguments after the board.
    """

    puzzle: Puzzle
    pruned: tuple[tuple[Cell, int], ...] = ()
    assigned: tuple[tuple[Cell, int], ...] = ()
    arguments: tuple[Any, ...] = ()

    def board(self) -> Board:
        """A fresh board in this state; the search has begun."""
        board = Board(self.puzzle)
        for cell, value in self.puzzle.givens.items():
            board.place(cell, value)
        board.begin()
        for cell, value in self.pruned:
            board.prune(cell, value)
        for cell, value in self.assigned:
            board.assign(cell, value)
        return board

    def given(self, note: Note) -> tuple[Any, ...]:
        """The arguments after the board; functions among them are noted when they are called.

        Lists are new ones, since a function may take one apart: AC-3 may use its arcs as the queue.
        """
        return tuple(map(copy, self.arguments))

    def tells(self, events: list[Event]) -> object:
        """What the events come to, apart from the checks: here their order does not matter."""
        return Counter(in_words(event) for event in events if event[0] is not Verb.CHECK)

    def costs(self, events: list[Event]) -> Counter[frozenset[tuple[Cell, int]]]:
        """The pairs of values that were checked; a check says the same from both sides."""
        return Counter(
            frozenset(((where.cell, value), (where.other, other)))
            for verb, where, value, other in events
            if verb is Verb.CHECK and isinstance(where, Constraint)
        )

    @property
    def extent(self) -> tuple[int, int]:
        """How large the case is: the size of the board, and the cells that have changed."""
        return self.puzzle.size, len(self.assigned) + len(self.pruned)

    def situation(self) -> str:
        """What the function is given, in words, where that is not a cell; else nothing."""
        return ""

    def objection(self, board: Board, before: Before, events: list[Event]) -> str:
        """What is to be said against the way in which the board was changed; else nothing."""
        return "" if _all_told(board, before, events) else _BY_HAND

    def state(self, board: Board) -> tuple[object, ...]:
        """What must be right on the board afterwards."""
        return dict(board.domains), dict(board.values)


class UpToAViolation(Case):
    """A board for checks in any order, which end at the first that fails."""

    def costs(self, events: list[Event]) -> Counter[frozenset[tuple[Cell, int]]]:
        """All pairs, if none of them fails; else those that were not needed before or after it."""
        checks = [event for event in events if event[0] is Verb.CHECK]
        fails = [not where.holds(value, other) for _, where, value, other in checks]
        if True not in fails:
            return super().costs(checks)
        first = fails.index(True) + 1
        before, after = super().costs(checks[:first]), super().costs(checks[first:])
        return before - Counter(set(before)) + after


class UntilAWipeOut(Case):
    """A board that is wiped out: where, and what is pruned before it, depends on the order.

    The search takes all of it back, so only the wipe-out itself matters, and what comes after it.
    """

    def tells(self, events: list[Event]) -> object:
        """What is done after the wipe-out to other cells."""
        return super().tells(self.later(events))

    def costs(self, events: list[Event]) -> Counter[frozenset[tuple[Cell, int]]]:
        return Counter()

    def state(self, board: Board) -> tuple[object, ...]:
        return all(board.domains.values()), dict(board.values)

    @staticmethod
    def later(events: list[Event]) -> list[Event]:
        """The events that follow the first wipe-out, and are not about the cell wiped out."""
        first = next((i for i, event in enumerate(events) if event[0] is Verb.WIPE_OUT), None)
        if first is None:
            return []
        wiped = _cell_of(events[first])
        return [event for event in events[first:] if _cell_of(event) != wiped]


class EachPairOnce(UntilAWipeOut):
    """The same for a look that has to check no pair of values twice."""

    def costs(self, events: list[Event]) -> Counter[frozenset[tuple[Cell, int]]]:
        pairs = Case.costs(self, events)
        return pairs - Counter(set(pairs)) + Case.costs(self, self.later(events))


def _cell_of(event: Event) -> Cell | None:
    """The cell that an event is about; of a check, the one whose value may go."""
    where = event[1]
    return where if isinstance(where, Cell) else getattr(where, "cell", None)


@dataclass(frozen=True)
class SearchCase(Case):
    """A puzzle to search: `arguments` are the look, the selection and the order.

    Attributes
    ----------
    sought : how many solutions end the search; None for all.
    """

    sought: int | None = 1

    def board(self) -> Board:
        """A fresh board, set up."""
        board = Board(self.puzzle, sought=self.sought)
        set_up(board, self.arguments[0])
        return board

    def given(self, note: Note) -> tuple[Any, ...]:
        """The look, the selection and the order; the first two note that they are called."""
        look, select, order = self.arguments

        def noted_look(board: Board, cell: Cell) -> bool:
            note("look at", cell, 0, 0)
            return look(board, cell)

        def noted_select(board: Board) -> Cell:
            cell = select(board)
            note("select", cell, 0, 0)
            return cell

        return noted_look, noted_select, order

    def tells(self, events: list[Event]) -> object:
        """All calls in their order, but for what a look does: checks and prunes."""
        inside = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)
        return [in_words(event) for event in events if event[0] not in inside]

    def state(self, board: Board) -> tuple[object, ...]:
        """The solutions; and what is assigned, if the search has not ended on a complete board."""
        return tuple(board.solutions), {} if board.complete else dict(board.values)


@dataclass
class Behaviour:
    """What one call did to a board.

    Attributes
    ----------
    outcome : what it returned, or what kept it from its end.
    returned : what it returned, in a form in which equal answers are equal.
    board : as it is afterwards.
    state : what must be right on it.
    checks : the pairs of values that were checked, as far as they matter.
    verbs : what was done besides checking, with the reasons.
    """

    outcome: Outcome
    returned: object
    board: Board
    state: tuple[object, ...]
    checks: Counter[frozenset[tuple[Cell, int]]]
    verbs: Any

    def upto(self, rank: Rank) -> tuple[object, ...]:
        """What two behaviours have in common if they differ at most in less grave things."""
        parts = (
            self.outcome.kind,
            self.state,
            self.returned,
            self.verbs,
            self.checks,
        )
        return parts[:1] if self.outcome.kind else parts[:rank]

    def first_difference(self, right: Behaviour) -> Rank | None:
        """The rank of the gravest difference; None if there is none."""
        return next((rank for rank in Rank if self.upto(rank) != right.upto(rank)), None)


def behaviour(
    function: Function,
    case: Case,
    tidy: Function,
    instead_of: Function | None = None,
    watched: bool = True,
) -> Behaviour:
    """Call a function on a fresh board of a case, and note all it does.

    Parameters
    ----------
    tidy : brings what was returned into a form in which equal answers are equal.
    instead_of : the library's function that may not be called, since a student's replaces it.
    watched : whether it may be a student's; those of the package come to an end, and end sooner.
    """
    events: list[Event] = []

    def note(verb: Verb | str, where: Any, value: int, other: int) -> None:
        events.append((verb, where, value, other))
        if len(events) > MOST_EVENTS:
            raise Endless

    def answers(board: Board, *given: Any) -> tuple[object, object]:
        answer = function(board, *given)
        return answer, tidy(answer)  # even to ask for its truth may raise an error

    board = case.board()
    before = dict(board.domains), board.counts.checks, board.counts.prunes
    board.observer = note
    found = call(answers, board, *case.given(note), instead_of=instead_of, watched=watched)
    answer, tidied = found.returned if isinstance(found.returned, tuple) else (None, None)
    outcome = replace(found, returned=answer)
    try:
        told = _BY_HAND if board.observer is not note else case.objection(board, before, events)
        state = case.state(board)
    except Exception:  # the board itself is broken
        told, board = _BY_HAND, case.board()
        state = case.state(board)
    if told and not outcome.trouble:
        outcome = Outcome(None, told, "NotAVerb", outcome.seconds)
    numbers = [event for event in events if all(isinstance(each, int) for each in event[2:])]
    costs, tells = case.costs(numbers), case.tells(events)
    return Behaviour(outcome, tidied, board, state, costs, tells)


def _all_told(board: Board, before: Before, events: list[Event]) -> bool:
    """Whether the events explain the counters, and the domains as far as they were only pruned."""
    domains, checks, prunes = before
    verbs = Counter(event[0] for event in events)
    if board.counts.checks != checks + verbs[Verb.CHECK]:
        return False
    if board.counts.prunes != prunes + verbs[Verb.PRUNE]:
        return False
    if verbs.keys() - {Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT}:
        return True
    for verb, where, value, _ in events:
        if verb is Verb.PRUNE:
            cell: Any = getattr(where, "cell", where)
            domains[cell] = tuple(left for left in domains[cell] if left != value)
    return domains == board.domains


def in_words(event: Event) -> str:
    """What a verb did, such as "prune 3 from r1c2 because of r1c1"."""
    verb, where, value, _ = event
    cell = getattr(where, "cell", where)
    if verb is Verb.PRUNE:
        because = f" because of {where.other}" if isinstance(where, Constraint) else ""
        return f"prune {value} from {cell}{because}"
    name = verb.name.lower().replace("_", "-") if isinstance(verb, Verb) else verb
    amount = f" = {value}" if value else ""
    return f"{name} {cell}{amount}" if cell else name
