"""Makes boards that can tell a right function from a wrong one.

The fixed ones are of two sorts. For each pair of neighbours on boards up to 4x4, and each
constraint between them, there is a board on which this pair alone decides: whoever forgets one
direction, one place or one sign is wrong there. The others are random: sizes are 2 to 5; signs
point all four ways; neighbours are near and far, assigned and not; domains are whole, shrunken, or
about to be empty.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import cycle, permutations, product
from random import Random
from typing import Any

from futoshiki_lab.core import (
    Cell,
    Constraint,
    Puzzle,
    Verb,
    ac3,
    arc_consistency,
    ascending,
    descending,
    forward_check,
    look_back,
    mrv,
    reading_order,
    revise,
)
from futoshiki_lab.core.puzzle import grid_of
from futoshiki_lab.exercises.cases import (
    AnyOrder,
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
from futoshiki_lab.exercises.right_answers import insertion

SIZES = (2, 3, 4)  # of the boards on which one pair decides
CellValues = dict[Cell, int]
Pair = tuple[int, Cell, Cell, str]  # the size of the board, two neighbours, `<`, `>` or `≠`


def make_cases(
    make: Callable[[Random], Case],
    fixed: int = 60,
    fresh: int = 40,
    decided: Callable[[Random, Pair], Case] | None = None,
) -> Callable[[Random | None], Iterable[Case]]:
    """The cases of an exercise: the same ones at every check, then new ones where it is random.

    Parameters
    ----------
    make : makes a random board.
    fixed, fresh : how many of them.
    decided : makes a board on which one pair of neighbours decides.
    """

    @cache
    def make_fixed() -> list[Case]:
        pairs = enumerate(list_pairs() if decided else ())
        each = [decided(Random(at), pair) for at, pair in pairs if decided]
        return each + [make(Random(seed)) for seed in range(fixed)]

    def cases(random: Random | None) -> Iterable[Case]:
        yield from make_fixed()
        if random is not None:
            yield from (make(random) for _ in range(fresh))

    return cases


# -- one pair of neighbours decides ---------------------------------------------------------------


@cache
def list_pairs() -> list[Pair]:
    """Neighbours on boards up to 4x4 with their constraint, from both sides.

    On a 4x4 each two cells that touch have one of the three constraints, in turns.
    """
    turns = cycle("<>≠<≠>")
    signs = {pair[:3]: next(turns) if pair[0] == 4 else "<>≠" for pair in list_signs(both=True)}
    lines = ((n, cell, other) for n in SIZES for cell, other in permutations(_list_cells(n), 2))
    found = (
        each for each in lines if each[1].row == each[2].row or each[1].column == each[2].column
    )
    return [(*each, relation) for each in found for relation in signs.get(each, "≠")]


@cache
def list_signs(both: bool = False) -> list[Pair]:
    """The signs that boards up to 4x4 may have; on a 4x4, unless asked, each in one direction."""
    found = []
    for n in SIZES:
        for cell, other in permutations(_list_cells(n), 2):
            apart = abs(cell.row - other.row) + abs(cell.column - other.column)
            turned = (cell < other) == ((cell.row + cell.column) % 2 == 0)
            if apart == 1 and (both or n < 4 or turned):
                found.append((n, cell, other, "<"))
    return found


def _list_cells(n: int) -> list[Cell]:
    return [Cell(row, column) for row, column in product(range(n), repeat=2)]


def make_violation(random: Random, pair: Pair) -> Case:
    """For a look back: one neighbour at most violates a constraint, mostly not by being equal."""
    _, cell, other, relation = pair
    puzzle, constraints = _make_puzzle_of(random, pair)
    value, wrong = _choose_violation(random, puzzle, pair)
    fits = relation != "≠" and random.random() < 0.4
    assigned = []
    for each in random.sample(puzzle.cells, len(puzzle.cells)):
        allowed = [
            v for v in puzzle.values if each not in constraints or constraints[each].holds(value, v)
        ]
        if each == other and not fits:
            assigned.append((each, wrong))
        elif each != cell and allowed and (each == other or random.random() < 0.7):
            assigned.append((each, random.choice(allowed)))
    return UpToAViolation(puzzle, (), (*assigned, (cell, value)), (cell,))


def make_loss(random: Random, pair: Pair) -> Case:
    """For a look ahead: one neighbour alone loses values, some or all."""
    _, cell, other, _ = pair
    puzzle, constraints = _make_puzzle_of(random, pair)
    value, wrong = _choose_violation(random, puzzle, pair)
    lost, assigned = [], []
    for each, constraint in constraints.items():
        allowed = {v for v in puzzle.values if constraint.holds(value, v)}
        kept = _choose_some(random, allowed)
        if each == other:
            kept = {wrong} if random.random() < 0.5 else {wrong, *kept}
        elif not kept or random.random() < 0.2:
            assigned.append((each, random.choice(puzzle.values)))
            continue
        lost += [(each, v) for v in puzzle.values if v not in kept]
    return Case(puzzle, tuple(lost), (*assigned, (cell, value)), (cell,))


def make_decided_pair(random: Random, pair: Pair) -> Case:
    """For `fc_check`: a cell with a value, and a neighbour with some."""
    _, cell, x, _ = pair
    puzzle, _ = _make_puzzle_of(random, pair)
    lost = _lose_all_but(puzzle, x, _choose_some(random, puzzle.values))
    return Case(puzzle, lost, ((cell, random.choice(puzzle.values)),), (cell, x))


def make_decided_arc(random: Random, pair: Pair) -> Case:
    """For `revise`: two neighbours with some values each."""
    _, x, y, _ = pair
    puzzle, _ = _make_puzzle_of(random, pair)
    lost = (_lose_all_but(puzzle, each, _choose_some(random, puzzle.values)) for each in (x, y))
    return Case(puzzle, (*next(lost), *next(lost)), (), (x, y))


def make_decided_order(random: Random, pair: Pair) -> Case:
    """For an order of values: one neighbour alone can lose any."""
    _, cell, other, _ = pair
    puzzle, constraints = _make_puzzle_of(random, pair)
    lost = _lose_all_but(puzzle, other, _choose_some(random, puzzle.values))
    assigned = [(each, random.choice(puzzle.values)) for each in constraints if each != other]
    return Case(puzzle, lost, tuple(assigned), (cell,))


def make_decided_arcs(random: Random, pair: Pair) -> Case:
    """For AC-3: what a third cell takes from the first of a pair costs the other one a value."""
    _, x, z, _ = pair
    for _ in range(12):  # of a sign on a 2x2, for example, there is none
        puzzle, constraints = _make_puzzle_of(random, pair)
        cell = random.choice([each for each in constraints if each != z])
        others = [each for each in puzzle.cells if each not in (cell, x, z)]
        assigned = [(each, random.choice(puzzle.values)) for each in others]
        lost = [_lose_all_but(puzzle, each, _choose_some(random, puzzle.values)) for each in (x, z)]
        before = Case(puzzle, (*lost[0], *lost[1]), tuple(assigned)).make_board()
        if not ac3(before, [(x, z), (z, x)]):
            continue
        kept = {each: before.domains[each] for each in (x, z)}
        pruned = (*_lose_all_but(puzzle, x, kept[x]), *_lose_all_but(puzzle, z, kept[z]))
        value = random.choice(puzzle.values)
        arcs = [(each, cell) for each in (x, z) if cell in puzzle.constraints[each]]
        case = AnyOrder(puzzle, pruned, (*assigned, (cell, value)), (arcs,))
        board = case.make_board()
        revise(board, x, cell)
        if board.domains[x] and revise(board, z, x):
            return _allow_any_order(case, ac3)
    return make_arcs(random)


def make_tie(random: Random, pair: Pair) -> Case:
    """For MRV: two cells have the fewest values; the others have more, or a value."""
    _, one, other, _ = pair
    puzzle, _ = _make_puzzle_of(random, pair)
    least = random.randint(1, puzzle.size - 1)
    lost: list[tuple[Cell, int]] = []
    assigned: list[tuple[Cell, int]] = []
    for cell in puzzle.cells:
        tied = cell in (one, other)
        if not tied and random.random() < 0.2:
            assigned.append((cell, random.choice(puzzle.values)))
            continue
        many = least if tied else random.randint(least + 1, puzzle.size)
        lost += _lose_all_but(puzzle, cell, random.sample(puzzle.values, many))
    return Case(puzzle, tuple(lost), tuple(assigned))


def _make_puzzle_of(random: Random, pair: Pair) -> tuple[Puzzle, Mapping[Cell, Constraint]]:
    """A puzzle with the constraint of a pair, and other signs; and the cell's constraints."""
    n, cell, other, relation = pair
    _, signs = _draw_signs(random, n)
    signs = [sign for sign in signs if set(sign) != {cell, other}]
    signs += [(cell, other)] * (relation == "<") + [(other, cell)] * (relation == ">")
    puzzle = Puzzle(grid_of({}, n), signs)
    return puzzle, puzzle.constraints[cell]


def _choose_violation(random: Random, puzzle: Puzzle, pair: Pair) -> tuple[int, int]:
    """Values of a pair that its constraint rules out; of a sign, two that differ."""
    _, cell, other, relation = pair
    holds = puzzle.constraints[cell][other].holds
    both = [(v, w) for v, w in product(puzzle.values, repeat=2) if not holds(v, w)]
    return random.choice([(v, w) for v, w in both if relation == "≠" or v != w])


def _choose_some(random: Random, values: Collection[int]) -> set[int]:
    """Some of the values, one at least; none of none."""
    return set(random.sample(sorted(values), random.randint(1, len(values)))) if values else set()


def _lose_all_but(puzzle: Puzzle, cell: Cell, kept: Collection[int]) -> Assignments:
    return tuple((cell, value) for value in puzzle.values if value not in kept)


# -- random boards --------------------------------------------------------------------------------


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
    """A board and all arcs of its unassigned cells, or those to one cell: for AC-3.

    Those to one cell come after a value for it, on a board that was arc consistent before: from any
    other, the arcs that wait at first decide what AC-3 meets, and so what it removes.
    """
    case = make_assigned(random)
    (cell,) = case.arguments
    if random.random() < 0.5:
        board = case.make_board()
        arcs = [(x, y) for x in board.unassigned for y in case.puzzle.neighbours[x]]
        return _allow_any_order(AnyOrder(case.puzzle, case.pruned, case.assigned, (arcs,)), ac3)
    board = replace(case, assigned=case.assigned[:-1]).make_board()
    if not arc_consistency(board) or not board.domains[cell]:
        return make_arcs(random)
    pruned = [
        (c, v) for c in board.unassigned for v in case.puzzle.values if v not in board.domains[c]
    ]
    value = random.choice(board.domains[cell])
    assigned = (*case.assigned[:-1], (cell, value))
    arcs = [(x, cell) for x in board.unassigned_neighbours(cell)]
    return _allow_any_order(AnyOrder(case.puzzle, tuple(pruned), assigned, (arcs,)), ac3)


def make_look_ahead(random: Random) -> Case:
    """A board on which a cell has just been assigned, to ask its neighbours in any order."""
    return _allow_any_order(make_assigned(random), forward_check, EachPairOnce)


def make_decided_look(random: Random, pair: Pair) -> Case:
    """The same, where one neighbour alone loses values."""
    return _allow_any_order(make_loss(random, pair), forward_check, EachPairOnce)


def make_thrifty_look(random: Random) -> Case:
    """The same, where asking twice may pay."""
    return _allow_any_order(make_assigned(random), forward_check)


def make_decided_thrifty_look(random: Random, pair: Pair) -> Case:
    """The same, where one neighbour alone loses values."""
    return _allow_any_order(make_loss(random, pair), forward_check)


def _allow_any_order(case: Case, right: Function, kind: type[Case] = UntilAWipeOut) -> Case:
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
    if placed[1:] and random.random() < 0.3:  # two values have their only place in the same cell
        domains[placed[0]] |= {hidden[placed[1]]}
        domains[placed[1]] = domains[placed[1]] - {hidden[placed[1]]} or {hidden[placed[0]]}
    if not _any_order_will_do(list(domains.values())):
        return make_line(random)
    lost = tuple(each for cell in line for each in _lose_all_but(puzzle, cell, domains[cell]))
    fixed = [(c, v) for c in placed for v in domains[c] if len(domains[c]) == 1]
    some = tuple(each for each in fixed if random.random() < 0.5)
    return _allow_any_order(Case(puzzle, lost, some, (line,)), insertion)


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


FREE = {2: 4, 3: 5, 4: 4}  # for each size, how many cells are not given


def make_puzzle_for_a_rule(random: Random, pair: Pair) -> Puzzle:
    """A small puzzle of which a few cells are free, those of one sign among them: for a model."""
    n, smaller, larger, _ = pair
    hidden, signs = _draw_signs(random, n)
    kept = signs if random.random() < 0.5 else []
    signs = [sign for sign in kept if set(sign) != {smaller, larger}] + [(smaller, larger)]
    free = {smaller, larger}
    others = [cell for cell in hidden if cell not in free]
    free |= {*random.sample(others, FREE[n] - len(free))}
    return _add_givens(
        Puzzle(grid_of({}, n), signs), {c: hidden[c] for c in hidden if c not in free}
    )


def make_puzzle(random: Random, size: int | None = None) -> tuple[Puzzle, CellValues]:
    """An empty puzzle with signs that has a solution, and that solution."""
    n = size or random.choice((2, 3, 3, 4, 4, 5))
    hidden, signs = _draw_signs(random, n)
    return Puzzle(grid_of({}, n), signs), hidden


def _draw_signs(random: Random, n: int) -> tuple[CellValues, list[tuple[Cell, Cell]]]:
    """A Latin square, a cyclic one with its rows, columns and values shuffled; signs that hold."""
    rows, columns, values = (random.sample(range(n), n) for _ in range(3))
    cells = _list_cells(n)
    hidden = {cell: values[(rows[cell.row] + columns[cell.column]) % n] + 1 for cell in cells}
    share = random.choice((0.2, 0.5, 0.9))
    beside = (
        (cell, Cell(cell.row + down, cell.column + 1 - down)) for cell in cells for down in (0, 1)
    )
    touching = (pair for pair in beside if pair[1] in hidden)
    signs = [sorted(pair, key=hidden.__getitem__) for pair in touching if random.random() < share]
    return hidden, [(smaller, larger) for smaller, larger in signs]


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
