"""python-constraint2: all-different on rows and columns, `<` on signs, its own solvers."""

from __future__ import annotations

from operator import lt

from contestants.timing import Contestant, Missing, Timed, timed
from futoshiki_lab import Puzzle
from futoshiki_lab.core import Grid

try:
    import constraint
except ImportError:
    constraint = None

# The others were tried as well: without forward checking each of these takes ten times as long or
# more, MinConflictsSolver gives up on most puzzles, ParallelSolver finds all solutions only.
SOLVERS = ("BacktrackingSolver", "OptimizedBacktrackingSolver", "RecursiveBacktrackingSolver")


def first_solution(solver: str) -> Contestant:
    """Model and solve, from the puzzle to a grid.

    Variables are numbers and signs `operator.lt`: a little quicker than tuples, strings, lambdas,
    and much quicker than constraints as text.
    """
    if constraint is None:
        raise Missing("python-constraint2 is not installed")

    def run(puzzle: Puzzle) -> Timed:
        return timed(lambda: _solve(puzzle, getattr(constraint, solver)()))

    return run


def _solve(puzzle: Puzzle, solver, watch: Tried | None = None) -> Grid | None:
    n, problem = puzzle.size, constraint.Problem(solver)
    for number, value in enumerate(value for row in puzzle.grid for value in row):
        problem.addVariable(number, [value] if value else list(range(1, n + 1)))
    for number in range(n * n if watch else 0):
        problem.addConstraint(watch, [number])
    for line in range(n):
        row, column = range(n * line, n * line + n), range(line, n * n, n)
        problem.addConstraint(constraint.AllDifferentConstraint(), list(row))
        problem.addConstraint(constraint.AllDifferentConstraint(), list(column))
    for (row, column), (other_row, other_column) in puzzle.signs:
        problem.addConstraint(lt, [n * row + column, n * other_row + other_column])
    found = problem.getSolution()
    return found and tuple(
        tuple(found[n * row + column] for column in range(n)) for row in range(n)
    )


class Tried(constraint.Constraint if constraint else object):
    """Holds always, and counts the values that are tried: each variable's first constraint."""

    many = 0

    def preProcess(self, *_):  # noqa: N802  theirs
        """It stays, though it has one variable."""

    def __call__(self, *_):
        self.many += 1
        return True


def values_tried(puzzle: Puzzle) -> int:
    watch = Tried()
    _solve(puzzle, constraint.BacktrackingSolver(), watch)
    return watch.many
