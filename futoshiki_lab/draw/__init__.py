"""Pictures on paper: boards (with Matplotlib), search trees.

Boards (`scene` says what is shown, `puzzle_scene` does of a puzzle; `board_marks` and
`problem_marks` list shapes and words, which are in `ink`; `svg` writes them for pages, `figures`
puts them on Matplotlib axes; `sheets` and `several` have whole figures):

    draw_board(trace, step=100)          # the board at a step, and why
    draw_board(puzzle)                   # the givens and signs alone
    draw_boards(puzzle, trace)           # several boards on one sheet
    draw_change(trace, step=100)         # before and after one node, with what it pruned

Trees (`tree_items` chooses what is shown, `tree_boxes` knows how it looks and where it stands,
`search_trees` and `several_trees` write it, whole ones as `silhouettes`, and `tree_dot` does in the
language of Graphviz):

    draw_tree(trace)                     # the search tree
    draw_trees(one, other)               # search trees beside each other

A plot of your own (`frames`, where the style of all charts is):

    figure, axes = chart()               # empty axes in the same style

Each file is loaded when its figure is first used: trees need no Matplotlib.
"""

import logging

# Matplotlib warns once where it has never run, as in every new browser: that it reads its fonts.
logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "building the font cache" not in record.getMessage()
)
