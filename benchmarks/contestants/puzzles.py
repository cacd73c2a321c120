"""The puzzles that the contestants meet, the same in every run."""

from __future__ import annotations

from functools import cache
from random import Random

from futoshiki_lab import Puzzle, load_all
from futoshiki_lab.problems import random_puzzle
from futoshiki_lab.reasons import grade
from futoshiki_lab.solving import is_unique

LEVELS = ("trivial", "easy", "tricky", "extreme", "recursive")


def graded(n: int, *levels: str) -> list[Puzzle]:
    """Unequal's own puzzles of a size, of some levels; all levels if none is named."""
    return [p for level in levels or LEVELS for p in load_all(f"unequal/{n}x{n}-{level}")]


def as_the_course_made_them(n: int, count: int) -> list[Puzzle]:
    """Random puzzles with n²//3 signs and n²//7 givens, from a shuffled circulant."""
    return [
        random_puzzle(n, n * n // 7, n * n // 3, seed, square="circulant") for seed in range(count)
    ]


@cache
def recursive(count: int) -> list[Puzzle]:
    """9x9 puzzles that need guessing: the two of Unequal's that are graded so, and minimal ones."""
    puzzles, seed = graded(9, "recursive"), 0
    while len(puzzles) < count:
        puzzle = minimal(9, seed)
        if str(grade(puzzle)) == "Recursive":
            puzzles.append(puzzle)
        seed += 1
    return puzzles[:count]


def minimal(n: int, seed: int) -> Puzzle:
    """A puzzle with one solution that would have several without any one of its clues."""
    puzzle = random_puzzle(n, n * n // 3, n * (n - 1), seed)
    if not is_unique(puzzle):
        puzzle = random_puzzle(n, n * n, 2 * n * (n - 1), seed)
    clues = [*sorted(puzzle.givens), *sorted(puzzle.signs)]
    # random() gives the same numbers in every version of Python; shuffle does not promise that.
    draw = Random(seed).random
    for clue in sorted(clues, key=lambda _: draw()):
        less = _without(puzzle, clue)
        if is_unique(less):
            puzzle = less
    return Puzzle(puzzle.grid, puzzle.signs, name=f"minimal {n}x{n} #{seed}")


def _without(puzzle: Puzzle, clue: tuple) -> Puzzle:
    if clue in puzzle.signs:
        return Puzzle(puzzle.grid, puzzle.signs - {clue})
    grid = [list(row) for row in puzzle.grid]
    grid[clue[0]][clue[1]] = 0
    return Puzzle(grid, puzzle.signs)
