"""Whole search trees as silhouettes, below each other on one scale, as the stepper shows them.

Every node takes the same room from left to right, and stands over the middle of its subtree: a tree
with ten times as many nodes is ten times as wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.collections import LineCollection

from futoshiki_lab.draw.colours import BLUE, PURPLE
from futoshiki_lab.draw.figures import Picture, frame_of
from futoshiki_lab.draw.tree_boxes import TreeSnapshot
from futoshiki_lab.trace import Node


def draw_silhouettes(snapshots: Sequence[TreeSnapshot], scale: float) -> Picture:
    """Draw each tree in a panel of its own; what no other one has is purple."""
    trees = [list(snapshot.tree) for snapshot in snapshots]
    deepest = max(node.depth for nodes in trees for node in nodes)
    with frame_of("Whole search trees, on one scale", len(trees), 1.5, {"scale": scale}) as frame:
        for axes, snapshot, nodes in zip(frame.axes, snapshots, trees, strict=True):
            others = [other for other in trees if other is not nodes]
            unmatched = [find_unmatched(nodes, other) for other in others]
            only = np.all(unmatched or [np.zeros(len(nodes), bool)], axis=0)
            tried = np.array([node.first <= (snapshot.step or np.inf) for node in nodes])
            middles = np.arange(len(nodes)) + np.array(snapshot.tree.subtree_sizes) / 2
            points = np.column_stack([middles, [node.depth for node in nodes]])
            edges = np.stack([points[[node.parent for node in nodes]], points], axis=1)
            for shown, colour in ((tried & ~only, BLUE), (tried & only, PURPLE)):
                look: dict[str, Any] = {
                    "colors": colour,
                    "linewidths": 0.4 * scale,
                    "rasterized": True,
                }
                axes.add_collection(LineCollection(list(edges[shown]), **look))
            counted = f"{tried.sum() - 1:,} nodes{snapshot.where}"
            here = f", {(tried & only).sum():,} of them only here" if others else ""
            axes.set_title(f"{snapshot.title}: {counted}{here}")
            axes.set(xlim=(0, max(map(len, trees))), ylim=(deepest + 1, 0), ylabel="depth")
        frame.axes[-1].set_xlabel("nodes, in the order in which they are tried")
    return frame.picture


def find_unmatched(nodes: Sequence[Node], others: Sequence[Node]) -> np.ndarray:
    """For each node whether the other tree has none that the same decisions lead to."""
    there = {(one.parent, one.cell, one.value): one.number for one in others[1:]}
    twins = [0]
    for node in nodes[1:]:
        twins.append(there.get((twins[node.parent], node.cell, node.value), -1))
    return np.array(twins) < 0
