"""Learn how constraint search works, one step at a time, with Futoshiki puzzles.

    puzzle = load("nyu/Input2")                      # any format; shows itself in a notebook
    trace = record(puzzle, "fc", select="mrv")       # forward checking, every event written down
    trace.counts                                     # how many nodes, checks, prunes ...
    draw_board(trace, step=100)                      # the board at a step, and why
    draw_tree(trace)                                 # the search tree
    Stepper(trace)                                   # watch it, forward and back

    solve(puzzle, "mac", select="dom_wdeg")          # compiled, with the same counts
    sweep(puzzles, ["fc", "fc mrv", "gac mrv"])      # thousands of runs, one table

    hint(puzzle, puzzle.grid)                        # the easiest next deduction, and why
    Play(generate(7, "tricky"))                      # a puzzle to play on

What to read, in this order: `puzzle`, `board`, `ordering`, `search` (the core), then `solver`,
`trace` and the rest. Every counter is defined in docs/COUNTING.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from futoshiki_lab.alldifferent import generalised_arc_consistency
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
from futoshiki_lab.solver import Run, count_solutions, is_unique, solve
from futoshiki_lab.trace import Trace, record

if TYPE_CHECKING:
    from futoshiki_lab.draw import (
        draw_bars,
        draw_board,
        draw_change,
        draw_costs,
        draw_counts,
        draw_depth,
        draw_domains,
        draw_landscape,
        draw_medians,
        draw_plane,
        draw_steps,
        draw_survival,
        draw_tails,
        draw_transition,
        draw_versus,
    )
    from futoshiki_lab.experiment import (
        Solver,
        ended,
        read_sweep,
        summary,
        sweep,
    )
    from futoshiki_lab.generator import (
        generate,
        random_latin_square,
        random_puzzle,
        random_puzzles,
    )
    from futoshiki_lab.logic import (
        LEVELS,
        deduce,
        deductions,
        grade,
        hint,
        logic_solver,
        logic_solver_deterministic,
        look_logic,
        remaining_values,
        walkthrough,
    )
    from futoshiki_lab.stepper import (
        Play,
        Stepper,
    )
    from futoshiki_lab.tree import (
        draw_tree,
        draw_trees,
    )

# What needs a package of its own, or is asked for by some only, is imported when it is.
_LATER = {
    "draw_bars": "futoshiki_lab.draw",
    "draw_board": "futoshiki_lab.draw",
    "draw_change": "futoshiki_lab.draw",
    "draw_costs": "futoshiki_lab.draw",
    "draw_counts": "futoshiki_lab.draw",
    "draw_depth": "futoshiki_lab.draw",
    "draw_domains": "futoshiki_lab.draw",
    "draw_landscape": "futoshiki_lab.draw",
    "draw_medians": "futoshiki_lab.draw",
    "draw_plane": "futoshiki_lab.draw",
    "draw_steps": "futoshiki_lab.draw",
    "draw_survival": "futoshiki_lab.draw",
    "draw_tails": "futoshiki_lab.draw",
    "draw_transition": "futoshiki_lab.draw",
    "draw_versus": "futoshiki_lab.draw",
    "Solver": "futoshiki_lab.experiment",
    "SweepError": "futoshiki_lab.experiment",
    "ended": "futoshiki_lab.experiment",
    "read_sweep": "futoshiki_lab.experiment",
    "summary": "futoshiki_lab.experiment",
    "sweep": "futoshiki_lab.experiment",
    "Explorer": "futoshiki_lab.explore",
    "GenerationError": "futoshiki_lab.generator",
    "generate": "futoshiki_lab.generator",
    "generate_batch": "futoshiki_lab.generator",
    "random_latin_square": "futoshiki_lab.generator",
    "random_puzzle": "futoshiki_lab.generator",
    "random_puzzles": "futoshiki_lab.generator",
    "LEVELS": "futoshiki_lab.logic",
    "deduce": "futoshiki_lab.logic",
    "deductions": "futoshiki_lab.logic",
    "grade": "futoshiki_lab.logic",
    "hint": "futoshiki_lab.logic",
    "logic_solver": "futoshiki_lab.logic",
    "logic_solver_deterministic": "futoshiki_lab.logic",
    "look_logic": "futoshiki_lab.logic",
    "remaining_values": "futoshiki_lab.logic",
    "walkthrough": "futoshiki_lab.logic",
    "Play": "futoshiki_lab.stepper",
    "Stepper": "futoshiki_lab.stepper",
    "draw_tree": "futoshiki_lab.tree",
    "draw_trees": "futoshiki_lab.tree",
}

__all__ = [
    "FORMATS",
    "LEVELS",
    "LOOKS",
    "ORDERS",
    "SELECTIONS",
    "Board",
    "Cell",
    "Constraint",
    "Counts",
    "Explorer",
    "GenerationError",
    "Play",
    "Puzzle",
    "PuzzleError",
    "Run",
    "Sign",
    "Solver",
    "Stepper",
    "SweepError",
    "Trace",
    "Verb",
    "ac3",
    "arc_consistency",
    "ascending",
    "bundled",
    "count_solutions",
    "deduce",
    "deductions",
    "descending",
    "dom_wdeg",
    "draw_bars",
    "draw_board",
    "draw_change",
    "draw_costs",
    "draw_counts",
    "draw_depth",
    "draw_domains",
    "draw_landscape",
    "draw_medians",
    "draw_plane",
    "draw_steps",
    "draw_survival",
    "draw_tails",
    "draw_transition",
    "draw_tree",
    "draw_trees",
    "draw_versus",
    "dumps",
    "ended",
    "fc_check",
    "forward_check",
    "generalised_arc_consistency",
    "generate",
    "generate_batch",
    "grade",
    "hint",
    "is_unique",
    "least_constraining_value",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "logic_solver",
    "logic_solver_deterministic",
    "look_back",
    "look_logic",
    "maintain_arc_consistency",
    "mrv",
    "mrv_degree",
    "random_latin_square",
    "random_puzzle",
    "random_puzzles",
    "read_sweep",
    "reading_order",
    "record",
    "remaining_values",
    "revise",
    "save",
    "search",
    "shuffled",
    "solve",
    "summary",
    "sweep",
    "walkthrough",
]


def __getattr__(name: str):
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
