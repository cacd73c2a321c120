"""Pictures of boards and runs, made with Matplotlib.

draw_board(trace, step=100)          # the board at a step, and why
draw_board(puzzle)                   # the givens and signs alone
draw_steps(trace, [10, 11, 12])      # several steps on one sheet
draw_change(trace, step=100)         # before and after one node, with what it pruned
"""

from futoshiki_lab.draw.sheets import draw_board, draw_change, draw_steps

__all__ = ["draw_board", "draw_change", "draw_steps"]
