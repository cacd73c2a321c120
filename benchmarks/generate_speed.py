"""How long a puzzle of a level takes to make, beside Simon Tatham's Unequal where it is installed.

Run with `make bench` or `python benchmarks/generate_speed.py`, on a machine that does nothing else;
`--count 10` makes 10 puzzles of each kind. For each size and level it prints the median and the
90th percentile of the processor time of `generate`, with the compiled ladder loaded, in
milliseconds, and how many givens and signs its puzzles have (medians); `--plain` takes the ladder
without Numba.

Unequal is `sgt-unequal --generate` (Debian: sgt-puzzles), a process for each puzzle; what it takes
to start is measured first and taken off. It gives an easier puzzle where it does not find the one
asked for soon enough: "as asked" says how many of its puzzles had the level, by our grade. Ours
always have it. The last column is the ratio of the two medians: above 1, ours are made sooner.
"""

from __future__ import annotations

import argparse
import platform
import resource
import shutil
import subprocess
from collections.abc import Callable
from statistics import median, quantiles
from time import process_time

from futoshiki_lab import Puzzle, loads
from futoshiki_lab.explorer.generator import generate
from futoshiki_lab.reasons import LEVELS, grade
from futoshiki_lab.reasons.kernels import climber

SIZES = (4, 5, 6, 7, 8, 9)
LETTERS = "tekxr"
PEER = shutil.which("sgt-unequal") or shutil.which("sgt-unequal", path="/usr/games")
TOO_LONG = 60

Made = Puzzle | None


def ours(n: int, level: str, seed: int) -> Made:
    return generate(n, level, seed=seed)


def theirs(n: int, level: str, seed: int) -> Made:
    wish = f"{n}d{LETTERS[LEVELS.index(level)]}#bench{seed}"
    command = [PEER, "--generate", "1", wish]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG, check=True)
    except subprocess.TimeoutExpired:
        return None
    return loads(run.stdout, "id")


def childrens_time() -> float:
    """The processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def timed(make: Callable[[int, str, int], Made], n: int, level: str, count: int) -> tuple:
    """The milliseconds of each puzzle, and the puzzles."""
    clock = process_time if make is ours else childrens_time
    times, puzzles = [], []
    for seed in range(count):
        start = clock()
        puzzles.append(make(n, level, seed))
        times.append(1000 * (clock() - start))
    return times, puzzles


def spread(times: list[float]) -> str:
    p90 = quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
    return f"{median(times):9.2f}{p90:9.2f}"


def clues(puzzles: list[Made]) -> str:
    made = [puzzle for puzzle in puzzles if puzzle]
    givens = median(len(puzzle.givens) for puzzle in made)
    return f"{givens:7.1f}{median(len(puzzle.signs) for puzzle in made):7.1f}"


def row(n: int, level: str, count: int, start_up: float) -> str:
    """One line of the table."""
    our_times, puzzles = timed(ours, n, level, count)
    told = f"{n}x{n} {level:<10}{spread(our_times)}{clues(puzzles)}"
    if not PEER:
        return told
    times, puzzles = timed(theirs, n, level, count)
    times = [max(one - start_up, 0) for one in times]
    as_asked = sum(bool(puzzle) and grade(puzzle).level == level for puzzle in puzzles)
    ratio = median(times) / median(our_times)
    return f"{told}  |{spread(times)}{clues(puzzles)}{as_asked:6}/{count}{ratio:8.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=40, help="puzzles of each kind (default 40)")
    parser.add_argument("--plain", action="store_true", help="the ladder without Numba")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS)
    asked = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}; ms per puzzle")
    engine = climber.PLAIN if asked.plain else climber.compiled_engine()
    climber.choose_engine = lambda: engine
    generate(4, "recursive")  # loads all of it
    start_up = 0.0
    if PEER:
        start_up = median(timed(theirs, 3, "Trivial", 40)[0])
        print(f"Unequal: {PEER}, {start_up:.2f} ms to start, taken off")
    else:
        print("Unequal is not installed (Debian: sgt-puzzles)")
    columns = "   median      p90 givens  signs"
    print(f"{' ' * 13}{columns}  |{columns} as asked   ratio" if PEER else " " * 13 + columns)
    for n in asked.sizes:
        for level in asked.levels:
            print(row(n, level, asked.count, start_up), flush=True)


if __name__ == "__main__":
    main()
