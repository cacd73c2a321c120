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
assert in_all == 3 * fixed

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

# on these four, jumps add nothing to MRV
assert all(nodes[one, "fc mrv jump"] == nodes[one, "fc mrv"] for one in problems)

# %% after clique-asked: the five cells come first, without a part in the failure; 69 with the jump
assert first_five == [f"cell {k}" for k in range(1, 6)]
assert not any(clique.neighbours[cell] for cell in first_five)
assert jumping < stepwise / 10
assert refuted == 2**5 < 4**5 == 1_024
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
assert all(4 < rows[-1][k] / rows[0][k] < 5 for k in (3, 4))  # like d, not like d²
assert all(1.7 < one / ((n - 1) * d) < 2.1 for n, d, _, one, _ in rows)  # checks for a value

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


def wrong_rest(keeps):
    def rest(problem, cut, value):
        domains = {cell: [*domain] for cell, domain in problem.domains.items() if cell != cut}
        for pair in problem.pairs:
            other = {pair.cell: pair.other, pair.other: pair.cell}.get(cut)
            if other:
                domains[other] = [one for one in domains[other] if keeps(pair, value, one)]
        pairs = [pair for pair in problem.pairs if cut not in (pair.cell, pair.other)]
        return Problem(domains, pairs)

    return rest


# right on a map: only the value itself goes, or the cut is taken to come first, or second
for keeps in (
    lambda pair, value, one: one != value,
    lambda pair, value, one: pair.holds(value, one),
    lambda pair, value, one: pair.holds(one, value),
):
    assert check_problem(wrong_rest(keeps), australia(), "SA", "green", like=chain)
    told = check_problem(wrong_rest(keeps), between, "hub", 1, like=ends)
    assert told.text.startswith("b < hub < a, with hub = 1: the domain of ")

# %% after use-my-rest: no tree backtracks, for any value; the place of hub alone helps or harms
assert table["cutset", "back"].max() == 0
assert 0 < fewer < 20
assert table["cutset", "nodes"].max() < 50
assert table["hub first", "nodes"].max() > 10 * table["cutset", "nodes"].max()
problem = wheel(1, True)
for value in range(4):
    left = our_rest(problem, "hub", value)
    assert not solve(left, "bt", root="ac").counts.backtracks
    assert all([*has] == [one for one in range(4) if one != value] for has in left.domains.values())
