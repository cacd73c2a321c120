"""A name as nobody should choose it, and what a figure shows of it."""

from __future__ import annotations

import io
import warnings
from xml.etree import ElementTree

import matplotlib

from futoshiki_lab import Puzzle, load, record
from futoshiki_lab.core import forward_check

HOSTILE = (
    '<script>alert(1)</script> "]; x -> y [label="z"] \\ \\N \\" {a|b} $\\frac{}{}$ 100% '
    "&lt;b&gt; </svg> <!-- \x00\x07\x1b[31m\n\r\ud800 end"
)
SHOWN = "".join(HOSTILE[: HOSTILE.index(" \x00")].split())  # no control character is shown


def hostile_trace():
    """A run whose puzzle and look have that name."""

    def look(board, cell):
        return forward_check(board, cell)

    look.__name__ = HOSTILE
    puzzle = load("nyu/Input2")
    return record(Puzzle(puzzle.grid, puzzle.signs, HOSTILE), look, select="mrv_degree")


def read_figure(draw, *arguments):
    """All characters that the SVG of a figure shows, without spaces; to draw it is no warning."""
    written = io.BytesIO()
    with warnings.catch_warnings(), matplotlib.rc_context({"svg.fonttype": "none"}):
        warnings.simplefilter("error")
        draw(*arguments).savefig(written, format="svg")
    root = ElementTree.fromstring(written.getvalue())
    assert not [element for element in root.iter() if "script" in element.tag]
    return "".join("".join(root.itertext()).split())
