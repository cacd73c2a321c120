"""What is known of a search tree's nodes: why they failed, and how far a run has come in them."""

from __future__ import annotations

from bisect import bisect_right

from futoshiki_lab.core import Verb
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.tree import BRANCH, FAILURE, OPEN, SOLUTION, Node, SearchTree

AHEAD = "ahead"  # a node that the search has not come to yet


class Story:
    """A tree as of one step of its run; with `step=None`, all of it.

    Parameters
    ----------
    source : the trace, or a tree alone, of which no reasons and no steps are known.

    Raises
    ------
    TypeError : `source` is neither, or a step of a tree without its trace is asked for.
    IndexError : the trace has no such step.
    """

    def __init__(self, source: Trace | SearchTree, step: int | None = None):
        if not isinstance(source, Trace | SearchTree):
            kind = type(source).__name__
            raise TypeError(f"draw_tree takes a Trace or its tree, not {kind}")
        self.trace = source if isinstance(source, Trace) else None
        self.tree = source.tree() if self.trace else source
        if step is not None and self.trace is None:
            raise TypeError("a tree alone has no steps: give the trace")
        self.step = step
        self.current = None if step is None else source.state(step).node

    @property
    def title(self) -> str:
        """Which run it is."""
        if self.trace is None:
            return "search tree"
        return f"{self.trace.puzzle.name or 'puzzle'}: {self.trace.run.settings}"

    @property
    def where(self) -> str:
        """At which step, as wide at every step: a wider caption would move the tree."""
        if self.step is None:
            return ""
        last = f"{len(self.trace):,}"
        return f" · step {self.step:0{len(last)},} of {last}"

    def kind(self, node: Node) -> str:
        """What the node has turned out to be by now; AHEAD if it has not been tried yet."""
        if self.step is None:
            return node.kind
        if node.first > self.step:
            return AHEAD
        known = self._known_from(node)
        return node.kind if known is not None and known <= self.step else OPEN

    def is_over(self, node: Node) -> bool:
        """Whether the node has been taken back by now."""
        return node.last is not None and (self.step is None or node.last <= self.step)

    def reason(self, node: Node) -> str:
        """Why a node failed, in a sentence; empty if it did not, or nobody knows."""
        if self.trace is None or node.kind != FAILURE or node.last is None:
            return ""
        return self.trace.reason(node.last - 1)

    def short_reason(self, node: Node) -> tuple[str, str] | None:
        """The same in two words: a relation and the other cell, or ∅ and the cell it struck."""
        if self.trace is None or node.kind != FAILURE or node.last is None:
            return None
        event = self.trace.event(node.last - 1)
        if event.verb == Verb.WIPE_OUT:
            return "∅", str(event.cell)
        if event.verb == Verb.CHECK:
            seen_from_here = event.cell == node.cell
            other = event.other if seen_from_here else event.cell
            turned = {"<": ">", ">": "<"}.get(event.constraint.relation, "≠")
            return event.constraint.relation if seen_from_here else turned, str(other)
        return None

    def _known_from(self, node: Node) -> int | None:
        """The step at which it was known what the node is."""
        if node.number == 0:
            return 0
        if node.kind == FAILURE:
            return None if node.last is None else node.last - 1
        if node.kind == OPEN:
            return None
        what = {BRANCH: Verb.ACCEPT, SOLUTION: Verb.SOLUTION}[node.kind]
        return self._next(node.first, what)

    def _next(self, step: int, verb: Verb) -> int | None:
        """The first step after this one with a verb."""
        if verb == Verb.SOLUTION:
            steps = self.trace.steps("solution")
            place = bisect_right(steps, step)
            return steps[place] if place < len(steps) else None
        try:
            return self.trace.recorder.verbs.index(verb, step) + 1
        except ValueError:
            return None
