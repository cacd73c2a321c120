"""Pictures of boards, runs and sweeps, made with Matplotlib.

draw_board(trace, step=100)          # the board at a step, and why
draw_board(puzzle)                   # the givens and signs alone
draw_steps(trace, [10, 11, 12])      # several steps on one sheet
draw_change(trace, step=100)         # before and after one node, with what it pruned
draw_counts(one, other)              # nodes and checks over time
draw_depth(one, other)               # where in its tree each search was
draw_domains(trace)                  # how many values each cell had left

Of a table of `sweep`:

draw_costs(table, "nodes")           # how the costs are spread, solver by solver
draw_tails(table, "nodes")           # the share of runs that cost more than so many
draw_survival(table, "seconds")      # the share of runs that ended within so much time
draw_medians(table, by="signs")      # medians and quartiles against size, signs or givens
draw_transition(table)               # cost and share of satisfiable puzzles over the signs
draw_plane(table, equal_cost=(2, 1)) # nodes against checks, with lines of equal cost
draw_versus(table)                   # one solver against another, puzzle by puzzle
draw_landscape(table)                # the median cost over givens and signs
draw_bars(table, time_limit=5)       # a bar graph that misleads, and the same runs honestly
"""

from futoshiki_lab.draw.bars import draw_bars
from futoshiki_lab.draw.charts import draw_counts, draw_depth, draw_domains
from futoshiki_lab.draw.experiments import draw_costs, draw_survival, draw_tails
from futoshiki_lab.draw.landscape import draw_landscape
from futoshiki_lab.draw.plane import draw_plane
from futoshiki_lab.draw.sheets import draw_board, draw_change, draw_steps
from futoshiki_lab.draw.trees import draw_tree, draw_trees
from futoshiki_lab.draw.trends import draw_medians, draw_transition
from futoshiki_lab.draw.versus import draw_versus
