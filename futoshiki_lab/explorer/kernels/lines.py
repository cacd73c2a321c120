"""The compiled look of whole rows and columns: generalised arc consistency.

Rows and columns are filtered by matchings (Régin 1994), signs by bounds.
"""

from __future__ import annotations

from futoshiki_lab.explorer.kernels import layout as at
from futoshiki_lab.explorer.kernels.looks import blame, make_heavier, remove, stop_waiting, wait
from futoshiki_lab.support.compiling import compiled, count_bits, highest, lowest


@compiled
def propagate(m, cell):
    """Generalised arc consistency from one cell, or from all cells and lines if it is -1.

    `rows` and `columns` are the lines still to be filtered, as masks.
    """
    n = m[at.N]
    first, last, room = 0, 0, n * n + 1
    rows = columns = (1 << n) - 1
    if cell >= 0:
        rows, columns = 1 << m[at.ROW_OF + cell], 1 << m[at.COLUMN_OF + cell]
        last = wait(m, cell, True, last, room)
    else:
        for x in range(n * n):
            last = wait(m, x, True, last, room)
    while first != last or rows or columns:
        line = -1
        if first != last:
            y = m[at.QUEUE + first]
            start = at.SIGNED + at.SIGNS * y
            m[at.WAITING + y] = 0
            first = first + 1 if first + 1 < room else 0
            changed = bounded_by(m, y)
        else:
            line = lowest(rows) if rows else n + lowest(columns)
            start = at.LINES + at.ROW * line
            changed = filter_line(m, line)
        if changed < 0:
            stop_waiting(m, first, last, room)
            return False
        while changed:
            i = lowest(changed)
            changed &= changed - 1
            x = m[start + i] if line >= 0 else m[at.NEIGHBOURS + m[start + i]]
            rows |= 1 << m[at.ROW_OF + x]
            columns |= 1 << m[at.COLUMN_OF + x]
            last = wait(m, x, True, last, room)
        if line >= n:  # filtering it again would change nothing
            columns &= ~(1 << line - n)
        elif line >= 0:
            rows &= ~(1 << line)
    return True


@compiled
def bounded_by(m, y):
    """Prune the cells that have a sign with y by y's bounds: one check for each value they have.

    Returns which of y's signs, from 1 on, made their other cell lose values, as a mask, or -1.
    """
    changed = 0
    for i in range(1, m[at.SIGNED + at.SIGNS * y] + 1):
        arc = m[at.SIGNED + at.SIGNS * y + i]
        x = m[at.NEIGHBOURS + arc]
        if m[at.VALUE + x]:
            continue
        domain, other = m[at.DOMAIN + x], m[at.DOMAIN + y]
        m[at.CHECKS] += count_bits(domain)
        if m[at.RELATION + arc] == at.LESS:  # x stays above y's smallest value
            bad = domain & m[at.RULED_OUT + at.ROW * at.LESS + lowest(other)]
        else:
            bad = domain & m[at.RULED_OUT + at.ROW * at.GREATER + highest(other)]
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
    lines = at.LINES + at.ROW * line
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
        bad = m[at.DOMAIN + x] ^ m[at.LOOSE + place]
        if bad:
            remove(m, x, bad)
            changed |= 1 << place
    return changed


@compiled
def load_line(m, lines):
    """Copy the domains of a line, to filter the copy. Returns the places with several values."""
    several = 0
    for place in range(m[at.N]):
        domain = m[at.DOMAIN + m[lines + place]]
        m[at.LOOSE + place] = domain
        if domain & (domain - 1):
            several |= 1 << place
    return several


@compiled
def settle_singles(m, several):
    """Remove the value of a place with one value from all other places, until nothing changes.

    Returns the places that still have several values, or -1: two places have the same one.
    """
    fresh = 0
    for place in range(m[at.N]):
        if not several >> place & 1:
            if fresh & m[at.LOOSE + place]:
                return -1
            fresh |= m[at.LOOSE + place]
    while fresh:
        taken, rest = fresh, several
        fresh = 0
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            values = m[at.LOOSE + place] & ~taken
            m[at.LOOSE + place] = values
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
        values |= m[at.LOOSE + lowest(rest)]
        rest &= rest - 1
    unmatched, unheld = several, values
    while values:
        value = lowest(values)
        values &= values - 1
        place = m[at.HOLDER + at.ROW * line + value]
        if unmatched >> place & m[at.LOOSE + place] >> value & 1:
            m[at.HELD + place] = value
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
    m[at.ASKING] = start
    first, last = 0, 1
    while first < last:
        place = m[at.ASKING + first]
        first += 1
        free = m[at.LOOSE + place] & unheld
        if free:
            hand_on(m, line, start, place, lowest(free))
            return lowest(free)
        fresh = m[at.LOOSE + place] & ~seen
        seen |= fresh
        while fresh:
            other = m[at.HOLDER + at.ROW * line + lowest(fresh)]
            fresh &= fresh - 1
            if not asked >> other & 1:
                asked |= 1 << other
                m[at.ASKER + other] = place
                m[at.ASKING + last] = other
                last += 1
    m[at.ASKED] = asked
    return 0


@compiled
def hand_on(m, line, start, place, value):
    """Move values along the augmenting path, from its free value back to its start."""
    while True:
        before = m[at.HELD + place]
        m[at.HELD + place] = value
        m[at.HOLDER + at.ROW * line + value] = place
        if place == start:
            return
        place, value = m[at.ASKER + place], before


@compiled
def wipe_out(m, line):
    """Prune every value of the last unassigned cell among cells that have too few values."""
    n, k = m[at.N], m[at.K]
    lines = at.LINES + at.ROW * line
    load_line(m, lines)
    place, unheld = 0, (2 << n) - 2
    value = augment(m, line, place, unheld)
    while value:
        unheld ^= 1 << value
        place += 1
        value = augment(m, line, place, unheld)
    crowded = m[at.ASKED]
    last = highest(crowded)
    while m[at.VALUE + m[lines + last]]:
        last = highest(crowded & ((1 << last) - 1))
    x = m[lines + last]
    remove(m, x, m[at.DOMAIN + x])
    m[at.WIPEOUTS] += 1
    if m[at.SELECT] != at.DOM_WDEG:
        return
    for arc in range(k * x, k * x + k):
        for other in range(n):
            if crowded >> other & 1 and m[at.NEIGHBOURS + arc] == m[lines + other]:
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
        unseen |= 1 << m[at.HELD + lowest(several)]
        several &= several - 1
    while unseen | path:
        out = unseen if top < 0 else m[at.ARROWS + top] & ~m[at.COMPONENT + top]
        if out & path:
            m[at.COMPONENT + top - 1] |= m[at.COMPONENT + top]
            m[at.ARROWS + top - 1] |= m[at.ARROWS + top]
            top -= 1
        elif out & unseen:
            value = lowest(out & unseen)
            top += 1
            m[at.COMPONENT + top] = 1 << value
            m[at.ARROWS + top] = m[at.LOOSE + m[at.HOLDER + at.ROW * line + value]]
            unseen ^= 1 << value
            path |= 1 << value
        else:
            component, rest = m[at.COMPONENT + top], m[at.COMPONENT + top]
            top -= 1
            path ^= component
            while rest:
                m[at.LOOSE + m[at.HOLDER + at.ROW * line + lowest(rest)]] &= component
                rest &= rest - 1
