"""The compiled board: a puzzle is copied into the memory, values are assigned and taken back."""

from __future__ import annotations

from futoshiki_lab.kernels import layout as at
from futoshiki_lab.kernels.bits import compiled, count_bits


@compiled
def clear(m, packed, size):
    """Copy a puzzle into the memory, with an empty board; a given is its cell's whole domain."""
    n, k = m[at.N], m[at.K]
    cells = n * n
    for place in range(at.N):
        m[place] = 0
    m[at.ENTERING] = 1
    for x in range(cells):
        given = packed[x]
        m[at.GIVENS + x] = given
        m[at.VALUE + x] = 0
        m[at.DOMAIN + x] = 1 << given if given else (2 << n) - 2
        m[at.RANK + x] = x + (at.PER_VALUE if given else at.PER_VALUE * n)
        m[at.WEIGHTED_DEGREE + x] = k
        m[at.SIGNED + at.SIGNS * x] = 0
        if not given:
            m[at.SEARCHED + m[at.UNKNOWN]] = x
            m[at.UNKNOWN] += 1
    for arc in range(cells * k):
        m[at.RELATION + arc] = at.NOT_EQUAL
        m[at.WEIGHT + arc] = 1
    for i in range(cells, size):
        arc = packed[i]
        put_sign(m, arc, at.LESS)
        put_sign(m, m[at.REVERSE + arc], at.GREATER)
    for place in range(cells * k + cells):
        m[at.WAITING + place] = 0
    for line in range(2 * n):
        for value in range(n + 1):
            m[at.HOLDER + at.ROW * line + value] = 0


@compiled
def put_sign(m, arc, relation):
    """Insert the sign of an arc among the signs of its cell, in reading order."""
    m[at.RELATION + arc] = relation
    x = m[at.OWNER + arc]
    start = at.SIGNED + at.SIGNS * x
    m[start] += 1
    i = m[start]
    while i > 1 and m[start + i - 1] > arc:
        m[start + i] = m[start + i - 1]
        i -= 1
    m[start + i] = arc
    if m[at.SELECT] == at.MRV_DEGREE:
        m[at.RANK + x] -= at.PER_SIGN


@compiled
def assign(m, cell, value):
    """Put a value on the board."""
    k = m[at.K]
    m[at.VALUE + cell] = value
    m[at.DOMAIN + cell] = 1 << value
    m[at.RANK + cell] += at.ASSIGNED
    if m[at.SELECT] == at.MRV_DEGREE:
        lower_degrees(m, cell, at.PER_SIGN)
    if m[at.SELECT] == at.DOM_WDEG:
        for arc in range(k * cell, k * cell + k):
            m[at.WEIGHTED_DEGREE + m[at.NEIGHBOURS + arc]] -= m[at.WEIGHT + arc]


@compiled
def lower_degrees(m, cell, by):
    """Add to the rank of the cells that have a sign with a cell."""
    for i in range(1, m[at.SIGNED + at.SIGNS * cell] + 1):
        m[at.RANK + m[at.NEIGHBOURS + m[at.SIGNED + at.SIGNS * cell + i]]] += by


@compiled
def restore(m, depth):
    """Undo the prunes of the value tried at a depth, and its assignment."""
    k = m[at.K]
    trail, mark = m[at.TRAIL], m[at.MARK + depth]
    while trail > mark:
        trail -= 1
        x, domain = m[at.TRAIL_CELL + trail], m[at.TRAIL_DOMAIN + trail]
        m[at.RANK + x] += at.PER_VALUE * count_bits(domain ^ m[at.DOMAIN + x])
        m[at.DOMAIN + x] = domain
    m[at.TRAIL] = mark
    cell = m[at.CELL + depth]
    m[at.VALUE + cell] = 0
    m[at.DOMAIN + cell] = m[at.BEFORE + depth]
    m[at.RANK + cell] -= at.ASSIGNED
    if m[at.SELECT] == at.MRV_DEGREE:
        lower_degrees(m, cell, -at.PER_SIGN)
    if m[at.SELECT] == at.DOM_WDEG:
        for arc in range(k * cell, k * cell + k):
            m[at.WEIGHTED_DEGREE + m[at.NEIGHBOURS + arc]] += m[at.WEIGHT + arc]
