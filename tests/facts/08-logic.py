# What the prose of notebook 08 claims; see tests/test_notebooks.py. Each part runs after its cell.

# %% after import: of the cells with two values one has a sign to an unassigned cell
tied = random_puzzle(4, 2, 4, seed=15)
with_signs = {x for sign in tied.signs for x in (sign.smaller, sign.larger) if len(left[x]) > 1}
assert with_signs & {selected, *few} == {selected}

# %% after name-rules: each rule speaks once, and a sign stands where an inequality is the reason
assert len({first[rule] for rule in rules}) == 4
assert all(("<" in first[rule]) == rule.startswith("inequality") for rule in rules)

# %% after find-printed: our trace comes by the author's grid, one value before its end
assert here is not None
assert len(trace) == here + 1
guessed_in = [
    step
    for step in trace.steps("node")
    if len(trace.state(step - 1).domains[trace.event(step).cell]) > 1
]
assert not guessed_in

# %% after answer-missed: the value goes by a single sign
assert " < " in trace.reason(len(trace))
assert sum(len(gone) for gone in lost(trace, here, len(trace)).values()) == 1

# %% after why-silent: several solutions, most cells are open, and what is left holds each solution
assert len(solutions) > 1
assert trace.outcome == "limit"
assert grade(puzzle).level == "ambiguous"
assert sum(len(domain) > 1 for domain in final.values()) > len(puzzle.cells) / 2
assert all(possible[cell] <= {*final[cell]} for cell in puzzle.cells)
assert len(possible[fixed]) == 1
assert still

# %% after answer-insertion: one cell of row 1
run, before, after_step = first_use("unequal/4x4-easy#4", "line insertion")
assert "in row 1" in run.reason(after_step)
assert len(lost(run, before, after_step)) == 1

# %% after answer-chain: from r3c5 to r2c3, four cells
run, before, after_step = first_use("unequal/5x5-easy#7", "chain of signs")
assert "r3c5 < r3c4 < r2c4 < r2c3" in run.reason(after_step)
assert [str(cell) for cell in lost(run, before, after_step)] == ["r2c3"]
assert min(run.state(after_step).domains[Cell(1, 2)]) == 4

# %% after answer-pair: in column 3
run, before, after_step = first_use("unequal/5x5-tricky#7", "naked pair")
assert {cell.column for cell in lost(run, before, after_step)} == {2}

# %% after answer-wing: of rows 2 and 4
run, before, after_step = first_use("unequal/5x5-extreme#6", "X-wing")
assert "in rows 2 and 4" in run.reason(after_step)

# the forcing chain of the text: three cells with two values each, and r2c2 loses 5
on_it = {"r2c4": (4, 5), "r3c4": (3, 4), "r3c2": (3, 5)}
assert {str(c): d for c, d in chain.state(forced - 1).domains.items() if str(c) in on_it} == on_it
assert chain.reason(forced) == (
    "remove 5 from r2c2: if r2c4 is not 5, then r2c4 = 4, then r3c4 = 3, then r3c2 = 5; "
    "so r2c4 or r3c2 is 5"
)

# %% after stepper: the rules of the questions, a forcing chain, and no guess
run = chain
names = {getattr(reason, "rule", "") for reason in reasons.values()}
assert names >= {"line insertion", "chain of signs", "naked pair", "X-wing", "forcing chain"}
assert run.outcome == "solved"
assert all(len(run.state(s - 1).domains[run.event(s).cell]) == 1 for s in run.steps("node"))

# %% after draw-ladder: each level gets further, and the last one to the end
assert values_left == sorted(set(values_left), reverse=True)
assert values_left[-1] == len(another.cells)
assert tuple(rules_used) == LEVELS[:4]

# %% after how-many-hard: one deduction is Extreme, most are not
levels = Counter(deduction.level for deduction in deductions(larger))
assert levels["Extreme"] == 1
assert run.outcome == "solved"
assert grade(larger).level == grade(another).level == "Extreme"

# %% after ask-textbook: gac, on all of them
assert same["gac"] == len(some) > same["mac"] > same["fc"]

# %% after draw-end: all rules have stopped before the end
assert stuck.outcome == "limit"

# %% after how-many-solutions: exactly one, and no rule finds it
assert number == 1
assert grade(stubborn).level == "Recursive"

# %% after ask-take-over: values in vain, wipe-outs, and yet a solution
assert counts.nodes > empty
assert counts.wipeouts > 0
assert counts.solutions == 1

# a value of the solution fails, below an earlier value that is wrong
assert answer[failed.cell.row][failed.cell.column] == failed.value
assert solve(stubborn, "fc", solutions="all").counts.solutions == 1
assert len(searched.state(guess.first - 1).domains[guess.cell]) > 1
assert [one for one in above if len(searched.state(one.first - 1).domains[one.cell]) > 1] == [guess]

# %% after ask-why: no rule sees it, yet few facts are enough
from futoshiki_lab import Sign

assert 2 in stuck.state(len(stuck)).domains[Cell(2, 1)]
assert not facts.solution
assert facts.smallest
assert facts.cost == 8

# with 2 in r3c2, r3c3 and r3c4 have 1 left only, and no other open cell of row 3 has one value
assert {Sign(Cell(2, 2), Cell(2, 1))} <= {*stubborn.signs}
assert min(marks[Cell(2, 2)]) == 1
assert set(both.values()) == {(1,)}
assert {value for value in marks[Cell(2, 4)] if value != 2} == {1, 4}
assert facts.tell_by_facts().shown_facts == facts.facts != facts.shown_facts

# %% after near-my-insertion: only one filling is line elimination
from futoshiki_lab import Board


def after_elimination(eliminate):
    board = Board(puzzle)
    done = eliminate(board, [Cell(0, column) for column in range(5)])
    return done, [board.domains[Cell(0, column)] for column in range(5)]


(right,) = [
    texts
    for texts, eliminate in fillings(_)
    if after_elimination(eliminate) == (True, [(5,)] + [(1, 2, 3, 4)] * 4)
]
assert right == ("len(board.domains[cell]) == 1", "board.domains[cell][0] in board.domains[other]")

# %% after ask-mine: never more in reading order; by MRV more and fewer
assert more == {"reading": False, "mrv": True}
assert any(mine < fc for fc, mine in counted["mrv"].values())
