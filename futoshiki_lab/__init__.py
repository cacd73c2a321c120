"""Learn how constraint search works, one step at a time, with Futoshiki puzzles.

    puzzle = load("nyu/Input2")                      # any format; shows itself in a notebook
    trace = record(puzzle, "fc", select="mrv")       # forward checking, every event written down
    trace.counts                                     # how many nodes, checks, prunes ...
    draw_board(trace, step=100)                      # the board at a step, and why
    draw_tree(trace)                                 # the search tree

What to read, in this order: `puzzle`, `board`, `ordering`, `search` (the core), then `solver`,
`trace` and the rest. Every counter is defined in docs/COUNTING.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from futoshiki_lab.board import Board, Counts, Verb
from futoshiki_lab.formats import FORMATS, bundled, dumps, load, load_all, loads, loads_all, save
from futoshiki_lab.ordering import (
    ORDERS,
    SELECTIONS,
    ascending,
    descending,
    dom_wdeg,
    least_constraining_value,
    mrv,
    mrv_degree,
    reading_order,
    shuffled,
)
from futoshiki_lab.puzzle import Cell, Constraint, Puzzle, PuzzleError, Sign
from futoshiki_lab.search import (
    LOOKS,
    ac3,
    arc_consistency,
    fc_check,
    forward_check,
    look_back,
    maintain_arc_consistency,
    revise,
    search,
)
from futoshiki_lab.solver import Run, solve
from futoshiki_lab.trace import Trace, record

if TYPE_CHECKING:
    from futoshiki_lab.draw import (
        draw_board,
        draw_change,
        draw_counts,
        draw_depth,
        draw_domains,
        draw_steps,
    )
    from futoshiki_lab.stepper import Stepper
    from futoshiki_lab.tree import draw_tree, draw_trees

# What needs Matplotlib, Graphviz or widgets is imported when it is first asked for.
_LATER = {
    "draw_board": "futoshiki_lab.draw",
    "draw_change": "futoshiki_lab.draw",
    "draw_counts": "futoshiki_lab.draw",
    "draw_depth": "futoshiki_lab.draw",
    "draw_domains": "futoshiki_lab.draw",
    "draw_steps": "futoshiki_lab.draw",
    "draw_tree": "futoshiki_lab.tree",
    "draw_trees": "futoshiki_lab.tree",
    "Stepper": "futoshiki_lab.stepper",
}

__all__ = [
    "FORMATS",
    "LOOKS",
    "ORDERS",
    "SELECTIONS",
    "Board",
    "Cell",
    "Constraint",
    "Counts",
    "Puzzle",
    "PuzzleError",
    "Run",
    "Sign",
    "Stepper",
    "Trace",
    "Verb",
    "ac3",
    "arc_consistency",
    "ascending",
    "bundled",
    "descending",
    "dom_wdeg",
    "draw_board",
    "draw_change",
    "draw_counts",
    "draw_depth",
    "draw_domains",
    "draw_steps",
    "draw_tree",
    "draw_trees",
    "dumps",
    "fc_check",
    "forward_check",
    "least_constraining_value",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "look_back",
    "maintain_arc_consistency",
    "mrv",
    "mrv_degree",
    "reading_order",
    "record",
    "revise",
    "save",
    "search",
    "shuffled",
    "solve",
]


def __getattr__(name: str):
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
