# %% after mrv: on the first puzzle MRV wins by far, on the second its first value is wrong
assert counts["mrv"] < counts["reading"] / 10
first = record(hard, "fc", "mrv").tree()[1]
assert not record(hard, "fc", "mrv").tree().holds_solution[1]
assert solve(hard, "fc", "mrv").counts.nodes > solve(hard, "fc").counts.nodes

# %% after content: forward checking leaves the board alive, and AC-3 finds more
assert two.kind == "failure"
lines = [trace.event(step).line.source.name for step in trace.steps("prune")]
assert "revise" in lines
