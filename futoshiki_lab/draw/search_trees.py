"""Search trees drawn as Gist and CP-Profiler draw them: shapes before colours.

    draw_tree(trace)                        # the whole tree, or the part that fits
    draw_tree(trace, step=100)              # as it was at a step
    draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
    draw_tree(trace).save("tree.pdf")

`TreeSnapshot` knows a tree at one step; `tree_items` chooses what is drawn of it; here it gets its
look; `tree_layout` finds the places, and `tree_graph` writes files, also in Graphviz's language.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.colours import GREEN, GREY, ORANGE, SHAPES, VERMILLION
from futoshiki_lab.draw.ink import CLEAR, plain
from futoshiki_lab.draw.tree_graph import FONT, INK, Graph
from futoshiki_lab.draw.tree_items import COLLAPSED, FOLDED, MERGED, NODE, Item, visible_items
from futoshiki_lab.draw.tree_layout import INCH, Box, Jump
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

LONGEST_NAME = 200  # characters of a puzzle's name: the settings come after it
AHEAD = "ahead"  # a node that the search has not reached yet
LIMIT = 150
ROOMY = 60  # up to this number of items there is room for numbers and reasons
FAINT = "#99999966"
# Inches: without text inside, with a short one, and how much wider the shape is than a longer one.
SIZES = {
    BRANCH: (0.2, 0.34, 0.1),
    SOLUTION: (0.3, 0.52, 0.22),
    WRONG: (0.36, 0.52, 0.22),
    FAILURE: (0.2, 0.46, 0.08),
}
CHARACTER = 0.078  # the width of a character in a node, in inches


def draw_tree(
    what: Trace | SearchTree,
    *,
    limit: int = LIMIT,
    depth: int | None = None,
    expand: Collection[int] = (),
    step: int | None = None,
    scale: float = 1.0,
    title: str | None = None,
    sideways: bool = False,
) -> Graph:
    """Draw a search tree.

    Parameters
    ----------
    what : a trace; or its `tree`, which has no reasons.
    limit : the largest number of nodes to draw; in a larger tree failed subtrees are collapsed.
        The path to the first solution stays open.
    depth : draw nothing below this depth.
    expand : numbers of nodes to open, in spite of the limit. A node's number is in it or in its
        tooltip.
    step : draw the tree as it was at a step of the trace; the layout is that of the whole run.
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of the puzzle's name and the settings; "" for none.
    sideways : grow from left to right, not from top to bottom.

    Returns
    -------
    A `Graph`, a `graphviz.Digraph` that shows itself at the end of a notebook's cell; `.save(path)`
    writes SVG, PNG, PDF or DOT.

    A circle is a node whose value survived its look, a square a failed one, a diamond a solution (a
    wrong one has × in it), a hollow circle a node not explored, a dashed one a node that a jump
    passed (its arrow is dashed too); a triangle hides a collapsed subtree, and shows how many
    nodes. The tooltip of a node says why it failed, and so does the node itself if there is room.

    Raises
    ------
    IndexError : the trace has no such step.
    TypeError, ValueError : an argument makes no sense; see `TreeSnapshot` and `visible_items`.
    """
    snapshot, graph = TreeSnapshot(what, step), _graph(scale, sideways)
    items = visible_items(snapshot.tree, limit, depth, expand)
    painter = TreePainter(snapshot, scale, items)
    named = snapshot.title if title is None else title
    title_lines = [text for text in (named, *painter.caption()) if text]
    graph.add(painter.boxes(), painter.jumps(), title_lines, graph)
    graph.summary = f"search tree of {'; '.join(title_lines)}"
    return graph


def draw_trees(
    *whats: Trace | SearchTree,
    limit: int = LIMIT,
    depth: int | None = None,
    step: int | None = None,
    scale: float = 1.0,
    sideways: bool = False,
) -> Graph:
    """Draw the search trees of several runs side by side, in one picture.

    Parameters
    ----------
    whats : the traces.
    limit : how many nodes of each tree are drawn.
    The others are those of `draw_tree`.

    Raises
    ------
    As `draw_tree`; and ValueError if there is nothing to draw.
    """
    if not whats:
        raise ValueError("no trees to draw: name at least one trace")
    graph, titles = _graph(scale, sideways), []
    for number, what in enumerate(whats, 1):
        snapshot = TreeSnapshot(what, step)
        items = visible_items(snapshot.tree, limit, depth)
        with graph.subgraph(name=f"cluster{number}") as part:
            painter = TreePainter(snapshot, scale, items, prefix=f"t{number}")
            title_lines = [snapshot.title, *painter.caption()]
            look = {"pencolor": CLEAR, "margin": str(12 * scale)}
            graph.add(painter.boxes(), painter.jumps(), title_lines, part, **look)
        titles.append("; ".join(title_lines))
    graph.summary = "search trees of " + ", and of ".join(titles)
    return graph


def _graph(scale: float, sideways: bool) -> Graph:
    graph, text = Graph(), {"fontname": FONT, "fontcolor": INK}
    graph.scale, graph.sideways = scale, sideways
    about = {"bgcolor": CLEAR, "ordering": "out", "rankdir": "LR" if sideways else "TB"}
    about |= {"nodesep": str(0.14 * scale), "ranksep": str(0.28 * scale), "labelloc": "t"}
    graph.attr(**about, labeljust="l", fontsize=str(11 * scale), tooltip=" ", **text)
    graph.attr("node", style="filled", fixedsize="true", label="", margin="0", **text)
    graph.attr("edge", arrowhead="none", color=INK, fontsize=str(9 * scale), **text)
    return graph


class TreePainter:
    """Says what a tree's picture consists of, and how each thing looks.

    Parameters
    ----------
    items : the parts of the tree to draw.
    prefix : the start of the items' names, different for each tree in one graph.
    """

    def __init__(self, snapshot: TreeSnapshot, scale: float, items: list[Item], prefix: str = ""):
        self.snapshot, self.scale = snapshot, scale
        self.items, self.prefix, self.tree = items, prefix, snapshot.tree
        self.names = {node: item.name for item in items for node in item.nodes}
        self.roomy = len(items) - 1 <= ROOMY

    def boxes(self) -> list[Box]:
        """What is drawn, parents before children."""
        current = self.snapshot.current
        shown = "" if current is None else self._name_of(current)
        return [self._box(item, item.name == shown) for item in self.items]

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

    # -- one item --------------------------------------------------------------------------------

    def _box(self, item: Item, current: bool) -> Box:
        node = self.tree[item.nodes[0]]
        if item.kind == NODE:
            look = self._node_look(node)
        elif item.kind == FOLDED:
            colour = FAINT if self.snapshot.kind(node) == AHEAD else INK
            look = self._look("box", (1.2, 0.3, 9), (colour, CLEAR, colour))
            look |= {"dashed": True, "texts": (f"⋮ {item.hidden:,} nodes",)}
        else:
            number = f"{item.hidden:,}"
            size = max(0.42, 0.2 + 0.105 * len(number)), 0.46, 9
            look = self._look("triangle", size, self._triangle_colours(item, node))
            look |= {"texts": (number,), "thick": 1.5 * self.scale}
        if current:
            look |= {"line": ORANGE, "thick": 4 * self.scale}
        if item.above:
            look |= self._edge(item) | {"above": self.prefix + item.above}
        return Box(self.prefix + item.name, tooltip=plain(self._tooltip(item, node)), **look)

    def _look(
        self, shape: str, size: tuple[float, float, float], colours: tuple[str, str, str]
    ) -> dict[str, Any]:
        """A shape of this width and height with this font, and its line, fill and ink."""
        wide, high, font = (each * self.scale for each in size)
        look = zip(("line", "fill", "ink"), colours, strict=True)
        sizes = {"width": wide * INCH, "height": high * INCH, "font": font, "thick": self.scale}
        return {"shape": shape, **sizes, **dict(look)}

    def _node_look(self, node: Node) -> dict[str, Any]:
        kind = self.snapshot.kind(node)
        # Every step has the sizes of the whole run: the layout does not move.
        side, with_text, around = SIZES.get(node.kind, SIZES[BRANCH])
        texts: tuple[str, ...] = ()
        if self.roomy:
            texts = self.snapshot.short_reason(node) or (str(node.number or ""),)
            side = max(with_text, CHARACTER * max(map(len, texts)) + around)
        shape, fill, ink = SHAPES.get(kind, SHAPES[OPEN])
        colours = {
            AHEAD: (FAINT, CLEAR, CLEAR),
            OPEN: (INK, CLEAR, CLEAR),
            SKIPPED: (INK, CLEAR, INK),
        }.get(kind, (fill, fill, ink))
        texts = ("×",) if kind == WRONG else tuple(filter(None, texts))
        look = self._look(shape, (side, side, 8.5), colours)
        return look | {"texts": texts, "dashed": kind == SKIPPED}

    def _triangle_colours(self, item: Item, first: Node) -> tuple[str, str, str]:
        """Filled if all its nodes failed, hollow if that is not known yet."""
        if self.snapshot.kind(first) == AHEAD:
            return FAINT, CLEAR, FAINT
        if any(self._holds_right_solution(number) for number in item.nodes):
            return GREEN, GREEN, "#000000"
        if all(self.snapshot.is_over(self.tree[number]) for number in item.nodes):
            return VERMILLION, VERMILLION, "#000000"
        return INK, CLEAR, INK

    def _tooltip(self, item: Item, node: Node) -> str:
        if item.kind == MERGED:
            last = self.tree[item.nodes[-1]]
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

    # -- edges -----------------------------------------------------------------------------------

    def _edge(self, item: Item) -> dict[str, Any]:
        node = self.tree[item.nodes[0]]
        look: dict[str, Any] = {"words": plain(self._edge_label(item))}
        look |= {"edge": INK, "edge_ink": INK, "edge_thick": self.scale}
        if self.snapshot.kind(node) == AHEAD:
            look |= {"edge": FAINT, "edge_ink": GREY, "edge_dashed": True}
        elif self._holds_right_solution(node.number) and self.snapshot.step is None:
            look |= {"edge": GREEN, "edge_thick": 2.5 * self.scale}
        return look

    def jumps(self) -> list[Jump]:
        """An arrow from each dead end to the node to blame, if both ends can be seen apart."""
        found = []
        for start, end, happened in self.snapshot.jumps():
            first, last = self._name_of(start), self.names.get(end)
            if last not in (None, first):
                label = self.tree[end].label
                words = f"jump back to {label}" if end else "jump back: no cell is to blame"
                ends = self.prefix + first, f"{self.prefix}{last}"
                colour = INK if happened else CLEAR
                found.append(Jump(*ends, colour, 1.5 * self.scale, plain(words)))
        return found

    def _edge_label(self, item: Item) -> str:
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

    def _holds_right_solution(self, number: int) -> bool:
        return self.tree.holds_solution[number] >= 2


# -- what is known at a step --------------------------------------------------------------------


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
