"""Charts of runs: nodes and checks over time, and whole trees as silhouettes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.text import Annotation
from matplotlib.ticker import FuncFormatter, MaxNLocator

from futoshiki_lab.core import Verb
from futoshiki_lab.draw.figures import drawable
from futoshiki_lab.draw.frames import Frame
from futoshiki_lab.draw.ink import BLUE, PURPLE
from futoshiki_lab.draw.lines import line_styles
from futoshiki_lab.draw.tree_items import TreeSnapshot
from futoshiki_lab.trace import Node, Trace

MOST_POINTS = 2000  # the most points of a line over time; the rest is left out
MOST_LINES = 2000  # the most nodes of a silhouette that is not painted in points
THOUSANDS = FuncFormatter(lambda number, _: f"{number:,.0f}")


def draw_counts(
    *traces: Trace,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw how nodes and checks grow with time in one or several runs.

    Parameters
    ----------
    traces : the runs.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure. It shows itself at the end of a notebook's cell; `savefig` saves it.

    Time is counted in events: every verb of the board is one. Checks include those of the setup. A
    mark is the end of a run, with its last number.

    Raises
    ------
    ValueError : there are no traces to draw, or `scale` is not above 0.
    """
    with Frame(scale, title, dark) as frame:
        if not traces:
            raise ValueError("nothing to draw: name at least one trace")
        if strange := [one for one in traces if not isinstance(one, Trace)]:
            raise TypeError(
                "draw_counts takes traces, as `record` returns them, not "
                f"{type(strange[0]).__name__}: for a table of `sweep` take draw_costs"
            )
        puzzles = ", ".join(dict.fromkeys(trace.puzzle.name or "puzzle" for trace in traces))
        settings, longest = [trace.run.settings for trace in traces], max(map(len, traces))
        styles = line_styles(((each.algorithm, each.select) for each in settings), frame.theme)
        frame.begin(f"Nodes and checks over time: {puzzles}", 2, 2.375)
        kinds = ((Verb.ASSIGN, "nodes"), (Verb.CHECK, "checks (setup included)"))
        ends: list[list[Annotation]] = []
        for axes, (verb, name) in zip(frame.axes, kinds, strict=True):
            ends.append([])
            for trace, style in zip(traces, styles, strict=True):
                called = np.frombuffer(trace.recorder.verbs, np.uint8) == verb
                counts = np.append(0, np.cumsum(called))
                steps = np.unique(np.linspace(0, len(trace), MOST_POINTS).astype(int))
                axes.plot(steps, counts[steps], linewidth=2 * frame.scale, gid=name, **style.line)
                axes.plot(steps[-1:], counts[-1:], **style.marks)
                above, end = (0, 5 * frame.scale), (len(trace), counts[-1])
                note = axes.annotate(f"{end[1]:,}", end, above, textcoords="offset points")
                short = len(trace) < 0.12 * longest
                note.set(ha="left" if short else "right", va="bottom")
                ends[-1].append(note)
            axes.yaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
            axes.set(xlim=(0, None), ylim=(0, None), ylabel=name)
            axes.xaxis.set_major_formatter(THOUSANDS)
            axes.yaxis.set_major_formatter(THOUSANDS)
            axes.grid(visible=False)
            axes.tick_params(labelbottom=True)
        frame.axes[-1].set_xlabel("time (events)")
        outcomes = [trace.outcome if trace.run.ended else "" for trace in traces]
        frame.write_legend(list(map(frame.entry, map(drawable, settings), styles, outcomes)))
        frame.picture.draw_without_rendering()  # then each label has a place
        for notes in ends:
            _pull_apart(notes, frame.picture.dpi / 72)
    return frame.picture


def _pull_apart(notes: list[Annotation], dots: float) -> None:
    """Lift labels off those below them; so many dots have a point."""
    boxes = sorted(((note.get_window_extent(), note) for note in notes), key=lambda one: one[0].y0)
    for at, (box, note) in enumerate(boxes):
        lifted = box
        for other, _ in boxes[:at]:  # the lowest first
            if lifted.overlaps(other):
                lifted = lifted.translated(0, other.y1 - lifted.y0 + dots)
        across, up = note.get_position()
        note.set_position((across, up + (lifted.y0 - box.y0) / dots))
        boxes[at] = lifted, note


# -- whole trees ---------------------------------------------------------------------------------


def draw_silhouettes(shown: Sequence[TreeSnapshot], scale: float) -> Figure:
    """Draw whole search trees as silhouettes, on one scale, as the stepper shows them.

    Every node takes the same room from left to right, and stands over the middle of its subtree: a
    tree with ten times as many nodes is ten times as wide. What no other tree has is purple.
    """
    with Frame(scale, None, False) as frame:
        trees = [list(snapshot.tree) for snapshot in shown]
        deepest = max(node.depth for nodes in trees for node in nodes)
        frame.begin("Whole search trees, on one scale", len(trees), 1.5)
        for axes, snapshot, nodes in zip(frame.axes, shown, trees, strict=True):
            others = [find_unmatched(nodes, other) for other in trees if other is not nodes]
            only = np.all(others or [np.zeros(len(nodes), bool)], axis=0)
            tried = np.array([node.first <= (snapshot.step or np.inf) for node in nodes])
            middles = np.arange(len(nodes)) + np.array(snapshot.tree.subtree_sizes) / 2
            points = np.column_stack([middles, [node.depth for node in nodes]])
            edges = np.stack([points[[node.parent for node in nodes]], points], axis=1)
            for those, colour in ((tried & ~only, BLUE), (tried & only, PURPLE)):
                lines = LineCollection(list(edges[those]), colors=colour)
                lines.set_rasterized(len(nodes) > MOST_LINES)
                lines.set_linewidth((0.4 if len(nodes) > 1000 else 1) * frame.scale)
                axes.add_collection(lines)
            many = int(tried.sum()) - 1
            counted = f"{many:,} node{'s' * (many != 1)}{snapshot.where}"
            here = f", {(tried & only).sum():,} of them only here" if others else ""
            frame.write_subtitle(axes, f"{snapshot.title}: {counted}{here}")
            axes.set(xlim=(0, max(map(len, trees))), ylim=(deepest + 1, 0), ylabel="depth")
        frame.axes[-1].set_xlabel("nodes, in the order in which they are tried")
        frame.axes[-1].xaxis.set_major_formatter(THOUSANDS)
        if len(trees) > 1:
            frame.write_caption("Purple: what only this tree has; blue: what the others have, too.")
    return frame.picture


def find_unmatched(nodes: Sequence[Node], others: Sequence[Node]) -> np.ndarray:
    """For each node whether the other tree has none that the same decisions lead to."""
    there = {(one.parent, one.cell, one.value): one.number for one in others[1:]}
    twins = [0]
    for node in nodes[1:]:
        twins.append(there.get((twins[node.parent], node.cell, node.value), -1))
    return np.array(twins) < 0
