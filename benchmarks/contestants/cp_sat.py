"""OR-Tools CP-SAT with one worker: the same model as everybody writes."""

from __future__ import annotations

from ortools.sat.python import cp_model

from contestants.timing import Contestant, timed
from futoshiki_lab import Puzzle
from futoshiki_lab.core import Grid


def first_solution() -> Contestant:
    """Model and solve with one worker, from the puzzle to a grid; all else as CP-SAT has it."""
    return lambda puzzle: timed(lambda: _solve(puzzle))


def _solve(puzzle: Puzzle) -> Grid | None:
    n, model = puzzle.size, cp_model.CpModel()
    cells = [
        [
            model.new_constant(value) if value else model.new_int_var(1, n, f"r{row}c{column}")
            for column, value in enumerate(values)
        ]
        for row, values in enumerate(puzzle.grid)
    ]
    for line in (*cells, *zip(*cells, strict=True)):
        model.add_all_different(line)
    for (row, column), (other_row, other_column) in puzzle.signs:
        model.add(cells[row][column] < cells[other_row][other_column])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return tuple(tuple(solver.value(cell) for cell in line) for line in cells)
