"""A small program with the names of the textbook's `csp.py`, in three generations, for tests.

1: `vars`, and `AC3` answers True or False. 2: `variables`. 3: `AC3` answers a pair, its count of
checks second, and `mac` returns what it answers.
"""

import random


class CSP:
    generation = 2

    def __init__(self, variables, domains, neighbors, constraints):
        setattr(self, "vars" if self.generation == 1 else "variables", list(variables))
        self.domains, self.neighbors, self.constraints = domains, neighbors, constraints
        self.curr_domains, self.nassigns = None, 0

    def names(self):
        return self.vars if self.generation == 1 else self.variables

    def assign(self, var, val, assignment):
        assignment[var] = val
        self.nassigns += 1

    def unassign(self, var, assignment):
        assignment.pop(var, None)

    def nconflicts(self, var, val, assignment):
        others = [x for x in self.neighbors[var] if x in assignment]
        return sum(not self.constraints(var, val, x, assignment[x]) for x in others)

    def support_pruning(self):
        if self.curr_domains is None:
            self.curr_domains = {x: list(self.domains[x]) for x in self.names()}

    def suppose(self, var, value):
        self.support_pruning()
        removals = [(var, a) for a in self.curr_domains[var] if a != value]
        self.curr_domains[var] = [value]
        return removals

    def prune(self, var, value, removals):
        self.curr_domains[var].remove(value)
        if removals is not None:
            removals.append((var, value))

    def choices(self, var):
        return (self.curr_domains or self.domains)[var]

    def restore(self, removals):
        for var, value in removals:
            self.curr_domains[var].append(value)

    def conflicted_vars(self, current):
        return [x for x in self.names() if self.nconflicts(x, current[x], current)]


class OldCSP(CSP):
    generation = 1


class PairCSP(CSP):
    generation = 3


def revise(csp, x, y, removals):
    gone = [
        a
        for a in csp.curr_domains[x]
        if not any(csp.constraints(x, a, y, b) for b in csp.curr_domains[y])
    ]
    for a in gone:
        csp.prune(x, a, removals)
    return bool(gone)


def AC3(csp, queue=None, removals=None):  # noqa: N802  its name
    queue = queue or [(x, y) for x in csp.names() for y in csp.neighbors[x]]
    csp.support_pruning()
    done = 0
    while queue:
        x, y = queue.pop()
        done += 1
        if revise(csp, x, y, removals):
            if not csp.curr_domains[x]:
                return (False, done) if csp.generation == 3 else False
            queue += [(z, x) for z in csp.neighbors[x] if z != y]
    return (True, done) if csp.generation == 3 else True


def AC3_of_2011(csp, queue, removals):  # noqa: N802  its name
    while queue:
        Xi, Xj = queue.pop()  # noqa: N806  their names
        if revise(csp, Xi, Xj, removals):
            if not csp.curr_domains[Xi]:
                return False
            for Xk in csp.neighbors[Xi]:  # noqa: N806
                if Xk != Xi:
                    queue.append((Xk, Xi))
    return True


def first_unassigned(assignment, csp):
    return next(x for x in csp.names() if x not in assignment)


def mrv(assignment, csp):
    left = [x for x in csp.names() if x not in assignment]
    return min(left, key=lambda x: len(csp.choices(x)))


def no_inference(csp, var, value, assignment, removals):
    return True


def forward_checking(csp, var, value, assignment, removals):
    for other in csp.neighbors[var]:
        if other not in assignment:
            for b in csp.curr_domains[other][:]:
                if not csp.constraints(var, value, other, b):
                    csp.prune(other, b, removals)
            if not csp.curr_domains[other]:
                return False
    return True


def mac(csp, var, value, assignment, removals):
    return AC3(csp, [(x, var) for x in csp.neighbors[var]], removals)


def backtracking_search(csp, select=first_unassigned, inference=no_inference):
    def backtrack(assignment):
        if len(assignment) == len(csp.names()):
            return assignment
        var = select(assignment, csp)
        for value in csp.choices(var)[:]:
            if csp.nconflicts(var, value, assignment) == 0:
                csp.assign(var, value, assignment)
                removals = csp.suppose(var, value)
                if inference(csp, var, value, assignment, removals):
                    result = backtrack(assignment)
                    if result is not None:
                        return result
                csp.restore(removals)
        csp.unassign(var, assignment)
        return None

    return backtrack({})


def min_conflicts(csp, max_steps=1000):
    def best(var):
        random.shuffle(values := list(csp.domains[var]))
        return min(values, key=lambda value: csp.nconflicts(var, value, current))

    csp.current = current = {}
    for var in csp.names():
        csp.assign(var, best(var), current)
    for _ in range(max_steps):
        conflicted = csp.conflicted_vars(current)
        if not conflicted:
            return current
        var = random.choice(conflicted)
        csp.assign(var, best(var), current)
    return None
