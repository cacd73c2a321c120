"""The compiled search: set up, try values, look, restore, go back; who is to blame, if it jumps.

It is not recursive: it can pause after some nodes and continue, so that Ctrl-C can stop it.

The conflict sets of a search that jumps back (core/jumping.py) are sets of **depths** here: the
cell that is visited at depth d is bit d, in words of `PER_WORD` bits; a given has no bit. In the
conflict set of a depth only the bits of smaller depths mean anything.

A cell's removers are kept as the search goes: an accepted value adds its depth to those of the
cells that its look pruned, and takes it away when it is given up. A rejected value adds nothing:
the cell that it wiped out has the removers from before, and the cell of the value itself.
"""

from __future__ import annotations

from futoshiki_lab.explorer.kernels import layout as at
from futoshiki_lab.explorer.kernels.lines import propagate
from futoshiki_lab.explorer.kernels.looks import (
    arc_consistency_from,
    forward_check,
    look_back,
    price_values,
)
from futoshiki_lab.explorer.kernels.placing import assign, clear, put_in_order, restore, select_cell
from futoshiki_lab.support.compiling import compiled, highest, keep_compiled, lowest, start_of

EVERY_BIT = (1 << at.PER_WORD) - 1


# -- who is to blame ---------------------------------------------------------------------------


@compiled
def clear_blame(m):
    """Nobody is to blame for anything."""
    m[at.WORDS] = m[at.UNKNOWN] // at.PER_WORD + 1
    for x in range(m[at.N] * m[at.N]):
        m[at.WORD_OF + x] = m[at.BIT_OF + x] = 0
    for place in range(m[at.N] * m[at.N] * m[at.WORDS]):
        m[at.REMOVERS + place] = 0


@compiled
def open_conflict_set(m, depth, cell):
    """Begin the conflict set of a depth with the removers of the cell that is visited there."""
    m[at.WORD_OF + cell], m[at.BIT_OF + cell] = depth // at.PER_WORD, 1 << depth % at.PER_WORD
    for word in range(depth // at.PER_WORD + 1):
        m[at.CONFLICTS + m[at.WORDS] * depth + word] = m[at.REMOVERS + m[at.WORDS] * cell + word]


@compiled
def accuse_removers(m, depth, cell):
    """Add the removers of a cell to the conflict set of a depth."""
    conflicts, removers = at.CONFLICTS + m[at.WORDS] * depth, at.REMOVERS + m[at.WORDS] * cell
    for word in range(m[at.WORD_OF + m[at.CELL + depth]] + 1):
        m[conflicts + word] |= m[removers + word]


@compiled
def accuse_all(m, depth):
    """Add all that are visited to the conflict set of a depth."""
    for word in range(depth // at.PER_WORD + 1):
        m[at.CONFLICTS + m[at.WORDS] * depth + word] = EVERY_BIT


@compiled
def flip_removers(m, depth):
    """Add a depth to the removers of the cells pruned since its value was tried, or take it away.

    Forward checking prunes a cell at most once in a look.
    """
    cell, words = m[at.CELL + depth], m[at.WORDS]
    removers, bit = at.REMOVERS + m[at.WORD_OF + cell], m[at.BIT_OF + cell]
    for place in range(at.TRAIL_CELL + m[at.MARK + depth], at.TRAIL_CELL + m[at.TRAIL]):
        m[removers + words * m[place]] ^= bit


@compiled
def jump_from(m, depth):
    """Hand a conflict set to the last depth in it, and skip those between; -1 if none is in it."""
    conflicts, word = at.CONFLICTS + m[at.WORDS] * depth, depth // at.PER_WORD
    bits = m[conflicts + word] & ((1 << depth % at.PER_WORD) - 1)
    while not bits and word > 0:
        word -= 1
        bits = m[conflicts + word]
    culprit = at.PER_WORD * word + highest(bits) if bits else -1
    m[at.SKIPPED] += depth - 1 - culprit
    for skipped in range(depth - 1, culprit, -1):
        flip_removers(m, skipped)
        restore(m, skipped)
    handed = at.CONFLICTS + m[at.WORDS] * culprit
    for word in range(culprit // at.PER_WORD + 1 if bits else 0):
        m[handed + word] |= m[conflicts + word]
    return culprit


# -- the search --------------------------------------------------------------------------------


@compiled
def look(m, cell, value):
    """Whether the value just assigned to a cell survives its look."""
    if m[at.LOOK] == at.FC:
        return forward_check(m, cell, value)
    if m[at.LOOK] == at.MAC:
        return arc_consistency_from(m, cell)
    if m[at.LOOK] == at.GAC:
        return propagate(m, cell)
    if m[at.LOOK] == at.BT:
        return look_back(m, cell, value)
    raise NotImplementedError("this look has a number, but no branch in look")


@compiled
def set_up(m):
    """Place the givens, each followed by a look, and establish what the look maintains.

    Returns whether there is anything to search; if not, there is no solution.
    """
    n = m[at.N]
    consistent = True
    for x in range(n * n):
        if m[at.GIVENS + x] and consistent:
            assign(m, x, m[at.GIVENS + x])
            consistent = look(m, x, m[at.GIVENS + x])
    if consistent and m[at.LOOK] == at.GAC:
        consistent = propagate(m, -1)
    elif consistent and (m[at.LOOK] == at.MAC or m[at.ROOT]):
        consistent = arc_consistency_from(m, -1)
    m[at.SETUP_CHECKS], m[at.CHECKS] = m[at.CHECKS], 0
    m[at.SETUP_PRUNES], m[at.PRUNES] = m[at.PRUNES], 0
    m[at.TRAIL] = 0
    return consistent


@compiled
def enter(m, twister, depth, jumps):
    """Select a cell and prepare its values."""
    cell = select_cell(m, depth)
    m[at.CELL + depth] = cell
    m[at.BEFORE + depth] = m[at.LEFT + depth] = m[at.DOMAIN + cell]
    if m[at.ORDER] >= at.RANDOM:
        put_in_order(m, twister, depth, cell)
    if jumps:
        open_conflict_set(m, depth, cell)
    if m[at.LOOK] == at.BT:
        price_values(m, depth, cell, jumps)


@compiled
def next_value(m, depth, left):
    """The next value to try at a depth, of those left."""
    if m[at.ORDER] == at.ASCENDING:
        return lowest(left)
    if m[at.ORDER] == at.DESCENDING:
        return highest(left)
    start = at.SEQUENCE + at.ROW * depth
    m[start] += 1
    return m[start + m[start]]


@compiled
def try_priced_values(m, depth, most):
    """Try values until one survives or none is left: backtracking, at most so many nodes."""
    price, passes, left = at.PRICE + at.ROW * depth, m[at.PASSES + depth], m[at.LEFT + depth]
    checks = nodes = value = survived = 0
    while left and nodes != most and not survived:
        value = next_value(m, depth, left)
        left ^= 1 << value
        nodes += 1
        checks += m[price + value]
        survived = passes >> value & 1
    m[at.LEFT + depth] = left
    m[at.NODES] += nodes
    m[at.CHECKS] += checks
    if survived:
        assign(m, m[at.CELL + depth], value)
    return survived == 1


@compiled
def try_value(m, depth):
    """Assign the next value at a depth and look: one node. True if it survives."""
    value, cell = next_value(m, depth, m[at.LEFT + depth]), m[at.CELL + depth]
    m[at.LEFT + depth] ^= 1 << value
    m[at.NODES] += 1
    assign(m, cell, value)
    survived = look(m, cell, value)
    if not survived:
        if m[at.JUMP]:
            wiped = m[at.TRAIL_CELL + m[at.TRAIL] - 1]
            if m[at.TRAIL] == m[at.MARK + depth] or m[at.DOMAIN + wiped]:
                raise NotImplementedError("a look failed without a wipe-out: it cannot jump here")
            accuse_removers(m, depth, wiped)
        restore(m, depth)
    return survived


@compiled
def advance(m, depth, most):
    """Try one value or, of backtracking's, as many as fail; at most so many nodes."""
    m[at.MAX_DEPTH] = max(m[at.MAX_DEPTH], depth + 1)
    m[at.MARK + depth] = m[at.TRAIL]
    if m[at.LOOK] == at.BT:
        return try_priced_values(m, depth, most)
    return try_value(m, depth)


def exploration(jumps):
    """The search, compiled for `jumps` True or False: without it nothing is done for blame."""

    @keep_compiled
    @compiled
    def explore(memory, packed, twister, found, new, pause):
        """Search a new puzzle, or continue a paused search.

        Parameters
        ----------
        memory : int64[END], with the settings in it.
        packed : int64[n² + signs], the puzzle.
        twister : int64[625], the state of the random number generator.
        found : int64[grids * n²], filled with the solutions from the last call on.
        new : whether to copy this puzzle, and set up the search first.
        pause : stop when one more node than this would be counted.

        Returns
        -------
        PAUSED, SOLVED, EXHAUSTED, or FULL: there is no room for another solution.
        """
        m, twister, room, found = start_of(memory), start_of(twister), len(found), start_of(found)
        if new:
            clear(m, start_of(packed), len(packed))
            if jumps:
                clear_blame(m)
            if not set_up(m):
                return at.EXHAUSTED
        cells = m[at.N] * m[at.N]
        depth, filled = m[at.DEPTH], 0
        while True:
            if m[at.ENTERING]:
                if depth < m[at.UNKNOWN]:
                    enter(m, twister, depth, jumps)
                    m[at.ENTERING] = 0
                else:
                    for x in range(cells):
                        found[filled + x] = m[at.VALUE + x]
                    filled += cells
                    m[at.SOLUTIONS] += 1
                    if m[at.SOLUTIONS] == m[at.SOUGHT]:
                        return at.SOLVED
                    depth -= 1
                    if depth < 0:
                        return at.EXHAUSTED
                    if jumps:
                        accuse_all(m, depth)
                        flip_removers(m, depth)
                    restore(m, depth)
                    m[at.ENTERING] = 0
                    if filled == room:
                        m[at.DEPTH] = depth
                        return at.FULL
            if not m[at.LEFT + depth]:
                if depth == 0:
                    return at.EXHAUSTED
                m[at.BACKTRACKS] += 1
                depth -= 1
                if jumps:
                    depth = jump_from(m, depth + 1)
                    if depth < 0:
                        return at.EXHAUSTED
                    flip_removers(m, depth)
                restore(m, depth)
                continue
            if m[at.NODES] == pause:
                m[at.DEPTH] = depth
                return at.PAUSED
            if advance(m, depth, pause - m[at.NODES]):
                if jumps:
                    flip_removers(m, depth)
                m[at.ACCEPTED] += 1
                m[at.ENTERING] = 1
                depth += 1

    return explore


explore, explore_jumping = exploration(False), exploration(True)
