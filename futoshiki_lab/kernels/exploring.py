"""The compiled search: set up, try values, look, restore, go back.

It is not recursive: it can pause after some nodes and continue, so that Ctrl-C can stop it.
"""

from __future__ import annotations

from futoshiki_lab.kernels.bits import compiled, highest, keep_compiled, lowest, start_of
from futoshiki_lab.kernels.jumping import (
    accuse_all,
    accuse_removers,
    clear_blame,
    flip_removers,
    hand_over,
    last_culprit,
    open_conflict_set,
    price_and_accuse,
)
from futoshiki_lab.kernels.layout import (
    ACCEPTED,
    ASCENDING,
    BACKTRACKS,
    BEFORE,
    BT,
    CELL,
    CHECKS,
    DEPTH,
    DESCENDING,
    DOMAIN,
    ENTERING,
    EXHAUSTED,
    FC,
    FULL,
    GAC,
    GIVENS,
    JUMP,
    LEFT,
    LOOK,
    MAC,
    MARK,
    MAX_DEPTH,
    NODES,
    ORDER,
    PASSES,
    PAUSED,
    PRICE,
    PRUNES,
    RANDOM,
    ROOT,
    ROW,
    SEQUENCE,
    SETUP_CHECKS,
    SETUP_PRUNES,
    SKIPPED,
    SOLUTIONS,
    SOLVED,
    SOUGHT,
    TRAIL,
    TRAIL_CELL,
    UNKNOWN,
    VALUE,
    N,
)
from futoshiki_lab.kernels.lines import propagate
from futoshiki_lab.kernels.looks import arc_consistency_from, forward_check, look_back, price_values
from futoshiki_lab.kernels.orderings import put_in_order, select_cell
from futoshiki_lab.kernels.placing import assign, clear, restore


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
def jump_from(m, depth):
    """Hand a conflict set to the last depth in it, and skip those between; -1 if none is in it."""
    culprit = last_culprit(m, depth)
    m[SKIPPED] += depth - 1 - culprit
    for skipped in range(depth - 1, culprit, -1):
        flip_removers(m, skipped)
        restore(m, skipped)
    if culprit >= 0:
        hand_over(m, depth, culprit)
    return culprit


@compiled
def take_up(m, settings):
    """Copy the settings, int64[JUMP - LOOK + 1], into the memory."""
    for place in range(LOOK, JUMP + 1):
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
def enter(m, twister, depth, jumps):
    """Select a cell and prepare its values."""
    cell = select_cell(m, depth)
    m[CELL + depth] = cell
    m[BEFORE + depth] = m[LEFT + depth] = m[DOMAIN + cell]
    if m[ORDER] >= RANDOM:
        put_in_order(m, twister, depth, cell)
    if jumps:
        open_conflict_set(m, depth, cell)
        if m[LOOK] == BT:
            price_and_accuse(m, depth, cell)
    elif m[LOOK] == BT:
        price_values(m, depth, cell)


@compiled
def next_value(m, depth, left):
    """The next value to try at a depth, of those left."""
    if m[ORDER] == ASCENDING:
        return lowest(left)
    if m[ORDER] == DESCENDING:
        return highest(left)
    at = SEQUENCE + ROW * depth
    m[at] -= 1
    return m[at + m[at] + 1]


@compiled
def try_priced_values(m, depth, most):
    """Try values until one survives or none is left: backtracking, at most so many nodes."""
    price, passes, left = PRICE + ROW * depth, m[PASSES + depth], m[LEFT + depth]
    checks = nodes = value = survived = 0
    while left and nodes != most and not survived:
        value = next_value(m, depth, left)
        left ^= 1 << value
        nodes += 1
        checks += m[price + value]
        survived = passes >> value & 1
    m[LEFT + depth] = left
    m[NODES] += nodes
    m[CHECKS] += checks
    if survived:
        assign(m, m[CELL + depth], value)
    return survived == 1


@compiled
def try_value(m, depth):
    """Assign the next value at a depth and look: one node. True if it survives."""
    value, cell = next_value(m, depth, m[LEFT + depth]), m[CELL + depth]
    m[LEFT + depth] ^= 1 << value
    m[NODES] += 1
    assign(m, cell, value)
    survived = look(m, cell, value)
    if not survived:
        if m[JUMP]:
            accuse_removers(m, depth, m[TRAIL_CELL + m[TRAIL] - 1])
        restore(m, depth)
    return survived


@compiled
def advance(m, depth, most):
    """Try one value or, of backtracking's, as many as fail; at most so many nodes."""
    m[MAX_DEPTH] = max(m[MAX_DEPTH], depth + 1)
    m[MARK + depth] = m[TRAIL]
    if m[LOOK] == BT:
        return try_priced_values(m, depth, most)
    return try_value(m, depth)


def exploration(jumps):
    """The search, compiled for `jumps` True or False: without it nothing is done for blame."""

    @keep_compiled
    @compiled
    def explore(memory, settings, packed, twister, new, pause, found):
        """Search a new puzzle, or continue a paused search.

        Parameters
        ----------
        settings : int64[JUMP - LOOK + 1], as in the memory.
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
            if jumps:
                clear_blame(m)
            if not set_up(m):
                return EXHAUSTED
        cells = m[N] * m[N]
        depth, filled = m[DEPTH], 0
        while True:
            if m[ENTERING]:
                if depth < m[UNKNOWN]:
                    enter(m, twister, depth, jumps)
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
                    if jumps:
                        accuse_all(m, depth)
                        flip_removers(m, depth)
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
                if jumps:
                    depth = jump_from(m, depth + 1)
                    if depth < 0:
                        return EXHAUSTED
                    flip_removers(m, depth)
                restore(m, depth)
                continue
            if m[NODES] == pause:
                m[DEPTH] = depth
                return PAUSED
            if advance(m, depth, pause - m[NODES]):
                if jumps:
                    flip_removers(m, depth)
                m[ACCEPTED] += 1
                m[ENTERING] = 1
                depth += 1

    return explore


explore, explore_jumping = exploration(False), exploration(True)
