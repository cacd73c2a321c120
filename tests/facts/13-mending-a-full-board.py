# What the prose of notebook 13 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-conflicts: some cells are in conflict, and some are not
assert 3 < len(faulty) < len(empty.cells)
assert len(by_signs) == 3

# %% after ask-best: the change is one of the best values
assert counts[trace.event(change).value] == min(counts.values())
assert [counts[value] for value in empty.values].count(min(counts.values())) == 2

# %% after ask-thousand: a solution, with fewer changes than rows
assert free
assert steps < 1000
assert safe > 0.9 * len(attacked)

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

# %% after ask-noise: much noise solves the fewest; the intervals without and with a little overlap
import re

assert sorted(hits.values())[0] == hits[0.6] < sorted(hits.values())[1]
few, more = ([*map(int, re.findall(r"(\d+)%", interval(hits[k], 40)))] for k in (0, 0.1))
assert few[0] < more[0] < few[1]

# %% after no-solution: not found, never unsatisfiable
assert [run.outcome for run in ends.values()] == ["unsatisfiable", *["not found"] * 3]
