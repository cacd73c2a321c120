"""The compiled orderings: which cell next, and which value first."""

from __future__ import annotations

from futoshiki_lab.kernels import layout as at
from futoshiki_lab.kernels.bits import compiled, count_bits, lowest


@compiled
def select_cell(m, depth):
    """The cell that the readable selection of the same name would choose."""
    if m[at.SELECT] == at.READING:
        return m[at.SEARCHED + depth]
    if m[at.SELECT] == at.DOM_WDEG:
        return smallest_ratio(m)
    if m[at.SELECT] >= at.LEGAL_MRV:
        return fewest_legal(m)
    return lowest_rank(m)


@compiled
def fewest_legal(m):
    """MRV on values that violate nothing assigned, with or without degree; found on the spot."""
    best, fewest, highest_degree = -1, 0, 0
    for i in range(m[at.UNKNOWN]):
        x = m[at.SEARCHED + i]
        if m[at.VALUE + x]:
            continue
        legal = count_bits(legal_values(m, x))
        degree = open_signs(m, x) if m[at.SELECT] == at.LEGAL_MRV_DEGREE else 0
        if best < 0 or legal < fewest or (legal == fewest and degree > highest_degree):
            best, fewest, highest_degree = x, legal, degree
    return best


@compiled
def legal_values(m, x):
    """The values of a cell that go with its assigned neighbours; each ends at a violation."""
    k = m[at.K]
    legal, checks = m[at.DOMAIN + x], 0
    for arc in range(k * x, k * x + k):
        other = m[at.VALUE + m[at.NEIGHBOURS + arc]]
        if other:
            checks += count_bits(legal)
            legal &= ~m[at.RULED_OUT_BY + at.ROW * m[at.RELATION + arc] + other]
    m[at.CHECKS] += checks
    return legal


@compiled
def open_signs(m, x):
    """How many signs of a cell lead to unassigned cells."""
    signs = 0
    for i in range(1, m[at.SIGNED + at.SIGNS * x] + 1):
        signs += m[at.VALUE + m[at.NEIGHBOURS + m[at.SIGNED + at.SIGNS * x + i]]] == 0
    return signs


@compiled
def lowest_rank(m):
    """MRV, with or without degree: the first of the cells that rank lowest.

    The cell's number is part of its rank, so this is a plain minimum, which the processor computes
    for several cells at once.
    """
    rank = m[at.RANK]
    for x in range(1, m[at.N] * m[at.N]):
        rank = min(rank, m[at.RANK + x])
    return rank % at.CELLS


@compiled
def smallest_ratio(m):
    """dom/wdeg, compared without a division; a cell without weight comes after all others."""
    best, size, weight = -1, 0, 0
    for i in range(m[at.UNKNOWN]):
        x = m[at.SEARCHED + i]
        if m[at.VALUE + x]:
            continue
        x_size, x_weight = count_bits(m[at.DOMAIN + x]), m[at.WEIGHTED_DEGREE + x]
        if best < 0 or (x_weight > 0 and (weight == 0 or x_size * weight < size * x_weight)):
            best, size, weight = x, x_size, x_weight
    return best


@compiled
def put_in_order(m, twister, depth, cell):
    """Store the values of a cell in the order in which they are tried, last one first."""
    start = at.SEQUENCE + at.ROW * depth
    size, values = 0, m[at.DOMAIN + cell]
    while values:
        size += 1
        m[start + size] = lowest(values)
        values &= values - 1
    m[start] = size
    if m[at.ORDER] == at.RANDOM:
        shuffle(m, twister, start, size)
    else:
        least_constraining_first(m, cell, start, size)
    for i in range(1, size // 2 + 1):
        m[start + i], m[start + size + 1 - i] = m[start + size + 1 - i], m[start + i]


@compiled
def least_constraining_first(m, cell, start, size):
    """Sort by how many values of unassigned neighbours a value rules out; ties stay ascending.

    The counts are written in the memory for filtering lines, which is not in use at this moment.
    """
    for i in range(1, size + 1):
        value = m[start + i]
        cost = ruled_out_count(m, cell, value)
        place = i
        while place > 1 and m[at.ASKER + place - 1] > cost:
            m[at.ASKER + place], m[start + place] = m[at.ASKER + place - 1], m[start + place - 1]
            place -= 1
        m[at.ASKER + place], m[start + place] = cost, value


@compiled
def ruled_out_count(m, cell, value):
    """How many values of unassigned neighbours conflict with a value, counted as checks."""
    k = m[at.K]
    count = 0
    for arc in range(k * cell, k * cell + k):
        x = m[at.NEIGHBOURS + arc]
        if m[at.VALUE + x] == 0:
            m[at.CHECKS] += count_bits(m[at.DOMAIN + x])
            bad = m[at.DOMAIN + x] & m[at.RULED_OUT + at.ROW * m[at.RELATION + arc] + value]
            count += count_bits(bad)
    return count


@compiled
def shuffle(m, twister, start, size):
    """Shuffle as `random.Random.shuffle` does, draw by draw (Fisher and Yates 1938)."""
    for i in range(size, 1, -1):
        bits = 0
        while i >> bits:
            bits += 1
        j = i
        while j >= i:
            j = draw(twister) >> (32 - bits)
        m[start + i], m[start + j + 1] = m[start + j + 1], m[start + i]


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
