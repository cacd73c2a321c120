"""Random puzzles with a chosen number of givens and signs, for experiments."""

from __future__ import annotations

from collections.abc import Container, Iterator

from futoshiki_lab.core import MAX_SIZE, Cell, Grid, Puzzle, Sign, whole_number
from futoshiki_lab.generator.latin import check_kind, latin_square
from futoshiki_lab.generator.portable_random import PortableRandom, seeds_from
from futoshiki_lab.logic.shape import shape_of

Pair = tuple[Cell, Cell]


def random_puzzle(
    n: int, givens: int, signs: int, seed: int = 0, consistent: bool = True, square: str = "uniform"
) -> Puzzle:
    """Make a random puzzle with a number of givens and signs, from a random Latin square.

    The given cells and the places of the signs are random: difficulty and number of solutions play
    no part. The same seed and size give the same square; a puzzle with more givens or signs has all
    those of a puzzle with fewer.

    Parameters
    ----------
    n : the size, 1..32.
    givens : how many cells are given, 0..n²; their values are those of the square.
    signs : how many pairs of cells have a sign, 0..2n(n-1).
    seed : any whole number; the same one gives the same puzzle on every platform.
    consistent : whether the signs agree with the square, which then is a solution. If not, each
        sign has a random direction, and there may be no solution; the givens are still values of
        the square, so they never contradict each other.
    square : "uniform" for one of all Latin squares, "circulant" for a shuffled cyclic one; see
        `random_latin_square`.

    Returns
    -------
    The puzzle, with a name such as "random 5x5, 2 givens, 8 signs #17", where 17 is the seed.
    With other settings the name says so.

    Raises
    ------
    ValueError : an unknown kind of square, or a number that is not whole or out of its range.
    """
    return next(random_puzzles(n, givens, signs, 1, seed, consistent, square))


def random_puzzles(
    n: int,
    givens: int,
    signs: int,
    count: int,
    seed: int = 0,
    consistent: bool = True,
    square: str = "uniform",
) -> Iterator[Puzzle]:
    """Yield the random puzzles of the seeds seed, seed+1, ..., one after another.

    Parameters
    ----------
    count : how many puzzles.
    seed : the seed of the first one.
    n, givens, signs, consistent, square : as in `random_puzzle`.

    Raises
    ------
    ValueError : as `random_puzzle`; raised at once.
    """
    if consistent not in (True, False):
        raise ValueError(f"consistent must be True or False, not {consistent!r}")
    check_kind(square)
    n = whole_number("the size n", n, 1, MAX_SIZE)
    givens = whole_number("givens", givens, 0, n * n)
    signs = whole_number("signs", signs, 0, 2 * n * (n - 1))
    seeds = seeds_from(seed, count)
    return (_random_puzzle(n, givens, signs, each, consistent, square) for each in seeds)


def _random_puzzle(
    n: int, givens: int, signs: int, seed: int, consistent: bool, square: str
) -> Puzzle:
    random = PortableRandom(f"{n}x{n} #{seed}")
    latin = latin_square(n, random, square)
    # Everything is drawn each time, needed or not, so that a setting changes nothing else.
    cells = random.shuffled(shape_of(n).cells)
    pairs = random.shuffled(touching(n))
    if consistent:
        directed = [sign_between(pair, latin) for pair in pairs]
    else:
        directed = [Sign(*pair) if random.below(2) else Sign(*pair[::-1]) for pair in pairs]
    ways = ", by coin" * (not consistent) + f", {square}" * (square != "uniform")
    clues = f"{givens} given{'s' * (givens != 1)}, {signs} sign{'s' * (signs != 1)}"
    name = f"random {n}x{n}, {clues}{ways} #{seed}"
    return Puzzle(showing(latin, set(cells[:givens])), frozenset(directed[:signs]), name)


def touching(n: int) -> list[Pair]:
    """Every pair of cells of an n x n board that a sign can stand between: 2n(n-1) of them."""
    beside = [(Cell(r, c), Cell(r, c + 1)) for r in range(n) for c in range(n - 1)]
    below = [(Cell(r, c), Cell(r + 1, c)) for r in range(n - 1) for c in range(n)]
    return beside + below


def sign_between(pair: Pair, square: Grid) -> Sign:
    """The sign between two cells that agrees with a square."""
    one, other = pair
    rising = square[one.row][one.column] < square[other.row][other.column]
    return Sign(one, other) if rising else Sign(other, one)


def showing(square: Grid, cells: Container[object]) -> Grid:
    """A grid with a square's values in `cells`; the other cells are empty."""
    return tuple(
        tuple(value if (r, c) in cells else 0 for c, value in enumerate(row))
        for r, row in enumerate(square)
    )
