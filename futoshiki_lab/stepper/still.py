"""A still picture of a stepper: on paper, in a PDF, and where no script runs."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import Any

from futoshiki_lab.trace import Trace


def picture(traces: Sequence[Trace], steps: Sequence[int]) -> dict[str, Any]:
    """The boards at these steps by media type; without Matplotlib the puzzle alone."""
    if not traces:
        return {}
    try:
        return {"image/png": _png(traces, steps)}
    except ImportError:
        return {"text/html": traces[0].puzzle._repr_html_()}


def as_html(traces: Sequence[Trace], steps: Sequence[int]) -> str:
    """The same as HTML, with the sentences of these steps."""
    shown = picture(traces, steps)
    if "image/png" not in shown:
        return shown.get("text/html", "")
    data = shown["image/png"]
    words = "; ".join(
        trace.reason(step) if step else "the start"
        for trace, step in zip(traces, steps, strict=True)
    )
    alt = escape(f"the board, {words}", quote=True)
    return f'<img src="data:image/png;base64,{data}" alt="{alt}" style="max-width:100%">'


def _png(traces: Sequence[Trace], steps: Sequence[int]) -> str:
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
    return b64encode(written.getvalue()).decode("ascii")
