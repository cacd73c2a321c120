# %% after fill-in: the filled model is a problem
exams, hours, shared = ("algebra", "logic"), (9, 10), [("algebra", "logic")]
code = _.offer["code"]
for text in _._kind.words.split("; "):
    code = code.replace("____", text, 1)
assert len(solve(eval(code), "fc", solutions="all").solutions) == 2

# %% after degree-asked: the state in the middle, which has a border with all of the mainland
assert first == "SA"
assert len(australia().neighbours["SA"]) == 5
assert australia().neighbours["T"] == ()
assert of_map["mrv_degree"].tree()[1].value == "red"

# %% after swap-asked: three colours, each the same count again
assert len(colourings) == 3 * len(as_red) == 18

# %% after lessons-asked: MRV loses on the Futoshiki; on the map nothing is left to save after fc
for problem in problems:
    assert nodes[problem, "fc"] < nodes[problem, "bt"]
    small = problem == "Australia"
    assert (nodes[problem, "bt jump"] == nodes[problem, "bt"]) == small
    larger = nodes[problem, "fc mrv"] > nodes[problem, "fc"]
    assert larger == (problem == "Futoshiki")
assert nodes["Australia", "fc"] == len(australia().cells)

# three lessons hold on each problem, as they must; one does not
held = [
    all(nodes[one, less] <= nodes[one, more] for one in problems) for less, more in claims.values()
]
assert held == [True, True, False, True]

# %% after clique-asked: the five cells come first, without a part in the failure; 69 with the jump
assert first_five == [f"cell {k}" for k in range(1, 6)]
assert not any(clique.neighbours[cell] for cell in first_five)
assert jumping < stepwise / 10
assert solve(clique, "fc", "mrv").outcome == "unsatisfiable"

# %% after tree-asked: some backtrack, none once they are consistent
assert 0 == made_consistent < bare < 200

# %% after tree-checks: within the bound; then no way back, without what AC-3 does besides
for n, d in {(8, 4), (24, 4), (8, 16)}:
    for tree in (random_tree(seed, n, d) for seed in range(20)):
        assert one_way(tree) <= (n - 1) * d**2
        board = Board(tree)
        for child in reversed(tree.cells[1:]):
            revise(board, tree.neighbours[child][0], child)
        if all(board.domains.values()):
            left = Problem(dict(board.domains), tree.pairs)
            assert not solve(left, "bt").counts.backtracks
assert all(both > one for *_, one, both in rows)
shares = {(n, d): one / bound for n, d, bound, one, _ in rows}
assert shares[8, 4] > shares[8, 8] > shares[8, 16]

# %% after my-rest: only without this one the map has no cycle


def has_cycle(cells, pairs):
    while leaves := [c for c in cells if sum(c in (p.cell, p.other) for p in pairs) < 2]:
        cells = [c for c in cells if c not in leaves]
        pairs = [p for p in pairs if not {p.cell, p.other} & {*leaves}]
    return bool(cells)


for state in states:
    others = [one for one in states if one != state]
    lines = [pair for pair in australia().pairs if state not in (pair.cell, pair.other)]
    assert has_cycle(others, lines) == (state != "SA")

# %% after check-my-rest: what is left is a tree, with no way back for any colour, and few checks
assert not solve(chain, "bt", root="ac").counts.backtracks
left = solve(chain, "fc", root="ac").counts
assert left.setup_checks + left.checks <= 2 * (7 - 1) * 3**2

# %% after use-my-rest: a variable that comes last and constrains all, against four trees
assert {pair.cell for pair in spokes} == {*tree.cells}
for value in range(4):
    domains = {cell: [one for one in range(4) if one != value] for cell in tree.cells}
    assert not solve(Problem(domains, tree.pairs), "bt", root="ac").counts.backtracks
