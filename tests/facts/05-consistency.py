# %% after ask-recall: the cells are where the questions say
assert [node.label for node in (signed, pruner, failed)] == ["r1c2=2", "r2c2=1", "r1c2=1"]
assert (3 in prunes_of(old, signed.number)["r2c2"], failed.kind) == (True, "failure")
assert str(old.puzzle.constraints[1, 1][0, 1]) in ("r2c2 < r1c2", "r1c2 > r2c2")

# %% after tiny: the value in the corner survives forward checking
assert two.kind == "branch"

# %% after blind-spot: it cannot be completed, and these two signs say so
assert not by_fc.tree().holds_solution[two.number]
assert tiny.constraints[0, 0][0, 1].relation == tiny.constraints[0, 1][1, 1].relation == ">"

# %% after count-gaps: forty boards; a last value opens no gap, one of several mostly does
assert len(small) == 40
assert {t.run.settings.root for t in traces} == {"ac"}
assert with_gap["its last value"] == 0 < tried["its last value"]
assert with_gap["one of several values"] > 0.5 * tried["one of several values"] > 0

# %% after find-gap: what forward checking leaves goes because of cells with one value left
look = range(node.first + 1, trace.next(node.first, "node"))
gone = [trace.event(step) for step in look if trace.event(step).verb.name == "PRUNE"]
left = [event for event in gone if event.step in gaps(trace)[number]]
assert 0 < len(left) < len(gone)
for event in left:
    before = trace.state(event.step - 1)
    assert len(before.domains[event.other]) == 1
    assert event.other not in before.values

# %% after lost: the class can drive it in the time that it has; from these arcs all that goes
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

# %% after solutions-lost-asked: the same solutions, some of them
assert sought[0] == sought[1] != set()

# %% after both: MAC never tries the corner's 2; it has removed 1 and 2 before
assert "r1c1=2" not in labels
assert by_mac.state(by_mac.steps("node")[0] - 1).domains[0, 0] == (3, 4)
assert by_fc.counts.nodes > by_mac.counts.nodes

# %% after nine-run: a quarter of a million nodes or so; each node of MAC is dearer
assert 200_000 < of_fc[0] < 300_000
assert factors["nodes"] > 20 > factors["checks"] > 1

# %% after why-nine: once before the first node explains a factor of two, and not the rest
assert of_mac[0] < of_once[0] / 20 < of_fc[0] / 20
assert round(of_fc[0] / of_once[0]) == 2

# %% after mrv-asked: MRV says so too; a tie, and another cell than in reading order
from futoshiki_lab import Board, mrv

now = Board(sample)
for c, v in state.values.items():
    now.place(c, v)
for c, domain in state.domains.items():
    for v in set(now.domains[c]) - set(domain):
        now.prune(c, v)
chosen = min(sizes, key=sizes.get)
assert mrv(now) == chosen != next(iter(sizes))
assert [*sizes.values()].count(2) > 1
assert sizes[chosen] == 2

# %% after why-bargains: forty boards; MAC seldom with MRV, at any level, and most often without
assert sum(bargains.values()) == sum(in_reading_order.values()) == 40
assert bargains["mac"] <= 2
assert max(in_reading_order, key=in_reading_order.get) == "mac"
assert few_nodes["mac"] > 20

# %% after wipe-out-asked: a wipe-out before the first node, and no solution by exhaustion
assert (given["mac"].counts.nodes, given["mac"].counts.wipeouts) == (0, 1)
assert {found.outcome for found in given.values()} == {"unsatisfiable"}

# %% after pigeons-board: three cells share two values, the board is arc consistent
from futoshiki_lab import Board

assert [by_pairs.state(at_first).domains[0, column] for column in range(3)] == [(1, 2)] * 3
consistent = Board(chains(3))
assert arc_consistency(consistent)
assert dict(consistent.domains) == dict(by_pairs.state(at_first).domains)
prunes = consistent.counts.setup_prunes
assert arc_consistency(consistent)
assert consistent.counts.setup_prunes == prunes

# %% after pigeons-asked: no solution, says exhaustion
assert not solve(chains(3), "fc", solutions="all").solutions

# %% after gac-asked: no guess at all, and a reason of the three cells
assert seven["gac"] == 0 < seven["mac"]
assert by_rows.counts.nodes == 0
assert set(by_rows.event(start + 1).deduction.cells) == {Cell(0, column) for column in range(3)}

# %% after model-size: ten pairs in each of ten lines
assert pairs == 100 == 2 * five.size * five.size * (five.size - 1) // 2
