# What the welcome claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-values: one solution; on the 9x9 backtracking gets nowhere, and arc consistency does
from futoshiki_lab import solve

assert solve(small, "bt", solutions="all").counts.solutions == 1
assert run.counts.nodes not in (8, 84)
nine = load("sysu/9x9")
assert solve(nine, "bt", node_limit=100_000).outcome == "limit"
assert 2_500 < solve(nine, "mac").counts.nodes < 3_500
