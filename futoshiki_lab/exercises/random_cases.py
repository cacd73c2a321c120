"""Makes boards that can tell a right function from a wrong one: some fixed, some new at each check.

Every maker takes a generator of random numbers and returns a `Case`. Sizes are 2 to 5; signs point
all four ways; neighbours are near and far, assigned and not; domains are whole, shrunken, or about
to be empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random
from typing import Any

from futoshiki_lab.core import (
    Cell,
    Puzzle,
    Verb,
    ac3,
    ascending,
    descending,
    forward_check,
    look_back,
    mrv,
    reading_order,
)
from futoshiki_lab.core.puzzle import grid_of
from futoshiki_lab.exercises.cases import (
    Assignments,
    Case,
    DeadEnd,
    EachPairOnce,
    Function,
    SearchCase,
    TrailCase,
    UntilAWipeOut,
    UpToAViolation,
)

CellValues = dict[Cell, int]


def make_cases(
    make: Callable[[Random], Case], fixed: int = 80, fresh: int = 40
) -> Callable[[Random], Iterable[Case]]:
    """The cases of an exercise: the same ones at every check, then new ones."""

    @cache
    def make_fixed() -> list[Case]:
        return [make(Random(seed)) for seed in range(fixed)]

    def cases(random: Random) -> Iterable[Case]:
        yield from make_fixed()
        yield from (make(random) for _ in range(fresh))

    return cases


def make_pair(random: Random) -> Case:
    """A cell that has just been assigned, and an unassigned neighbour: for `fc_check`."""
    puzzle, hidden = make_puzzle(random)
    cell, x = _choose_neighbours(random, puzzle)
    others = [other for other in puzzle.cells if other not in (cell, x)]
    assigned = (*_assign_some(random, others, hidden), (cell, random.choice(puzzle.values)))
    return Case(puzzle, _prune_some(random, puzzle, [x], hidden), assigned, (cell, x))


def make_arc(random: Random) -> Case:
    """Two neighbours x and y; y may be assigned: for `revise`."""
    puzzle, hidden = make_puzzle(random)
    x, y = _choose_neighbours(random, puzzle)
    assigned = ((y, random.choice(puzzle.values)),) if random.random() < 0.3 else ()
    return Case(puzzle, _prune_some(random, puzzle, [x, y], hidden), assigned, (x, y))


def make_assigned(random: Random) -> Case:
    """A board in a search, on which a cell has just been assigned: for a look."""
    puzzle, hidden = make_puzzle(random)
    cell = random.choice(puzzle.cells)
    others = [other for other in puzzle.cells if other != cell]
    assigned = (*_assign_some(random, others, hidden), (cell, random.choice(puzzle.values)))
    free = _list_others(puzzle, assigned)
    return Case(puzzle, _prune_some(random, puzzle, free, hidden), assigned, (cell,))


def make_look_back(random: Random) -> Case:
    """A board on which a cell has just been assigned, for a look that asks up to a violation."""
    return UpToAViolation(**vars(make_assigned(random)))


def make_selection(random: Random) -> Case:
    """A board in a search with a cell to select: for MRV and its kind."""
    puzzle, hidden = make_puzzle(random)
    cells = list(puzzle.cells)
    random.shuffle(cells)
    assigned = _assign_some(random, cells[1:], hidden)
    free = _list_others(puzzle, assigned)
    return Case(puzzle, _prune_some(random, puzzle, free, hidden), assigned)


def make_order(random: Random) -> Case:
    """A board in a search with a selected cell: for an order of values."""
    case = make_selection(random)
    cell = random.choice(_list_others(case.puzzle, case.assigned))
    return replace(case, arguments=(cell,))


def make_arcs(random: Random) -> Case:
    """A board and all arcs of its unassigned cells, or those to one cell: for AC-3."""
    case = make_assigned(random)
    (cell,) = case.arguments
    board = case.make_board()
    if random.random() < 0.5:
        arcs = [(x, cell) for x in board.unassigned_neighbours(cell)]
    else:
        arcs = [(x, y) for x in board.unassigned for y in case.puzzle.neighbours[x]]
    return _allow_any_order(replace(case, arguments=(arcs,)), ac3, UntilAWipeOut)


def make_look_ahead(random: Random) -> Case:
    """A board on which a cell has just been assigned, to ask its neighbours in any order."""
    return _allow_any_order(make_assigned(random), forward_check, EachPairOnce)


def make_thrifty_look(random: Random) -> Case:
    """The same, where asking twice may pay."""
    return _allow_any_order(make_assigned(random), forward_check, UntilAWipeOut)


def _allow_any_order(case: Case, right: Function, kind: type[Case]) -> Case:
    """The case, or one of another kind if the right function comes to a wipe-out."""
    return case if right(case.make_board(), *case.arguments) else kind(**vars(case))


def make_search(random: Random) -> SearchCase:
    """A small puzzle, solvable or not, with a look, a selection and an order: for `search`."""
    n = random.choice((2, 2, 3))
    puzzle, hidden = make_puzzle(random, n)
    givens = {cell: hidden[cell] for cell in random.sample(puzzle.cells, random.randint(0, n))}
    if givens and random.random() < 0.5:  # many a puzzle with a wrong given has no solution
        givens[next(iter(givens))] = random.choice(puzzle.values)
    functions = (
        random.choice((look_back, forward_check)),
        random.choice((reading_order, mrv)),
        random.choice((ascending, descending)),
    )
    sought = random.choice((1, None))
    case = SearchCase(_add_givens(puzzle, givens), arguments=functions, sought=sought)
    return make_search(random) if case.make_board().in_setup else case


def make_trail(random: Random) -> TrailCase:
    """A board in a search, some levels deep, and a mark of one of the levels: for `restore`."""
    puzzle, hidden = make_puzzle(random, random.choice((2, 3, 3, 4)))
    givens = {cell: hidden[cell] for cell in random.sample(puzzle.cells, random.randint(0, 2))}
    case = TrailCase(_add_givens(puzzle, givens))
    board, changes, marks = case.make_board(), [], []

    def note(verb: Verb, where: Any, value: int, other: int) -> None:
        if verb in (Verb.ASSIGN, Verb.PRUNE):
            changes.append((verb, getattr(where, "cell", where), value))

    board.observer = note
    for _ in range(random.randint(1, 4)):
        open_cells = [cell for cell in board.unassigned if board.domains[cell]]
        if not open_cells:
            break
        cell = random.choice(open_cells)
        marks.append(board.assign(cell, random.choice(board.domains[cell])))
        forward_check(board, cell)
    mark = random.choice([*marks, *marks, len(board.trail)])
    return TrailCase(case.puzzle, arguments=(mark,), changes=tuple(changes))


def make_dead_end(random: Random) -> DeadEnd:
    """A search that assigned cells in any order up to a wipe-out, with givens or without."""
    puzzle, hidden = make_puzzle(random)
    given = random.sample(puzzle.cells, random.choice((0, 0, 1, 2, puzzle.size)))
    puzzle = _add_givens(puzzle, {cell: hidden[cell] for cell in given})
    board, assigned = DeadEnd(puzzle).make_board(), []
    while board.unassigned and all(board.domains.values()):
        cell = random.choice(board.unassigned)
        assigned.append((cell, random.choice(board.domains[cell])))
        board.assign(*assigned[-1])
        forward_check(board, cell)
    return DeadEnd(puzzle, assigned=tuple(assigned)) if board.unassigned else make_dead_end(random)


def make_line(random: Random) -> Case:
    """A row or column for line insertion, on which its order of work does not matter."""
    puzzle, hidden = make_puzzle(random)
    line = _choose_line(random, puzzle.size)
    missing = random.choice(puzzle.values) if random.random() < 0.2 else 0
    placed = random.sample(line, 0 if missing else random.randint(0, puzzle.size - 1))
    share, domains = random.choice((0.2, 0.6)), {}
    taken = {missing, *(hidden[cell] for cell in placed)}
    for cell in line:  # those placed have the only place of a value, and often other values too
        own = {hidden[cell]} if cell in placed else set()
        others = {v for v in puzzle.values if v not in taken and random.random() > share}
        domains[cell] = own | others or {hidden[cell]}
    if not _any_order_will_do(list(domains.values())):
        return make_line(random)
    lost = tuple((c, v) for c in line for v in puzzle.values if v not in domains[c])
    fixed = [(c, v) for c in placed for v in domains[c] if len(domains[c]) == 1]
    return Case(puzzle, lost, tuple(each for each in fixed if random.random() < 0.5), (line,))


def make_line_with_few_values(random: Random, others: Sequence[int] = (2,)) -> Case:
    """A row or column of a board with so many other values in its cells: for a rule of logic."""
    puzzle, hidden = make_puzzle(random, random.choice((3, 4, 4, 5)))
    line = _choose_line(random, puzzle.size)
    more = {cell: random.choice(others) for cell in puzzle.cells}
    kept = {c: {hidden[c], *random.sample(puzzle.values, more[c])} for c in puzzle.cells}
    lost = ((cell, v) for cell in puzzle.cells for v in puzzle.values if v not in kept[cell])
    return Case(puzzle, tuple(lost), arguments=(line,))


def _choose_line(random: Random, n: int) -> list[Cell]:
    at, down = random.randrange(n), random.random() < 0.5
    return [Cell(k, at) if down else Cell(at, k) for k in range(n)]


def _any_order_will_do(domains: list[set[int]]) -> bool:
    """Whether nothing follows from putting a value into its only place.

    Either a value has no place and none has a single one; or every value has a place, no two have
    the same single one, and once all are put there, no other value has a single one.
    """

    def with_places(count: int, domains: list[set[int]]) -> set[int]:
        values = range(1, len(domains) + 1)
        return {value for value in values if sum(value in d for d in domains) == count}

    single = with_places(1, domains)
    if with_places(0, domains):
        return not single
    if any(len(domain & single) > 1 for domain in domains):
        return False
    after = [domain & single or domain for domain in domains]
    return with_places(1, after) == single and not with_places(0, after)


FREE = {2: 4, 3: 5, 4: 4}  # for each size, how many cells are not given


def make_puzzle_for_a_rule(random: Random) -> Puzzle:
    """A small puzzle of which a few cells are free, those of a sign among them: for a model."""
    puzzle, hidden = make_puzzle(random, random.choice((2, 3, 3, 4)))
    if not puzzle.signs:
        return make_puzzle_for_a_rule(random)
    free = {*random.choice(sorted(puzzle.signs))}
    others = [cell for cell in puzzle.cells if cell not in free]
    free |= {*random.sample(others, FREE[puzzle.size] - len(free))}
    return _add_givens(puzzle, {cell: hidden[cell] for cell in puzzle.cells if cell not in free})


def make_puzzle(random: Random, size: int | None = None) -> tuple[Puzzle, CellValues]:
    """An empty puzzle with signs that has a solution, and that solution."""
    n = size or random.choice((2, 3, 3, 4, 4, 5))
    # A Latin square: a cyclic one with its rows, columns and values shuffled.
    rows, columns, values = (random.sample(range(n), n) for _ in range(3))
    cells = [Cell(row, column) for row, column in product(range(n), repeat=2)]
    hidden = {cell: values[(rows[cell.row] + columns[cell.column]) % n] + 1 for cell in cells}
    share = random.choice((0.2, 0.5, 0.9))
    beside = (
        (cell, Cell(cell.row + down, cell.column + 1 - down)) for cell in cells for down in (0, 1)
    )
    touching = (pair for pair in beside if pair[1] in hidden)
    signs = [sorted(pair, key=hidden.__getitem__) for pair in touching if random.random() < share]
    return Puzzle(grid_of({}, n), signs), hidden


def _add_givens(puzzle: Puzzle, givens: CellValues) -> Puzzle:
    return Puzzle(grid_of(givens, puzzle.size), puzzle.signs)


def _choose_neighbours(random: Random, puzzle: Puzzle) -> tuple[Cell, Cell]:
    """Two cells of one line, half of the time with a sign between them if there is one."""
    if puzzle.signs and random.random() < 0.5:
        one, other = random.choice(sorted(puzzle.signs))
        return (one, other) if random.random() < 0.5 else (other, one)
    cell = random.choice(puzzle.cells)
    return cell, random.choice(puzzle.neighbours[cell])


def _assign_some(random: Random, cells: list[Cell], hidden: CellValues) -> Assignments:
    """Any number of cells with their values in the solution."""
    chosen = random.sample(cells, random.randint(0, len(cells)))
    return tuple((cell, hidden[cell]) for cell in chosen)


def _list_others(puzzle: Puzzle, assigned: Assignments) -> list[Cell]:
    """The cells that are not assigned."""
    taken = {cell for cell, _ in assigned}
    return [cell for cell in puzzle.cells if cell not in taken]


def _prune_some(
    random: Random, puzzle: Puzzle, cells: Iterable[Cell], hidden: CellValues
) -> Assignments:
    """Values that some cells have lost: any but one, which mostly is the one of the solution."""
    lost = []
    for cell in cells:
        kept = hidden[cell] if random.random() < 0.7 else random.choice(puzzle.values)
        share = random.choice((0, 0, 0.4, 0.8))
        lost += [(cell, v) for v in puzzle.values if v != kept and random.random() < share]
    return tuple(lost)
