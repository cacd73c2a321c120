"""Pictures on paper: boards, runs, sweeps (with Matplotlib), search trees.

Boards (`scene` says what is shown, `board_marks` lists shapes and words, which are in `ink`; `svg`
writes them for pages, `figures` puts them on Matplotlib axes, and `sheets` has whole figures):

    draw_board(trace, step=100)          # the board at a step, and why
    draw_board(puzzle)                   # the givens and signs alone
    draw_boards(puzzle, trace)           # several boards on one sheet
    draw_change(trace, step=100)         # before and after one node, with what it pruned

Runs (`costs`; of trees `tree_items` chooses what is shown, `tree_boxes` knows how it looks and
where it stands, and `search_trees` writes it, also in Graphviz's language):

    draw_counts(one, other)              # nodes and checks over time
    draw_tree(trace)                     # the search tree
    draw_trees(one, other)               # search trees beside each other

Tables of `sweep` (`costs`, `medians`, `plane`; `sweep_runs` reads them, `frames` has the frame of
all charts and the axis of costs):

    draw_costs(table, "nodes")           # the distribution of costs, solver by solver
    draw_tails(table, "nodes")           # the share of runs above each cost
    draw_medians(table, by="signs")      # medians and quartiles against size, signs or givens
    draw_transition(table)               # cost and share of satisfiable puzzles over the signs
    draw_bars(table, time_limit=5)       # a bar graph that misleads, and the same runs honestly
    draw_plane(table, equal_cost=(2, 1)) # nodes against checks, with lines of equal cost
    draw_landscape(table)                # the median cost over givens and signs

A plot of your own (`figures`, where the style of all charts is):

    figure, axes = chart()               # empty axes in the same style
"""

import logging
from importlib import import_module
from typing import TYPE_CHECKING

from futoshiki_lab.support.extras import need

if TYPE_CHECKING:
    from futoshiki_lab.draw.costs import (
        draw_costs as draw_costs,
        draw_counts as draw_counts,
        draw_tails as draw_tails,
    )
    from futoshiki_lab.draw.figures import chart as chart
    from futoshiki_lab.draw.medians import (
        draw_bars as draw_bars,
        draw_medians as draw_medians,
        draw_transition as draw_transition,
    )
    from futoshiki_lab.draw.plane import draw_landscape as draw_landscape, draw_plane as draw_plane
    from futoshiki_lab.draw.search_trees import draw_tree as draw_tree, draw_trees as draw_trees
    from futoshiki_lab.draw.sheets import (
        draw_board as draw_board,
        draw_boards as draw_boards,
        draw_change as draw_change,
    )

# A file is loaded when its figure is first used: trees need no Matplotlib, boards no pandas.
_FILES = {
    "costs": "draw_costs draw_counts draw_tails",
    "figures": "chart",
    "medians": "draw_bars draw_medians draw_transition",
    "plane": "draw_landscape draw_plane",
    "sheets": "draw_board draw_boards draw_change",
    "search_trees": "draw_tree draw_trees",
}
_HOMES = {name: file for file, names in _FILES.items() for name in names.split()}

# Matplotlib warns once where it has never run, as in every new browser: that it reads its fonts.
logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "building the font cache" not in record.getMessage()
)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    need(name, "lab", "graphviz" if _HOMES[name] == "search_trees" else "matplotlib")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return found
