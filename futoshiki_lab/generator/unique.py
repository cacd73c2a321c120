"""Puzzles with exactly one solution, of the requested level.

Each attempt starts with a random Latin square and all clues about it, and drops clues in a random
order. Each dropped clue can only make the puzzle harder or end its uniqueness, so a binary search
finds how many can go. More clues are dropped as far as the level allows; clues are added if more
are requested than are needed; finally the puzzle is graded. If it is not what was requested, the
next square is tried.
"""

from __future__ import annotations

from collections import Counter

from futoshiki_lab.core import Puzzle, whole_number
from futoshiki_lab.generator.clues import (
    Clues,
    all_givens,
    all_signs,
    drop_clues,
    drop_first,
    is_sign,
    numbers_of,
    puzzle_of,
    without,
)
from futoshiki_lab.generator.latin import latin_square
from futoshiki_lab.generator.portable_random import PortableRandom
from futoshiki_lab.generator.request import Amount, GenerationError, Request, requested
from futoshiki_lab.logic import LEVELS, grade, solvable
from futoshiki_lab.solving import is_unique

EFFORT = 64_000  # attempts, times n³
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 50, 2000
SMALL = 5  # boards up to this size have hard puzzles only with few givens
ORDERS_TRIED = 3
TRIVIAL, RECURSIVE = LEVELS[0], LEVELS[-1]
KINDS = ("givens", "signs")  # as `numbers_of` counts them


def generate(
    n: int,
    level: str = "Easy",
    *,
    givens: Amount = None,
    signs: Amount = None,
    symmetric: bool = False,
    minimal: bool = False,
    seed: int = 0,
    attempts: int | None = None,
) -> Puzzle:
    """Make a puzzle that has exactly one solution and a certain level, proved by `grade`.

    At every level, leaving out a clue makes the puzzle harder or ambiguous, unless more givens or
    signs were requested than it needs.

    Parameters
    ----------
    n : the size, 1..32; up to about 10 it takes a few seconds at most.
    level : "Trivial", "Easy", "Tricky", "Extreme" or "Recursive", in any case, or Unequal's letter
        t, e, k, x or r for it. The puzzle has exactly this level, not an easier or a harder one.
    givens, signs : how many there are, as a number or (least, most); None for any number.
        `givens=0` gives a puzzle with signs only, `signs=0` one with givens only.
    symmetric : whether half a turn of the board takes given cells to given cells.
    minimal : whether the puzzle has several solutions as soon as any given or sign is left out.
        A person may need a clue that uniqueness does not need: leaving it out makes the puzzle
        harder, not ambiguous. So minimal puzzles of the lower levels are rare on large boards; a
        puzzle of level Recursive is always minimal, unless numbers of clues are requested.
    seed : any whole number; the same one gives the same puzzle on every platform.
    attempts : how many Latin squares are tried before it gives up; None for 64,000/n³
        (1000 for n = 4, 186 for n = 7), but between 50 and 2000.

    Returns
    -------
    The puzzle, with a name such as "easy 5x5 #17", where 17 is the seed.

    Raises
    ------
    ValueError : a parameter makes no sense.
    GenerationError : there is no such puzzle, or none was found; the message says why.
    """
    return generated(requested(n, level, givens, signs, symmetric, minimal), seed, attempts)


def generated(request: Request, seed: int, attempts: int | None = None) -> Puzzle:
    """Make the puzzle of a request; `seed`, `attempts` and errors are those of `generate`."""
    n, seed = request.n, whole_number("the seed", seed)
    if attempts is None:
        attempts = min(max(FEWEST_ATTEMPTS, EFFORT // n**3), MOST_ATTEMPTS)
    name = f"{request.level.lower()} {n}x{n} #{seed}"
    random = PortableRandom(name)
    missed: Counter[str] = Counter()
    for _ in range(whole_number("attempts", attempts, 1)):
        try:
            return _Attempt(request, random).puzzle(name)
        except _Missed as reason:
            missed[str(reason)] += 1
    raise GenerationError(
        f"found no {request} in {attempts} attempts, each from another Latin square: "
        + "; ".join(f"{times} times {reason}" for reason, times in missed.most_common())
    )


class _Missed(Exception):
    """This square did not lead to the requested puzzle."""


class _Attempt:
    """One square, all its clues, and the steps from there to a puzzle."""

    def __init__(self, request: Request, random: PortableRandom):
        self.request, self.random = request, random
        self.square = latin_square(request.n, random, "uniform")
        givens = all_givens(request.n, request.symmetric) if request.givens.most else []
        least, most = request.givens
        if request.symmetric and least == most and most % 2 == 0:
            givens = [clue for clue in givens if len(clue) == 2]
        signs = all_signs(self.square) if request.signs.most else []
        self.clues = random.shuffled(givens), random.shuffled(signs)  # of each kind

    def puzzle(self, name: str) -> Puzzle:
        """Make the puzzle, or raise _Missed."""
        givens, signs = self.clues
        if not givens and not self.holds(signs):
            raise _Missed("even all clues together were too few")
        clues = self.filled_up(self.thinned(self.few_enough(givens + signs)))
        puzzle = puzzle_of(self.square, clues, name)
        if self.request.minimal and not is_minimal(puzzle):
            raise _Missed("some clue was not needed for uniqueness")
        if grade(puzzle).level != self.request.level:
            raise _Missed("it was too easy")
        return puzzle

    # -- from all clues to few -----------------------------------------------------------------

    def few_enough(self, clues: Clues) -> Clues:
        """Drop givens and signs until there are not more than requested of either."""
        most = self.request.givens.most, self.request.signs.most
        for kind in self.random.shuffled((0, 1)):
            order = self.clues[kind]
            while (over := numbers_of(clues)[kind] - most[kind]) > 0:
                at_once = 2 if kind == 0 and self.request.symmetric else 1
                left = drop_clues(clues, order, self.holds, -(-over // at_once))
                if len(left) == len(clues):
                    raise _Missed(f"it took more {KINDS[kind]} than wanted")
                clues, order = left, [clue for clue in order if clue in left]
        return clues

    def thinned(self, clues: Clues) -> Clues:
        """Drop clues until none can go: then it is as hard as the level allows.

        First find how few clues uniqueness allows; a puzzle of the requested level, if there is
        one, lies between all clues and those. Several orders of dropping are tried.
        """
        fewest = drop_clues(clues, self.order(clues), self.unique)
        if not self.hard_enough(fewest):
            raise _Missed("it was too easy")
        if self.request.level == RECURSIVE:
            return fewest
        for _ in range(ORDERS_TRIED):
            order = self.random.shuffled(without(clues, fewest))
            left = drop_first(clues, order, self.solvable)
            left = drop_clues(left, self.random.shuffled(left), self.holds)
            if self.hard_enough(left):
                return left
        raise _Missed("it was too easy")

    def order(self, clues: Clues) -> Clues:
        """A random order to drop clues: some givens first, so that few or many of them are left."""
        signs = [clue for clue in clues if is_sign(clue)]
        givens = without(clues, signs)
        if self.request.level == TRIVIAL:
            return signs + givens
        few_givens = self.request.n <= SMALL
        first = int((few_givens + self.random.random()) / 2 * len(givens))
        return givens[:first] + self.random.shuffled(givens[first:] + signs)

    def filled_up(self, clues: Clues) -> Clues:
        """Add givens and signs until there are as many as requested; none may make it easier."""
        for kind, (least, most) in enumerate((self.request.givens, self.request.signs)):
            for clue in self.random.shuffled(without(self.clues[kind], clues)):
                if numbers_of(clues)[kind] >= least:
                    break
                more = [*clues, clue]
                if numbers_of(more)[kind] <= most and self.hard_enough(more):
                    clues = more
            if numbers_of(clues)[kind] < least:
                raise _Missed(f"more {KINDS[kind]} would have made it easier")
        return clues

    # -- what is checked about clues ------------------------------------------------------------

    def unique(self, clues: Clues) -> bool:
        return is_unique(puzzle_of(self.square, clues))

    def solvable(self, clues: Clues) -> bool:
        return solvable(puzzle_of(self.square, clues), self.request.level)

    def holds(self, clues: Clues) -> bool:
        """Whether they make a puzzle of the level or an easier one; the search rejects faster."""
        if not self.unique(clues):
            return False
        return self.request.level == RECURSIVE or self.solvable(clues)

    def hard_enough(self, clues: Clues) -> bool:
        """Whether they make a puzzle that the level below cannot solve."""
        place = LEVELS.index(self.request.level)
        return place == 0 or not solvable(puzzle_of(self.square, clues), LEVELS[place - 1])


def is_minimal(puzzle: Puzzle) -> bool:
    """Whether leaving out any given or sign of a puzzle with one solution gives it several."""
    clues: Clues = [(cell,) for cell in puzzle.givens]
    clues += [(sign,) for sign in puzzle.signs]
    return not any(is_unique(puzzle_of(puzzle.grid, without(clues, [clue]))) for clue in clues)
