"""A run over time: nodes and checks."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.colours import LINES, LineStyle, line_of
from futoshiki_lab.draw.panels import TICK, Panels
from futoshiki_lab.draw.text import drawable, styled
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
    sheet = Panels(f"Nodes and checks over time: {puzzles}", 2, 2.375, title, scale, dark)
    styles = _styles(traces)
    longest = max(map(len, traces))
    kinds = ((Verb.ASSIGN, "nodes"), (Verb.CHECK, "checks (setup included)"))
    for axes, (verb, name) in zip(sheet.axes, kinds, strict=True):
        for trace, style in zip(traces, styles, strict=True):
            steps, counts = thin_out(running_count(trace, verb))
            sheet.line(axes, steps, counts, style, name, wide=2)
            at_left = len(trace) < 0.12 * longest and not log
            _end(sheet, axes, len(trace), int(counts[-1]), style, "left" if at_left else "right")
        _dress(sheet, axes, name, log)
    sheet.name(sheet.axes[-1], x="time (events)")
    ends = [trace.outcome if trace.run.ended else "" for trace in traces]
    names = [drawable(trace.run.settings) for trace in traces]
    looks = zip(names, styles, ends, strict=True)
    sheet.legend_inside(sheet.axes[0], [sheet.entry(*look, wide=2) for look in looks])
    return sheet.picture


def _styles(traces: tuple[Trace, ...]) -> list[LineStyle]:
    """How the line of each run looks."""
    algorithms = [trace.run.settings.algorithm for trace in traces]
    others = [name not in LINES for name in algorithms]
    return [line_of(name, sum(others[:at])) for at, name in enumerate(algorithms)]


def _end(sheet: Panels, axes: Axes, step: int, count: int, style: LineStyle, side: str) -> None:
    """Mark the end of a run, and write its last number there."""
    axes.plot([step], [count], "o", color=style.colour, markersize=5 * sheet.scale)
    above = (0, 5 * sheet.scale)
    note = axes.annotate(f"{count:,}", (step, count), above, textcoords="offset points")
    styled(note, TICK * sheet.scale, sheet.theme.ink).set(ha=side, va="bottom")


def _dress(sheet: Panels, axes: Axes, name: str, log: bool) -> None:
    """Axes that begin at 0, with thousands in groups."""
    if log:
        axes.set(xscale="symlog", yscale="symlog")
    else:
        axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set(xlim=(0, None), ylim=(0, None))
    axes.xaxis.set_major_formatter(THOUSANDS)
    axes.yaxis.set_major_formatter(THOUSANDS)
    axes.grid(visible=False)
    axes.tick_params(labelbottom=True)
    sheet.name(axes, y=name)


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
