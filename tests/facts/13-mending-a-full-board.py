# What the prose of notebook 13 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-conflicts: some cells are in conflict, and some are not
assert 3 < len(faulty) < len(empty.cells)
assert len(by_signs) == 3

# %% after ask-best: the change is one of the best values
assert counts[trace.event(change).value] == min(counts.values())
assert least == 1
assert len(against[best]) == 1
assert before[other] == twice
assert any({sign.smaller, sign.larger} == {moved, other} for sign in empty.signs)

# %% after ask-thousand: a solution, with fewer changes than rows
assert free
assert steps < 1000
assert safe > 0.9 * len(attacked)

# %% after ask-plateau: it has come to a plateau: equal neighbours only, and worse ones
assert long.outcome == "not found"
assert near["fewer"] == 0
assert all(one["as many"] for one in around[-since:])
assert (since, sum(stuck), len(around), len(violated)) == (295, 327, 401, 5)
assert long.puzzle.signs
assert solve(hard, "fc", "mrv", solutions=2).counts.solutions == 1

# %% after ask-noise: some noise solves the most, and more than chance; too much does not
from math import comb

assert (most, len(fives)) == (0.1, 40)
assert hits[0] < hits[0.02] < hits[0.1] > 2 * hits[0.6]
for gained, lost in rivals.values():
    tosses = gained + lost
    assert sum(comb(tosses, k) for k in range(gained, tosses + 1)) / 2**tosses < 0.01

# %% after ask-unique: forward checking solves each; the whole puzzles have one solution
assert all(len(some) == 20 for some in puzzles.values())
assert all(
    solve(change(one), "fc", "mrv").outcome == "solved"
    for some in puzzles.values()
    for one in some
    for change in kinds.values()
)
assert all(solve(one, "fc", "mrv", solutions=2).counts.solutions == 1 for one in puzzles[5])

# more solutions, more solved, at each size; a half still is a part of the puzzle
assert fewer
assert how.noise == most  # "the best share above"
assert fewest > 1
assert solved[6, "empty"] == 20
assert max(solved[n, "one solution"] for n in (5, 6)) < 10 < 19 <= solved[6, "half"]
assert solved[5, "half"] >= 19
assert half(puzzles[5][-1]).signs < puzzles[5][-1].signs

# about every second board has no better neighbour, with one solution and with many
assert all(0.45 < plateaus[kind] < 0.55 for kind in ("one solution", "half"))

# %% after no-solution: not found, never unsatisfiable
assert [run.outcome for run in ends.values()] == ["unsatisfiable", *["not found"] * 3]
assert solve(hard, "fc", "mrv").outcome == "solved"
