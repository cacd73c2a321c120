"""A run over time: nodes and checks, depth, the sizes of the domains.

`bt` is blue and solid, `fc` orange and dashed, `mac` green and dotted, in every chart.
"""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.colours import LINES, line_of, theme_of
from futoshiki_lab.draw.picture import Picture
from futoshiki_lab.draw.series import ASSIGNED, depths, domain_sizes, running_count, thin_out
from futoshiki_lab.draw.text import FONT, drawable, style, wrap
from futoshiki_lab.trace import Trace

WIDE = 7.5  # inches at scale 1
TITLE, LABEL, TICK = 12.0, 10.0, 9.0
STRETCHES = 900  # columns of the heat map
THOUSANDS = FuncFormatter(lambda number, _: f"{number:,.0f}")


def draw_counts(
    *traces: Trace, log: bool = False, scale: float = 1.0, title: str | None = None, dark=False
) -> Figure:
    """Draw how nodes and checks grow over the time of one or several runs.

    Parameters
    ----------
    traces : the runs.
    log : logarithmic axes, for runs of very different lengths.
    scale : how large; 2 for the back row of a lecture hall.
    title : what to write above, in place of a title that says what is seen.
    dark : for dark paper.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` keeps it.

    Time is counted in events: every verb of the board is one. Checks are those of the setup and of
    the search together. A dot stands where a run ends, with its last number.

    Raises
    ------
    ValueError : there are no traces to draw.
    """
    heading = title or f"Nodes and checks over time: {_puzzles(traces)}"
    sheet = _Chart(_at_least_one(traces), heading, 2, 2.1, scale, dark)
    for axes, verb, name in zip(
        sheet.axes, (Verb.ASSIGN, Verb.CHECK), ("nodes", "checks (setup included)"), strict=True
    ):
        for trace, look in zip(traces, sheet.looks, strict=True):
            steps, counts = thin_out(running_count(trace, verb))
            axes.plot(steps, counts, **look)
            axes.plot(steps[-1:], counts[-1:], "o", color=look["color"], markersize=5 * scale)
            at_left = len(trace) < 0.12 * max(map(len, traces)) and not log
            sheet.note(axes, len(trace), int(counts[-1]), "left" if at_left else "right")
        if log:
            axes.set(xscale="symlog", yscale="symlog", xlim=(0, None), ylim=(0, None))
        else:
            axes.set(xlim=(0, None), ylim=(0, None))
        sheet.label(axes, ylabel=name, integers=not log)
    sheet.name_time()
    sheet.legend(sheet.axes[0])
    return sheet.picture


def draw_depth(
    *traces: Trace, scale: float = 1.0, title: str | None = None, dark: bool = False
) -> Figure:
    """Draw how deep one or several runs are in their search trees, over time.

    Parameters
    ----------
    The same as those of `draw_counts`.

    Each run has a panel with a time axis of its own; the depth axis is the same for all. In a long
    run every stretch of time keeps its deepest and its shallowest point. A line marks the depth at
    which every cell is assigned, a diamond a solution.

    Raises
    ------
    ValueError : there are no traces to draw.
    """
    heading = title or f"Depth of the search over time: {_puzzles(traces)}"
    sheet = _Chart(_at_least_one(traces), heading, len(traces), 1.5, scale, dark)
    deepest = max(len(trace.puzzle.cells) - len(trace.puzzle.givens) for trace in traces)
    for axes, trace, look in zip(sheet.axes, traces, sheet.looks, strict=True):
        depth = depths(trace)
        # Dashes and dots of a line that goes up and down at every step cannot be told apart.
        steps, values = thin_out(depth)
        thin = look | {"linewidth": 0.9 * scale, "drawstyle": "steps-post"}
        axes.plot(steps, values, **(thin | {"linestyle": "solid"} if len(depth) > 400 else thin))
        full = len(trace.puzzle.cells) - len(trace.puzzle.givens)
        axes.axhline(full, color=sheet.theme.past, linewidth=0.8 * scale, linestyle=(0, (1, 2)))
        solved = np.array(trace.steps("solution"), dtype=int)
        diamonds = {"color": sheet.theme.solution, "markersize": 6 * scale, "clip_on": False}
        axes.plot(solved, depth[solved], "D", **diamonds)
        axes.set(xlim=(0, max(1, len(trace))), ylim=(0, deepest * 1.08 + 0.5))
        sheet.label(axes, ylabel="depth (cells)")
        sheet.legend(axes, [Line2D([], [], **look)], "above")
    sheet.name_time()
    return sheet.picture


def draw_domains(
    trace: Trace, *, scale: float = 1.0, title: str | None = None, dark: bool = False
) -> Figure:
    """Draw how many values every cell has left, over the time of a run.

    Parameters
    ----------
    The same as those of `draw_counts`.

    Above stands the number of values left in all unassigned cells together; below there is a row
    for each cell, the paler the more values it has left. Stretches of time in which a cell is
    assigned throughout are blue; a cross marks a wipe-out. In a long run every stretch shows the
    fewest values that the cell had left in it.
    """
    heading = title or f"Values left in each cell over time: {_puzzles([trace])}"
    sheet = _Chart([trace], heading, 2, 2.4, scale, dark, heights=(1, 3))
    sizes, edges, totals = domain_sizes(trace, STRETCHES)
    above, below = sheet.axes
    steps, values = thin_out(totals)
    thin = {"linewidth": 1.2 * scale, "drawstyle": "steps-post", "linestyle": "solid"}
    above.plot(steps, values, **(sheet.looks[0] | thin))
    above.set(xlim=(0, edges[-1]), ylim=(0, None))
    sheet.label(above, ylabel="values left\n(all cells)")
    sheet.legend(above, [Line2D([], [], **sheet.looks[0])], "above")
    _heat_map(below, sizes, edges, trace, sheet, scale)
    below.set_ylabel("cell", **style(LABEL * scale, sheet.theme.ink))
    sheet.name_time()
    return sheet.picture


def _heat_map(
    axes: Axes, sizes: np.ndarray, edges: np.ndarray, trace: Trace, sheet: _Chart, scale: float
) -> None:
    n, theme = trace.puzzle.size, sheet.theme
    shades = LinearSegmentedColormap.from_list("left", [theme.ink, theme.paper])
    colours = shades(np.clip(sizes, 1, n) / (n + 1))
    for size, colour in ((ASSIGNED, theme.assigned), (0, theme.failure)):
        colours[sizes == size] = [*(int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)), 1]
    rows = len(sizes)
    axes.imshow(
        colours, extent=(0, edges[-1], rows, 0), aspect="auto", interpolation="none", zorder=0
    )
    cells, stretches = np.nonzero(sizes == 0)
    middles = (edges[stretches] + edges[stretches + 1]) / 2
    size = (4.5 if len(cells) <= 150 else 2.5) * scale
    axes.plot(middles, cells + 0.5, "x", color=theme.failure, markersize=size, clip_on=False)
    wanted = trace.puzzle.cells[:: 1 if rows <= 16 else n]
    axes.set_yticks(
        [trace.puzzle.cells.index(cell) + 0.5 for cell in wanted], [str(cell) for cell in wanted]
    )
    entries = [
        Patch(facecolor=shades(n / (n + 1)), edgecolor=theme.line, label=f"{n} values left"),
        Patch(facecolor=shades(1 / (n + 1)), edgecolor=theme.line, label="1 value left"),
        Patch(facecolor=theme.assigned, label="assigned"),
        Line2D([], [], color=theme.failure, marker="x", linestyle="none", label="wipe-out"),
    ]
    sheet.legend(axes, entries, "below")


# -- the sheet -----------------------------------------------------------------------------------


class _Chart:
    """Panels below each other, in our colours whatever the reader's Matplotlib style is."""

    def __init__(
        self,
        traces: tuple[Trace, ...] | list[Trace],
        heading: str,
        panels: int,
        high: float,
        scale: float,
        dark: bool,
        heights: tuple[float, ...] | None = None,
    ):
        self.theme, self.scale = theme_of(dark), scale
        self.looks = _looks(traces, scale)
        lines = wrap(drawable(heading), TITLE * scale, (WIDE - 0.4) * 72 * scale, "bold")
        height = (0.9 + 0.24 * len(lines) + high * panels) * scale
        self.picture = Picture(WIDE * scale, height, self.theme.paper)
        self.picture.set_layout_engine("constrained", h_pad=0.06 * scale, w_pad=0.06 * scale)
        title = style(TITLE * scale, self.theme.ink, weight="bold")
        self.picture.suptitle("\n".join(lines), **title)
        grid = self.picture.subplots(panels, 1, squeeze=False, height_ratios=heights)
        self.axes: list[Axes] = list(grid[:, 0])
        for axes in self.axes:
            self._dress(axes)

    def _dress(self, axes: Axes) -> None:
        axes.set_facecolor(self.theme.paper)
        axes.grid(False)
        for side, spine in axes.spines.items():
            spine.set(visible=side in ("left", "bottom"), color=self.theme.line)
        axes.tick_params(colors=self.theme.soft_ink, labelsize=TICK * self.scale)

    def label(self, axes: Axes, ylabel: str, integers: bool = True) -> None:
        """Name what an axis counts, with thousands in groups."""
        axes.set_ylabel(ylabel, **style(LABEL * self.scale, self.theme.ink))
        if integers:
            axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
        axes.yaxis.set_major_formatter(THOUSANDS)

    def name_time(self) -> None:
        """Name the time axis, below the last panel."""
        self.axes[-1].set_xlabel("time (events)", **style(LABEL * self.scale, self.theme.ink))
        for axes in self.axes:
            axes.xaxis.set_major_formatter(THOUSANDS)

    def note(self, axes: Axes, step: int, count: int, side: str) -> None:
        """Write a run's last number at its end."""
        axes.annotate(
            f"{count:,}",
            (step, count),
            xytext=(0, 5 * self.scale),
            textcoords="offset points",
            **style(TICK * self.scale, self.theme.ink, ha=side, va="bottom"),
        )

    def legend(self, axes: Axes, entries: list | None = None, where: str = "inside") -> None:
        """Which line is which run, or what the entries say."""
        places = {
            "inside": {"loc": "upper left"},
            "above": {"loc": "lower left", "bbox_to_anchor": (0, 0.98), "borderaxespad": 0},
            "below": {"loc": "upper right", "bbox_to_anchor": (1, -0.11), "ncols": 4},
        }
        if entries is None:
            entries = [Line2D([], [], **look) for look in self.looks]
        look = {"frameon": False, "handlelength": 3.2, "fontsize": TICK * self.scale}
        legend = axes.legend(handles=entries, **look, **places[where])
        for text in legend.get_texts():
            text.set(color=self.theme.ink, parse_math=False, family=FONT)


def _looks(traces: tuple[Trace, ...] | list[Trace], scale: float) -> list[dict[str, object]]:
    """How the line of each run looks, and what it is called."""
    looks, others = [], 0
    for trace in traces:
        algorithm = trace.run.settings.algorithm
        colour, dashes = line_of(algorithm, others)
        others += algorithm not in LINES
        name = drawable(trace.run.settings) + (f" ({trace.outcome})" if trace.run.ended else "")
        if name.startswith("_"):  # Matplotlib leaves such a name out of a legend
            name = f" {name}"
        looks.append({"color": colour, "linestyle": dashes, "linewidth": 2 * scale, "label": name})
    return looks


def _puzzles(traces: tuple[Trace, ...] | list[Trace]) -> str:
    return ", ".join(dict.fromkeys(trace.puzzle.name or "puzzle" for trace in traces))


def _at_least_one(traces: tuple[Trace, ...]) -> tuple[Trace, ...]:
    if not traces:
        raise ValueError("nothing to draw: name at least one trace")
    return traces
