# %% my-map: one variable for each state, one constraint for each border
states = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
borders = [("WA", "NT"), ("WA", "SA"), ("NT", "SA"), ("NT", "Q"), ("SA", "Q")]
borders += [("SA", "NSW"), ("SA", "V"), ("Q", "NSW"), ("NSW", "V")]
my_map = Problem(
    {state: ["red", "green", "blue"] for state in states},
    [Constraint(one, two, "≠", operator.ne) for one, two in borders],
)


# %% my-rest: the neighbours keep the values that are compatible
def rest(problem, cut, value):
    domains = {cell: domain for cell, domain in problem.domains.items() if cell != cut}
    for other, constraint in problem.constraints[cut].items():
        domains[other] = [left for left in domains[other] if constraint.holds(value, left)]
    pairs = [pair for pair in problem.pairs if cut not in (pair.cell, pair.other)]
    return Problem(domains, pairs)


# %% my-problem: three guests on three chairs in a row, two of whom must not sit together
def apart(chair, other):
    return abs(chair - other) > 1


my_problem = Problem(
    {guest: [1, 2, 3] for guest in ("Ada", "Ben", "Cleo")},
    [Constraint("Ada", "Ben", "sits apart from", apart)],
    groups=[("Ada", "Ben", "Cleo")],
)
