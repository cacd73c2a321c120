"""What is known about a search tree at one step: why nodes failed, which are not tried yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.names import plain
from futoshiki_lab.trace import (
    BRANCH,
    FAILURE,
    OPEN,
    SKIPPED,
    WRONG,
    Node,
    SearchTree,
    Trace,
)

LONGEST_NAME = 200  # characters of a puzzle's name: the settings come after it
AHEAD = "ahead"  # a node that the search has not reached yet


class TreeSnapshot:
    """A tree at one step of its run; with `step=None`, all of it.

    Parameters
    ----------
    source : the trace, or only its tree, which has no reasons and no steps.

    Raises
    ------
    TypeError : `source` is neither, or `step` is given with a tree without its trace.
    IndexError : the trace has no such step.
    """

    def __init__(self, source: Trace | SearchTree, step: int | None = None):
        self.title, self.where, self.step = "search tree", "", step
        self.trace: Trace | None = None
        self.current: int | None = None
        if isinstance(source, Trace):
            self.trace, self.tree = source, source.tree()
            name = plain(source.puzzle.name or "puzzle", LONGEST_NAME)
            self.title = f"{name}: {source.run.settings}"
            if step is not None:
                self.current = source.state(step).node
                last = f"{len(source):,}"
                # The same width at every step: a wider caption would move the tree.
                self.where = f" · step {step:0{len(last)},} of {last}"
        elif not isinstance(source, SearchTree):
            raise TypeError(f"draw_tree takes a Trace or its tree, not {type(source).__name__}")
        elif step is not None:
            raise TypeError("a tree alone has no steps: give the trace")
        else:
            self.tree = source

    def kind(self, node: Node) -> str:
        """The kind of the node as known at this step; AHEAD if it has not been tried yet."""
        if self.step is None:
            return node.kind
        if node.first > self.step:
            return AHEAD
        if node.kind == SKIPPED and node.last is not None and node.last >= self.step:
            node = replace(node, kind=BRANCH)  # the jump comes later
        known_from = self._known_from(node)
        return node.kind if known_from is not None and known_from <= self.step else OPEN

    def is_over(self, node: Node) -> bool:
        """Whether the node has been taken back at this step."""
        return node.last is not None and (self.step is None or node.last <= self.step)

    def jumps(self) -> Iterator[tuple[int, int, bool]]:
        """Each jump over nodes: where it begins, where it leads, whether that has happened.

        It begins at the last value that failed below the innermost skipped node.
        """
        for node in self.tree:
            if node.kind != SKIPPED:
                continue
            above, inner = self.tree[node.parent], node
            while inner.children and self._skips(self.tree[inner.children[-1]], inner):
                inner = self.tree[inner.children[-1]]
            if not self._skips(node, above):
                start = inner.children[-1] if inner.children else inner.number
                yield start, above.number, self.kind(node) == SKIPPED

    def _skips(self, node: Node, above: Node) -> bool:
        """Whether one jump passes a node and then the one above it."""
        both = node.kind == above.kind == SKIPPED
        return both and node.last is not None and above.last == node.last + 2

    def reason(self, node: Node) -> str:
        """Why a node failed or is wrong, in a sentence; empty if neither, or if it is not known."""
        if self.trace is not None and node.kind == WRONG:
            return self.trace.reason(self._known_from(node) or 0)
        if self.trace is None or node.kind != FAILURE or node.last is None:
            return ""
        return self.trace.reason(node.last - 1)

    def short_reason(self, node: Node) -> tuple[str, str] | None:
        """The same in two words: a relation and the other cell, or ∅ and the wiped-out cell."""
        if self.trace is None or node.kind != FAILURE or node.last is None:
            return None
        event = self.trace.event(node.last - 1)
        if event.verb == Verb.WIPE_OUT:
            return "∅", str(event.cell)
        if event.verb != Verb.CHECK or event.constraint is None:
            return None
        relation = event.constraint.relation
        if event.cell == node.cell:
            return relation, str(event.other)
        return {"<": ">", ">": "<"}.get(relation, "≠"), str(event.cell)

    def _known_from(self, node: Node) -> int | None:
        """The step at which the kind of the node became known."""
        if node.number == 0:
            return 0
        if node.kind == FAILURE and node.last is not None:
            return node.last - 1
        if node.kind == SKIPPED and node.last is not None:
            return node.last + 1
        if node.kind == OPEN or self.trace is None:
            return None
        verb = Verb.ACCEPT if node.kind == BRANCH else Verb.SOLUTION
        return self.trace.recorder.verbs.index(verb, node.first) + 1
