"""Random Latin squares, of two kinds.

- **uniform**: every Latin square of a size is (almost) equally likely, after a long random walk
  (Jacobson and Matthews 1996);
- **circulant**: the cyclic square with its rows, columns and values shuffled. That is faster and
  simpler, and for n up to 3 there is no difference; but it reaches only 17,280 of the 161,280
  squares of size 5, and almost none of the larger ones.
"""

from __future__ import annotations

from futoshiki_lab.core import MAX_SIZE, Grid, unknown, whole_number
from futoshiki_lab.generator.portable_random import PortableRandom

KINDS = ("uniform", "circulant")
Fact = tuple[int, int, int]  # row, column, value


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
    if kind not in KINDS:
        raise ValueError(unknown("kind of square", kind, KINDS))


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
    n = len(square)
    if n == 1:
        return square
    facts = _Facts(square)
    for _ in range(visits):
        row, column = random.below(n), random.below(n)
        value = (facts.value[row][column] + 1 + random.below(n - 1)) % n  # any but the current one
        fact = kept = row, column, value
        lost = facts.on_the_lines_of(fact)
        while not facts.step(fact, lost, kept):
            (r, c, v), (other_r, other_c, other_v) = fact, facts.on_the_lines_of(lost)
            fact = lost
            lost_r, kept_r = (other_r, r) if random.below(2) else (r, other_r)
            lost_c, kept_c = (other_c, c) if random.below(2) else (c, other_c)
            lost_v, kept_v = (other_v, v) if random.below(2) else (v, other_v)
            lost, kept = (lost_r, lost_c, lost_v), (kept_r, kept_c, kept_v)
    return facts.value


class _Facts:
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
