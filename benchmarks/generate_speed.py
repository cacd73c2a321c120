"""How long a puzzle of a level takes to make, beside Simon Tatham's Unequal where it is installed.

Run with `make bench` or `python benchmarks/generate_speed.py`, on a machine that does nothing else;
`--count 50` makes 50 puzzles of each kind. For each size and level it prints the median and the
90th percentile of the seconds that `generate` takes on one core, with the compiled search loaded,
and how many givens and signs its puzzles have (medians).

Unequal is `sgt-unequal --generate` (Debian: sgt-puzzles), a process for each puzzle; what it takes
to start is measured first and taken off. It gives an easier puzzle where it does not find the one
asked for soon enough: "as asked" says how many of its puzzles had the level, by our grade. Ours
always have it, or `generate` fails, which is counted too.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter

from futoshiki_lab import Puzzle, loads, solve
from futoshiki_lab.generator import GenerationError, generate
from futoshiki_lab.logic import LEVELS, grade

SIZES = (4, 5, 6, 7, 8, 9)
LETTERS = "tekxr"
PEER = shutil.which("sgt-unequal") or shutil.which("sgt-unequal", path="/usr/games")
TOO_LONG = 60

Made = Puzzle | None


def ours(n: int, level: str, seed: int) -> Made:
    try:
        return generate(n, level, seed=seed)
    except GenerationError:
        return None


def theirs(n: int, level: str, seed: int) -> Made:
    wish = f"{n}d{LETTERS[LEVELS.index(level)]}#bench{seed}"
    command = [PEER, "--generate", "1", wish]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=TOO_LONG, check=True)
    except subprocess.TimeoutExpired:
        return None
    return loads(run.stdout, "id")


def timed(make: Callable[[int, str, int], Made], n: int, level: str, count: int) -> tuple:
    """The seconds of each puzzle, and the puzzles."""
    seconds, puzzles = [], []
    for seed in range(count):
        start = perf_counter()
        puzzles.append(make(n, level, seed))
        seconds.append(perf_counter() - start)
    return seconds, puzzles


def spread(seconds: list[float], less: float = 0.0) -> str:
    p90 = quantiles(seconds, n=10, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    return f"{max(median(seconds) - less, 0):9.3f}{max(p90 - less, 0):9.3f}"


def row(n: int, level: str, count: int, start_up: float) -> str:
    """One line of the table."""
    seconds, puzzles = timed(ours, n, level, count)
    made = [puzzle for puzzle in puzzles if puzzle]
    told = f"{n}x{n} {level:<10}{spread(seconds)}"
    told += f"{median(len(puzzle.givens) for puzzle in made):7}" if made else "      -"
    told += f"{median(len(puzzle.signs) for puzzle in made):7}" if made else "      -"
    told += f"{len(made):5}/{count}"
    if not PEER:
        return told
    seconds, puzzles = timed(theirs, n, level, count)
    as_asked = sum(bool(puzzle) and grade(puzzle).level == level for puzzle in puzzles)
    return f"{told}  |{spread(seconds, start_up)}{as_asked:7}/{count}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=20, help="puzzles of each kind (default 20)")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    asked = parser.parse_args()
    print(f"{platform.machine()}, Python {platform.python_version()}; seconds per puzzle")
    solve(Puzzle([[0]]), engine="compiled")  # loads it
    start_up = 0.0
    if PEER:
        start_up = min(timed(theirs, 3, "Trivial", 10)[0])
        print(f"Unequal: {PEER}, {start_up:.3f} s to start, taken off")
    else:
        print("Unequal is not installed (Debian: sgt-puzzles)")
    print(" " * 13 + "   median      p90 givens  signs  made", end="")
    print("  |   median      p90  as asked" if PEER else "")
    for n in asked.sizes:
        for level in LEVELS:
            print(row(n, level, asked.count, start_up), flush=True)


if __name__ == "__main__":
    main()
