# What the prose of notebook 14 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after thirty: a stronger look has fewer nodes, and each costs more checks
nodes = {look: sum(run.counts.nodes for run, _ in pairs.values()) for look, pairs in looks.items()}
assert nodes["bt"] > nodes["fc"] > nodes["mac"]
each = {look: sum(checks[look]) / nodes[look] for look in looks}
assert each["bt"] < each["fc"] < each["mac"]
