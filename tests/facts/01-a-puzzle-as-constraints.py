# What the prose of notebook 01 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after load: sixteen cells, four values, four signs; two rows have a given
assert (len(puzzle.cells), len(puzzle.values), len(puzzle.signs)) == (16, 4, 4)
assert sum(any(row) for row in puzzle.grid) == len(puzzle.givens) == 2

# %% after neighbours: 16 cells with 6 neighbours each
assert {len(others) for others in puzzle.neighbours.values()} == {6}

# %% after constraints: two of them, one with a sign
assert [str(constraint) for constraint in _] == ["r3c3 < r3c4", "r3c3 ≠ r4c3"]

# %% after ask-constraints: each pair is met from both sides
assert len(list(puzzle.pairs)) == 16 * 6 / 2

# %% after ask-no-rule: "more than an hour" at a million boards a second
assert without_any_rule / 1e6 > 3600

# %% after show-one: the first board in reading order, small values first; it breaks rules
first = all_boards(puzzle, at_most=1)
assert [set(board.values()) for board in first] == [{1}]
assert next(puzzle.violations(in_rows(puzzle, first[0])), None)

# %% after ask-rows: two free rows with 24 ways, two with 6; the board breaks rules, but keeps these
assert with_rows == 24 * 24 * 6 * 6
(first,) = all_boards(puzzle, givens, rows, at_most=1)
broken = list(puzzle.faults(in_rows(puzzle, first)))
assert broken
assert all(one.row != other.row or (one, other) in puzzle.signs for (one, other), _ in broken)

# %% after ask-columns: alone they do as much as rows; second, they remove a smaller share
assert len(all_boards(puzzle, givens, columns)) == with_rows
assert with_rows / with_columns < with_givens / with_rows
for board in all_boards(puzzle, givens, rows, at_most=100):
    assert sorted(board.values()) == sorted(puzzle.values * 4)

# %% after draw-fall: one board is left, whatever the order of the rules
assert len(finished) == 1
assert all_boards(puzzle, signs, columns, givens, rows) == finished

# %% after ask-needed: each sign is needed
assert min(left.values()) > 1

# %% after ask-sample: the sentence is wrong
assert len(solutions) == 2

# %% after check-mine: it is not finished, and each answer of the check can be given
assert "3 solutions" in check_mine(mine).text
assert "remove something" in check_mine(Puzzle([[1, 1], [0, 0]])).text
assert "1,000 solutions or more" in check_mine(Puzzle([[0] * 5] * 5)).text

# %% after load-file: a proper puzzle
assert check_mine(from_file)
