"""Random Latin squares, and random puzzles with a chosen number of givens and signs.

A square is of one of two kinds:

- **uniform**: every Latin square of a size is (almost) equally likely, after a long random walk
  (Jacobson and Matthews 1996);
- **circulant**: the cyclic square with its rows, columns and values shuffled. That is faster and
  simpler, and for n up to 3 there is no difference; but it reaches only 17,280 of the 161,280
  squares of size 5, and almost none of the larger ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from futoshiki_lab.core import MAX_SIZE, Cell, Grid, Puzzle, Sign, unknown, whole_number
from futoshiki_lab.core.puzzle import grid_of, unchecked
from futoshiki_lab.problems.portable_random import PortableRandom, seeds_from

SQUARES = ("uniform", "circulant")
Fact = tuple[int, int, int]  # row, column, value


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
    cells = random.shuffled(Cell(r, c) for r in range(n) for c in range(n))
    pairs = random.shuffled(touching(n))
    if consistent:
        directed = [sign_between(pair, latin) for pair in pairs]
    else:
        directed = [Sign(*pair) if random.below(2) else Sign(*pair[::-1]) for pair in pairs]
    ways = ", by coin" * (not consistent) + f", {square}" * (square != "uniform")
    clues = f"{givens} given{'s' * (givens != 1)}, {signs} sign{'s' * (signs != 1)}"
    name = f"random {n}x{n}, {clues}{ways} #{seed}"
    return unchecked(showing(latin, cells[:givens]), directed[:signs], name)


def touching(n: int) -> list[tuple[Cell, Cell]]:
    """Every pair of cells of an n x n board that a sign can stand between: 2n(n-1) of them."""
    beside = [(Cell(r, c), Cell(r, c + 1)) for r in range(n) for c in range(n - 1)]
    below = [(Cell(r, c), Cell(r + 1, c)) for r in range(n - 1) for c in range(n)]
    return beside + below


def sign_between(pair: tuple[Cell, Cell], square: Grid) -> Sign:
    """The sign between two cells that agrees with a square."""
    return Sign(*sorted(pair, key=lambda cell: square[cell.row][cell.column]))


def showing(square: Grid, cells: Iterable[Cell]) -> Grid:
    """A grid with a square's values in `cells`; the other cells are empty."""
    return grid_of({cell: square[cell.row][cell.column] for cell in cells}, len(square))


# -- Latin squares ---


def random_latin_square(n: int, seed: int = 0, kind: str = "uniform") -> Grid:
    """Make a random Latin square: n rows of the values 1..n, no value twice in a row or column.

    Parameters
    ----------
    n : the size, 1..32.
    seed : any whole number; the same one gives the same square on every platform.
    kind : "uniform" for one of all squares, or "circulant" for a shuffled cyclic square.

    Returns
    -------
    n rows of n values.

    Raises
    ------
    ValueError : an unknown kind, or a number that is not whole or out of its range.
    """
    n, seed = whole_number("the size n", n, 1, MAX_SIZE), whole_number("the seed", seed)
    check_kind(kind)
    return latin_square(n, PortableRandom(f"{n}x{n} #{seed}"), kind)


def check_kind(kind: str) -> None:
    """Raise a ValueError that lists the known kinds if this one is unknown."""
    if kind not in SQUARES:
        raise ValueError(unknown("kind of square", kind, SQUARES))


def latin_square(n: int, random: PortableRandom, kind: str) -> Grid:
    """Draw a square; the caller may go on to draw other things from the same generator."""
    square = [[(row + column) % n for column in range(n)] for row in range(n)]
    if kind == "uniform":
        # About n³ steps, n between two Latin squares; no proof says how many are enough.
        square = walk(square, n * n, random)
    rows, columns, values = (random.shuffled(range(n)) for _ in range(3))
    return tuple(tuple(values[square[row][column]] + 1 for column in columns) for row in rows)


def walk(square: list[list[int]], visits: int, random: PortableRandom) -> list[list[int]]:
    """Walk at random over the Latin squares of a size, and return the one where the walk ends.

    Parameters
    ----------
    square : n rows of the values 0..n-1, where the walk begins.
    visits : how many Latin squares it visits after that one.
    random : decides every step.

    A square is seen as the n³ facts "row r, column c, value v", 1 if it holds and 0 if not; each
    line of that cube sums to 1. A step adds 1 to one fact and changes seven others so that all sums
    stay 1; a fact may become -1, which makes the square *improper*, and the next step begins there.
    The steps from one Latin square to the next are one move of a walk that reaches every Latin
    square, and each of them equally often in the long run (Jacobson and Matthews 1996,
    "Generating uniformly distributed random Latin squares", Journal of Combinatorial Designs 4).

    The visits are counted, not the steps: stopping at the first Latin square after a number of
    steps would favour squares at the end of long moves.
    """
    n, draw = len(square), random.random
    if n == 1:
        return square
    facts = _IncidenceCube(square)
    for _ in range(visits):
        row, column = int(draw() * n), int(draw() * n)
        value = (facts.value[row][column] + 1 + int(draw() * (n - 1))) % n  # not the current one
        fact = kept = row, column, value
        lost = facts.on_the_lines_of(fact)
        while not facts.step(fact, lost, kept):
            ends = zip(fact, facts.on_the_lines_of(lost), strict=True)
            fact = lost
            turned = [end if draw() < 0.5 else end[::-1] for end in ends]
            lost, kept = zip(*turned, strict=True)
    return facts.value


class _IncidenceCube:
    """The facts that hold, found by any two of row, column and value.

    While a fact is -1, two others hold on each of its three lines: one of these is kept here, and
    the walk remembers the other.
    """

    def __init__(self, square: list[list[int]]):
        values = range(len(square))
        self.value = [list(row) for row in square]
        self.column = [[row.index(v) for v in values] for row in square]  # by row and value
        self.row = [[column.index(v) for v in values] for column in zip(*square, strict=True)]

    def on_the_lines_of(self, fact: Fact) -> Fact:
        """On each line through a fact, the row, column and value of a fact that holds."""
        r, c, v = fact
        return self.row[c][v], self.column[r][v], self.value[r][c]

    def step(self, fact: Fact, lost: Fact, kept: Fact) -> bool:
        """Add 1 to a fact and change seven others. Returns whether the result is a Latin square.

        Parameters
        ----------
        fact : a fact that does not hold.
        lost : on each line through it, the row, column and value of the fact that no longer holds.
        kept : the same for the fact that holds there afterwards.
        """
        (r, c, v), (lost_r, lost_c, lost_v) = fact, lost
        row, column, value = self.row, self.column, self.value
        row[c][v], column[r][v], value[r][c] = kept
        value[r][lost_c] = value[lost_r][c] = lost_v
        column[r][lost_v] = column[lost_r][v] = lost_c
        row[c][lost_v] = row[lost_c][v] = lost_r
        if value[lost_r][lost_c] != lost_v:
            return False  # the eighth fact did not hold: it is -1 now
        value[lost_r][lost_c] = v
        column[lost_r][lost_v] = c
        row[lost_c][lost_v] = r
        return True
