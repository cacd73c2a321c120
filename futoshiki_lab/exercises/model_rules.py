"""Checks a rule of a declarative model: which boards does a student's rule let through?

A rule is `rule(model, board, puzzle)`; it adds constraints to a model. No solver is known here: the
notebook hands in its function that lists all boards of a puzzle under a rule. So a known mistake is
one in a function that finds what breaks the rule on a board with a value for every cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import Outcome, call
from futoshiki_lab.exercises.mistakes import read_mistakes
from futoshiki_lab.exercises.random_cases import (
    CellValues,
    list_signs,
    make_puzzle_for_a_rule,
)

ModelRule = Callable[[Any, Any, Puzzle], object]
Lister = Callable[..., Iterable[CellValues]]
Faults = list[tuple[Cell, Cell]]

FRESH = 4  # puzzles
OWN_VARIABLES = (
    "It adds variables of its own that are free, so that every board counts several times: "
    "say the rule about the variables of `board`."
)


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

    def agrees_with(self, find_faults: Callable[[CellValues, Puzzle], Sequence[object]]) -> bool:
        """Whether the rule lets exactly those boards through that have no faults."""
        return [
            board for board in self.boards if not find_faults(board, self.puzzle)
        ] == self.passed


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
    puzzles = [make_puzzle_for_a_rule(Random(at), pair) for at, pair in enumerate(list_signs())]
    if seed is not None:
        random = Random(seed)
        puzzles += [
            make_puzzle_for_a_rule(random, random.choice(list_signs())) for _ in range(FRESH)
        ]
    here: list[TriedRule] = []
    for puzzle in puzzles:
        here.append(_try(yours, puzzle, all_boards))
        if here[-1].outcome.trouble:
            return Feedback("wrong", here[-1].outcome.trouble, printed=here[-1].outcome.printed)
        if here[-1].outcome.returned is ...:
            return not_done("write the body of the function")
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
    said: str,
    tried: TriedRule,
    find_faults: Callable[[CellValues, Puzzle], Faults],
    share: float,
) -> Feedback:
    """The first board that passes and should not, or should and does not."""
    puzzle = tried.puzzle
    due = [board for board in tried.boards if not find_faults(board, puzzle)]
    shown = next(board for board in tried.boards if (board in tried.passed) != (board in due))
    broken = find_faults(shown, puzzle)[:1]
    title = "does not pass, and should"
    for one, other in broken:
        title = f"passes, although {one} = {shown[one]} and {other} = {shown[other]}"
    many, should = len(tried.passed), len(due)
    told = f"Of {len(tried.boards)} boards {many} pass, {should} should."
    if many == should:
        told = (
            f"Of {len(tried.boards)} boards {many} should pass, but others do: this one is wrong."
        )
    picture = BoardShown(title, puzzle, shown, {}, [cell for pair in broken for cell in pair])
    return Feedback("wrong", told, (picture,), said, tried.outcome.printed, share)
