"""How fast the engines are, side by side with other solvers: one table.

    python benchmarks/engines.py                        # a quarter of an hour
    python benchmarks/engines.py --quick                # few puzzles, few rounds: to try it
    python benchmarks/engines.py --only cp-sat gecode   # some parts of it
    python benchmarks/engines.py --write docs/SPEED.md

All contestants solve a puzzle in turns, several rounds; the best round of each counts. A row gives
the median over its puzzles of the ratio of the two processor times, and the quartiles. Engines that
promise the same counters are held to that, and every solution is verified: a wrong answer ends the
run.
"""

from __future__ import annotations

import argparse
import os
import platform
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from contestants import cp_sat, cpp, gecode, ours, python_constraint
from contestants.puzzles import LEVELS, as_the_course_made_them, graded, recursive
from contestants.timing import Clock, Contestant, Missing, Timed, race, spread

from futoshiki_lab import Puzzle, solve

# The settings that meet those who choose their own way: for hard puzzles, and for small ones.
OUR_BEST = ("gac", "dom_wdeg")
OUR_LIGHTEST = ("fc", "mrv_degree")
READABLE_NODES = 5_000
PEER_SETTINGS = (
    *("bt reading", "fc reading", "fc mrv", "fc dom_wdeg"),
    *("mac mrv", "mac dom_wdeg", "gac mrv", "gac dom_wdeg"),
)
PEER_NODES = {"bt": 50_000, "fc": 50_000, "mac": 5_000, "gac": 5_000}
SECONDS = 5  # for each random puzzle


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes
    ----------
    ratio : which time is divided by which, THEIRS or OURS.
    times : the median of these ratios, and the lower and the upper quartile.
    """

    against: str
    on: str
    ours: str
    theirs_ms: float
    ours_ms: float
    ratio: str
    times: tuple[float, float, float]

    def __str__(self) -> str:
        middle, low, high = (f"{number:.3g}" for number in self.times)
        return (
            f"| {self.against} | {self.on} | {self.ours} | {self.theirs_ms:.4g} "
            f"| {self.ours_ms:.4g} | {self.ratio} | {middle} ({low} to {high}) |"
        )


THEIRS, OURS = "theirs / ours", "ours / theirs"
HEADER = (
    "| against | on | our setting | their ms | our ms | ratio | median (quartiles) |",
    "| --- | --- | --- | --- | --- | --- | --- |",
)


@dataclass(frozen=True)
class Effort:
    """How much is measured: at most so many puzzles a row, and how many rounds."""

    puzzles: int
    rounds: int
    random_puzzles: int

    def __str__(self) -> str:
        return (
            f"At most {self.puzzles} puzzles a row, {self.rounds} rounds; "
            f"{self.random_puzzles} random puzzles of each size"
        )

    def some(self, puzzles: Sequence[Puzzle]) -> Sequence[Puzzle]:
        """As many as are wanted, spread over all."""
        return puzzles[:: -(-len(puzzles) // self.puzzles)]


# -- the parts of the table ------------------------------------------------------------------


def readable_rows(effort: Effort) -> Iterator[Row]:
    """The compiled engine against the readable one, both through `solve`."""
    for look, select in (("bt", "reading"), ("fc", "reading"), ("fc", "mrv")):
        for n in range(5, 10):
            contestants = {
                name: ours.engine(name, look, select, READABLE_NODES)
                for name in ("readable", "compiled")
            }
            puzzles = effort.some(graded(n, "extreme", "recursive"))
            laps = race(f"readable: {look} {select} n={n}", puzzles, contestants, effort.rounds)
            same_answers(puzzles, laps)
            yield row_of("the readable search", f"n = {n}", f"{look} {select}", laps, "compiled")


def peer_rows(effort: Effort) -> Iterator[Row]:
    """The kernels against the C++ search."""
    with tempfile.TemporaryDirectory() as folder, cpp.Peer(cpp.build(Path(folder))) as peer:
        for setting in PEER_SETTINGS:
            look, select = setting.split()
            for n in (5, 7, 9):
                asked = look, select, PEER_NODES[look]
                contestants = {"kernel": ours.kernel(*asked), "C++": peer.contestant(*asked)}
                puzzles = effort.some(graded(n, "tricky", "extreme", "recursive"))
                laps = race(f"C++: {setting} n={n}", puzzles, contestants, effort.rounds)
                same_answers(puzzles, laps)
                yield row_of("C++", f"n = {n}", setting, laps, "kernel", OURS)


def python_constraint_rows(effort: Effort) -> Iterator[Row]:
    """`solve` against python-constraint2."""
    for n in (5, 6):
        solvers = {
            name: python_constraint.first_solution(name) for name in python_constraint.SOLVERS
        }
        made = as_the_course_made_them(n, effort.puzzles)
        for on, puzzles in ((f"Unequal {n}x{n}", graded(n)), (f"random n = {n}", made)):
            rest = puzzles, solvers, effort, process_time, OUR_LIGHTEST
            yield end_to_end("python-constraint2", on, *rest)


def cp_sat_rows(effort: Effort) -> Iterator[Row]:
    """`solve` against CP-SAT."""
    solvers = {"1 worker": cp_sat.first_solution()}
    for n in range(5, 10):
        for level in LEVELS:
            on = f"Unequal {n}x{n} {level}"
            yield end_to_end("CP-SAT", on, graded(n, level), solvers, effort)
    for n in range(10, 15):
        puzzles = as_the_course_made_them(n, effort.puzzles)
        yield end_to_end("CP-SAT", f"random n = {n}", puzzles, solvers, effort)


def gecode_rows(effort: Effort) -> Iterator[Row]:
    """`solve` against Gecode's own solve time."""
    solvers = {way: gecode.first_solution(way) for way in gecode.WAYS}
    yield end_to_end("Gecode", "9x9 recursive", recursive(8), solvers, effort, perf_counter)
    for n in range(10, 15):
        puzzles = as_the_course_made_them(n, effort.puzzles)
        yield end_to_end("Gecode", f"random n = {n}", puzzles, solvers, effort, perf_counter)


PARTS: dict[str, Callable[[Effort], Iterator[Row]]] = {
    "readable": readable_rows,
    "peer": peer_rows,
    "python-constraint": python_constraint_rows,
    "cp-sat": cp_sat_rows,
    "gecode": gecode_rows,
}


def end_to_end(
    against: str,
    on: str,
    puzzles: Sequence[Puzzle],
    solvers: dict[str, Contestant],
    effort: Effort,
    clock: Clock = process_time,
    setting: tuple[str, str] = OUR_BEST,
) -> Row:
    """`solve` against a peer's solvers, of which the one with the least median time counts."""
    puzzles = effort.some(puzzles)
    contestants = {"ours": ours.end_to_end(*setting, clock), **solvers}
    laps = race(f"{against}: {on}", puzzles, contestants, effort.rounds)
    verified(puzzles, laps)
    best = min(solvers, key=lambda name: median(lap.seconds for lap in laps[name]))
    name = f"{against} ({best})"
    pair = {best: laps[best], "ours": laps["ours"]}
    return row_of(name, on, " ".join(setting), pair, "ours")


def row_of(
    against: str,
    on: str,
    setting: str,
    laps: dict[str, list[Timed]],
    us: str,
    ratio: str = THEIRS,
) -> Row:
    """Compare the laps of `us` with those of the other contestant, puzzle by puzzle."""
    them = next(name for name in laps if name != us)
    theirs, ours = ([lap.seconds for lap in laps[name]] for name in (them, us))
    above, below = (theirs, ours) if ratio == THEIRS else (ours, theirs)
    times = spread(a / b for a, b in zip(above, below, strict=True))
    return Row(against, on, setting, 1000 * median(theirs), 1000 * median(ours), ratio, times)


def same_answers(puzzles: Sequence[Puzzle], laps: dict[str, list[Timed]]) -> None:
    """Hold engines to the same counters."""
    for puzzle, *row in zip(puzzles, *laps.values(), strict=True):
        if len({lap.answer for lap in row}) > 1:
            answers = dict(zip(laps, (lap.answer for lap in row), strict=True))
            raise AssertionError(f"the counters differ on {puzzle!r}: {answers}")


def verified(puzzles: Sequence[Puzzle], laps: dict[str, list[Timed]]) -> None:
    """Hold contestants to solutions; those of Gecode may end at its time limit instead."""
    for name, laps_of in laps.items():
        for puzzle, lap in zip(puzzles, laps_of, strict=True):
            if lap.answer is None and name in gecode.WAYS:
                continue
            if lap.answer is None or not puzzle.is_solution(lap.answer):
                raise AssertionError(f"{name} does not solve {puzzle!r}: {lap.answer}")


# -- how large random puzzles may get --------------------------------------------------------


def random_picture(effort: Effort) -> Iterator[str]:
    """The share of random puzzles that is solved within the time, by size."""
    yield "| n | puzzles | solved | median ms | slowest ms | median nodes | most nodes |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for n in (*range(4, 21), 24, 28, 32):
        runs = []
        for puzzle in as_the_course_made_them(n, effort.random_puzzles):
            begun = perf_counter()
            run = _within(SECONDS, puzzle)
            runs.append((perf_counter() - begun, run))
        solved = sum(run is not None and run.outcome == "solved" for _, run in runs)
        nodes = [run.counts.nodes for _, run in runs if run is not None]
        times = [1000 * seconds for seconds, _ in runs]
        yield (
            f"| {n} | {len(runs)} | {solved} | {median(times):.3g} | {max(times):.4g} "
            f"| {median(nodes):.0f} | {max(nodes)} |"
        )


def _within(seconds: float, puzzle: Puzzle):
    """Solve a puzzle; Ctrl-C comes by itself when the time is over. None if it came too early."""

    def interrupt(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return solve(puzzle, *OUR_BEST, engine="compiled")
    except KeyboardInterrupt:
        return None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# -- the page --------------------------------------------------------------------------------


def machine() -> Iterator[str]:
    """What was measured on, and with which versions."""
    names = ("numba", "numpy", "ortools", "python-constraint2")
    yield f"- {_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    yield f"- Python {platform.python_version()}, " + ", ".join(f"{n} {_version(n)}" for n in names)
    try:
        said = subprocess.run([cpp.compiler(), "--version"], capture_output=True, text=True).stdout
        yield f"- {said.splitlines()[0]}, {' '.join(cpp.FAST)}"
    except Missing as missing:
        yield f"- {missing}"
    yield f"- {gecode.versions()}"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "?")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def report(parts: Sequence[str], effort: Effort) -> Iterator[str]:
    """The whole page but for its introduction, line by line, as it is measured."""
    yield from HEADER
    notes = []
    for part in parts:
        if part in PARTS:
            try:
                yield from map(str, PARTS[part](effort))
            except Missing as missing:
                notes.append(f"{part}: not measured, {missing}.")
    yield from ("", *notes)
    if "random" in parts:
        setting = " ".join(OUR_BEST)
        yield f"Random puzzles, n²//3 signs, n²//7 givens, {SECONDS} s each, {setting}:"
        yield ""
        yield from random_picture(effort)
    yield from ("", "Measured with", "", *machine(), f"- {effort}")


def main() -> None:
    """Print the table, and write it into a page if asked to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="few puzzles, to try it")
    parser.add_argument("--only", nargs="+", choices=[*PARTS, "random"], help="some parts only")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="replace the page's last part")
    asked = parser.parse_args()
    effort = Effort(4, 2, 5) if asked.quick else Effort(16, 5, 50)
    lines = []
    for line in report(asked.only or [*PARTS, "random"], effort):
        print(line, flush=True)
        lines.append(line)
    if asked.write:
        kept, mark, _ = asked.write.read_text("utf-8").partition(MEASURED)
        if not mark:
            sys.exit(f"{asked.write} has no line {MEASURED!r} after which to write")
        asked.write.write_text(kept + mark + "\n\n" + "\n".join(lines) + "\n", "utf-8")


MEASURED = "<!-- measured: what follows is written by benchmarks/engines.py -->"

if __name__ == "__main__":
    main()
