"""Search trees drawn as Gist and CP-Profiler draw them: shapes before colours.

    draw_tree(trace)                        # the whole tree, or the part that fits a column
    draw_tree(trace, step=100)              # as it was at a step
    draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
    draw_tree(trace).save("tree.pdf")

`tree_items` chooses what is shown, `tree_boxes` gives it its look and its place.
The package `graphviz` writes DOT, in which a tree can be kept and changed, and calls the program
`dot`, which most machines do not have. So a tree is laid out and drawn here, in the same way on
every machine, also in a browser's Python. With `dot` installed you may ask for its layout:
`graph.pipe("svg", engine="dot")`.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Collection
from io import BytesIO
from math import inf
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

import graphviz

from futoshiki_lab.draw.ink import CLEAR, PALE, Mark, Words, plain
from futoshiki_lab.draw.svg import write_svg
from futoshiki_lab.draw.tree_boxes import CHARACTER_WIDE, INCH, LINE, Box, TreePainter, lay_out
from futoshiki_lab.draw.tree_items import TreeSnapshot, visible_items
from futoshiki_lab.trace import SearchTree, Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS = 6  # of the path that are kept in a tree that is folded to a column
WHOLE = 100  # up to this number of nodes a tree is drawn as it is
# Points: at 16 cm, a slide's height or a column's width, the smallest text (8.5 of them) has 8.
COLUMN, TALL = 16 / 2.54 * 72 * 8.5 / 8, 1.35  # and so many times as high
AROUND, ASIDE = 6.0, 24.0  # points around the picture, between trees
FONT = "Helvetica,Arial,sans-serif"
LONGEST_LINE = 64  # characters: they fit a column
DOTS = 192  # an inch of a PNG
FORMATS = ("svg", "png", "pdf", "dot", "gv")
NO_DOT = (
    "Graphviz's own layout needs its program dot (apt install graphviz, brew install graphviz, "
    "conda install graphviz); without `engine` a tree is drawn without it"
)


def draw_tree(
    what: Trace | SearchTree,
    *,
    limit: int | None = None,
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
        The path to the first solution stays open. By default a tree of more than 100 nodes is
        folded to what a slide, or a column of 16 cm, can show.
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
    above = graph.add_tree(TreeSnapshot(what, step), limit, depth, expand, title=title)
    graph.summary = f"search tree of {above}"
    return graph


def draw_trees(
    *whats: Trace | SearchTree,
    limit: int | None = None,
    depth: int | None = None,
    step: int | None = None,
    scale: float = 1.0,
    sideways: bool = False,
    whole: bool = False,
) -> Graph | Figure:
    """Draw the search trees of several runs side by side, in one picture.

    Parameters
    ----------
    whats : the traces.
    limit : how many nodes of each tree are drawn.
    whole : draw silhouettes of the whole trees instead, all on one scale, each in its panel: of two
        trees the one with ten times as many nodes is ten times as wide. This is a Matplotlib
        figure; `savefig` saves it.
    The others are those of `draw_tree`.

    Raises
    ------
    As `draw_tree`; and ValueError if there is nothing to draw.
    """
    if not whats:
        raise ValueError("no trees to draw: name at least one trace")
    if whole:
        from futoshiki_lab.draw.curves import draw_silhouettes

        return draw_silhouettes([TreeSnapshot(what, step) for what in whats], scale)
    graph, above = _begin(scale, sideways), list[str]()
    graph.share = 1 / len(whats)
    for number, what in enumerate(whats, 1):
        above.append(graph.add_tree(TreeSnapshot(what, step), limit, depth, number=number))
    graph.summary = "search trees of " + ", and of ".join(above)
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


def literal(text: object) -> str:
    """A text for a label or a tooltip in DOT: all its characters are shown as they are."""
    return graphviz.escape(plain(text).replace("&", "&amp;"))


class Graph(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself in a notebook; `save` exports it.

    Attributes
    ----------
    summary : what the picture shows, in words, for readers who do not see it.
    parts : the trees in it, each with the lines above it.
    scale, sideways : how it is drawn; see `draw_tree`.
    share : of the width, for each tree.
    """

    summary = ""
    scale = 1.0
    sideways = False
    share = 1.0

    def __init__(self, *arguments: object, **settings: object):
        super().__init__(*arguments, **settings)
        self.parts: list[tuple[TreePainter, list[str]]] = []

    def add_tree(
        self,
        snapshot: TreeSnapshot,
        limit: int | None,
        depth: int | None = None,
        expand: Collection[int] = (),
        *,
        title: str | None = None,
        number: int = 0,
    ) -> str:
        """Add a tree; returns what stands above it.

        Parameters
        ----------
        number : where there are several trees, its own, from 1: it is then a part of the graph.
        """
        into, prefix = (
            (graphviz.Digraph(f"cluster{number}"), f"t{number}") if number else (self, "")
        )
        tree, scale, wide = snapshot.tree, self.scale, COLUMN * self.share

        def paint(limit: int, levels: float) -> TreePainter:
            items = visible_items(tree, limit, depth, expand, levels)
            return TreePainter(snapshot, scale, items, prefix)

        def is_too_large(limit: int) -> bool:
            painter = paint(limit, LEVELS)
            corner = AROUND * scale, 5 * LINE * 11 * scale  # below the lines above it
            _, right, down = lay_out(painter.boxes, painter.jumps, scale, self.sideways, corner)
            return right > (wide - ASIDE) * scale or down > COLUMN * TALL * scale

        if limit is not None:
            painter = paint(limit, inf)
        elif len(tree) - 1 <= WHOLE:
            painter = paint(WHOLE, inf)
        else:
            fits = bisect_left(range(4, WHOLE), True, key=is_too_large) + 3
            painter = paint(fits, LEVELS)
        named = snapshot.title if title is None else title
        lines = [text for text in (named, *painter.caption()) if text]
        longest = int(LONGEST_LINE * self.share)
        # A name from a puzzle file must not make the picture wide.
        heading = [part for text in lines for part in wrap(plain(text), longest)]
        self.parts.append((painter, heading))
        for box in painter.boxes:
            _write_box(into, box)
        for jump in painter.jumps:
            arrow = {"style": "dashed", "arrowhead": "normal", "constraint": "false"}
            arrow |= {"arrowsize": f"{0.5 * jump.thick:g}", "penwidth": f"{jump.thick:g}"}
            arrow |= {"color": jump.colour, "tooltip": literal(jump.words)}
            into.edge(jump.start, jump.end, **arrow)
        look = {"pencolor": CLEAR, "margin": str(12 * self.scale)} if number else {}
        into.attr(label=graphviz.nohtml("".join(literal(line) + r"\l" for line in heading)), **look)
        if number:
            self.subgraph(into)
        return "; ".join(lines)

    def marks(self) -> tuple[list[Mark], float, float]:
        """The trees side by side, with headings; how wide and high they are, in points."""
        marks: list[Mark] = []
        scale, size = self.scale, 11 * self.scale
        x, bottom = AROUND * scale, 0.0
        for painter, heading in self.parts:
            top, wide = AROUND * scale, 0.0
            for line in heading:
                marks.append(Words(x, top + LINE * size / 2, line, size, PALE, anchor="start"))
                top, wide = top + LINE * size, max(wide, len(line) * CHARACTER_WIDE * size)
            place = self.sideways, (x, top + 8 * scale)
            own, right, below = lay_out(painter.boxes, painter.jumps, scale, *place)
            marks += own
            x = max(x + wide, right) + ASIDE * scale
            bottom = max(bottom, below + AROUND * scale)
        return marks, x + (AROUND - ASIDE) * scale, bottom

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
        format = format or "svg"
        if engine is None and format == "svg":
            picture = b'<?xml version="1.0" encoding="UTF-8"?>\n' + self._svg().encode()
        elif engine is None and format in FORMATS[:3]:
            picture = self._on_paper(format)
        else:
            try:
                picture = super().pipe(format, engine=engine, **{"quiet": True} | options)
            except (graphviz.ExecutableNotFound, OSError):  # a browser has no programs at all
                raise RuntimeError(NO_DOT) from None
        return picture.decode(encoding) if encoding else picture

    def _svg(self, more: str = "") -> str:
        """The picture as SVG; the mouse finds the tooltips."""
        marks, width, height = self.marks()
        size = f'width="{width:.0f}pt" height="{height:.0f}pt"'
        size += f' viewBox="0 0 {width:.0f} {height:.0f}"'
        start = f'<svg {more}{size} xmlns="http://www.w3.org/2000/svg" font-family="{FONT}">'
        return "\n".join([start, *map(write_svg, marks), "</svg>\n"])

    def _on_paper(self, format: str) -> bytes:
        from futoshiki_lab.draw.figures import Picture, paint

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
        from futoshiki_lab.support.writing import write_file  # only who writes needs it

        path = Path(path)
        suffix = path.suffix.lower().removeprefix(".")
        if suffix not in FORMATS:
            known = ", ".join(f".{name}" for name in FORMATS)
            raise ValueError(f"cannot tell the format of {str(path)!r}: it must end in {known}")
        write_file(path, self.source if suffix in ("dot", "gv") else self.pipe(suffix))
        return path

    def render(self, filename: str = "tree", *, format: str = "pdf", **_: object) -> str:
        """Save the picture, as `graphviz.Digraph.render` does where the program `dot` is."""
        return str(self.save(f"{filename}.{format}"))

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, str]:
        """SVG; and the same in HTML, where tooltips work and a wide tree can be scrolled."""
        svg = str(self.pipe(encoding="utf-8"))
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
