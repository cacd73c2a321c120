"""Who is to blame, compiled: the conflict sets of a search that jumps back (core/jumping.py).

The sets lie in the memory that layout.py describes. exploring.py calls this only if the
search jumps.

A set of searched cells is a set of **depths** here: the cell that is visited at depth d is bit d,
in words of `PER_WORD` bits; a given has no bit. In the conflict set of a depth only the bits of
smaller depths mean anything.

A cell's removers are kept as the search goes: an accepted value adds its depth to those of the
cells that its look pruned, and takes it away when it is given up. A rejected value adds nothing:
the cell that it wiped out has the removers from before, and the cell of the value itself.
"""

from __future__ import annotations

from futoshiki_lab.kernels import layout as at
from futoshiki_lab.kernels.bits import compiled, highest

EVERY_BIT = (1 << at.PER_WORD) - 1


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
def last_culprit(m, depth):
    """The largest depth in the conflict set of a depth, or -1."""
    conflicts = at.CONFLICTS + m[at.WORDS] * depth
    word = depth // at.PER_WORD
    bits = m[conflicts + word] & ((1 << depth % at.PER_WORD) - 1)
    while not bits and word > 0:
        word -= 1
        bits = m[conflicts + word]
    return at.PER_WORD * word + highest(bits) if bits else -1


@compiled
def hand_over(m, depth, culprit):
    """Add the conflict set of a depth to that of the depth to which the search jumps."""
    for word in range(culprit // at.PER_WORD + 1):
        m[at.CONFLICTS + m[at.WORDS] * culprit + word] |= m[
            at.CONFLICTS + m[at.WORDS] * depth + word
        ]
