"""Search trees in Graphviz's language, and laid out by its program `dot`, for who asks for that."""

from __future__ import annotations

from collections.abc import Iterable

import graphviz

from futoshiki_lab.draw.ink import CLEAR, FONT, PALE, plain
from futoshiki_lab.draw.tree_boxes import INCH, Arrow, Box, TreePainter

NO_DOT = (
    "Graphviz's own layout needs its program dot (apt install graphviz, brew install graphviz, "
    "conda install graphviz); without `engine` a tree is drawn without it"
)


def write_dot(parts: Iterable[tuple[TreePainter, list[str]]], scale: float, sideways: bool) -> str:
    """The trees of a picture, each with the lines above it, in DOT."""
    graph, text = graphviz.Digraph(), {"fontname": FONT, "fontcolor": PALE}
    about = {"bgcolor": CLEAR, "ordering": "out", "rankdir": "LR" if sideways else "TB"}
    about |= {"nodesep": str(0.14 * scale), "ranksep": str(0.28 * scale), "labelloc": "t"}
    graph.attr(**about, labeljust="l", fontsize=str(11 * scale), tooltip=" ", **text)
    graph.attr("node", style="filled", fixedsize="true", label="", margin="0", **text)
    graph.attr("edge", arrowhead="none", color=PALE, fontsize=str(9 * scale), **text)
    for number, (painter, heading) in enumerate(parts, 1):
        alone = not painter.prefix
        into = graph if alone else graphviz.Digraph(f"cluster{number}")
        for box in painter.boxes:
            _write_box(into, box)
        for jump in painter.jumps:
            _write_jump(into, jump)
        look = {} if alone else {"pencolor": CLEAR, "margin": str(12 * scale)}
        into.attr(label=graphviz.nohtml("".join(literal(line) + r"\l" for line in heading)), **look)
        if not alone:
            graph.subgraph(into)
    return str(graph.source)


def literal(text: object) -> str:
    """A text for a label or a tooltip in DOT: all its characters are shown as they are."""
    return str(graphviz.escape(plain(text).replace("&", "&amp;")))


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


def _write_jump(graph: graphviz.Digraph, jump: Arrow) -> None:
    look = {"style": "dashed", "arrowhead": "normal", "constraint": "false"}
    look |= {"arrowsize": f"{0.5 * jump.thick:g}", "penwidth": f"{jump.thick:g}"}
    graph.edge(jump.start, jump.end, color=jump.colour, tooltip=literal(jump.words), **look)


def call_dot(source: str, format: str, engine: str) -> bytes:
    """The picture as `dot`, or another of Graphviz's programs, draws it.

    Raises
    ------
    RuntimeError : the program is missing; the message says what to install.
    """
    try:
        return bytes(graphviz.pipe(engine, format, source.encode(), quiet=True))
    except (graphviz.ExecutableNotFound, OSError):  # a browser has no programs at all
        raise RuntimeError(NO_DOT) from None
