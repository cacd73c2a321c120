"""Pictures of search trees, made with Graphviz; no `dot` program is needed.

draw_tree(trace)                        # the whole tree, or what fits of it
draw_tree(trace, step=100)              # as it was at a step
draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
draw_tree(trace).save("tree.pdf")
"""

from futoshiki_lab.draw.trees.drawing import draw_tree, draw_trees
from futoshiki_lab.draw.trees.graph import Graph

__all__ = ["Graph", "draw_tree", "draw_trees"]
