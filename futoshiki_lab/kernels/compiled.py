"""Compiled twins of the readable search: the same integers, a hundred times faster.

Not for reading: this file repeats, on arrays and masks, what the room `core` says in textbook
terms. Tests compare the two, counter by counter.

`m` is one array of 64-bit integers that holds everything. A domain is a mask: value v is bit v. A
cell is its number in reading order. An **arc** leads from a cell to one of its k = 2(n-1)
neighbours; the arc from a cell to its j-th neighbour in reading order has the number k * cell + j.
A place is a cell's index within its row or column. The layout is the same for every size, so that
`m[DOMAIN + cell]` is one instruction; memory that is never used costs nothing.

Numba compiles the functions marked `compiled` when they are first called and keeps the result on
disk; without Numba they run as plain Python, slowly, with the same counts. They are in one file
because Numba checks only this file when it decides whether its cached code is still valid.

The search is not recursive: it can pause after some nodes and continue, so that Ctrl-C can stop it.
"""

from __future__ import annotations

from futoshiki_lab.core import MAX_SIZE

try:
    from numba import boolean, config, int64
    from numba.core.types import CPointer  # type: ignore[attr-defined]
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    if config.DISABLE_JIT:  # set by NUMBA_DISABLE_JIT=1: then all has to be plain Python
        raise ImportError

    from futoshiki_lab.kernels.caching import compiled

    COMPILED = True

    @intrinsic
    def count_bits(typing_context, mask):
        """The number of values in a mask: one instruction of the processor."""
        return mask(mask), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest(typing_context, mask):
        """The smallest value in a mask that is not empty: one instruction of the processor."""
        return mask(mask), lambda context, builder, signature, args: builder.cttz(
            args[0], context.get_constant(boolean, False)
        )

    @intrinsic
    def leading_zeros(typing_context, mask):
        """How many of the 64 bits are above the largest value: one instruction."""
        return mask(mask), lambda context, builder, signature, args: builder.ctlz(
            args[0], context.get_constant(boolean, False)
        )

    @intrinsic
    def start_of(typing_context, array):
        """A pointer to the start of an array of 64-bit integers.

        With an array, Numba would test whether each index is negative and count references.
        """

        def code(context, builder, signature, args):
            return make_array(array)(context, builder, args[0]).data

        return CPointer(int64)(array), code

except ImportError:
    COMPILED = False

    def compiled(function):
        """Leave the function as it is."""
        return function

    def count_bits(mask):
        """The number of values in a mask."""
        return int(mask).bit_count()

    def lowest(mask):
        """The smallest value in a mask that is not empty."""
        return (int(mask) & -int(mask)).bit_length() - 1

    def leading_zeros(mask):
        """How many of 64 bits are above the largest value."""
        return 64 - int(mask).bit_length()

    def start_of(array):
        """The array itself."""
        return array


# The numbers of names.
LOOKS = {"bt": 0, "fc": 1, "mac": 2, "gac": 3}
SELECTIONS = {
    **{"reading": 0, "mrv": 1, "mrv_degree": 2, "dom_wdeg": 3},
    **{"legal_mrv": 4, "legal_mrv_degree": 5},
}
ORDERS = {"ascending": 0, "descending": 1, "random": 2, "lcv": 3}
ROOTS = {"none": 0, "ac": 1}
NOT_EQUAL, LESS, GREATER = 0, 1, 2

CELLS = MAX_SIZE**2
ARCS = CELLS * 2 * (MAX_SIZE - 1)
ROW = MAX_SIZE + 1  # the distance between two rows of a part
SIGNS = 5  # the distance between the signs of two cells
GAP = 40  # between two parts, so that they do not share lines of the cache

# The counters come first, in the order of `Counts`; then the state of the search, and the settings.
NODES, ACCEPTED, CHECKS, SETUP_CHECKS, PRUNES, SETUP_PRUNES, WIPEOUTS, BACKTRACKS = range(8)
MAX_DEPTH, SOLUTIONS = 8, 9
DEPTH, TRAIL, ENTERING, UNKNOWN, ASKED = range(10, 15)
N, K, LOOK, SELECT, ORDER, ROOT, SOUGHT = range(15, 22)


def _lay_out(at: int, *sizes: int) -> list[int]:
    """The start of each of these consecutive parts; last, their end."""
    starts = [at]
    for size in sizes:
        starts.append(starts[-1] + size + GAP)
    return starts


# Depends only on the size: the cell an arc leads from, the cell it leads to, the arc back; the row
# and column of each cell; the cells of each row and then each column.
OWNER, NEIGHBOURS, REVERSE, ROW_OF, COLUMN_OF, LINES, _END = _lay_out(
    SOUGHT + 1, ARCS, ARCS, ARCS, CELLS, CELLS, 2 * MAX_SIZE * ROW
)
# What a neighbour loses, by [relation as the cell sees it, value of the cell]; what the cell loses,
# by [relation as the cell sees it, value of the neighbour].
RULED_OUT, RULED_OUT_BY, _END = _lay_out(_END, 3 * ROW, 3 * ROW)
# The puzzle: the given value of each cell, or 0; how many signs it has, and their arcs, a few
# places each; the relation of each arc as its cell sees it; the cells that are not given.
GIVENS, SIGNED, RELATION, SEARCHED, _END = _lay_out(_END, CELLS, SIGNS * CELLS, ARCS, CELLS)
# The board: each cell's value (0: unassigned) and domain, and how late MRV would select it: by the
# size of its domain, then, for mrv_degree, by the signs that lead to assigned cells, then by its
# number. The cell of each change, and its domain before.
VALUE, DOMAIN, RANK, TRAIL_CELL, TRAIL_DOMAIN, _END = _lay_out(
    _END, CELLS, CELLS, CELLS, CELLS * ROW, CELLS * ROW
)
# What a sign to an assigned cell, a value in the domain, and being assigned add to the rank.
PER_SIGN = CELLS
PER_VALUE, ASSIGNED = 8 * PER_SIGN, 1 << 30
# Each depth of the search: the cell, how long the trail was, the values not yet tried, the domain
# before, the values that will pass (backtracking).
CELL, MARK, LEFT, BEFORE, PASSES, _END = _lay_out(_END, *[CELLS + 1] * 5)
# A row for each depth: how many checks a value costs (backtracking); how many values are left, and
# these values, the last one first (random, lcv).
PRICE, SEQUENCE, _END = _lay_out(_END, (CELLS + 1) * ROW, (CELLS + 1) * ROW)
# dom/wdeg: of each arc and of each cell.
WEIGHT, WEIGHTED_DEGREE, _END = _lay_out(_END, ARCS, CELLS)
# The queue of arcs or cells, first in, first out; whether each is in it.
QUEUE, WAITING, _END = _lay_out(_END, ARCS + 1, ARCS + CELLS)
# For each line and value, the place that held it last. For each place of the line being filtered:
# the values left; the value that it holds; the place that asked it; the places that ask, in order.
# For the components on the path: the values, and the values that arrows lead to.
HOLDER, LOOSE, HELD, ASKER, ASKING, COMPONENT, ARROWS, END = _lay_out(
    _END, 2 * MAX_SIZE * ROW, ROW, ROW, ROW, ROW, ROW, ROW
)


BT, FC, MAC, GAC = LOOKS.values()
READING, _, MRV_DEGREE, DOM_WDEG, LEGAL_MRV, LEGAL_MRV_DEGREE = SELECTIONS.values()
ASCENDING, DESCENDING, RANDOM, _ = ORDERS.values()

# The results of `explore`: can go on; enough found; all tried; no room for more grids.
PAUSED, SOLVED, EXHAUSTED, FULL = range(4)


@compiled
def highest(mask):
    """The largest value in a mask that is not empty."""
    return 63 - leading_zeros(mask)


# -- the looks -------------------------------------------------------------------------------


@compiled
def remove(m, x, bad):
    """Prune some values of one cell. True if it has any left."""
    trail = m[TRAIL]
    domain = m[DOMAIN + x]
    m[TRAIL_CELL + trail] = x
    m[TRAIL_DOMAIN + trail] = domain
    m[TRAIL] = trail + 1
    m[DOMAIN + x] = domain ^ bad
    size = count_bits(bad)
    m[RANK + x] -= PER_VALUE * size
    m[PRUNES] += size
    return domain != bad


@compiled
def blame(m, arc):
    """Count a wipe-out and, for dom/wdeg, blame the constraint that an arc stands for."""
    m[WIPEOUTS] += 1
    if m[SELECT] == DOM_WDEG:
        make_heavier(m, arc)


@compiled
def make_heavier(m, arc):
    """Add 1 to the weight of the constraint between the two ends of an arc."""
    x, y = m[OWNER + arc], m[NEIGHBOURS + arc]
    m[WEIGHT + arc] += 1
    m[WEIGHT + m[REVERSE + arc]] += 1
    if m[VALUE + y] == 0:
        m[WEIGHTED_DEGREE + x] += 1
    if m[VALUE + x] == 0:
        m[WEIGHTED_DEGREE + y] += 1


@compiled
def look_back(m, cell, value):
    """Check the cell against every assigned neighbour; the first violation ends the look."""
    k = m[K]
    for arc in range(k * cell, k * cell + k):
        other = m[VALUE + m[NEIGHBOURS + arc]]
        if other:
            m[CHECKS] += 1
            if m[RULED_OUT + ROW * m[RELATION + arc] + value] >> other & 1:
                return False
    return True


@compiled
def price_values(m, depth, cell):
    """Look back for all values of a cell at once: which pass, and how many checks each takes.

    Looking back gives the same result for a value at any time during one visit of the cell.
    """
    k = m[K]
    price = PRICE + ROW * depth
    alive, cost = m[LEFT + depth], 0
    for arc in range(k * cell, k * cell + k):
        other = m[VALUE + m[NEIGHBOURS + arc]]
        if other:
            cost += 1
            fails = alive & m[RULED_OUT_BY + ROW * m[RELATION + arc] + other]
            alive ^= fails
            while fails:
                m[price + lowest(fails)] = cost
                fails &= fails - 1
    m[PASSES + depth] = alive
    while alive:
        m[price + lowest(alive)] = cost
        alive &= alive - 1


@compiled
def forward_check(m, cell, value):
    """Prune every unassigned neighbour of the cell; the first wipe-out ends the look."""
    k = m[K]
    checks = 0
    for arc in range(k * cell, k * cell + k):
        x = m[NEIGHBOURS + arc]
        if m[VALUE + x]:
            continue
        domain = m[DOMAIN + x]
        checks += count_bits(domain)
        bad = domain & m[RULED_OUT + ROW * m[RELATION + arc] + value]
        if bad and not remove(m, x, bad):
            blame(m, arc)
            m[CHECKS] += checks
            return False
    m[CHECKS] += checks
    return True


@compiled
def arc_consistency_from(m, cell):
    """AC-3 from the arcs that lead to a cell; from all arcs of unassigned cells if it is -1."""
    k, n = m[K], m[N]
    first, last, room = 0, 0, n * n * k + 1
    if cell >= 0:
        for arc in range(k * cell, k * cell + k):
            unassigned = m[VALUE + m[NEIGHBOURS + arc]] == 0
            last = wait(m, m[REVERSE + arc], unassigned, last, room)
    else:
        for arc in range(n * n * k):
            last = wait(m, arc, m[VALUE + m[OWNER + arc]] == 0, last, room)
    while first != last:
        arc = m[QUEUE + first]
        m[WAITING + arc] = 0
        first = first + 1 if first + 1 < room else 0
        x = m[OWNER + arc]
        bad = unsupported(m, x, m[NEIGHBOURS + arc], m[RELATION + arc])
        if not bad:
            continue
        if not remove(m, x, bad):
            blame(m, arc)
            stop_waiting(m, first, last, room)
            return False
        for other in range(k * x, k * x + k):
            unassigned = m[VALUE + m[NEIGHBOURS + other]] == 0
            last = wait(m, m[REVERSE + other], unassigned & (other != arc), last, room)
    return True


@compiled
def wait(m, what, wanted, last, room):
    """Queue an arc or a cell unless it is in the queue. Returns the queue's new end.

    It is always written after the end; the new end says whether it stays. So there is no branch
    that the processor would predict wrongly half of the time.
    """
    joins = wanted & (m[WAITING + what] == 0)
    m[QUEUE + last] = what
    m[WAITING + what] |= joins
    last += joins
    return last if last < room else 0


@compiled
def stop_waiting(m, first, last, room):
    """Empty the queue."""
    while first != last:
        m[WAITING + m[QUEUE + first]] = 0
        first = first + 1 if first + 1 < room else 0


@compiled
def unsupported(m, x, y, relation):
    """REVISE: the values of x without support in y. Counts one check per pair that AC-3 tries.

    Each value of x looks through y's domain, ascending, up to its first support.
    """
    domain, other = m[DOMAIN + x], m[DOMAIN + y]
    size, smallest = count_bits(other), lowest(other)
    if relation == NOT_EQUAL:
        same = domain >> smallest & 1  # this value tries one more, if there is one
        m[CHECKS] += count_bits(domain) + (same if size > 1 else 0)
        return domain & other if size == 1 else 0
    if relation == GREATER:  # y's smallest value supports it or none does
        bad = domain & ((2 << smallest) - 1)
        m[CHECKS] += count_bits(domain ^ bad) + count_bits(bad) * size
        return bad
    bad = domain >> highest(other) << highest(other)  # y's largest supports it or none does
    rest = domain ^ bad
    checks = count_bits(bad) * size + count_bits(rest)
    while rest:  # values of y that are not larger give no support
        checks += count_bits(other & ((2 << lowest(rest)) - 1))
        rest &= rest - 1
    m[CHECKS] += checks
    return bad


# -- the look of whole lines -----------------------------------------------------------------


@compiled
def propagate(m, cell):
    """Generalised arc consistency from one cell, or from all cells and lines if it is -1.

    `rows` and `columns` are the lines still to be filtered, as masks.
    """
    n = m[N]
    first, last, room = 0, 0, n * n + 1
    rows = columns = (1 << n) - 1
    if cell >= 0:
        rows, columns = 1 << m[ROW_OF + cell], 1 << m[COLUMN_OF + cell]
        last = wait(m, cell, True, last, room)
    else:
        for x in range(n * n):
            last = wait(m, x, True, last, room)
    while first != last or rows or columns:
        if first != last:
            y = m[QUEUE + first]
            m[WAITING + y] = 0
            first = first + 1 if first + 1 < room else 0
            changed = bounded_by(m, y)
            of_cell = True
        elif rows:
            line = lowest(rows)
            rows &= rows - 1
            changed = filter_line(m, line)
            of_cell = False
        else:
            line = n + lowest(columns)
            columns &= columns - 1
            changed = filter_line(m, line)
            of_cell = False
        if changed < 0:
            stop_waiting(m, first, last, room)
            return False
        while changed:
            i = lowest(changed)
            changed &= changed - 1
            x = m[NEIGHBOURS + m[SIGNED + SIGNS * y + i]] if of_cell else m[LINES + ROW * line + i]
            if of_cell or line >= n:
                rows |= 1 << m[ROW_OF + x]
            if of_cell or line < n:
                columns |= 1 << m[COLUMN_OF + x]
            last = wait(m, x, True, last, room)
    return True


@compiled
def bounded_by(m, y):
    """Prune the cells that have a sign with y by y's bounds: one check for each value they have.

    Returns which of y's signs, from 1 on, made their other cell lose values, as a mask, or -1.
    """
    changed = 0
    for i in range(1, m[SIGNED + SIGNS * y] + 1):
        arc = m[SIGNED + SIGNS * y + i]
        x = m[NEIGHBOURS + arc]
        if m[VALUE + x]:
            continue
        domain, other = m[DOMAIN + x], m[DOMAIN + y]
        m[CHECKS] += count_bits(domain)
        if m[RELATION + arc] == LESS:  # x stays above y's smallest value
            bad = domain & m[RULED_OUT + ROW * LESS + lowest(other)]
        else:
            bad = domain & m[RULED_OUT + ROW * GREATER + highest(other)]
        if not bad:
            continue
        if not remove(m, x, bad):
            blame(m, arc)
            return -1
        changed |= 1 << i
    return changed


@compiled
def filter_line(m, line):
    """Prune values that no filling of a line contains. Returns the places that lost any, or -1."""
    lines = LINES + ROW * line
    unsettled = load_line(m, lines)
    several = settle_singles(m, unsettled)
    if several < 0 or not match(m, line, several):
        wipe_out(m, line)
        return -1
    keep_components(m, line, several)
    changed = 0
    while unsettled:
        place = lowest(unsettled)
        unsettled &= unsettled - 1
        x = m[lines + place]
        bad = m[DOMAIN + x] ^ m[LOOSE + place]
        if bad:
            remove(m, x, bad)
            changed |= 1 << place
    return changed


@compiled
def load_line(m, lines):
    """Copy the domains of a line, to filter the copy. Returns the places with several values."""
    several = 0
    for place in range(m[N]):
        domain = m[DOMAIN + m[lines + place]]
        m[LOOSE + place] = domain
        if domain & (domain - 1):
            several |= 1 << place
    return several


@compiled
def settle_singles(m, several):
    """Remove the value of a place with one value from all other places, until nothing changes.

    Returns the places that still have several values, or -1: two places have the same one.
    """
    fresh = 0
    for place in range(m[N]):
        if not several >> place & 1:
            if fresh & m[LOOSE + place]:
                return -1
            fresh |= m[LOOSE + place]
    while fresh:
        taken, rest = fresh, several
        fresh = 0
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            values = m[LOOSE + place] & ~taken
            m[LOOSE + place] = values
            if values & (values - 1) == 0:
                if not values or fresh & values:
                    return -1
                fresh |= values
                several ^= 1 << place
    return several


@compiled
def match(m, line, several):
    """Find a matching, reusing the last. False: none exists."""
    values, rest = 0, several
    while rest:
        values |= m[LOOSE + lowest(rest)]
        rest &= rest - 1
    unmatched, unheld = several, values
    while values:
        value = lowest(values)
        values &= values - 1
        place = m[HOLDER + ROW * line + value]
        if unmatched >> place & m[LOOSE + place] >> value & 1:
            m[HELD + place] = value
            unmatched ^= 1 << place
            unheld ^= 1 << value
    while unmatched:
        value = augment(m, line, lowest(unmatched), unheld)
        if not value:
            return False
        unheld ^= 1 << value
        unmatched &= unmatched - 1
    return True


@compiled
def augment(m, line, start, unheld):
    """Find an augmenting path from one more place (Berge 1957, Kuhn 1955).

    Returns the value of `unheld` that is held now, or 0: then the places that were asked, which
    have too few values between them, are in `m[ASKED]`.
    """
    seen, asked = 0, 1 << start
    m[ASKING] = start
    first, last = 0, 1
    while first < last:
        place = m[ASKING + first]
        first += 1
        free = m[LOOSE + place] & unheld
        if free:
            hand_on(m, line, start, place, lowest(free))
            return lowest(free)
        fresh = m[LOOSE + place] & ~seen
        seen |= fresh
        while fresh:
            other = m[HOLDER + ROW * line + lowest(fresh)]
            fresh &= fresh - 1
            if not asked >> other & 1:
                asked |= 1 << other
                m[ASKER + other] = place
                m[ASKING + last] = other
                last += 1
    m[ASKED] = asked
    return 0


@compiled
def hand_on(m, line, start, place, value):
    """Move values along the augmenting path, from its free value back to its start."""
    while True:
        before = m[HELD + place]
        m[HELD + place] = value
        m[HOLDER + ROW * line + value] = place
        if place == start:
            return
        place, value = m[ASKER + place], before


@compiled
def wipe_out(m, line):
    """Prune every value of the last unassigned cell among cells that have too few values."""
    n, k = m[N], m[K]
    lines = LINES + ROW * line
    load_line(m, lines)
    place, unheld = 0, (2 << n) - 2
    value = augment(m, line, place, unheld)
    while value:
        unheld ^= 1 << value
        place += 1
        value = augment(m, line, place, unheld)
    crowded = m[ASKED]
    last = highest(crowded)
    while m[VALUE + m[lines + last]]:
        last = highest(crowded & ((1 << last) - 1))
    x = m[lines + last]
    remove(m, x, m[DOMAIN + x])
    m[WIPEOUTS] += 1
    if m[SELECT] != DOM_WDEG:
        return
    for arc in range(k * x, k * x + k):
        for other in range(n):
            if crowded >> other & 1 and m[NEIGHBOURS + arc] == m[lines + other]:
                make_heavier(m, arc)


@compiled
def keep_components(m, line, several):
    """Keep for each place the values of the strongly connected component of its own value.

    An arrow leads from a value to the other values of the place that holds it. The components are
    found along one path of arrows (Purdom 1970, Munro 1971): a stack of sets of values; the last
    two become one when an arrow leads back from the last one.
    """
    unseen, path, top = 0, 0, -1
    while several:
        unseen |= 1 << m[HELD + lowest(several)]
        several &= several - 1
    while unseen | path:
        out = unseen if top < 0 else m[ARROWS + top] & ~m[COMPONENT + top]
        if out & path:
            m[COMPONENT + top - 1] |= m[COMPONENT + top]
            m[ARROWS + top - 1] |= m[ARROWS + top]
            top -= 1
        elif out & unseen:
            value = lowest(out & unseen)
            top += 1
            m[COMPONENT + top] = 1 << value
            m[ARROWS + top] = m[LOOSE + m[HOLDER + ROW * line + value]]
            unseen ^= 1 << value
            path |= 1 << value
        else:
            component, rest = m[COMPONENT + top], m[COMPONENT + top]
            top -= 1
            path ^= component
            while rest:
                m[LOOSE + m[HOLDER + ROW * line + lowest(rest)]] &= component
                rest &= rest - 1


# -- which cell next, and which value first ----------------------------------------------------


@compiled
def select_cell(m, depth):
    """The cell that the readable selection of the same name would choose."""
    if m[SELECT] == READING:
        return m[SEARCHED + depth]
    if m[SELECT] == DOM_WDEG:
        return smallest_ratio(m)
    if m[SELECT] >= LEGAL_MRV:
        return fewest_legal(m)
    return lowest_rank(m)


@compiled
def fewest_legal(m):
    """MRV on values that violate nothing assigned, with or without degree; found on the spot."""
    best, fewest, highest_degree = -1, 0, 0
    for i in range(m[UNKNOWN]):
        x = m[SEARCHED + i]
        if m[VALUE + x]:
            continue
        legal = count_bits(legal_values(m, x))
        degree = open_signs(m, x) if m[SELECT] == LEGAL_MRV_DEGREE else 0
        if best < 0 or legal < fewest or (legal == fewest and degree > highest_degree):
            best, fewest, highest_degree = x, legal, degree
    return best


@compiled
def legal_values(m, x):
    """The values of a cell that go with its assigned neighbours; each ends at a violation."""
    k = m[K]
    legal, checks = m[DOMAIN + x], 0
    for arc in range(k * x, k * x + k):
        other = m[VALUE + m[NEIGHBOURS + arc]]
        if other:
            checks += count_bits(legal)
            legal &= ~m[RULED_OUT_BY + ROW * m[RELATION + arc] + other]
    m[CHECKS] += checks
    return legal


@compiled
def open_signs(m, x):
    """How many signs of a cell lead to unassigned cells."""
    signs = 0
    for i in range(1, m[SIGNED + SIGNS * x] + 1):
        signs += m[VALUE + m[NEIGHBOURS + m[SIGNED + SIGNS * x + i]]] == 0
    return signs


@compiled
def lowest_rank(m):
    """MRV, with or without degree: the first of the cells that rank lowest.

    The cell's number is part of its rank, so this is a plain minimum, which the processor computes
    for several cells at once.
    """
    rank = m[RANK]
    for x in range(1, m[N] * m[N]):
        rank = min(rank, m[RANK + x])
    return rank % CELLS


@compiled
def smallest_ratio(m):
    """dom/wdeg, compared without a division; a cell without weight comes after all others."""
    best, size, weight = -1, 0, 0
    for i in range(m[UNKNOWN]):
        x = m[SEARCHED + i]
        if m[VALUE + x]:
            continue
        x_size, x_weight = count_bits(m[DOMAIN + x]), m[WEIGHTED_DEGREE + x]
        if best < 0 or (x_weight > 0 and (weight == 0 or x_size * weight < size * x_weight)):
            best, size, weight = x, x_size, x_weight
    return best


@compiled
def put_in_order(m, twister, depth, cell):
    """Store the values of a cell in the order in which they are tried, last one first."""
    at = SEQUENCE + ROW * depth
    size, values = 0, m[DOMAIN + cell]
    while values:
        size += 1
        m[at + size] = lowest(values)
        values &= values - 1
    m[at] = size
    if m[ORDER] == RANDOM:
        shuffle(m, twister, at, size)
    else:
        least_constraining_first(m, cell, at, size)
    for i in range(1, size // 2 + 1):
        m[at + i], m[at + size + 1 - i] = m[at + size + 1 - i], m[at + i]


@compiled
def least_constraining_first(m, cell, at, size):
    """Sort by how many values of unassigned neighbours a value rules out; ties stay ascending.

    The counts are written in the memory for filtering lines, which is not in use at this moment.
    """
    for i in range(1, size + 1):
        value = m[at + i]
        cost = ruled_out_count(m, cell, value)
        place = i
        while place > 1 and m[ASKER + place - 1] > cost:
            m[ASKER + place], m[at + place] = m[ASKER + place - 1], m[at + place - 1]
            place -= 1
        m[ASKER + place], m[at + place] = cost, value


@compiled
def ruled_out_count(m, cell, value):
    """How many values of unassigned neighbours conflict with a value, counted as checks."""
    k = m[K]
    count = 0
    for arc in range(k * cell, k * cell + k):
        x = m[NEIGHBOURS + arc]
        if m[VALUE + x] == 0:
            m[CHECKS] += count_bits(m[DOMAIN + x])
            bad = m[DOMAIN + x] & m[RULED_OUT + ROW * m[RELATION + arc] + value]
            count += count_bits(bad)
    return count


@compiled
def shuffle(m, twister, at, size):
    """Shuffle as `random.Random.shuffle` does, draw by draw (Fisher and Yates 1938)."""
    for i in range(size, 1, -1):
        bits = 0
        while i >> bits:
            bits += 1
        j = i
        while j >= i:
            j = draw(twister) >> (32 - bits)
        m[at + i], m[at + j + 1] = m[at + j + 1], m[at + i]


@compiled
def draw(twister):
    """The next 32 bits of the Mersenne Twister (Matsumoto and Nishimura 1998), as in `random`."""
    if twister[624] >= 624:
        for i in range(624):
            mixed = (twister[i] & 0x80000000) | (twister[(i + 1) % 624] & 0x7FFFFFFF)
            odd = 0x9908B0DF if mixed & 1 else 0
            twister[i] = twister[(i + 397) % 624] ^ (mixed >> 1) ^ odd
        twister[624] = 0
    bits = twister[twister[624]]
    twister[624] += 1
    bits ^= bits >> 11
    bits ^= (bits << 7) & 0x9D2C5680
    bits ^= (bits << 15) & 0xEFC60000
    return bits ^ (bits >> 18)


# -- the search --------------------------------------------------------------------------------


@compiled
def look(m, cell, value):
    """Whether the value just assigned to a cell survives its look."""
    if m[LOOK] == FC:
        return forward_check(m, cell, value)
    if m[LOOK] == MAC:
        return arc_consistency_from(m, cell)
    if m[LOOK] == GAC:
        return propagate(m, cell)
    return look_back(m, cell, value)


@compiled
def clear(m, packed, size):
    """Copy a puzzle into the memory, with an empty board; a given is its cell's whole domain."""
    n, k = m[N], m[K]
    cells = n * n
    for place in range(N):
        m[place] = 0
    m[ENTERING] = 1
    for x in range(cells):
        given = packed[x]
        m[GIVENS + x] = given
        m[VALUE + x] = 0
        m[DOMAIN + x] = 1 << given if given else (2 << n) - 2
        m[RANK + x] = x + (PER_VALUE if given else PER_VALUE * n)
        m[WEIGHTED_DEGREE + x] = k
        m[SIGNED + SIGNS * x] = 0
        if not given:
            m[SEARCHED + m[UNKNOWN]] = x
            m[UNKNOWN] += 1
    for arc in range(cells * k):
        m[RELATION + arc] = NOT_EQUAL
        m[WEIGHT + arc] = 1
    for i in range(cells, size):
        arc = packed[i]
        put_sign(m, arc, LESS)
        put_sign(m, m[REVERSE + arc], GREATER)
    for place in range(cells * k + cells):
        m[WAITING + place] = 0
    for line in range(2 * n):
        for value in range(n + 1):
            m[HOLDER + ROW * line + value] = 0


@compiled
def put_sign(m, arc, relation):
    """Insert the sign of an arc among the signs of its cell, in reading order."""
    m[RELATION + arc] = relation
    x = m[OWNER + arc]
    at = SIGNED + SIGNS * x
    m[at] += 1
    i = m[at]
    while i > 1 and m[at + i - 1] > arc:
        m[at + i] = m[at + i - 1]
        i -= 1
    m[at + i] = arc
    if m[SELECT] == MRV_DEGREE:
        m[RANK + x] -= PER_SIGN


@compiled
def assign(m, cell, value):
    """Put a value on the board."""
    k = m[K]
    m[VALUE + cell] = value
    m[DOMAIN + cell] = 1 << value
    m[RANK + cell] += ASSIGNED
    if m[SELECT] == MRV_DEGREE:
        lower_degrees(m, cell, PER_SIGN)
    if m[SELECT] == DOM_WDEG:
        for arc in range(k * cell, k * cell + k):
            m[WEIGHTED_DEGREE + m[NEIGHBOURS + arc]] -= m[WEIGHT + arc]


@compiled
def lower_degrees(m, cell, by):
    """Add to the rank of the cells that have a sign with a cell."""
    for i in range(1, m[SIGNED + SIGNS * cell] + 1):
        m[RANK + m[NEIGHBOURS + m[SIGNED + SIGNS * cell + i]]] += by


@compiled
def restore(m, depth):
    """Undo the prunes of the value tried at a depth, and its assignment."""
    k = m[K]
    trail, mark = m[TRAIL], m[MARK + depth]
    while trail > mark:
        trail -= 1
        x, domain = m[TRAIL_CELL + trail], m[TRAIL_DOMAIN + trail]
        m[RANK + x] += PER_VALUE * count_bits(domain ^ m[DOMAIN + x])
        m[DOMAIN + x] = domain
    m[TRAIL] = mark
    cell = m[CELL + depth]
    m[VALUE + cell] = 0
    m[DOMAIN + cell] = m[BEFORE + depth]
    m[RANK + cell] -= ASSIGNED
    if m[SELECT] == MRV_DEGREE:
        lower_degrees(m, cell, -PER_SIGN)
    if m[SELECT] == DOM_WDEG:
        for arc in range(k * cell, k * cell + k):
            m[WEIGHTED_DEGREE + m[NEIGHBOURS + arc]] += m[WEIGHT + arc]


@compiled
def take_up(m, settings):
    """Copy the settings, int64[SOUGHT - LOOK + 1], into the memory."""
    for place in range(LOOK, SOUGHT + 1):
        m[place] = settings[place - LOOK]


@compiled
def set_up(m):
    """Place the givens, each followed by a look, and establish what the look maintains.

    Returns whether there is anything to search; if not, there is no solution.
    """
    n = m[N]
    consistent = True
    for x in range(n * n):
        if m[GIVENS + x] and consistent:
            assign(m, x, m[GIVENS + x])
            consistent = look(m, x, m[GIVENS + x])
    if consistent and m[LOOK] == GAC:
        consistent = propagate(m, -1)
    elif consistent and (m[LOOK] == MAC or m[ROOT]):
        consistent = arc_consistency_from(m, -1)
    m[SETUP_CHECKS], m[CHECKS] = m[CHECKS], 0
    m[SETUP_PRUNES], m[PRUNES] = m[PRUNES], 0
    m[TRAIL] = 0
    return consistent


@compiled
def enter(m, twister, depth):
    """Select a cell and prepare its values."""
    cell = select_cell(m, depth)
    m[CELL + depth] = cell
    m[BEFORE + depth] = m[LEFT + depth] = m[DOMAIN + cell]
    if m[ORDER] >= RANDOM:
        put_in_order(m, twister, depth, cell)
    if m[LOOK] == BT:
        price_values(m, depth, cell)


@compiled
def next_value(m, depth):
    """The next value to try at a depth that has one."""
    if m[ORDER] == ASCENDING:
        return lowest(m[LEFT + depth])
    if m[ORDER] == DESCENDING:
        return highest(m[LEFT + depth])
    at = SEQUENCE + ROW * depth
    m[at] -= 1
    return m[at + m[at] + 1]


@compiled
def explore(memory, settings, packed, twister, new, pause, found):
    """Search a new puzzle, or continue a paused search.

    Parameters
    ----------
    settings : int64[SOUGHT - LOOK + 1], as in the memory.
    packed : int64[n² + signs], the puzzle.
    twister : int64[625], the state of the random number generator.
    new : whether to copy these settings and this puzzle, and set up the search first.
    pause : stop when one more node than this would be counted.
    found : int64[grids * n²], filled with the solutions from the last call on.

    Returns
    -------
    PAUSED, SOLVED, EXHAUSTED, or FULL: there is no room for another solution.
    """
    m, twister, room, found = start_of(memory), start_of(twister), len(found), start_of(found)
    if new:
        take_up(m, start_of(settings))
        clear(m, start_of(packed), len(packed))
        if not set_up(m):
            return EXHAUSTED
    cells = m[N] * m[N]
    depth, filled = m[DEPTH], 0
    while True:
        if m[ENTERING]:
            if depth < m[UNKNOWN]:
                enter(m, twister, depth)
                m[ENTERING] = 0
            else:
                for x in range(cells):
                    found[filled + x] = m[VALUE + x]
                filled += cells
                m[SOLUTIONS] += 1
                if m[SOLUTIONS] == m[SOUGHT]:
                    return SOLVED
                depth -= 1
                if depth < 0:
                    return EXHAUSTED
                restore(m, depth)
                m[ENTERING] = 0
                if filled == room:
                    m[DEPTH] = depth
                    return FULL
        if not m[LEFT + depth]:
            if depth == 0:
                return EXHAUSTED
            m[BACKTRACKS] += 1
            depth -= 1
            restore(m, depth)
            continue
        if m[NODES] == pause:
            m[DEPTH] = depth
            return PAUSED
        if try_value(m, depth):
            m[ACCEPTED] += 1
            m[ENTERING] = 1
            depth += 1


@compiled
def try_value(m, depth):
    """Assign the next value at a depth and look: one node. True if it survives."""
    value, cell = next_value(m, depth), m[CELL + depth]
    m[LEFT + depth] ^= 1 << value
    m[NODES] += 1
    m[MAX_DEPTH] = max(m[MAX_DEPTH], depth + 1)
    m[MARK + depth] = m[TRAIL]
    if m[LOOK] == BT:
        m[CHECKS] += m[PRICE + ROW * depth + value]
        passes = m[PASSES + depth] >> value & 1 == 1
        if passes:
            assign(m, cell, value)
        return passes
    assign(m, cell, value)
    passes = look(m, cell, value)
    if not passes:
        restore(m, depth)
    return passes
