"""The ladder of rules to run: the twin of the room `reasons`, whose ladder is the one to read.

It finds what the rules there find, in an order that leaves the same board behind each time that
easier rules find nothing more. Singles and signs may come in any order until then; sets, fishes and
forcing chains come exactly in the order of `reasons/rules.py`. These functions are plain Python,
which `climber.py` can compile as they are. Their memory `m` is one list, or one array, of integers.
A cell is its number in reading order; bit v-1 of a mask is the value v.
"""

from __future__ import annotations

from itertools import accumulate

from futoshiki_lab.core import MAX_SIZE
from futoshiki_lab.support.masks import count_bits, highest, lowest

# What `climb` returns: the level that was needed, or one of these.
TRIVIAL, EASY, TRICKY, EXTREME, STUCK = range(5)
DEAD = -1
EVERY_RULE = -1  # has to look at a line again

# Where everything lies in the memory. Of each cell: the values left; 1 if it is filled; the values
# left before the hardest finding (of an Easy puzzle, before its first sign). How many numbers
# follow, then for each sign its smaller and its larger cell. The cells of each row and then of each
# column; for each of these lines, and for each value, a bit for each rule that has to look: 0
# singles, k groups of k.
# The rows of bits in which groups are sought; those that may be in a group; those that are, by
# their place among them; of the first ones: which rows they are, and the columns they have.
# Of a forcing chain: the value that each cell is forced to; the cells from which it goes on. How
# hard the hardest finding was.
_CELLS, _ROW = MAX_SIZE**2, MAX_SIZE + 1
MASKS, PLACED, BEFORE, SIGNS, LINES, TODO, *_PLACES = accumulate(
    [*[_CELLS] * 3, 1 + 4 * _CELLS, 2 * _CELLS, 3 * _ROW, *[_ROW] * 5, _CELLS, _CELLS, 1], initial=0
)
SQUARE, NARROW, CHOSEN, MEMBERS, UNION, FORCED, QUEUE, HARDEST, END = _PLACES


# -- the board -------------------------------------------------------------------------------------


def set_up(m, n, values, pairs, kept, flipped):
    """Put clues on an empty board.

    Parameters
    ----------
    values : the value of each cell, or 0.
    pairs : for each sign its smaller and its larger cell.
    kept : for each cell and then for each sign whether it is a clue.
    flipped : a cell, or n² and the number of a sign, that must be otherwise; -1 for none.
    """
    cells, full = n * n, (1 << n) - 1
    for cell in range(cells):
        m[MASKS + cell] = 1 << values[cell] - 1 if kept[cell] and values[cell] else full
        m[PLACED + cell] = 0
    for scope in range(3 * n):
        m[TODO + scope] = EVERY_RULE
    m[HARDEST] = count = 0
    for sign in range(len(pairs) // 2):
        turned = sign + cells == flipped
        if kept[cells + sign] or turned:
            m[SIGNS + count + 1] = pairs[2 * sign + turned]
            m[SIGNS + count + 2] = pairs[2 * sign + 1 - turned]
            count += 2
    m[SIGNS] = count
    if 0 <= flipped < cells:
        m[MASKS + flipped] = full ^ 1 << values[flipped] - 1


def remove(m, n, cell, gone):
    """Remove values from a cell. Returns whether it had any of them."""
    left = m[MASKS + cell] & ~gone
    if left == m[MASKS + cell]:
        return False
    m[MASKS + cell] = left
    m[TODO + cell // n] = m[TODO + n + cell % n] = EVERY_RULE
    return True


def complete(m, n):
    """Whether every cell is filled."""
    for cell in range(n * n):
        if not m[PLACED + cell]:
            return False
    return True


# -- Trivial and Easy ------------------------------------------------------------------------------


def settle(m, n, level):
    """Apply singles and, from level Easy on, signs, until nothing follows.

    Returns the level of what followed, or DEAD. A complete board is checked against the signs.
    """
    needed = TRIVIAL
    while True:
        followed = fill_cells(m, n)
        if not followed:
            followed = fill_lines(m, n)
        if not followed and (level >= EASY or complete(m, n)):
            followed = compare_bounds(m, n)
            if followed:
                needed = EASY
        if followed < 0:
            return DEAD
        if not followed:
            return needed


def fill_cells(m, n):
    """Fill the cells with one value left. Returns whether others lost values, or DEAD."""
    followed = 0
    for cell in range(n * n):
        mask = m[MASKS + cell]
        if mask & mask - 1:
            continue
        if not mask:
            return DEAD
        if m[PLACED + cell]:
            continue
        m[PLACED + cell] = 1
        for line in (cell // n, n + cell % n):
            for place in range(line * n, line * n + n):
                other = m[LINES + place]
                if other != cell and remove(m, n, other, mask):
                    followed = 1
    return followed


def fill_lines(m, n):
    """Fill values with one place left in a line. Returns whether there were any, or DEAD."""
    followed, full = 0, (1 << n) - 1
    for line in range(2 * n):
        if not m[TODO + line] & 1:
            continue
        m[TODO + line] &= ~1
        once = twice = 0
        for place in range(line * n, line * n + n):
            mask = m[MASKS + m[LINES + place]]
            twice |= once & mask
            once |= mask
        if once != full:
            return DEAD
        alone = once & ~twice
        for place in range(line * n, line * n + n):
            cell = m[LINES + place]
            hit = m[MASKS + cell] & alone
            if hit and not m[PLACED + cell]:
                remove(m, n, cell, ~(hit & -hit))
                followed = 1
    return followed


def compare_bounds(m, n):
    """Apply each sign, until none says more. Returns whether any did, or DEAD."""
    followed, again = 0, True
    while again:
        again = False
        for place in range(1, m[SIGNS], 2):
            smaller, larger = m[SIGNS + place], m[SIGNS + place + 1]
            below = (1 << highest(m[MASKS + larger])) - 1
            not_above = (2 << lowest(m[MASKS + smaller])) - 1
            if m[MASKS + smaller] & ~below or m[MASKS + larger] & not_above:
                remove(m, n, smaller, ~below)
                remove(m, n, larger, not_above)
                again, followed = True, 1
                if not m[MASKS + smaller] or not m[MASKS + larger]:
                    return DEAD
    return followed


# -- Tricky and Extreme ----------------------------------------------------------------------------


def apply_hard_rule(m, n, level):
    """Apply what the easiest rule of Tricky and Extreme finds. Returns its level, or STUCK."""
    for rule in range(TRICKY, level + 1):
        for k in range(2, n // 2 + 1):
            for scope in range(2 * n) if rule == TRICKY else range(2 * n, 3 * n):
                if m[TODO + scope] >> k & 1:
                    if apply_group(m, n, scope, k):
                        return rule
                    if scope < 2 * n:
                        m[TODO + scope] &= ~(1 << k)
    return EXTREME if level == EXTREME and apply_chain(m, n) else STUCK


def apply_group(m, n, scope, k):
    """Apply the first group of k that rules something out. Returns whether there is any.

    Parameters
    ----------
    scope : a line, where the rows of the square are its cells, and the columns are values; or 2n
        and a value - 1: they are those of the board. Then the two are exchanged.
    """
    several = 0
    for turned in range(2):
        if turned and 2 * k >= several:
            break
        for i in range(n):
            row = 0
            for j in range(n):
                cell, value = cell_and_value(m, n, scope, turned, i, j)
                row |= (m[MASKS + cell] >> value & 1) << j
            m[SQUARE + i] = row
            several += not turned and row & row - 1 != 0
        if 2 * k <= several and find_group(m, n, k):
            in_line = scope < 2 * n
            keep_before(m, n, TRICKY if in_line else EXTREME, k, turned if in_line else 0)
            for i in range(n):
                for j in range(n):
                    hit = m[SQUARE + i] & m[UNION + k] & 1 << j
                    if hit and not m[MEMBERS + k] >> i & 1:
                        cell, value = cell_and_value(m, n, scope, turned, i, j)
                        remove(m, n, cell, 1 << value)
            return True
    return False


def cell_and_value(m, n, scope, turned, i, j):
    """What a place of the square stands for."""
    if turned:
        i, j = j, i
    if scope < 2 * n:
        return m[LINES + scope * n + i], j
    return i * n + j, scope - 2 * n


def keep_before(m, n, level, k, hidden):
    """Keep the masks if the finding to be applied is the hardest so far."""
    hardness = (level * n + k) * 2 + hidden
    if hardness > m[HARDEST]:
        m[HARDEST] = hardness
        for cell in range(n * n):
            m[BEFORE + cell] = m[MASKS + cell]


def find_group(m, n, k):
    """Find k rows of the square with k columns between them, some of which another row has too.

    Groups come in the order of `combinations`; rows with one column are in none.
    """
    count = 0
    for i in range(n):
        if m[SQUARE + i] & m[SQUARE + i] - 1 and count_bits(m[SQUARE + i]) <= k:
            m[NARROW + count] = i
            count += 1
    at = 0
    m[CHOSEN], m[MEMBERS], m[UNION] = -1, 0, 0
    while at >= 0:
        m[CHOSEN + at] += 1
        if m[CHOSEN + at] > count - k + at:
            at -= 1
            continue
        i = m[NARROW + m[CHOSEN + at]]
        m[MEMBERS + at + 1] = m[MEMBERS + at] | 1 << i
        m[UNION + at + 1] = m[UNION + at] | m[SQUARE + i]
        if count_bits(m[UNION + at + 1]) > k:
            continue
        if at < k - 1:
            m[CHOSEN + at + 1] = m[CHOSEN + at]
            at += 1
            continue
        for other in range(n):
            if not m[MEMBERS + k] >> other & 1 and m[SQUARE + other] & m[UNION + k]:
                return True
    return False


def apply_chain(m, n):
    """Remove a value that a forcing chain rules out. Returns whether there is any."""
    for start in range(n * n):
        both = m[MASKS + start]
        if count_bits(both) == 2:
            for bit in (both & -both, both & both - 1):
                loser = force_from(m, n, start, bit)
                if loser >= 0:
                    keep_before(m, n, EXTREME, 0, 0)
                    remove(m, n, loser, bit)
                    return True
    return False


def force_from(m, n, start, bit):
    """Search breadth first from a cell that is not `bit`. Returns a cell that loses it, or -1."""
    for cell in range(n * n):
        m[FORCED + cell] = 0
    m[FORCED + start] = m[MASKS + start] ^ bit
    m[QUEUE] = start
    first, last = 0, 1
    while first < last:
        cell = m[QUEUE + first]
        first += 1
        now = m[FORCED + cell]
        for line in (n + cell % n, cell // n):
            for place in range(line * n, line * n + n):
                other = m[LINES + place]
                mask = m[MASKS + other]
                if m[FORCED + other] or not mask & now:
                    continue
                if count_bits(mask) == 2:
                    m[FORCED + other] = mask ^ now
                    m[QUEUE + last] = other
                    last += 1
                if now == bit and (other // n == start // n or other % n == start % n):
                    return other
    return -1


# -- all rules -------------------------------------------------------------------------------------


def climb(m, n, values, pairs, kept, flipped, level):
    """Solve a puzzle with the rules up to a level; the parameters but `level` are `set_up`'s.

    Returns the level that was needed, or STUCK, or DEAD.
    """
    set_up(m, n, values, pairs, kept, flipped)
    needed = settle(m, n, TRIVIAL)
    keep_before(m, n, EASY, 0, 0)
    while needed != DEAD:
        by = settle(m, n, level)
        if by == DEAD:
            break
        needed = max(needed, by)
        if complete(m, n):
            return needed
        by = apply_hard_rule(m, n, level)
        if by == STUCK:
            return STUCK
        needed = max(needed, by)
    return DEAD
