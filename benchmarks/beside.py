"""The readable search beside Python programs that courses use, on the same hard boards.

`python benchmarks/beside.py [--csp FOLDER]`: FC with MRV beside python-constraint2, and, if the
folder of the textbook's `csp.py` is named, MAC beside that. The programs take turns on each board;
the best of some rounds counts, in processor time. A ratio above 1 says that ours takes longer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from statistics import median, quantiles
from time import process_time
from types import ModuleType

from contestants import python_constraint

from futoshiki_lab import Puzzle, load_all, solve

HARD = [f"unequal/{n}x{n}-{level}" for n in (4, 5, 6) for level in ("extreme", "recursive")]
Run = Callable[[Puzzle], object]


def ours(look: str) -> Run:
    return lambda puzzle: solve(puzzle, look, "mrv", engine="readable").solution


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


def compare(what: str, mine: Run, theirs: Run, rounds: int) -> Iterator[str]:
    for name in HARD:
        laps = [best((mine, theirs), puzzle, rounds) for puzzle in load_all(name)]
        ratios = [one / two for one, two in laps]
        low, middle, high = quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        mean = median(one for one, _ in laps) * 1000
        yield f"{what}, {name}: {middle:.2f} ({low:.2f} to {high:.2f}), ours {mean:.1f} ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--csp", help="the folder of the textbook's csp.py")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    solver = python_constraint.constraint.BacktrackingSolver
    theirs = lambda puzzle: python_constraint._solve(puzzle, solver())  # noqa: E731
    for line in compare("FC, MRV beside python-constraint2", ours("fc"), theirs, asked.rounds):
        print(line, flush=True)
    if asked.csp:
        sys.path.insert(0, asked.csp)
        import csp

        for line in compare("MAC, MRV beside csp.py", ours("mac"), textbook(csp), asked.rounds):
            print(line, flush=True)


if __name__ == "__main__":
    main()
