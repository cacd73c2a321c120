"""n queens: n queens on a board of n rows and n columns, and none attacks another.

Variables: the queens, one in each row. Values: the columns. Constraints: every two queens stand in
different columns and on different diagonals.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

from futoshiki_lab.core import Constraint, Problem, whole_number


def queens(n: int) -> Problem:
    """The problem of n queens; `Q1` is the queen in the first row, 1 the first column."""
    n = whole_number("the number of queens", n, 1)
    rows = range(1, n + 1)
    return Problem(
        {f"Q{row}": rows for row in rows},
        [
            Constraint(f"Q{row}", f"Q{lower}", "is safe from", partial(is_safe, lower - row))
            for row, lower in combinations(rows, 2)
        ],
        view="chess",
        name=f"{n} queens",
    )


def is_safe(apart: int, column: int, other: int) -> bool:
    """Whether two queens, so many rows apart, are safe from each other in their columns."""
    return abs(column - other) not in (0, apart)
