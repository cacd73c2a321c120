# %% after import: the cells are where the questions say, and the sign rules out two values
assert failed.label == "r3c3=4"
assert len(gone["r3c2"]) == 2
assert nodes[10].label == "r3c2=3"
assert old.event(old.next(failed.first, "wipe-out")).node == failed.number

# %% after when: each of the three ends has nodes, and all of its nodes say the same
assert list(runs_then.values()) == ["yes", "yes", "no"]
for node in list(tree)[1:]:
    assert (node.number in restored) != bool(tree.holds_solution[node.number])
    assert not (node.kind == "failure" and tree.holds_solution[node.number])

# %% after by-hand-back: each look has pruned; the first mark is not zero; four other answers
assert 0 < marks[0] < marks[1]
assert len({*_.offer["options"]}) == 4

# a board that restores does as the trail says, and takes nothing older
plain = Board(sample)
set_up(plain, forward_check)
for mark, value in zip(marks, (1, 3), strict=True):
    cell = reading_order(plain)
    assert plain.assign(cell, value) == mark
    forward_check(plain, cell)
plain.restore(marks[1])
assert dict(plain.domains) == befores[1] != befores[0]
assert plain.domains[about] == dict(reversed(board.trail[marks[1] :]))[about]
assert not hasattr(plain, "trail")

# %% after search-with-mine: with a right function it counts as the board does
from futoshiki_lab.classroom.tutor.search_cases import restore

my_restore = restore
assert counts_with_mine().nunique(axis=1).eq(1).all()

# %% after step-1: the report is true
assert (right.outcome, broken_1.outcome) == ("solved", "unsatisfiable")

# %% after step-2: the report is true: every cell has a value, and the first row has one twice
assert broken_2.outcome == "solved"
assert len(set(broken_2.run.solution[0])) < sample.size
assert any("row 1" in text or "r1" in text for text in broken_2.run.violations)

# %% after step-3: the report is true
assert broken_3.run.solution == right.run.solution
assert broken_3.counts.solutions > right_all.counts.solutions

# each version has a first wrong step, at which the two do something different
for one, other in (
    (right, broken_1),
    (right, broken_2),
    (right_all, broken_3),
):
    at = first_difference(one, other)
    assert one.state(at - 1).domains == other.state(at - 1).domains
    assert one.reason(at) != other.reason(at)

# %% after line-3: the lines that are accepted are those that the right search has not
for broken, numbers in (
    (search_1, {10}),
    (search_2, {8, 9}),
    (search_3, {10, 11}),
):
    assert {int(line.split(":")[0]) for line in odd_lines(broken, search)} == numbers

# %% after slow-or-wrong-asked: forty solvable puzzles
assert len(puzzles) == 40
assert all(run.outcome == "solved" and not run.violations for run in known)

# wrong; of all solutions it never tries more values, up to the first one it may
assert nodes[1] < nodes[0]
assert all(its <= ours for ours, its in zip(*whole, strict=True))
assert 0 < longer < len(puzzles)
assert lost
assert all(run.outcome in ("solved", "unsatisfiable") and not run.violations for run in runs)

# %% after bt: looking back prunes nothing, and no answer changes
assert all(broken.solutions == fine.solutions for broken, fine in pairs)
assert all(fine.counts.prunes == 0 for _, fine in pairs)

# %% after left: everything that the search took has come back, and nothing older
assert last.domains == start.domains != Board(sample).domains

# %% after run-5: it loses a solvable puzzle; with the cure it finds a solution
from inspect import getsource

assert search_4(start_domains(sample), {}) is None


def mended(line, instead_of):
    source = (getsource(look_4) + getsource(search_4)).replace("_4(", "_4b(")
    assert source.count(instead_of) == 1
    exec(source.replace(instead_of, line), globals())
    found = search_4b(start_domains(sample), {})
    return bool(found) and right.run.solution == tuple(
        tuple(found[cell] for cell in sample.cells if cell.row == row) for row in range(5)
    )


# %% after line-5: the cure alone mends it
assert [mended(*lines) for lines in old_lines.items()] == [False, False, False, True]
assert options[3] in _.offer["options"]
assert mended("domains[other] = domains[other] & allowed", "domains[other] &= allowed")
assert shallow[sample.cells[0]] == {1}

# %% after copy-price: an entry for each node; the trail's entries are the assignments and prunes
assert prices["nyu/Input2, bt"][2] == 1
assert 15 < factor < 25
assert len(load("sysu/9x9").cells) == 81
taken = [step for kind in ("node", "prune") for step in right.steps(kind)]
assert sum(step >= right.steps("node")[0] for step in taken) == written(sample, "fc")[1]
copied, entries, _ = written(load("sysu/9x9"), "fc")
assert copied > entries
