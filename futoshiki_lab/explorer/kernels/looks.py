"""The compiled looks: looking back, forward checking, arc consistency; lines.py has the fourth.

Twins of the looks in core/search.py: the same integers. `m` is the memory that layout.py describes.
"""

from __future__ import annotations

from futoshiki_lab.explorer.kernels import layout as at
from futoshiki_lab.support.compiling import compiled, count_bits, highest, lowest


@compiled
def remove(m, x, bad):
    """Prune some values of one cell. True if it has any left."""
    trail = m[at.TRAIL]
    domain = m[at.DOMAIN + x]
    m[at.TRAIL_CELL + trail] = x
    m[at.TRAIL_DOMAIN + trail] = domain
    m[at.TRAIL] = trail + 1
    m[at.DOMAIN + x] = domain ^ bad
    size = count_bits(bad)
    m[at.RANK + x] -= at.PER_VALUE * size
    m[at.PRUNES] += size
    return domain != bad


@compiled
def blame(m, arc):
    """Count a wipe-out and, for dom/wdeg, blame the constraint that an arc stands for."""
    m[at.WIPEOUTS] += 1
    if m[at.SELECT] == at.DOM_WDEG:
        make_heavier(m, arc)


@compiled
def make_heavier(m, arc):
    """Add 1 to the weight of the constraint between the two ends of an arc."""
    x, y = m[at.OWNER + arc], m[at.NEIGHBOURS + arc]
    m[at.WEIGHT + arc] += 1
    m[at.WEIGHT + m[at.REVERSE + arc]] += 1
    if m[at.VALUE + y] == 0:
        m[at.WEIGHTED_DEGREE + x] += 1
    if m[at.VALUE + x] == 0:
        m[at.WEIGHTED_DEGREE + y] += 1


@compiled
def look_back(m, cell, value):
    """Check the cell against every assigned neighbour; the first violation ends the look."""
    k = m[at.K]
    for arc in range(k * cell, k * cell + k):
        other = m[at.VALUE + m[at.NEIGHBOURS + arc]]
        if other:
            m[at.CHECKS] += 1
            if m[at.RULED_OUT + at.ROW * m[at.RELATION + arc] + value] >> other & 1:
                return False
    return True


@compiled
def price_values(m, depth, cell, jumps):
    """Look back for all values of a cell at once: which pass, and how many checks each takes.

    Looking back gives the same result for a value at any time during one visit of the cell.
    If the search jumps, whoever makes a value fail joins the conflict set of the depth.
    """
    k = m[at.K]
    price, conflicts = at.PRICE + at.ROW * depth, at.CONFLICTS + m[at.WORDS] * depth
    alive, cost = m[at.LEFT + depth], 0
    for arc in range(k * cell, k * cell + k):
        x = m[at.NEIGHBOURS + arc]
        other = m[at.VALUE + x]
        if other:
            cost += 1
            fails = alive & m[at.RULED_OUT_BY + at.ROW * m[at.RELATION + arc] + other]
            alive ^= fails
            if jumps and fails:
                m[conflicts + m[at.WORD_OF + x]] |= m[at.BIT_OF + x]
            while fails:
                m[price + lowest(fails)] = cost
                fails &= fails - 1
            if not alive:  # the rest would price nothing
                break
    m[at.PASSES + depth] = alive
    while alive:
        m[price + lowest(alive)] = cost
        alive &= alive - 1


@compiled
def forward_check(m, cell, value):
    """Prune every unassigned neighbour of the cell; the first wipe-out ends the look."""
    k = m[at.K]
    checks = 0
    for arc in range(k * cell, k * cell + k):
        x = m[at.NEIGHBOURS + arc]
        if m[at.VALUE + x]:
            continue
        domain = m[at.DOMAIN + x]
        checks += count_bits(domain)
        bad = domain & m[at.RULED_OUT + at.ROW * m[at.RELATION + arc] + value]
        if bad and not remove(m, x, bad):
            blame(m, arc)
            m[at.CHECKS] += checks
            return False
    m[at.CHECKS] += checks
    return True


@compiled
def arc_consistency_from(m, cell):
    """AC-3 from the arcs that lead to a cell; from all arcs of unassigned cells if it is -1."""
    k, n = m[at.K], m[at.N]
    first, last, room = 0, 0, n * n * k + 1
    if cell >= 0:
        for arc in range(k * cell, k * cell + k):
            unassigned = m[at.VALUE + m[at.NEIGHBOURS + arc]] == 0
            last = wait(m, m[at.REVERSE + arc], unassigned, last, room)
    else:
        for arc in range(n * n * k):
            last = wait(m, arc, m[at.VALUE + m[at.OWNER + arc]] == 0, last, room)
    while first != last:
        arc = m[at.QUEUE + first]
        m[at.WAITING + arc] = 0
        first = first + 1 if first + 1 < room else 0
        x = m[at.OWNER + arc]
        bad = unsupported(m, x, m[at.NEIGHBOURS + arc], m[at.RELATION + arc])
        if not bad:
            continue
        if not remove(m, x, bad):
            blame(m, arc)
            stop_waiting(m, first, last, room)
            return False
        for other in range(k * x, k * x + k):
            unassigned = m[at.VALUE + m[at.NEIGHBOURS + other]] == 0
            last = wait(m, m[at.REVERSE + other], unassigned & (other != arc), last, room)
    return True


@compiled
def wait(m, what, wanted, last, room):
    """Queue an arc or a cell unless it is in the queue. Returns the queue's new end.

    It is always written after the end; the new end says whether it stays. So there is no branch
    that the processor would predict wrongly half of the time.
    """
    joins = wanted & (m[at.WAITING + what] == 0)
    m[at.QUEUE + last] = what
    m[at.WAITING + what] |= joins
    last += joins
    return last if last < room else 0


@compiled
def stop_waiting(m, first, last, room):
    """Empty the queue."""
    while first != last:
        m[at.WAITING + m[at.QUEUE + first]] = 0
        first = first + 1 if first + 1 < room else 0


@compiled
def unsupported(m, x, y, relation):
    """REVISE: the values of x without support in y. Counts one check per pair that AC-3 tries.

    Each value of x looks through y's domain, ascending, up to its first support.
    """
    domain, other = m[at.DOMAIN + x], m[at.DOMAIN + y]
    size, smallest = count_bits(other), lowest(other)
    if relation == at.NOT_EQUAL:
        same = domain >> smallest & 1  # this value tries one more, if there is one
        m[at.CHECKS] += count_bits(domain) + (same if size > 1 else 0)
        return domain & other if size == 1 else 0
    if relation == at.GREATER:  # y's smallest value supports it or none does
        bad = domain & ((2 << smallest) - 1)
        m[at.CHECKS] += count_bits(domain ^ bad) + count_bits(bad) * size
        return bad
    bad = domain >> highest(other) << highest(other)  # y's largest supports it or none does
    rest = domain ^ bad
    checks = count_bits(bad) * size + count_bits(rest)
    while rest:  # values of y that are not larger give no support
        checks += count_bits(other & ((2 << lowest(rest)) - 1))
        rest &= rest - 1
    m[at.CHECKS] += checks
    return bad
