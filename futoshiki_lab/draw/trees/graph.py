"""A Graphviz graph that draws itself: no `dot` program is needed, and no process has to start.

The `graphviz` package writes DOT, in which a tree can be kept and changed, and calls the program
`dot`, which most machines do not have. So a tree is laid out here (`layout`) and drawn (`ink`), in
the same way on every machine, also in a browser's Python. Whoever has `dot` may ask for its layout:
`graph.pipe("svg", engine="dot")`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import quoteattr

import graphviz

from futoshiki_lab.draw.names import plain
from futoshiki_lab.draw.trees.ink import Drawing, Part
from futoshiki_lab.draw.trees.layout import INCH, Box, Jump
from futoshiki_lab.formats import write_file

INK = "#7A7A7A"  # in a file: seen on white and on black
LONGEST_LINE = 72  # characters
FORMATS = ("svg", "png", "pdf", "dot", "gv")
NO_DOT = (
    "Graphviz's own layout needs its program dot (apt install graphviz, brew install graphviz, "
    "conda install graphviz); without `engine` a tree is drawn without it"
)


def literal(text: object) -> str:
    """A text for a label or a tooltip in DOT: all its characters are shown as they are."""
    return graphviz.escape(plain(text).replace("&", "&amp;"))


def wrapped(texts: Iterable[str]) -> list[str]:
    """Lines that are not too long: a name from a puzzle file must not make the picture wide."""
    return [line for text in texts for line in wrap(plain(text), LONGEST_LINE)]


def heading(texts: Iterable[str]) -> str:
    """A label of several lines, aligned to the left."""
    return graphviz.nohtml("".join(literal(line) + r"\l" for line in wrapped(texts)))


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
    ) -> None:
        """Add a tree; `into` is this graph or one in it, whose DOT it becomes."""
        self.parts.append(Part(boxes, jumps, wrapped(title)))
        for box in boxes:
            _write_node(into, box)
            if box.above:
                _write_edge(into, box)
        for jump in jumps:
            _write_jump(into, jump)

    def drawing(self, ink: str = INK) -> Drawing:
        """The trees, laid out."""
        return Drawing(self.parts, self.scale, self.sideways, ink)

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
            return b'<?xml version="1.0" encoding="UTF-8"?>\n' + self.drawing().svg().encode()
        if engine is None and format in FORMATS[:3]:
            return self.drawing().on_paper(format)
        try:
            return super().pipe(format, engine=engine, **{"quiet": True} | options)
        except (graphviz.ExecutableNotFound, OSError):  # in a browser there are no programs at all
            raise RuntimeError(NO_DOT) from None

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
        return {"image/svg+xml": svg, "text/html": self._html(), "text/plain": repr(self)}

    def _html(self) -> str:
        drawing = self.drawing()
        # On a page, text and lines have the page's own ink, on a dark one too.
        element = drawing.svg().replace(f'"{INK}"', '"currentColor"')
        # As wide as the page, but large enough to be readable.
        wide = drawing.width
        look = f"width:100%;max-width:{wide:.0f}pt;min-width:{0.8 * wide:.0f}pt;height:auto"
        name = quoteattr(plain(self.summary, 1000))
        start = f'<svg role="img" aria-label={name} style="{look}" '
        return f'<div style="overflow-x:auto">{start}{element[len("<svg ") :]}</div>'

    def __repr__(self) -> str:
        return f"<{plain(self.summary, 1000)}>"


def _write_node(graph: graphviz.Digraph, box: Box) -> None:
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


def _write_edge(graph: graphviz.Digraph, box: Box) -> None:
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


def _write_jump(graph: graphviz.Digraph, jump: Jump) -> None:
    graph.edge(
        jump.start,
        jump.end,
        style="dashed",
        arrowhead="normal",
        arrowsize=f"{0.5 * jump.thick:g}",
        constraint="false",
        color=jump.colour,
        penwidth=f"{jump.thick:g}",
        tooltip=literal(jump.words),
    )
