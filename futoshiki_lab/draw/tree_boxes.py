"""What the picture of a search tree consists of: what is known at a step, and how it looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.ink import (
    AHEAD,
    CLEAR,
    FAINT,
    GREEN,
    GREY,
    ORANGE,
    PALE,
    SHAPES,
    VERMILLION,
    plain,
)
from futoshiki_lab.draw.tree_items import COLLAPSED, FOLDED, MERGED, NODE, TreeItem
from futoshiki_lab.draw.tree_layout import INCH, Arrow, Box
from futoshiki_lab.trace import (
    BRANCH,
    FAILURE,
    OPEN,
    SKIPPED,
    SOLUTION,
    WRONG,
    Node,
    SearchTree,
    Trace,
)

ROOMY = 60  # up to this number of items there is room for numbers and reasons
# Inches: without text inside, with a short one, and how much wider the shape is than a longer one.
SIZES = {
    BRANCH: (0.2, 0.34, 0.1),
    SOLUTION: (0.3, 0.52, 0.22),
    WRONG: (0.36, 0.52, 0.22),
    FAILURE: (0.2, 0.46, 0.08),
}
CHARACTER = 0.078  # the width of a character in a node, in inches
LONGEST_NAME = 200  # characters of a puzzle's name: the settings come after it


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
        known_from = self._known_from(node)
        if self.trace is None or not known_from or node.kind not in (FAILURE, WRONG):
            return ""
        return self.trace.reason(known_from)

    def short_reason(self, node: Node) -> tuple[str, str] | None:
        """The same in two words: a relation and the other cell, or ∅ and the wiped-out cell."""
        known_from = self._known_from(node)
        if self.trace is None or not known_from or node.kind != FAILURE:
            return None
        event = self.trace.event(known_from)
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


class TreePainter:
    """Says what a tree's picture consists of, and how each thing looks.

    Parameters
    ----------
    items : the parts of the tree to draw.
    prefix : the start of the items' names, different for each tree in one graph.
    """

    def __init__(self, snapshot: TreeSnapshot, scale: float, items: list[TreeItem], prefix: str):
        self.snapshot, self.scale = snapshot, scale
        self.items, self.prefix, self.tree = items, prefix, snapshot.tree
        self.names = {node: item.name for item in items for node in item.nodes}
        self.roomy = len(items) - 1 <= ROOMY

    def boxes(self) -> list[Box]:
        """What is drawn, parents before children."""
        current = self.snapshot.current
        shown = "" if current is None else self._name_of(current)
        return [self._box(item, item.name == shown) for item in self.items]

    def jumps(self) -> list[Arrow]:
        """An arrow from each dead end to the node to blame, if both ends can be seen apart."""
        found = []
        for start, end, happened in self.snapshot.jumps():
            first, last = self._name_of(start), self.names.get(end)
            if last not in (None, first):
                label = self.tree[end].label
                words = f"jump back to {label}" if end else "jump back: no cell is to blame"
                look = PALE if happened else CLEAR, 1.5 * self.scale, plain(words)
                found.append(Arrow(self.prefix + first, f"{self.prefix}{last}", *look))
        return found

    def _name_of(self, number: int) -> str:
        """The name of the item that shows a node, or hides it."""
        while number not in self.names:
            number = self.tree.parent(number)
        return self.names[number]

    def caption(self) -> list[str]:
        """The lines below the title: numbers, and what the shapes mean."""
        nodes, hidden = len(self.tree) - 1, sum(item.hidden for item in self.items)
        sums = f"{nodes:,} node{'s' * (nodes != 1)}, all drawn"
        if hidden:
            sums = f"{nodes:,} nodes: {nodes - hidden:,} drawn, {hidden:,} hidden"
        kinds = {self.tree[item.nodes[0]].kind for item in self.items[1:] if item.kind == NODE}
        shapes, in_the_run = {item.kind for item in self.items}, self.snapshot.step is not None
        words = {
            "circle: value survives its look": BRANCH in kinds,
            f"square: failure{', and why' * self.roomy}": FAILURE in kinds,
            "diamond: solution": SOLUTION in kinds,
            "diamond with ×: wrong solution": WRONG in kinds,
            "hollow: not explored": in_the_run or OPEN in kinds,
            "dashed circle: skipped; dashed arrow: jump": SKIPPED in kinds,
            "triangle: collapsed, with the nodes it hides": shapes & {COLLAPSED, MERGED},
            "dashed box: folded part of the path": FOLDED in shapes,
            "orange: current": in_the_run,
        }
        legend = " · ".join(word for word, seen in words.items() if seen)
        return [sums + self.snapshot.where, legend]

    def _box(self, item: TreeItem, current: bool) -> Box:
        """An item's shape, and the edge that leads to it."""
        node, scale = self.tree[item.nodes[0]], self.scale
        kind, texts, thick, font = self.snapshot.kind(node), [f"{item.hidden:,}"], 1.0, 9.0
        shape, line, fill, ink = SHAPES[kind]
        if item.kind == NODE:
            # Every step has the sizes of the whole run: the layout does not move.
            wide, with_text, around = SIZES.get(node.kind, SIZES[BRANCH])
            texts, font = [], 8.5
            if self.roomy:
                texts = [*(self.snapshot.short_reason(node) or [str(node.number or "")])]
                wide = max(with_text, CHARACTER * max(map(len, texts)) + around)
            high, texts = wide, ["×"] if kind == WRONG else [*filter(None, texts)]
        elif item.kind == FOLDED:
            shape, wide, high, texts = "box", 1.2, 0.3, [f"⋮ {item.hidden:,} nodes"]
            line = ink = FAINT if kind == AHEAD else PALE
            fill = CLEAR
        else:
            shape, wide, high = "triangle", max(0.42, 0.2 + 0.105 * len(texts[0])), 0.46
            (line, fill, ink), thick = self._triangle_colours(item), 1.5
        if current:
            line, thick = ORANGE, 4
        edge: dict[str, Any] = {"edge": PALE, "edge_ink": PALE, "edge_thick": scale}
        if kind == AHEAD:
            edge |= {"edge": FAINT, "edge_ink": GREY, "edge_dashed": True}
        elif self.snapshot.step is None and self.tree.holds_solution[node.number] >= 2:
            edge |= {"edge": GREEN, "edge_thick": 2.5 * scale}
        if item.above:
            edge |= {"above": self.prefix + item.above, "words": plain(self._edge_label(item))}
        sizes = wide * INCH * scale, high * INCH * scale, thick * scale, font * scale
        about = line, fill, ink, plain(self._tooltip(item)), tuple(texts)
        dashed = item.kind == FOLDED or (item.kind == NODE and kind == SKIPPED)
        return Box(self.prefix + item.name, shape, *about, *sizes, dashed, **edge)

    def _triangle_colours(self, item: TreeItem) -> tuple[str, str, str]:
        """Filled if all its nodes failed, hollow if that is not known yet."""
        if self.snapshot.kind(self.tree[item.nodes[0]]) == AHEAD:
            return FAINT, CLEAR, FAINT
        if any(self.tree.holds_solution[number] >= 2 for number in item.nodes):
            return GREEN, GREEN, "#000000"
        if all(self.snapshot.is_over(self.tree[number]) for number in item.nodes):
            return VERMILLION, VERMILLION, "#000000"
        return PALE, CLEAR, PALE

    def _tooltip(self, item: TreeItem) -> str:
        node, last = self.tree[item.nodes[0]], self.tree[item.nodes[-1]]
        if item.kind == MERGED:
            return f"{len(item.nodes)} siblings, {node.label} to {last.label}, and all below them"
        if item.kind == FOLDED:
            return f"part of the path from node {item.nodes[0]} to node {item.nodes[1]}"
        if not node.number:
            return "the root: nothing is tried yet"
        kind = self.snapshot.kind(node)
        words = [f"node {node.number}: {node.label}", kind]
        words += [self.snapshot.reason(node)] * (kind in (FAILURE, WRONG))
        words += [f"{item.hidden:,} nodes below it are not drawn"] * (item.kind == COLLAPSED)
        return "; ".join(filter(None, words))

    def _edge_label(self, item: TreeItem) -> str:
        nodes = [self.tree[number] for number in item.nodes]
        if item.kind == FOLDED:
            return ""
        if item.kind != MERGED:
            return nodes[0].label
        if len({node.cell for node in nodes}) > 1:
            return f"{len(nodes)} values"
        values = [str(node.value) for node in nodes]
        shown = values if len(values) <= 4 else [*values[:2], "…", values[-1]]
        return f"{nodes[0].cell}={','.join(shown)}"
