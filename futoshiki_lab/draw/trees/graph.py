"""A Graphviz graph that draws itself with or without a `dot` program.

The `graphviz` package writes DOT and calls the program `dot`, which most machines do not have. The
wheels of `pygraphviz` contain the same layout as a library. It is tried first: its version is the
one that was tested, and no process has to start.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stderr
from pathlib import Path
from textwrap import wrap
from xml.sax.saxutils import quoteattr

import graphviz

from futoshiki_lab.draw.names import plain
from futoshiki_lab.formats import write_file

INK = "#7A7A7A"  # in a file: seen on white and on black
LONGEST_LINE = 72  # characters
FORMATS = ("svg", "png", "pdf", "dot", "gv")
NEITHER = (
    "drawing a tree needs Graphviz: install its Python wheel (pip install pygraphviz) or the "
    "program dot (apt install graphviz, brew install graphviz, conda install graphviz)"
)


def literal(text: object) -> str:
    """A text for a label or a tooltip in DOT: all its characters are shown as they are."""
    return graphviz.escape(plain(text).replace("&", "&amp;"))


def lines(texts: Iterable[str], end: str = r"\n") -> str:
    """One label of several lines: `end` is \\n for centred lines, \\l for left-aligned ones.

    Long texts are wrapped: a name from a puzzle file must not make the picture wide.
    """
    wrapped = (line for text in texts for line in wrap(plain(text), LONGEST_LINE))
    return graphviz.nohtml("".join(literal(line) + end for line in wrapped))


class Graph(graphviz.Digraph):
    """A `graphviz.Digraph` that shows itself in a notebook; `save` exports it.

    Attributes
    ----------
    summary : what the picture shows, in words, for readers who do not see it.
    """

    summary = ""

    def pipe(
        self,
        format: str | None = None,
        *,
        engine: str | None = None,
        encoding: str | None = None,
        **options: object,
    ) -> bytes | str:
        """The picture in a format ("svg", "png", "pdf", "dot"); as text if `encoding` is given.

        Raises
        ------
        RuntimeError : pygraphviz and `dot` are both missing; the message says what to install.
        """
        picture = self._picture(format or "svg", engine, **options)
        return picture.decode(encoding) if encoding else picture

    def _picture(self, format: str, engine: str | None = None, **options: object) -> bytes:
        drawn = _draw_with_library(self.source, format, engine or "dot")
        if drawn is not None:
            return drawn
        try:
            return super().pipe(format, engine=engine, **{"quiet": True} | options)
        except graphviz.ExecutableNotFound:
            raise RuntimeError(NEITHER) from None

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
        return {"image/svg+xml": svg, "text/html": self._html(svg), "text/plain": repr(self)}

    def _html(self, svg: str) -> str:
        element = svg[svg.index("<svg ") :]
        # On a page, text and lines have the page's own ink, on a dark one too.
        element = element.replace(f'"{INK.lower()}"', '"currentColor"')
        wide = float(element.split('width="', 1)[1].split("pt", 1)[0])
        # As wide as the page, but large enough to be readable.
        look = f"width:100%;max-width:{wide:.0f}pt;min-width:{0.8 * wide:.0f}pt;height:auto"
        name = quoteattr(plain(self.summary, 1000))
        start = f'<svg role="img" aria-label={name} style="{look}" '
        return f'<div style="overflow-x:auto">{start}{element[len("<svg ") :]}</div>'

    def __repr__(self) -> str:
        return f"<{plain(self.summary, 1000)}>"


def _draw_with_library(source: str, format: str, engine: str) -> bytes | None:
    """The picture drawn by pygraphviz's library; None if it is not installed."""
    try:
        import pygraphviz
    except ImportError:
        return None
    with _nothing_on_standard_error():
        return pygraphviz.AGraph(string=source).draw(prog=engine, format=format)


@contextmanager
def _nothing_on_standard_error() -> Iterator[None]:
    """Silence Python's standard error and file descriptor 2: a notebook shows both in red.

    pygraphviz warns above 1,000 nodes; the wheel's fontconfig warns about unknown settings of the
    machine.
    """
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        with redirect_stderr(io.StringIO()):
            yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
