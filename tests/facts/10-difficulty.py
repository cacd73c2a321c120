# What the prose of notebook 10 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after transition-run: GAC decides every puzzle, as the other runs do; the peak is in between
assert (decided["outcome"] != "limit").all()
ended = by_coin.assign(other=decided["outcome"].to_numpy()).query("outcome != 'limit'")
assert (ended["outcome"] == ended["other"]).all()
for n in (5, 6):
    costs_of = costs["median"][n]
    assert satisfiable[n].iloc[0] == 1
    assert satisfiable[n].iloc[-1] < 0.1
    assert costs_of.max() < 20_000
    assert max(costs_of.iloc[0], costs_of.iloc[-1]) < costs_of.max() / 5

# %% after ask-peak: it lies at the boundary
assert 0.05 < share < 0.95

halfway = satisfiable.apply(lambda line: np.interp(-0.5, -line.cummin(), line.index))
assert halfway[8] > halfway[4] + 3

# %% after ask-map: few givens, and neither few signs nor many
assert hardest[0] <= 3
assert 0 < hardest[1] < 60

# a given hardly ever makes the search dearer
assert rises <= 2
assert hardest[1] not in (0, 60)

# %% after loose: what "many solutions" and "one solution" mean; heavy tails, and a light one
assert all(count_solutions(puzzle, at_most=1000) == 1000 for puzzle in ten)
assert is_unique(tight)
assert (single["outcome"] == "solved").all()
assert sum(factor > 10 for factor in times) >= 7
assert luck["nodes"].max() / luck["nodes"].median() > 100
assert single["nodes"].max() / single["nodes"].median() < 10

# %% after ask-luck: both trees are whole; the loose puzzle's is far larger
assert trees[1].outcome == "exhausted"
assert trees[0].outcome == "limit"
assert trees[0].counts.nodes > 10 * trees[1].counts.nodes
assert single["nodes"].max() <= trees[1].counts.nodes

# %% after ask-mean: the median stands still, and the "mean" grows with the limit
assert len(set(medians)) == 1
assert means[2] > 1.5 * means[1] > 3 * means[0]

# %% after ask-clues: it falls in every step, for each of them; most for backtracking
assert falls.all()
assert factors["bt reading"] > 2 * factors["fc reading"] > 2 * factors["fc mrv"]
assert (CLUES["outcome"] != "limit").all()

# %% after ask-many: two standard errors of a share of 44 puzzles are 0.15 at most
from futoshiki_lab import decided

assert all(map(is_unique, twelve))
assert told.long.iloc[:2].max() == 0
assert unknown < 0.25
for kind, open_share in told.unknown.items():
    share = told.long[kind]
    assert decided(share - 0.15, share + open_share + 0.15, 0.5)

# %% after ask-restarts: not too soon, not too late; no solution took as long as would be stopped
assert best == 200
assert spent[90] > 2 * spent[best]
assert spent[5_000] > 1.5 * spent[best]
assert max(map(max, tries.values())) < 1_000_000
assert 200 < luck["nodes"].median() < 1_000

# %% after grades: graded as asked, unique, with as many clues; no run is stopped
made = [(level, puzzle) for level, some in zip(LEVELS, graded, strict=True) for puzzle in some]
assert len(made) == 900
assert all((len(puzzle.givens), len(puzzle.signs)) == (4, 14) for _, puzzle in made)
assert all(grade(puzzle).level == level for level, puzzle in made[::100])
assert all(is_unique(puzzle) for _, puzzle in made[::100])
assert (levels["outcome"] == "solved").all()

# %% after ask-levels: a level says little to FC, and more to GAC, here and in the study
assert here["fc mrv"]["variance explained"] < 0.1 < here["gac mrv"]["variance explained"]
# Of 300 puzzles of each of the two: two standard errors of such a chance are below 0.05.
assert 0.5 < here["fc mrv"][MORE] < 0.75 - 0.05
assert here["gac mrv"][MORE] > 0.75 + 0.05
assert at["fc mrv"] < at["mac mrv"] < at["gac mrv"] - 0.1
assert there["gac mrv", "6x6"]["variance explained"] > there["fc mrv", "6x6"]["variance explained"]

# %% after ask-made: hardly a planted puzzle is unique, and unique ones cost more
assert float(sources.loc["planted", "one"].rstrip("%")) < 2
assert sources.loc["unique", "one"] == "100.0%"
assert float(sources.loc["random", "none"].rstrip("%")) > 50
assert cost["unique"] > 5 * cost["planted"] > 5 * cost["random"]

# %% after record: the example does not beat the record
assert solve(generate(6, "Easy", seed=1), "fc", "mrv").counts.nodes < record
