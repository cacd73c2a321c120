# What the prose of notebook 10 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after size-run: the project's recipe
assert all(3 * len(puzzle.signs) <= puzzle.size**2 < 3 * len(puzzle.signs) + 3 for puzzle in sizes)
assert all(
    7 * len(puzzle.givens) <= puzzle.size**2 < 7 * len(puzzle.givens) + 7 for puzzle in sizes
)

# %% after ask-size: the more a look rules out, the fewer nodes
assert list(at_8.sort_values().index) == ["gac mrv", "fc mrv", "bt"]

# %% after bars-run: fewer and fewer are solved, their mean falls, and half of all are dearer
assert solved["count"][9] < solved["count"][7] < solved["count"][5]
assert change < 0
assert summary(bt[bt["size"] == 9])["median"].item() == float("inf")

# %% after transition-table: the stronger solver agrees, and the ends are far below the peak
ended = six.assign(solvable=solvable).query("outcome != 'limit'")
assert ((ended["solutions"] > 0) == ended["solvable"]).all()
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

# %% after landscape: bare of givens, neither bare nor full of signs
assert dearest[0] == 0
assert 0 < dearest[1] < 60

# %% after loose: what "many solutions" and "one solution" mean; and a heavy tail on one side only
assert count_solutions(loose, at_most=1000) == 1000
assert is_unique(tight)
assert (luck["outcome"] == "limit").any()
assert (single["outcome"] == "solved").all()
assert times > 100 > single["nodes"].max() / single["nodes"].median()

# %% after ask-hopeless: the order of the values does not matter
assert count_solutions(hopeless) == 0
assert len(spent) == 1
assert max(spent) > 500

# %% after mean-run: the median stands still, and the "mean" grows with the limit
assert len(set(medians)) == 1
assert means[2] > 3 * means[1] > 9 * means[0] / 2

# %% after ask-restarts: a cure for the heavy tail only
assert again["many solutions"] < before["many solutions"] / 2
assert again["one solution"] > before["one solution"]

# %% after grades: our grades are Unequal's
assert all(str(grade(p)).lower() == level for level, puzzles in graded.items() for p in puzzles)

# %% after levels-run: Easy is the hardest one; thousands of times the nodes at the same size
assert level_medians.idxmax() == "easy"
assert levels["nodes"].max() > 2000 * levels["nodes"].min()

# %% after ask-gac: with reasons the ends are in their places
assert reasoned["median"].idxmin() == "trivial"
assert reasoned["median"].idxmax() == "recursive"

# %% after made-run: the same grades with other clues; from Easy upwards more givens, fewer nodes
assert all(grade(puzzle).level.lower() == level for level in LEVELS for puzzle in made[level])
assert (ours["givens"] > unequal["givens"])[1:].all()
assert (ours["signs"] < unequal["signs"])[1:].all()
assert (ours["nodes"] < unequal["nodes"])[1:].all()

# %% after circulant-run: what shuffling cannot reach, and that the walk reaches all
assert len(squares) == 576
assert shuffled < squares
assert walked == squares
assert {little_squares(square) for square in shuffled} == {4}
assert {little_squares(square) for square in squares - shuffled} == {12}

# %% after record: the example does not beat the record
assert solve(generate(6, "Easy", seed=1), "fc", "mrv").counts.nodes < record
