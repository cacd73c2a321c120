"""Puzzles with exactly one solution, of the requested level.

Each attempt starts with a random Latin square and all clues about it, and drops clues in a random
order as long as the rules of the level suffice: what they solve has one solution. What is left has
the level if the rules of the level below do not suffice. Clues are added if more are requested than
are needed; finally the puzzle is graded. If it is not what was requested, the next square is tried.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import chain, compress

from futoshiki_lab.core import Puzzle, whole_number
from futoshiki_lab.core.puzzle import unchecked
from futoshiki_lab.explorer.generator.request import Amount, GenerationError, Request, requested
from futoshiki_lab.problems.portable_random import PortableRandom, seeds_from
from futoshiki_lab.problems.random_puzzles import (
    latin_square,
    showing,
    sign_between,
    touching,
)
from futoshiki_lab.reasons import LEVELS, grade, solvable
from futoshiki_lab.reasons.deduction import climber_of
from futoshiki_lab.reasons.kernels.climber import Climber
from futoshiki_lab.reasons.kernels.climbing import DEAD, STUCK
from futoshiki_lab.reasons.shape import shape_of
from futoshiki_lab.solving import is_unique
from futoshiki_lab.support.extras import need
from futoshiki_lab.support.progress import check_jobs, in_processes, progress_bar, with_bar

EFFORT = 256_000  # attempts, times n³
FEWEST_ATTEMPTS, MOST_ATTEMPTS = 200, 2000
LARGE = 12  # of larger boards dropping the clues takes seconds, and a bar says how far it is
ORDERS_TRIED = 4  # with each square
TRIVIAL, RECURSIVE = 0, len(LEVELS) - 1
KINDS_OF_CLUE = ("givens", "signs")

# What is dropped at once: the numbers of one or two opposite cells, or n² and the number of a sign.
Clues = list[tuple[int, ...]]


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
    n : the size, 1..32; up to about 10 it takes a few milliseconds to a second.
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
    attempts : how many orders of dropping clues are tried before it gives up, four with each Latin
        square; None for 256,000/n³ (746 for n = 7), but between 200 and 2000.

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
    for tried in range(whole_number("attempts", attempts, 1)):
        if tried % ORDERS_TRIED == 0:
            attempt = Attempt(request, random)
        try:
            return attempt.puzzle(name)
        except _Missed as reason:
            missed[str(reason)] += 1
    reasons = "; ".join(f"{times} times {reason}" for reason, times in missed.most_common())
    raise GenerationError(f"found no {request} in {attempts} attempts: {reasons}")


class _Missed(Exception):
    """This order of dropping clues did not lead to the requested puzzle."""


class Attempt:
    """A square, all its clues, and the steps from there to a puzzle."""

    def __init__(self, request: Request, random: PortableRandom):
        self.request, self.random = request, random
        self.level, n = LEVELS.index(request.level), request.n
        self.square = latin_square(n, random, "uniform")
        self.signs = [sign_between(pair, self.square) for pair in touching(n)]
        number, values = shape_of(n).number, [*chain.from_iterable(self.square)]
        self.climber = Climber(n, values, [(number(low), number(high)) for low, high in self.signs])
        givens: Clues = [(cell,) for cell in range(n * n)]
        if request.symmetric:  # half a turn reverses the reading order
            centre = givens[n * n // 2 : n * n // 2 + n % 2]
            givens = [(cell, n * n - 1 - cell) for cell in range(n * n // 2)]
            if request.givens.least == request.givens.most and request.givens.most % 2 == 0:
                self.keep(centre, 0)
            else:
                givens += centre
        self.clues: tuple[Clues, Clues] = (
            givens,
            [(n * n + number,) for number in range(len(self.signs))],
        )

    def puzzle(self, name: str) -> Puzzle:
        """Make the puzzle with another order of dropping clues, or raise _Missed."""
        request = self.request
        self.clues = self.random.shuffled(self.clues[0]), self.random.shuffled(self.clues[1])
        self.keep(self.clues[0] + self.clues[1], 1)
        if request.signs.most == 0:
            self.keep(self.clues[1], 0)
        if request.givens.most == 0:
            self.keep(self.clues[0], 0)
            if not self.holds(self.clues[0]):
                raise _Missed("even all clues together were too few")
        for kind in self.random.shuffled((0, 1)):
            self.drop_surplus(kind, (request.givens, request.signs)[kind].most)
        self.drop(self.order())
        if not self.hard_enough():
            raise _Missed("it was too easy")
        for kind, (least, most) in enumerate((request.givens, request.signs)):
            self.add(kind, least, most)
        puzzle = self.as_puzzle(name)
        if request.minimal and not is_minimal(puzzle):
            raise _Missed("some clue was not needed for uniqueness")
        # A grade also names the hardest deduction; where the rules suffice, the level needs less.
        solved = self.level != RECURSIVE and climber_of(puzzle).climb() == self.level
        if not solved and grade(puzzle).level != request.level:
            raise _Missed("it was too easy")
        return puzzle

    def as_puzzle(self, name: str) -> Puzzle:
        """The puzzle with the clues that are kept."""
        n, kept = self.request.n, self.climber.kept
        givens = compress(shape_of(n).cells, kept)
        return unchecked(showing(self.square, givens), compress(self.signs, kept[n * n :]), name)

    def order(self) -> Clues:
        """A random order to drop clues, most givens first: then few are left, as in Unequal."""
        givens, signs = self.left(0), self.left(1)
        if self.level == TRIVIAL:  # which does not reason with signs
            return signs + givens
        first = len(givens) * 9 // 10
        return givens[:first] + self.random.shuffled(givens[first:] + signs)

    def left(self, kind: int) -> Clues:
        """The clues of a kind that are kept."""
        return [clue for clue in self.clues[kind] if self.climber.kept[clue[0]]]

    def count(self, kind: int) -> int:
        """How many givens or signs are kept."""
        return sum(map(len, self.left(kind)))

    def drop_surplus(self, kind: int, most: int) -> None:
        """Drop clues of a kind until there are not more of them than requested."""
        while (over := self.count(kind) - most) > 0:
            at_once = len(self.left(kind)[0])
            if not self.drop(self.left(kind), -(-over // at_once)):
                raise _Missed(f"it took more {KINDS_OF_CLUE[kind]} than wanted")

    def drop(self, order: Clues, most: int | None = None) -> int:
        """Drop clues one by one while what is left has the level or an easier one.

        Parameters
        ----------
        order : the clues that may be dropped, in the order in which they are tried.
        most : drop at most that many; None for no such bound.

        Returns
        -------
        How many were dropped. If fewer than `most`, no other one in `order` can be.
        """
        dropped, tried, at_once = 0, 0, 1
        large = self.request.n > LARGE
        for at, clue in enumerate(with_bar(order, " clues") if large else order):
            if at < tried:
                continue
            if dropped == most:
                break
            # What suffices without some clues suffices with any of them, too.
            some = order[at : at + min(at_once, most - dropped if most else at_once)]
            self.keep(some, 0)
            if self.holds(some):
                dropped, tried = dropped + len(some), at + len(some)
                at_once *= 1 if self.level == RECURSIVE else 2
                continue
            at_once = 1
            self.keep(some[1:], 1)
            if len(some) > 1 and self.holds([clue]):
                dropped += 1
            else:
                self.keep([clue], 1)
        return dropped

    def keep(self, clues: Clues, kept: int) -> None:
        """Keep some clues, or do not."""
        for part in chain.from_iterable(clues):
            self.climber.kept[part] = kept

    def holds(self, dropped: Clues) -> bool:
        """Whether the level or an easier one suffices without clues that were just dropped."""
        if self.level != RECURSIVE:
            return self.climber.climb(self.level) <= self.level
        for clue in chain.from_iterable(dropped):
            needed = self.climber.climb(flipped=clue)
            if needed == STUCK:  # the rules do not say whether another solution violates it
                return is_unique(self.as_puzzle(""))
            if needed != DEAD:
                return False
        return True

    def hard_enough(self) -> bool:
        """Whether the level below cannot solve it."""
        return self.level == TRIVIAL or self.climber.climb(self.level - 1) == STUCK

    def add(self, kind: int, least: int, most: int) -> None:
        """Add clues of a kind until there are as many as requested; none may make it easier."""
        for clue in self.random.shuffled(self.clues[kind]):
            if self.count(kind) >= least:
                return
            if not self.climber.kept[clue[0]] and self.count(kind) + len(clue) <= most:
                self.keep([clue], 1)
                if not self.hard_enough():
                    self.keep([clue], 0)
        if self.count(kind) < least:
            raise _Missed(f"more {KINDS_OF_CLUE[kind]} would have made it easier")


def is_minimal(puzzle: Puzzle) -> bool:
    """Whether leaving out any given or sign of a puzzle with one solution gives it several."""
    givens, signs = puzzle.givens.keys(), puzzle.signs
    without_given = (Puzzle(showing(puzzle.grid, givens - {cell}), signs) for cell in givens)
    without_sign = (Puzzle(puzzle.grid, signs - {sign}) for sign in signs)
    return not any(solvable(less, LEVELS[RECURSIVE]) for less in chain(without_given, without_sign))


# -- many of them ---


def generate_batch(
    count: int,
    n: int,
    level: str = "Easy",
    *,
    givens: Amount = None,
    signs: Amount = None,
    symmetric: bool = False,
    minimal: bool = False,
    seed: int = 0,
    attempts: int | None = None,
    jobs: int | None = None,
    progress: bool = True,
) -> list[Puzzle]:
    """Make the puzzles of the seeds seed, seed+1, ... as `generate` does.

    A thousand small puzzles take a few seconds.

    Parameters
    ----------
    count : how many puzzles.
    n, level, givens, signs, symmetric, minimal, attempts : as in `generate`, for each puzzle.
    seed : the seed of the first one. The puzzles do not depend on `jobs`.
    jobs : how many processes share the work; -1 is one for each core, 1 is this process alone.
        None: as `joblib.parallel_config` says, which may name a Dask cluster; else this process.
        Others take seconds to start: they pay for many large puzzles.
    progress : whether a bar shows how far it is, if it takes longer than half a second.

    Returns
    -------
    The puzzles, in the order of their seeds; after Ctrl-C those that were made until then.
    Different seeds usually give different puzzles; on small boards, puzzles may repeat.

    Raises
    ------
    ValueError : a parameter makes no sense.
    GenerationError : a puzzle does not exist or was not found; the message says which.
    """
    need("generate_batch", "lab", "tqdm")
    request = requested(n, level, givens, signs, symmetric, minimal)
    puzzles = generate_in_turn(request, count, seed, attempts, jobs)
    made: list[Puzzle] = []
    with suppress(KeyboardInterrupt):
        made.extend(progress_bar(puzzles, shown=progress, total=count, unit=" puzzles"))
    return made


def generate_in_turn(
    request: Request,
    count: int,
    seed: int = 0,
    attempts: int | None = None,
    jobs: int | None = None,
) -> Iterator[Puzzle]:
    """Yield each puzzle of a batch, in the order of the seeds, as soon as it is made.

    Parameters
    ----------
    request : the settings of `generate`, as `requested` returns them.
    count, seed, attempts, jobs : as in `generate_batch`; without joblib, `jobs` is 1.

    Raises
    ------
    ValueError : `count`, `seed` or `jobs` makes no sense; raised at once.
    GenerationError : a puzzle was not found; those before it were yielded.
    """
    check_jobs(jobs)
    seeds = seeds_from(seed, count)
    if jobs is None:  # whoever configures joblib has loaded it
        joblib = sys.modules.get("joblib")
        jobs = joblib.parallel.get_active_backend()[1] if joblib else 1
    make = partial(_made, request, attempts, seeds)
    if jobs in (None, 1):
        return map(make, seeds)
    return in_processes(make, seeds, jobs, return_as="generator")


def _made(request: Request, attempts: int | None, seeds: range, seed: int) -> Puzzle:
    try:
        return generated(request, seed, attempts)
    except GenerationError as error:
        if len(seeds) == 1:
            raise
        place = f"puzzle {seed - seeds.start + 1} of {len(seeds)} (seed {seed})"
        raise GenerationError(f"{place}: {error}") from None
