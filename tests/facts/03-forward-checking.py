# What the prose of notebook 03 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after import: the framed cells are where the questions say
assert (passed.kind, failed.kind, looked_at.kind) == ("branch", "failure", "failure")
assert [node.label for node in (passed, failed, looked_at)] == ["r2c3=2", "r1c3=4", "r3c1=1"]
assert (nodes[34].kind, nodes[34].depth) == ("failure", passed.depth + 1)
checked = [
    old.event(step) for step in old.steps("check") if old.event(step).node == looked_at.number
]
assert [str(event.other) for event in checked] == ["r1c1", "r2c1"]

# %% after ask-prunes: two assignments, the last just made; a cell loses several values by a sign
state = trace.state(node.first)
assert len(state.path) == 2
assert state.path[-1] == node.cell
assert trace.state(node.first + 1).domains == state.domains
assert max(map(len, pruned_by(trace, node).values())) == 3

# the question strikes out what the next state of the run has lost
after = trace.state(trace.next(node.first, "node") - 1).domains
assert pruned_by(trace, node) == {
    cell: [value for value in domain if value not in after[cell]]
    for cell, domain in state.domains.items()
    if domain != after[cell]
}

# %% after ask-culprits: all five values are gone, each for one reason only, a sign among them
state = input3_trace.state(wipe_out)
assert sorted(took) == list(input3_trace.puzzle.values)
assert input3_trace.event(wipe_out - 1) == took[last]
constraints = input3_trace.puzzle.constraints[cell]
for value, event in took.items():
    against = [c for c in assigned if not constraints[c].holds(value, state.values[c])]
    assert against == [event.other]
assert "<" in "".join(str(event.constraint) for event in took.values())

# %% after ask-meaning: it is solved, by the same run; a culprit is right, and another is not
assert input3_trace.outcome == "solved"
culprits = {event.other for event in took.values()} - {*input3_trace.puzzle.givens}
wrong = {c for c in culprits if solved[c.row][c.column] != state.values[c]}
assert right_one in culprits - wrong
assert wrong
assert (str(took[last].other), last) == ("r2c2", 2)
assert len({event.other for event in took.values()}) > 1

# %% after ask-match: the calls stand in the source in this order
from futoshiki_lab import search as solve_with

source = getsource(solve_with).split('"""')[-1]
places = [source.index(f"{call}(") for call in calls.values()]
assert places == sorted(places)

# %% after ask-restore: it is a restore; the board then is the one before the value was tried
assert trace.event(first_restore).verb.name == "RESTORE"
tried = trace.tree()[trace.event(first_restore).node]
assert trace.state(first_restore).domains == trace.state(tried.first - 1).domains
assert trace.event(failing + 1).cell == tried.cell

# %% after ask-nodes: on every bundled 4x4 and 5x5 that is tried here, and never the other way
from futoshiki_lab import load_all

for other in [sample, *load_all("unequal/4x4-tricky"), *load_all("unequal/5x5-tricky")]:
    for how in ("ascending", "descending"):
        looking_back = solve(other, "bt", order=how).counts.nodes
        assert solve(other, "fc", order=how).counts.nodes <= looking_back

# %% after ask-cost: fewer on the first, more on the last, which has many givens and a dear setup
bt, fc = costs["Input2"]
assert checks(fc) < checks(bt) / 4
bt, fc = costs[names[-1]]
assert checks(fc) > checks(bt)
assert fc.setup_checks > fc.checks
assert len(puzzles[names[-1]].givens) > 3 * max(len(puzzles[name].givens) for name in names[:-1])

# %% after why-cost: the looks save, the setup costs; a longer search with the same setup pays
bt, fc = costs[names[-1]]
assert rows["small values first"][2:] == (checks(bt), checks(fc), fc.setup_checks)
assert 0 < back - fc.checks < fc.setup_checks
assert all(one.checks < other.checks for other, one in costs.values())
assert all(one.nodes < other.nodes for other, one in costs.values())
assert long_ahead < long_back
assert rows["large values first"][-1] == fc.setup_checks
assert rows["large values first"][0] > bt.nodes

# %% after fc-checks: both bounds are met
assert [(k, kd) for k, _, kd, _ in per_look] == [(6, 24), (8, 40), (10, 60)]
assert all(bt == k and fc == kd for k, bt, kd, fc in per_look)

# %% after base-rates: more nodes and checks are saved where backtracking has many nodes
assert len(forty) == 80
assert (forty["outcome"] == "solved").all()
assert in_nodes[4] > in_nodes[1] > 1
assert in_checks.is_monotonic_increasing
assert in_checks[4] > 2 * in_checks[1]
assert in_checks[4] / in_checks[1] - no_setup[4] / no_setup[1] < no_setup[4] / no_setup[1] - 1
assert (no_setup > in_checks).all()
setups = forty[forty["solver"] == looks[1]].groupby("quarter")["setup_checks"].median()
assert setups.max() < 1.1 * setups.min()

# %% after nine: it is solved, and right
assert run.outcome == "solved"
assert not run.violations
for puzzle in (nine, helped):
    stopped = solve(puzzle, "bt", node_limit=100_000)
    assert stopped.counts.max_depth < len(puzzle.cells) - len(puzzle.givens)
assert run.counts.nodes < 100_000
assert run.solution[1][0] == 4
assert 0 < begun.counts.nodes - below <= 20
assert round(solve(nine, "fc").counts.nodes / run.counts.nodes) == 17

# %% after haralick-elliott: forward checking makes fewer checks at every size, and ever fewer
ratios = [ahead / back for back, ahead in zip(*made.values(), strict=True)]
assert ratios == sorted(ratios, reverse=True)
assert ratios[0] < 1
