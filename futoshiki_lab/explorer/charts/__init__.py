"""Charts of tables of `sweep`, with Matplotlib.

    draw_costs(table, "nodes")           # the distribution of costs, solver by solver
    draw_medians(table, by="level")      # medians and quartiles against size, signs, givens, level

`sweep_runs` reads a table, `cost_axis` has the axis of all; `costs` and `medians` draw.
"""

from typing import TYPE_CHECKING

from futoshiki_lab.support.extras import load_lazily

if TYPE_CHECKING:
    from futoshiki_lab.explorer.charts.costs import draw_costs as draw_costs
    from futoshiki_lab.explorer.charts.medians import draw_medians as draw_medians

_FILES = {"costs": "draw_costs", "medians": "draw_medians"}
__getattr__ = load_lazily(__name__, _FILES, "lab", "matplotlib")
