# %% after map-runs: the state in the middle, which has a border with all of the mainland
assert first == "SA"
assert len(australia().neighbours["SA"]) == 5
assert australia().neighbours["T"] == ()
assert of_map["mrv_degree"].tree()[1].value == "red"

# %% after second-asked: what is struck out is what is gone when the look is over
left = of_map["mrv_degree"].state(after_first).domains
assert {state for state in left if "red" not in left[state]} == {"WA", "NT", "Q", "NSW", "V"}

# %% after mirror: the mirror keeps every count; three colours, each the same count again
assert all(begins[column] == begins[9 - column] for column in begins)
assert len(colourings) == 3 * len(as_red) == 18
assert sum(begins.values()) == 92

# %% after four-runs: forward checking saves everywhere, the rest not on the map
for problem in problems:
    assert nodes[problem, "fc"] < nodes[problem, "bt"]
    assert nodes[problem, "fc mrv jump"] == nodes[problem, "fc mrv"]
    small = problem == "Australia"
    assert (nodes[problem, "bt jump"] == nodes[problem, "bt"]) == small
    assert (nodes[problem, "fc mrv"] == nodes[problem, "fc"]) == small
assert nodes["Australia", "fc"] == len(australia().cells)

# %% after tree-runs: some go back, none once they are consistent
assert 0 == made_consistent < bare < 200

# %% after cutset-asked: only without this one the map has no circle


def has_circle(cells, pairs):
    while leaves := [c for c in cells if sum(c in (p.cell, p.other) for p in pairs) < 2]:
        cells = [c for c in cells if c not in leaves]
        pairs = [p for p in pairs if not {p.cell, p.other} & {*leaves}]
    return bool(cells)


for state in states:
    others = [one for one in states if one != state]
    lines = [pair for pair in australia().pairs if state not in (pair.cell, pair.other)]
    assert has_circle(others, lines) == (state != "SA")

# %% after check-my-rest: what is left is a tree, with no way back for any colour
assert not solve(chain, "bt", root="ac").counts.backtracks
