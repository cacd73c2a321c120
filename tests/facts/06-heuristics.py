# %% after ask-recall: the upper cell is the smaller one, and each of the two has a value too many
upper = record(random_puzzle(4, 2, 4, seed=10), "fc").puzzle.constraints[2, 2]
assert upper[3, 2].relation == "<"
assert [len(values) for values in alone.values()] == [1, 1]

# %% after by-hand: several cells have as few values, and MRV takes the first
left = [cell for cell in sample.cells if cell not in begin.values]
fewest = min(len(begin.domains[cell]) for cell in left)
tied = [cell for cell in left if len(begin.domains[cell]) == fewest]
assert len(tied) > 1
assert by_mrv.tree()[1].cell == tied[0]

# %% after near-my-mrv: only one filling selects the cell with the most assigned neighbours
from futoshiki_lab import Board, Cell


def chosen(function, *arguments):
    """What a function gives on a small board with three assigned cells and some pruned values."""
    board = Board(Puzzle([[0] * 4] * 4))
    for cell, value in ((Cell(0, 0), 2), (Cell(0, 1), 3), (Cell(1, 0), 4)):
        board.assign(cell, value)
    for cell, value in ((Cell(1, 1), 1), (Cell(1, 2), 4), (Cell(1, 3), 4), (Cell(1, 2), 3)):
        board.prune(cell, value)
    return function(board, *arguments)


(right,) = [texts for texts, rule in fillings(_) if chosen(rule) == Cell(0, 2)]
assert right == ("max", "board.unassigned", "len(board.assigned_neighbours(cell))")

# %% after base-rates-run: MRV wins often, and by more than it loses by
assert (len(wins_by), len(loses_by), len(fives)) == (37, 3, 40)
assert median(wins_by) > median(loses_by)
assert max(wins_by) > 20 > max(loses_by)

# %% after losses: MRV helps on three of the four; a choice may cost a hundred times another
assert [name for name, (reading, mrv) in runs.items() if mrv > reading] == ["nyu/SampleInput"]
assert max(reading / mrv for reading, mrv in runs.values()) < 100
assert nodes(load(names[3]), "reading") > 100 * nodes(load(names[3]), "mrv_degree")

# %% after first-value: the order of the values alone turns round what MRV lost
assert [*causes.values()] == [True, False, False]
assert odd == sample
assert changed["as it is"] == [38, 337]
assert median(spread["mrv"]) < median(spread["reading"])

# %% after real-loss-asked: the signs alone turn it round; the order of values changes no whole tree
assert [*causes.values()] == [False, True, False]
assert whole_trees["large values first"] == whole_trees["as it is"]
assert median(other_ties) > by_mrv_all > by_reading_all > clever

# %% after nine-asked: thirty signs, a quarter of a million nodes or so; MRV loses, and wins
assert len(nine.signs) == 30
assert 200_000 < hard["reading order"].nodes < 300_000
assert hard["MRV"].nodes > hard["reading order"].nodes
once = hard["reading order, arc consistent first"].nodes
assert hard["MRV, arc consistent first"].nodes < once / 2 < hard["reading order"].nodes / 2

# of the forty boards seldom, and never once the board is arc consistent
assert list(lost.values()) == [3, 2, 0]

# %% after ties-asked: a tie is worth a factor of two and more
assert all(max(counts) > 2 * min(counts) for counts in lots.values())
assert {len(counts) for counts in lots.values()} == {20}

# %% after degree-by-hand: the signs decide, not reading order
assert by_degree.tree()[1].cell != record(spread_out, "fc", "mrv").tree()[1].cell
assert open_signs(first) == max(map(open_signs, sizes)) > max(map(open_signs, tied))

# %% after ask-why-degree: one cause alone holds; random ties are worse on most
assert [*causes.values()] == [False, False, True]
assert better == names
assert sum(median(lots[name]) > by_rule[name]["mrv_degree"] for name in names) == 3
assert min(worse) > 1
assert all(row[3] > row[4] for row in table.values())  # and its nodes prune more, on all four

# %% after near-my-lcv: only one filling has the rare values first
(right,) = [texts for texts, order in fillings(_) if chosen(order, Cell(1, 1)) == [4, 3, 2]]
assert right == (
    "board.unassigned_neighbours(cell)",
    "value in board.domains[other]",
    "board.domains[cell]",
)

# %% after values: LCV makes a check for each pair, n d² at most; MRV makes none
from futoshiki_lab.core import least_constraining_value, mrv

for puzzle in fives:
    board, n, d = Board(puzzle), len(puzzle.cells), puzzle.size
    board.begin()
    for cell in board.unassigned:
        mrv(board)
        begun, others = board.counts.checks, board.unassigned_neighbours(cell)
        least_constraining_value(board, cell)
        pairs = len(board.domains[cell]) * sum(len(board.domains[x]) for x in others)
        assert board.counts.checks - begun == pairs <= n * d**2

# %% after value-orders-asked: fewer nodes on many boards, fewer checks on few, more nodes in all
assert len(fives) == 40
assert saved["checks"] < 10 < saved["nodes"] <= 30
assert sum(lcv.checks > plain.checks for plain, lcv in costs) > 20
assert ratio < 1
assert more[-1] > 0.8 * sum(more) > 0

# %% after unsatisfiable: the other given takes the solution away
assert solve(puzzle, "fc").outcome == "solved"
assert solve(no_way, "fc").outcome == "unsatisfiable"

# what the answers say
assert [len(set(counts)) == 1 for counts in by_order.values()] == [False, True, False]

# %% after four-colours: four are enough, and three are not
assert coloured.outcome == "solved"
assert coloured.counts.nodes == len(usa().cells)
assert solve(usa(["red", "green", "blue"]), "fc", "mrv").outcome == "unsatisfiable"

assert solved.outcome == "solved"
