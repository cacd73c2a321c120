"""The readable search beside Python programs that courses use, on the same hard boards.

`python benchmarks/beside.py [--csp FOLDER]`: FC beside python-constraint, and, if the folder of the
textbook's `csp.py` is named, MAC beside that. The programs take turns on each board; the best of
some rounds counts, in processor time. A ratio above 1 says that ours takes longer.

python-constraint takes a variable with the most constraints, then the one with the fewest values,
and the largest value first. So its tree is another one than that of MRV: with MRV the time for each
value that is tried is compared. The other lines are whole times, ours in its order; yet what it
restores is appended to the domain, so its order drifts. python-constraint2 is compiled with Cython;
`PYTHONPATH=` with the folder of python-constraint 1.4 takes the one in plain Python.

The first two lines say what a compiled call takes besides its search.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from statistics import median, quantiles
from time import process_time
from types import ModuleType

from contestants import python_constraint

from futoshiki_lab import Puzzle, load_all, solve
from futoshiki_lab.core import Board, Cell, Select

HARD = [f"unequal/{n}x{n}-{level}" for n in (4, 5, 6) for level in ("extreme", "recursive")]
Run = Callable[[Puzzle], object]


def ours(look: str, select: str | Select = "mrv", order: str = "ascending") -> Run:
    return lambda puzzle: solve(puzzle, look, select, order, engine="readable").solution


def most_signs(board: Board) -> Cell:
    """Their order: all variables have a row and a column."""
    signs, domains = board.puzzle.stated_neighbours, board.domains
    return min(board.unassigned, key=lambda cell: (-len(signs[cell]), len(domains[cell])))


def more_values(puzzle: Puzzle) -> float:
    """How many times the values of theirs FC with MRV tries."""
    nodes = solve(puzzle, "fc", "mrv", engine="readable").counts.nodes
    return nodes / python_constraint.values_tried(puzzle)


def textbook(csp: ModuleType) -> Run:
    """MAC with MRV on an object of theirs, made anew for each board."""

    def run(puzzle: Puzzle) -> object:
        cells, domains = [*puzzle.cells], {x: [*values] for x, values in puzzle.domains.items()}
        around = {x: [*others] for x, others in puzzle.neighbours.items()}
        rules = puzzle.constraints
        one = csp.CSP(cells, domains, around, lambda x, a, y, b: rules[x][y].holds(a, b))
        found = csp.backtracking_search(one, csp.mrv, inference=csp.mac)
        return found and puzzle.solution_of(found)

    return run


def best(runs: Sequence[Run], puzzle: Puzzle, rounds: int) -> list[float]:
    """The best time of each; the grids must be solutions."""
    times = [float("inf")] * len(runs)
    for _, (at, run) in product(range(rounds), enumerate(runs)):
        fresh = Puzzle(puzzle.grid, puzzle.signs)
        begun = process_time()
        found = run(fresh)
        times[at] = min(times[at], process_time() - begun)
        assert found is None or puzzle.is_solution(found), puzzle
    return times


def compare(
    what: str, mine: Run, theirs: Run, rounds: int, work: Callable[[Puzzle], float] | None = None
) -> Iterator[str]:
    for name in HARD:
        puzzles = load_all(name)
        laps = [best((mine, theirs), puzzle, rounds) for puzzle in puzzles]
        by = [work(puzzle) if work else 1 for puzzle in puzzles]
        ratios = [one / two / more for (one, two), more in zip(laps, by, strict=True)]
        low, middle, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        mean = median(one for one, _ in laps) * 1000
        yield f"{what}, {name}: {middle:.2f} ({low:.2f} to {high:.2f}), ours {mean:.1f} ms"


def time_calls() -> Iterator[str]:
    """What a compiled call takes besides its search, for a puzzle that is new, and once more."""
    from futoshiki_lab.core import parse_settings
    from futoshiki_lab.explorer.kernels.running import time_search

    call = lambda puzzle: solve(puzzle, "fc", "mrv", engine="compiled")  # noqa: E731
    more = {"new": [], "solved before": []}
    for puzzle in load_all("unequal/5x5-easy")[:10]:
        inside = time_search(puzzle, parse_settings("fc", "mrv"))
        for what, times in more.items():
            laps = []
            for _ in range(300):
                one = Puzzle(puzzle.grid, puzzle.signs) if what == "new" else puzzle
                begun = process_time()
                call(one)
                laps.append(process_time() - begun)
            times.append(min(laps) - inside)
    for what, times in more.items():
        yield f"a compiled call, {what}: {median(times) * 1e6:.1f} us more than its search"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--csp", help="the folder of the textbook's csp.py")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    solver = python_constraint.constraint.BacktrackingSolver
    theirs = lambda puzzle: python_constraint._solve(puzzle, solver())  # noqa: E731
    in_theirs = ours("fc", most_signs, "descending")
    for line in chain(
        time_calls(),
        compare(
            "FC, MRV, a value of python-constraint", ours("fc"), theirs, asked.rounds, more_values
        ),
        compare("FC beside python-constraint, its order", in_theirs, theirs, asked.rounds),
    ):
        print(line, flush=True)
    if asked.csp:
        sys.path.insert(0, asked.csp)
        import csp

        for line in compare("MAC, MRV beside csp.py", ours("mac"), textbook(csp), asked.rounds):
            print(line, flush=True)


if __name__ == "__main__":
    main()
