"""Boards where the order of work is free, puzzles to search, boards with a trail to restore."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import futoshiki_lab.core as core
from futoshiki_lab.classroom.tutor.cases import (
    Case,
    Checks,
    Function,
    Note,
    NotedVerb,
    describe_event,
)
from futoshiki_lab.classroom.tutor.guard import record_attempt
from futoshiki_lab.classroom.tutor.sketches import BoardSketch
from futoshiki_lab.core import Board, Cell, Domain, Look, Puzzle, Verb, forward_check
from futoshiki_lab.core.jumping import search_with_blame
from futoshiki_lab.core.verbs import Mark
from futoshiki_lab.trace import Trace

Restore = Callable[["OpenBoard", Mark], object]
Change = tuple[Verb, Cell, int]
WORK = (Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT)  # what a look does


class UpToAViolation(Case):
    """A board for checks in any order, which end at the first that fails."""

    def is_broken(self) -> bool:
        """A look back is there to find a violation."""
        return False

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
        told = (describe_event(each) for each in events if each[0] is not Verb.CHECK)
        parts = (each.partition(" because ") for each in told)
        return Counter(what + " with a reason" * bool(reason) for what, _, reason in parts)


class UntilAWipeOut(Case):
    """A board that is wiped out: where, and what is pruned before it, depends on the order.

    The search takes all of it back, so only the wipe-out itself matters, and what comes after it.
    """

    def compare_verbs(self, events: list[NotedVerb]) -> object:
        """What is done after the wipe-out to other cells, apart from work for nothing."""
        later = (event for event in self.find_later(events) if event[0] not in WORK)
        return super().compare_verbs([*later])

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        """The checks and prunes after the wipe-out: the look could have ended there."""
        later = self.find_later(events)
        gone = ((_find_cell(event), event[2]) for event in later if event[0] is Verb.PRUNE)
        return super().count_checks(later) + Counter(frozenset([each]) for each in gone)

    def read_state(self, board: Board) -> tuple[object, ...]:
        """What is assigned: the domains are thrown away, and a place may have been found to be
        missing before a domain was empty."""
        return (dict(board.values),)

    @staticmethod
    def find_later(events: list[NotedVerb]) -> list[NotedVerb]:
        """The events that follow the first wipe-out, and are not about the cell wiped out."""
        first = next((i for i, event in enumerate(events) if event[0] is Verb.WIPE_OUT), None)
        if first is None:
            return []
        wiped = _find_cell(events[first])
        return [event for event in events[first:] if _find_cell(event) != wiped]


class NoWayOut(UntilAWipeOut):
    """A line in which a value has no place: some see it at once, some by a wipe-out."""

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        return Counter()


class EachPairOnce(UntilAWipeOut):
    """The same for a look that has to check no pair of values twice."""

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        pairs = Case.count_checks(self, events)
        return pairs - Counter(set(pairs)) + super().count_checks(events)


def _find_cell(event: NotedVerb) -> Any:
    """The cell that an event is about; of a check, the one whose value may go."""
    where = event[1]
    return where if isinstance(where, Cell) else getattr(where, "cell", None)


class MayCheck(Case):
    """A board on which a function may check what it likes."""

    def count_checks(self, events: list[NotedVerb]) -> Checks:
        return Counter()


class DeadEnd(MayCheck):
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

    @property
    def look(self) -> Look:
        """The one that the search is given."""
        return self.arguments[0]

    def start_board(self) -> Board:
        return Board(self.puzzle, sought=self.sought)

    def record(self, function: Function) -> Trace:
        """The whole search."""
        sought = "all" if self.sought is None else self.sought
        functions = self.make_arguments(lambda *_: None)  # bt with mrv is refused by its name
        return record_attempt(self.puzzle, *functions, search=function, solutions=sought)

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
        return [describe_event(event) for event in events if event[0] not in WORK]

    def read_state(self, board: Board) -> tuple[object, ...]:
        """The solutions; and what is assigned, if the search has not ended on a complete board."""
        return tuple(board.solutions), {} if board.complete else dict(board.values)

    def describe(self) -> str:
        """The functions of the search, and how many solutions are sought."""
        names = ", ".join(getattr(each, "__name__", "a function") for each in self.arguments)
        sought = "all solutions" if self.sought is None else "one solution"
        return f"{names}, {sought}, on the board below"


LOOKS, SELECTIONS = (core.look_back, forward_check), (core.reading_order, core.mrv)
ORDERS = (core.ascending, core.descending)


def make_jump(sketch: BoardSketch) -> Case | None:
    """A puzzle whose search with forward checking jumps, or one that needs none: for `jump`."""
    random = sketch.random
    sketch.give(random.sample(sketch.cells, random.randint(0, 3)))
    functions = (
        forward_check,
        random.choice((core.reading_order, _most_values)),
        random.choice(ORDERS),
    )
    case = SearchCase(sketch.puzzle, arguments=functions, sought=random.choice((1, None)))
    board = case.make_board()
    if board.in_setup:
        return None
    search_with_blame(board, *functions)
    few = board.counts.nodes < 150
    return case if few and (board.counts.skipped or random.random() < 0.1) else None


def _most_values(board: Board) -> Cell:
    """The opposite of MRV: a jump skips many cells."""
    return max(board.unassigned, key=lambda cell: len(board.domains[cell]))


def make_search(sketch: BoardSketch) -> Case | None:
    """A small puzzle, solvable or not, with a look, a selection and an order: for `search`."""
    random = sketch.random
    givens = random.sample(sketch.cells, random.randint(0, sketch.puzzle.size))
    if givens and random.random() < 0.5:  # many a puzzle with a wrong given has no solution
        sketch.hidden[givens[0]] = random.choice(sketch.values)
    sketch.give(givens)
    functions = tuple(map(random.choice, (LOOKS, SELECTIONS, ORDERS)))
    case = SearchCase(sketch.puzzle, arguments=functions, sought=random.choice((1, None)))
    if random.random() < 0.1:  # nothing is open
        sketch.give(sketch.cells)
        case = replace(case, puzzle=sketch.puzzle)
    return None if case.make_board().in_setup else case


class _Trail(list[tuple[Cell, Domain]]):
    """Keeps of each change the cell and the domain that it had before."""

    def append(self, change: tuple[Any, ...]) -> None:
        super().append(change[:2])


class OpenBoard(Board):
    """A board whose values, domains and trail may be changed by hand, and that restores with them.

    Parameters
    ----------
    restored_by : function
        Is called as `restored_by(board, mark)` instead of the board's own `restore`.

    Attributes
    ----------
    trail : list of (Cell, domain)
        The changes so far, the oldest first: a cell, and the domain that it had before.
    values, domains : dict
        Ordinary dictionaries.
    copies : dict
        For each mark the values and the domains as they were, copied: a restore may use these.
    copied : int
        How many restores did.
    """

    values: dict[Cell, int]
    domains: dict[Cell, Domain]
    _trail: Any

    def __init__(self, puzzle: Puzzle, restored_by: Restore, **how: Any):
        super().__init__(puzzle, **how)
        self.restored_by = restored_by
        self.values, self.domains = self._values, self._domains
        self._trail = _Trail()
        self.copies: dict[Mark, tuple[dict[Cell, int], dict[Cell, Domain]]] = {}
        self.copied = 0

    def assign(self, cell: Cell, value: int) -> Mark:
        self.copy()
        return super().assign(cell, value)

    def copy(self) -> None:
        """Keep the board as it is, for the mark that an assignment would return now."""
        self.copies[Mark(len(self._trail))] = dict(self.values), dict(self.domains)

    def shorten(self, mark: Mark) -> None:
        """Take from the trail what a restore with copies has undone without it."""
        if len(self._trail) > mark and (self.values, self.domains) == self.copies.get(mark):
            del self._trail[mark:]
            self.copied += 1

    @classmethod
    def over(cls, board: Board, restored_by: Restore) -> OpenBoard:
        """The board of a search that is about to begin, to be searched in its place."""
        puzzle: Any = board.puzzle  # OpenBoards of other problems work, too
        over: Any = cls(puzzle, restored_by, sought=board.sought)
        over.observer, over.node_limit, over.random = board.observer, board.node_limit, board.random
        over.counts, over.solutions, over.blame = board.counts, board.solutions, board.blame
        over.values.update(board.values)
        over.domains.update(board.domains)
        over.trail = [change[:2] for change in board._trail]
        over.in_setup = False
        return over

    @property
    def trail(self) -> list[tuple[Cell, Domain]]:
        return self._trail

    @trail.setter
    def trail(self, other: list[tuple[Cell, Domain]]) -> None:
        self._trail = _Trail(other) if isinstance(other, list) else other

    def restore(self, mark: Mark) -> None:
        """Let the student's function undo the changes since `mark`."""
        if self.observer and len(self._trail) > mark:
            cell = self._trail[mark][0]
            self.observer(Verb.RESTORE, cell, self._values.get(cell, self.puzzle.empty), mark)
        self.restored_by(self, mark)
        if isinstance(self._trail, list):
            self.shorten(mark)


def restore(board: OpenBoard, mark: Mark) -> None:
    """Take entries from the end of the trail until it is as short as the mark says."""
    while len(board.trail) > mark:
        cell, domain = board.trail.pop()
        board.domains[cell] = domain
        board.values.pop(cell, None)


@dataclass(frozen=True)
class TrailCase(Case):
    """A board with changes on its trail; the one argument is the mark to go back to.

    Attributes
    ----------
    changes : tuple of (Verb, Cell, int)
        The values assigned and pruned, the oldest first.
    """

    changes: tuple[Change, ...] = ()

    def start_board(self) -> OpenBoard:
        return OpenBoard(self.puzzle, restore)

    def prepare(self, board: Board) -> None:
        """Make all changes."""
        for verb, cell, value in self.changes:
            (board.assign if verb is Verb.ASSIGN else board.prune)(cell, value)
        if isinstance(board, OpenBoard):
            board.copy()

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
            fresh: Any = self.make_board()
            board.values, board.domains, board.trail = fresh.values, fresh.domains, fresh.trail
        elif isinstance(board, OpenBoard):
            board.shorten(self.arguments[0])
        return *super().read_state(board), list(getattr(board, "trail", ()))

    def describe(self) -> str:
        """The trail in words: the entries that have to stay, and those to undo."""
        (mark,) = self.arguments
        board: Any = self.make_board()
        names = [str(cell) for cell, _ in board.trail]
        older, newer = (", ".join(some) or "no cell" for some in (names[:mark], names[mark:]))
        told = f"the trail's entries for {older} should stay, those for {newer} be undone"
        return f"mark {mark} ({told})"

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


def make_trail(sketch: BoardSketch) -> Case:
    """A board in a search, some levels deep, and a mark of one of the levels: for `restore`."""
    random = sketch.random
    sketch.give(random.sample(sketch.cells, random.randint(0, 2)))
    board: Any = TrailCase(sketch.puzzle).make_board()
    marks = []
    for _ in range(random.randint(1, 4)):
        open_cells = [cell for cell in board.unassigned if board.domains[cell]]
        if not open_cells:
            break
        cell = random.choice(open_cells)
        marks.append(board.assign(cell, random.choice(board.domains[cell])))
        forward_check(board, cell)
    mark = random.choice([*marks, *marks, len(board.trail)])
    return TrailCase(sketch.puzzle, arguments=(mark,), changes=changes_of(board))


def changes_of(board: OpenBoard) -> tuple[Change, ...]:
    """The changes that its trail is made of, without the givens."""
    after, found = dict(board.domains), list[Change]()
    for cell, before in reversed(board.trail):
        assigned = cell in board.values and cell not in {one for _, one, _ in found}
        value = board.values[cell] if assigned else ({*before} - {*after[cell]}).pop()
        found.append((Verb.ASSIGN if assigned else Verb.PRUNE, cell, value))
        after[cell] = before
    return tuple(one for one in reversed(found) if one[1] not in board.puzzle.givens)
