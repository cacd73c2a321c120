"""Search trees drawn with Graphviz, as Gist and CP-Profiler draw them: shapes before colours."""

from __future__ import annotations

from collections.abc import Collection

import graphviz

from futoshiki_lab.draw.colours import GREEN, GREY, ORANGE, SHAPES, VERMILLION
from futoshiki_lab.draw.trees.graph import Graph, lines, literal
from futoshiki_lab.draw.trees.plan import COLLAPSED, FOLDED, MERGED, NODE, Item, plan
from futoshiki_lab.draw.trees.story import AHEAD, Story
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.tree import BRANCH, FAILURE, OPEN, SOLUTION, Node, SearchTree

LIMIT = 150
ROOMY = 60  # up to so many items there is room for numbers and reasons
INK = "#7A7A7A"  # readable on white and on black
FAINT = "#99999966"
SIZES = {SOLUTION: (0.3, 0.52), FAILURE: (0.2, 0.46)}  # inches, without and with text inside
FONT = "Helvetica,Arial,sans-serif"


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
    what : a trace; or its `tree`, of which no reasons are known.
    limit : draw everything up to so many nodes; in a larger tree failed subtrees are collapsed
        until no more than that is drawn. The way to the first solution stays open.
    depth : draw nothing below this depth.
    expand : numbers of nodes to open, whatever the limit says. A node's number stands in it or in
        its tooltip.
    step : draw the tree as it was at a step of the trace; the layout is that of the whole run.
    scale : how large; 2 for the back row of a lecture hall.
    title : what to write above, in place of the puzzle's name and the settings; "" for nothing.
    sideways : grow from left to right, in the place of top to bottom.

    Returns
    -------
    A `Graph`, which shows itself at the end of a notebook's cell and exports itself: `.save(path)`
    writes SVG, PNG, PDF or DOT. It is a `graphviz.Digraph`.

    A circle is a node whose value survived its look, a square a failed one, a diamond a solution, a
    hollow circle a node not explored; a triangle hides a collapsed subtree, and says how many
    nodes. Why a node failed stands in its tooltip, and inside it where there is room.

    Raises
    ------
    IndexError : the trace has no such step.
    TypeError, ValueError : what is asked for makes no sense; see `Story` and `plan`.
    """
    story = Story(what, step)
    items = plan(story.tree, limit, depth, expand)
    graph = _graph(scale, sideways)
    picture = _TreePicture(graph, story, items, scale)
    picture.draw()
    heading = [story.title if title is None else title, *picture.caption]
    graph.attr(label=lines([literal(text) for text in heading if text], r"\l"))
    graph.summary = f"search tree of {'; '.join(text for text in heading if text)}"
    return graph


def draw_trees(
    *whats: Trace | SearchTree,
    limit: int = LIMIT,
    depth: int | None = None,
    step: int | None = None,
    scale: float = 1.0,
    sideways: bool = False,
) -> Graph:
    """Draw the search trees of several runs beside each other, in one picture.

    Parameters
    ----------
    whats : the traces.
    limit : how many nodes are drawn of each.
    The others are those of `draw_tree`.

    Raises
    ------
    As `draw_tree`; and ValueError if there is nothing to draw.
    """
    if not whats:
        raise ValueError("no trees to draw: name at least one trace")
    graph, titles = _graph(scale, sideways), []
    for number, what in enumerate(whats, 1):
        story = Story(what, step)
        items = plan(story.tree, limit, depth)
        name = f"cluster{number}"
        with graph.subgraph(name=name) as part:
            picture = _TreePicture(part, story, items, scale, prefix=f"t{number}")
            picture.draw()
            heading = lines([literal(text) for text in (story.title, *picture.caption)], r"\l")
            part.attr(label=heading, pencolor="transparent", margin=str(12 * scale))
        titles.append("; ".join((story.title, *picture.caption)))
    graph.summary = "search trees of " + ", and of ".join(titles)
    return graph


def _graph(scale: float, sideways: bool) -> Graph:
    graph = Graph()
    text = {"fontname": FONT, "fontcolor": INK}
    graph.attr(
        bgcolor="transparent",
        ordering="out",
        rankdir="LR" if sideways else "TB",
        nodesep=str(0.14 * scale),
        ranksep=str(0.28 * scale),
        labelloc="t",
        labeljust="l",
        fontsize=str(11 * scale),
        tooltip=" ",
        **text,
    )
    graph.attr("node", style="filled", fixedsize="true", label="", margin="0", **text)
    graph.attr("edge", arrowhead="none", color=INK, fontsize=str(9 * scale), **text)
    return graph


class _TreePicture:
    """Adds one tree to a graph.

    Attributes
    ----------
    caption : after `draw`, the lines that say what is seen.
    """

    def __init__(
        self, graph: graphviz.Digraph, story: Story, items: list[Item], scale: float, prefix=""
    ):
        self.graph, self.story, self.items = graph, story, items
        self.scale, self.prefix = scale, prefix
        self.tree = story.tree
        self.roomy = len(items) - 1 <= ROOMY
        self.current = self._item_with(story.current)

    def draw(self) -> None:
        for item in self.items:
            self._draw_item(item)
            if item.above:
                self._draw_edge(item)
        self.caption = [self._sums(), self._legend()]

    # -- the caption -----------------------------------------------------------------------------

    def _sums(self) -> str:
        nodes = len(self.tree) - 1
        hidden = sum(item.hidden for item in self.items)
        if hidden:
            sums = f"{nodes:,} nodes: {nodes - hidden:,} drawn, {hidden:,} hidden"
        else:
            sums = f"{nodes:,} node{'s' * (nodes != 1)}, all drawn"
        return f"{sums}{self.story.where}"

    def _legend(self) -> str:
        kinds = {self.tree[item.nodes[0]].kind for item in self.items[1:] if item.kind == NODE}
        shapes = {item.kind for item in self.items}
        ahead = self.story.step is not None or OPEN in kinds
        words = [
            "circle: value survives its look" if BRANCH in kinds else "",
            f"square: failure{', and why' * self.roomy}" if FAILURE in kinds else "",
            "diamond: solution" if SOLUTION in kinds else "",
            "hollow: not explored" if ahead else "",
            "triangle: collapsed, with the nodes it hides" if shapes & {COLLAPSED, MERGED} else "",
            "dashed box: folded part of the path" if FOLDED in shapes else "",
            "orange: current" if self.story.step is not None else "",
        ]
        return " · ".join(word for word in words if word)

    # -- one item --------------------------------------------------------------------------------

    def _draw_item(self, item: Item) -> None:
        node = self.tree[item.nodes[0]]
        if item.kind == NODE:
            look = self._node_look(node)
        elif item.kind == FOLDED:
            look = self._folded_look(item)
        else:
            look = self._triangle_look(item)
        if item.name == self.current:
            look |= {"color": ORANGE, "penwidth": str(4 * self.scale)}
        self.graph.node(self.prefix + item.name, tooltip=literal(self._tooltip(item)), **look)

    def _node_look(self, node: Node) -> dict[str, str]:
        kind = self.story.kind(node)
        # The size is that of the whole run from the start: the layout stays put.
        small, large = SIZES.get(node.kind, (0.2, 0.34))
        look = self._sized(*[large if self.roomy else small] * 2, 8.5)
        if self.roomy:
            look["label"] = self._label(node)
        return look | {"shape": SHAPES.get(kind, SHAPES[OPEN])[0]} | self._colours(kind)

    def _label(self, node: Node) -> str:
        short = self.story.short_reason(node)
        if short:
            return lines([literal(text) for text in short])
        return literal(node.number or "")

    def _colours(self, kind: str) -> dict[str, str]:
        if kind == AHEAD:
            return {"color": FAINT, "fillcolor": "transparent", "fontcolor": "transparent"}
        _, fill, ink = SHAPES[kind]
        if kind == OPEN:
            return {"color": INK, "fillcolor": "transparent", "fontcolor": "transparent"}
        return {"color": fill, "fillcolor": fill, "fontcolor": ink}

    def _triangle_look(self, item: Item) -> dict[str, str]:
        """A triangle: filled when all in it has failed, hollow while that is not known."""
        nodes = [self.tree[number] for number in item.nodes]
        number = f"{item.hidden:,}"
        wide = max(0.42, 0.2 + 0.105 * len(number))
        look = self._sized(wide, 0.46, 9) | {"shape": "triangle", "label": number}
        look |= {"labelloc": "b", "penwidth": str(1.5 * self.scale)}
        if self.story.kind(nodes[0]) == AHEAD:
            return look | {"color": FAINT, "fillcolor": "transparent", "fontcolor": FAINT}
        if any(self.tree.holds_solution[node.number] for node in nodes):
            return look | {"color": GREEN, "fillcolor": GREEN, "fontcolor": "#000000"}
        if all(self.story.is_over(node) for node in nodes):
            return look | {"color": VERMILLION, "fillcolor": VERMILLION, "fontcolor": "#000000"}
        return look | {"color": INK, "fillcolor": "transparent", "fontcolor": INK}

    def _folded_look(self, item: Item) -> dict[str, str]:
        ahead = self.story.kind(self.tree[item.nodes[0]]) == AHEAD
        colour = FAINT if ahead else INK
        look = {"shape": "box", "style": "dashed", "color": colour, "fontcolor": colour}
        return look | self._sized(1.2, 0.3, 9) | {"label": f"⋮ {item.hidden:,} nodes"}

    def _sized(self, width: float, height: float, font: float) -> dict[str, str]:
        sizes = {"width": width, "height": height, "fontsize": font}
        return {name: f"{size * self.scale:g}" for name, size in sizes.items()}

    def _tooltip(self, item: Item) -> str:
        node = self.tree[item.nodes[0]]
        if item.kind == MERGED:
            last = self.tree[item.nodes[-1]]
            return f"{len(item.nodes)} siblings, {node.label} to {last.label}, and all below them"
        if item.kind == FOLDED:
            return f"part of the path from node {item.nodes[0]} to node {item.nodes[1]}"
        if not node.number:
            return "the root: nothing is tried yet"
        words = [f"node {node.number}: {node.label}", self.story.kind(node)]
        if self.story.kind(node) == FAILURE:
            words.append(self.story.reason(node))
        if item.kind == COLLAPSED:
            words.append(f"{item.hidden:,} nodes below it are not drawn")
        return "; ".join(word for word in words if word)

    # -- edges -----------------------------------------------------------------------------------

    def _draw_edge(self, item: Item) -> None:
        node = self.tree[item.nodes[0]]
        look = {"penwidth": f"{self.scale:g}"}
        if self.story.kind(node) == AHEAD:
            look |= {"color": FAINT, "fontcolor": GREY, "style": "dashed"}
        elif self.tree.holds_solution[node.number] and self.story.step is None:
            look |= {"color": GREEN, "penwidth": f"{2.5 * self.scale:g}"}
        words = literal(self._edge_label(item))
        tooltips = {"edgetooltip": words or " ", "labeltooltip": words or " "}
        ends = (self.prefix + item.above, self.prefix + item.name)
        self.graph.edge(*ends, label=f" {words} ", **tooltips, **look)

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

    # -- the current node ------------------------------------------------------------------------

    def _item_with(self, number: int | None) -> str | None:
        """The name of the item that shows a node, or hides it."""
        if number is None:
            return None
        names = {node: item.name for item in self.items for node in item.nodes}
        while number not in names:
            number = self.tree.parent(number)
        return names[number]
