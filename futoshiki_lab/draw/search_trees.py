"""Search trees drawn as Gist and CP-Profiler draw them: shapes before colours.

    draw_tree(trace)                        # the whole tree, or the part that fits a column
    draw_tree(trace, step=100)              # as it was at a step
    draw_tree(trace).save("tree.pdf")

`tree_items` chooses what is shown, `tree_boxes` gives it its look and its place. A tree is laid out
and drawn here, in the same way on every machine, also in a browser's Python. It can be kept and
changed in Graphviz's language (`graph.source`), and where the program `dot` is installed you may
ask for its layout: `graph.pipe("svg", engine="dot")`.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from io import BytesIO
from math import inf
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import quoteattr

from futoshiki_lab.draw.ink import FONT, PALE, SCROLLS, Mark, Words, plain
from futoshiki_lab.draw.svg import write_svg
from futoshiki_lab.draw.tree_boxes import CHARACTER_WIDE, INCH, LINE, TreePainter, lay_out
from futoshiki_lab.draw.tree_items import TreeSnapshot, visible_items
from futoshiki_lab.support.extras import need
from futoshiki_lab.trace import SearchTree, Trace

LEVELS = 6  # of the path that are kept in a tree that is folded to a column
WHOLE = 100  # up to this number of nodes a tree is drawn as it is
# Points: at 16 cm, a slide's height or a column's width, the smallest text (8.5 of them) has 8.
COLUMN, TALL = 16 / 2.54 * 72 * 8.5 / 8, 1.35  # and so many times as high
AROUND, ASIDE = 6.0, 24.0  # points around the picture, between trees
LONGEST_LINE = 64  # characters: they fit a column
DOTS = 192  # an inch of a PNG
FORMATS = ("svg", "png", "pdf", "dot", "gv")


def draw_tree(
    what: Trace | SearchTree,
    *,
    limit: int | None = None,
    depth: int | None = None,
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
    step : draw the tree as it was at a step of the trace; the layout is that of the whole run.
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of the puzzle's name and the settings; "" for none.
    sideways : grow from left to right, not from top to bottom.

    Returns
    -------
    A `Graph`, which shows itself at the end of a notebook's cell; `.save(path)` writes SVG, PNG,
    PDF or DOT.

    A circle is a node whose value survived its look, a square a failed one, a diamond a solution (a
    wrong one has × in it), a hollow circle a node not explored, a dashed one a node that a jump
    passed (its arrow is dashed too); a triangle hides a collapsed subtree, and shows how many
    nodes. The tooltip of a node says why it failed, and so does the node itself if there is room.

    Raises
    ------
    IndexError : the trace has no such step.
    TypeError, ValueError : an argument makes no sense; see `TreeSnapshot` and `visible_items`.
    """
    graph = Graph(scale, sideways)
    above = graph.add_tree(TreeSnapshot(what, step), limit, depth, title=title)
    graph.summary = f"search tree of {above}"
    return graph


class Graph:
    """Search trees that show themselves in a notebook; `save` exports them.

    Attributes
    ----------
    summary : what the picture shows, in words, for readers who do not see it.
    parts : the trees in it, each with the lines above it.
    scale, sideways : how it is drawn; see `draw_tree`.
    share : of the width, for each tree.
    """

    def __init__(self, scale: float, sideways: bool, share: float = 1.0):
        self.scale, self.sideways, self.share, self.summary = scale, sideways, share, ""
        self.parts: list[tuple[TreePainter, list[str]]] = []
        self.said = set[str]()  # what the shapes mean: of several trees the first one says it

    def add_tree(
        self,
        snapshot: TreeSnapshot,
        limit: int | None,
        depth: int | None,
        prefix: str = "",
        title: str | None = None,
    ) -> str:
        """Add a tree; returns what stands above it.

        Parameters
        ----------
        prefix : of the names of its nodes, where there are several trees.
        """
        tree, scale, wide = snapshot.tree, self.scale, COLUMN * self.share

        def paint(limit: int, levels: float) -> TreePainter:
            return TreePainter(snapshot, scale, visible_items(tree, limit, depth, levels), prefix)

        def is_too_large(limit: int) -> bool:
            painter = paint(limit, LEVELS)
            corner = AROUND * scale, 5 * LINE * 11 * scale  # below the lines above it
            _, right, down = lay_out(painter.boxes, painter.jumps, scale, self.sideways, corner)
            return right > (wide - ASIDE) * scale or down > COLUMN * TALL * scale

        if limit is None and len(tree) - 1 > WHOLE:
            painter = paint(bisect_left(range(4, WHOLE), True, key=is_too_large) + 3, LEVELS)
        else:
            painter = paint(WHOLE if limit is None else limit, inf)
        named = snapshot.title if title is None else title
        sums, shapes = painter.caption()
        legend = "\u00a0· ".join(word for word in shapes if word not in self.said)
        self.said.update(shapes)
        lines = [text for text in (named, sums, legend) if text]
        longest = int(LONGEST_LINE * self.share)
        # A name from a puzzle file must not make the picture wide.
        heading = [part for text in lines for part in wrap(plain(text), longest)]
        self.parts.append((painter, heading))
        return "; ".join(lines)

    def marks(self) -> tuple[list[Mark], float, float]:
        """The trees side by side, with headings; how wide and high they are, in points."""
        marks: list[Mark] = []
        scale, size = self.scale, 11 * self.scale
        x, bottom = AROUND * scale, 0.0
        start = AROUND * scale + LINE * size * max(len(heading) for _, heading in self.parts)
        for painter, heading in self.parts:
            top, wide = AROUND * scale, 0.0
            for line in heading:
                marks.append(Words(x, top + LINE * size / 2, line, size, PALE, anchor="start"))
                top, wide = top + LINE * size, max(wide, len(line) * CHARACTER_WIDE * size)
            place = self.sideways, (x, start + 8 * scale)
            own, right, below = lay_out(painter.boxes, painter.jumps, scale, *place)
            marks += own
            x = max(x + wide, right) + ASIDE * scale
            bottom = max(bottom, below + AROUND * scale)
        return marks, x + (AROUND - ASIDE) * scale, bottom

    @property
    def source(self) -> str:
        """The same in DOT, Graphviz's language."""
        need("a tree in DOT", "lab", "graphviz")
        from futoshiki_lab.draw.tree_dot import write_dot

        return write_dot(self.parts, self.scale, self.sideways)

    def pipe(self, format: str = "svg", *, engine: str | None = None) -> bytes:
        """The picture in a format ("svg", "png", "pdf").

        With `engine`, and in another format ("dot", "plain"), the program `dot` makes it.

        Raises
        ------
        RuntimeError : `dot` is asked for and missing; the message says what to install.
        """
        if engine is None and format == "svg":
            return b'<?xml version="1.0" encoding="UTF-8"?>\n' + self._svg().encode()
        if engine is None and format in FORMATS[:3]:
            return self._on_paper(format)
        source = self.source
        from futoshiki_lab.draw.tree_dot import call_dot

        return call_dot(source, format, engine or "dot")

    def _svg(self, more: str = "") -> str:
        """The picture as SVG; the mouse finds the tooltips."""
        marks, width, height = self.marks()
        size = f'width="{width:.0f}pt" height="{height:.0f}pt"'
        size += f' viewBox="0 0 {width:.0f} {height:.0f}"'
        start = f'<svg {more}{size} xmlns="http://www.w3.org/2000/svg" font-family="{FONT}">'
        return "\n".join([start, *map(write_svg, marks), "</svg>\n"])

    def _on_paper(self, format: str) -> bytes:
        need(f"a tree as {format}", "lab", "matplotlib")
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

    def _repr_mimebundle_(self, *_: object, **__: object) -> dict[str, str]:
        """SVG; and the same in HTML, where tooltips work and a wide tree can be scrolled."""
        svg = self.pipe().decode()
        # As wide as the page, but large enough to be readable.
        wide = self.marks()[1]
        look = f"width:100%;max-width:{wide:.0f}pt;min-width:{0.7 * wide:.0f}pt;height:auto"
        name = quoteattr(plain(self.summary, 1000))
        # On a page, text and lines have the page's own ink, on a dark one too.
        element = self._svg(f'role="img" aria-label={name} style="{look}" ')
        element = element.replace(f'"{PALE}"', '"currentColor"')
        html = f"{SCROLLS}{element}</div>"
        return {"image/svg+xml": svg, "text/html": html, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<{plain(self.summary, 1000)}>"
