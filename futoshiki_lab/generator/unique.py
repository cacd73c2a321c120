"""Puzzles with exactly one solution, of the level asked for.

Each attempt begins with a random Latin square and all that can be told about it, and leaves out
clues in a random order. With each clue less the puzzle can only get harder or lose its uniqueness,
so that the right place on the way is found by halving. What is left is thinned further as far as
the level allows, filled up if more clues are wanted than are needed, and graded at last; if it is
not what was asked for, the next square is tried.
"""

from __future__ import annotations

from collections import Counter

from futoshiki_lab.core import Puzzle
from futoshiki_lab.generator.chance import Chance, whole
from futoshiki_lab.generator.clues import (
    Clues,
    all_givens,
    all_signs,
    count,
    leading,
    leave_out,
    puzzle_of,
    without,
)
from futoshiki_lab.generator.latin import latin_square
from futoshiki_lab.generator.wishes import GenerationError, Number, Wish, wish
from futoshiki_lab.logic import LEVELS, grade, solvable
from futoshiki_lab.solving import is_unique

EFFORT = 64_000  # attempts, times n³
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 50, 2000
SMALL = 5
WAYS = 3
TRIVIAL, RECURSIVE = LEVELS[0], LEVELS[-1]


def generate(
    n: int,
    level: str = "Easy",
    *,
    givens: Number = None,
    signs: Number = None,
    symmetric: bool = False,
    minimal: bool = False,
    seed: int = 0,
    attempts: int | None = None,
) -> Puzzle:
    """Make a puzzle that has exactly one solution and a certain level, proved by `grade`.

    Whatever its level, no clue can be left out without making it harder or ambiguous, unless more
    givens or signs were asked for than it needs.

    Parameters
    ----------
    n : the size, 1..32; up to 10 or so it takes seconds at most.
    level : "Trivial", "Easy", "Tricky", "Extreme" or "Recursive", in any case, or Unequal's letter
        t, e, k, x or r for it. The puzzle is of just this level: never easier, never harder.
    givens, signs : how many there shall be, as a number or (least, most); None for whatever comes.
        `givens=0` gives a puzzle of signs alone, `signs=0` one of givens alone.
    symmetric : whether half a turn of the board takes given cells to given cells.
    minimal : whether no single given or sign may be left out without losing the single solution.
        A person may well need a clue that uniqueness does not: then leaving it out makes the puzzle
        harder, not ambiguous. So minimal puzzles of the lower levels are rarer, the larger the
        board, and one of level Recursive that is asked for no number of clues is minimal anyway.
    seed : any whole number; the same one gives the same puzzle on every platform.
    attempts : how many Latin squares are tried before it is given up; None for 64,000/n³ of them
        (1000 for n = 4, 186 for n = 7), but between 50 and 2000.

    Returns
    -------
    The puzzle, called such as "easy 5x5 #17", where 17 is the seed.

    Raises
    ------
    ValueError : something that was asked for makes no sense.
    GenerationError : there is no such puzzle, or none was found; it says what stood in the way.
    """
    wanted = wish(n, level, givens, signs, symmetric, minimal)
    seed = whole("the seed", seed)
    if attempts is None:
        attempts = min(max(FEWEST_ATTEMPTS, EFFORT // wanted.n**3), MOST_ATTEMPTS)
    name = f"{wanted.level.lower()} {n}x{n} #{seed}"
    chance = Chance(name)
    missed: Counter[str] = Counter()
    for _ in range(whole("attempts", attempts, 1)):
        try:
            return _Attempt(wanted, chance).puzzle(name)
        except _Missed as reason:
            missed[str(reason)] += 1
    raise GenerationError(
        f"found no {wanted} in {attempts} attempts, each from another Latin square: "
        + "; ".join(f"{times} times {reason}" for reason, times in missed.most_common())
    )


class _Missed(Exception):
    """This square did not lead to what is wanted."""


class _Attempt:
    """One square, all its clues, and the way from there to a puzzle."""

    def __init__(self, wanted: Wish, chance: Chance):
        self.wanted, self.chance = wanted, chance
        self.square = latin_square(wanted.n, chance, "uniform")
        givens = all_givens(wanted.n, wanted.symmetric) if wanted.givens[1] else []
        if wanted.givens[0] == wanted.givens[1] and wanted.givens[0] % 2 == 0:
            givens = [clue for clue in givens if len(clue.givens) == 2 or not wanted.symmetric]
        signs = all_signs(self.square) if wanted.signs[1] else []
        self.givens, self.signs = chance.shuffled(givens), chance.shuffled(signs)

    def puzzle(self, name: str) -> Puzzle:
        """Make the puzzle, or raise _Missed."""
        clues = self.givens + self.signs
        if not self.givens and not self.holds(clues):
            raise _Missed("even all clues together were too few")
        clues = self.filled_up(self.thinned(self.few_enough(clues)))
        puzzle = puzzle_of(self.square, clues, name)
        if self.wanted.minimal and not is_minimal(puzzle):
            raise _Missed("some clue was not needed for uniqueness")
        if grade(puzzle).level != self.wanted.level:
            raise _Missed("it was too easy")
        return puzzle

    # -- from all clues to few -----------------------------------------------------------------

    def few_enough(self, clues: Clues) -> Clues:
        """Leave out givens and signs until there are not more than wanted of either."""
        kinds = [(0, self.givens, self.wanted.givens[1]), (1, self.signs, self.wanted.signs[1])]
        for kind, order, most in self.chance.shuffled(kinds):
            while (over := count(clues)[kind] - most) > 0:
                at_once = 2 if kind == 0 and self.wanted.symmetric else 1
                gone = leave_out(clues, order, self.holds, -(-over // at_once))
                if not gone:
                    raise _Missed(f"it took more {('givens', 'signs')[kind]} than wanted")
                clues, order = without(clues, gone), without(order, gone)
        return clues

    def thinned(self, clues: Clues) -> Clues:
        """Leave out clues until none can go: then it is as hard as the level allows.

        First as many go as uniqueness allows; the level asked for lies, if anywhere, on the ways
        from all clues to those. Any order will do there, so several are tried.
        """
        fewest = without(clues, leave_out(clues, self.order(clues), self.unique))
        if not self.hard_enough(fewest):
            raise _Missed("it was too easy")
        if self.wanted.level == RECURSIVE:
            return fewest
        for _ in range(WAYS):
            gone = self.chance.shuffled(without(clues, fewest))
            steps = leading(clues, gone, lambda left: self.solvable(left, self.wanted.level))
            left = without(clues, gone[:steps])
            left = without(left, leave_out(left, self.chance.shuffled(left), self.holds))
            if self.hard_enough(left):
                return left
        raise _Missed("it was too easy")

    def order(self, clues: Clues) -> Clues:
        """In which order clues go: some givens first, so that there are few or many of them."""
        givens = [clue for clue in clues if clue.givens]
        signs = [clue for clue in clues if clue.signs]
        if self.wanted.level == TRIVIAL:
            return signs + givens
        # Small boards have hard puzzles only where the givens are few.
        share = (
            (1 + self.chance.random()) / 2 if self.wanted.n <= SMALL else self.chance.random() / 2
        )
        first = int(share * len(givens))
        return givens[:first] + self.chance.shuffled(givens[first:] + signs)

    def filled_up(self, clues: Clues) -> Clues:
        """Add givens and signs until there are as many as wanted, and none that makes it easier."""
        for kind, more in enumerate((self.givens, self.signs)):
            least, most = (self.wanted.givens, self.wanted.signs)[kind]
            for clue in self.chance.shuffled(without(more, clues)):
                if (told := count(clues)[kind]) >= least:
                    break
                fits = told + count([clue])[kind] <= most
                if fits and self.hard_enough([*clues, clue]):
                    clues = [*clues, clue]
            if count(clues)[kind] < least:
                raise _Missed(f"more {('givens', 'signs')[kind]} would have made it easier")
        return clues

    # -- what is asked of some clues -----------------------------------------------------------

    def unique(self, clues: Clues) -> bool:
        return is_unique(puzzle_of(self.square, clues))

    def solvable(self, clues: Clues, level: str) -> bool:
        return solvable(puzzle_of(self.square, clues), level)

    def holds(self, clues: Clues) -> bool:
        """Whether they make a puzzle of the level or an easier one; search is quicker to say no."""
        if not self.unique(clues):
            return False
        return self.wanted.level == RECURSIVE or self.solvable(clues, self.wanted.level)

    def hard_enough(self, clues: Clues) -> bool:
        """Whether they make a puzzle that the level below cannot solve."""
        below = self.wanted.below
        return below is None or not self.solvable(clues, below)


def is_minimal(puzzle: Puzzle) -> bool:
    """Whether a puzzle with one solution has several as soon as any given or sign is left out."""
    for row, column in puzzle.givens:
        grid = [list(values) for values in puzzle.grid]
        grid[row][column] = 0
        if is_unique(Puzzle(grid, puzzle.signs)):
            return False
    return not any(is_unique(Puzzle(puzzle.grid, puzzle.signs - {sign})) for sign in puzzle.signs)
