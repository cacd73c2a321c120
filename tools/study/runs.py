"""The cells of the study: their puzzles, their solvers, and the table of their runs.

A cell is a size and a family of puzzles. Its file in data/study/ has a line for each run: every
puzzle of the cell with every solver.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import thread_time
from typing import NamedTuple

from joblib import Parallel, delayed
from tqdm import tqdm

import futoshiki_lab
from futoshiki_lab import LEVELS, Puzzle, Run, Solver, dumps, generate, random_puzzles, solve

REPO = Path(__file__).resolve().parents[2]
RESULTS, UNFINISHED = REPO / "data" / "study", REPO / "build" / "study"
MADE = RESULTS / "made-by.json"  # for each cell the hash of the code that made its file

SIZES = range(4, 10)
FAMILIES = ("random", "planted", *(level.lower() for level in LEVELS))
PUZZLES = 100  # in each cell
NODE_LIMITS = {4: 500_000, 5: 500_000, 6: 500_000, 7: 500_000, 8: 200_000, 9: 100_000}  # by size
SHORT = 0.002  # seconds
# With so many nodes at most, and on so many puzzles, the readable search is timed as well.
READABLE_SIZES, READABLE_PUZZLES, READABLE_LIMIT = (4, 5), 50, 10_000

# Each contestant: a look, and what else it is. MRV has nothing to go by under plain backtracking,
# which never prunes: there the selection counts legal values on the spot.
CONTESTANTS = {
    "bt": Solver("bt"),
    "bt jump": Solver("bt", jump=True),
    "fc": Solver("fc"),
    "fc jump": Solver("fc", jump=True),
    "ac, fc": Solver("fc", root="ac"),
    "mac": Solver("mac"),
    "gac": Solver("gac"),
}
SELECTIONS = ("reading", "mrv", "mrv_degree", "dom_wdeg")
NOT_FOR_BT = ("dom_wdeg",)


class Cell(NamedTuple):
    """A size and a family of puzzles."""

    size: int
    family: str

    def __str__(self) -> str:
        return f"{self.size}x{self.size}-{self.family}"

    @property
    def file(self) -> Path:
        return RESULTS / f"{self}.csv.gz"


CELLS = [Cell(size, family) for size in SIZES for family in FAMILIES]


class Result(NamedTuple):
    """A line of a cell's file: what happened to one solver on one puzzle."""

    seed: int
    puzzle: str  # as Unequal writes it
    look: str  # a contestant
    select: str
    outcome: str
    solutions: int
    nodes: int
    checks: int  # of the search
    setup_checks: int
    seconds: float  # of the processor, compiled
    readable: str  # the same of the readable search; empty where it was not timed or stopped


def puzzle_of(cell: Cell, seed: int) -> Puzzle:
    """The puzzle of a cell that belongs to a seed.

    - random: no givens; a sign on 36 % of the neighbouring pairs, each pointing either way by coin.
      About half of these have a solution.
    - planted: as many givens and signs as an earlier student project took, n²/7 and n²/3, which
      agree with a random Latin square.
    - a level: exactly one solution, graded by what a person has to know, with no clue to spare.
    """
    n = cell.size
    if cell.family == "random":
        signs = round(0.36 * 2 * n * (n - 1))
        return next(random_puzzles(n, 0, signs, 1, seed, consistent=False))
    if cell.family == "planted":
        return next(random_puzzles(n, n * n // 7, n * n // 3, 1, seed))
    return generate(n, cell.family, seed=seed)


def solvers() -> Iterator[tuple[str, str, Solver]]:
    """Every contestant with every selection, as a solver."""
    for look, contestant in CONTESTANTS.items():
        for select in SELECTIONS:
            if contestant.look == "bt" and select in NOT_FOR_BT:
                continue
            counted = contestant.look == "bt" and select != "reading"
            own = f"legal_{select}" if counted else select
            jump, root = contestant.jump, contestant.root
            yield look, select, Solver(contestant.look, own, root=root, jump=jump)


def run_puzzle(cell: Cell, seed: int) -> list[Result]:
    """Run every solver on one puzzle."""
    get_ready()
    puzzle, results = puzzle_of(cell, seed), []
    solve(puzzle, node_limit=0, engine="compiled")  # packs it, which is no part of a run's time
    for look, select, by in solvers():
        how = {"root": by.root, "jump": by.jump, "keep": 0}
        search = partial(solve, puzzle, by.look, by.select, **how)
        run, seconds = timed(partial(search, node_limit=NODE_LIMITS[cell.size], engine="compiled"))
        readable, counts = "", run.counts
        few = cell.size in READABLE_SIZES and seed < READABLE_PUZZLES
        if few and not run.ended and counts.nodes <= READABLE_LIMIT:
            readable = f"{timed(partial(search, engine='readable'))[1]:.6f}"
        told = counts.solutions, counts.nodes, counts.checks, counts.setup_checks
        end = run.outcome, *told, f"{seconds:.6f}", readable
        results.append(Result(seed, dumps(puzzle, "id").strip(), look, select, *end))
    return results


def timed(search: Callable[[], Run]) -> tuple[Run, float]:
    """A run, and the seconds of the processor that it takes: a short one's, the least of three."""
    times: list[float] = []
    while len(times) < 3 and sum(times) < SHORT:
        begun = thread_time()
        run = search()
        times.append(thread_time() - begun)
    return run, min(times)


@cache
def get_ready() -> None:
    """Compile or load every kernel, so that it is no part of any run's time."""
    for _, _, by in solvers():
        how = {"root": by.root, "jump": by.jump, "engine": "compiled", "node_limit": 1}
        solve(Puzzle([[0] * 4] * 4), by.look, by.select, **how)


def run_cells(cells: list[Cell], puzzles: int, jobs: int) -> None:
    """Do what is not done yet of some cells; a cell that was begun goes on where it was.

    Parameters
    ----------
    puzzles : how many of each cell, the first ones.
    jobs : how many processes; -1 is one for each core.
    """
    done = {cell: read_unfinished(cell) for cell in cells if not cell.file.exists()}
    waiting = [(cell, s) for cell in done for s in range(puzzles) if s not in done[cell]]
    UNFINISHED.mkdir(parents=True, exist_ok=True)
    work = Parallel(jobs, return_as="generator")(delayed(run_puzzle)(*each) for each in waiting)
    pairs = zip(waiting, work, strict=True)
    for (cell, seed), lines in tqdm(pairs, total=len(waiting), unit=" puzzles"):
        with unfinished(cell).open("a", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(lines)
        done[cell][seed] = lines
        if len(done[cell]) == puzzles:
            finish(cell, done.pop(cell))
    for cell, lines in done.items():  # all was done, and then the program ended
        if len(lines) == puzzles:
            finish(cell, lines)


def unfinished(cell: Cell) -> Path:
    return UNFINISHED / f"{cell}.csv"


def read_unfinished(cell: Cell) -> dict[int, list[list[str]]]:
    """The results of a cell that was begun: of the puzzles that all solvers have had."""
    found: dict[int, list[list[str]]] = {}
    if unfinished(cell).exists():
        with unfinished(cell).open(newline="", encoding="utf-8") as file:
            for line in csv.reader(file):
                if len(line) == len(Result._fields):
                    found.setdefault(int(line[0]), []).append(line)
    every = sum(1 for _ in solvers())
    return {seed: lines for seed, lines in found.items() if len(lines) == every}


def finish(cell: Cell, lines: dict[int, list]) -> None:
    """Write the file of a cell, by seeds, and what made it; the same results are the same bytes."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Result._fields)
    for seed in sorted(lines):
        writer.writerows(lines[seed])
    RESULTS.mkdir(parents=True, exist_ok=True)
    cell.file.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))
    unfinished(cell).unlink()
    made = json.loads(MADE.read_text("utf-8")) if MADE.exists() else {}
    made[str(cell)] = hash_of_code()
    MADE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")


def read_cell(cell: Cell) -> list[list[str]]:
    """The lines of a cell's file, without its head."""
    text = gzip.decompress(cell.file.read_bytes()).decode()
    return list(csv.reader(io.StringIO(text)))[1:]


def find_changes(cell: Cell, seeds: Iterable[int]) -> list[str]:
    """Run some puzzles of a cell again; say where anything but a time is another than in its file.

    Returns
    -------
    A line for each difference; none if all is the same.
    """
    kept = read_cell(cell)
    timeless = len(Result._fields) - 2
    changes = []
    for seed in seeds:
        before = [line[:timeless] for line in kept if line[0] == str(seed)]
        now = [[*map(str, each[:timeless])] for each in run_puzzle(cell, seed)]
        changes += [f"{cell}: {a} was {b}" for a, b in zip(now, before, strict=True) if a != b]
    return changes


def hash_of_code() -> str:
    """Identify the code that makes the results: this file, and the package's Python files."""
    package = Path(futoshiki_lab.__file__).parent
    files = [Path(__file__), *sorted(package.rglob("*.py"))]
    return sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()
