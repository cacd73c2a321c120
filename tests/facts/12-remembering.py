# What the prose of notebook 12 claims; see tests/test_notebooks.py. Each part runs after its cell.

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

# %% after ask-cut: two of its three values stand, and the removed one was left
assert len(reason.cells) == 2
assert gone.value in by_learning.state(cut - 1).domains[gone.cell]

# %% after ask-saves: the same integers as in docs/COUNTING.md
assert table["bt", "reading"]["nyu/Input2"] == [34486, 13525]
assert table["fc", "reading"]["nyu/Input2"] == [4776, 2716]
assert table["fc", "mrv"]["nyu/Input2"] == [227, 216]
assert all(other <= one for one, other in pairs)
assert min(long) > 0.25 > 0.125 > max(short)
assert sum(table[way][x][0] <= 300 for way in ways if "mrv" in way[1] for x in names) == 6

# %% after ask-more: six cells are best here, by a few nodes
assert best == 6
assert 0 < runs[25].nodes - runs[6].nodes < 20
assert runs[25].learned > 3 * runs[6].learned > 3 * runs[1].learned
assert runs[25] == solve(hard, "fc", jump=True, learn=True).counts

# %% after dimacs: the legend's first two variables; it reads back
assert loads(text) == small
assert "c r1c2 = 1..3 are 4..6" in text

# %% after ask-clauses: one clause for each pair that the sign forbids
assert len(less) == 6

# %% after ask-unit: the same with two literals, more with all
assert [*claims.values()] == [True, True, False]
assert len(state3.values) == 2

# %% after ask-uip: a nogood of two literals that is not the two decisions; no solution holds it
assert len(nogood) == 2
assert set(told) != set(decided)
level_of = sorted(level[x] for x in nogood)
assert level_of == [1, 2]
formula = [
    [*map(int, o.split()[:-1])]
    for o in dumps(conflict_board, "cnf").splitlines()
    if o[0] not in "cp"
]
grids = solve(conflict_board, "gac", solutions="all").solutions
for grid in grids:
    true = {
        as_literal(conflict_board, cell, grid[cell.row][cell.column])
        for cell in conflict_board.cells
    }
    assert not all((x in true) if x > 0 else (-x not in true) for x in nogood)
assert grids
