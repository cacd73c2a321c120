"""Watches a search that is not ours: their code runs on their objects, and a board of ours follows.

An observer looks two frames up for the line that called a verb. So the board acts silently, and the
function that their code has called tells the event itself: the line shown is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from futoshiki_lab.core import Board, Value, Variable, Verb
from futoshiki_lab.core.verbs import Because

Event = tuple[Any, ...]  # what an observer is called with


class Watch:
    """What follows on a board; `tell` is the observer of the recording."""

    board: Board
    tell: Any

    def follow(self, board: Board) -> None:
        self.board, self.tell = board, board.observer

    def silently(self, verb: Callable[..., Any], *of: Any) -> Any:
        """Call a verb of the board without an event."""
        self.board.observer = None
        try:
            return verb(*of)
        finally:
            self.board.observer = self.tell

    def count_check(self) -> None:
        counts, in_setup = self.board.counts, self.board.in_setup
        counts.setup_checks += in_setup
        counts.checks += not in_setup

    def rule_out(self, var: Variable, value: Value, because: Because = None) -> Iterator[Event]:
        """Prune a value on the board, if it is there; the events of that."""
        board = self.board
        if var in board.values or value not in board.domains[var]:
            return
        where, _, other_value = board._told(var, value, because)
        self.silently(board.prune, var, value, because)
        yield Verb.PRUNE, where, value, other_value
        if not board.domains[var]:
            yield Verb.WIPE_OUT, where, board.puzzle.empty, other_value
