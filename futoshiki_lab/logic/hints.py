"""Hints for a player: where to look, which rule to use, what follows and why.

A hint is worth giving if it leads on: the rules are run to the next value that can be entered, what
that value rests on is traced back, and the first step of that path is offered. Eliminations in the
lines of a filled cell are taken as done, never offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from futoshiki_lab.logic import rules as r
from futoshiki_lab.logic.deductions import and_, in_words, line_name, premises
from futoshiki_lab.logic.grading import completions, solutions
from futoshiki_lab.logic.marks import Found, Marks, values_of
from futoshiki_lab.logic.paths import Proof, path_to, refute
from futoshiki_lab.logic.rules import ladder, rules
from futoshiki_lab.puzzle import Cell, Grid, Puzzle

Values = Sequence[Sequence[int]]

SOME = 12  # proofs by contradiction to choose from at a time
NO_SOLUTION = "This puzzle has no solution."
SOLVED = "Every cell is filled, and all of it is right."
RULES = {
    r.NAKED_SINGLE: "a cell with one value left has that value",
    r.HIDDEN_SINGLE: "a value with one place left in a row or column goes there",
    r.ONLY_PAIR: "where one pair of values is left that satisfies a sign, both are entered",
    r.CHAIN_BOUND: "along a chain of signs every step costs at least one value",
    r.SIGN_BOUND: "the smaller cell stays below the largest value of the larger one, "
    "and the larger one above the smallest value of the smaller",
    r.NAKED_SET: "as many cells as they have values between them use these values up",
    r.HIDDEN_SET: "as many values as they have places in a line leave no room there for others",
    r.FISH: "a value that has its places in as many columns as rows, or rows as columns, "
    "is nowhere else in these",
    r.FORCING: "whatever the value of the first cell, one end of the chain has the value in "
    "question, so that what is in line with both ends has not",
    r.REFUTED: "assume a value and follow what it forces until something cannot be",
}


@dataclass(frozen=True)
class Hint:
    """One hint, in three strengths.

    Attributes
    ----------
    where : the weakest: where to look.
    rule : which rule to use there.
    why : the strongest: what follows, and why.
    cells : the cells to light.
    places : the values to enter.
    removes : the pencil marks to cross out.
    wrong : an entry that cannot stand, or a cell whose marks lack its value; else None.
    """

    where: str
    rule: str
    why: str
    cells: tuple[Cell, ...] = ()
    places: Mapping[Cell, int] = field(default_factory=dict)
    removes: Mapping[Cell, tuple[int, ...]] = field(default_factory=dict)
    wrong: Cell | None = None

    def __str__(self) -> str:
        return "\n".join((self.where, self.rule, self.why))


def hint(puzzle: Puzzle, values: Values, marks: Mapping[Cell, Sequence[int]] | None = None) -> Hint:
    """The easiest next deduction for a player; what is wrong already comes first.

    Parameters
    ----------
    values : the player's entries, n rows of n; 0 is an empty cell. Givens may be left out.
    marks : the values that the player still holds possible, by cell; what is missing in it or
        empty has all. So what was crossed out before is known, and a player who follows the hints
        and keeps the marks comes to the end without guessing. None: there are no marks, and each
        hint goes on to the next value that can be entered, with all that leads there.

    Returns
    -------
    A `Hint`. Where the rules come to an end (Recursive puzzles) it is a proof by contradiction. If
    the puzzle has several solutions it says so, and goes on to one of them; if it has none, or if
    the board is full and right, it says so and has nothing to light.

    Raises
    ------
    ValueError : `values` is not n rows of n values from 0 to n.
    """
    grid = _grid(puzzle, values)
    if not solutions(puzzle):
        return Hint(NO_SOLUTION, NO_SOLUTION, NO_SOLUTION)
    wrong = _wrong_entry(puzzle, grid)
    if wrong:
        return wrong
    if all(all(row) for row in grid):
        return Hint(SOLVED, SOLVED, SOLVED)
    start = _start(puzzle, grid, marks or {})
    solution = next(completions(start), None)
    if solution is None:
        if _unique(puzzle):
            return _crossed_out(start, _unique(puzzle))
        start = _start(puzzle, grid, {})
        solution = next(completions(start))
    path = _path(start, _unique(puzzle))
    if not path:
        return _several(start, solution)
    return _offer(path if marks is None else path[:1], start)


def walkthrough(puzzle: Puzzle) -> list[Hint]:
    """The hints from the start to the solved board, each with what was crossed out before known.

    A puzzle without a solution has none.
    """
    if not solutions(puzzle):
        return []
    known = _start(puzzle, puzzle.grid, {})  # by who follows the hints
    hints: list[Hint] = []
    while not known.complete:
        path = _path(known, _unique(puzzle))
        hints += [_offer([step], known) for step in path]
        for step in path:
            known.apply(step)
        if not path:
            solution = next(completions(known))
            hints.append(_several(known, solution))
            for cell, value in hints[-1].places.items():
                known.place(known.shape.cells.index(cell), 1 << value - 1)
        _clear_lines(known)
    return hints


def contradiction(puzzle: Puzzle, cell: Cell, value: int) -> Hint:
    """Why a cell cannot have a value: what would follow, to the point where nothing is left.

    Returns
    -------
    A `Hint` whose `wrong` is the cell and whose `why` is the proof.

    Raises
    ------
    ValueError : there is no such cell or value, or the puzzle has a solution with this value.
    """
    cell = Cell(*cell)
    if cell not in puzzle.constraints or value not in puzzle.values:
        raise ValueError(f"{cell} = {value} is not on a board of size {puzzle.size}")
    if puzzle[cell] == value:
        raise ValueError(f"{cell} = {value} is given")
    return _clash(puzzle, puzzle.grid, cell, value) or _wrong(puzzle, puzzle.grid, cell, value)


# -- what is wrong ---------------------------------------------------------------------------------


def _wrong_entry(puzzle: Puzzle, grid: Values) -> Hint | None:
    """The entry that cannot stand whose proof is the shortest, or None."""
    known, wrong = _sorted_out(puzzle, grid)
    entries = {cell: grid[cell.row][cell.column] for cell in wrong}
    hints = (
        _clash(puzzle, grid, cell, entry) or _wrong(puzzle, known, cell, entry)
        for cell, entry in entries.items()
    )
    return min(hints, key=lambda hint: len(hint.why), default=None)


def _sorted_out(puzzle: Puzzle, grid: Values) -> tuple[Values, list[Cell]]:
    """What is right, as a grid, and the cells whose entries are wrong.

    If there are several solutions, the entries are right in reading order for as long as one of the
    solutions has them all.
    """
    filled = [cell for cell in puzzle.cells if grid[cell.row][cell.column] and not puzzle[cell]]
    known = [list(row) for row in puzzle.grid]
    unique = _unique(puzzle)
    if unique is None and _completion(puzzle, grid):
        return grid, []
    wrong = []
    for cell in filled:
        entry = grid[cell.row][cell.column]
        known[cell.row][cell.column] = entry
        if unique[cell.row][cell.column] != entry if unique else not _completion(puzzle, known):
            known[cell.row][cell.column] = 0
            wrong.append(cell)
    return known, wrong


def _unique(puzzle: Puzzle) -> Grid | None:
    """The only solution, or None if there are others."""
    found = solutions(puzzle)
    return found[0] if len(found) == 1 else None


def _completion(puzzle: Puzzle, grid: Values) -> Grid | None:
    return next(completions(Marks.of(puzzle, grid)), None)


def _clash(puzzle: Puzzle, grid: Values, cell: Cell, value: int) -> Hint | None:
    """What anybody can see: another given, the same value in a line, a sign that does not hold."""
    if puzzle[cell] not in (0, value):
        return _blame(cell, value, f"{cell} is given as {puzzle[cell]}", (cell,))
    for other, constraint in puzzle.constraints[cell].items():
        entry = grid[other.row][other.column]
        if not entry or constraint.holds(value, entry):
            continue
        if constraint.relation == "≠":
            line = "row" if cell.row == other.row else "column"
            why = f"{other} in the same {line} is {value} as well"
        else:
            why = f"{constraint}, but {other} is {entry}"
        return _blame(cell, value, why, (cell, other))
    return None


def _wrong(puzzle: Puzzle, known: Values, cell: Cell, value: int) -> Hint:
    """Prove that an entry cannot stand, from what is known, with as few assumptions as can be."""
    grid = [list(row) for row in known]
    grid[cell.row][cell.column] = value
    if _completion(puzzle, grid):
        raise ValueError(f"{cell} = {value} leads to a solution")
    grid[cell.row][cell.column] = 0
    start = _start(puzzle, grid, {})
    index = start.shape.cells.index(cell)
    for depth in range(len(puzzle.cells)):
        proof = refute(start, index, 1 << value - 1, ladder(puzzle.size), depth)
        if proof:
            cells = tuple(start.shape.cells[i] for i in sorted(proof.cells(start)))
            return _blame(cell, value, proof.tell(start), cells)
    raise AssertionError("every assumption is made by now")


def _blame(cell: Cell, value: int, why: str, cells: tuple[Cell, ...]) -> Hint:
    return Hint(
        f"Look at {cell}: something is wrong there.",
        f"{cell} cannot be {value}: it leads to a contradiction.",
        f"{cell} cannot be {value}: {why}.",
        cells,
        wrong=cell,
    )


def _crossed_out(start: Marks, solution: Grid) -> Hint:
    """The first cell whose marks lack the value that it must have."""
    for cell, mask in zip(start.shape.cells, start.masks, strict=True):
        value = solution[cell.row][cell.column]
        if not mask >> value - 1 & 1:
            where = f"Look at the marks of {cell}: a value is missing there."
            rule = "A value has been crossed out that can still be entered."
            return Hint(where, rule, f"{cell} can still be {value}.", (cell,), wrong=cell)
    raise AssertionError("some mark must be missing")


# -- what comes next -------------------------------------------------------------------------------


def _start(puzzle: Puzzle, grid: Values, marks: Mapping[Cell, Sequence[int]]) -> Marks:
    """What the player knows, the lines of filled cells cleared."""
    start = Marks.of(puzzle, grid)
    for cell, left in marks.items():
        index = start.shape.cells.index(Cell(*cell))
        if left and not start.placed >> index & 1:
            start.masks[index] &= sum(1 << value - 1 for value in set(left))
    _clear_lines(start)
    return start


def _clear_lines(marks: Marks) -> None:
    """Remove placed values from their lines, which a player does without a word."""
    for _ in r.advance(marks, ladder(marks.shape.size)[:1]):
        pass


def _path(known: Marks, solution: Grid | None) -> list[Found]:
    """The way to the next value that can be entered, and nothing beside it.

    Parameters
    ----------
    solution : the only one, by which values to refute are chosen; None if there are several.
    """
    marks, history = known.copy(), []
    for found in _onward(marks, solution):
        if found.places:
            steps, _ = path_to(premises(found, marks), history, known.masks, marks)
            return [*steps, found]
        history.append(found)
    return []


def _onward(marks: Marks, solution: Grid | None) -> Iterator[Found]:
    """What the rules find, and where they come to an end, proofs by contradiction."""
    known = rules(marks.shape.size)
    yield from (found for _, found in r.advance(marks, known))
    while solution and not marks.complete:
        for found in _refuted(marks.copy(), solution):
            ((cell, bit),) = found.removes
            if marks.masks[cell] & bit:
                marks.apply(found)
                yield found
                yield from (found for _, found in r.advance(marks, known))


def _refuted(marks: Marks, solution: Grid) -> Iterator[Found]:
    """The values that are proved wrong most easily: by easy rules and few assumptions.

    A few proofs at a time, the shortest of them first, since which lead on shows only afterwards.
    """
    for depth in range(len(marks.masks)):
        for level in (r.EASY, r.TRICKY, r.EXTREME):
            proofs = _proofs(marks, solution, level, depth)
            proved = False
            while some := sorted(islice(proofs, SOME), key=lambda proof: proof.size):
                proved = True
                yield from (Found(r.REFUTED, ((p.cell, p.bit),), (), (p,)) for p in some)
            if proved:
                return
    raise AssertionError("every assumption is made by now")


def _proofs(marks: Marks, solution: Grid, level: int, depth: int) -> Iterator[Proof]:
    """Proofs against the values that are wrong, those of cells with few values left first."""
    known = r.up_to(ladder(marks.shape.size), level)
    right = [value for row in solution for value in row]
    open_cells = [cell for cell in range(len(right)) if not marks.placed >> cell & 1]
    for cell in sorted(open_cells, key=lambda cell: marks.masks[cell].bit_count()):
        for value in values_of(marks.masks[cell]):
            if value != right[cell]:
                proof = refute(marks, cell, 1 << value - 1, known, depth)
                if proof:
                    yield proof


def _offer(path: list[Found], start: Marks) -> Hint:
    """A hint that goes along a path of finds."""
    steps = [in_words(found, start) for found in path]
    removes: dict[Cell, tuple[int, ...]] = {}
    for step in steps:
        for cell, gone in step.removes.items():
            removes[cell] = tuple(sorted({*removes.get(cell, ()), *gone}))
    places = dict(steps[-1].places)
    names = list(dict.fromkeys(step.rule for step in steps[:-1] if step.rule != steps[-1].rule))
    after = f" Before that: {and_(names)}." if names else ""
    lit = {cell for step in steps for cell in (*step.cells, *step.removes, *step.places)}
    return Hint(
        where_to_look(path[-1], start),
        f"{steps[-1].rule.capitalize()}: {RULES[path[-1].kind]}.{after}",
        "; then ".join(map(str, steps)) + ".",
        tuple(sorted(lit)),
        places,
        {cell: gone for cell, gone in removes.items() if cell not in places},
    )


def where_to_look(found: Found, marks: Marks) -> str:
    """The weakest hint: a line, a sign or some cells."""
    names, detail = marks.shape.cells, found.detail
    match found.kind:
        case r.NAKED_SINGLE:
            return f"Look at {names[detail[0]]}."
        case r.HIDDEN_SINGLE:
            return f"Look at {line_name(detail[1], marks)}."
        case r.NAKED_SET | r.HIDDEN_SET:
            return f"Look at {line_name(detail[0], marks)}."
        case r.ONLY_PAIR | r.SIGN_BOUND:
            return f"Look at the sign between {names[detail[0]]} and {names[detail[1]]}."
        case r.CHAIN_BOUND:
            ends = f"{names[detail[0][0]]} and {names[detail[0][-1]]}"
            return f"Look at the chain of signs between {ends}."
        case r.FISH:
            return f"Look at where {detail[0].bit_length()} can be in every row and column."
        case r.FORCING:
            return f"Look at the cells with two values left, from {names[detail[0][0]]} on."
    return f"Look at {names[found.removes[0][0]]}: try its values."


def _several(start: Marks, solution: Grid) -> Hint:
    """Where a puzzle with several solutions leaves the choice."""
    index = start.most_limited()
    cell = start.shape.cells[index]
    value = solution[cell.row][cell.column]
    return Hint(
        f"Look at {cell}.",
        "This puzzle has more than one solution: no rule leads to a single one.",
        f"{cell} = {value}: it leads to one of the solutions; there are others.",
        (cell,),
        {cell: value},
    )


def _grid(puzzle: Puzzle, values: Values) -> list[list[int]]:
    """The entries with the givens filled in, whoever has left them out."""
    n = puzzle.size
    rows = [list(row) for row in values]
    if len(rows) != n or any(len(row) != n for row in rows):
        raise ValueError(f"the entries must be {n} rows of {n} values")
    for cell in puzzle.cells:
        entry = rows[cell.row][cell.column]
        if entry not in (0, *puzzle.values):
            raise ValueError(f"{cell} = {entry!r} is not one of 0..{n}")
        rows[cell.row][cell.column] = entry or puzzle[cell]
    return rows
