"""Rebuilds any state of a recorded run, and its search tree: one node for each value tried."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from futoshiki_lab.core import Board, Constraint, Counts, Problem, Reason, Value, Variable, Verb
from futoshiki_lab.core.verbs import Mark
from futoshiki_lab.trace.recorder import Recorder

CHECKPOINT = 1024  # events between two checkpoints: a state costs half as many on average

# Every event is compared with these, and plain numbers compare faster.
PLACE, ASSIGN, CHECK, PRUNE, WIPE, ACCEPT, RESTORE, BACKTRACK, SOLVED, BEGIN, *_ = map(int, Verb)

NODE_KINDS = "open", "failure", "branch", "solution", "wrong", "skipped"
OPEN, FAILURE, BRANCH, SOLUTION, WRONG, SKIPPED = NODE_KINDS

Note = Callable[[Board, Variable], object]
NOTES: dict[int, Note] = {ACCEPT: Board.accept, BACKTRACK: Board.backtrack, Verb.SKIP: Board.skip}


@dataclass(frozen=True)
class Node:
    """One value tried for one cell.

    Attributes
    ----------
    number, parent : 1 for the first value tried; 0 is the root, which is its own parent.
    cell, value : what was assigned; None and 0 at the root.
    first, last : the steps at which it was assigned and taken back; `last` is None if it still
        stands when the trace ends.
    kind : "failure", its look failed; "solution", it completes the board; "wrong", it does so, but
        the board breaks a rule; "branch", it survived its look; "skipped", it did so, but then a
        jump passed it; "open", the trace ends before that is known.
    depth : the number of nodes from the root to here; 0 is the root.
    children : the numbers of the nodes below it, in the order in which they were tried.
    """

    number: int
    parent: int
    cell: Variable | None
    value: Value
    first: int
    last: int | None
    kind: str
    depth: int
    children: tuple[int, ...]

    @property
    def label(self) -> str:
        """What leads here: `r2c3=4`; "start" at the root."""
        return f"{self.cell}={self.value}" if self.number else "start"


class SearchTree:
    """All nodes of a run in compact columns; `tree[number]` is a `Node`, `tree[0]` the root.

    It is filled by the replay (`grow`, `mark`, `close`) and only read afterwards.
    """

    def __init__(self) -> None:
        self._cells: list[Variable | None] = [None]
        self._values: list[Value] = [0]
        self._kinds = [BRANCH]
        self._parents, self._first, self._last = array("I", [0]), array("I", [0]), array("I", [0])
        self._depths = array("I", [0])

    def __call__(self) -> SearchTree:
        """Itself: notebooks also say `trace.tree()`, as when it was a method."""
        return self

    def __len__(self) -> int:
        return len(self._parents)

    def __iter__(self) -> Iterator[Node]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> Node:
        if not (hasattr(number, "__index__") and 0 <= number < len(self)):
            raise IndexError(f"no node {number!r}: the nodes are 0 to {len(self) - 1}")
        return Node(
            number,
            self._parents[number],
            self._cells[number],
            self._values[number],
            self._first[number],
            self._last[number] or None,
            self._kinds[number],
            self._depths[number],
            tuple(self._children[number]),
        )

    def __repr__(self) -> str:
        kinds = self._kinds[1:]
        counts = ", ".join(f"{kinds.count(kind):,} {kind}" for kind in NODE_KINDS if kind in kinds)
        return f"<SearchTree: {len(kinds):,} node{'s' * (len(kinds) != 1)} ({counts})>"

    def path(self, number: int) -> list[Node]:
        """The nodes from the root to a node, both included."""
        path = [self[number]]
        while path[-1].number:
            path.append(self[path[-1].parent])
        return path[::-1]

    def failures(self) -> Iterator[int]:
        """The steps at which nodes were taken back because their look had failed."""
        return (last for kind, last in zip(self._kinds, self._last, strict=True) if kind == FAILURE)

    @cached_property
    def parents_of_accepted(self) -> set[int]:
        """The numbers of the nodes below which a value survived its look."""
        numbers = range(1, len(self))
        return {self._parents[number] for number in numbers if self._kinds[number] != FAILURE}

    def depth(self, number: int) -> int:
        """How many nodes lie between the root and a node, the node included."""
        return self._depths[number]

    def parent(self, number: int) -> int:
        """The number of the node above."""
        return self._parents[number]

    @cached_property
    def subtree_sizes(self) -> array[int]:
        """For each node the number of nodes below it, itself not counted."""
        sizes = array("I", [0]) * len(self)
        for number in range(len(self) - 1, 0, -1):  # children have larger numbers than parents
            sizes[self._parents[number]] += sizes[number] + 1
        return sizes

    @cached_property
    def holds_solution(self) -> bytearray:
        """For each node 0 for no solution at it or below it; 1 for wrong ones, 2 right, 3 both."""
        holds = bytearray({WRONG: 1, SOLUTION: 2}.get(kind, 0) for kind in self._kinds)
        for number in range(len(self) - 1, 0, -1):
            holds[self._parents[number]] |= holds[number]
        return holds

    @cached_property
    def _children(self) -> list[list[int]]:
        children: list[list[int]] = [[] for _ in range(len(self))]
        for number in range(1, len(self)):
            children[self._parents[number]].append(number)
        return children

    # -- filling it ------------------------------------------------------------------------------

    def grow(self, parent: int, cell: Variable, value: Value, step: int) -> int:
        """Add a node below `parent`; returns its number."""
        self._cells.append(cell)
        self._values.append(value)
        self._kinds.append(OPEN)
        self._parents.append(parent)
        self._first.append(step)
        self._last.append(0)
        self._depths.append(self._depths[parent] + 1)
        return len(self) - 1

    def mark(self, number: int, kind: str) -> None:
        """Say what a node turned out to be."""
        self._kinds[number] = kind

    def skip(self, number: int, cell: Variable, step: int) -> None:
        """A cell is skipped; so is the node that has just been taken back, if it is of the cell."""
        taken_back = self._cells[number] == cell and self._last[number] == step - 1
        if taken_back and self._kinds[number] == BRANCH:
            self.mark(number, SKIPPED)

    def close(self, number: int, step: int) -> None:
        """Take a node back; if nothing else is known about it by then, its look failed."""
        self._last[number] = step
        if self._kinds[number] == OPEN:
            self.mark(number, FAILURE)


class Replay:
    """Plays a recording again on a board, verb by verb.

    One pass over the events grows the search tree and keeps a checkpoint every `CHECKPOINT` events:
    the counters, and the steps of those changes (place, assign, prune) not undone at that point.
    `board_at` calls the verbs of these changes, in order, on a fresh board and goes on from there.

    Attributes
    ----------
    tree : the search tree.
    """

    def __init__(self, puzzle: Problem, recorder: Recorder):
        self._puzzle = puzzle
        self._recorder = recorder
        self._reasons: list[Reason | None] = [None, *recorder.reasons]
        self._checkpoints: list[tuple[array[int], Counts, bool]] = []
        self._growth = growth = _Growth()
        board = self.fresh_board()
        for step, verb in enumerate((0, *recorder.verbs)):
            if verb == CHECK:
                _count_check(board)
            elif verb:
                self.play(board, step)
                growth.follow(step, *recorder.row(step))
            if board.solutions and not puzzle.is_solution(board.solutions.pop()):
                growth.tree.mark(growth.turned_to[-1], WRONG)
            if step % CHECKPOINT == 0:
                kept = array("I", growth.changes)
                self._checkpoints.append((kept, replace(board.counts), board.in_setup))
        self.tree = growth.tree

    def board_at(self, step: int) -> Board:
        """A board as it was right after an event."""
        changes, counts, in_setup = self._checkpoints[step // CHECKPOINT]
        board = self.fresh_board()
        for change in changes:
            self.play(board, change)
        board.counts, board.in_setup = replace(counts), in_setup
        begun = step - step % CHECKPOINT
        for event, verb in enumerate(self._recorder.verbs[begun:step], begun + 1):
            if verb == CHECK:
                _count_check(board)
            else:
                self.play(board, event)
        return board

    def node_at(self, step: int) -> int:
        """The number of the deepest node still assigned right after an event; 0 is the root."""
        return self._growth.turned_to[bisect_right(self._growth.turns, step) - 1]

    def cell_at(self, step: int) -> Variable | None:
        """The cell that an event is about, if any."""
        where = self._recorder.row(step)[1]
        return where.cell if isinstance(where, Constraint) else where

    def fresh_board(self) -> Board:
        """A board on which the events can be played from the first one on."""
        return Board(self._puzzle, sought=None)

    def play(self, board: Board, step: int) -> None:
        """Call the verb of one event on a board (a wipe-out itself changes nothing)."""
        verb, where, value, other = self._recorder.row(step)
        if isinstance(where, Constraint):
            if verb == CHECK:
                board.check(where.cell, value, where.other, other)
            elif verb == PRUNE:
                board.prune(where.cell, value, where.other)
        elif where is None:
            board.begin() if verb == BEGIN else board.solution()
        elif verb == PRUNE:
            board.prune(where, value, self._reasons[other])
        elif verb == Verb.LEARN:
            board.learn(self._reasons[other])  # type: ignore[arg-type]  # a learned one
        elif verb == RESTORE:
            board.restore(Mark(other))
        elif verb in (PLACE, ASSIGN):
            (board.assign if verb == ASSIGN else board.place)(where, value)
        elif verb in NOTES:
            NOTES[verb](board, where)


def _count_check(board: Board) -> None:
    """All that a check changes in a state; most events are checks."""
    if board.in_setup:
        board.counts.setup_checks += 1
    else:
        board.counts.checks += 1


class _Growth:
    """Follows the events of a whole run: the changes not undone, the open node, the tree."""

    def __init__(self) -> None:
        self.tree = SearchTree()
        self.changes: list[int] = []  # steps; as long as the board's trail at every moment
        self.turns, self.turned_to = array("I", [0]), array("I", [0])  # when the open node changes
        self._open = [(-1, 0)]  # the nodes from the root to here, each with its place in `changes`
        self._closed = 0  # the node that was taken back last

    def follow(self, step: int, verb: int, where: Variable, value: Value, mark: int) -> None:
        if verb in (PLACE, PRUNE, ASSIGN):
            self.changes.append(step)
        if verb == ASSIGN:
            node = self.tree.grow(self.turned_to[-1], where, value, step)
            self._open.append((len(self.changes) - 1, node))
            self._turn(step)
        elif verb == ACCEPT:
            self.tree.mark(self.turned_to[-1], BRANCH)
        elif verb == SOLVED:
            self.tree.mark(self.turned_to[-1], SOLUTION)
        elif verb == RESTORE:
            self._take_back(step, mark)
        elif verb == Verb.SKIP:
            self.tree.skip(self._closed, where, step)

    def _take_back(self, step: int, mark: int) -> None:
        del self.changes[mark:]
        while self._open[-1][0] >= mark:
            self._closed = self._open.pop()[1]
            self.tree.close(self._closed, step)
        self._turn(step)

    def _turn(self, step: int) -> None:
        self.turns.append(step)
        self.turned_to.append(self._open[-1][1])
