"""A second program that answers the questions of `futoshiki_lab.exams`, as an oracle for the tests.

It was written from docs/COUNTING.md and from the texts of the questions; it uses none of the
package's code. A search is run again, plainly, and every moment of it is kept. `answer` looks for
the moment that a question shows, so a state that its search does not reach is an error, and
answers from it. Cells are pairs (row, column), from 0.
"""

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

LIMIT = 41  # nodes: a question comes from the first 40


@dataclass
class Moment:
    """A node: the board after the assignment and after the look, and what the look did."""

    cell: tuple
    value: int
    values: dict
    before: dict
    after: dict = None
    passed: bool = None
    checks: int = 0
    removed: list = field(default_factory=list)  # (cell, value, because)
    culprits: set = None
    whole: bool = False


@dataclass
class Visit:
    """A cell that was selected: the board at that moment, the order of its values, its nodes."""

    cell: tuple
    values: dict
    domains: dict
    weights: dict
    order: list
    missing: set
    nodes: list = field(default_factory=list)


class Stop(Exception):
    """The limit is reached."""


class Search:
    """A depth-first search that keeps every moment."""

    def __init__(self, n, givens, signs, look="fc", select="reading", order="ascending", root=""):
        self.n, self.givens, self.less = n, dict(givens), {tuple(map(tuple, s)) for s in signs}
        self.look, self.select, self.order, self.root = look, select, order, root
        self.cells = [(r, c) for r in range(n) for c in range(n)]
        self.near = {
            a: [b for b in self.cells if b != a and (a[0] == b[0] or a[1] == b[1])]
            for a in self.cells
        }
        self.values, self.weights, self.by = {}, {}, {}
        self.domains = {
            a: [self.givens[a]] if a in self.givens else list(range(1, n + 1)) for a in self.cells
        }
        self.nodes, self.visits, self.solved, self.setup = [], [], False, True
        self.placed = self.begun = None

    def relation(self, a, b):
        return "<" if (a, b) in self.less else ">" if (b, a) in self.less else "≠"

    def holds(self, a, x, b, y):
        return {"<": x < y, ">": x > y, "≠": x != y}[self.relation(a, b)]

    def free(self):
        return [a for a in self.cells if a not in self.values]

    def run(self):
        for cell, value in sorted(self.givens.items()):
            self.values[cell] = value
            if not self.looks(cell, Moment(cell, value, {}, {})):
                return self
        self.placed = self.state()
        if self.look == "mac" or self.root == "ac":
            arcs = [(x, y) for x in self.free() for y in self.near[x]]
            if not self.ac3(arcs, Moment(None, 0, {}, {})):
                return self
        self.begun, self.setup = self.state(), False
        with suppress(Stop):
            self.solved = self.visit()
        return self

    def state(self):
        return dict(self.values), {a: tuple(d) for a, d in self.domains.items()}

    def visit(self):
        if len(self.values) == len(self.cells):
            return True
        cell = self.choose()
        order = self.sorted_values(cell)
        missing = {self.by[cell, v] for v in range(1, self.n + 1) if (cell, v) in self.by}
        here = Visit(cell, *self.state(), dict(self.weights), order, missing)
        self.visits.append(here)
        for value in order:
            if len(self.nodes) == LIMIT:
                raise Stop
            kept = {a: list(d) for a, d in self.domains.items()}, dict(self.by)
            self.values[cell], self.domains[cell] = value, [value]
            node = Moment(cell, value, *self.state())
            self.nodes.append(node)
            here.nodes.append(node)
            node.passed = self.looks(cell, node)
            node.after = self.state()[1]
            if node.passed and self.visit():
                return True
            self.domains, self.by = kept
            del self.values[cell]
            node.whole = True
        return False

    # -- looks -------------------------------------------------------------------------------------

    def looks(self, cell, node):
        if self.look == "bt":
            for other in self.near[cell]:
                if other in self.values:
                    node.checks += 1
                    if not self.holds(cell, self.values[cell], other, self.values[other]):
                        node.culprits = {other} - self.givens.keys()
                        return False
            return True
        if self.look == "mac":
            return self.ac3([(x, cell) for x in self.near[cell] if x not in self.values], node)
        for x in self.near[cell]:
            if x in self.values:
                continue
            for value in list(self.domains[x]):
                node.checks += 1
                if not self.holds(cell, self.values[cell], x, value):
                    self.remove(x, value, cell, node)
            if not self.domains[x]:
                self.wiped(x, cell)
                lost = {self.by.get((x, v)) for v in range(1, self.n + 1)}
                node.culprits = lost - {None} - self.givens.keys()
                return False
        return True

    def ac3(self, arcs, node):
        queue = deque(arcs)
        while queue:
            x, y = queue.popleft()
            before = len(self.domains[x])
            for value in list(self.domains[x]):
                for other in self.domains[y]:
                    node.checks += 1
                    if self.holds(x, value, y, other):
                        break
                else:
                    self.remove(x, value, y, node)
            if not self.domains[x]:
                self.wiped(x, y)
                return False
            if len(self.domains[x]) < before:
                for z in self.near[x]:
                    if z not in self.values and z != y and (z, x) not in queue:
                        queue.append((z, x))
        return True

    def remove(self, x, value, because, node):
        self.domains[x].remove(value)
        node.removed.append((x, value, because))
        if not self.setup:
            self.by[x, value] = because

    def wiped(self, x, y):
        pair = min(x, y), max(x, y)
        self.weights[pair] = self.weights.get(pair, 1) + 1

    # -- orderings ---------------------------------------------------------------------------------

    def choose(self):
        def rank(x):
            size = len(self.domains[x])
            others = [y for y in self.near[x] if y not in self.values]
            if self.select == "mrv":
                return size, x
            if self.select == "mrv_degree":
                return size, -sum(self.relation(x, y) != "≠" for y in others), x
            if self.select == "dom_wdeg":
                heavy = sum(self.weights.get((min(x, y), max(x, y)), 1) for y in others)
                return (0, Fraction(size, heavy), x) if heavy else (1, 0, x)
            return x

        return min(self.free(), key=rank)

    def sorted_values(self, x):
        def ruled_out(value):
            others = [y for y in self.near[x] if y not in self.values]
            return sum(not self.holds(x, value, y, w) for y in others for w in self.domains[y])

        if self.order == "lcv":
            return sorted(self.domains[x], key=lambda value: (ruled_out(value), value))
        return list(self.domains[x])


# -- the answers -----------------------------------------------------------------------------------


def name(cell):
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def answer(question):
    """The right answer to a question, as its `answer` has it; AssertionError if there is no such
    moment in the search that it names, or not exactly one answer."""
    shown, asked = question.shown, question.asked
    state = dict(shown.values), dict(shown.domains)
    if question.kind in ("valid", "rule"):
        return LOGIC[question.kind](shown.puzzle, *state, asked)
    settings = {name: asked[name] for name in ("look", "select", "order", "root")}
    puzzle = shown.puzzle
    search = Search(puzzle.size, puzzle.givens, puzzle.signs, **settings).run()
    answers = list(FROM_SEARCH[question.kind](search, state, asked))
    assert answers, "the search does not reach this state"
    assert all(one == answers[0] for one in answers), "the same state has two answers"
    return answers[0]


def looks_at(search, state, asked):
    for node in search.nodes:
        same = (node.cell, node.value) == (asked["cell"], asked["value"])
        if same and (node.values, node.before) == state:
            yield node


def domain(search, state, asked):
    for node in looks_at(search, state, asked):
        yield "{" + ", ".join(map(str, node.after[asked["about"]])) + "}"


def removals(search, state, asked):
    for node in looks_at(search, state, asked):
        yield grouped((cell, value) for cell, value, _ in node.removed)


def grouped(pairs):
    found = {}
    for cell, value in sorted(pairs):
        found[cell] = (*found.get(cell, ()), value)
    return found


def reasons(search, state, asked):
    for node in looks_at(search, state, asked):
        yield {
            f"{value} from {name(x)}": f"{name(x)} {search.relation(x, y)} {name(y)}"
            for x, value, y in node.removed
        }


def checks(search, state, asked):
    return (node.checks for node in looks_at(search, state, asked))


def arcs(search, state, asked):
    values, domains = state
    for node in search.nodes:
        if node.passed and (node.values, node.after) == state:
            for x in search.cells:
                for y in search.near[x]:
                    supported = (
                        any(search.holds(x, v, y, w) for w in domains[y]) for v in domains[x]
                    )
                    if x not in values and not all(supported):
                        yield f"({name(x)}, {name(y)})"
                        return
            yield "it is arc consistent"


def ac3(search, state, asked):
    if search.placed == state and search.begun:
        after = search.begun[1]
        pairs = [(x, v) for x, values in state[1].items() for v in values if v not in after[x]]
        yield grouped(pairs)


def next_cell(search, state, asked):
    for visit in search.visits:
        heavy = {tuple(sorted(pair)): weight for pair, weight in asked["weights"].items()}
        same = asked["select"] != "dom_wdeg" or visit.weights == heavy
        if (visit.values, visit.domains) == state and same:
            yield visit.cell


def lcv(search, state, asked):
    for visit in search.visits:
        if (visit.values, visit.domains) == state and visit.cell == asked["cell"]:
            yield list(map(str, visit.order))


def following(passed):
    def found(search, state, asked):
        for node, after in zip(search.nodes, search.nodes[1:], strict=False):
            same = (node.cell, node.value) == (asked["cell"], asked["value"])
            if same and node.passed == passed and (node.values, node.after) == state:
                yield f"{name(after.cell)} = {after.value}"

    return found


def jump(search, state, asked):
    for visit in search.visits:
        if (visit.values, visit.domains) != state or visit.cell != asked["cell"]:
            continue
        assert len(visit.nodes) == len(visit.order)
        assert all(node.whole and not node.passed for node in visit.nodes)
        blamed = set(visit.missing).union(*(node.culprits for node in visit.nodes)) - {visit.cell}
        yield [cell for cell in visit.values if cell in blamed][-1]


def tree(search, state, asked):
    if search.begun == state and search.solved:
        yield len(search.nodes)


def valid(puzzle, values, domains, asked):
    """By trying all ways to fill the cells that the deduction names."""
    plain = Search(puzzle.size, {}, puzzle.signs)
    cells = list(asked["cells"])
    named = {*asked["removes"], *asked["places"]}
    assert named <= {*cells}
    for ways in product(*(domains[cell] for cell in cells)):
        at = dict(zip(cells, ways, strict=True))
        if all(plain.holds(a, at[a], b, at[b]) for a in cells for b in plain.near[a] if b in at):
            removed = any(at[cell] in gone for cell, gone in asked["removes"].items())
            missed = any(at[cell] != value for cell, value in asked["places"].items())
            if removed or missed:
                return "not valid"
    return "valid"


def rule(puzzle, values, domains, asked):
    """The only rule whose definition fits the reason's cells and the conclusion."""
    fits = [title for title, test in RULES.items() if test(puzzle, values, domains, **asked)]
    assert len(fits) == 1, fits
    return fits[0]


def _line_of(cells):
    return len({r for r, _ in cells}) == 1 or len({c for _, c in cells}) == 1


def _union(domains, cells):
    return set().union(*(domains[cell] for cell in cells))


def naked(k):
    def fits(puzzle, values, domains, cells, removes, places):
        shared = _union(domains, cells)
        return (
            len(cells) == k == len(shared)
            and _line_of(cells)
            and not places
            and not {*cells} & removes.keys()
            and all(_line_of([*cells, x]) and {*gone} <= shared for x, gone in removes.items())
        )

    return fits


def hidden(k):
    def fits(puzzle, values, domains, cells, removes, places):
        if places or len(cells) != puzzle.size or not _line_of(cells):
            return False
        where = {v: {x for x in cells if v in domains[x]} for v in puzzle.values}
        few = [v for v in puzzle.values if {*removes} <= where[v]]
        return any(
            len(set().union(*(where[v] for v in some))) == k
            and all(v not in gone for gone in removes.values() for v in some)
            for some in product(few, repeat=k)
            if len({*some}) == k
        )

    return fits


def eliminated(puzzle, values, domains, cells, removes, places):
    (cell, *more) = cells
    same = all(x != cell and _line_of([x, cell]) for x in removes)
    return not more and cell in values and same and {*removes.values()} == {(values[cell],)}


def last_value(puzzle, values, domains, cells, removes, places):
    return len(cells) == 1 and {x: (v,) for x, v in places.items()} == {
        x: domains[x] for x in cells
    }


def insertion(puzzle, values, domains, cells, removes, places):
    if len(places) != 1 or len(cells) != puzzle.size or not _line_of(cells):
        return False
    ((place, value),) = places.items()
    return [x for x in cells if value in domains[x]] == [place]


def chain(long):
    def fits(puzzle, values, domains, cells, removes, places):
        joined = sum(a in cells and b in cells for a, b in puzzle.signs)
        size = len(cells) > 2 if long else len(cells) == 2
        return size and not places and joined >= len(cells) - 1 and {*removes} <= {*cells}

    return fits


def only_pair(puzzle, values, domains, cells, removes, places):
    signs = [(a, b) for a, b in puzzle.signs if {a, b} == {*cells}]
    if not places or not {*places} <= {*cells} or len(signs) != 1:
        return False
    ((small, large),) = signs
    pairs = [(v, w) for v in domains[small] for w in domains[large] if v < w]
    entered = {**{x: values[x] for x in cells if x in values}, **places}
    return pairs == [(entered.get(small), entered.get(large))]


RULES = {
    "line elimination": eliminated,
    "last value": last_value,
    "line insertion": insertion,
    "inequality insertion": only_pair,
    "inequality elimination": chain(long=False),
    "chain of signs": chain(long=True),
    "naked pair": naked(2),
    "naked triple": naked(3),
    "hidden pair": hidden(2),
    "hidden triple": hidden(3),
}
LOGIC = {"valid": valid, "rule": rule}
FROM_SEARCH = {
    "domain": domain,
    "removals": removals,
    "reasons": reasons,
    "checks": checks,
    "arcs": arcs,
    "ac3": ac3,
    "mrv": next_cell,
    "mrv_degree": next_cell,
    "dom_wdeg": next_cell,
    "lcv": lcv,
    "next_node": following(True),
    "dead_end": following(False),
    "jump": jump,
    "tree": tree,
}
