"""A still picture of a stepper: on paper, in a PDF, and where no script runs."""

from __future__ import annotations

import struct
import sys
import zlib
from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO

from futoshiki_lab.core import Puzzle
from futoshiki_lab.trace import Trace

CELL, GAP, LINE = 34, 16, 2
PAPER, GIVEN, GREY, INK = 255, 222, 120, 0

# Three by five dots: each digit of a number is a row, its bits are the dots.
GLYPHS = {
    **{"0": "75557", "1": "26227", "2": "71747", "3": "71717", "4": "55711", "5": "74717"},
    **{"6": "74757", "7": "71111", "8": "75757", "9": "75717"},
    **{"<": "12421", ">": "42124", "^": "02500", "v": "05200"},
}


def as_png(traces: Sequence[Trace], steps: Sequence[int], *, fine: bool | None = None) -> bytes:
    """The boards at these steps beside each other.

    Parameters
    ----------
    fine : whether Matplotlib draws it, domains and all. Loading that takes longer than opening a
        stepper may, so that unless you say it does only if somebody has loaded it already; else
        the values are drawn here, in dots.
    """
    if fine is None:
        fine = "matplotlib" in sys.modules
    try:
        return _drawn(traces, steps) if fine else _dotted(traces, steps)
    except ImportError:
        return _dotted(traces, steps)


def as_html(traces: Sequence[Trace], steps: Sequence[int]) -> str:
    """The finer one as HTML, with the sentences of these steps."""
    data = b64encode(as_png(traces, steps, fine=True)).decode("ascii")
    shown = zip(traces, steps, strict=True)
    words = "; ".join(trace.reason(step) if step else "the start" for trace, step in shown)
    alt = escape(f"the board, {words}", quote=True)
    return f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%">'


def _drawn(traces: Sequence[Trace], steps: Sequence[int]) -> bytes:
    from futoshiki_lab.draw import draw_board  # imports Matplotlib

    if len(traces) == 1:
        # At the start the puzzle says it all, and a long run need not be replayed for it.
        trace, step = traces[0], steps[0]
        figure = draw_board(trace, step) if step else draw_board(trace.puzzle)
    else:
        from matplotlib.figure import Figure

        figure = Figure(figsize=(5 * len(traces), 5.6), layout="constrained")
        for place, (trace, step) in enumerate(zip(traces, steps, strict=True), 1):
            draw_board(trace, step, ax=figure.add_subplot(1, len(traces), place))
    written = BytesIO()
    figure.savefig(written, format="png", dpi=100)
    return written.getvalue()


def _dotted(traces: Sequence[Trace], steps: Sequence[int]) -> bytes:
    boards = [_board(trace, step) for trace, step in zip(traces, steps, strict=True)]
    rows = [b"".join(parts) for parts in zip(*boards, strict=True)]
    width, height = len(rows[0]), len(rows)
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _board(trace: Trace, step: int) -> list[bytearray]:
    """Rows of grey dots: cells, the values on the board, signs."""
    puzzle, pitch = trace.puzzle, CELL + GAP
    values = trace.state(step).values if step else {}
    side = puzzle.size * pitch + GAP
    rows = [bytearray([PAPER]) * side for _ in range(side)]
    for cell in puzzle.cells:
        x, y = GAP + cell.column * pitch, GAP + cell.row * pitch
        given = puzzle[cell]
        _fill(rows, x, y, CELL, CELL, GREY)
        inner = CELL - 2 * LINE
        _fill(rows, x + LINE, y + LINE, inner, inner, GIVEN if given else PAPER)
        if value := given or values.get(cell):
            _write(rows, str(value), x + CELL / 2, y + CELL / 2, 3 if value > 9 else 4)
    _signs(rows, puzzle, pitch)
    return rows


def _signs(rows: list[bytearray], puzzle: Puzzle, pitch: int) -> None:
    for smaller, larger in puzzle.signs:
        middle_x = GAP + (smaller.column + larger.column) / 2 * pitch + CELL / 2
        middle_y = GAP + (smaller.row + larger.row) / 2 * pitch + CELL / 2
        mark = ("<" if smaller < larger else ">") if smaller.row == larger.row else None
        _write(rows, mark or ("^" if smaller < larger else "v"), middle_x, middle_y, 3)


def _write(rows: list[bytearray], text: str, x: float, y: float, dot: int) -> None:
    left, top = round(x - (4 * len(text) - 1) * dot / 2), round(y - 5 * dot / 2)
    for place, letter in enumerate(text):
        for down, bits in enumerate(map(int, GLYPHS[letter])):
            for across in range(3):
                if bits & (4 >> across):
                    dot_x = left + (4 * place + across) * dot
                    _fill(rows, dot_x, top + down * dot, dot, dot, INK)


def _fill(rows: list[bytearray], x: int, y: int, width: int, height: int, grey: int) -> None:
    for row in rows[y : y + height]:
        row[x : x + width] = bytes([grey]) * width
