"""Checks a rule of a declarative model: which boards does a student's rule let through?

A rule is `rule(model, board, puzzle)`; it adds constraints to a model. No solver is known here: the
notebook hands in its function that lists all boards of a puzzle under a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from inspect import getdoc
from itertools import product
from random import Random
from typing import Any

from futoshiki_lab.core import Cell, Puzzle
from futoshiki_lab.exercises.boards import puzzle_of
from futoshiki_lab.exercises.feedback import BoardShown, Feedback, not_done
from futoshiki_lab.exercises.guard import Outcome, call, few_lines_printed
from futoshiki_lab.exercises.mistakes import model_rules as rules
from futoshiki_lab.exercises.mistakes.model_rules import Pair, Values

Rule = Callable[[Any, Any, Puzzle], object]
Lister = Callable[..., Iterable[Values]]
Faults = Callable[[Values, Puzzle], list[Pair]]

RULES = {
    "columns": (rules.equal_in_a_column, rules.COLUMNS),
    "signs": (rules.signs_broken, rules.SIGNS),
}
FREE = {2: 4, 3: 5, 4: 4}  # for each size, how many cells are not given
FIXED, FRESH = 12, 4  # puzzles
OWN_VARIABLES = (
    "It adds variables of its own that are free, so that every board counts several times: "
    "say the rule about the variables of `board`."
)


@dataclass(frozen=True)
class Tried:
    """A student's rule on one puzzle.

    Attributes
    ----------
    boards : every way to fill the cells that are not given.
    kept : those of them that the rule lets through.
    trouble : what kept the rule from its end, in a sentence; empty if nothing did.
    returned : what it returned.
    """

    puzzle: Puzzle
    boards: list[Values]
    kept: list[Values]
    trouble: str
    returned: object

    def agrees(self, passes: Callable[[Values, Puzzle], bool]) -> bool:
        """Whether the rule lets exactly those boards through which pass."""
        return [board for board in self.boards if passes(board, self.puzzle)] == self.kept


def check_model_rule(yours: Rule, name: str, all_boards: Lister) -> Feedback:
    """Check a student's rule by the boards that it lets through, on small puzzles.

    Parameters
    ----------
    name : which rule it should be, "columns" or "signs".
    all_boards : all_boards(puzzle, rule, at_most=100) lists the boards that the rule lets through,
        at most so many; a board has a value for each cell.
    """
    faults, mistakes = RULES[name]
    here: list[Tried] = []
    with few_lines_printed():
        for puzzle in sorted(_puzzles(), key=lambda puzzle: puzzle.size):
            here.append(_tried(yours, puzzle, all_boards))
            if here[-1].trouble:
                return Feedback("wrong", here[-1].trouble)
            if here[-1].returned is ...:
                return not_done("write the body of the function")
    wrong = [one for one in here if not one.agrees(lambda board, puzzle: not faults(board, puzzle))]
    if not wrong:
        return Feedback("right", f"{len(here)} puzzles agree, board by board")
    known = next((each for each in mistakes if all(one.agrees(each) for one in here)), None)
    sentence = " ".join((getdoc(known) or "").split()) if known else ""
    return _counterexample(sentence, wrong[0], faults)


def _puzzles() -> Iterator[Puzzle]:
    """The same ones at every check, then new ones."""
    yield from (_puzzle(Random(seed)) for seed in range(FIXED))
    yield from (_puzzle(Random()) for _ in range(FRESH))


def _puzzle(random: Random) -> Puzzle:
    """A small puzzle of which a few cells are free, those of a sign among them."""
    puzzle, hidden = puzzle_of(random, random.choice((2, 3, 3, 4)))
    if not puzzle.signs:
        return _puzzle(random)
    free = {*random.choice(sorted(puzzle.signs))}
    others = [cell for cell in puzzle.cells if cell not in free]
    free |= {*random.sample(others, FREE[puzzle.size] - len(free))}
    given = {cell: 0 if cell in free else hidden[cell] for cell in puzzle.cells}
    n = puzzle.size
    grid = [[given[Cell(row, column)] for column in range(n)] for row in range(n)]
    return Puzzle(grid, puzzle.signs)


def _tried(yours: Rule, puzzle: Puzzle, all_boards: Lister) -> Tried:
    outcomes: list[Outcome] = []

    def guarded(model: Any, board: Any, puzzle: Puzzle) -> None:
        for cell, value in puzzle.givens.items():
            model.add(board[cell] == value)
        outcomes.append(call(yours, model, board, puzzle))

    choices = [[puzzle[cell]] if puzzle[cell] else puzzle.values for cell in puzzle.cells]
    boards = [dict(zip(puzzle.cells, values, strict=True)) for values in product(*choices)]
    found = list(all_boards(puzzle, guarded, at_most=len(boards) + 1))
    let_through = {tuple(board[cell] for cell in puzzle.cells) for board in found}
    kept = [board for board in boards if tuple(board.values()) in let_through]
    trouble = outcomes[0].trouble or (OWN_VARIABLES if len(found) > len(boards) else "")
    return Tried(puzzle, boards, kept, trouble, outcomes[0].returned)


def _counterexample(known: str, tried: Tried, faults: Faults) -> Feedback:
    """The first board that passes and should not, or should and does not."""
    puzzle = tried.puzzle
    expected = [board for board in tried.boards if not faults(board, puzzle)]
    shown = next(board for board in tried.boards if (board in tried.kept) != (board in expected))
    broken = faults(shown, puzzle)[:1]
    title = "does not pass, and should"
    for one, other in broken:
        title = f"passes, although {one} = {shown[one]} and {other} = {shown[other]}"
    told = f"Of {len(tried.boards)} boards {len(tried.kept)} pass, {len(expected)} should."
    picture = BoardShown(title, puzzle, shown, {}, [cell for pair in broken for cell in pair])
    return Feedback("wrong", f"{known} {told}".strip(), (picture,))
