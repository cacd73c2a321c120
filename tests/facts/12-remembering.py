# What the prose of notebook 12 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after import: the recalled jump is not a step back
assert by_jumps.event(dead).jump.culprits[-1] != skipped == by_jumps.state(dead).path[-1]

# %% after ask-again: eight times by jumps, as notebook 07 says, and once when it learns
assert times == [8, 1]

# %% after ask-nogood: what each value breaks needs these cells and no other ones
from itertools import combinations

assert another.event(lesson + 1).verb.name == "BACKTRACK"
right = another.event(lesson).deduction.cells
assert right == another.event(lesson + 1).jump.culprits
values, rules = another.state(lesson - 1).values, another.puzzle.constraints[framed]
free = [cell for cell in values if cell not in another.puzzle.givens]


def without_value(some):
    held = [(rules[x], values[x]) for x in (*some, *another.puzzle.givens) if x in rules]
    return all(
        any(not rule.holds(value, other) for rule, other in held) for value in another.puzzle.values
    )


found = [{*some} for n in range(len(right) + 1) for some in combinations(free, n)]
assert [some for some in found if without_value(some)] == [{*right}]
assert len(right) < len(free)

# %% after ask-prune: it is the run's own prune, and each of the other two nogoods prunes nothing
assert (
    remembers.event(prune).value == kept[due][target] in remembers.state(prune - 1).domains[target]
)
assert len({due, other_value, two_open}) == 3
assert absent[due] == [target]
assert stand[full] != kept[other_value][full]

# %% after drive-nogoods: no single value on the board rules all solutions out; one nogood prunes
lessons = record(random_puzzle(4, givens=4, signs=6, seed=472), "fc", jump=True, learn=True)
for step in lessons.steps("learn"):
    for cell, value in lessons.state(step - 1).values.items():
        rows = [list(row) for row in lessons.puzzle.grid]
        rows[cell.row][cell.column] = value
        assert solve(Puzzle(rows, lessons.puzzle.signs), "fc").outcome == "solved"
assert (lessons.counts.learned, lessons.counts.reused) == (3, 1)

# %% after ask-saves: the same integers as in docs/COUNTING.md
assert table["bt", "reading"]["nyu/Input2"] == [34486, 13525]
assert table["fc", "reading"]["nyu/Input2"] == [4776, 2716]
assert table["fc", "mrv"]["nyu/Input2"] == [227, 216]
assert all(other <= one for one, other in pairs)
assert long > 0.4 > 0.05 > short

# %% after limits: few of the nogoods prune again, nearly all of them short; the rest is luck
assert (every.learned, every.reused) == (229, 13)
assert learner.counts == every == solve(hard, "fc", jump=True, learn=True).counts
assert len(learned_sets) == every.learned
assert used <= learned_sets
assert (len(small), len(used & small), len(large), len(used & large)) == (71, 8, 158, 1)
assert abs(runs[25].nodes - runs[6].nodes) < 20
assert 0.1 < 1 - runs[25].nodes / without.nodes < 0.15

# %% after ask-clauses: the printed clauses are four kinds of the board's, and they read back
from futoshiki_lab import loads

assert {*kinds} <= {tuple(one) for one in clauses_of(small)}
assert loads(dumps(small, "cnf")) == small

# one clause for each pair that the sign forbids
assert len(less) == 6
assert all(one in pairs for one in less)

# %% after ask-another-unit: no cell without a value has one value left before
shown_board = questions(4, "unit", seed=45)[0].shown
left = [x for x in shown_board.domains if x not in shown_board.values]
assert all(len(shown_board.domains[x]) > 1 for x in left)

# %% after ask-cuts: two cuts of four, and each cut is a nogood
answers = [is_cut(leads, {by_name[name] for name in names.split(", ")}) for names in sets]
assert answers == [True, True, False, True]


def holds(grid, literal):
    cell, value = divmod(abs(literal) - 1, conflict_board.size)
    cell = conflict_board.cells[cell]
    return (grid[cell.row][cell.column] == value + 1) == (literal > 0)


grids = solve(conflict_board, "gac", solutions="all").solutions
assert grids
for names in (names for names, cut in zip(sets, answers, strict=True) if cut):
    some = [by_name[name] for name in names.split(", ")]
    assert not any(all(holds(grid, x) for x in some) for grid in grids)

# %% after ask-uip: a cut, of one literal of each level, that is not the decisions; a nogood
assert sorted(level[x] for x in nogood) == [1, 2]
assert set(told) != set(decided)
assert is_cut(leads, nogood)
assert causes == ["`r2c1 = 3`", "`r2c2 = 4`", "`r2c4 = 4`"]
other = decide(conflict_board, [decisions[0], (Cell(1, 3), 4)])
assert other[2]  # it fails, too
assert {*map(str, nogood)} <= {*map(str, other[0])}
assert is_cut(leads, {x for x in leads if say(conflict_board, x) in early})
assert not any(all(holds(grid, x) for x in nogood) for grid in grids)
assert refuted
assert propagate(clauses_of(conflict_board), {start})[1] is None

# %% after ask-restarts: 44 puzzles: the 15th and the 30th are the ends of a median's interval

from futoshiki_lab import decided

for kind, is_more in zip(by_kind.index, (True, False, False), strict=True):
    ordered = sorted(luck.loc[luck["kind"] == kind, "times"])
    assert decided(ordered[14], ordered[29], 1)
    assert (by_kind["50%"][kind] > 1) == is_more
assert [round(one, 1) for one in tails] == [1.9, 24.1, 360.5]  # docs/STUDY.md, "Luck"
