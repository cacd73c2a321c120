# %% after by-hand: several cells have as few values, and MRV takes the first
begin = by_mrv.state(by_mrv.steps("node")[0] - 1)
left = [cell for cell in sample.cells if cell not in begin.values]
fewest = min(len(begin.domains[cell]) for cell in left)
tied = [cell for cell in left if len(begin.domains[cell]) == fewest]
assert len(tied) > 1
assert by_mrv.tree()[1].cell == tied[0]

# %% after losses: MRV helps on three of the four; a choice may cost a hundred times another
assert [name for name, (reading, mrv) in runs.items() if mrv > reading] == ["nyu/SampleInput"]
assert max(reading / mrv for reading, mrv in runs.values()) < 100
assert nodes(load(names[3]), "reading") > 100 * nodes(load(names[3]), "mrv_degree")

# %% after ranking: no two savings are equal
assert len({mrv / reading for reading, mrv in runs.values()}) == 4

# %% after first-value: the value fails, and takes more than half of the run
assert not tree.holds_solution[1]
assert below > whole_run / 2
assert by_mrv.run.solution[first.cell.row][first.cell.column] != first.value
assert by_mrv.counts.nodes > by_reading.counts.nodes

# %% after whole: MRV has the smaller tree on the board on which it lost
assert whole["mrv"] < whole["reading"]

# %% after spread: and the smaller median
assert medians["mrv"] < medians["reading"]

# %% after real-loss: a loss that is no luck, until the signs have spoken
assert {way: mrv > reading for way, (reading, mrv) in whole_trees.items()} == {
    "as it is": True,
    "made arc consistent first": False,
}

# %% after nine-run: thirty signs, a quarter of a million nodes or so; MRV loses, and wins
assert len(nine.signs) == 30
assert 200_000 < hard["reading order"].nodes < 300_000
assert hard["MRV"].nodes > hard["reading order"].nodes
once = hard["reading order, made arc consistent first"].nodes
assert hard["MRV, made arc consistent first"].nodes < once / 2 < hard["reading order"].nodes / 2

# %% after random-ties: a tie is worth a factor of two and more
assert all(max(counts) > 2 * min(counts) for counts in lots.values())
assert {len(counts) for counts in lots.values()} == {20}

# %% after degree-by-hand: eight cells with four values, the others have five; signs decide
begin = by_degree.state(by_degree.steps("node")[0] - 1)
sizes = [len(begin.domains[cell]) for cell in spread_out.cells if cell not in begin.values]
assert Counter(sizes) == {4: 8, 5: len(sizes) - 8}
assert by_degree.tree()[1].cell != record(spread_out, "fc", "mrv").tree()[1].cell

# %% after selections: no column wins everywhere, but one wins on most
assert wins.most_common()[0][1] == 3
assert len(wins) == 2

# %% after value-orders: forty boards; fewer nodes on many, fewer checks on few, more nodes in all
assert len(fives) == 40
assert saved["checks"] < 10 < saved["nodes"] <= 30
assert sum(lcv.checks > plain.checks for plain, lcv in costs) > 20
assert total[1] > total[0]

# %% after unsatisfiable: the other given takes the solution away
assert solve(puzzle, "fc").outcome == "solved"
assert solve(no_way, "fc").outcome == "unsatisfiable"

# %% after orders-of-three: what the answers say
assert [len(set(counts)) == 1 for counts in by_order.values()] == [False, True, False]
