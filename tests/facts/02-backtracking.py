# What the prose of notebook 02 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-lines: the calls of the search stand in this order
from inspect import getsource

from futoshiki_lab import search

calls = ("= select(", "in order(", "assign(", "look(board", "if search(", "restore(")
places = [getsource(search).index(call) for call in calls]
assert places == sorted(places)
assert len(lines) == len(calls)

# %% after ask-first-nodes: every node but the root is a value that was tried
assert small_trace.counts.nodes == len(small_trace.tree()) - 1
assert small_trace.counts.accepted < small_trace.counts.nodes

# %% after drive-small: the class can drive it in the time that it has
assert len(small_trace) < 100

# %% after ask-sample: the chosen guess is the nearest, and not by a hair
assert (len(sample.givens), len(sample.signs)) == (3, 6)
assert 125 < nodes < 500
whole_tree = solve(sample, "bt", solutions="all").counts.nodes
assert whole_tree / 3 < 2_500
assert whole_tree < 25_000

# %% after why-sample: an early solution explains little; most values that are tried do not fit
assert 5**empty > 1e15
assert nodes < to_the_end.nodes < 100 * nodes
assert sample_trace.counts.accepted < nodes / 3

# %% after bt-nodes: the bound is met without constraints, and the boards stay far below it
assert bounds[free.name] == (8, 2, 510, 510)
assert all(bounds[board.name][2] < bounds[board.name][3] for board in empty_boards)
shares = [bounds[board.name][2] / bounds[board.name][3] for board in empty_boards[1:]]
assert shares[1] < shares[0] < 1 / 100

# %% after ask-back-to: the cell that it changes is the one assigned last
assert input1_trace.event(dead + 1).cell == last
assert cell not in input1_trace.puzzle.givens

# %% after ask-guilty: a sign to the right leaves 1; the cell to change is another than the last
assert len(guilty) == 1
assert last not in guilty
right = type(cell)(cell.row, cell.column + 1)
assert str(input1_trace.puzzle.constraints[cell][right]) == f"{cell} < {right}"
assert input1_trace.state(dead).values[right] == 2
assert input1_trace.state(dead).values[min(guilty)] == 1

# %% after ask-hopeless: all values of these cells failed at once; some returns cannot help
from futoshiki_lab import Verb

for step in dead_ends:
    node = input1_trace.tree()[input1_trace.state(step).node]
    assert {input1_trace.tree()[child].kind for child in node.children} == {"failure"}
assert 0 < len(hopeless) < len(dead_ends)

# another dead end than before; and the list shows one cell, dead again
assert hopeful != dead
assert hopeful not in hopeless
assert guilty_at(input1_trace, hopeful) == {last_one := given_up(input1_trace, hopeful)[1]}
assert input1_trace.state(hopeful).values[last_one] == value != other
assert len({(dead, last.split(" = ")[0]) for _, dead, last in rows[:3]}) == 1
assert len({last for _, _, last in rows[:3]}) == 3

# %% after ask-unique: one solution each, but two of the sample board; the rest is not empty
# after a solution the search goes on with the next value; with one solution wanted it ends
small_all = record(small, "bt", solutions="all")
found = small_all.steps("solution")[0]
assert [small_all.event(found + k).verb for k in (1, 2)] == [Verb.RESTORE, Verb.ASSIGN]
assert small_trace.steps("solution")[0] == len(small_trace)

assert [whole[name].solutions for name in names] == [2, 1, 1, 1]
assert all(whole[name].nodes > first[name].nodes for name in names)

# %% after input2: one given and nine signs, three and six
assert (len(puzzles["nyu/Input2"].givens), len(puzzles["nyu/Input2"].signs)) == (1, 9)
at = next(node.number for node in input2_trace.tree() if node.label == "r1c2=5")
assert at > 0.8 * input2_trace.counts.nodes  # one part, before this value, has most nodes

# %% after ask-all-orders: the order of values changes when a solution is found, and nothing else
assert all(down[name].nodes != first[name].nodes for name in names)
assert all(whole_down[name].nodes == whole[name].nodes for name in names)

# %% after nine: the limit stopped it, and the board was never full
assert run.outcome == "limit"
assert len(nine.signs) == 30
assert run.counts.max_depth < empty

# %% after eight-queens: what Nauck found, whosever search it is
assert eight.counts.solutions == 92
