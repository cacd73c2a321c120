"""A run over time: nodes and checks."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.artists import drawable
from futoshiki_lab.draw.colours import LINES, LineStyle, line_of
from futoshiki_lab.draw.figures import frame_of
from futoshiki_lab.trace import Trace

POINTS = 2000  # the most points of a line; the rest is left out
THOUSANDS = FuncFormatter(lambda number, _: f"{number:,.0f}")


def draw_counts(
    *traces: Trace,
    log: bool = False,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw how nodes and checks grow with time in one or several runs.

    Parameters
    ----------
    traces : the runs.
    log : logarithmic axes, for runs of very different lengths.
    scale : size factor; 2 for the back row of a lecture hall.
    title : the title, instead of one that says what the figure shows; "" for none.
    dark : whether the background is dark.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` saves it.

    Time is counted in events: every verb of the board is one. Checks include those of the setup. A
    dot marks the end of a run, with its last number.

    Raises
    ------
    ValueError : there are no traces to draw, or `scale` is not above 0.
    """
    if not traces:
        raise ValueError("nothing to draw: name at least one trace")
    puzzles = ", ".join(dict.fromkeys(trace.puzzle.name or "puzzle" for trace in traces))
    heading, styles = f"Nodes and checks over time: {puzzles}", _styles(traces)
    longest = max(map(len, traces))
    kinds = ((Verb.ASSIGN, "nodes"), (Verb.CHECK, "checks (setup included)"))
    with frame_of(heading, 2, 2.375, title, scale, dark) as frame:
        for axes, (verb, name) in zip(frame.axes, kinds, strict=True):
            for trace, style in zip(traces, styles, strict=True):
                steps, counts = thin_out(running_count(trace, verb))
                axes.plot(steps, counts, linewidth=2 * frame.scale, gid=name, **style.line)
                end, side = (len(trace), int(counts[-1])), "right"
                if len(trace) < 0.12 * longest and not log:
                    side = "left"
                axes.plot(*end, "o", color=style.colour, ms=5 * frame.scale, mew=frame.scale)
                above = (0, 5 * frame.scale)
                note = axes.annotate(f"{end[1]:,}", end, above, textcoords="offset points")
                note.set(ha=side, va="bottom")
            if log:
                axes.set(xscale="symlog", yscale="symlog")
            else:
                axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
            axes.set(xlim=(0, None), ylim=(0, None), ylabel=name)
            axes.xaxis.set_major_formatter(THOUSANDS)
            axes.yaxis.set_major_formatter(THOUSANDS)
            axes.grid(visible=False)
            axes.tick_params(labelbottom=True)
        frame.axes[-1].set_xlabel("time (events)")
        entries = [
            frame.entry(
                drawable(trace.run.settings), style, trace.outcome if trace.run.ended else ""
            )
            for trace, style in zip(traces, styles, strict=True)
        ]
        frame.axes[0].legend(handles=entries, loc="upper left", handlelength=3.2)
    return frame.picture


def _styles(traces: tuple[Trace, ...]) -> list[LineStyle]:
    """How the line of each run looks."""
    algorithms = [trace.run.settings.algorithm for trace in traces]
    others = [name not in LINES for name in algorithms]
    return [line_of(name, sum(others[:at])) for at, name in enumerate(algorithms)]


def running_count(trace: Trace, verb: Verb) -> np.ndarray:
    """How often a verb was called up to each step; index 0 is the start."""
    called = np.frombuffer(trace.recorder.verbs, np.uint8) == verb
    return np.concatenate([[0], np.cumsum(called)])


def thin_out(values: np.ndarray, points: int = POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Fewer points of a series, with its extremes: steps, and the values there.

    The series is cut into parts; the first, lowest, highest and last value of each part stay, in
    their order. No peak is lost, and no value is invented.
    """
    if len(values) <= points:
        return np.arange(len(values)), values
    kept = []
    for stretch in np.array_split(np.arange(len(values)), points // 4):
        part = values[stretch]
        kept += [stretch[0], stretch[part.argmin()], stretch[part.argmax()], stretch[-1]]
    steps = np.unique(kept)
    return steps, values[steps]
