# What the prose of notebook 03 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after record: two assignments, the last one just made; one cell loses several values by a sign
state = trace.state(node.first)
assert len(state.path) == 2
assert state.path[-1] == node.cell
assert trace.state(node.first + 1).domains == state.domains
assert max(map(len, pruned_by(trace, node).values())) == 3

# %% after ask-prunes: the question strikes out what the next state of the run has lost
after = trace.state(trace.next(node.first, "node") - 1).domains
assert pruned_by(trace, node) == {
    cell: [value for value in domain if value not in after[cell]]
    for cell, domain in state.domains.items()
    if domain != after[cell]
}

# %% after ask-culprits: all five values are gone, each for one reason only, a sign among them
state = input3_trace.state(wipe_out)
assert sorted(took) == list(input3_trace.puzzle.values)
constraints = input3_trace.puzzle.constraints[cell]
for value, event in took.items():
    against = [c for c in assigned if not constraints[c].holds(value, state.values[c])]
    assert against == [event.other]
assert "<" in "".join(str(event.constraint) for event in took.values())

# %% after ask-meaning: it is solved, by the same run
assert input3_trace.outcome == "solved"

# %% after ask-match: the calls stand in the source in this order
source = getsource(search).split('"""')[-1]
places = [source.index(f"{call}(") for call in calls.values()]
assert places == sorted(places)

# %% after ask-restore: it is a restore; the board then is the one before the value was tried
assert trace.event(first_restore).verb.name == "RESTORE"
tried = trace.tree()[trace.event(first_restore).node]
assert trace.state(first_restore).domains == trace.state(tried.first - 1).domains
assert trace.event(dead_end + 1).cell == tried.cell

# %% after ask-nodes: on every bundled 4x4 and 5x5 that is tried here, and never the other way
from futoshiki_lab import load_all

for other in [sample, *load_all("unequal/4x4-tricky"), *load_all("unequal/5x5-tricky")]:
    for how in ("ascending", "descending"):
        looking_back = solve(other, "bt", order=how).counts.nodes
        assert solve(other, "fc", order=how).counts.nodes <= looking_back

# %% after ask-cost: fewer on the first, more on the last, which has many givens and a dear setup
bt, fc = costs["nyu/Input2"]
assert checks(fc) < checks(bt) / 4
bt, fc = costs["hcmus/puzzle_05_5x5_easy"]
assert checks(fc) > checks(bt)
assert fc.nodes < bt.nodes < 50
assert fc.setup_checks > fc.checks
assert len(puzzles[names[-1]].givens) > 3 * max(len(puzzles[name].givens) for name in names[:-1])

# %% after ask-factor: on average a node costs more checks, on each of the puzzles
assert ratio > 2 * fewer
assert all(fc.checks / fc.nodes > bt.checks / bt.nodes for bt, fc in costs.values())

# %% after ask-n-ary: right, but far too late
assert sleepy.solution == awake.solution
assert new > 40 * old

# %% after ask-nine: it is solved, and right
assert run.outcome == "solved"
assert not run.violations
assert run.counts.nodes > 200_000
assert solve(nine, "bt", node_limit=100_000).counts.max_depth < len(nine.cells) - len(nine.givens)
