"""Checks a student's rule of a declarative model: which boards does it let through?

A rule is `rule(model, board, puzzle)`; it adds constraints to a model. The notebook hands in its
function that lists all boards of a puzzle under a rule. So a known mistake is one in a function
that finds what breaks the rule on a board.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from futoshiki_lab.classroom.ideas import read_mistakes
from futoshiki_lab.classroom.tutor.feedback import BoardShown, Feedback, leads_to, not_done
from futoshiki_lab.classroom.tutor.guard import Outcome, call
from futoshiki_lab.classroom.tutor.limits import one_check
from futoshiki_lab.classroom.tutor.sketches import CellValues, Pair, draw_signs, list_signs
from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.core.puzzle import grid_of

ModelRule = Callable[[Any, Any, Puzzle], object]
Lister = Callable[..., Iterable[CellValues]]
Faults = list[tuple[Cell, Cell]]
FindFaults = Callable[[CellValues, Puzzle], Faults]

FRESH = 4  # puzzles
FREE = {2: 4, 3: 5, 4: 4}  # for each size, how many cells are not given
OWN_VARIABLES = (
    "It adds variables of its own that are free, so that every board counts several times: "
    "state the rule about the variables of `board`."
)

UNKNOWN = (
    "A comparison of variables is neither true nor false before the solver has found values: no "
    "`if`, `and`, `not` or `a < b < c`; hand each comparison to `model.add`."
)
VARIABLES = "A rule is about variables: `board[cell]` is a cell's, as in `model.add(one < other)`."
ARITHMETIC = "That is more than a model can say: compare variables, or add numbers to them first."
TOLD = {  # what is in an error's message, from OR-Tools or from here, and what it means
    r"neither true nor false|as a Bool": UNKNOWN,
    r"to a linear expression|CpModel.add\(|takes a comparison|not iterable": VARIABLES,
    r"incompatible function|expression is not supported|unsupported operand|integer": ARITHMETIC,
}


def find_broken_signs(board: CellValues, puzzle: Puzzle) -> Faults:
    """The signs that do not hold."""
    return sorted((a, b) for a, b in puzzle.signs if not board[a] < board[b])


def find_equal_in_columns(board: CellValues, puzzle: Puzzle) -> Faults:
    """The pairs of equal values in a column."""
    return find_equal(board, list_lines(puzzle, "column"))


def find_equal(board: CellValues, lines: Iterable[Sequence[Cell]]) -> Faults:
    """The pairs of equal values in a line."""
    pairs = (pair for line in lines for pair in combinations(line, 2))
    return [(a, b) for a, b in pairs if board[a] == board[b]]


def list_lines(puzzle: Puzzle, kind: str) -> list[list[Cell]]:
    """All rows, or all columns."""
    numbers = range(puzzle.size)
    return [[cell for cell in puzzle.cells if getattr(cell, kind) == k] for k in numbers]


RULES = {"columns": find_equal_in_columns, "signs": find_broken_signs}


@dataclass(frozen=True)
class TriedRule:
    """A student's rule on one puzzle.

    Attributes
    ----------
    boards : list of dict
        Every way to fill the cells that are not given.
    passed : list of dict
        Those of them that the rule lets through.
    outcome : Outcome
        What the rule returned, or what kept it from its end.
    """

    puzzle: Puzzle
    boards: list[CellValues]
    passed: list[CellValues]
    outcome: Outcome

    def list_due(self, find_faults: FindFaults) -> list[CellValues]:
        """The boards that have no faults."""
        return [board for board in self.boards if not find_faults(board, self.puzzle)]

    def agrees_with(self, find_faults: FindFaults) -> bool:
        """Whether the rule lets exactly those boards through that have no faults."""
        return self.passed == self.list_due(find_faults)


def make_puzzle_for_a_rule(random: Random, pair: Pair) -> Puzzle:
    """A small puzzle of which a few cells are free, those of one sign among them."""
    n, *both, _ = pair
    hidden, signs = draw_signs(random, n)
    kept = signs if random.random() < 0.5 else []
    others = [cell for cell in hidden if cell not in both]
    free = {*both, *random.sample(others, FREE[n] - 2)}
    givens = {cell: hidden[cell] for cell in others if cell not in free}
    return Puzzle(grid_of(givens, n), pair.set_sign(kept))


@leads_to("model_rule")
@one_check()
def check_model_rule(
    yours: ModelRule, name: str, all_boards: Lister, seed: int | None = None
) -> Feedback:
    """Check a student's rule by the boards that it lets through, on small puzzles.

    Parameters
    ----------
    name : str
        The rule that it should be, "columns" or "signs".
    all_boards : function
        `all_boards(puzzle, rule, at_most=100)` lists the boards that the rule lets through,
        at most so many; a board has a value for each cell.
    seed : int, optional
        Adds random puzzles, the same ones for the same seed.

    Returns
    -------
    Feedback
        Right if it lets the same boards through as the rule; else one that tells them apart.
    """
    find_faults = RULES[name]
    tasks = [(Random(at), pair) for at, pair in enumerate(list_signs())]
    random = Random(seed)
    for _ in range(FRESH if seed is not None else 0):
        tasks.append((random, random.choice(list_signs())))
    here: list[TriedRule] = []
    for puzzle in [make_puzzle_for_a_rule(*task) for task in tasks]:
        here.append(_try(yours, puzzle, all_boards))
        outcome = here[-1].outcome
        if outcome.returned is ... or "`raise NotImplementedError" in outcome.trouble:
            return not_done("write the body of the function")
        if where := outcome.trouble.partition("\n")[0]:
            said = next((text for part, text in TOLD.items() if re.search(part, where)), "")
            return Feedback("wrong", where, said=said, printed=outcome.printed)
    wrong = [one for one in here if not one.agrees_with(find_faults)]
    if not wrong:
        return Feedback("right", f"{len(here)} puzzles agree, board by board", share=1)
    known = (
        known.sentence
        for known in read_mistakes(name)
        if all(one.agrees_with(known.make_in(find_faults)) for one in here)
    )
    sizes = {one.puzzle.size for one in here}
    share = len(sizes - {one.puzzle.size for one in wrong}) / len(sizes)
    return _show_wrong_board(next(known, ""), wrong[0], find_faults, share)


def _try(yours: ModelRule, puzzle: Puzzle, all_boards: Lister) -> TriedRule:
    outcomes: list[Outcome] = []

    def guarded(model: Any, board: Any, puzzle: Puzzle) -> None:
        for cell, value in puzzle.givens.items():
            model.add(board[cell] == value)
        outcomes.append(call(yours, model, board, puzzle))

    choices = [[puzzle[cell]] if puzzle[cell] else puzzle.values for cell in puzzle.cells]
    boards = [dict(zip(puzzle.cells, values, strict=True)) for values in product(*choices)]
    found = list(all_boards(puzzle, guarded, at_most=len(boards) + 1))
    let_through = {tuple(board[cell] for cell in puzzle.cells) for board in found}
    passed = [board for board in boards if tuple(board.values()) in let_through]
    (outcome,) = outcomes
    if not outcome.trouble and len(found) > len(boards):
        outcome = Outcome(None, OWN_VARIABLES)
    return TriedRule(puzzle, boards, passed, outcome)


def _show_wrong_board(
    said: str, tried: TriedRule, find_faults: FindFaults, share: float
) -> Feedback:
    """The first board that passes and should not, or should and does not."""
    due, passed, title = tried.list_due(find_faults), tried.passed, "This board should pass"
    shown = next(board for board in tried.boards if (board in passed) != (board in due))
    broken = find_faults(shown, tried.puzzle)[:1]
    for one, other in broken:
        rule = tried.puzzle.constraints[one][other]
        title = f"This board passes, although {rule} fails: {shown[one]} and {shown[other]}"
    told = f"; {len(due)} should pass." if len(passed) != len(due) else ", but not the right ones."
    marked = [cell for pair in broken for cell in pair]
    boards = (BoardShown(title, tried.puzzle, shown, {}, marked, names=("", "they break it")),)
    where = f"Your rule lets {len(passed)} of {len(tried.boards)} boards pass{told}"
    return Feedback("wrong", where, boards, said, tried.outcome.printed, share)
