"""Rebuilds any state of a recorded run, and its search tree."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import replace

from futoshiki_lab.core import Board, Constraint, Counts, Problem, Reason, Value, Variable, Verb
from futoshiki_lab.core.verbs import Mark
from futoshiki_lab.trace.recorder import Recorder
from futoshiki_lab.trace.tree import BRANCH, SOLUTION, WRONG, SearchTree

CHECKPOINT = 1024  # events between two checkpoints: a state costs half as many on average

# Every event is compared with these, and plain numbers compare faster.
PLACE, ASSIGN, CHECK, PRUNE, WIPE_OUT, ACCEPT, RESTORE, BACKTRACK, SOLVED, BEGIN, SKIP = map(
    int, Verb
)


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
        growth = _Growth()
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
        self.tree, self._turns, self._turned_to = growth.tree, growth.turns, growth.turned_to

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
        return self._turned_to[bisect_right(self._turns, step) - 1]

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
        elif verb == ASSIGN:
            board.assign(where, value)
        elif verb == RESTORE:
            board.restore(Mark(other))
        elif verb == ACCEPT:
            board.accept(where)
        elif verb == BACKTRACK:
            board.backtrack(where)
        elif verb == SKIP:
            board.skip(where)
        elif verb == PLACE:
            board.place(where, value)


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
        elif verb == SKIP:
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
