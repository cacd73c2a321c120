"""Charts of tables of `sweep`, with Matplotlib.

    draw_costs(table, "nodes")           # the distribution of costs, solver by solver
    draw_tails(table, "nodes")           # the share of runs above each cost
    draw_medians(table, by="level")      # medians and quartiles against size, signs, givens, level
    draw_transition(table)               # cost and share of satisfiable puzzles over the signs
    draw_plane(table, equal_cost=(2, 1)) # nodes against checks, with lines of equal cost
    draw_landscape(table)                # the median cost over givens and signs

`sweep_runs` reads a table, `cost_axis` has the axis of all; `costs`, `medians` and `plane` draw.
"""

from typing import TYPE_CHECKING

from futoshiki_lab.support.extras import load_lazily

if TYPE_CHECKING:
    from futoshiki_lab.explorer.charts.costs import (
        draw_costs as draw_costs,
        draw_tails as draw_tails,
    )
    from futoshiki_lab.explorer.charts.medians import (
        draw_medians as draw_medians,
        draw_transition as draw_transition,
    )
    from futoshiki_lab.explorer.charts.plane import (
        draw_landscape as draw_landscape,
        draw_plane as draw_plane,
    )

_FILES = {
    "costs": "draw_costs draw_tails",
    "medians": "draw_medians draw_transition",
    "plane": "draw_landscape draw_plane",
}
__getattr__ = load_lazily(__name__, _FILES, "lab", "matplotlib")
