"""Hints for a player: where to look, which rule to use, what follows and why.

A hint is useful if it leads to progress: the rules run until the next value can be entered, the
steps that this value depends on are traced back, and the first of these steps is the hint.
Eliminations in the lines of a filled cell are assumed as done and are not hints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from math import inf

from futoshiki_lab.core import Cell, Grid, Puzzle
from futoshiki_lab.core.puzzle import Rows, grid_of
from futoshiki_lab.reasons.chain import Chain, steps_to
from futoshiki_lab.reasons.cheapest import why
from futoshiki_lab.reasons.closure import Closure
from futoshiki_lab.reasons.deduction import Hint
from futoshiki_lab.reasons.explanation import Explanation
from futoshiki_lab.reasons.facts import (
    Entry,
    Left,
    PencilMarks,
    checked_marks,
    entries,
    facts_of,
    find_clash,
)
from futoshiki_lab.reasons.ladder import (
    advance,
    clear_lines,
    completions,
    path_to,
    solutions,
    unique,
)
from futoshiki_lab.reasons.marks import KINDS, Deduction, Marks
from futoshiki_lab.reasons.rules import rules_for
from futoshiki_lab.reasons.shape import bits_of
from futoshiki_lab.support.phrases import listed

SOME = 12  # contradictions that are compared
CASES = 20, inf  # what a proof by contradiction may cost: cheap ones first
ENTRIES = 6  # wrong entries to prove wrong; the one with the shortest proof is chosen
EFFORT = 300  # questions to a solver, for each of them
LONGEST = 400  # characters of a hint
NO_SOLUTION = "This puzzle has no solution"
SOLVED = "Every cell is filled, and all of it is right."


def hint(puzzle: Puzzle, values: Rows, marks: PencilMarks | None = None) -> Hint:
    """The easiest next deduction for a player; a mistake on the board comes first.

    Parameters
    ----------
    values : the player's entries, n rows of n; 0 is an empty cell. Givens may be left out.
    marks : the values that the player still thinks possible, by cell. A missing or empty cell
        counts as having all values. Values crossed out earlier stay known: a player who follows the
        hints and keeps the marks solves the puzzle without guessing. None: there are no marks, and
        each hint leads to the next value that can be entered, with all steps to it.

    Returns
    -------
    A `Hint`. Where no rule finds anything more (Recursive puzzles) it is a value that leads to a
    contradiction, with the cheapest reasons (`why`). `why` has 400 characters at most.
    If the puzzle has several solutions it says so, and leads to one of them; if it has none (with
    givens that contradict each other or a sign: which), or if the board is full and right, it says
    so and highlights nothing.

    Raises
    ------
    ValueError : `values` is not n rows of n values from 0 to n.
    """
    grid = entries(puzzle, values)
    if not solutions(puzzle):
        told = ": ".join(filter(None, (NO_SOLUTION, puzzle.contradiction))) + "."
        return Hint(told, told, told)
    wrong = wrong_entry(puzzle, grid)
    if wrong:
        return wrong
    if all(map(all, grid)):
        return Hint(SOLVED, SOLVED, SOLVED)
    known, only = _known(puzzle, grid, marks or {}), unique(puzzle)
    if only and (missing := crossed_out(known, only)):
        return missing
    if not only and not any(completions(known)):
        known = _known(puzzle, grid, {})
    path = _path(known, only)
    if not path:
        return _several(known)
    return _offer(path if marks is None else path[:1], known)


def walkthrough(puzzle: Puzzle) -> list[Hint]:
    """The hints from the start to the solved board; each knows the values crossed out before.

    The list is empty if the puzzle has no solution.
    """
    if not solutions(puzzle):
        return []
    known = _known(puzzle, puzzle.grid, {})  # by a player who follows the hints
    hints: list[Hint] = []
    while not known.complete:
        path = _path(known, unique(puzzle))
        for step in path:
            hints.append(_offer([step], known))
            known.apply(step)
        if not path:
            hints.append(_several(known))
            for cell, value in hints[-1].places.items():
                known.place(known.shape.number(cell), 1 << value - 1)
        clear_lines(known)
    return hints


# -- what is wrong ------------------------------------------------------------------


def wrong_entry(puzzle: Puzzle, grid: Rows) -> Hint | None:
    """A wrong entry that is easy to see or has a short proof; None if no entry is wrong."""
    entered = {cell: value for cell in puzzle.cells if (value := grid[cell.row][cell.column])}
    right, wrong = _sorted_out(puzzle, entered)
    for cell in wrong:  # a changed given, a value twice in a line, a violated sign
        value = entered[cell]
        clash = find_clash(puzzle, entered, cell, value)
        if clash:
            cells = tuple(dict.fromkeys((cell, clash[1])))
            return _blame(cell, value, f"{cell} cannot be {value}: {clash[0]}.", cells)
    state = Puzzle(grid_of(right, puzzle.size), puzzle.signs)
    proofs = [why(state, cell, entered[cell], effort=EFFORT) for cell in wrong[:ENTRIES]]
    for best in sorted(proofs, key=lambda proof: len(proof.text)):
        if best.cell:
            return _blame(best.cell, best.value, best.text, best.cells, best)
    return None


def _sorted_out(puzzle: Puzzle, entered: dict[Cell, int]) -> tuple[Mapping[Cell, int], list[Cell]]:
    """The right entries, and the cells whose entries are wrong.

    If there are several solutions, entries in reading order count as right while one solution has
    them all.
    """
    only, right = unique(puzzle), dict(puzzle.givens)
    wrong = [cell for cell, value in right.items() if entered[cell] != value]
    if only is None and not wrong and _possible(puzzle, entered):
        return entered, []
    for cell, entry in entered.items():
        if not puzzle[cell]:
            more = {**right, cell: entry}
            if only[cell.row][cell.column] == entry if only else _possible(puzzle, more):
                right = more
            else:
                wrong.append(cell)
    return right, wrong


def _possible(puzzle: Puzzle, entered: Mapping[Cell, int]) -> bool:
    """Whether some solution has these entries."""
    return any(completions(Marks.of(puzzle, grid_of(entered, puzzle.size))))


def _blame(
    cell: Cell, value: int, why: str, cells: tuple[Cell, ...], reason: Explanation | None = None
) -> Hint:
    where = f"Look at {cell}: something is wrong there."
    rule = f"{cell} cannot be {value}: it leads to a contradiction."
    return Hint(where, rule, why, cells, wrong=cell, reason=reason)


def crossed_out(known: Marks, solution: Grid) -> Hint | None:
    """The first cell whose marks lack its right value; None if none lacks it."""
    for cell, left in known.remaining().items():
        right = solution[cell.row][cell.column]
        if right not in left:
            where = f"Look at the marks of {cell}: a value is missing there."
            rule = "A value has been crossed out that can still be entered."
            return Hint(where, rule, f"{cell} can still be {right}.", (cell,), wrong=cell)
    return None


# -- what a player knows ---------------------------------------------------------------------------


def _known(puzzle: Puzzle, grid: Rows, pencil_marks: PencilMarks) -> Marks:
    """The entries and the pencil marks, with the lines of filled cells cleared."""
    known = Marks.of(puzzle, grid)
    for cell, left in checked_marks(puzzle, pencil_marks).items():
        number = known.shape.number(cell)
        if left and not known.placed >> number & 1:
            known.masks[number] &= bits_of(left)
    clear_lines(known)
    return known


# -- what comes next -------------------------------------------------------------------------------


def _path(known: Marks, solution: Grid | None) -> list[Deduction]:
    """The steps to the next value that can be entered, and no others.

    Parameters
    ----------
    solution : the only one, which shows the values to refute; None if there are several.
    """
    marks = known.copy()
    history: list[Deduction] = []
    for found in _onward(marks, solution):
        if found.places:
            return [*path_to(found.premises, history, known), found]
        history.append(found)
    return []


def _onward(marks: Marks, solution: Grid | None) -> Iterator[Deduction]:
    """What the rules find; when they find nothing more, proofs by contradiction."""
    rules = rules_for(marks.shape.size)
    yield from advance(marks, rules)
    while solution and not marks.complete:
        for proof in find_contradictions(marks, solution):
            ((cell, gone),) = proof.removes.items()
            if marks.masks[marks.shape.number(cell)] & bits_of(gone):
                marks.apply(proof)
                yield proof
                yield from advance(marks, rules)


def _lead_nowhere(marks: Marks, cell: Cell, value: int, reason: Explanation) -> Deduction:
    """A value leads to a contradiction, as a finding."""
    shape = marks.shape
    left = {fact.cell: fact.values for fact in reason.shown_facts if isinstance(fact, Left | Entry)}
    return marks.deduce(
        "contradiction",
        f"{cell}: try its values",
        reason.text.partition(": ")[2].rstrip("."),
        [(shape.number(at), shape.full & ~bits_of(values)) for at, values in left.items()],
        ((shape.number(cell), 1 << value - 1),),
        lit=tuple(map(shape.number, reason.cells)),
        reason=reason,
    )


def find_contradictions(marks: Marks, solution: Grid) -> list[Deduction]:
    """Contradictions that wrong values lead to, the cheapest first; or a guess."""
    state = marks.puzzle
    facts = list(facts_of(state, marks.remaining()))
    closure = Closure(state.size, facts)
    closure.run()
    for limit in CASES:
        found: list[Deduction] = []
        cases = islice(closure.try_values(limit), SOME)
        for (_, at, value), source in sorted(cases, key=lambda case: case[1].cost):
            cell = marks.shape.cells[at]
            assert source.within
            chain = Chain(tuple(steps_to(source.within)), Entry(cell, value))
            reason = Explanation(state, cell, value, chain.facts, smallest=False, chain=chain)
            found.append(_lead_nowhere(marks, cell, value, reason))
        if found:
            return found
    at = marks.most_limited()
    cell = marks.shape.cells[at]
    left = marks.masks[at] & ~(1 << solution[cell.row][cell.column] - 1)
    value = left.bit_length()
    return [_lead_nowhere(marks, cell, value, Explanation(state, cell, value))]


def _offer(path: list[Deduction], known: Marks) -> Hint:
    """The hint for a path of findings."""
    end = path[-1]
    removes: dict[Cell, set[int]] = {}
    for step in path:
        for cell, gone in step.removes.items():
            removes.setdefault(cell, set()).update(gone)
    names = dict.fromkeys(found.rule for found in path if found.rule != end.rule)
    after = f" Before that: {listed(names)}." * bool(names)
    lit = {cell for step in path for cell in (*step.cells, *step.removes, *step.places)}
    text, reason = _told(path, known)
    return Hint(
        f"Look at {end.where}.",
        f"{end.rule.capitalize()}: {KINDS[end.title].rule}.{after}",
        text,
        tuple(sorted(lit)),
        end.places,
        {cell: tuple(sorted(gone)) for cell, gone in removes.items() if cell not in end.places},
        reason=reason,
    )


def _told(steps: list[Deduction], known: Marks) -> tuple[str, Explanation | None]:
    """All steps in words; if these are too many, the reasons for their end, or those that fit."""
    end, reason = steps[-1], steps[-1].reason
    text = reason.text if reason and not steps[1:] else "; then ".join(map(str, steps)) + "."
    if len(text) <= LONGEST:
        return text, reason
    if end.places and len(steps) > 1:
        found = why(known.puzzle, next(iter(end.places)), effort=EFFORT)
        if found.short and len(found.text) <= LONGEST:
            return found.text, found
    for number in reversed(range(len(steps))):
        more = f"{len(steps) - number} more steps lead to {end}"
        rest = more if number else f"{end.conclusion}: it takes {len(steps)} steps by the rules"
        text = "; then ".join([*map(str, steps[:number]), f"{rest}."])
        if len(text) <= LONGEST:
            break
    return text, None


def _several(known: Marks) -> Hint:
    """For a puzzle with several solutions: a cell with a choice, and a value of one of them."""
    cell = known.shape.cells[known.most_limited()]
    value = next(completions(known))[cell.row][cell.column]
    return Hint(
        f"Look at {cell}.",
        "This puzzle has more than one solution: no rule leads to a single one.",
        f"{cell} = {value}: it leads to one of the solutions; there are others.",
        (cell,),
        {cell: value},
    )
