"""OR-Tools CP-SAT as an oracle: a model and a solver that share nothing with the package."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from ortools.sat.python import cp_model

from futoshiki_lab import Cell, Puzzle, Sign
from futoshiki_lab.core import Grid


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, values: list, at_most: int | None):
        super().__init__()
        self.values, self.at_most, self.grids = values, at_most, []

    def on_solution_callback(self):
        self.grids.append(tuple(tuple(map(self.value, row)) for row in self.values))
        if len(self.grids) == self.at_most:
            self.stop_search()


def _model(size: int, entries, signs, lines) -> tuple[cp_model.CpModel, list[list]]:
    """A model with variables for the values of all cells."""
    model = cp_model.CpModel()
    grid = [[model.new_int_var(1, size, f"r{r}c{c}") for c in range(size)] for r in range(size)]
    for (row, column), value in entries.items():
        model.add(grid[row][column] == value)
    for (row, column), (other_row, other_column) in signs:
        model.add(grid[row][column] < grid[other_row][other_column])
    for line in lines:
        model.add_all_different([grid[row][column] for row, column in line])
    return model, grid


def solutions(puzzle: Puzzle, at_most: int | None = None) -> list[Grid]:
    """All solutions of a puzzle, or the first so many that CP-SAT finds."""
    n = range(puzzle.size)
    lines = [[[(r, c) for c in n] for r in n], [[(r, c) for r in n] for c in n]]
    model, values = _model(puzzle.size, puzzle.givens, puzzle.signs, chain(*lines))
    solver, collector = cp_model.CpSolver(), _Collector(values, at_most)
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    status = solver.solve(model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or len(collector.grids) == at_most
    return collector.grids


def agreeing(
    size: int,
    entries: Mapping[Cell, int],
    signs: Iterable[Sign],
    lines: Iterable[Iterable[Cell]],
    left: Mapping[Cell, Iterable[int]],
) -> Grid | None:
    """Values for all cells that agree with just these entries, signs and lines, if there are any.

    Parameters
    ----------
    left : the values that cells may have; by default they may have all.
    """
    model, grid = _model(size, entries, signs, lines)
    for (row, column), values in left.items():
        domain = cp_model.Domain.from_values(list(values))
        model.add_linear_expression_in_domain(grid[row][column], domain)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return (
        None if status == cp_model.INFEASIBLE else tuple(tuple(map(solver.value, r)) for r in grid)
    )
