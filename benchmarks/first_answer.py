"""How soon the command line answers: the processor time of a process, from its start to its end.

    python benchmarks/first_answer.py                       # two minutes
    python benchmarks/first_answer.py --rounds 1            # to try it
    python benchmarks/first_answer.py --write docs/SPEED.md

It runs the real program, `python -m futoshiki_lab`, for errors, for every bundled 5x5 puzzle, and
for work that is worth loading the compiled engine: a hard 9x9 puzzle and a file of 2,000 puzzles,
each with the default engine and with `--engine compiled`, so that the difference shows what it
costs to begin with the readable one. The time is user and system time of the process together. The
cases, and `python -c pass` beside them, take turns for several rounds; the best round of each
counts.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from futoshiki_lab import Puzzle, bundled, load_all, random_puzzles, save

REPO = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- first answer: written by benchmarks/first_answer.py -->", "<!-- until here -->"
PYTHON, PUZZLE = "python -c pass", "solve a bundled 5x5"
LONG = 2000  # puzzles in the long file

Cases = dict[str, list[str]]  # by its name, the words of each command


def cases(folder: Path) -> Cases:
    """What is measured; PUZZLE stands for as many commands as there are puzzles."""
    (folder / "text").write_text("1 2\n3 x\n")
    save(random_puzzles(5, 4, 6, LONG), folder / "long.id", "id")
    fives = [key for name in bundled() for key in _fives(name, load_all(name))]
    program = [sys.executable, "-m", "futoshiki_lab"]
    words = {
        "solve a missing file": "solve missing",
        "solve a file that is no puzzle": f"solve {folder / 'text'}",
        "an unknown option": "solve nyu/Input1 --engin readable",
        "an unknown command": "slove nyu/Input1",
        "grade nyu/Input1": "grade nyu/Input1",
        "generate 5": "generate 5",
        "solve sysu/9x9": "solve sysu/9x9",
        "the same, --engine compiled": "solve sysu/9x9 --engine compiled",
        f"solve {LONG:,} 5x5": f"solve {folder / 'long.id'}",
        f"the same {LONG:,}, --engine compiled": f"solve {folder / 'long.id'} --engine compiled",
    }
    commands = {name: [*program, *text.split()] for name, text in words.items()}
    puzzles = {f"{PUZZLE}: {key}": [*program, "solve", key] for key in fives}
    return {PYTHON: [sys.executable, "-c", "pass"], **commands, **puzzles}


def _fives(name: str, puzzles: list[Puzzle]) -> Iterator[str]:
    for k, puzzle in enumerate(puzzles, 1):
        if puzzle.size == 5:
            yield f"{name}#{k}"


def processor_time(command: list[str]) -> float:
    """The user and system time of a process in seconds."""
    import resource  # Windows has none

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    place = {**os.environ, "PYTHONPATH": str(REPO)}
    subprocess.run(command, capture_output=True, env=place, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def best_of(rounds: int, commands: Cases) -> dict[str, float]:
    """The least processor time of each command, after a round that does not count."""
    best = dict.fromkeys(commands, float("inf"))
    for command in list(commands.values())[:12]:
        processor_time(command)  # it compiles what is not compiled yet
    for _ in range(rounds):
        for name, command in commands.items():
            best[name] = min(best[name], processor_time(command))
    return best


def report(best: dict[str, float], rounds: int) -> Iterator[str]:
    """The table, with the 5x5 puzzles in two rows."""
    times = {name: time for name, time in best.items() if not name.startswith(PUZZLE)}
    puzzles = {name: time for name, time in best.items() if name.startswith(PUZZLE)}
    slowest = max(puzzles, key=puzzles.__getitem__)
    times[f"{PUZZLE}: median of {len(puzzles)}"] = median(puzzles.values())
    times[f"{PUZZLE}: the slowest, {slowest.removeprefix(PUZZLE + ': ')}"] = puzzles[slowest]
    yield "| what | processor time, s | times `python -c pass` |"
    yield "| --- | --- | --- |"
    for name, time in times.items():
        yield f"| {name} | {time:.3f} | {time / times[PYTHON]:.1f} |"
    yield ""
    yield (
        f"The best of {rounds} rounds, Python {platform.python_version()}, "
        f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    )


def main() -> None:
    """Print the times, and write the table into a page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds (default 3)")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="replace the page's table")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        best = best_of(asked.rounds, cases(Path(folder)))
    for name, time in best.items():
        print(f"{time:7.3f} s  {name}")
    lines = "\n".join(report(best, asked.rounds))
    print(f"\n{lines}")
    if asked.write:
        write_between(asked.write, BEGIN, END, lines)


def write_between(page: Path, begin: str, end: str, lines: str) -> None:
    """Replace what stands in a page between two lines of it."""
    before, found, rest = page.read_text("utf-8").partition(begin)
    _, found_too, after = rest.partition(end)
    if not (found and found_too):
        sys.exit(f"{page} has no lines {begin!r} and {end!r} to write between")
    page.write_text(f"{before}{begin}\n\n{lines}\n\n{end}{after}", "utf-8")


if __name__ == "__main__":
    main()
