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
    why(puzzle, (0, 0), 3)                           # why not 3? the cheapest reasons, on a board
    explain(puzzle)                                  # the solution in steps, the cheapest first
    Play(generate(7, "tricky"))                      # a puzzle to play on

Read the room `core` first; the others are built on it. docs/COUNTING.md defines every counter.
"""

import sys
from importlib import import_module

TYPE_CHECKING = False  # as `typing` has it; to load that takes longer than all the rest here
if TYPE_CHECKING:
    from typing import Any

    from futoshiki_lab.classroom.ask import *
    from futoshiki_lab.classroom.course.audit import check_ordering, check_propagator
    from futoshiki_lab.classroom.course.skeleton import record_propagator
    from futoshiki_lab.classroom.drive import *
    from futoshiki_lab.classroom.exams import *
    from futoshiki_lab.classroom.play import *
    from futoshiki_lab.classroom.solver import *
    from futoshiki_lab.classroom.tutor import *
    from futoshiki_lab.core import *
    from futoshiki_lab.core.mending import MinConflicts
    from futoshiki_lab.draw.frames import chart
    from futoshiki_lab.draw.search_trees import draw_tree
    from futoshiki_lab.draw.several import draw_boards, draw_change
    from futoshiki_lab.draw.several_trees import draw_trees
    from futoshiki_lab.draw.sheets import draw_board
    from futoshiki_lab.explorer.charts.costs import draw_costs
    from futoshiki_lab.explorer.charts.medians import draw_medians
    from futoshiki_lab.explorer.explorer import Explorer
    from futoshiki_lab.explorer.generator import *
    from futoshiki_lab.explorer.sweeps import *
    from futoshiki_lab.formats import *
    from futoshiki_lab.problems import *
    from futoshiki_lab.reasons import *
    from futoshiki_lab.solving import *
    from futoshiki_lab.stepper import *
    from futoshiki_lab.trace import *
    from futoshiki_lab.trace.what_if import what_if

# Every public name, once, under the room where it lives, with its file where a room's door does not
# hand it on. Rooms and such files are loaded when they are first needed.
ROOMS = {
    # The laboratory
    "core": """Board Cell Constraint Counts LOOKS ORDERS Problem Puzzle PuzzleError Run SELECTIONS
        Sign Verb ac3 arc_consistency ascending descending dom_wdeg fc_check forward_check
        generalised_arc_consistency least_constraining_value legal_mrv legal_mrv_degree look_back
        maintain_arc_consistency mrv mrv_degree reading_order revise search shuffled""",
    "core.mending": "MinConflicts",
    "trace": "Trace record",
    "trace.what_if": "what_if",
    "formats": "FORMATS bundled dumps load load_all loads save",
    "problems": """australia colour_map queens random_binary random_latin_square random_puzzle
        random_puzzles sudoku sudokus usa zebra""",
    "solving": "count_solutions is_unique solve",
    "draw": """frames.chart search_trees.draw_tree several_trees.draw_trees
        several.draw_boards several.draw_change sheets.draw_board""",
    "stepper": "Stepper",
    # The annexes
    "reasons": """LEVELS deduce deductions explain grade hint logic_solver
        logic_solver_deterministic look_logic remaining_values why""",
    "explorer": "explorer.Explorer",
    "explorer.generator": "GenerationError generate generate_batch",
    "explorer.sweeps": """Solver SweepError compare_solvers decided ended read_sweep
        say_bounds summary sweep""",
    "explorer.charts": "costs.draw_costs medians.draw_medians",
    "classroom.ask": "predict",
    "classroom.course": "check_ordering check_propagator record_propagator",
    "classroom.drive": "Drive",
    "classroom.exams": "check_viva practice questions recall viva",
    "classroom.play": "Play",
    "classroom.solver": "make_jump my_solver run_program",
    "classroom.tutor": """OpenBoard check_ac3 check_culprits check_fc_check check_forward_check
        check_gaschnig check_insertion check_jump check_least_constraining_value check_look_back
        check_min_conflicts check_model_rule check_mrv check_nogood check_patient check_problem
        check_restore check_revise check_rule check_search check_selection check_thrifty
        first_difference not_done numbered_lines odd_lines prunes_of record_attempt""",
}
# What the annexes add to the laboratory, which imports none of them: support/annexes.py finds it.
ADDITIONS = {
    "compiled search": "explorer.kernels.running",
    "reasons": "reasons.answers",
    "browser": "classroom.browser",
    "own questions": "classroom.exams.viva",
    "own solver": "classroom.solver.keeping",
    "folded code": "classroom.solver.folding",
}

if sys.platform == "emscripten" and import_module("importlib.util").find_spec("pyodide_js"):
    sys.meta_path.insert(0, import_module(f"{__name__}.support.in_browser").Fetching())

if "ipykernel" in sys.modules:
    import_module(f"{__name__}.support.out_of_order").watch(sys.modules["IPython"].get_ipython())

_PATHS = [f"{room}.{name}" for room, names in ROOMS.items() for name in names.split()]
_HOMES = {path.rpartition(".")[2]: path.rpartition(".")[0] for path in _PATHS}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        found = globals()[name] = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:  # `import *` asks for all names, used or not
        return _put_off(name, error)
    return found


def _put_off(name: str, error: ModuleNotFoundError) -> "Any":
    """What stands for a name without its extra or its annex: a function that raises the error."""

    def fail(*_: object, **__: object) -> None:
        from futoshiki_lab.support.annexes import gone
        from futoshiki_lab.support.extras import missing

        module = str(error.name).partition(".")[0]
        if module == __name__:
            raise ModuleNotFoundError(gone(name, error), name=error.name)
        raise ModuleNotFoundError(missing(name, module, "lab"), name=module)

    return fail


def __dir__() -> list[str]:
    return __all__
