"""How much sooner a sweep ends on two cores than on one, and what it costs beside its runs.

Run with `make bench` or `python benchmarks/sweep_speed.py`, on a machine that does nothing else.
Each sweep is made on one core and on two in turns, on puzzles that no kernel has seen; the ratio is
that of the medians. "runs" is the time of the runs alone, added up; what "one core" takes above
that is the cost of the sweep itself, its file included. The first sweep on two cores ("cold") has
to start the workers; the target, 1.7 times, is for later ones, with some ten seconds of work.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import joblib

from futoshiki_lab import Puzzle
from futoshiki_lab.explorer.sweeps import sweep

TURNS = 3
CASES = [  # size, puzzles, solvers, node limit
    (5, 20_000, ["fc mrv"], 1_000_000),
    (7, 15_000, ["fc", "fc mrv", "mac mrv"], 100_000),
    (9, 6_000, ["fc mrv", "mac dom_wdeg"], 100_000),
    (5, 2_000, ["fc mrv engine=readable"], 1_000_000),
]


def random_puzzle(n: int, seed: int) -> Puzzle:
    """A shuffled cyclic square, n²//3 of whose signs and n²//7 of whose values are kept."""
    random = Random(seed)
    rows, columns = random.sample(range(n), n), random.sample(range(n), n)
    square = [[(row + column) % n + 1 for column in columns] for row in rows]
    pairs = [((r, c), (r, c + 1)) for r in range(n) for c in range(n - 1)]
    pairs += [((r, c), (r + 1, c)) for r in range(n - 1) for c in range(n)]
    grid = [[0] * n for _ in range(n)]
    for place in random.sample(range(n * n), n * n // 7):
        grid[place // n][place % n] = square[place // n][place % n]
    signs = random.sample(pairs, n * n // 3)
    return Puzzle(grid, [sorted(pair, key=lambda at: square[at[0]][at[1]]) for pair in signs])


def timed(puzzles: bytes, solvers: list[str], limit: int, jobs: int) -> tuple[float, float]:
    """Seconds of a sweep with its file, and of its runs, added up."""
    fresh = pickle.loads(puzzles)
    with TemporaryDirectory() as folder:
        start = perf_counter()
        settings = {"node_limit": limit, "jobs": jobs, "progress": False}
        table = sweep(fresh, solvers, to=Path(folder) / "results.csv", **settings)
        return perf_counter() - start, table.seconds.sum()


def main() -> None:
    """Print one row for each case."""
    print(f"cores: {joblib.cpu_count()}")
    print(f"{'n':>3}{'puzzles':>9}  {'solvers':<28}{'runs':>8}{'one core':>10}", end="")
    print(f"{'two, cold':>11}{'two':>8}{'ratio':>7}")
    for n, count, solvers, limit in CASES:
        puzzles = pickle.dumps([random_puzzle(n, seed) for seed in range(count)])
        cold, _ = timed(puzzles, solvers, limit, 2)
        one, two = [], []
        for _ in range(TURNS):
            one.append(timed(puzzles, solvers, limit, 1))
            two.append(timed(puzzles, solvers, limit, 2)[0])
        whole, alone = (median(column) for column in zip(*one, strict=True))
        print(f"{n:>3}{count:>9,}  {'; '.join(solvers):<28}{alone:>7.1f}s{whole:>9.1f}s", end="")
        print(f"{cold:>10.1f}s{median(two):>7.1f}s{whole / median(two):>7.2f}", flush=True)


if __name__ == "__main__":
    main()
