"""Hints for a player: where to look, which rule to use, what follows and why.

A hint is worth giving if it leads on: the rules are run to the next value that can be entered, what
that value rests on is traced back, and the first step of that path is offered. Eliminations in the
lines of a filled cell are taken as done, never offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.logic import kinds as k
from futoshiki_lab.logic.deductions import Hint, and_, in_words, line_name, premises
from futoshiki_lab.logic.grading import completions, solutions
from futoshiki_lab.logic.known import Values, clear_lines, entries, known_from, unique
from futoshiki_lab.logic.ladder import advance, ladder, rules, up_to
from futoshiki_lab.logic.marks import Found, Marks, values_of
from futoshiki_lab.logic.mistakes import crossed_out, wrong_entry
from futoshiki_lab.logic.paths import Proof, path_to, refute

SOME = 4  # proofs by contradiction to choose from at a time
NO_SOLUTION = "This puzzle has no solution."
SOLVED = "Every cell is filled, and all of it is right."
RULES = {
    k.NAKED_SINGLE: "a cell with one value left has that value",
    k.HIDDEN_SINGLE: "a value with one place left in a row or column goes there",
    k.ONLY_PAIR: "where one pair of values is left that satisfies a sign, both are entered",
    k.CHAIN_BOUND: "along a chain of signs every step costs at least one value",
    k.SIGN_BOUND: "the smaller cell stays below the largest value of the larger one, "
    "and the larger one above the smallest value of the smaller",
    k.NAKED_SET: "as many cells as they have values between them use these values up",
    k.HIDDEN_SET: "as many values as they have places in a line leave no room there for others",
    k.FISH: "a value that has its places in as many columns as rows, or rows as columns, "
    "is nowhere else in these",
    k.FORCING: "whatever the value of the first cell, one end of the chain has the value in "
    "question, so that what is in line with both ends has not",
    k.REFUTED: "assume a value and follow what it forces until something cannot be",
}


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
    grid = entries(puzzle, values)
    if not solutions(puzzle):
        return Hint(NO_SOLUTION, NO_SOLUTION, NO_SOLUTION)
    wrong = wrong_entry(puzzle, grid)
    if wrong:
        return wrong
    if all(all(row) for row in grid):
        return Hint(SOLVED, SOLVED, SOLVED)
    start = known_from(puzzle, grid, marks or {})
    solution = next(completions(start), None)
    if solution is None:
        if unique(puzzle):
            return crossed_out(start, unique(puzzle))
        start = known_from(puzzle, grid, {})
        solution = next(completions(start))
    path = _path(start, unique(puzzle))
    if not path:
        return _several(start, solution)
    return _offer(path if marks is None else path[:1], start)


def walkthrough(puzzle: Puzzle) -> list[Hint]:
    """The hints from the start to the solved board, each with what was crossed out before known.

    A puzzle without a solution has none.
    """
    if not solutions(puzzle):
        return []
    known = known_from(puzzle, puzzle.grid, {})  # by who follows the hints
    hints: list[Hint] = []
    while not known.complete:
        path = _path(known, unique(puzzle))
        hints += [_offer([step], known) for step in path]
        for step in path:
            known.apply(step)
        if not path:
            solution = next(completions(known))
            hints.append(_several(known, solution))
            for cell, value in hints[-1].places.items():
                known.place(known.shape.cells.index(cell), 1 << value - 1)
        clear_lines(known)
    return hints


# -- what comes next -------------------------------------------------------------------------------


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
    yield from (found for _, found in advance(marks, known))
    while solution and not marks.complete:
        for found in _refuted(marks.copy(), solution):
            ((cell, bit),) = found.removes
            if marks.masks[cell] & bit:
                marks.apply(found)
                yield found
                yield from (found for _, found in advance(marks, known))


def _refuted(marks: Marks, solution: Grid) -> Iterator[Found]:
    """The values that are proved wrong most easily: by easy rules and few assumptions.

    A few proofs at a time, the shortest of them first, since which lead on shows only afterwards.
    """
    for depth in range(len(marks.masks)):
        for level in (k.EASY, k.TRICKY, k.EXTREME):
            proofs = _proofs(marks, solution, level, depth)
            proved = False
            while some := sorted(islice(proofs, SOME), key=lambda proof: proof.size):
                proved = True
                yield from (Found(k.REFUTED, ((p.cell, p.bit),), (), (p,)) for p in some)
            if proved:
                return
    raise AssertionError("every assumption is made by now")


def _proofs(marks: Marks, solution: Grid, level: int, depth: int) -> Iterator[Proof]:
    """Proofs against the values that are wrong, those of cells with few values left first."""
    known = up_to(ladder(marks.shape.size), level)
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
        case k.NAKED_SINGLE:
            return f"Look at {names[detail[0]]}."
        case k.HIDDEN_SINGLE:
            return f"Look at {line_name(detail[1], marks)}."
        case k.NAKED_SET | k.HIDDEN_SET:
            return f"Look at {line_name(detail[0], marks)}."
        case k.ONLY_PAIR | k.SIGN_BOUND:
            return f"Look at the sign between {names[detail[0]]} and {names[detail[1]]}."
        case k.CHAIN_BOUND:
            ends = f"{names[detail[0][0]]} and {names[detail[0][-1]]}"
            return f"Look at the chain of signs between {ends}."
        case k.FISH:
            return f"Look at where {detail[0].bit_length()} can be in every row and column."
        case k.FORCING:
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
