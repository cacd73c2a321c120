"""The compiled orderings: which cell next, and which value first."""

from __future__ import annotations

from futoshiki_lab.kernels.bits import compiled, count_bits, lowest
from futoshiki_lab.kernels.layout import (
    ASKER,
    CELLS,
    CHECKS,
    DOM_WDEG,
    DOMAIN,
    LEGAL_MRV,
    LEGAL_MRV_DEGREE,
    NEIGHBOURS,
    ORDER,
    RANDOM,
    RANK,
    READING,
    RELATION,
    ROW,
    RULED_OUT,
    RULED_OUT_BY,
    SEARCHED,
    SELECT,
    SEQUENCE,
    SIGNED,
    SIGNS,
    UNKNOWN,
    VALUE,
    WEIGHTED_DEGREE,
    K,
    N,
)


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
