"""A still picture of a stepper: on paper, in a PDF, and where no script runs."""

from __future__ import annotations

import struct
import sys
import zlib
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO

from futoshiki_lab.trace import Trace

DOT, CELL, GAP = 4, 9, 5  # a dot in pixels; a cell, and the gap between cells, in dots
PAPER, GIVEN, GREY, INK = 255, 222, 120, 0

# Three by five dots: each digit of a number is a row, its bits are the dots.
GLYPHS = {
    **{"0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717"},
    **{"6": "74757", "7": "71111", "8": "75757", "9": "75717"},
    **{"<": "12421", ">": "42124", "^": "02500", "v": "05200"},
}


def as_png(traces: Sequence[Trace], steps: Sequence[int], *, fine: bool | None = None) -> bytes:
    """The boards at these steps, side by side.

    Parameters
    ----------
    fine : whether Matplotlib draws it, with domains; else only the values are drawn, in dots.
        Loading Matplotlib takes longer than a stepper may take to open, so by default it draws only
        if it is loaded already.
    """
    if fine is None:
        fine = "matplotlib" in sys.modules
    try:
        return _drawn(traces, steps) if fine else _dotted(traces, steps)
    except ImportError:
        return _dotted(traces, steps)


def as_html(traces: Sequence[Trace], steps: Sequence[int]) -> str:
    """The picture by Matplotlib as HTML, with the sentences of these steps."""
    data = b64encode(as_png(traces, steps, fine=True)).decode("ascii")
    shown = zip(traces, steps, strict=True)
    words = "; ".join(trace.reason(step) if step else "the start" for trace, step in shown)
    alt = escape(f"the board, {words}", quote=True)
    return f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%">'


def _drawn(traces: Sequence[Trace], steps: Sequence[int]) -> bytes:
    from matplotlib.figure import Figure

    from futoshiki_lab.draw import draw_board

    if len(traces) == 1:
        # At the start the puzzle is enough, and a long run need not be replayed.
        trace, step = traces[0], steps[0]
        figure = draw_board(trace, step) if step else draw_board(trace.puzzle)
    else:
        figure = Figure(figsize=(5 * len(traces), 5.6), layout="constrained")
        for place, (trace, step) in enumerate(zip(traces, steps, strict=True), 1):
            draw_board(trace, step, ax=figure.add_subplot(1, len(traces), place))
    written = BytesIO()
    figure.savefig(written, format="png", dpi=100)
    return written.getvalue()


def _dotted(traces: Sequence[Trace], steps: Sequence[int]) -> bytes:
    """A PNG in shades of grey (W3C, Portable Network Graphics, 2003)."""
    boards = [_board(trace, step) for trace, step in zip(traces, steps, strict=True)]
    rows = [b"\0" + b"".join(parts) for parts in zip(*boards, strict=True) for _ in range(DOT)]
    head = struct.pack(">IIBBBBB", len(rows[0]) - 1, len(rows), 8, 0, 0, 0, 0)
    chunks = (b"IHDR" + head, b"IDAT" + zlib.compress(b"".join(rows)), b"IEND")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in chunks
    )


def _board(trace: Trace, step: int) -> list[bytes]:
    """Rows of dots, each `DOT` wide: cells, the values on the board, signs."""
    puzzle, pitch = trace.puzzle, CELL + GAP
    values = {**puzzle.givens, **(trace.state(step).values if step else {})}
    side = puzzle.size * pitch + GAP
    rows = [bytearray([PAPER]) * side for _ in range(side)]
    for cell in puzzle.cells:
        x, y = GAP + cell.column * pitch, GAP + cell.row * pitch
        edge, inside = bytes([GREY]), bytes([GIVEN if puzzle[cell] else PAPER])
        for row in rows[y : y + CELL]:
            row[x : x + CELL] = edge + inside * (CELL - 2) + edge
        rows[y][x : x + CELL] = rows[y + CELL - 1][x : x + CELL] = edge * CELL
        if cell in values:
            _write(rows, str(values[cell]), x + CELL // 2, y + CELL // 2)
    for smaller, larger in puzzle.signs:
        sign = ("<" if smaller < larger else ">") if smaller.row == larger.row else None
        x, y = (
            (a + b) * pitch // 2 + GAP + CELL // 2 for a, b in zip(larger, smaller, strict=True)
        )
        _write(rows, sign or ("^" if smaller < larger else "v"), y, x)
    return [bytes(grey for grey in row for _ in range(DOT)) for row in rows]


def _write(rows: list[bytearray], text: str, x: int, y: int) -> None:
    """Write digits or a sign around a dot."""
    for place, letter in enumerate(text):
        left = x - 2 * len(text) + 4 * place + 1
        for row, bits in zip(rows[y - 2 :], map(int, GLYPHS[letter]), strict=False):
            for across in range(3):
                if bits & (4 >> across):
                    row[left + across] = INK
