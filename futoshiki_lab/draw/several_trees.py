"""Several search trees side by side, in one picture.

draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from futoshiki_lab.draw.search_trees import Graph
from futoshiki_lab.draw.tree_items import TreeSnapshot
from futoshiki_lab.support.extras import need
from futoshiki_lab.trace import SearchTree, Trace

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw_trees(
    *whats: Trace | SearchTree,
    limit: int | None = None,
    depth: int | None = None,
    step: int | None = None,
    scale: float = 1.0,
    sideways: bool = False,
    whole: bool = False,
) -> Graph | Figure:
    """Draw the search trees of several runs side by side, in one picture.

    Parameters
    ----------
    whats : the traces.
    limit : how many nodes of each tree are drawn.
    whole : draw silhouettes of the whole trees instead, all on one scale, each in its panel: of two
        trees the one with ten times as many nodes is ten times as wide. This is a Matplotlib
        figure; `savefig` saves it.
    The others are those of `draw_tree`.

    Raises
    ------
    As `draw_tree`; and ValueError if there is nothing to draw.
    """
    if not whats:
        raise ValueError("no trees to draw: name at least one trace")
    if whole:
        need("draw_trees", "lab", "matplotlib")
        from futoshiki_lab.draw.silhouettes import draw_silhouettes

        return draw_silhouettes([TreeSnapshot(what, step) for what in whats], scale)
    graph, above = Graph(scale, sideways, 1 / len(whats)), list[str]()
    for number, what in enumerate(whats, 1):
        above.append(graph.add_tree(TreeSnapshot(what, step), limit, depth, f"t{number}"))
    graph.summary = "search trees of " + ", and of ".join(above)
    return graph
