"""Makes the boards on which functions are tried: the same ones at every check, then new ones.

Most are random: sizes are 2 to 5; signs point all four ways; neighbours are near and far, assigned
and not; domains are whole, shrunken, or about to be empty. On those of `sketches` one pair decides.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import cache
from random import Random

from futoshiki_lab.classroom.tutor.cases import Case
from futoshiki_lab.classroom.tutor.search_cases import AnyOrder, DeadEnd, MayCheck
from futoshiki_lab.classroom.tutor.sketches import MANY, BoardSketch, Pair, list_pairs
from futoshiki_lab.core import Cell, ac3, arc_consistency, forward_check, revise

Maker = Callable[[BoardSketch], Case | None]


def make_cases(
    make: Maker,
    decided: Maker | None = None,
    fixed: int = 60,
    fresh: int = 40,
    then: Callable[[Case], Case] = copy,
    sizes: Sequence[int] = MANY,
) -> Callable[[int | None], list[Case]]:
    """The cases of an exercise, the smallest first: the same ones, and more from a seed.

    Parameters
    ----------
    make : makes a case of a random sketch; None if nothing comes of this one.
    decided : the same, of a sketch in which one pair of neighbours decides.
    fixed, fresh : how many random ones, without a seed and from it.
    then : makes a case of another kind from each.
    sizes : of the random boards.
    """

    def try_to_make(random: Random, pair: Pair | None = None) -> Case:
        """Of a sign on a 2x2, for example, there may be none that decides."""
        maker = decided if pair and decided else make
        tries = (maker(BoardSketch(random, sizes, pair)) for _ in range(12))
        found = next(filter(None, tries), None)
        return then(found) if found else try_to_make(random)

    @cache
    def make_fixed() -> list[Case]:
        pairs = enumerate(list_pairs() if decided else ())
        each = [try_to_make(Random(at), pair) for at, pair in pairs]
        return each + [try_to_make(Random(seed)) for seed in range(fixed)]

    def cases(seed: int | None) -> list[Case]:
        random = Random(seed)
        more = [try_to_make(random) for _ in range(fresh if seed is not None else 0)]
        return sorted(make_fixed() + more, key=lambda case: case.extent)

    return cases


def make_pair(sketch: BoardSketch) -> Case:
    """A cell that has just been assigned, and an unassigned neighbour: for `fc_check`."""
    cell, x = sketch.pair.cell, sketch.pair.other
    sketch.assign_some([other for other in sketch.cells if other not in (cell, x)])
    sketch.assign(cell)
    sketch.prune_some(x)
    return sketch.make(cell, x)


def make_arc(sketch: BoardSketch) -> Case:
    """Two neighbours x and y; y may be assigned: for `revise`."""
    x, y = sketch.pair.cell, sketch.pair.other
    if sketch.random.random() < 0.3:
        sketch.assign(y)
    sketch.prune_some(x, y)
    return sketch.make(x, y)


def make_assigned(sketch: BoardSketch) -> Case:
    """A board in a search, on which a cell has just been assigned: for a look."""
    cell = sketch.random.choice(sketch.cells)
    sketch.assign_some([other for other in sketch.cells if other != cell])
    sketch.assign(cell)
    sketch.prune_some(*sketch.free)
    return sketch.make(cell)


def make_looked_ahead(sketch: BoardSketch) -> Case | None:
    """The same where all cells assigned before have been looked at."""
    case = make_assigned(sketch)
    return sketch.make(*case.arguments) if sketch.look_ahead(*case.arguments) else None


def make_selection(sketch: BoardSketch) -> Case:
    """A board in a search with a cell to select: for MRV and its kind."""
    cells = [*sketch.cells]
    sketch.random.shuffle(cells)
    sketch.assign_some(cells[1:])
    sketch.prune_some(*sketch.free)
    return sketch.make()


def make_failed_value(sketch: BoardSketch) -> Case:
    """A board on which a value has failed: the conflict set, its culprits, whether it survived."""
    case, random = make_selection(sketch), sketch.random
    searched = [cell for cell, _ in case.assigned]
    conflicts, below = (
        {cell for cell in searched if random.random() < share} for share in (0.3, 0.5)
    )
    survived = random.random() < 0.5
    itself = {random.choice(sketch.free)} if survived else set()
    return replace(case, arguments=(conflicts, below | itself, survived))


def make_order(sketch: BoardSketch) -> Case:
    """A board in a search with a selected cell: for an order of values."""
    make_selection(sketch)
    return sketch.make(sketch.random.choice(sketch.free))


def make_arcs(sketch: BoardSketch) -> Case | None:
    """A board and all arcs of its unassigned cells, or those to one cell: for AC-3.

    Those to one cell come after a value for it, on a board that was arc consistent before: from any
    other, the arcs that wait at first decide what AC-3 meets, and so what it removes.
    """
    random, neighbours = sketch.random, sketch.puzzle.neighbours
    (cell,) = make_assigned(sketch).arguments
    if random.random() < 0.5:
        arcs = [(x, y) for x in sketch.free for y in neighbours[x]]
        return sketch.make(arcs, kind=AnyOrder)
    del sketch.assigned[cell]
    board = sketch.make().make_board()
    if not arc_consistency(board) or not board.domains[cell]:
        return None
    sketch.kept = {each: board.domains[each] for each in board.unassigned}
    sketch.assigned[cell] = random.choice(board.domains[cell])
    arcs = [(x, cell) for x in neighbours[cell] if x in sketch.free]
    return sketch.make(arcs, kind=AnyOrder)


def make_decided_arcs(sketch: BoardSketch) -> Case | None:
    """For AC-3: what a third cell takes from the first of a pair costs the other one a value."""
    neighbours, (_, x, z, _) = sketch.puzzle.neighbours, sketch.pair
    cell = sketch.random.choice([each for each in neighbours[x] if each != z])
    sketch.assign(*(each for each in sketch.cells if each not in (cell, x, z)))
    sketch.keep_some(x, z)
    before = sketch.make().make_board()
    if not ac3(before, [(x, z), (z, x)]):
        return None
    sketch.kept = {each: before.domains[each] for each in (x, z)}
    sketch.assign(cell)
    case = sketch.make([(y, cell) for y in (x, z) if cell in neighbours[y]], kind=AnyOrder)
    board = case.make_board()
    revise(board, x, cell)
    return case if board.domains[x] and revise(board, z, x) else None


def make_dead_end(sketch: BoardSketch) -> Case | None:
    """A search that assigned cells in any order up to a wipe-out, with givens or without."""
    random = sketch.random
    many = random.choice((0, 0, 1, 2, sketch.puzzle.size))
    sketch.give(random.sample(sketch.cells, many))
    board = sketch.make(kind=DeadEnd, turn=False).make_board()
    while board.unassigned and all(board.domains.values()):
        cell = random.choice(board.unassigned)
        sketch.assigned[cell] = random.choice(board.domains[cell])
        board.assign(cell, sketch.assigned[cell])
        forward_check(board, cell)
    return sketch.make(kind=DeadEnd, turn=False) if board.unassigned else None


def make_full(sketch: BoardSketch) -> Case:
    """A full board with conflicts, or solved, and givens or none: for min-conflicts."""
    random = sketch.random
    sketch.give(random.sample(sketch.cells, random.choice((0, 0, 1, 2))))
    free = [cell for cell in sketch.cells if cell not in sketch.puzzle.givens]
    sketch.assigned = {cell: sketch.hidden[cell] for cell in free}
    if random.random() > 0.1:
        sketch.assigned |= {cell: random.choice(sketch.values) for cell in free}
    return sketch.make(kind=MayCheck, turn=False)


def make_line(sketch: BoardSketch) -> Case | None:
    """A row or column for line insertion, on which its order of work does not matter."""
    random, hidden, values = sketch.random, sketch.hidden, sketch.values
    line = _choose_line(sketch)
    missing = random.choice(values) if random.random() < 0.2 else 0
    placed = random.sample(line, 0 if missing else random.randint(0, len(line) - 1))
    share, domains = random.choice((0.2, 0.6)), {}
    taken = {missing, *(hidden[cell] for cell in placed)}
    for cell in line:  # those placed have the only place of a value, and often other values too
        own = {hidden[cell]} if cell in placed else set()
        others = {v for v in values if v not in taken and random.random() > share}
        domains[cell] = own | others or {hidden[cell]}
    if placed[1:] and random.random() < 0.3:  # two values have their only place in the same cell
        domains[placed[0]] |= {hidden[placed[1]]}
        domains[placed[1]] = domains[placed[1]] - {hidden[placed[1]]} or {hidden[placed[0]]}
    if not any_order_will_do(list(domains.values())):
        return None
    fixed = [cell for cell in placed if len(domains[cell]) == 1]
    sketch.kept = {**domains}
    sketch.assigned = {cell: min(domains[cell]) for cell in fixed if random.random() < 0.5}
    return sketch.make(line)


def make_line_with_few_values(sketch: BoardSketch) -> Case:
    """A row or column of a board with few values in its cells: for a rule of logic."""
    random, hidden, line = sketch.random, sketch.hidden, _choose_line(sketch)
    others = (2,) if random.random() < 0.75 else (0, 3)  # how many besides the right one
    more = {cell: random.choice(others) for cell in sketch.cells}
    sketch.kept = {c: {hidden[c], *random.sample(sketch.values, more[c])} for c in more}
    return sketch.make(line)


def _choose_line(sketch: BoardSketch) -> list[Cell]:
    n = sketch.puzzle.size
    at, down = sketch.random.randrange(n), sketch.random.random() < 0.5
    return [Cell(k, at) if down else Cell(at, k) for k in range(n)]


def any_order_will_do(domains: list[set[int]]) -> bool:
    """Whether nothing follows from putting a value into its only place.

    Either a value has no place and none has a single one, or two have the same single one: these
    are contradictions. Or every value has a place, and once those with a single one are put there,
    no other value has a single one.
    """

    def with_places(count: int, domains: list[set[int]]) -> set[int]:
        values = range(1, len(domains) + 1)
        return {value for value in values if sum(value in d for d in domains) == count}

    single = with_places(1, domains)
    if with_places(0, domains):
        return not single
    if any(len(domain & single) > 1 for domain in domains):
        return True
    after = [domain & single or domain for domain in domains]
    return with_places(1, after) == single and not with_places(0, after)
