"""The compiled board: a puzzle is copied into the memory, values are assigned and taken back.

And what an algorithm asks of it: which cell next, and which value first.
"""

from __future__ import annotations

from futoshiki_lab.explorer.kernels import layout as at
from futoshiki_lab.support.compiling import compiled, count_bits, lowest


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
    m[at.VALUE + cell] = value
    m[at.DOMAIN + cell] = 1 << value
    m[at.RANK + cell] += at.ASSIGNED
    if m[at.SELECT] == at.MRV_DEGREE or m[at.SELECT] == at.DOM_WDEG:
        tell_neighbours(m, cell, 1)


@compiled
def tell_neighbours(m, cell, change):
    """Change ranks and degrees because one cell more is assigned (1), or one less (-1)."""
    k = m[at.K]
    if m[at.SELECT] == at.MRV_DEGREE:
        for i in range(1, m[at.SIGNED + at.SIGNS * cell] + 1):
            x = m[at.NEIGHBOURS + m[at.SIGNED + at.SIGNS * cell + i]]
            m[at.RANK + x] += at.PER_SIGN * change
    if m[at.SELECT] == at.DOM_WDEG:
        for arc in range(k * cell, k * cell + k):
            m[at.WEIGHTED_DEGREE + m[at.NEIGHBOURS + arc]] -= m[at.WEIGHT + arc] * change


@compiled
def restore(m, depth):
    """Undo the prunes of the value tried at a depth, and its assignment."""
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
    if m[at.SELECT] == at.MRV_DEGREE or m[at.SELECT] == at.DOM_WDEG:
        tell_neighbours(m, cell, -1)


# -- which cell next, which value first ------------------------------------------------------------


@compiled
def select_cell(m, depth):
    """The cell that the readable selection of the same name would choose."""
    if m[at.SELECT] == at.READING:
        return m[at.SEARCHED + depth]
    if m[at.SELECT] == at.MRV or m[at.SELECT] == at.MRV_DEGREE:
        return lowest_rank(m)
    if at.DOM_WDEG <= m[at.SELECT] <= at.LEGAL_MRV_DEGREE:
        return lowest_ratio(m)
    raise NotImplementedError("this selection has a number, but no branch in select_cell")


@compiled
def lowest_ratio(m):
    """The first cell with the lowest size / weight, compared without a division.

    By dom/wdeg a cell without weight comes after all others. For the selections by legal values
    every weight is 1, and each open sign, where the degree counts, is a part of a value less.
    """
    best, size, weight, by_weight = -1, 0, 0, m[at.SELECT] == at.DOM_WDEG
    for i in range(m[at.UNKNOWN]):
        x = m[at.SEARCHED + i]
        if m[at.VALUE + x]:
            continue
        if by_weight:
            x_size, x_weight = count_bits(m[at.DOMAIN + x]), m[at.WEIGHTED_DEGREE + x]
        else:
            x_size, x_weight = at.SIGNS * count_bits(legal_values(m, x)), 1
            if m[at.SELECT] == at.LEGAL_MRV_DEGREE:
                x_size -= open_signs(m, x)
        if best < 0 or (x_weight > 0 and (weight == 0 or x_size * weight < size * x_weight)):
            best, size, weight = x, x_size, x_weight
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
def put_in_order(m, twister, depth, cell):
    """Store the values of a cell in the order in which they are tried; none is taken yet."""
    start = at.SEQUENCE + at.ROW * depth
    size, values = 0, m[at.DOMAIN + cell]
    while values:
        size += 1
        m[start + size] = lowest(values)
        values &= values - 1
    m[start] = 0
    if m[at.ORDER] == at.RANDOM:
        shuffle(m, twister, start, size)
    elif m[at.ORDER] == at.LCV:
        least_constraining_first(m, cell, start, size)
    else:
        raise NotImplementedError("this order has a number, but no branch in put_in_order")


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
