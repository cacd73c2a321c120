"""Boards on which a function is tried, and what has to be the same as with the right function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from copy import copy
from dataclasses import dataclass
from typing import Any

from futoshiki_lab.core import Board, Cell, Constraint, Domain, Look, Puzzle, Verb, forward_check
from futoshiki_lab.core.search import set_up
from futoshiki_lab.exercises.feedback import BoardShown
from futoshiki_lab.exercises.guard import record_attempt
from futoshiki_lab.exercises.right_answers import OpenBoard, restore
from futoshiki_lab.trace import Trace

NotedVerb = tuple[Verb | str, Any, int, int]
Note = Callable[[Verb | str, Any, int, int], None]
Function = Callable[..., Any]
Before = tuple[dict[Cell, Domain], int, int]  # the domains, and how many checks and prunes
Checks = Counter[frozenset[tuple[Cell, int]]]
Assignments = tuple[tuple[Cell, int], ...]

BY_HAND = "It changes the board or a counter by hand: use `board.check` and `board.prune`."


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

    def make_board(self) -> Board:
        """A fresh board in this state; the search has begun."""
        board = Board(self.puzzle)
        set_up(board, self.look)
        self.prepare(board)
        return board

    @property
    def look(self) -> Look:
        """The look after each given."""
        return _accept

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
            if verb is Verb.CHECK and isinstance(where, Constraint)
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
        if board.counts.checks != checks + verbs[Verb.CHECK]:
            return BY_HAND
        if board.counts.prunes != prunes + verbs[Verb.PRUNE]:
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

    @property
    def kind(self) -> str:
        """What kind of board it is, for part marks: its size, and the constraint of two cells."""
        near = self.cells[:2]
        pair = self.puzzle.constraints[near[0]].get(near[1]) if len(near) == 2 else None
        return f"{self.puzzle.size} {pair.relation}" if pair else f"{self.puzzle.size}"

    @property
    def extent(self) -> tuple[int, int]:
        """How large the case is: the size of the board, and the cells that have changed."""
        return self.puzzle.size, len(self.assigned) + len(self.pruned)

    @property
    def cells(self) -> list[Cell]:
        """The cells among the arguments, also those in a list."""
        parts = (each if isinstance(each, list) else [each] for each in self.arguments)
        return [cell for part in parts for cell in part if isinstance(cell, Cell)]

    def describe(self) -> str:
        """The cells that the function is given: their values or domains, and the constraint."""
        board, cells = self.make_board(), self.cells
        parts = [
            f"{cell} = {board.values[cell]}"
            if cell in board.values
            else f"{cell} in {set(board.domains[cell]) or '∅'}"
            for cell in cells
        ]
        if len(cells) == 2 and cells == list(self.arguments):
            parts.append(str(self.puzzle.constraints[cells[0]][cells[1]]))
        return ", ".join(parts) or "the board below"

    def show(
        self, title: str, board: Board | None = None, marked: Collection[Cell] = ()
    ) -> BoardShown:
        """A board for a feedback: one that a function has changed, or the one that it is given."""
        board = board or self.make_board()
        return BoardShown(title, self.puzzle, board.values, board.domains, marked)


class UpToAViolation(Case):
    """A board for checks in any order, which end at the first that fails."""

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        """All pairs, if none of them fails; else those that were not needed before or after it."""
        checks = [event for event in events if event[0] is Verb.CHECK]
        fails = [not where.holds(value, other) for _, where, value, other in checks]
        if True not in fails:
            return super().count_checks(checks)
        first = fails.index(True) + 1
        before, after = super().count_checks(checks[:first]), super().count_checks(checks[first:])
        return before - Counter(set(before)) + after


class AnyOrder(Case):
    """A board on which the order of the work decides who is the reason for a prune."""

    def compare_verbs(self, events: list[NotedVerb]) -> object:
        """What is pruned, and whether it has a reason."""
        told = [
            describe_event(event).split(" because ") for event in events if event[0] != Verb.CHECK
        ]
        return Counter(what + " with a reason" * len(reason) for what, *reason in told)


class UntilAWipeOut(Case):
    """A board that is wiped out: where, and what is pruned before it, depends on the order.

    The search takes all of it back, so only the wipe-out itself matters, and what comes after it.
    """

    def compare_verbs(self, events: list[NotedVerb]) -> object:
        """What is done after the wipe-out to other cells."""
        return super().compare_verbs(self.find_later(events))

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        return Counter()

    def read_state(self, board: Board) -> tuple[object, ...]:
        return all(board.domains.values()), dict(board.values)

    @staticmethod
    def find_later(events: list[NotedVerb]) -> list[NotedVerb]:
        """The events that follow the first wipe-out, and are not about the cell wiped out."""
        first = next((i for i, event in enumerate(events) if event[0] is Verb.WIPE_OUT), None)
        if first is None:
            return []
        wiped = _find_cell(events[first])
        return [event for event in events[first:] if _find_cell(event) != wiped]


class EachPairOnce(UntilAWipeOut):
    """The same for a look that has to check no pair of values twice."""

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        pairs = Case.count_checks(self, events)
        return pairs - Counter(set(pairs)) + Case.count_checks(self, self.find_later(events))


class DeadEnd(Case):
    """A board of forward checking whose last look has just failed: a cell is wiped out."""

    @property
    def look(self) -> Look:
        """It has looked ahead from the givens, too."""
        return forward_check

    def prepare(self, board: Board) -> None:
        """Assign the cells, and look ahead from each."""
        for cell, value in self.assigned:
            board.assign(cell, value)
            forward_check(board, cell)

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        """Nothing: whoever looks for the culprits may check what they like."""
        return Counter()

    def describe(self) -> str:
        """The cells in the order in which they were tried, and the one that is wiped out."""
        board = self.make_board()
        wiped = next(cell for cell in board.unassigned if not board.domains[cell])
        tried = ", ".join(f"{cell} = {value}" for cell, value in self.assigned)
        return f"{tried} tried in this order, and {wiped} wiped out"


@dataclass(frozen=True)
class SearchCase(Case):
    """A puzzle to search: `arguments` are the look, the selection and the order.

    Attributes
    ----------
    sought : int or None
        How many solutions end the search; None for all.
    """

    sought: int | None = 1

    def make_board(self) -> Board:
        """A fresh board, set up."""
        board = Board(self.puzzle, sought=self.sought)
        set_up(board, self.look)
        return board

    @property
    def look(self) -> Look:
        """The one that the search is given."""
        return self.arguments[0]

    def record(self, function: Function) -> Trace:
        """The whole search."""
        sought = "all" if self.sought is None else self.sought
        return record_attempt(self.puzzle, *self.arguments, search=function, solutions=sought)

    def make_arguments(self, note: Note) -> tuple[Any, ...]:
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

    def compare_verbs(self, events: list[NotedVerb]) -> object:
        """All calls in their order, but for what a look does: checks and prunes."""
        inside = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)
        return [describe_event(event) for event in events if event[0] not in inside]

    def read_state(self, board: Board) -> tuple[object, ...]:
        """The solutions; and what is assigned, if the search has not ended on a complete board."""
        return tuple(board.solutions), {} if board.complete else dict(board.values)

    def describe(self) -> str:
        """The functions of the search, and how many solutions are sought."""
        names = ", ".join(getattr(each, "__name__", "a function") for each in self.arguments)
        sought = "all solutions" if self.sought is None else "one solution"
        return f"{names}, {sought}, on the board below"


@dataclass(frozen=True)
class TrailCase(Case):
    """A board with changes on its trail; the one argument is the mark to go back to.

    Attributes
    ----------
    changes : tuple of (Verb, Cell, int)
        The values assigned and pruned, the oldest first.
    """

    changes: tuple[tuple[Verb, Cell, int], ...] = ()

    def make_board(self) -> OpenBoard:
        """A fresh board with all changes made."""
        board = OpenBoard(self.puzzle, restore)
        set_up(board, self.look)
        for verb, cell, value in self.changes:
            (board.assign if verb is Verb.ASSIGN else board.prune)(cell, value)
        return board

    def record(self, function: Function) -> Trace:
        """Nothing: what is changed by hand is no verb."""
        raise ValueError("this function calls no verb, so there is nothing to step through")

    @property
    def extent(self) -> tuple[int, int]:
        """How large the case is: the size of the board, and the changes."""
        return self.puzzle.size, len(self.changes)

    def read_state(self, board: Board) -> tuple[object, ...]:
        """What must be right afterwards: the board and its trail. (Rubbish is cleared away.)"""
        if isinstance(board, OpenBoard) and self.object_to(board):
            fresh = self.make_board()
            board.values, board.domains, board.trail = fresh.values, fresh.domains, fresh.trail
        return *super().read_state(board), list(getattr(board, "trail", ()))

    def describe(self) -> str:
        """The trail in words: the entries that have to stay, and those to undo."""
        (mark,) = self.arguments
        names = [str(cell) for cell, _ in self.make_board().trail]
        older, newer = " ".join(names[:mark]), " ".join(names[mark:])
        return f"mark {mark} and the trail {older or '(nothing)'} | {newer or '(nothing)'}"

    def object_to(self, board: Board, *_: object) -> str:
        """What is left on the board that is no value, no domain or no trail; else nothing."""
        if not isinstance(board, OpenBoard) or not isinstance(board.trail, list):
            return "It leaves something else than a list as the trail."
        if board.values is not board._values or board.domains is not board._domains:
            return "It puts another dictionary on the board: change the one that is there."
        values = self.puzzle.values
        for cell, value in board.values.items():
            if value not in values:
                a_value = f"It leaves {value!r} as the value of {cell}"
                return f"{a_value}: a cell without one is not there."
        for cell in self.puzzle.cells:
            left = board.domains.get(cell)
            if not isinstance(left, tuple) or left != tuple(v for v in values if v in left):
                a_domain = f"It leaves {left!r} as the domain of {cell}"
                return f"{a_domain}: a domain is a tuple of values, ascending and each once."
        return ""


def _accept(board: Board, cell: Cell) -> bool:
    """A look that looks at nothing."""
    return True


def _find_cell(event: NotedVerb) -> Cell | None:
    """The cell that an event is about; of a check, the one whose value may go."""
    where = event[1]
    return where if isinstance(where, Cell) else getattr(where, "cell", None)


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
