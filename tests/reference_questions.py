"""A second program that answers the questions of `classroom/exams`, as an oracle for the tests.

It was written from docs/COUNTING.md and from the texts of the questions. What a question asks of a
moment is worked out here, from the rules of the puzzle. The moments are those of a recorded run:
that such a run is what happened, node by node, is tested against the live board, its counters
against reference_counter.py, and its culprits against all solutions. `answer` looks for the moment
that a question shows, so a state that its search does not reach is an error, and answers from it.
Cells of a Futoshiki are pairs (row, column), from 0.
"""

import re
from collections import deque
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

from futoshiki_lab import Puzzle, Verb, record

LIMIT = 41  # nodes: a question comes from the first 40


@dataclass
class Moment:
    """A node: the board after the assignment and after the look, and what the look did; or a cell
    that was selected: the board at that moment, and its nodes."""

    cell: tuple
    values: dict
    before: dict
    value: int = 0
    after: dict = None
    passed: bool = None
    checks: int = 0
    removed: list = field(default_factory=list)  # (cell, value, because)
    culprits: set = field(default_factory=set)  # of the look; of what a selected cell lacks
    whole: bool = False
    next: "Moment" = None
    weights: dict = None
    order: list = None
    nodes: list = field(default_factory=list)


class Rules:
    """The constraints of a puzzle, stated again; or those of another problem."""

    def __init__(self, problem):
        self.problem, self.values, self.givens = problem, problem.values, dict(problem.givens)
        self.cells, self.near = problem.cells, problem.neighbours
        if isinstance(problem, Puzzle):
            n, self.less = problem.size, {tuple(map(tuple, sign)) for sign in problem.signs}
            self.cells = [(r, c) for r in range(n) for c in range(n)]
            self.near = {
                a: [b for b in self.cells if b != a and (a[0] == b[0] or a[1] == b[1])]
                for a in self.cells
            }

    def relation(self, a, b):
        return "<" if (a, b) in self.less else ">" if (b, a) in self.less else "≠"

    def holds(self, a, x, b, y):
        if not isinstance(self.problem, Puzzle):
            return self.problem.constraints[a][b].holds(x, y)
        return {"<": x < y, ">": x > y, "≠": x != y}[self.relation(a, b)]

    def grouped(self, pairs):
        """The values of each cell, both in their order."""
        found, places = {}, {value: at for at, value in enumerate(self.values)}
        for cell, value in sorted(pairs, key=lambda one: places[one[1]]):
            found[cell] = (*found.get(cell, ()), value)
        return found


class Search(Rules):
    """A search that keeps every moment."""

    def __init__(self, puzzle, look, select, order, root, jump):
        super().__init__(puzzle)
        self.order, self.jump, self.nodes = order, jump, []
        more = {"root": root, "jump": jump, "node_limit": LIMIT}
        self.trace = record(puzzle, OTHER_LOOKS.get(look, look), select, order, **more)
        self.solved = self.trace.outcome == "solved"
        below, self.weights, self.by = {}, {}, {}  # visits by the node above; reasons of prunes
        for step in self.trace.steps():
            event, node = self.trace.event(step), self.nodes[-1] if self.nodes else None
            if event.verb is Verb.ASSIGN:
                if event.parent not in below:
                    below[event.parent] = self.visit(event.cell, self.trace.state(step - 1))
                state = self.trace.state(step)
                made = Moment(event.cell, state.values, state.domains, event.value)
                if node:
                    node.next = made
                self.nodes.append(made)
                below[event.parent].nodes.append(made)
            elif event.verb is Verb.CHECK and node and node.passed is None:
                node.checks += 1
            elif event.verb is Verb.PRUNE and node:
                node.removed.append((event.cell, event.value, event.other))
                self.by[event.cell, event.value] = event.other
            elif event.verb is Verb.WIPE_OUT and event.other:
                pair = min(event.cell, event.other), max(event.cell, event.other)
                self.weights[pair] = self.weights.get(pair, 1) + 1
            elif event.verb is Verb.ACCEPT:
                node.passed, node.after = True, self.trace.state(step).domains
            elif event.verb is Verb.RESTORE:
                if node.passed is None:
                    node.passed, node.after = False, self.trace.state(step - 1).domains
                    node.culprits = self.culprits(self.trace.event(step - 1))
                self.nodes[event.node - 1].whole = True
        self.visits = [*below.values()]

    def visit(self, cell, state):
        made = Moment(cell, state.values, state.domains, weights=dict(self.weights))
        gone = {*self.values} - {*made.before[cell]}
        made.culprits = self.removers(cell, gone)
        made.order = self.sorted_values(cell, made.values, made.before)
        return made

    def removers(self, cell, gone):
        return {self.by.get((cell, v)) for v in gone} - {None}

    def culprits(self, last):
        """Whom the last event of a look blames: a failed check, or what emptied a domain."""
        lost = self.removers(last.cell, self.values)
        return ({last.other} if last.verb is Verb.CHECK else lost) - self.givens.keys()

    def sorted_values(self, x, values, domains):
        def ruled_out(value):
            others = [y for y in self.near[x] if y not in values]
            return sum(not self.holds(x, value, y, w) for y in others for w in domains[y])

        if self.order == "lcv":
            return sorted(domains[x], key=ruled_out)
        return list(domains[x])[:: -1 if self.order == "descending" else 1]


def along_the_row(board, cell):
    """Forward checking in the row alone."""
    for x in board.unassigned_neighbours(cell):
        if x.row == cell.row and not look_from(board, cell, x):
            return False
    return True


def propagate_singletons(board, cell):
    queue = [cell]
    for x in queue:
        for y in board.unassigned_neighbours(x):
            before = len(board.domains[y])
            if not look_from(board, x, y):
                return False
            if len(board.domains[y]) == 1 < before and y not in queue:
                queue.append(y)
    return True


def look_from(board, x, y):
    """Remove from y what the one value of x rules out; False if nothing is left."""
    for value in board.domains[y]:
        if not board.check(x, board.domains[x][0], y, value):
            board.prune(y, value, because=x)
    return bool(board.domains[y])


OTHER_LOOKS = {one.__name__: one for one in (along_the_row, propagate_singletons)}


# -- the answers -----------------------------------------------------------------------------------


def name(cell):
    return f"r{cell[0] + 1}c{cell[1] + 1}" if isinstance(cell, tuple) else str(cell)


def told(domain):
    return f"{{{', '.join(map(str, sorted(domain)))}}}" if domain else "∅ (no value is left)"


def answer(question):
    """The right answer to a question, as its `answer` has it; AssertionError if there is no such
    moment in the search that it names, or not exactly one answer."""
    shown, asked = question.shown, question.asked
    state = dict(shown.values), dict(shown.domains)
    if question.kind in LOGIC:
        asked = {**asked, "offered": question.options}
        return LOGIC[question.kind](shown.puzzle, *state, asked)
    find, work_out = FROM_SEARCH[question.kind]
    search = search_of(question)
    answers = [work_out(search, one, asked) for one in find(search, state, asked)]
    assert answers, "the search does not reach this state"
    assert all(one == answers[0] for one in answers), "the same state has two answers"
    return answers[0]


def search_of(question):
    asked = (question.asked[name] for name in ("look", "select", "order", "root", "jump"))
    return searched(question.shown.puzzle, *asked)


searched = lru_cache(maxsize=4)(Search)  # a question is looked at several times


# -- the moments that a question can be about


def is_tried(node, asked):
    return (node.cell, node.value) == (asked["cell"], asked["value"])


def before_a_look(search, state, asked):
    return [x for x in search.nodes if is_tried(x, asked) and (x.values, x.before) == state]


def survived(search, state, asked):
    return [x for x in search.nodes if x.passed and (x.values, x.after) == state]


def after(passed):
    def found(search, state, asked):
        tried = [x for x in search.nodes if is_tried(x, asked) and x.passed is passed]
        return [x for x in tried if (x.values, x.after) == state]

    return found


def selected(search, state, asked):
    return [x for x in search.visits if (x.values, x.before) == state]


def selected_cell(search, state, asked):
    return [x for x in selected(search, state, asked) if x.cell == asked["cell"]]


def selected_by_weight(search, state, asked):
    heavy = {tuple(sorted(pair)): weight for pair, weight in asked["weights"].items()}
    any_weight = asked["select"] != "dom_wdeg"
    return [x for x in selected(search, state, asked) if any_weight or x.weights == heavy]


def begun(search, state, asked):
    first = search.visits[0]
    return [first] if (first.values, first.before) == state else []


# -- what happens then


def domain(search, node, asked):
    return told(node.after[asked["about"]])


def removals(search, node, asked):
    return search.grouped((cell, value) for cell, value, _ in node.removed)


def reasons(search, node, asked):
    return {
        f"{value} from {name(x)}": f"{name(x)} {search.relation(x, y)} {name(y)}"
        for x, value, y in node.removed
    }


def is_true_reason(search, domains, row):
    """Whether a constraint stands on the board and rules out the value that it is a reason for."""
    gone, reason = row.split(": ")
    (x, y), relation = cells_in(reason), reason.split()[1]
    supported = any(search.holds(x, min(numbers_in(gone)), y, other) for other in domains[y])
    return search.relation(x, y) == relation and not supported


def true_sentences(question):
    """Which of the choices are true on the board, each as the sentence that it is."""
    right = answer(question)
    right = right if isinstance(right, str) else question.right
    if question.kind == "nogood":
        about = search_of(question), question.shown.values, question.asked["wiped"]
        return [text for text in question.options if is_nogood(*about, text)]
    if question.kind != "reasons":
        return [text for text in question.options if text == right]
    about = search_of(question), domains_after(question)
    rows = {text: text.split("; ") for text in question.options}
    return [text for text in rows if all(is_true_reason(*about, row) for row in rows[text])]


def domains_after(question):
    """The domains after the look that a question is about."""
    state = dict(question.shown.values), dict(question.shown.domains)
    return before_a_look(search_of(question), state, question.asked)[0].after


def arcs(search, node, asked):
    domains = node.after
    for x in search.cells:
        for y in search.near[x] if x not in node.values else ():
            if not all(any(search.holds(x, v, y, w) for w in domains[y]) for v in domains[x]):
                return f"({name(x)}, {name(y)})"
    return "no arc fails"


def run_ac3(search, values, domains):
    """AC-3 between unassigned cells: the domains after it."""
    left = {x: list(domain) for x, domain in domains.items()}
    free = [x for x in search.cells if x not in values]
    queue = deque((x, y) for x in free for y in search.near[x] if y not in values)
    while queue:
        x, y = queue.popleft()
        kept = [v for v in left[x] if any(search.holds(x, v, y, w) for w in left[y])]
        if kept != left[x]:
            left[x] = kept
            if not kept:
                break
            others = [z for z in search.near[x] if z not in values and z != y]
            queue.extend((z, x) for z in others if (z, x) not in queue)
    return left


def ac3(search, node, asked):
    left = run_ac3(search, node.values, node.after)
    return search.grouped((x, v) for x, had in node.after.items() for v in had if v not in left[x])


def parts(search, node, asked):
    if asked["part"] == "a":
        return removals(search, node, asked)
    if asked["part"] == "b":
        return next((name(x) for x, left in node.after.items() if not left), "no")
    if asked["part"] == "c":
        return assignment(node.next)
    visit = next(one for one in search.visits if any(node is each for each in one.nodes))
    return told(run_ac3(search, visit.values, visit.before)[node.cell])


def assignment(node):
    return f"{name(node.cell)} = {node.value}"


def stack(search, node, asked):
    calls = [cell for cell in node.values if cell not in search.givens]
    return ", ".join(map(name, calls[: calls.index(node.next.cell) + 1]))


def jump(search, visit, asked):
    assert len(visit.nodes) == len(visit.order)
    assert all(node.whole and not node.passed for node in visit.nodes)
    assert search.jump
    blamed = visit.culprits.union(*(node.culprits for node in visit.nodes)) - {visit.cell}
    return [cell for cell in visit.values if cell in blamed - search.givens.keys()][-1]


def tree(search, visit, asked):
    assert search.solved
    return len(search.nodes)


def trace_table(search, visit, asked):
    assert search.solved
    return {f"row {at}": row(node) for at, node in enumerate(search.nodes, 1)}


def row(node):
    lost = {x for x, _, _ in node.removed}
    left = "; ".join(f"{name(x)} {told(node.after[x])}" for x in node.after if x in lost) or "none"
    whole = len(node.values) == len(node.before)
    end = "fails" if not node.passed else "the solution" if whole else "survives"
    return f"{assignment(node)} | {node.checks} | {left} | {end}"


def unit(search, node, asked):
    """What follows before and after the decision, on the clauses of the puzzle."""
    decided = {(*x, v) for x, v in node.values.items()}
    before, _ = propagate_units(search, decided - {(*node.cell, node.value)})
    after, conflict = propagate_units(search, decided)
    new = {x[:2]: x[2] for x in after - before - {(*node.cell, node.value)}}
    units = ", ".join(f"{name(x)} = {v}" for x, v in sorted(new.items()))
    return "a conflict" if conflict else units or "no cell"


def propagate_units(search, decided):
    """The literals (row, column, value) that are true, and whether a clause is empty."""
    values = search.values
    clauses = [[((*x, v), True) for v in values] for x in search.cells]
    clauses += [[((*x, v), True)] for x, v in search.givens.items()]
    clauses += [[(x, True)] for x in decided]
    for x in search.cells:
        clauses += [[((*x, v), False), ((*x, w), False)] for v, w in combinations(values, 2)]
        for y in search.near[x]:
            for v, w in product(values, repeat=2):
                if not search.holds(x, v, y, w):
                    clauses.append([((*x, v), False), ((*y, w), False)])
    truth, going = {}, True
    while going:
        going = False
        for clause in clauses:
            if any(truth.get(x) is sign for x, sign in clause):
                continue
            left = [one for one in clause if one[0] not in truth]
            if not left:
                return {x for x in truth if truth[x]}, True
            if len(left) == 1:
                going, truth[left[0][0]] = True, left[0][1]
    return {x for x in truth if truth[x]}, False


def nogood(search, node, asked):
    """The cells that removed what the wiped-out cell lacks, if they are a smallest nogood."""
    blamed = ", ".join(f"{name(x)} = {node.values[x]}" for x in sorted(node.culprits))
    assert is_nogood(search, node.values, asked["wiped"], blamed)
    return blamed


def is_nogood(search, values, wiped, text):
    """Whether values leave a cell none, and none of them can be left out."""
    blamed = cells_in(text)
    assert text == ", ".join(f"{name(x)} = {values[x]}" for x in blamed)

    def leaves_none(some):
        return all(
            any(not search.holds(wiped, v, y, values[y]) for y in search.near[wiped] if y in some)
            for v in search.values
        )

    fewer = ({*blamed, *search.givens} - {x} for x in blamed)
    chosen = not search.givens.keys() & {*blamed}
    return chosen and leaves_none({*blamed, *search.givens}) and not any(map(leaves_none, fewer))


def min_conflicts(puzzle, values, domains, asked):
    """The only move that was offered and changes a cell in conflict to one of its best values."""
    plain = Rules(puzzle)

    def conflicts(x, value):
        return sum(not plain.holds(x, value, y, values[y]) for y in plain.near[x])

    assert len(values) == len(plain.cells)
    moves = [
        f"{name(x)} = {v}"
        for x in plain.cells
        if x not in puzzle.givens and conflicts(x, values[x])
        for v in puzzle.values
        if v != values[x] and conflicts(x, v) == min(conflicts(x, w) for w in puzzle.values)
    ]
    (right,) = {*moves} & {*asked["offered"]}
    return right


def graph(search, node, asked):
    free = [x for x in search.cells if x not in node.values]
    return sum(y in search.near[x] for x, y in combinations(free, 2))


def valid(puzzle, values, domains, asked):
    """The only sentence whose reason is true on the board, and reason enough for what it says."""
    plain = Rules(puzzle)
    true = [text for text in asked["offered"] if is_sound(plain, domains, text)]
    assert len(true) == 1, true
    assert _holds(plain, domains, *claimed(puzzle, true[0]))
    others = {*asked["offered"]} - {*true}
    assert not any(_holds(plain, domains, *claimed(puzzle, text)) for text in others)
    return true[0]


def cells_in(text):
    return [(int(r) - 1, int(c) - 1) for r, c in re.findall(r"r(\d)c(\d)", text)]


def numbers_in(text):
    return {int(one) for one in re.findall(r"(?<!r)(?<!c)\b\d\b", text)}


def is_sound(plain, domains, text):
    """Whether a deduction gives a reason that is true, and that suffices."""
    conclusion, reason = text.split(": ")
    named, (cell,), gone = cells_in(reason), set(cells_in(conclusion)), numbers_in(conclusion)
    if "<" in reason:
        low, high = named
        least, most = min(domains[low]), max(domains[high])
        ruled_out = {v for v in domains[cell] if (v <= least if cell == high else v >= most)}
        return plain.relation(low, high) == "<" and gone <= ruled_out
    if "place" in reason:
        value, number = re.search(r"left for (\d) in \w+ (\d)", reason).groups()
        at = 0 if "row" in reason else 1
        line = [x for x in plain.cells if x[at] == int(number) - 1]
        places = [x for x in line if int(value) in domains[x]]
        return places == named == [cell] and gone == {int(value)}
    (one, two), values = named, numbers_in(reason)
    in_line = any(one[at] == two[at] == cell[at] for at in (0, 1)) and cell not in named
    only = {*domains[one], *domains[two]} == values
    return in_line and only and len(values) == 2 and gone <= values


def claimed(puzzle, text):
    """The cells that a deduction names, a whole line of them; what it removes and enters."""
    conclusion, reason = text.split(": ")
    (cell,), gone = set(cells_in(conclusion)), numbers_in(conclusion)
    cells = {cell, *cells_in(reason)}
    if line := re.search(r"(row|column) (\d)", reason):
        at, number = line[1] == "column", int(line[2]) - 1
        cells = {x for x in product(range(puzzle.size), repeat=2) if x[at] == number}
        return cells, {}, {cell: min(gone)}
    return cells, {cell: gone}, {}


def _holds(plain, domains, cells, removes, places):
    """Whether it follows: by trying all ways to fill the cells that it names."""
    for ways in product(*(domains[cell] for cell in cells)):
        at = dict(zip(cells, ways, strict=True))
        if all(plain.holds(a, at[a], b, at[b]) for a in cells for b in plain.near[a] if b in at):
            removed = any(at[cell] in gone for cell, gone in removes.items())
            if removed or any(at[cell] != value for cell, value in places.items()):
                return False
    return True


def rule(puzzle, values, domains, asked):
    """The only rule that was offered and gives the whole conclusion."""
    wanted = {(x, v) for x, gone in asked["removes"].items() for v in gone}
    wanted |= {(x, v, "enter") for x, v in asked["places"].items()}
    given = {title: set(make(puzzle, values, domains)) for title, make in RULES.items()}
    fits = [title for title in asked["offered"] if wanted <= given[title]]
    assert len(fits) == 1, fits
    return fits[0]


def _lines(puzzle):
    n = puzzle.size
    return [[(r, c) for c in range(n)] for r in range(n)] + [
        [(r, c) for r in range(n)] for c in range(n)
    ]


def sets(k, hidden):
    def conclude(puzzle, values, domains):
        for line in _lines(puzzle):
            free = [x for x in line if x not in values]
            where = {v: [x for x in free if v in domains[x]] for v in puzzle.values}
            things = [v for v in where if where[v]] if hidden else free
            for some in combinations(things, k):
                parts = [where[v] for v in some] if hidden else [domains[x] for x in some]
                union = set().union(*parts)
                if len(union) == k and hidden:
                    yield from ((x, v) for x in union for v in domains[x] if v not in some)
                elif len(union) == k:
                    yield from ((x, v) for x in line if x not in some for v in union)

    return conclude


def eliminate(puzzle, values, domains):
    for line in _lines(puzzle):
        yield from ((x, values[y]) for x in line for y in line if y in values and x != y)


def last_value(puzzle, values, domains):
    return ((x, left[0], "enter") for x, left in domains.items() if len(left) == 1)


def insert(puzzle, values, domains):
    for line in _lines(puzzle):
        for v in puzzle.values:
            places = [x for x in line if v in domains[x]]
            yield from ((x, v, "enter") for x in places if len(places) == 1)


def chains(puzzle, long):
    """Chains of signs, each with its cells rising."""
    found = [[a, b] for a, b in puzzle.signs]
    for chain in found:
        found += [[*chain, b] for a, b in puzzle.signs if a == chain[-1]]
    return [chain for chain in found if (len(chain) > 2) == long]


def bound(long):
    def conclude(puzzle, values, domains):
        for chain in chains(puzzle, long):
            low, high, steps = chain[0], chain[-1], len(chain) - 1
            for v in puzzle.values:
                if domains[low] and v < domains[low][0] + steps:
                    yield high, v
                if domains[high] and v > domains[high][-1] - steps:
                    yield low, v

    return conclude


def only_pair(puzzle, values, domains):
    for a, b in puzzle.signs:
        pairs = [(v, w) for v in domains[a] for w in domains[b] if v < w]
        if len(pairs) == 1:
            yield from ((a, pairs[0][0], "enter"), (b, pairs[0][1], "enter"))


RULES = {
    "line elimination": eliminate,
    "last value": last_value,
    "line insertion": insert,
    "inequality insertion": only_pair,
    "inequality elimination": bound(long=False),
    "chain of signs": bound(long=True),
    "naked pair": sets(2, hidden=False),
    "naked triple": sets(3, hidden=False),
    "hidden pair": sets(2, hidden=True),
    "hidden triple": sets(3, hidden=True),
}


LOGIC = {"valid": valid, "rule": rule, "min_conflicts": min_conflicts}
# Where each kind finds its moments, and the answer at such a moment.
FROM_SEARCH = {
    "domain": (before_a_look, domain),
    "removals": (before_a_look, removals),
    "singletons": (before_a_look, removals),
    "reasons": (before_a_look, reasons),
    "checks": (before_a_look, lambda search, node, asked: node.checks),
    "state": (before_a_look, parts),
    "unit": (before_a_look, unit),
    "arcs": (survived, arcs),
    "ac3": (survived, ac3),
    "graph": (survived, graph),
    "next_node": (after(passed=True), lambda search, node, asked: assignment(node.next)),
    "dead_end": (after(passed=False), lambda search, node, asked: assignment(node.next)),
    "stack": (after(passed=False), stack),
    "nogood": (after(passed=False), nogood),
    "value_order": (selected_cell, lambda search, visit, asked: [*map(str, visit.order)]),
    "jump": (selected_cell, jump),
    "tree": (begun, tree),
    "trace_table": (begun, trace_table),
    "drive": (begun, lambda search, visit, asked: [*map(assignment, search.nodes)]),
}
SELECTIONS = ("next_cell", "mrv", "mrv_degree", "dom_wdeg")
FROM_SEARCH |= dict.fromkeys(SELECTIONS, (selected_by_weight, lambda _, visit, asked: visit.cell))
FROM_SEARCH["lcv"] = FROM_SEARCH["value_order"]
