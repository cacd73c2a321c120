"""Puzzles for the tests: random ones of every kind, and every tiny one."""

from __future__ import annotations

import operator
from functools import cache
from importlib.util import find_spec
from itertools import combinations, permutations, product
from random import Random

from conftest import rows_of
from hypothesis import strategies as st

from futoshiki_lab import (
    LOOKS,
    ORDERS,
    SELECTIONS,
    Cell,
    Constraint,
    Problem,
    Puzzle,
    solve,
    solving,
)
from futoshiki_lab.core import Grid
from futoshiki_lab.formats import bundled, load_all
from futoshiki_lab.problems import random_puzzle as drawn_puzzle

TABLES = (LOOKS, SELECTIONS, ORDERS)
EVERY_WAY = [
    (look, select, order)
    for look, select, order in product(*TABLES)
    if LOOKS[look].prunes or not SELECTIONS[select].by_domains
]
# What both engines can do: a look without a twin is searched by the readable one only.
TWINNED = [[name for name in table if table[name].twin is not None] for table in TABLES]
# Without the explorer there is one engine only.
ENGINES = solving.ENGINES if find_spec("futoshiki_lab.explorer") else ("readable",)


@cache
def every_puzzle() -> list[Puzzle]:
    """All bundled puzzles, each once."""
    return list({puzzle: None for name in bundled() for puzzle in load_all(name)})


def seeded(maker: str) -> list[list[str]]:
    """Calls that make a puzzle from a seed, each with the ID that it has had since the first."""
    return [row.split(" => ") for row in rows_of("seeds.txt") if row.startswith(maker)]


def solution_of(puzzle: Puzzle) -> Grid:
    """The one that search finds."""
    return solve(puzzle, "gac", "dom_wdeg", engine="readable").solution


def a_puzzle(size: int, level: str, number: int = 0) -> Puzzle:
    """One of the puzzles that Unequal made."""
    return load_all(f"unequal/{size}x{size}-{level}")[number]


def touching(n: int) -> list[tuple[Cell, Cell]]:
    """Every pair of cells of an n x n board that a sign can stand between."""
    beside = [(Cell(r, c), Cell(r, c + 1)) for r in range(n) for c in range(n - 1)]
    below = [(Cell(r, c), Cell(r + 1, c)) for r in range(n - 1) for c in range(n)]
    return beside + below


def random_puzzle(seed: int, n: int, consistent: bool) -> Puzzle:
    """A puzzle with a random share of signs and givens; a consistent one has a solution."""
    random = Random(seed)
    rows, columns, values = (random.sample(range(n), n) for _ in range(3))
    latin = [[values[(row + column) % n] + 1 for column in columns] for row in rows]
    pairs = random.sample(touching(n), random.randint(0, len(touching(n)) // 2))
    grid = [[0] * n for _ in range(n)]
    for row, column in random.sample(list(product(range(n), repeat=2)), random.randint(0, n)):
        grid[row][column] = latin[row][column] if consistent else random.randint(1, n)
    if consistent:
        signs = [sorted(pair, key=lambda cell: latin[cell.row][cell.column]) for pair in pairs]
    else:
        signs = [random.sample(pair, 2) for pair in pairs]
    return Puzzle(grid, signs, name=f"random {n}x{n} #{seed}")


def puzzles(smallest: int = 1, largest: int = 4) -> st.SearchStrategy[Puzzle]:
    """Random puzzles for hypothesis: with one solution, with many, with none."""
    return st.builds(
        random_puzzle,
        seed=st.integers(0, 2**32),
        n=st.integers(smallest, largest),
        consistent=st.booleans(),
    )


@st.composite
def wishes(draw, smallest: int = 1, largest: int = 6) -> tuple[int, int, int]:
    """A size, and as many givens and signs as a puzzle of that size can have."""
    n = draw(st.integers(smallest, largest))
    return n, draw(st.integers(0, n * n)), draw(st.integers(0, 2 * n * (n - 1)))


def any_puzzles(smallest: int = 1, largest: int = 9) -> st.SearchStrategy[Puzzle]:
    """Puzzles with any number of givens and signs, with a solution or without one."""
    return st.builds(
        lambda wish, seed, consistent: drawn_puzzle(*wish, seed, consistent),
        wishes(smallest, largest),
        st.integers(0, 2**32),
        st.booleans(),
    )


@cache
def latin_squares(n: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every Latin square of size n, by trying every choice of rows, from the first one on."""
    rows, squares = list(permutations(range(1, n + 1))), [()]
    for height in range(1, n + 1):
        tried = [(*square, row) for square, row in product(squares, rows)]
        squares = [top for top in tried if all(len({*c}) == height for c in zip(*top, strict=True))]
    return squares


def brute_force(puzzle: Puzzle, squares: list) -> set:
    """The solutions of a puzzle, straight from the rules of the game."""
    given = [(r, c, v) for r, row in enumerate(puzzle.grid) for c, v in enumerate(row) if v]
    signs = [(*small, *large) for small, large in puzzle.signs]
    return {
        square
        for square in squares
        if all(square[row][column] == value for row, column, value in given)
        and all(square[r][c] < square[other_r][other_c] for r, c, other_r, other_c in signs)
    }


def all_solutions(problem: Problem) -> list[dict]:
    """The solutions of a small puzzle or another problem, by trying everything."""
    if isinstance(problem, Puzzle):
        grids = brute_force(problem, latin_squares(problem.size))
        return [{cell: grid[cell.row][cell.column] for cell in problem.cells} for grid in grids]
    every = product(*(problem.domains[cell] for cell in problem.cells))
    boards = (dict(zip(problem.cells, values, strict=True)) for values in every)
    pairs = list(problem.pairs)
    return [at for at in boards if all(one.holds(at[one.cell], at[one.other]) for one in pairs)]


def random_problem(seed: int) -> Problem:
    """Variables with domains of their own, and constraints of many kinds, stated from one side."""
    chance, names = Random(seed), "abcdef"
    some = {name: sorted(chance.sample("uvwxyz", chance.randint(2, 4))) for name in names}
    domains = {**some, "a": "uvwxyz"}
    holds = [operator.ne, operator.lt, operator.le, lambda a, b: (ord(a) + 2 * ord(b)) % 3 > 0]
    group = chance.sample(names, 3)
    free = [pair for pair in combinations(names, 2) if not {*pair} <= {*group}]
    stated = [
        Constraint(*chance.sample(pair, 2), "goes with", chance.choice(holds))
        for pair in chance.sample(free, chance.randint(4, 8))
    ]
    given = {"c": chance.choice(domains["c"])} if chance.random() < 0.5 else {}
    return Problem(domains, stated, [group], given, name=f"random {seed}")
