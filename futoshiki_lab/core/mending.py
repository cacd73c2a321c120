"""Mending: give every cell a value, then change one at a time until no constraint is violated.

`search` builds a solution up; `MinConflicts` repairs a full board. It has no dead ends and takes
nothing back. It may be quick, but it never shows that there is no solution.

S. Minton and others: "Minimizing conflicts", Artificial Intelligence 58, 1992, as Russell and
Norvig write it; noise and restarts are added:

    MIN-CONFLICTS(csp, max_steps)                      MinConflicts(...).mend(board)
      current := a complete assignment                   for cell in table: put a random value
      for i = 1 to max_steps do                          for step in range(self.steps):
        if current is a solution                           if not faulty:
          return current                                     return board.solution()
        var := a random conflicted variable                cell = board.random.choice(faulty)
        value := the one that minimizes CONFLICTS          self.choose(board, table[cell])
        set var = value in current                         put(board, table, cell, value)
      return failure                                     raise LimitReached: not found
"""

from __future__ import annotations

from dataclasses import dataclass

from futoshiki_lab.core.board import Board, LimitReached
from futoshiki_lab.core.errors import whole_number
from futoshiki_lab.core.problem import Value, Variable, plain

Table = dict[Variable, dict[Value, int]]  # how many neighbours each value of a cell violates


@dataclass(frozen=True)
class MinConflicts:
    """What `solve` takes instead of a look; the name "min_conflicts" stands for `MinConflicts()`.

    Attributes
    ----------
    noise : how often, from 0 to 1, a cell gets any of its values, not one of the best.
    steps, restart : how many changes are made at most; after how many all cells begin anew, or 0.
    """

    noise: float = 0.02
    steps: int = 4_000
    restart: int = 0

    def __post_init__(self) -> None:
        """ValueError is raised for a number that makes no sense."""
        noise = plain(self.noise)
        if isinstance(noise, bool) or not isinstance(noise, int | float) or not 0 <= noise <= 1:
            raise ValueError(f"noise must be a number from 0 to 1, not {self.noise!r}")
        whole_number("steps", self.steps, 1)
        whole_number("restart", self.restart, 0)

    @property
    def __name__(self) -> str:
        return f"min_conflicts{'' if self == MinConflicts() else (*vars(self).values(),)}"

    def __call__(self, board: Board, cell: Variable, /) -> bool:
        """As a look it says nothing: a given is placed, and that is all."""
        return True

    def mend(self, board: Board, *_: object) -> bool:
        """Change values until the board is a solution; else LimitReached is raised."""
        table: Table = {cell: dict.fromkeys(board.domains[cell], 0) for cell in board.unassigned}
        for cell in board.puzzle.givens:
            count(board, table, cell, 1)
        for step in range(self.steps):
            if step % (self.restart or self.steps) == 0:
                if step:
                    board.begin()  # a restart, an event of its own
                for cell in table:
                    put(board, table, cell, board.random.choice([*table[cell]]))
            faulty = [cell for cell in table if table[cell][board.values[cell]]]
            if not faulty:
                return board.solution()
            cell = board.random.choice(faulty)
            put(board, table, cell, self.choose(board, table[cell]))
        raise LimitReached(f"{self.steps:,} changes led to no solution, and there may be one")

    def choose(self, board: Board, conflicts: dict[Value, int]) -> Value:
        """The value with the fewest conflicts, ties at random; now and then any value."""
        fewest, noisy = min(conflicts.values()), board.random.random() < self.noise
        return board.random.choice([v for v, many in conflicts.items() if noisy or many == fewest])


def put(board: Board, table: Table, cell: Variable, value: Value) -> None:
    """Give a cell a value, and keep the table right."""
    if cell in board.values:
        count(board, table, cell, -1)
    board.assign(cell, value)
    count(board, table, cell, 1)


def count(board: Board, table: Table, cell: Variable, by: int) -> None:
    """Add to the conflicts of the neighbours' values those with the value of a cell."""
    for other, constraint in board.puzzle.constraints[cell].items():
        for value in table.get(other, ()):
            if not constraint.allows(board.values[cell], value):
                table[other][value] += by
