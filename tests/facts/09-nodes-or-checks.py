# What the prose of notebook 09 claims; see tests/test_notebooks.py. Each part runs after its cell.
# Nothing is about seconds: sentences about time are computed from the run that they tell of.

# %% after slice-run: a seed makes the study's puzzle here too, with the same counts
assert len(ours) == len(some) * len(SOLVERS)
assert set(ours["outcome"]) == {"solved"}
assert same == "yes"

# %% after ask-gain: nodes in reading order, checks with MRV, both surely
from futoshiki_lab import decided

for table, more in zip(gained.values(), ("nodes", "checks"), strict=True):
    (less,) = {"nodes", "checks"} - {more}
    assert table["ratio"].idxmax() == more
    assert decided(table.low[more], table.high[more], table.high[less])
    assert table["low"].min() > 1
assert dear["bt reading"] < dear["fc mrv"] < dear["bt mrv"]

# with many givens the setup is not paid back in reading order, and with MRV always
assert by_givens["reading order"].iloc[:5].min() > 1 > by_givens["reading order"].iloc[-3:].max()
assert 14 < even < 22
assert by_givens["MRV"].min() > 1
assert short.setup_checks["fc"] > short.total_checks["bt"]

# %% after ask-mac: MAC beats FC on large boards with MRV too, and hardly ever AC once, then FC
# Two standard errors of a share of 100 puzzles are 0.1 at most: no key is as near to a third.
assert mac_fc["mrv"].cheaper[4] < 1 / 3 - 0.1
assert mac_fc["mrv"].cheaper[7] > 2 / 3 + 0.1
assert mac_ac_fc["mrv"].cheaper.loc[:8].max() < 1 / 3
assert mac_ac_fc["mrv"].cheaper[7] < 1 / 3 - 0.1
assert all(rows.undecided[7] < 0.1 for pair in (mac_fc, mac_ac_fc) for rows in pair.values())
assert middle(4, "mac mrv", "setup_checks") > middle(4, "fc mrv")
assert middle(7, "fc mrv", "nodes") > 100 * middle(7, "mac mrv", "nodes")

# %% after ask-third: on no family; but in reading order MAC does beat it
assert families.cheaper.max() < 1 / 3
assert families.undecided.max() == 0
assert mac_ac_fc["reading"].cheaper[7] > 2 / 3
assert once.least > 10 * after.most > 10

# %% after ask-asking: the search goes the same way, with so many times the checks
nodes, checks, _ = asked.T
assert len(set(nodes)) == 1
assert np.allclose(checks / tried, checks[0] / tried[0])

# %% after ask-worth: whichever sitting, the price of a check differs far less than that of a node
assert 5 * spread["time / checks"] < spread["time / nodes"]
assert per_node.filter(like="mac").min() > 8 * per_node.filter(like="fc").max()
runs = small[small["solver"].isin(PRICED) & (small["nodes"] > 0)].dropna(subset="readable_again")
runs = runs.assign(readable=runs["readable_again"])
again = pd.Series({of: price(of).max() / price(of).min() for of in ("nodes", "total_checks")})
assert 5 * again["total_checks"] < again["nodes"]

# a line through the two rows of BT does not tell the price of a node of MAC
assert by_bt < 0.8 * of_mac

# %% after ask-unpaid: neither has more nodes than FC; GAC counts fewer checks
assert set(planted["outcome"]) == {"solved"}
assert sums["nodes"]["gac"] < sums["nodes"]["mac"] < sums["nodes"]["fc"]
assert sums["checks"]["gac"] < sums["checks"]["fc"] < sums["checks"]["mac"]

# GAC is slower on small boards with many solutions, and faster on large ones
assert slower.low > 1
assert sooner.set_index("size").low[8] > 1

# %% after sweep-my-look: the reference is right, and changes no node
from futoshiki_lab.classroom.tutor import right_answers

told = beside(right_answers.patient)
assert told.loc["nodes", "equal"] == 1
assert told.loc["checks", "ratio"] >= 1


# %% after sweep-thrifty: another order saves checks and no node, but never many
def signs_first(board, cell):
    signs, domains = board.puzzle.sign_neighbours[cell], board.domains
    others = board.unassigned_neighbours(cell)
    others = sorted(others, key=lambda x: (x not in signs, len(domains[x])))
    return all(fc_check(board, cell, x) for x in others)


told = beside(signs_first)
assert told.loc["nodes", "equal"] == 1
assert 1 - share_of_failing_looks(some) < told.loc["checks", "ratio"] < 0.97
assert 0.1 < share_of_failing_looks(some) < 0.2

# %% after ask-verdict: AC once, then FC, where signs have to be read; FC where they need not
hard = by_checks.loc["easy":, 6:]
assert (hard == "AC+FC").all(axis=None)
assert (by_checks.loc[["planted", "trivial"]] == "FC").all(axis=None)
assert (in_order.loc["easy":, 6:] == "MAC").all(axis=None)
