"""Charts of tables of `sweep`, with Matplotlib.

    draw_costs(table, "nodes")           # the distribution of costs, solver by solver
    draw_medians(table, by="level")      # medians and quartiles against size, signs, givens, level

`sweep_runs` reads a table, `cost_axis` has the axis of all; `costs` and `medians` draw.
"""
