# What the prose of notebook 09 claims; see tests/test_notebooks.py. Each part runs after its cell.
# Nothing is about seconds: sentences about time are computed from the run that they tell of.

# %% after slice-run: a seed makes the study's puzzle here too
assert len(both) == len(some) * len(SOLVERS)
assert set(both["outcome"]) == {"solved"}

# %% after ask-same: the same counts as the study's
assert same["nodes"]
assert same["total_checks"]

# %% after ask-gain: nodes in reading order, checks with MRV
assert [table["ratio"].idxmax() for table in gained.values()] == ["nodes", "checks"]
assert all(table["ratio"].min() > 1 for table in gained.values())

# %% after cheaper: MAC beats FC on large boards with MRV too, and hardly ever AC once, then FC
assert mac_fc["mrv"].cheaper[4] < 1 / 3
assert mac_fc["mrv"].cheaper[7] > 2 / 3
assert mac_ac_fc["mrv"].cheaper.max() < 1 / 3
assert all(rows.undecided[7] < 0.1 for pair in (mac_fc, mac_ac_fc) for rows in pair.values())

# %% after ask-third: on no family; but in reading order MAC does beat it
assert families.cheaper.max() < 1 / 3
assert families.undecided.max() == 0
assert mac_ac_fc["reading"].cheaper[7] > 2 / 3

# %% after asking: the search goes the same way, with so many times the checks
nodes, checks, _ = asked.T
assert len(set(nodes)) == 1
assert np.allclose(checks / tried, checks[0] / tried[0])

# %% after ask-asking: of nodes and checks the answer is certain
assert [growth(ratio) for ratio in grown[:2]] == ["stays the same", "doubles"]

# %% after rates-run: a node need be worth nothing against FC; and many checks against AC, FC
assert np.median(turns["fc mrv"]) == 0
assert 30 < np.median(turns["ac, fc mrv"]) < 100

# %% after unpaid-run: neither has more nodes than FC; GAC counts fewer checks
assert sums["gac"][0] <= sums["mac"][0] <= sums["fc"][0]
assert sums["gac"][1] < sums["fc"][1] < sums["mac"][1]

# %% after compiled-run: the same counts from both engines
assert (fast[:, :, :2] == measured[:, :, :2]).all()

# %% after sweep-my-look: the reference is right, and changes no node
from futoshiki_lab.classroom.tutor import right_answers

told = beside(right_answers.patient)
assert told.loc["nodes", "equal"] == 1
assert told.loc["checks", "ratio"] >= 1


# %% after sweep-thrifty: another order saves checks and no node
def smallest_first(board, cell):
    others = sorted(board.unassigned_neighbours(cell), key=lambda x: len(board.domains[x]))
    return all(fc_check(board, cell, x) for x in others)


told = beside(smallest_first)
assert told.loc["nodes", "equal"] == 1
assert told.loc["checks", "ratio"] < 1

# %% after verdict-run: AC once, then FC, where signs have to be read; FC where they need not
hard = by_checks.loc["easy":, 6:]
assert (hard == "ac, fc").all(axis=None)
assert (by_checks.loc[["planted", "trivial"]] == "fc").all(axis=None)
