# What the prose of notebook 07 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after import: the sign that the reason of the last recall question is about
assert str(old.puzzle.constraints[signed[0]][signed[1]]) == "r1c3 > r1c4"

# %% after ask-one: the sign above and the 5 there leave nothing, whatever the other cells are
assert str(input3.constraints[dead_cell][Cell(1, 0)]) == "r3c1 > r2c1"
assert by_steps.state(again[0]).values[Cell(1, 0)] == 5 == input3.size

# %% after ask-again: one guess is right; the last choice and three before it are innocent
assert len(again) == 89
assert [*map(str, by_steps.state(again[0]).path[-4:])] == ["r2c2", "r2c3", "r2c4", "r2c5"]
assert all(by_steps.state(step).values[Cell(1, 0)] == 5 for step in again)

# %% after ask-why-again: directly after r2c1, r3c1 fails once for each 5; five values, one dead end
assert counted["as it is"] == (15, 89)
directly, large_first = (counted[what] for what in changed_runs)
assert directly == (15, 15)
assert large_first[1] > 89

# %% after ask-reasons: twice each, or nearly; one of them eight times
assert (by_reason.total(), len(by_reason), max(by_reason.values())) == (75, 39, 8)
assert 1.8 < by_reason.total() / len(by_reason) < 2.2

# %% after ask-skipped: all values of r4c5 have failed, and a jump comes
assert by_jumps.event(dead).verb.name == "BACKTRACK"
assert len(by_jumps.event(dead).jump.culprits) == 4
assert {by_jumps.tree()[n].kind for n in by_jumps.tree()[by_jumps.state(dead).node].children} == {
    "failure"
}
assert len(failed) == len(set(failed.values())) == input1.size
assert str(failed[3]) == "r3c5"
assert input1[Cell(2, 4)] == 3
assert {*failed.values()} == {*by_jumps.event(dead).jump.culprits, Cell(2, 4)}

# two cells, and these events do skip them
assert [str(cell) for cell in sorted(innocent)] == ["r4c3", "r4c4"]
from futoshiki_lab import Verb

skips = [by_jumps.event(s) for s in range(dead, dead + 5) if by_jumps.event(s).verb is Verb.SKIP]
assert {event.cell for event in skips} == innocent

# %% after ask-handed: the value taken back was the first, and the set is what was handed over
assert by_jumps.event(arrived).verb is Verb.RESTORE
assert (by_jumps.event(arrived).cell, by_jumps.event(arrived).value) == (taker, 1)
assert by_jumps.blame.conflicts(arrived)[taker] == set(jump.culprits) - {taker}
assert by_jumps.event(arrived + 1).verb is Verb.ASSIGN
assert by_jumps.event(arrived + 1).cell == taker

# %% after drive-jump: one cell is dead twice; the first jump skips two cells, the second none
driven = record(small, "bt", jump=True)
jumps = [driven.event(step) for step in driven.steps("backtrack")]
assert [str(one.cell) for one in jumps] == ["r2c3", "r2c3"]
assert [[*map(str, one.jump.culprits)] for one in jumps] == [["r1c3"], ["r1c3", "r2c2"]]
assert [[*map(str, driven.state(one.step).path)] for one in jumps] == [["r1c3", "r1c4", "r2c2"]] * 2

# %% after ask-fc: two of four searched cells in its row and column; the givens took the rest
wiped_cell = event.cell
near = [cell for cell in input3.neighbours[wiped_cell] if cell in state.values]
assert len([cell for cell in near if cell not in input3.givens]) == 4
assert {cell.row for cell in near if cell in input3.givens} == {wiped_cell.row}
start = ahead.state(ahead.steps("node")[0] - 1).domains[wiped_cell]
assert len(start) == 2
assert list(state.path) == sorted(state.path)
assert by.count("has removed") == len(start)

# %% after near-my-culprits: only one filling finds all cells that rule a value out
from types import SimpleNamespace

assigned = state.values
seen = SimpleNamespace(puzzle=input3, values=assigned, domains=state.domains)


def opponents(find):
    try:
        return [find(seen, event.cell, value) for value in input3.values]
    except TypeError:
        return None


expected = [
    {
        other
        for other, constraint in input3.constraints[event.cell].items()
        if other in assigned and not constraint.holds(value, assigned[other])
    }
    for value in input3.values
]
assert any(len(found) > 1 for found in expected)
right = [texts for texts, find in fillings(_) if opponents(find) == expected]
assert right == [("board.values.items()", "not constraints[y].holds(value, other)", "found.add(y)")]

# %% after jumping: as it stands, it is the search of the package
for name in ("nyu/Input1", "nyu/SampleInput"):
    for look in ("bt", "fc"):
        ours = solve(load(name), look, jump=True, engine="readable")
        assert solve(load(name), look, search=jumping()).counts == ours.counts

# %% after ask-changes: the three ideas have three ends
assert [*verdicts.values()] == ["nothing changes", "it never jumps", "it misses the solution"]
assert changed["blame_the_newest"].outcome == "unsatisfiable"

# %% after step-my-add: Gaschnig's jump lies between; until something is written nothing changes
assert least < between < most
assert mine.counts == by_jumps.counts

# %% after search: with the same choices a jump never has more nodes, nor more checks for one
for name in ("nyu/Input1", "nyu/Input2", "nyu/Input3"):
    before, after = (solve(load(name), "bt", jump=on).counts for on in (False, True))
    assert after.nodes <= before.nodes
    assert after.checks <= before.checks

# %% after ways: the same integers as in docs/COUNTING.md; not one node under MRV
assert table["bt", "reading"]["nyu/Input2"] == [49867, 34486]
assert table["fc", "reading"]["nyu/Input2"] == [5278, 4776]
assert table["bt", "legal_mrv_degree"]["nyu/Input2"] == [247, 245]
assert table["fc", "mrv"]["nyu/Input2"] == [227, 227]
assert all(other <= one for row in table.values() for one, other in row.values())
spared = [100 * (1 - other / one) for one, other in table["bt", "reading"].values()]
assert (round(min(spared)), round(max(spared))) == (14, 40)

# %% after ask-why: by the median nothing under MRV, and never a node more
assert 0 < sum(share > 0 for share in saved["mrv"]) < 10
assert all(share >= 0 for shares in saved.values() for share in shares)
assert median(saved["mrv"]) == 0 < median(saved["reading"]) < 20 < median(saved["most values"])

# one cause alone holds; MRV skips fewer cells at a dead end, and hardly one with a value left
assert [*holds.values()] == [False, True, False]
assert skips == {
    "reading": (1408, 511, 97),
    "mrv": (1282, 251, 23),
    "most values": (3254, 2914, 1755),
}
shares = {way: skipped / dead_ends for way, (dead_ends, skipped, _) in skips.items()}
assert shares["mrv"] < shares["reading"] < shares["most values"]
by_mrv = [solve(board, "fc", "mrv", jump=True).counts for board in boards]
assert (sum(one.backtracks for one in by_mrv), sum(one.skipped for one in by_mrv)) == (1282, 251)
assert large[0] > 10_000
assert (sample.skipped, sample.nodes) == (56, unjumped)
skipping = record(load("nyu/Input2"), "fc", "mrv", jump=True)
assert skipping.counts.skipped > 0
assert skipping.counts.nodes == table["fc", "mrv"]["nyu/Input2"][0]

# %% after forgets: so much longer the jump takes in the study, compiled, on hard 6x6 puzzles
import pandas as pd

from futoshiki_lab.formats.origin import data_folder

files = [data_folder() / "study" / f"6x6-{level}.csv.gz" for level in levels[1:]]
runs = pd.concat(map(pd.read_csv, files), keys=levels[1:], names=["level"]).query("select == 'mrv'")
for sitting in ("seconds", "seconds_again"):
    times = runs.pivot_table(sitting, ["level", "seed"], "look")
    assert 1.25 < (times["fc jump"] / times["fc"]).median() < 1.55

# %% after nogood: the clause in the last section; no solution extends it
assert {str(cell): value for cell, value in nogood.items()} == {"r1c5": 2, "r2c3": 1}
from futoshiki_lab import Puzzle

with_it = [list(row) for row in input1.grid]
for cell, value in nogood.items():
    with_it[cell.row][cell.column] = value
assert solve(Puzzle(with_it, input1.signs), "mac").outcome == "unsatisfiable"
assert by_reason[worst] == with_jump[worst] == 8
for step, why in reasons(by_jumps).items():
    if why == worst:
        assert by_jumps.state(step).path[-1] in nogood

# %% after the-zebra: the only solution, and the jump saves nodes
(solution,) = solve(zebra(), "mac", "mrv", solutions="all").solutions
assert solution == found[True].solution == found[False].solution
assert found[True].counts.nodes < found[False].counts.nodes
