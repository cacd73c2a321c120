"""Two exercises with many right answers: a nogood of a dead end, the moves of min-conflicts.

A nogood is right if no solution holds it, also if it is a smaller one than the expected one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import futoshiki_lab.classroom.tutor.random_cases as boards
from futoshiki_lab.classroom.tutor.cases import Behaviour, Case, Function
from futoshiki_lab.classroom.tutor.feedback import Feedback
from futoshiki_lab.classroom.tutor.guard import in_short
from futoshiki_lab.classroom.tutor.open_exercises import is_solvable, show_changes, try_all
from futoshiki_lab.classroom.tutor.sketches import BoardSketch
from futoshiki_lab.classroom.tutor.tutor import as_it_is, try_on
from futoshiki_lab.core import Board, Cell
from futoshiki_lab.support.phrases import listed

Moves = set[tuple[Cell, int]]
Table = Mapping[Cell, Mapping[int, int]]


def _make_full(sketch: BoardSketch) -> Case:
    """A full board with conflicts, and givens or none."""
    random = sketch.random
    sketch.give(random.sample(sketch.cells, random.choice((0, 0, 1, 2))))
    free = [cell for cell in sketch.cells if cell not in sketch.puzzle.givens]
    sketch.assigned = {cell: random.choice(sketch.values) for cell in free}
    return sketch.make()


DEAD_ENDS = boards.make_cases(boards.make_dead_end, fixed=80)
FULL_BOARDS = boards.make_cases(_make_full, fixed=60, sizes=(2, 3, 3, 4))


def check_nogood(yours: Function, seed: int | None = None) -> Feedback:
    """Check a student's `yours(board)`: a nogood of a dead end, as a dictionary {cell: value}."""
    right = "no solution holds any of these nogoods"
    return _judge(yours, DEAD_ENDS(seed), _find_wrong_nogood, right, "check_nogood")


def check_min_conflicts(yours: Function, seed: int | None = None) -> Feedback:
    """Check a student's `yours(board)`: all moves of min-conflicts on a full board, as pairs."""
    cases, right = FULL_BOARDS(seed), "just the moves of min-conflicts"
    tried = try_on(cases, yours, as_it_is)
    if isinstance(tried, Feedback):
        return tried
    all_told = [_known_mistakes(*each) for each in zip(cases, tried, strict=False)]
    named = [told for told in all_told[0] if all(told in each for each in all_told)]
    find = partial(_find_wrong_moves, "".join(named[:1]))
    return _judge(yours, cases, find, right, "check_min_conflicts")


def _judge(yours: Function, cases: list[Case], find: Any, right: str, name: str) -> Feedback:
    here = try_all(yours, cases, find, show_changes, right, tidy=as_it_is)
    if isinstance(here, Feedback):
        return here
    return Feedback("right", f"{right}, on {len(here)} boards", share=1, check=name)


def _find_wrong_nogood(case: Case, done: Behaviour) -> str:
    """What is wrong with a nogood, in a sentence; empty if nothing is."""
    if done.outcome.trouble:
        return done.outcome.trouble
    nogood, board = done.outcome.returned, case.make_board()
    if not isinstance(nogood, Mapping):
        return f"It returned {in_short(nogood)} instead of a dictionary {{cell: value}}."
    wiped = next(cell for cell in board.unassigned if not board.domains[cell])
    for cell, value in nogood.items():
        if cell in case.puzzle.givens:
            return f"A given is no choice: leave {cell} out, the search cannot change it."
        if board.values.get(cell) != value:
            return f"A value that is not on the board: {cell} = {value} is not assigned here."
    held = " and ".join(f"{cell} = {value}" for cell, value in nogood.items()) or "an empty nogood"
    if is_solvable(Case(case.puzzle, assigned=tuple(nogood.items()))):
        return f"A cell to blame is missing: this puzzle has a solution with {held}."
    rules = board.puzzle.constraints[wiped]
    idle = [
        cell
        for cell in nogood
        if cell not in rules
        or all(rules[cell].holds(value, board.values[cell]) for value in case.puzzle.values)
    ]
    if idle and len(nogood) == len(case.assigned):
        return f"All assigned cells are too many: {listed(idle)} rule out no value of {wiped}."
    return ""


def _known_mistakes(case: Case, done: Behaviour) -> list[str]:
    """The mistakes, each with its cure, that come to these moves on this board."""
    _, table, faulty, found = _moves_of(case, done)
    right, values = best_moves(faulty), case.make_board().values
    least = min((min(many.values()) for many in faulty.values()), default=0)
    first = {min(move for move in right if move[0] == cell) for cell in faulty}
    known = {
        "Ties always the first: each of the best values of a cell is a move.": first,
        "Picks cells without conflict: only a cell in conflict is changed.": best_moves(table),
        "Greedy over all cells: each cell in conflict has its own best values.": {
            (cell, value) for cell, value in right if faulty[cell][value] == least
        },
        "Leaves out the value that the cell has: it may be one of the best.": {
            (cell, value) for cell, value in right if values[cell] != value
        },
    }
    return [told for told, moves in known.items() if moves == found]


def _find_wrong_moves(named: str, case: Case, done: Behaviour) -> str:
    """What is wrong with a set of moves, in a sentence; empty if nothing is. `named`: the mistake
    that explains all boards, if one does."""
    if done.outcome.trouble:
        return done.outcome.trouble
    board, table, faulty, found = _moves_of(case, done)
    right = best_moves(faulty)
    if found is None:
        said = in_short(done.outcome.returned)
        return f"It returned {said} instead of a set of pairs (cell, value)."
    if found == right:
        return ""
    if named:
        return named
    for cell, value in sorted(found - right, key=str):
        if cell not in table:
            return f"{cell} is a given, or no cell: it cannot be changed."
        if cell not in faulty:
            return f"Picks cells without conflict: {cell} = {board.values[cell]} is in none."
        more = f"{cell} = {value} has {table[cell].get(value, 'unknown')} conflicts"
        return f"Not one of the best: {more}, and another value has {min(table[cell].values())}."
    cell, value = min(right - found)
    return f"A move is missing: {cell} = {value}, with {table[cell][value]} conflicts."


def _moves_of(case: Case, done: Behaviour) -> tuple[Board, Table, Table, Moves | None]:
    """The board, the conflicts of its cells, of those in conflict, and the answer as a set."""
    board, answer = case.make_board(), done.outcome.returned
    free = [cell for cell in board.values if cell not in case.puzzle.givens]
    table = {cell: count_conflicts(board, cell) for cell in free}
    faulty = {cell: many for cell, many in table.items() if many[board.values[cell]]}
    try:
        found = {(cell, value) for cell, value in answer}  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        return board, table, faulty, None
    return board, table, faulty, found


def count_conflicts(board: Any, cell: Cell) -> dict[int, int]:
    """How many neighbours each value of a cell would be in conflict with."""
    rules = board.puzzle.constraints[cell].items()
    return {
        value: sum(not rule.holds(value, board.values[other]) for other, rule in rules)
        for value in board.puzzle.values
    }


def best_moves(table: Table) -> Moves:
    """The values with the fewest conflicts, of each cell of a table."""
    return {
        (cell, value)
        for cell, many in table.items()
        for value in many
        if many[value] == min(many.values())
    }
