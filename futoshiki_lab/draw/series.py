"""Numbers over the time of a run, read from the recorder's columns in one pass each."""

from __future__ import annotations

import numpy as np

from futoshiki_lab.core import Constraint, Verb
from futoshiki_lab.trace import Trace
from futoshiki_lab.trace.recorder import places_of

POINTS = 2000  # a line on a page has no more: the rest is thinned out


def running_count(trace: Trace, verb: Verb) -> np.ndarray:
    """How often a verb was called up to each step; index 0 is the start."""
    called = np.frombuffer(trace.recorder.verbs, np.uint8) == verb
    return np.concatenate([[0], np.cumsum(called)])


def depths(trace: Trace) -> np.ndarray:
    """How many searched cells are assigned at each step."""
    change = np.zeros(len(trace) + 1, np.int64)
    for node in trace.tree():
        if node.number:
            change[node.first] += 1
            if node.last is not None:
                change[node.last] -= 1
    return np.cumsum(change)


def thin_out(values: np.ndarray, points: int = POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Fewer points of a series, its extremes kept: steps, and the values there.

    The series is cut into stretches; of each its first, lowest, highest and last value stay, in
    their order. No peak is lost, and no value is made up.
    """
    if len(values) <= points:
        return np.arange(len(values)), values
    kept = []
    for stretch in np.array_split(np.arange(len(values)), points // 4):
        part = values[stretch]
        kept += [stretch[0], stretch[part.argmin()], stretch[part.argmax()], stretch[-1]]
    steps = np.unique(kept)
    return steps, values[steps]


ASSIGNED = -1  # in place of a size, for a cell that has a value


def domain_sizes(trace: Trace, columns: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """How many values each cell has left, over the time of a run.

    Parameters
    ----------
    columns : into how many stretches, at most, the steps are cut.

    Returns
    -------
    The smallest size of each cell in each stretch (cells in reading order by stretches; ASSIGNED
    for a cell that has a value all the time); the steps between which the stretches lie; and for
    every step the sizes of all unassigned cells together.
    """
    steps = len(trace) + 1
    edges = np.unique(np.linspace(0, steps, min(columns, steps) + 1).astype(int))
    sizes = np.empty((len(trace.puzzle.cells), len(edges) - 1), np.int16)
    totals = np.zeros(steps, np.int64)
    follower = _Sizes(trace)
    changes = iter([*follower.changes(), steps])
    change = next(changes)
    for stretch, end in enumerate(edges[1:]):
        lowest = list(follower.now)
        while change < end:
            before = follower.total
            for cell in follower.follow(change):
                lowest[cell] = _lower(lowest[cell], follower.now[cell])
            totals[change] = follower.total - before
            change = next(changes)
        sizes[:, stretch] = lowest
    totals[0] = follower.first_total
    return sizes, edges, np.cumsum(totals)


def _lower(one: int, other: int) -> int:
    """The smaller size; a cell that was unassigned at some time shows what it had left then."""
    if ASSIGNED in (one, other):
        return max(one, other)
    return min(one, other)


class _Sizes:
    """The sizes of all domains, change by change; a trail of its own gives them back.

    Attributes
    ----------
    now : the size of each cell's domain, in reading order.
    total : of all unassigned cells together.
    """

    def __init__(self, trace: Trace):
        puzzle, self.recorder = trace.puzzle, trace.recorder
        index = {cell: number for number, cell in enumerate(puzzle.cells)}
        self.cells = [
            index.get(place.cell if isinstance(place, Constraint) else place)
            for place in places_of(puzzle)
        ]
        self.now = [1 if puzzle[cell] else puzzle.size for cell in puzzle.cells]
        self.first_total = self.total = sum(self.now)
        self.trail: list[tuple[int, int]] = []

    def changes(self) -> list[int]:
        """The steps at which any domain changes."""
        verbs = np.frombuffer(self.recorder.verbs, np.uint8)
        kinds = [Verb.PLACE, Verb.ASSIGN, Verb.PRUNE, Verb.RESTORE]
        return (np.flatnonzero(np.isin(verbs, kinds)) + 1).tolist()

    def follow(self, step: int) -> list[int]:
        """Play the change that leads to a step; returns the cells that it is about."""
        row = step - 1
        verb = self.recorder.verbs[row]
        if verb == Verb.RESTORE:
            return self._give_back(self.recorder.other_values[row])
        cell = self.cells[self.recorder.places[row]]
        self.trail.append((cell, self.now[cell]))
        self._set(cell, self.now[cell] - 1 if verb == Verb.PRUNE else ASSIGNED)
        return [cell]

    def _give_back(self, mark: int) -> list[int]:
        changed = self.trail[mark:]
        for cell, size in reversed(changed):
            self._set(cell, size)
        del self.trail[mark:]
        return [cell for cell, _ in changed]

    def _set(self, cell: int, size: int) -> None:
        self.total += max(size, 0) - max(self.now[cell], 0)
        self.now[cell] = size
