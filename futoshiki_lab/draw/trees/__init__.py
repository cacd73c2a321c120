"""Pictures of search trees, which Graphviz can read too; its `dot` program is not needed.

`drawing` says how everything looks that `visible` chooses of a tree, as `snapshot` knows it at a
step. `layout` finds the places, `ink` draws: SVG, PNG or PDF. `graph` holds all this together, with
the same tree in Graphviz's language.

    draw_tree(trace)                        # the whole tree, or the part that fits
    draw_tree(trace, step=100)              # as it was at a step
    draw_trees(record(puzzle, "bt"), record(puzzle, "fc"))
    draw_tree(trace).save("tree.pdf")
"""

from futoshiki_lab.draw.trees.drawing import draw_tree as draw_tree, draw_trees as draw_trees
from futoshiki_lab.draw.trees.graph import Graph as Graph
