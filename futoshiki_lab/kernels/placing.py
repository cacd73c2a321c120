"""The compiled board: a puzzle is copied into the memory, values are assigned and taken back."""

from __future__ import annotations

from futoshiki_lab.kernels.bits import compiled, count_bits
from futoshiki_lab.kernels.layout import (
    ASSIGNED,
    BEFORE,
    CELL,
    DOM_WDEG,
    DOMAIN,
    ENTERING,
    GIVENS,
    GREATER,
    HOLDER,
    LESS,
    MARK,
    MRV_DEGREE,
    NEIGHBOURS,
    NOT_EQUAL,
    OWNER,
    PER_SIGN,
    PER_VALUE,
    RANK,
    RELATION,
    REVERSE,
    ROW,
    SEARCHED,
    SELECT,
    SIGNED,
    SIGNS,
    TRAIL,
    TRAIL_CELL,
    TRAIL_DOMAIN,
    UNKNOWN,
    VALUE,
    WAITING,
    WEIGHT,
    WEIGHTED_DEGREE,
    K,
    N,
)


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
