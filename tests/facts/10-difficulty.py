# What the prose of notebook 10 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after size-run: the project's recipe
assert all(3 * len(puzzle.signs) <= puzzle.size**2 < 3 * len(puzzle.signs) + 3 for puzzle in sizes)
assert all(
    7 * len(puzzle.givens) <= puzzle.size**2 < 7 * len(puzzle.givens) + 7 for puzzle in sizes
)

# %% after ask-size: the more a look rules out, the fewer nodes; no median is at the limit
assert at_6.max() < 20_000
assert list(at_6.sort_values().index) == ["gac mrv", "fc mrv", "bt"]

# %% after bars-run: fewer and fewer are solved, and their mean hardly grows; half cost more
assert solved["count"][9] < solved["count"][7] / 3 < solved["count"][5] / 3
assert 1 < growth < 2
assert summary(bt[bt["size"] == 9])["median"].item() == float("inf")

# %% after transition-table: the stronger solver agrees, and the ends are far below the peak
ended = six.assign(solvable=solvable).query("outcome != 'limit'")
assert ((ended["solutions"] > 0) == ended["solvable"]).all()
assert peak["median"] < 50_000
assert costs["satisfiable"].iloc[0] == 1
assert costs["satisfiable"].iloc[-1] < 0.1
assert costs["median"].iloc[0] < peak["median"] / 50
assert costs["median"].iloc[-1] < peak["median"] / 5

# %% after ask-satisfiable: the peak lies at the boundary
assert 0.05 < share < 0.95

# %% after consistent-run: all have a solution; the peak stays, further to the right
assert (with_solution.query("outcome != 'limit'")["outcome"] == "solved").all()
assert inside
assert top > peak.name
assert middle.max() > max(2 * middle.iloc[-1], 10 * middle.iloc[0])

# %% after givens-run: no peak here
assert by_givens.is_monotonic_decreasing

# %% after landscape: few givens, and neither few signs nor many
assert hardest[0] <= 3
assert 0 < hardest[1] < 60

# %% after loose: what "many solutions" and "one solution" mean; heavy tails, and a light one
assert all(count_solutions(puzzle, at_most=1000) == 1000 for puzzle in ten)
assert is_unique(tight)
assert (single["outcome"] == "solved").all()
assert sum(factor > 10 for factor in times) >= 7
assert luck["nodes"].max() / luck["nodes"].median() > 100
assert single["nodes"].max() / single["nodes"].median() < 10

# %% after ask-hopeless: the order of the values does not matter
assert count_solutions(hopeless) == 0
assert len(spent) == 1
assert max(spent) > 500

# %% after mean-run: the median stands still, and the "mean" grows with the limit
assert len(set(medians)) == 1
assert means[2] > 1.5 * means[1] > 3 * means[0]

# %% after ask-restarts: a cure for heavy tails only
assert saved["many solutions"] >= 8
assert sum(after["many solutions"]) < sum(before["many solutions"]) / 2
assert all(is_unique(puzzle) for puzzle in unique)
assert saved["one solution"] == 0

# %% after grades: graded as asked, unique, with as many clues
made = [(level, puzzle) for level in LEVELS for puzzle in graded[level]]
assert len(made) == 4_000
assert all((len(puzzle.givens), len(puzzle.signs)) == (4, 14) for _, puzzle in made)
assert all(grade(puzzle).level == level for level, puzzle in made[::100])
assert all(is_unique(puzzle) for _, puzzle in made[::100])

# %% after levels-run: no run is stopped; levels differ by a factor of three at most, puzzles more
assert (levels["outcome"] == "solved").all()
assert 1 < level_medians["Recursive"] / level_medians["Easy"] < 3
assert inside[0.9] / inside[0.1] > 20

# %% after ask-gac: hardly a value in vain at the median
assert cells <= most <= 1.2 * cells

# %% after made-run: hardly a planted puzzle is unique, and unique ones cost more
assert float(sources.loc["planted", "one"].rstrip("%")) < 2
assert sources.loc["unique", "one"] == "100%"
assert float(sources.loc["random", "none"].rstrip("%")) > 50
medians_of = [sweep(p, "fc mrv", progress=False).nodes.median() for p in kinds.values()]
assert medians_of[2] > 5 * medians_of[1]

# %% after circulant-run: what shuffling cannot reach, and that the walk reaches all
assert len(squares) == 576
assert shuffled < squares
assert walked == squares
assert {little_squares(square) for square in shuffled} == {4}
assert {little_squares(square) for square in squares - shuffled} == {12}

# %% after record: the example does not beat the record
assert solve(generate(6, "Easy", seed=1), "fc", "mrv").counts.nodes < record
