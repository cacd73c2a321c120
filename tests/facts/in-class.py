# %% after mrv: on the first puzzle MRV wins by far, on the second its first value is wrong
assert counts["mrv"] < counts["reading"] / 10
first = record(hard, "fc", "mrv").tree()[1]
assert not record(hard, "fc", "mrv").tree().holds_solution[1]
assert solve(hard, "fc", "mrv").counts.nodes > solve(hard, "fc").counts.nodes

# %% after content: forward checking leaves the board alive, and AC-3 finds more
assert two.kind == "failure"
assert trace.event(done - 1).line.source.name == "fc_check"
assert {trace.event(s).verb.name for s in range(two.first, done)} == {"ASSIGN", "CHECK", "PRUNE"}
lines = [trace.event(step).line.source.name for step in trace.steps("prune")]
assert "revise" in lines

# %% after to-blame: r3c1 is dead, four cells are skipped; without the jump that comes ninety times
assert (str(trace.event(dead).cell), [*map(str, trace.event(dead).jump.culprits)]) == (
    "r3c1",
    ["r2c1"],
)
assert trace.event(first).cell == trace.event(dead).cell
assert trace.event(first).value == 1
follow = [trace.event(step).verb.name for step in range(dead, dead + 10)]
assert follow == ["BACKTRACK", *["RESTORE", "SKIP"] * 4, "RESTORE"]
by_steps, jump = record(trace.puzzle, "bt"), trace.event(dead).jump
met = [
    step
    for step in by_steps.steps("backtrack")
    if by_steps.event(step).cell == jump.dead_end
    and by_steps.blame.visits[by_steps.state(step).node].sets[-1] == {*jump.culprits}
]
assert 85 < len(met) < 95

# %% after vote: the sixth vote is about the first way back
verbs = [event.verb.name for event in map(record(small, "fc").event, range(1, 60))]
early = verbs[verbs.index("BEGIN") + 1 : verbs.index("BACKTRACK")]
assert 2 * early.count("ASSIGN") + early.count("RESTORE") + 1 == 6  # a value and its look; restore
