"""Search trees drawn as Gist and CP-Profiler draw them: shapes before colours.

    draw_tree(trace)                        # the whole tree, or the part that fits
    draw_tree(trace, step=100)              # as it was at a step
    draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
    draw_tree(trace).save("tree.pdf")

`tree_items` knows what is shown; here it gets its look; `tree_layout` finds the places. The package
`graphviz` writes DOT, in which a tree can be kept and changed, and calls the program `dot`, which
most machines do not have. So a tree is laid out and drawn here, in the same way on every machine,
also in a browser's Python. Whoever has `dot` may ask for its layout:
`graph.pipe("svg", engine="dot")`.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import quoteattr

import graphviz

from futoshiki_lab.draw.colours import AHEAD, FAINT, GREEN, GREY, ORANGE, PALE, SHAPES, VERMILLION
from futoshiki_lab.draw.ink import CLEAR, Mark, plain, write_svg
from futoshiki_lab.draw.tree_items import (
    COLLAPSED,
    FOLDED,
    MERGED,
    NODE,
    Item,
    TreeSnapshot,
    visible_items,
)
from futoshiki_lab.draw.tree_layout import INCH, Box, Jump, Part, lay_out
from futoshiki_lab.support.writing import write_file
from futoshiki_lab.trace import BRANCH, FAILURE, OPEN, SKIPPED, SOLUTION, WRONG, SearchTree, Trace

LIMIT = 150
ROOMY = 60  # up to this number of items there is room for numbers and reasons
# Inches: without text inside, with a short one, and how much wider the shape is than a longer one.
SIZES = {
    BRANCH: (0.2, 0.34, 0.1),
    SOLUTION: (0.3, 0.52, 0.22),
    WRONG: (0.36, 0.52, 0.22),
    FAILURE: (0.2, 0.46, 0.08),
}
CHARACTER = 0.078  # the width of a character in a node, in inches
FONT = "Helvetica,Arial,sans-serif"
LONGEST_LINE = 72  # characters
DOTS = 192  # an inch of a PNG
FORMATS = ("svg", "png", "pdf", "dot", "gv")
NO_DOT = (
    "Graphviz's own layout needs its program dot (apt install graphviz, brew install graphviz, "
    "conda install graphviz); without `engine` a tree is drawn without it"
)


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
    graph = _begin(scale, sideways)
    lines = graph.add_tree(TreeSnapshot(what, step), limit, depth, expand, title=title)
    graph.summary = f"search tree of {'; '.join(lines)}"
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
    graph, titles = _begin(scale, sideways), []
    for number, what in enumerate(whats, 1):
        part = graphviz.Digraph(f"cluster{number}")
        look: dict[str, Any] = {"pencolor": CLEAR, "margin": str(12 * scale)}
        look |= {"into": part, "prefix": f"t{number}"}
        lines = graph.add_tree(TreeSnapshot(what, step), limit, depth, **look)
        graph.subgraph(part)
        titles.append("; ".join(lines))
    graph.summary = "search trees of " + ", and of ".join(titles)
    return graph


def _begin(scale: float, sideways: bool) -> Graph:
    graph, text = Graph(), {"fontname": FONT, "fontcolor": PALE}
    graph.scale, graph.sideways = scale, sideways
    about = {"bgcolor": CLEAR, "ordering": "out", "rankdir": "LR" if sideways else "TB"}
    about |= {"nodesep": str(0.14 * scale), "ranksep": str(0.28 * scale), "labelloc": "t"}
    graph.attr(**about, labeljust="l", fontsize=str(11 * scale), tooltip=" ", **text)
    graph.attr("node", style="filled", fixedsize="true", label="", margin="0", **text)
    graph.attr("edge", arrowhead="none", color=PALE, fontsize=str(9 * scale), **text)
    return graph


class TreePainter:
    """Says what a tree's picture consists of, and how each thing looks.

    Parameters
    ----------
    items : the parts of the tree to draw.
    prefix : the start of the items' names, different for each tree in one graph.
    """

    def __init__(self, snapshot: TreeSnapshot, scale: float, items: list[Item], prefix: str):
        self.snapshot, self.scale = snapshot, scale
        self.items, self.prefix, self.tree = items, prefix, snapshot.tree
        self.names = {node: item.name for item in items for node in item.nodes}
        self.roomy = len(items) - 1 <= ROOMY

    def boxes(self) -> list[Box]:
        """What is drawn, parents before children."""
        current = self.snapshot.current
        shown = "" if current is None else self._name_of(current)
        return [self._box(item, item.name == shown) for item in self.items]

    def jumps(self) -> list[Jump]:
        """An arrow from each dead end to the node to blame, if both ends can be seen apart."""
        found = []
        for start, end, happened in self.snapshot.jumps():
            first, last = self._name_of(start), self.names.get(end)
            if last not in (None, first):
                label = self.tree[end].label
                words = f"jump back to {label}" if end else "jump back: no cell is to blame"
                look = PALE if happened else CLEAR, 1.5 * self.scale, plain(words)
                found.append(Jump(self.prefix + first, f"{self.prefix}{last}", *look))
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

    def _box(self, item: Item, current: bool) -> Box:
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

    def _triangle_colours(self, item: Item) -> tuple[str, str, str]:
        """Filled if all its nodes failed, hollow if that is not known yet."""
        if self.snapshot.kind(self.tree[item.nodes[0]]) == AHEAD:
            return FAINT, CLEAR, FAINT
        if any(self.tree.holds_solution[number] >= 2 for number in item.nodes):
            return GREEN, GREEN, "#000000"
        if all(self.snapshot.is_over(self.tree[number]) for number in item.nodes):
            return VERMILLION, VERMILLION, "#000000"
        return PALE, CLEAR, PALE

    def _tooltip(self, item: Item) -> str:
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


def literal(text: object) -> str:
    """A text for a label or a tooltip in DOT: all its characters are shown as they are."""
    return graphviz.escape(plain(text).replace("&", "&amp;"))


class Graph(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself in a notebook; `save` exports it.

    Attributes
    ----------
    summary : what the picture shows, in words, for readers who do not see it.
    parts : the trees in it.
    scale, sideways : how it is drawn; see `draw_tree`.
    """

    summary = ""
    scale = 1.0
    sideways = False

    def __init__(self, *arguments: object, **settings: object):
        super().__init__(*arguments, **settings)
        self.parts: list[Part] = []

    def add_tree(
        self,
        snapshot: TreeSnapshot,
        limit: int,
        depth: int | None = None,
        expand: Collection[int] = (),
        *,
        title: str | None = None,
        into: graphviz.Digraph | None = None,
        prefix: str = "",
        **look: str,
    ) -> list[str]:
        """Add a tree, in DOT to this graph or to `into`, a part of it; returns what is above it."""
        items, into = visible_items(snapshot.tree, limit, depth, expand), into or self
        painter = TreePainter(snapshot, self.scale, items, prefix)
        named = snapshot.title if title is None else title
        lines = [text for text in (named, *painter.caption()) if text]
        # A name from a puzzle file must not make the picture wide.
        heading = [part for text in lines for part in wrap(plain(text), LONGEST_LINE)]
        self.parts.append(Part(painter.boxes(), painter.jumps(), heading))
        for box in self.parts[-1].boxes:
            _write_box(into, box)
        for jump in self.parts[-1].jumps:
            arrow = {"style": "dashed", "arrowhead": "normal", "constraint": "false"}
            arrow |= {"arrowsize": f"{0.5 * jump.thick:g}", "penwidth": f"{jump.thick:g}"}
            arrow |= {"color": jump.colour, "tooltip": literal(jump.words)}
            into.edge(jump.start, jump.end, **arrow)
        into.attr(label=graphviz.nohtml("".join(literal(line) + r"\l" for line in heading)), **look)
        return lines

    def marks(self) -> tuple[list[Mark], float, float]:
        """The trees, laid out; how wide and high they are, in points."""
        return lay_out(self.parts, self.scale, self.sideways, PALE)

    def pipe(
        self,
        format: str | None = None,
        *,
        engine: str | None = None,
        encoding: str | None = None,
        **options: object,
    ) -> bytes | str:
        """The picture in a format ("svg", "png", "pdf"); as text if `encoding` is given.

        With `engine`, and in another format ("dot", "plain"), the program `dot` makes it.

        Raises
        ------
        RuntimeError : `dot` is asked for and missing; the message says what to install.
        """
        picture = self._picture(format or "svg", engine, **options)
        return picture.decode(encoding) if encoding else picture

    def _picture(self, format: str, engine: str | None = None, **options: object) -> bytes:
        if engine is None and format == "svg":
            return b'<?xml version="1.0" encoding="UTF-8"?>\n' + self._svg().encode()
        if engine is None and format in FORMATS[:3]:
            return self._on_paper(format)
        try:
            return super().pipe(format, engine=engine, **{"quiet": True} | options)
        except (graphviz.ExecutableNotFound, OSError):  # in a browser there are no programs at all
            raise RuntimeError(NO_DOT) from None

    def _svg(self, more: str = "") -> str:
        """The picture as SVG; the mouse finds the tooltips."""
        marks, width, height = self.marks()
        size = f'width="{width:.0f}pt" height="{height:.0f}pt"'
        size += f' viewBox="0 0 {width:.0f} {height:.0f}"'
        start = f'<svg {more}{size} xmlns="http://www.w3.org/2000/svg" font-family="{FONT}">'
        return "\n".join([start, *map(write_svg, marks), "</svg>\n"])

    def _on_paper(self, format: str) -> bytes:
        from futoshiki_lab.draw.artists import paint
        from futoshiki_lab.draw.figures import Picture

        marks, width, height = self.marks()
        picture, written = Picture(width / INCH, height / INCH, "none"), BytesIO()
        paint(marks, picture.add_axes((0, 0, 1, 1)), width, height)
        picture.savefig(written, format=format, transparent=True, dpi=DOTS)
        return written.getvalue()

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Save the picture; the suffix decides the format: .svg, .png, .pdf; .dot or .gv for DOT.

        Raises
        ------
        ValueError : the suffix is missing or unknown.
        PuzzleError : the file cannot be written; one that is there stays as it is.
        """
        path = Path(path)
        suffix = path.suffix.lower().removeprefix(".")
        if suffix not in FORMATS:
            known = ", ".join(f".{name}" for name in FORMATS)
            raise ValueError(f"cannot tell the format of {str(path)!r}: it must end in {known}")
        write_file(path, self.source if suffix in ("dot", "gv") else self._picture(suffix))
        return path

    def render(
        self, filename: str = "tree", *, format: str = "pdf", view: bool = False, **_: object
    ) -> str:
        """Write DOT to `filename` and the picture beside it, as `graphviz.Digraph.render` does."""
        write_file(filename, self.source)
        picture = Path(f"{filename}.{format}")
        write_file(picture, self._picture(format))
        if view:
            graphviz.view(picture)
        return str(picture)

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, str]:
        """SVG; and the same in HTML, where tooltips work and a wide tree can be scrolled."""
        svg = self._picture("svg").decode("utf-8")
        # As wide as the page, but large enough to be readable.
        wide = self.marks()[1]
        look = f"width:100%;max-width:{wide:.0f}pt;min-width:{0.8 * wide:.0f}pt;height:auto"
        name = quoteattr(plain(self.summary, 1000))
        # On a page, text and lines have the page's own ink, on a dark one too.
        element = self._svg(f'role="img" aria-label={name} style="{look}" ')
        element = element.replace(f'"{PALE}"', '"currentColor"')
        html = f'<div style="overflow-x:auto">{element}</div>'
        return {"image/svg+xml": svg, "text/html": html, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<{plain(self.summary, 1000)}>"


def _write_box(graph: graphviz.Digraph, box: Box) -> None:
    """A node, and the edge that leads to it."""
    look = {"shape": box.shape, "color": box.line, "fillcolor": box.fill, "fontcolor": box.ink}
    look |= {"width": f"{box.width / INCH:g}", "height": f"{box.height / INCH:g}"}
    look |= {"fontsize": f"{box.font:g}", "penwidth": f"{box.thick:g}"}
    look |= {"style": "filled,dashed"} if box.dashed else {}
    label = graphviz.nohtml(r"\n".join(map(literal, box.texts)))
    place, words = "b" if box.shape == "triangle" else "c", literal(box.words)
    graph.node(box.name, label, tooltip=literal(box.tooltip), labelloc=place, **look)
    if box.above:
        look = {"penwidth": f"{box.edge_thick:g}", "color": box.edge, "fontcolor": box.edge_ink}
        look |= {"style": "dashed" if box.edge_dashed else "solid"}
        look |= dict.fromkeys(("edgetooltip", "labeltooltip"), words or " ")
        graph.edge(box.above, box.name, f" {words} ", **look)
