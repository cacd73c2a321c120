"""How long a puzzle of a level takes to make, beside Simon Tatham's Unequal where it is installed.

Run with `make bench` or `python benchmarks/generate_speed.py`, on a machine that does nothing else;
`--count 10` makes 10 puzzles of each kind. For each size and level it prints the median and the
90th percentile of the processor time of `generate`, with the compiled ladder loaded, in
milliseconds, and how many givens and signs its puzzles have (medians); `--plain` takes the ladder
without Numba.

Unequal is `sgt-unequal --generate` (Debian: sgt-puzzles), one process for all puzzles of a kind:
what a puzzle takes is the mean, in which its start hardly counts. It gives an easier puzzle where
it does not find the one asked for soon enough: "as asked" says how many of its puzzles had the
level, by our grade. Ours always have it. The last column is the ratio of the two means: above 1,
ours are made sooner.
"""

from __future__ import annotations

import argparse
import platform
import resource
import shutil
import subprocess
from statistics import mean, median, quantiles
from time import process_time

from futoshiki_lab import Puzzle, loads
from futoshiki_lab.explorer.generator import generate
from futoshiki_lab.reasons import LEVELS, grade
from futoshiki_lab.reasons.kernels import climber

SIZES = (4, 5, 6, 7, 8, 9)
LETTERS = "tekxr"
PEER = shutil.which("sgt-unequal") or shutil.which("sgt-unequal", path="/usr/games")
TOO_LONG = 600


def ours(n: int, level: str, count: int) -> tuple[list[float], list[Puzzle]]:
    """The milliseconds of each puzzle, and the puzzles."""
    times, puzzles = [], []
    for seed in range(count):
        start = process_time()
        puzzles.append(generate(n, level, seed=seed))
        times.append(1000 * (process_time() - start))
    return times, puzzles


def theirs(n: int, level: str, count: int) -> tuple[float, list[Puzzle]]:
    """The milliseconds of a puzzle, on average, and the puzzles."""
    wish = f"{n}d{LETTERS[LEVELS.index(level)]}#bench"
    command = [PEER, "--generate", str(count), wish]
    start = childrens_time()
    run = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG, check=True)
    spent = 1000 * (childrens_time() - start)
    return spent / count, [loads(line, "id") for line in run.stdout.splitlines()]


def childrens_time() -> float:
    """The processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def spread(times: list[float]) -> str:
    p90 = quantiles(times, n=10, method="inclusive")[-1] if len(times) > 1 else times[0]
    return f"{median(times):9.2f}{p90:9.2f}"


def clues(puzzles: list[Puzzle]) -> str:
    givens = median(len(puzzle.givens) for puzzle in puzzles)
    return f"{givens:7.1f}{median(len(puzzle.signs) for puzzle in puzzles):7.1f}"


def row(n: int, level: str, count: int) -> str:
    """One line of the table."""
    our_times, puzzles = ours(n, level, count)
    told = f"{n}x{n} {level:<10}{mean(our_times):9.2f}{spread(our_times)}{clues(puzzles)}"
    if not PEER:
        return told
    try:
        each, puzzles = theirs(n, level, count)
    except subprocess.TimeoutExpired:
        return f"{told}  |  more than {TOO_LONG} s"
    as_asked = sum(grade(puzzle).level == level for puzzle in puzzles)
    return f"{told}  |{each:9.2f}{clues(puzzles)}{as_asked:6}/{count}{each / mean(our_times):8.2f}"


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
    print(f"Unequal: {PEER or 'not installed (Debian: sgt-puzzles)'}")
    ours_are = "     mean   median      p90 givens  signs"
    print(f"{' ' * 13}{ours_are}" + "  |     mean givens  signs as asked   ratio" * bool(PEER))
    for n in asked.sizes:
        for level in asked.levels:
            print(row(n, level, asked.count), flush=True)


if __name__ == "__main__":
    main()
