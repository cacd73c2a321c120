"""A Graphviz graph that draws itself: no `dot` program is needed, and no process has to start.

The `graphviz` package writes DOT, in which a tree can be kept and changed, and calls the program
`dot`, which most machines do not have. So a tree is laid out and drawn here, in the same way on
every machine, also in a browser's Python. Whoever has `dot` may ask for its layout:
`graph.pipe("svg", engine="dot")`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import quoteattr

import graphviz

from futoshiki_lab.draw.ink import Mark, plain, write_svg
from futoshiki_lab.draw.tree_layout import INCH, Box, Jump, Part, lay_out
from futoshiki_lab.support.writing import write_file

INK = "#7A7A7A"  # in a file: seen on white and on black
FONT = "Helvetica,Arial,sans-serif"
LONGEST_LINE = 72  # characters
DOTS = 192  # an inch of a PNG
FORMATS = ("svg", "png", "pdf", "dot", "gv")
NO_DOT = (
    "Graphviz's own layout needs its program dot (apt install graphviz, brew install graphviz, "
    "conda install graphviz); without `engine` a tree is drawn without it"
)


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

    def add(
        self,
        boxes: Sequence[Box],
        jumps: Sequence[Jump],
        title: Iterable[str],
        into: graphviz.Digraph,
        **look: str,
    ) -> None:
        """Add a tree; `into` is this graph or one in it, whose DOT it becomes, with this look."""
        # A name from a puzzle file must not make the picture wide.
        heading = [line for text in title for line in wrap(plain(text), LONGEST_LINE)]
        self.parts.append(Part(boxes, jumps, heading))
        for box in boxes:
            _write_box(into, box)
        for jump in jumps:
            arrow = {"style": "dashed", "arrowhead": "normal", "constraint": "false"}
            arrow |= {"arrowsize": f"{0.5 * jump.thick:g}", "penwidth": f"{jump.thick:g}"}
            arrow |= {"color": jump.colour, "tooltip": literal(jump.words)}
            into.edge(jump.start, jump.end, **arrow)
        into.attr(label=graphviz.nohtml("".join(literal(line) + r"\l" for line in heading)), **look)

    def marks(self) -> tuple[list[Mark], float, float]:
        """The trees, laid out; how wide and high they are, in points."""
        return lay_out(self.parts, self.scale, self.sideways, INK)

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
        element = element.replace(f'"{INK}"', '"currentColor"')
        html = f'<div style="overflow-x:auto">{element}</div>'
        return {"image/svg+xml": svg, "text/html": html, "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<{plain(self.summary, 1000)}>"


def _write_box(graph: graphviz.Digraph, box: Box) -> None:
    """A node, and the edge that leads to it."""
    graph.node(
        box.name,
        tooltip=literal(box.tooltip),
        shape=box.shape,
        **{"style": "filled,dashed"} if box.dashed else {},
        label=graphviz.nohtml(r"\n".join(map(literal, box.texts))),
        labelloc="b" if box.shape == "triangle" else "c",
        width=f"{box.width / INCH:g}",
        height=f"{box.height / INCH:g}",
        fontsize=f"{box.font:g}",
        penwidth=f"{box.thick:g}",
        color=box.line,
        fillcolor=box.fill,
        fontcolor=box.ink,
    )
    if box.above:
        words = literal(box.words)
        graph.edge(
            box.above,
            box.name,
            label=f" {words} ",
            edgetooltip=words or " ",
            labeltooltip=words or " ",
            penwidth=f"{box.edge_thick:g}",
            color=box.edge,
            fontcolor=box.edge_ink,
            style="dashed" if box.edge_dashed else "solid",
        )
