# What the prose of notebook 01 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after load: sixteen cells, four values, four signs; two rows have a given
assert (len(puzzle.cells), len(puzzle.values), len(puzzle.signs)) == (16, 4, 4)
assert sum(any(row) for row in puzzle.grid) == len(puzzle.givens) == 2

# %% after neighbours: 16 cells with 6 neighbours each
assert {len(others) for others in puzzle.neighbours.values()} == {6}

# two of six, one with a sign
assert [str(constraint) for constraint in _] == ["r3c3 < r3c4", "r3c3 ≠ r4c3"]
assert len(puzzle.constraints[Cell(2, 2)]) == 6

# %% after ask-constraints: each pair is met from both sides
assert len(list(puzzle.pairs)) == 16 * 6 / 2

# %% after no-rule: "more than an hour" at a million boards a second
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

# %% after ask-columns: alone they do as much as rows; second, they leave a larger share, and most
# of the gain is the fourth column's, which holds by itself
assert len(all_boards(puzzle, givens, columns)) == with_rows
assert with_rows / with_columns < with_givens / with_rows
assert round(alone, 3) == round(4**4 / 24, 3) > (by_rows / by_columns) / alone
for board in all_boards(puzzle, givens, rows, at_most=100):
    assert sorted(board.values()) == sorted(puzzle.values * 4)
    hold = [len({row[c] for row in in_rows(puzzle, board)}) == 4 for c in range(4)]
    assert sum(hold) != 3  # the fourth holds by itself


# %% after near-my-columns: one line alone leaves the boards with two values on the diagonal
def boards_with(line, grid, **names):
    exec(f"def rule(model, board, puzzle): {line.strip('`')}", globals() | names, space := {})
    try:
        return all_boards(Puzzle(grid), givens, space["rule"])
    except (TypeError, NotImplementedError):
        return []


two = [[0, 0], [0, 0]]
wanted = [board for board in all_boards(Puzzle(two)) if board[Cell(0, 0)] != board[Cell(1, 1)]]
right = [boards_with(line, two) == wanted for line in _.offer["options"]]
assert right == [True, False, False, False]

# %% after near-my-signs: one line alone leaves the pairs 2, 1 and 3, 2
a, b = Cell(0, 0), Cell(0, 1)
left = [boards_with(line, [[0, 0, 1], [1] * 3, [1] * 3], a=a, b=b) for line in _.offer["options"]]
right = [{(board[a], board[b]) for board in boards} == {(2, 1), (3, 2)} for boards in left]
assert right == [False, False, False, True]

# %% after model-signs: one board is left, whatever the order of the rules
(finished,) = all_boards(puzzle, givens, rows, columns, signs)
assert all_boards(puzzle, signs, columns, givens, rows) == [finished]

# %% after ask-needed: each sign is needed; the cell before counts the same
assert min(left.values()) > 1
assert left[str(sorted(puzzle.signs)[number])] == len(
    all_boards(without(puzzle, sorted(puzzle.signs)[number]), givens, rows, columns, signs)
)

# %% after ask-sample: the words are wrong
assert len(solutions) == 2
assert {cell for cell in common.cells if cell not in common.givens} == {*differ}
assert all_boards(common, givens, rows, columns, signs) == solutions

# %% after check-mine: it is not finished, and each answer of the check can be given
assert "3 solutions" in check_mine(mine).text
assert "Remove a given" in check_mine(Puzzle([[1, 1], [0, 0]])).text
assert "1,000 solutions or more" in check_mine(Puzzle([[0] * 5] * 5)).text

# on 3x3, two are enough, and one is not
assert "with 2 givens and 0 signs" in check_mine(Puzzle([[1, 0, 0], [0, 2, 0], [0] * 3])).text
assert len(all_boards(Puzzle([[1, 0, 0], [0] * 3, [0] * 3]), givens, rows, columns)) > 1
assert len(all_boards(Puzzle([[0] * 3] * 3, {(Cell(1, 0), Cell(1, 1))}), rows, columns, signs)) > 1
assert "can you do it?" in check_mine(Puzzle([[1, 2, 0], [0, 1, 0], [0] * 3])).text
