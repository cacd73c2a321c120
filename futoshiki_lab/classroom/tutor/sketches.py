"""Sketches of boards, and boards on which one pair of neighbours decides.

For each pair of neighbours on boards up to 4x4, and each constraint between them, there is a board
on which this pair alone decides: whoever forgets one direction, one place or one sign is wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache, cached_property
from itertools import cycle, permutations, product
from random import Random
from typing import Any, NamedTuple

from futoshiki_lab.classroom.tutor.cases import Case
from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.core.puzzle import grid_of

SIZES = (2, 3, 4)  # of the boards on which one pair decides
MANY = (2, 3, 3, 4, 4, 5)  # of others
CellValues = dict[Cell, int]


class Pair(NamedTuple):
    """The size of a board, two neighbours on it, and their constraint: `<`, `>` or `≠`."""

    size: int
    cell: Cell
    other: Cell
    relation: str

    def set_sign(self, signs: Iterable[Sequence[Cell]]) -> list[Sequence[Cell]]:
        """Some signs, with the one of this pair and no other between its cells."""
        _, cell, other, relation = self
        kept = [sign for sign in signs if {*sign} != {cell, other}]
        return kept + [(cell, other)] * (relation == "<") + [(other, cell)] * (relation == ">")


class BoardSketch:
    """A board in the making: a puzzle, and what its cells keep and are assigned.

    Parameters
    ----------
    sizes : of the puzzle, to choose from.
    pair : neighbours that have this constraint between them, on a board of their size.

    Attributes
    ----------
    hidden : dict
        A solution, unless it is one of a pair.
    kept : dict
        The values left to cells that have lost some.
    assigned : dict
        The values that the search has given, in this order.
    """

    def __init__(self, random: Random, sizes: Sequence[int] = MANY, pair: Pair | None = None):
        n = pair.size if pair else random.choice(sizes)
        self.random = random
        self.hidden, signs = draw_signs(random, n)
        self.puzzle = Puzzle(grid_of({}, n), pair.set_sign(signs) if pair else signs)
        if pair:
            self.pair = pair
        self.cells, self.values = self.puzzle.cells, self.puzzle.values
        self.kept: dict[Cell, Collection[int]] = {}
        self.assigned: CellValues = {}

    @cached_property
    def pair(self) -> Pair:
        """Two neighbours, half of the time with a sign between them if there is one."""
        random, puzzle = self.random, self.puzzle
        cell = random.choice(puzzle.cells)
        around = puzzle.neighbours[cell]
        signed = [other for other in around if puzzle.constraints[cell][other].relation != "≠"]
        other = random.choice(signed if signed and random.random() < 0.5 else around)
        return Pair(puzzle.size, cell, other, puzzle.constraints[cell][other].relation)

    @property
    def free(self) -> list[Cell]:
        """The cells that are not assigned."""
        return [cell for cell in self.puzzle.cells if cell not in self.assigned]

    def choose_some(self, values: Collection[int]) -> set[int]:
        """Some of the values, one at least; none of none."""
        many = self.random.randint(1, len(values)) if values else 0
        return {*self.random.sample(sorted(values), many)}

    def keep_some(self, *cells: Cell) -> None:
        """Leave some values to each cell."""
        self.kept |= {cell: self.choose_some(self.values) for cell in cells}

    def prune_some(self, *cells: Cell) -> None:
        """Take values from each cell: any but one, which mostly is the one of the solution."""
        for cell in cells:
            mostly = self.random.random() < 0.7
            due = self.hidden[cell] if mostly else self.random.choice(self.values)
            share = self.random.choice((0, 0, 0.4, 0.8))
            self.kept[cell] = [v for v in self.values if v == due or self.random.random() >= share]

    def assign(self, *cells: Cell) -> None:
        """Assign any value to each cell."""
        self.assigned |= {cell: self.random.choice(self.values) for cell in cells}

    def assign_some(self, cells: Sequence[Cell]) -> None:
        """Assign their values in the solution to any number of the cells."""
        chosen = self.random.sample(cells, self.random.randint(0, len(cells)))
        self.assigned |= {cell: self.hidden[cell] for cell in chosen}

    def look_ahead(self, new: Cell) -> bool:
        """Take away what assigned cells rule out, as a search has done before it assigns a new one.

        False: a search does not come there, because a cell would have no value.
        """
        for cell, value in self.assigned.items():
            for x, rule in self.puzzle.constraints[cell].items():
                left = [self.assigned[x]] if x in self.assigned else self.kept.get(x, self.values)
                left = [other for other in left if rule.holds(value, other)]
                if new in (cell, x):
                    continue
                if not left:
                    return False
                if x not in self.assigned:
                    self.kept[x] = left
        return True

    def give(self, cells: Collection[Cell]) -> None:
        """Make these cells the givens."""
        givens = {cell: self.hidden[cell] for cell in cells}
        self.puzzle = Puzzle(grid_of(givens, self.puzzle.size), self.puzzle.signs)

    def make(self, *arguments: Any, kind: type[Case] = Case, turn: bool = True) -> Case:
        """The case: this board, and what a function is given besides.

        Some assigned cells turn into givens, unless `turn` is False, since they are the first ones
        then: on such boards a function is wrong that leaves givens out.
        """
        kept, puzzle, given, assigned = self.kept, self.puzzle, CellValues(), {**self.assigned}
        if turn:
            share, constraints = self.random.choice((0, 0.5, 1)), puzzle.constraints
            for cell, value in self.assigned.items():
                rules = ((other, constraints[cell].get(other)) for other in given)
                if self.random.random() < share and all(
                    rule.holds(value, given[other]) for other, rule in rules if rule
                ):
                    given[cell] = assigned.pop(cell)
            puzzle = Puzzle(grid_of(given, puzzle.size), puzzle.signs)
        left = {cell: kept[cell] for cell in kept if cell not in given}
        pruned = tuple((cell, v) for cell in left for v in self.values if v not in left[cell])
        return kind(puzzle, pruned, (*assigned.items(),), arguments)


def draw_signs(random: Random, n: int) -> tuple[CellValues, list[Sequence[Cell]]]:
    """A Latin square, a cyclic one with its rows, columns and values shuffled; signs that hold."""
    rows, columns, values = (random.sample(range(n), n) for _ in range(3))
    cells = list_cells(n)
    hidden = {cell: values[(rows[cell.row] + columns[cell.column]) % n] + 1 for cell in cells}
    share = random.choice((0.2, 0.5, 0.9))
    beside = ((cell, Cell(cell.row + i, cell.column + 1 - i)) for cell in cells for i in (0, 1))
    touching = (pair for pair in beside if pair[1] in hidden)
    signs = (sorted(pair, key=hidden.__getitem__) for pair in touching if random.random() < share)
    return hidden, [*signs]


def list_cells(n: int) -> list[Cell]:
    """All cells in reading order."""
    return [Cell(row, column) for row, column in product(range(n), repeat=2)]


# -- one pair of neighbours decides ---------------------------------------------------------------


@cache
def list_pairs() -> list[Pair]:
    """Neighbours on boards up to 4x4 with their constraint, from both sides.

    On a 4x4 each two cells that touch have one of the three constraints, in turns.
    """
    turns, found = cycle("<>≠<≠>"), list[Pair]()
    for n in SIZES:
        for cell, other in permutations(list_cells(n), 2):
            if cell.row != other.row and cell.column != other.column:
                continue
            apart = abs(cell.row - other.row) + abs(cell.column - other.column)
            relations = "≠" if apart > 1 else "<>≠" if n < 4 else next(turns)
            found += [Pair(n, cell, other, relation) for relation in relations]
    return found


def list_signs() -> list[Pair]:
    """Those of them that have a sign, each from the side of the smaller value."""
    return [pair for pair in list_pairs() if pair.relation == "<"]


def make_violation(sketch: BoardSketch) -> Case:
    """For a look back: one neighbour at most violates a constraint, mostly not by being equal."""
    random, pair, cell, other = sketch.random, sketch.pair, sketch.pair.cell, sketch.pair.other
    value, wrong = _choose_violation(sketch)
    fits = pair.relation != "≠" and random.random() < 0.4
    chosen = {cell: value} if fits else {cell: value, other: wrong}
    for each in random.sample(sketch.cells, len(sketch.cells)):
        rules = sketch.puzzle.constraints[each]
        held = [(rules[x], v) for x, v in chosen.items() if x in rules]
        allowed = [v for v in sketch.values if all(rule.holds(v, w) for rule, w in held)]
        if each not in chosen and allowed and (each == other or random.random() < 0.7):
            chosen[each] = random.choice(allowed)
    before = random.sample([*chosen], len(chosen))
    sketch.assigned = {each: chosen[each] for each in before if each != cell} | {cell: value}
    return sketch.make(cell)


def make_loss(sketch: BoardSketch) -> Case | None:
    """For a look ahead: one neighbour alone loses values, some or all."""
    random, pair = sketch.random, sketch.pair
    value, wrong = _choose_violation(sketch)
    for each, constraint in sketch.puzzle.constraints[pair.cell].items():
        kept = sketch.choose_some({v for v in sketch.values if constraint.holds(value, v)})
        if each == pair.other:
            sketch.kept[each] = {wrong} if random.random() < 0.5 else {wrong, *kept}
        elif not kept or random.random() < 0.2:
            sketch.assign(each)
        else:
            sketch.kept[each] = kept
    sketch.assigned[pair.cell] = value
    reached = sketch.look_ahead(pair.cell) and wrong in sketch.kept[pair.other]
    return sketch.make(pair.cell) if reached else None


def _choose_violation(sketch: BoardSketch) -> tuple[int, int]:
    """Values of a pair that its constraint rules out; of a sign, two that differ."""
    pair = sketch.pair
    holds = sketch.puzzle.constraints[pair.cell][pair.other].holds
    both = [each for each in product(sketch.values, repeat=2) if not holds(*each)]
    return sketch.random.choice([(v, w) for v, w in both if pair.relation == "≠" or v != w])


def make_decided_order(sketch: BoardSketch) -> Case:
    """For an order of values: one neighbour alone can lose any."""
    _, cell, other, _ = sketch.pair
    sketch.keep_some(other)
    sketch.assign(*(each for each in sketch.puzzle.neighbours[cell] if each != other))
    return sketch.make(cell)


def make_tie(sketch: BoardSketch) -> Case:
    """For MRV: two cells have the fewest values; the others have more, or a value."""
    random, pair = sketch.random, sketch.pair
    least = random.randint(1, pair.size - 1)
    for cell in sketch.cells:
        tied = cell in (pair.cell, pair.other)
        if not tied and random.random() < 0.2:
            sketch.assign(cell)
        else:
            many = least if tied else random.randint(least + 1, pair.size)
            sketch.kept[cell] = random.sample(sketch.values, many)
    return sketch.make()
