# What the prose of notebook 13 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-conflicts: some cells are in conflict, and some are not
assert 3 < len(faulty) < len(empty.cells)

# %% after ask-best: the change is one of the best values
assert counts[trace.event(change).value] == min(counts.values())
assert max(counts.values()) > min(counts.values())

# %% after ask-thousand: a solution, with fewer changes than rows
assert free
assert steps < 1000

# %% after ask-unique: forward checking solves each; they have one solution
assert all(len(some) == 20 for some in puzzles.values())
assert all(solve(one, "fc", "mrv").outcome == "solved" for some in puzzles.values() for one in some)

# most of 4x4, few of 6x6
assert solved[4] > 10
assert max(solved[5], solved[6]) < 5

# %% after ask-plateau: it has come to a plateau: equal neighbours only, and worse ones
assert better == 0
assert all(one["as many"] for one in around)
assert len(around) == 100

# %% after ask-noise: much noise solves the fewest; a little helps
assert min(hits, key=hits.get) == 0.6
assert hits[0.1] > hits[0]

# %% after no-solution: not found, never unsatisfiable
assert run.outcome == "not found"
assert solve(none, "fc").outcome == "unsatisfiable"
