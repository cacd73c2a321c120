"""Pictures of boards and runs, made with Matplotlib.

draw_board(trace, step=100)          # the board at a step, and why
draw_board(puzzle)                   # the givens and signs alone
draw_steps(trace, [10, 11, 12])      # several steps on one sheet
draw_change(trace, step=100)         # before and after one node, with what it pruned
draw_counts(one, other)              # nodes and checks over time
draw_depth(one, other)               # where in its tree each search was
draw_domains(trace)                  # how many values each cell had left
"""

from futoshiki_lab.draw.charts import draw_counts, draw_depth, draw_domains
from futoshiki_lab.draw.sheets import draw_board, draw_change, draw_steps

__all__ = [
    "draw_board",
    "draw_change",
    "draw_counts",
    "draw_depth",
    "draw_domains",
    "draw_steps",
]
