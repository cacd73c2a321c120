# What the prose of notebook 12 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after ask-again: eight times by jumps, as notebook 07 says, and once when it learns
assert times == [8, 1]

# %% after ask-nogood: the nogood is the conflict set that the next event hands over
assert by_learning.event(lesson + 1).verb.name == "BACKTRACK"
assert by_learning.event(lesson).deduction.cells == by_learning.event(lesson + 1).jump.culprits
values = by_learning.state(lesson).values
with_it = [list(row) for row in input1.grid]
for cell in by_learning.event(lesson).deduction.cells:
    with_it[cell.row][cell.column] = values[cell]
assert solve(Puzzle(with_it, input1.signs), "mac").outcome == "unsatisfiable"

# %% after ask-cut: two of its three values stand, and the removed one was left
assert len(reason.cells) == 2
assert gone.value in by_learning.state(cut - 1).domains[gone.cell]

# %% after ask-saves: the same integers as in docs/COUNTING.md
assert table["bt", "reading"]["nyu/Input2"] == [34486, 13525]
assert table["fc", "reading"]["nyu/Input2"] == [4776, 2716]
assert table["fc", "mrv"]["nyu/Input2"] == [227, 216]
assert all(other <= one for row in table.values() for one, other in row.values())

# %% after ask-more: six cells are best here, by a few nodes
assert best == 6
assert 0 < runs[True].nodes - runs[6].nodes < 20
assert runs[True].learned > 3 * runs[6].learned

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
