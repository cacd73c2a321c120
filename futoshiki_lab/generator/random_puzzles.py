"""Random puzzles with a wanted number of givens and signs: what experiments are made on."""

from __future__ import annotations

from collections.abc import Iterator

from futoshiki_lab.core import MAX_SIZE, Cell, Puzzle, unknown
from futoshiki_lab.generator.chance import Chance, whole
from futoshiki_lab.generator.latin import KINDS, latin_square

Pair = tuple[Cell, Cell]


def random_puzzle(
    n: int,
    givens: int,
    signs: int,
    seed: int = 0,
    consistent: bool = True,
    square: str = "uniform",
) -> Puzzle:
    """Give a random puzzle with so many givens and signs, on a random Latin square.

    The cells that are given and the places of the signs are drawn without regard to how hard the
    puzzle gets or how many solutions it has. With the same seed and size the square is the same,
    and more givens or signs come on top of those that fewer would have been.

    Parameters
    ----------
    n : the size, 1..32.
    givens : how many cells are given, 0..n²; their values are those of the square.
    signs : how many pairs of cells have a sign, 0..2n(n-1).
    seed : any whole number; the same one gives the same puzzle on every platform.
    consistent : whether the signs agree with the square, which then is a solution. If not, each
        points either way by the toss of a coin, and there may be no solution; the givens are the
        square's all the same, so they never contradict each other.
    square : "uniform" for one of all Latin squares, "circulant" for a shuffled cyclic one; see
        `random_latin_square`.

    Returns
    -------
    The puzzle, called such as "random 5x5, 2 givens, 8 signs #17", where 17 is the seed. Puzzles
    that are made in another way have another name.

    Raises
    ------
    ValueError : an unknown kind of square, or a number that is none or out of its range.
    """
    n, givens, signs = _checked(n, givens, signs, consistent, square)
    seed = whole("the seed", seed)
    chance = Chance(f"{n}x{n} #{seed}")
    latin = latin_square(n, chance, square)
    # Everything is drawn each time, wanted or not, so that the numbers change nothing else.
    cells = chance.shuffled([Cell(row, column) for row in range(n) for column in range(n)])
    pairs = chance.shuffled(touching(n))
    directed = [by_square(pair, latin) if consistent else _by_coin(pair, chance) for pair in pairs]
    given = set(cells[:givens])
    grid = [[latin[r][c] if (r, c) in given else 0 for c in range(n)] for r in range(n)]
    ways = ", by coin" * (not consistent) + f", {square}" * (square != "uniform")
    clues = f"{givens} given{'s' * (givens != 1)}, {signs} sign{'s' * (signs != 1)}"
    name = f"random {n}x{n}, {clues}{ways} #{seed}"
    return Puzzle(grid, directed[:signs], name=name)


def random_puzzles(
    n: int,
    givens: int,
    signs: int,
    count: int,
    seed: int = 0,
    consistent: bool = True,
    square: str = "uniform",
) -> Iterator[Puzzle]:
    """Give the random puzzles of the seeds seed, seed+1, ..., one after another.

    Parameters
    ----------
    count : how many.
    seed : of the first one.
    n, givens, signs, consistent, square : as in `random_puzzle`.

    Raises
    ------
    ValueError : as `random_puzzle`, at once.
    """
    _checked(n, givens, signs, consistent, square)
    seed = whole("the seed", seed)
    seeds = range(seed, seed + whole("the count", count, 0))
    return (random_puzzle(n, givens, signs, each, consistent, square) for each in seeds)


def touching(n: int) -> list[Pair]:
    """Every pair of cells of an n x n board that a sign can stand between: 2n(n-1) of them."""
    beside = [(Cell(r, c), Cell(r, c + 1)) for r in range(n) for c in range(n - 1)]
    below = [(Cell(r, c), Cell(r + 1, c)) for r in range(n - 1) for c in range(n)]
    return beside + below


def _checked(
    n: int, givens: int, signs: int, consistent: bool, square: str
) -> tuple[int, int, int]:
    if consistent not in (True, False):
        raise ValueError(f"consistent must be True or False, not {consistent!r}")
    if square not in KINDS:
        raise ValueError(unknown("kind of square", square, KINDS))
    n = whole("the size n", n, 1, MAX_SIZE)
    return n, whole("givens", givens, 0, n * n), whole("signs", signs, 0, 2 * n * (n - 1))


def by_square(pair: Pair, latin: tuple[tuple[int, ...], ...]) -> Pair:
    """The pair with the smaller cell first, as a square has it."""
    (row, column), (other_row, other_column) = pair
    return pair if latin[row][column] < latin[other_row][other_column] else pair[::-1]


def _by_coin(pair: Pair, chance: Chance) -> Pair:
    return pair if chance.below(2) else pair[::-1]
