"""Runs a kernel from start to end, in slices short enough for Ctrl-C to stop it.

It also makes what the kernels work on: the memory of a search, and a puzzle and settings in it.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from math import ceil
from random import Random
from struct import Struct
from time import perf_counter, thread_time
from typing import Any

import numpy as np

from futoshiki_lab.core import LOOKS, Cell, Counts, Puzzle, Run, Settings, parse_settings
from futoshiki_lab.core.board import limit_reached
from futoshiki_lab.core.run import INTERRUPTED, ROOTS
from futoshiki_lab.core.search import WIPE_OUT
from futoshiki_lab.explorer.kernels import layout as at
from futoshiki_lab.explorer.kernels.exploring import explore, explore_jumping
from futoshiki_lab.support.compiling import call_kept

SLICE = 0.2  # seconds: the longest delay of Ctrl-C
FIRST_SLICE = 60_000  # nodes of the first slice, times cells
LEAST = 0.001  # seconds that searches which are timed take together
ROOM = 1024  # grids that a kernel may find before it hands them over
MOST = np.iinfo(np.int64).max
NO_CHANCE = np.zeros(625, dtype=np.int64)


def cannot(settings: Settings) -> str:
    """Why there is no compiled search like this, in words; empty if there is one."""
    look = settings.records[0]
    if settings.jump and look is not LOOKS["bt"] and getattr(look, "blames", None) != WIPE_OUT:
        return f"to jump, it takes a failure of the look {settings.algorithm} for a wipe-out"
    return ""


def run(puzzle: Puzzle, settings: Settings, taker: Any) -> Run:
    """Search a puzzle with a compiled kernel.

    Parameters
    ----------
    settings : as `parse_settings` returns them; look, selection and order have twins.
    taker : takes the grids, a list that need not keep all: `Found` of solving.py; its total is 0.
    """
    spare = _spare(puzzle.size)
    try:
        space = spare.pop()
    except IndexError:  # a test before the pop would not be safe with threads
        space = Space(puzzle.size, ROOM)
    limit = MOST if settings.node_limit is None else settings.node_limit
    outcome = _search(space, puzzle, settings, limit, taker)
    counts = Counts(*space.counters.tolist())
    space.counters.fill(0)
    spare.append(space)
    ended = INTERRUPTED if outcome == "interrupted" else ""
    ended = limit_reached("node", limit) if outcome == "limit" else ended
    return Run(puzzle, settings, outcome, tuple(taker[: counts.solutions]), counts, ended)


def time_search(puzzle: Puzzle, settings: Settings) -> float:
    """The seconds of this thread's processor that a search takes, without the call from Python.

    Only the kernel is timed: the least of three times, each of so many searches that it has at
    least a millisecond. Python needs some time to call a kernel: what it takes for the empty
    board of one cell is taken away.
    """
    return max(_time_kernel(puzzle, settings) - _empty_call(settings.jump), 1e-8)


@cache
def _empty_call(jump: bool) -> float:
    """The seconds that it takes to call a kernel which has next to nothing to do."""
    settings = parse_settings("fc", jump=jump)
    return min(_time_kernel(Puzzle([[0]]), settings) for _ in range(10))


def _time_kernel(puzzle: Puzzle, settings: Settings) -> float:
    """The seconds of one call of a kernel."""
    space, kernel = Space(puzzle.size, ROOM), explore_jumping if settings.jump else explore
    limit = MOST if settings.node_limit is None else settings.node_limit
    space.take_up(settings)
    asked = space.memory, pack(puzzle), twister(settings), space.found

    def seconds_of(times: int) -> float:
        begun = thread_time()
        for _ in range(times):
            space.counters.fill(0)
            call_kept(kernel, *asked, True, limit)
        return (thread_time() - begun) / times

    enough = ceil(LEAST / seconds_of(1))
    return min(seconds_of(enough) for _ in range(3))


def _search(space: Space, puzzle: Puzzle, settings: Settings, limit: int, taker: Any) -> str:
    """Search slice by slice, and hand over the solutions of each. Returns the outcome."""
    counters, answer, new, before = space.counters, at.FULL, True, 0
    nodes, kernel = FIRST_SLICE // space.n**2, explore_jumping if settings.jump else explore
    space.take_up(settings)
    asked = space.memory, pack(puzzle), twister(settings), space.found
    try:
        while answer == at.FULL or (answer == at.PAUSED and counters[at.NODES] != limit):
            begun, pause = perf_counter(), min(limit, int(counters[at.NODES]) + nodes)
            before = taker.total
            answer = call_kept(kernel, *asked, new, pause)
            taken, new = perf_counter() - begun, False
            _hand_over(space, taker, before)
            if answer == at.PAUSED and taken < SLICE / 4:
                nodes *= 2
    except KeyboardInterrupt:  # one during a slice is raised right after it
        _hand_over(space, taker, before)  # what is left of it
        return "interrupted"
    if answer == at.EXHAUSTED:
        return "exhausted" if counters[at.SOLUTIONS] else "unsatisfiable"
    return "solved" if answer == at.SOLVED else "limit"


def _hand_over(space: Space, taker: Any, before: int) -> None:
    """Hand over the solutions of a slice that are still there.

    Parameters
    ----------
    before : how many solutions there were before that slice.
    """
    n, total = space.n, space.counters.item(at.SOLUTIONS)
    if not taker.wants_more:
        taker.total = total
        return
    new = space.found[n * n * (taker.total - before) : n * n * (total - before)]
    rows = space.row.iter_unpack(new.data)
    for grid in zip(*[rows] * n):  # noqa: B905 (n rows are a grid)
        taker.append(grid)


class Space:
    """The memory of one search at a time.

    Attributes
    ----------
    n : the size of its puzzles.
    row : n numbers as they lie in memory.
    memory : int64[END], holds everything; see layout.py.
    counters : its first places, in the order of `Counts`; zero before a search.
    found : int64[grids * n²], where the kernels put the solutions that they find.
    """

    def __init__(self, n: int, grids: int):
        self.n, self.row, self.memory = n, Struct(f"{n}q"), memory_for(n)
        self.counters = self.memory[: at.SKIPPED + 1]
        self.counters.fill(0)
        self.found = np.empty(grids * n * n, dtype=np.int64)
        self.taken: Settings | None = None

    def take_up(self, settings: Settings) -> None:
        """Write the settings into the memory, as numbers, unless they are there already."""
        if self.taken is settings:
            return
        self.taken = settings
        twins = [record.twin for record in settings.records if record]
        sought, root = min(settings.sought or 0, MOST), ROOTS.index(settings.root)
        self.memory[at.LOOK : at.JUMP + 1] = *twins, root, sought, settings.jump


@cache
def _spare(n: int) -> list[Space]:
    """Unused spaces for a size; their counters are zero."""
    return []


def memory_for(n: int) -> np.ndarray:
    """A new array for puzzles of a size, with what depends on the size alone filled in."""
    memory, cells, values = np.empty(at.END, dtype=np.int64), np.arange(n * n), np.arange(n + 1)
    memory[at.N], memory[at.K] = n, 2 * (n - 1)
    (owners, neighbours), (rows, columns) = arcs_of(n), np.divmod(cells, n)
    back = np.lexsort((owners, neighbours))  # the arcs by the cell they lead to
    starts = at.OWNER, at.NEIGHBOURS, at.REVERSE, at.ROW_OF, at.COLUMN_OF
    for start, part in zip(starts, (owners, neighbours, back, rows, columns), strict=True):
        memory[start : start + len(part)] = part
    memory[at.LINES + at.ROW * rows + columns] = cells
    memory[at.LINES + at.ROW * (n + columns) + rows] = cells
    at_most, at_least = (2 << values) - 2, (2 << n) - (1 << values)
    for relation, loses, is_lost in (
        (at.NOT_EQUAL, 1 << values, 1 << values),
        (at.LESS, at_most, at_least),
        (at.GREATER, at_least, at_most),
    ):
        memory[at.RULED_OUT + at.ROW * relation + values] = loses
        memory[at.RULED_OUT_BY + at.ROW * relation + values] = is_lost
    return memory


@cache
def arcs_of(n: int) -> tuple[np.ndarray, np.ndarray]:
    """All arcs in order: the cells that they lead from, and the cells that they lead to."""
    row, column = np.divmod(np.arange(n * n), n)
    owners, neighbours = np.nonzero((row[:, None] == row) != (column[:, None] == column))
    return owners, neighbours


@cache
def _arc_of_sign(n: int) -> dict[tuple[Cell, Cell], int]:
    """The number of the arc from a cell to a cell that it touches.

    Two cells of one line touch if they are 1 or n places apart in reading order.
    """
    cells, pairs = Puzzle([[0] * n] * n).cells, zip(*arcs_of(n), strict=True)
    return {(cells[x], cells[y]): arc for arc, (x, y) in enumerate(pairs) if abs(x - y) in (1, n)}


def pack(puzzle: Puzzle) -> np.ndarray:
    """The puzzle as numbers: the n² values of its grid, then for each sign the arc that is `<`.

    Made once and kept with the puzzle, which never changes; copies and pickles do not have it.

    Returns
    -------
    int64[n² + signs].
    """
    kept = vars(puzzle).get("_packed")
    if kept is None:
        arcs = _arc_of_sign(puzzle.size)
        numbers = [*chain.from_iterable(puzzle.grid), *map(arcs.__getitem__, puzzle.signs)]
        kept = vars(puzzle)["_packed"] = np.fromiter(numbers, np.int64, len(numbers))
    return kept


def twister(settings: Settings) -> np.ndarray:
    """The state of `random.Random(seed)`, whose shuffles the kernels repeat draw by draw."""
    if settings.order != "random":
        return NO_CHANCE
    return np.array(Random(settings.seed).getstate()[1], dtype=np.int64)
