# What the prose of notebook 09 claims; see tests/test_notebooks.py. Each part runs after its cell.
# Nothing is about seconds: sentences about time are computed from the run that they tell of.

# %% after answer-rate: MAC spares nodes and spends checks
assert mac_nodes < fc_nodes
assert mac_checks > fc_checks

# %% after asking: the search goes the same way, with so many times the checks
nodes, checks, _ = asked.T
assert len(set(nodes)) == 1
assert np.allclose(checks / tried, checks[0] / tried[0])

# %% after ask-asking: of nodes and checks the answer is certain
assert [growth(ratio) for ratio in grown[:2]] == ["stays the same", "doubles"]

# %% after runs: a dozen puzzles; a node of MAC has far more checks
assert len(five[::2]) == 12
assert median(measured["mac"][:, 1] / measured["mac"][:, 0]) > 100

# %% after fit: neither price is negative, whatever the times are
rows = np.array([[10, 1000, 1.0], [1000, 10, 1e-9], [100, 100, 0.1], [10, 10, 0.01]])
assert min(prices(rows)) >= 0

# %% after predicted: puzzles that the fit has not seen
assert not {p.name for p in six} & {p.name for p in five}

# %% after plane: the dearer a node, the better for the stronger look
assert [cheapest(worth) for worth in (1, 10, 100)] == ["fc", "fc", "mac"]

# %% after rates-run: the dearer a node in checks, the more puzzles MAC wins, on each size
for rate in found.values():
    assert np.mean(rate < 1) < np.mean(rate < 100)

# %% after givens: FC saves checks first and loses them in the setup at last
assert medians.fc[0] < medians.bt[0]
assert medians.fc[18] > medians.bt[18]
assert 0 < setup.bt < setup.fc / 3

# %% after size: on the smallest board MAC spends more checks, on larger ones fewer
assert middle.fc[4] < middle.mac[4]
assert middle.mac[6] < middle.fc[6]
assert middle.mac[7] < middle.fc[7]

# %% after nine-run: the stronger the look, the fewer nodes, and here checks
assert large["gac"][0] < large["mac"][0] / 40 < large["fc"][0] / 40
assert large["gac"][1] < large["mac"][1] < large["fc"][1] / 4

# %% after unpaid-run: both have fewer nodes than FC, and GAC fewer checks
assert sums["gac"][0] <= sums["mac"][0] < sums["fc"][0]
assert sums["gac"][1] < sums["fc"][1] < sums["mac"][1]

# %% after compiled-run: the same counts from both engines
assert all((fast[look][:, :2] == unseen[look][:, :2]).all() for look in LOOKS)

# %% after ask-patient: the same nodes, more checks; the same on the puzzles of the sweep
assert claims == {"more nodes": False, "more checks": True}
for puzzle in five[:3]:
    hasty, late = (
        solve(puzzle, look, node_limit=3_000).counts
        for look in (forward_check, right_answers.patient)
    )
    assert (late.nodes, late.wipeouts >= hasty.wipeouts) == (hasty.nodes, True)

# %% after sweep-thrifty: another order saves checks and no node
from futoshiki_lab import fc_check


def smallest_first(board, cell):
    others = sorted(board.unassigned_neighbours(cell), key=lambda x: len(board.domains[x]))
    return all(fc_check(board, cell, x) for x in others)


table = compared(smallest_first)[["nodes", "checks"]].to_numpy()
assert table[0, 0] == table[1, 0]
assert table[0, 1] > table[1, 1]
assert saved(smallest_first).startswith(f"{table[0, 0]} nodes instead of {table[0, 0]}, ")
