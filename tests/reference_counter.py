"""A second program that counts what docs/COUNTING.md defines, as an oracle for the tests.

It was written from that page alone, independently of the package, and shares no code with it:
domains are integers (bit v stands for the value v) in a flat list, and one loop searches. Where
the two programs disagree, one of them does not follow the page, or the page is ambiguous.

What the page leaves open is read literally:
- Assigning a value prunes nothing; only looks and AC-3 prune.
- `max_depth` counts a cell as assigned as soon as its value is tried, before the look.
- `backtracks`: a cell whose values are used up counts if there is a searched cell before it;
  "in vain" means that no value ended the search, solutions on the way or not. What happens
  before node L+1 would be counted is still counted under a limit of L.
- `lcv` evaluates every pair at every visit of a cell, also of a cell with a single value.
- `dom_wdeg`: cells of weighted degree 0 are all equal, whatever their domains.
- `skipped`: a cell that is not in the set that comes back counts, also if the value that it had
  was its last one, and if it is the first cell of all.

Jumping back is Prosser's (1993) iterative version: each cell on the path has a set of cells (bit c
of an integer stands for the cell c), and the sets of removers take the place of his `past-fc`.
Every nogood is looked at after every look, whatever its values are.
"""

from collections import deque
from dataclasses import dataclass
from functools import cache, lru_cache

UNEQUAL, LESS, GREATER = range(3)
SELECTIONS = ("reading", "mrv", "mrv_degree", "dom_wdeg", "legal_mrv", "legal_mrv_degree")
COUNTERS = (
    "nodes accepted checks setup_checks prunes setup_prunes wipeouts backtracks max_depth skipped"
    " learned reused"
)


@dataclass
class Result:
    """How the search ended, the grids it found in order, and the counters by name."""

    outcome: str  # "solved", "exhausted", "unsatisfiable" or "limit"
    solutions: list
    counts: dict


def _holds(kind, a, b):
    return a != b if kind == UNEQUAL else a < b if kind == LESS else a > b


@cache
def _values(domain):
    return tuple(v for v in range(1, domain.bit_length()) if domain >> v & 1)


@lru_cache(maxsize=1 << 18)
def _revise(table, domain_x, domain_y):
    """Look for supports of X in Y: (number of checks, what is left of X)."""
    checks, left = 0, domain_x
    for a in _values(domain_x):
        for b in _values(domain_y):
            checks += 1
            if table[a] >> b & 1:
                break
        else:
            left ^= 1 << a
    return checks, left


@cache
def _puzzle_tables(n):
    """For each kind of constraint and each value a the values b (as bits) that go with it."""
    return [
        tuple(sum(1 << b for b in range(1, n + 1) if _holds(kind, a, b)) for a in range(n + 1))
        for kind in (UNEQUAL, LESS, GREATER)
    ]


def count(n, givens, signs, *settings, **more):
    """Search one puzzle and count.

    `givens` is {(row, column): value}, `signs` holds ((r, c), (r2, c2)) for "the first is less
    than the second", both from 0. The settings are those of `count_problem`.
    """
    less = {(r * n + c, r2 * n + c2) for (r, c), (r2, c2) in signs}
    if any((b, a) in less for a, b in less):
        raise ValueError("two signs on one pair disagree")
    cells, unequal = range(n * n), _puzzle_tables(n)[UNEQUAL]
    tables = {
        (x, y): unequal
        for x in cells
        for y in cells
        if y != x and (y // n == x // n or y % n == x % n)
    }
    for x, y in less:
        tables[x, y], tables[y, x] = _puzzle_tables(n)[LESS], _puzzle_tables(n)[GREATER]
    start = {r * n + c: value for (r, c), value in givens.items()}
    stated = {*less, *((y, x) for x, y in less)}
    result = count_problem([(1 << (n + 1)) - 2] * n**2, tables, stated, start, *settings, **more)
    result.solutions = [
        tuple(flat[r * n : r * n + n] for r in range(n)) for flat in result.solutions
    ]
    return result


def count_problem(
    domains,
    tables,
    stated,
    start,
    algorithm,
    select="reading",
    order="ascending",
    root="none",
    solutions=1,
    node_limit=None,
    jump=False,
    learn=0,
    remember=None,
):
    """Search any binary problem and count.

    `domains` has the domain of each variable; `tables` {(x, y): for each value of x, from 0 on, the
    values of y that go with it}, both ways, x and y in order; `stated` the pairs whose constraints
    were stated; `start` {variable: its given value}. `solutions` is the number sought, None for
    all. `learn` is how many cells a nogood has at most, or True; `remember` how many are kept.
    """
    assert select in SELECTIONS
    assert order in ("ascending", "descending", "lcv")
    assert root in ("none", "ac")
    assert algorithm != "mac" or not jump

    # The model: the arcs (x, y), the table of each, the constraint that the two arcs of a pair
    # share; the arcs out of each variable and into it.
    cells = range(len(domains))
    arcs = {arc: k for k, arc in enumerate(tables)}
    pairs = {pair: k for k, pair in enumerate(arc for arc in arcs if arc[0] < arc[1])}
    arc_pair = [pairs[min(arc), max(arc)] for arc in arcs]
    arc_x, arc_y = zip(*arcs, strict=True) if arcs else ((), ())
    arc_table = [*tables.values()]
    out_of, into = [[] for _ in cells], [[] for _ in cells]
    for (x, y), k in arcs.items():
        out_of[x].append((y, k))
        into[x].append((y, arcs[y, x]))
    around = [[(y, arc_table[k], arc_pair[k]) for y, k in out_of[x]] for x in cells]
    seen_from = [[(y, arc_table[k]) for y, k in into[x]] for x in cells]
    signed = [[y for y, _ in out_of[x] if (x, y) in stated] for x in cells]

    # The state: what is assigned (0 is nothing), domains, whose looks have removed values from
    # each, what to restore, weights.
    value = [0] * len(cells)
    domain = [1 << start[x] if x in start else domains[x] for x in cells]
    removers = [0] * len(cells)
    free = [x for x in cells if x not in start]
    searched = sum(1 << x for x in free)
    trail = []
    weight = [1] * (len(arcs) // 2)

    # A look and AC-3 return (passed, checks, prunes, the constraint of a wipe-out or -1, culprits).
    def look_back(v):
        checks, a = 0, value[v]
        for y, table, _ in around[v]:
            if b := value[y]:
                checks += 1
                if not table[a] >> b & 1:
                    return False, checks, 0, -1, 1 << y
        return True, checks, 0, -1, 0

    def look_ahead(v):
        checks, prunes, a = 0, 0, value[v]
        for y, table, pair in around[v]:
            if not value[y]:
                old = domain[y]
                checks += old.bit_count()
                left = old & table[a]
                if left != old:
                    trail.append((y, old, removers[y]))
                    domain[y] = left
                    removers[y] |= 1 << v
                    prunes += (old ^ left).bit_count()
                    if not left:
                        return False, checks, prunes, pair, removers[y]
        return True, checks, prunes, -1, 0

    def ac3(arcs):
        checks, prunes = 0, 0
        queue = deque(arcs)
        waiting = bytearray(len(arc_x))
        for arc in queue:
            waiting[arc] = 1
        while queue:
            arc = queue.popleft()
            waiting[arc] = 0
            x, y = arc_x[arc], arc_y[arc]
            old = domain[x]
            cost, left = _revise(arc_table[arc], old, domain[y])
            checks += cost
            if left != old:
                trail.append((x, old, removers[x]))
                domain[x] = left
                prunes += (old ^ left).bit_count()
                if not left:
                    return False, checks, prunes, arc_pair[arc], 0
                for z, back in into[x]:
                    if z != y and not value[z] and not waiting[back]:
                        waiting[back] = 1
                        queue.append(back)
        return True, checks, prunes, -1, 0

    def look_everywhere(v):
        return ac3([arc for x, arc in into[v] if not value[x]])

    look = {"bt": look_back, "fc": look_ahead, "mac": look_everywhere}[algorithm]

    def legal(x):
        nonlocal checks  # of the values that fit so far, against the next assigned cell
        fitting = domain[x]
        for y, table in seen_from[x]:
            if b := value[y]:
                checks += fitting.bit_count()
                fitting &= table[b]
        return fitting.bit_count()

    def choose(depth):
        if select == "reading":
            return free[depth]
        unassigned = [x for x in free if not value[x]]
        if select == "dom_wdeg":  # size / degree < best_size / best_degree, 0 last
            best, best_size, best_degree = unassigned[0], 0, 0
            for x in unassigned:
                size = domain[x].bit_count()
                degree = sum(weight[pair] for y, _, pair in around[x] if not value[y])
                if degree and (best_degree == 0 or size * best_degree < best_size * degree):
                    best, best_size, best_degree = x, size, degree
            return best
        if select.startswith("legal"):
            sizes = [legal(x) for x in unassigned]
        else:
            sizes = [domain[x].bit_count() for x in unassigned]
        smallest = min(sizes)
        equal = [x for x, size in zip(unassigned, sizes, strict=True) if size == smallest]
        if select.endswith("mrv_degree"):
            return max(equal, key=lambda x: sum(not value[y] for y in signed[x]))
        return equal[0]

    nodes = accepted = checks = setup_checks = prunes = setup_prunes = 0
    wipeouts = backtracks = max_depth = skipped = learned = reused = 0
    most = len(cells) if learn is True else learn
    nogoods = deque(maxlen=remember)  # each a list of (cell, value)
    # The setup: the givens one by one, then AC-3 over all arcs where it is due.
    passed = True
    for step in [*sorted(start), None]:
        if step is not None:
            value[step] = start[step]
            passed, cost, gone, pair, _ = look(step)
        elif algorithm == "mac" or root == "ac":
            passed, cost, gone, pair, _ = ac3(a for a, x in enumerate(arc_x) if not value[x])
        else:
            break
        setup_checks += cost
        setup_prunes += gone
        if pair >= 0:
            wipeouts += 1
            weight[pair] += 1
        if not passed:
            break

    # The search. A frame: the cell, its untried values (the next one last), and the length of the
    # trail. The conflict set of a cell on the path is kept per cell.
    trail.clear()
    removers = [0] * len(cells)
    conflicts = [0] * len(cells)
    frames = []
    found = []
    outcome = None
    descend = passed
    while descend or frames:
        if descend:
            descend = False
            if len(frames) == len(free):
                found.append(tuple(value))
                if len(found) == solutions:
                    outcome = "solved"
                    break
                if frames:
                    conflicts[frames[-1][0]] |= searched
                continue
            cell = choose(len(frames))
            conflicts[cell] = removers[cell]
            untried = [*_values(domain[cell])]
            if order == "lcv":
                ruled_out = dict.fromkeys(untried, 0)
                for y, table, _ in around[cell]:
                    if not value[y]:
                        checks += len(untried) * domain[y].bit_count()
                        for a in untried:
                            ruled_out[a] += (domain[y] & ~table[a]).bit_count()
                untried.sort(key=lambda a: (ruled_out[a], a))
            if order != "descending":
                untried.reverse()
            frames.append((cell, untried, len(trail), len(found)))

        cell, untried, mark, had = frames[-1]
        while len(trail) > mark:
            x, domain[x], removers[x] = trail.pop()
        value[cell] = 0
        if not untried:
            frames.pop()
            backtracks += bool(frames)
            handed_over = conflicts[cell] & ~(1 << cell)
            if len(found) == had and 0 < handed_over.bit_count() <= most:
                nogoods.append([(x, value[x]) for x in cells if handed_over >> x & 1])
                learned += 1
            while jump and frames and not handed_over >> frames[-1][0] & 1:
                value[frames.pop()[0]] = 0
                skipped += 1
            if frames:
                conflicts[frames[-1][0]] |= handed_over
            continue
        if nodes == node_limit:
            outcome = "limit"
            break
        nodes += 1
        max_depth = max(max_depth, len(frames))
        value[cell] = untried.pop()
        trail.append((cell, domain[cell], removers[cell]))
        domain[cell] = 1 << value[cell]
        descend, cost, gone, pair, culprits = look(cell)
        for nogood in nogoods if descend else ():
            left = [(x, a) for x, a in nogood if value[x] != a]
            if len(left) == 1 and not value[left[0][0]] and domain[left[0][0]] >> left[0][1] & 1:
                x, a = left[0]
                trail.append((x, domain[x], removers[x]))
                domain[x] ^= 1 << a
                removers[x] |= sum(1 << y for y, _ in nogood if y != x)
                reused, gone = reused + 1, gone + 1
                if not domain[x]:
                    descend, culprits, pair = False, removers[x], -1
                    wipeouts += 1
                    for y, _, blamed in around[x]:
                        weight[blamed] += any(y == z for z, _ in nogood)
                    break
        conflicts[cell] |= culprits & searched
        checks += cost
        prunes += gone
        accepted += descend
        if pair >= 0:
            wipeouts += 1
            weight[pair] += 1

    tally = [nodes, accepted, checks, setup_checks, prunes, setup_prunes]
    tally += [wipeouts, backtracks, max_depth, skipped, learned, reused]
    counts = dict(zip(COUNTERS.split(), tally, strict=True), solutions=len(found))
    return Result(outcome or ("exhausted" if found else "unsatisfiable"), found, counts)
