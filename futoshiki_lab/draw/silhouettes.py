"""Whole search trees as silhouettes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from futoshiki_lab.draw.frames import Frame
from futoshiki_lab.draw.ink import BLUE, PURPLE
from futoshiki_lab.draw.tree_items import TreeSnapshot
from futoshiki_lab.trace import Node

MOST_LINES = 2000  # the most nodes of a silhouette that is not painted in points
THOUSANDS = FuncFormatter(lambda number, _: f"{number:,.0f}")


def draw_silhouettes(shown: Sequence[TreeSnapshot], scale: float) -> Figure:
    """Draw whole search trees as silhouettes, on one scale, as the stepper shows them.

    Every node takes the same room from left to right, and stands over the middle of its subtree: a
    tree with ten times as many nodes is ten times as wide. What no other tree has is pink.
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
            here = f", {(tried & only).sum():,} only here" if others else ""
            frame.write_subtitle(axes, f"{snapshot.title}: {counted}{here}")
            axes.set(xlim=(0, max(map(len, trees))), ylim=(deepest + 1, 0), ylabel="depth")
        frame.axes[-1].set_xlabel("nodes, in the order in which they are tried")
        frame.axes[-1].xaxis.set_major_formatter(THOUSANDS)
        if len(trees) > 1:
            who = "both have" if len(trees) == 2 else "another tree has, too"
            frame.write_caption(f"Pink: what only this tree has; blue: what {who}.")
    return frame.picture


def find_unmatched(nodes: Sequence[Node], others: Sequence[Node]) -> np.ndarray:
    """For each node whether the other tree has none that the same decisions lead to."""
    there = {(one.parent, one.cell, one.value): one.number for one in others[1:]}
    twins = [0]
    for node in nodes[1:]:
        twins.append(there.get((twins[node.parent], node.cell, node.value), -1))
    return np.array(twins) < 0
