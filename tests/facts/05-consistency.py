# %% after import: the cells are where the questions say
assert [node.label for node in (signed, pruner, failed)] == ["r1c2=2", "r2c2=1", "r1c2=1"]
assert (3 in prunes_of(old, signed.number)["r2c2"], failed.kind) == (True, "failure")
assert {*map(tuple, gone.values())} == {(1,)}
assert str(old.puzzle.constraints[1, 1][0, 1]) in ("r2c2 < r1c2", "r1c2 > r2c2")

# %% after tiny: the value in the corner survives forward checking
assert two.kind == "branch"

# %% after blind-spot: it cannot be completed; of all empty neighbours these two alone have no pair
assert not by_fc.tree().holds_solution[two.number]
seen = by_fc.state(looked)
hopeless = [
    {one, other}
    for one in tiny.cells
    for other, constraint in tiny.constraints[one].items()
    if one < other
    and not {one, other} & {*seen.values}
    and not any(constraint.holds(v, w) for v in seen.domains[one] for w in seen.domains[other])
]
assert hopeless == [{Cell(0, 1), Cell(1, 1)}]
assert tiny.constraints[0, 0][0, 1].relation == tiny.constraints[0, 1][1, 1].relation == ">"
assert seen.domains[0, 1] == (1,)

# %% after supports: both cells lose values, and a value with one support of two stays
assert (tuple(pair.domains[x]), tuple(pair.domains[y])) == ((2, 3, 4), (1, 3))

# %% after ac3-checks: at most what the argument says; nearly d³ on the circle, like e d on the 9x9
for problem in problems:
    e, d = sum(map(len, problem.constraints.values())) // 2, len(problem.values)
    assert 0 < ac3_checks[problem.name] <= 2 * e * (d + 1) * d**2
shares = [ac3_checks[f"circle, d = {d}"] / (3 * d**3) for d in (16, 32, 64)]
assert 0.6 < shares[-1] / shares[0] < 0.7
assert (
    min(costs["checks"] / costs["e d³"])
    == ac3_checks[problems[-1].name] / bounds[problems[-1].name]
)
assert ac3_checks[problems[-1].name] < 10 * e * d < e * d**3 / 8

# %% after count-gaps-asked: forty boards; a last value opens no gap, one of several mostly does
assert len(small) == 40
assert {t.run.settings.root for t in traces} == {"ac"}
assert with_gap["its only value"] == 0 < tried["its only value"]
assert tried["one of several values"] > with_gap["one of several values"] > 0

# %% after lost: what forward checking leaves goes because of cells with one value left
look = range(node.first + 1, trace.next(node.first, "node"))
gone = [trace.event(step) for step in look if trace.event(step).verb.name == "PRUNE"]
left = [event for event in gone if event.step in gaps(trace)[number]]
assert 0 < len(left) < len(gone)
for event in left:
    before = trace.state(event.step - 1)
    assert len(before.domains[event.other]) == 1
    assert event.other not in before.values

# the class can drive it in the time that it has; from these arcs all that goes
arcs = [(x, node.cell) for x in trace.puzzle.neighbours[node.cell]]
waiting = [arc for arc in arcs if arc[0] not in trace.state(node.first).values]
assert len(waiting) == 4
assert len(gone) == 4

# %% after stepper-mine: with right functions in the exercises it does, too
from futoshiki_lab import ac3

kept, my_ac3 = my_ac3, ac3
sample_counts = solve(load("nyu/SampleInput"), "mac").counts
assert solve(load("nyu/SampleInput"), my_mac, root="ac").counts == sample_counts
my_ac3 = kept

# %% after both: all three lose values, and MAC never tries 1 or 2 in the corner
assert [begin.domains[cell] for cell in down] == [(3, 4), (2, 3), (1, 2)]
assert not labels & {"r1c1=1", "r1c1=2"}
assert by_fc.counts.nodes > by_mac.counts.nodes

# %% after nine-asked: its nodes are those that its text gives; each node of MAC is dearer
assert of_fc[0] == 247_272
assert factors["nodes"] > 20 > factors["checks"] > 1

# %% after why-nine: once before the first node explains a factor of two, and not the rest
assert of_mac[0] < of_once[0] / 20 < of_fc[0] / 20  # although the difference is the smaller one
assert round(of_fc[0] / of_once[0]) == 2
assert of_fc[1] / of_once[1] > of_once[1] / of_mac[1] > 1  # in checks the first step is worth more

# %% after why-bargains: forty boards; MAC seldom with MRV, and most often without; not by its price
assert all(sum(won.values()) == 40 for won in fewest.values())
assert fewest["with MRV"]["mac"] <= 2
assert max(fewest["in reading order"], key=fewest["in reading order"].get) == "mac"
assert fewest_nodes > 20
assert max(dear, cheap) < 1.1 * min(dear, cheap)
saved = [once[order] - mac[order] for order in orders]
assert saved[0] * 20 < saved[1]

# %% after wipe-out-asked: a wipe-out before the first node, and no solution by exhaustion
assert (given["mac"].counts.nodes, given["mac"].counts.wipeouts) == (0, 1)
assert {found.outcome for found in given.values()} == {"unsatisfiable"}

# %% after pigeons-asked: three cells share two values, the board is arc consistent
from futoshiki_lab import Board

assert [by_pairs.state(at_first).domains[0, column] for column in range(3)] == [(1, 2)] * 3
consistent = Board(chains(3))
assert arc_consistency(consistent)
assert dict(consistent.domains) == dict(by_pairs.state(at_first).domains)
prunes = consistent.counts.setup_prunes
assert arc_consistency(consistent)
assert consistent.counts.setup_prunes == prunes

# no solution, says exhaustion
assert not solve(chains(3), "fc", solutions="all").solutions

# %% after gac-asked: no guess at all, and a reason of the three cells
assert seven["gac"] == 0
assert seven["mac"] > 7
board = Board(chains(7))
assert arc_consistency(board)
assert {v for column in range(7) for v in board.domains[0, column]} == {*range(1, 7)}
assert by_rows.counts.nodes == 0
assert set(by_rows.event(start + 1).deduction.cells) == {Cell(0, column) for column in range(3)}

# %% after model-size: ten pairs in each of ten lines
assert pairs == 100 == 2 * five.size * five.size * (five.size - 1) // 2
