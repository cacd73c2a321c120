"""The cells of the study: their puzzles, their solvers, and the table of their runs.

A cell is a size and a family of puzzles. Its file in data/study/ has a line for each run: every
puzzle of the cell with every solver. It is made in stages, each of which does what is missing: the
runs; those that a limit stopped, searched on; their seconds, in two sittings.
"""

from __future__ import annotations

import ast
import csv
import gzip
import io
import json
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from inspect import getsource
from itertools import count
from pathlib import Path
from statistics import median
from subprocess import run as call
from time import thread_time
from typing import NamedTuple

from joblib import Parallel, delayed
from tqdm import tqdm

import futoshiki_lab
from futoshiki_lab import LEVELS, Puzzle, Run, Solver, dumps, generate, random_puzzles, solve
from futoshiki_lab.core import parse_settings
from futoshiki_lab.explorer.kernels.running import time_search

REPO = Path(__file__).resolve().parents[2]
RESULTS, UNFINISHED = REPO / "data" / "study", REPO / "build" / "study"
MADE = RESULTS / "made-by.json"

SIZES = range(4, 10)
FAMILIES = ("random", "planted", *(level.lower() for level in LEVELS))
PUZZLES = 100  # in each cell, or in each group of one
NODE_LIMITS = {4: 500_000, 5: 500_000, 6: 500_000, 7: 500_000, 8: 200_000, 9: 100_000}  # by size
LAST_LIMIT = 60_000_000  # nodes of a stopped run that is searched on
# Families whose puzzles come in groups; a group's first seed is its number times `APART`.
SHARES = range(0, 90, 10)  # givens, per cent of the cells: beside n²/3 signs
MIXES = range(0, 125, 25)  # givens, per cent of n²/2 clues: the others are signs
GROUPED = {"givens": (SHARES, range(4, 8)), "clues": (MIXES, range(5, 8))}
APART = 10_000
# How many puzzles of a cell are timed in a sitting, and with which selections; how many with the
# readable search too, up to which nodes.
TIMED = {
    "seconds": {4: 100, 5: 100, 6: 100, 7: 100, 8: 20, 9: 8},
    "seconds_again": {4: 25, 5: 25, 6: 25, 7: 10, 8: 12, 9: 8},
}
TIMED_SELECTIONS = ("reading", "mrv")
READABLE_SIZES, READABLE_PUZZLES, READABLE_LIMIT = (4, 5), 20, 10_000
LONG = 0.02  # seconds, beside which a call from Python is nothing
SITTINGS = tuple(TIMED)

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
FEW = ["bt reading", "fc reading", "bt mrv", "fc mrv", "ac, fc mrv", "mac mrv"]  # in groups


class Cell(NamedTuple):
    """A size and a family of puzzles."""

    size: int
    family: str

    def __str__(self) -> str:
        return f"{self.size}x{self.size}-{self.family}"

    @property
    def file(self) -> Path:
        return RESULTS / f"{self}.csv.gz"

    @property
    def is_searched_on(self) -> bool:
        """Whether runs that a limit stopped are searched on: where a few seconds end them."""
        return self.size < 8


CELLS = [Cell(size, family) for size in SIZES for family in FAMILIES]
GROUPS = [Cell(size, family) for family, (_, sizes) in GROUPED.items() for size in sizes]


class Result(NamedTuple):
    """A line of a cell's file: what happened to one solver on one puzzle; all texts.

    Seconds are those of the processor: of the compiled search without its call, in two sittings; of
    the readable one. They are empty where nothing was timed.
    """

    seed: str
    puzzle: str  # as Unequal writes it
    look: str  # a contestant
    select: str
    outcome: str
    solutions: str
    nodes: str
    checks: str  # of the search
    setup_checks: str
    seconds: str = ""
    seconds_again: str = ""
    readable: str = ""
    readable_again: str = ""

    @property
    def run(self) -> tuple[str, str, str]:
        """What names the run in its cell."""
        return self.seed, self.look, self.select

    @property
    def counts(self) -> tuple[str, ...]:
        """All that is the same on every machine."""
        return self[:9]


def puzzle_of(cell: Cell, seed: int) -> Puzzle:
    """The puzzle of a cell that belongs to a seed.

    - random: no givens; a sign on 36 % of the neighbouring pairs, each pointing either way by coin.
      About half of these have a solution.
    - planted: as many givens and signs as an earlier student project took, n²/7 and n²/3, which
      agree with a random Latin square.
    - givens: such a share of the cells, and n²/3 signs. clues: n²/2, so many of them givens.
    - a level: exactly one solution, graded by what a person has to know, with no clue to spare.
    """
    n = cell.size
    if cell.family == "random":
        signs = round(0.36 * 2 * n * (n - 1))
        return next(random_puzzles(n, 0, signs, 1, seed, consistent=False))
    if cell.family in LEVELS_IN_SMALL:
        return generate(n, cell.family, seed=seed)
    givens, signs = n * n // 7, n * n // 3
    if cell.family in GROUPED:
        percent = GROUPED[cell.family][0][seed // APART]
        clues = n * n if cell.family == "givens" else n * n // 2
        givens = round(percent / 100 * clues)
        signs = signs if cell.family == "givens" else clues - givens
    return next(random_puzzles(n, givens, signs, 1, seed))


LEVELS_IN_SMALL = FAMILIES[2:]


@cache
def seeds_of(cell: Cell, puzzles: int = PUZZLES) -> list[int]:
    """The seeds of a cell, or of its groups one by one; a puzzle that was there is drawn again."""
    groups = len(GROUPED[cell.family][0]) if cell.family in GROUPED else 1
    known: dict[Puzzle, int] = {}
    for group in range(groups):
        for seed in count(group * APART):
            if len(known) == (group + 1) * puzzles:
                break
            known.setdefault(puzzle_of(cell, seed), seed)
    return list(known.values())


def solvers(family: str = "") -> Iterator[tuple[str, str, Solver]]:
    """Every contestant with every selection, as a solver; in groups only a few of them."""
    for look, contestant in CONTESTANTS.items():
        for select in SELECTIONS:
            if contestant.look == "bt" and select in NOT_FOR_BT:
                continue
            if family in GROUPED and f"{look} {select}" not in FEW:
                continue
            counted = contestant.look == "bt" and select != "reading"
            own = f"legal_{select}" if counted else select
            jump, root = contestant.jump, contestant.root
            yield look, select, Solver(contestant.look, own, root=root, jump=jump)


def search_by(puzzle: Puzzle, by: Solver, engine: str, limit: int | None = None) -> Run:
    """Search with a solver for one solution."""
    how = {"root": by.root, "jump": by.jump, "keep": 0, "engine": engine, "node_limit": limit}
    return solve(puzzle, by.look, by.select, **how)


def run_puzzle(cell: Cell, seed: int, kept: Iterable[Result] = ()) -> list[Result]:
    """Run every solver on one puzzle; those that were searched on, as far as they were then."""
    puzzle, results = puzzle_of(cell, seed), []
    name, before = dumps(puzzle, "id").strip(), {(r.look, r.select): int(r.nodes) for r in kept}
    for look, select, by in solvers(cell.family):
        limit = max(NODE_LIMITS[cell.size], before.get((look, select), 0))
        results.append(
            to_result(seed, name, look, select, search_by(puzzle, by, "compiled", limit))
        )
    return results


def to_result(seed: int, name: str, look: str, select: str, run: Run) -> Result:
    """A run as a line, without seconds."""
    counts = run.counts
    told = counts.solutions, counts.nodes, counts.checks, counts.setup_checks
    return Result(*map(str, (seed, name, look, select, run.outcome, *told)))


def search_on(cell: Cell, seed: int, kept: Iterable[Result]) -> list[Result]:
    """Search the stopped runs of a puzzle again, up to the last limit, and time them."""
    get_ready()
    puzzle, done = puzzle_of(cell, seed), []
    by = {(look, select): solver for look, select, solver in solvers(cell.family)}
    for was in kept:
        if not can_go_on(cell, was):
            continue
        begun = thread_time()
        run = search_by(puzzle, by[was[2:4]], "compiled", LAST_LIMIT)
        seconds = say_seconds(thread_time() - begun)
        now = to_result(seed, was.puzzle, was.look, was.select, run)
        done.append(now._replace(seconds=seconds))
    return done


def can_go_on(cell: Cell, result: Result) -> bool:
    """Whether a run was stopped, and is to be searched on."""
    was_stopped = result.outcome == "limit" and int(result.nodes) < LAST_LIMIT
    return was_stopped and cell.is_searched_on


def time_puzzle(sitting: str, cell: Cell, seed: int, kept: Iterable[Result]) -> list[Result]:
    """Run every solver on one puzzle again, and time it.

    Raises
    ------
    ValueError : anything is counted as another number than in the kept runs.
    """
    get_ready()
    puzzle, timed = puzzle_of(cell, seed), []
    by = {(look, select): solver for look, select, solver in solvers(cell.family)}
    pack_it = next(iter(by.values()))
    search_by(puzzle, pack_it, "compiled", 0)  # what is kept with a puzzle is no part of a run
    few = cell.size in READABLE_SIZES and seed < READABLE_PUZZLES
    for was in kept:
        if was.select not in TIMED_SELECTIONS or (sitting == "seconds" and was.seconds):
            continue
        solver, limit = by[was[2:4]], max(NODE_LIMITS[cell.size], int(was.nodes))
        begun = thread_time()
        run = search_by(puzzle, solver, "compiled", limit)
        seconds = thread_time() - begun
        now = to_result(seed, was.puzzle, was.look, was.select, run)
        if now.counts != was.counts:
            raise ValueError(f"{cell}: {now.counts} was {was.counts}")
        if seconds < LONG:
            seconds = time_search(puzzle, run.settings)
        other = sitting.replace("seconds", "readable")
        readable = getattr(was, other)
        if not readable and few and not run.ended and run.counts.nodes <= READABLE_LIMIT:
            readable = say_seconds(time_readable(partial(search_by, puzzle, solver, "readable")))
        timed.append(was._replace(**{sitting: say_seconds(seconds), other: readable}))
    return timed


def say_seconds(seconds: float) -> str:
    return f"{seconds:.3g}"


def time_readable(search: Callable[[], Run]) -> float:
    """The seconds of the processor that a readable run takes: a short one's, the least of three."""
    times: list[float] = []
    while len(times) < 3 and sum(times) < 0.002:
        begun = thread_time()
        search()
        times.append(thread_time() - begun)
    return min(times)


@cache
def get_ready() -> None:
    """Compile or load every kernel, so that it is no part of any run's time."""
    for _, _, by in solvers():
        search_by(Puzzle([[0] * 4] * 4), by, "compiled", 1)


# -- stages ----------------------------------------------------------------------------------------

Work = Callable[[Cell, int, list[Result]], list[Result]]


def run_all(cells: list[Cell], jobs: int) -> None:
    """Do what is not done yet of some cells, stage by stage; Ctrl-C loses one puzzle at most.

    Parameters
    ----------
    jobs : how many processes; -1 is one for each core.
    """
    new = {
        cell: seeds_of(cell)
        for cell in tqdm(cells, "puzzles", unit=" cells", leave=False)
        if not cell.file.exists()
    }
    do_stage("runs", new, run_puzzle, jobs)
    stopped = {
        cell: sorted({int(r.seed) for r in read_cell(cell) if can_go_on(cell, r)}) for cell in cells
    }
    do_stage("on", stopped, search_on, jobs)


def sit(cells: list[Cell], sitting: str, jobs: int) -> None:
    """Time the runs of some cells: in the first sitting what was not timed, in the second all."""
    waiting = {}
    for cell in cells:
        lines = read_cell(cell)
        first = sorted({int(r.seed) for r in lines})[: TIMED[sitting][cell.size]]
        timed = [r for r in lines if r.select in TIMED_SELECTIONS]
        known = {int(r.seed) for r in timed} - {int(r.seed) for r in timed if not r.seconds}
        waiting[cell] = [s for s in first if sitting == SITTINGS[1] or s not in known]
    if any(waiting.values()):  # what a call takes, beside them
        made = read_made()
        made.setdefault("call", {})[sitting] = f"{1e6 * time_call():.1f}"  # microseconds
        write_made(made)
    do_stage(sitting, waiting, partial(time_puzzle, sitting), jobs)


def make_again(cells: list[Cell], jobs: int) -> None:
    """Run all puzzles of some cells again; write down which code has made the same counts.

    Raises
    ------
    ValueError : anything is counted as another number than before.
    """
    do_stage("again", {c: sorted({int(r.seed) for r in read_cell(c)}) for c in cells}, same, jobs)


def same(cell: Cell, seed: int, kept: list[Result]) -> list[Result]:
    """Run every solver on one puzzle again; the kept runs, if all is the same."""
    if changes := find_changes(cell, seed, kept):
        raise ValueError("\n".join(changes))
    return kept


def time_call() -> float:
    """The seconds of the processor that a call from Python takes, beside the search itself."""
    get_ready()
    puzzle, settings = generate(5, "easy"), parse_settings("fc", "mrv", node_limit=0)
    times = []
    for _ in range(200):
        begun = thread_time()
        for _ in range(10):
            solve(puzzle, "fc", "mrv", node_limit=0, engine="compiled", keep=0)
        times.append((thread_time() - begun) / 10)
    return median(times) - time_search(puzzle, settings)


def do_stage(stage: str, asked: dict[Cell, list[int]], work: Work, jobs: int) -> None:
    """Do a stage of some puzzles; each cell is written when all of its puzzles are done."""
    asked = {cell: seeds for cell, seeds in asked.items() if seeds}
    if not asked:
        return
    done = {cell: read_unfinished(stage, cell) for cell in asked}
    waiting = [(cell, s) for cell, seeds in asked.items() for s in seeds if s not in done[cell]]
    kept: dict[tuple[Cell, int], list[Result]] = {each: [] for each in waiting}
    for cell in asked:
        for result in read_cell(cell):
            kept.setdefault((cell, int(result.seed)), []).append(result)
    (UNFINISHED / stage).mkdir(parents=True, exist_ok=True)
    calls = (delayed(work)(*each, kept[each]) for each in waiting)
    pairs = zip(waiting, Parallel(jobs, return_as="generator")(calls), strict=True)
    for (cell, seed), results in tqdm(pairs, stage, len(waiting), unit=" puzzles", leave=False):
        with unfinished(stage, cell).open("a", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([*results, ["end", seed]])
        done[cell][seed] = results
        if done[cell].keys() >= {*asked[cell]}:
            finish(stage, cell, done.pop(cell))
    for cell, found in done.items():  # all was done, and then the program ended
        if found.keys() >= {*asked[cell]}:
            finish(stage, cell, found)


def unfinished(stage: str, cell: Cell) -> Path:
    return UNFINISHED / stage / f"{cell}.csv"


def read_unfinished(stage: str, cell: Cell) -> dict[int, list[Result]]:
    """The results of a cell that was begun: of the puzzles that are done."""
    found: dict[int, list[Result]] = {}
    if unfinished(stage, cell).exists():
        with unfinished(stage, cell).open(newline="", encoding="utf-8") as file:
            one: list[Result] = []
            for line in csv.reader(file):
                if line[:1] == ["end"] and line[1:]:
                    found[int(line[1])], one = one, []
                elif len(line) == len(Result._fields):
                    one.append(Result(*line))
    return found


def finish(stage: str, cell: Cell, results: dict[int, list[Result]]) -> None:
    """Write the file of a cell, by seeds, and what made it; the same results are the same bytes."""
    lines = {each.run: each for each in read_cell(cell)}
    if stage == SITTINGS[1]:  # it is a new one
        lines = {name: each._replace(seconds_again="") for name, each in lines.items()}
    lines |= {each.run: each for some in results.values() for each in some}
    write_cell(cell, lines.values())
    unfinished(stage, cell).unlink()
    made = read_made()
    if stage in SITTINGS:
        made["sittings"].setdefault(stage, {})[str(cell)] = f"{datetime.now():%Y-%m-%d %H:%M}"
    else:
        by = made["cells"].setdefault(str(cell), {})
        by["runs" if stage == "again" else stage] = made_now()
        if stage == "again":  # what was searched on is the same, too
            by.pop("on", None)
    write_made(made)


def write_cell(cell: Cell, lines: Iterable[Result]) -> None:
    """Write the file of a cell, by seeds."""
    order = [(look, select) for look, select, _ in solvers()]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Result._fields)
    writer.writerows(sorted(lines, key=lambda r: (int(r.seed), order.index(r[2:4]))))
    RESULTS.mkdir(parents=True, exist_ok=True)
    cell.file.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def read_cell(cell: Cell) -> list[Result]:
    """The lines of a cell's file, none if there is no such file yet."""
    if not cell.file.exists():
        return []
    text = gzip.decompress(cell.file.read_bytes()).decode()
    return [Result(*line) for line in csv.reader(io.StringIO(text))][1:]


def find_changes(cell: Cell, seed: int, kept: list[Result]) -> list[str]:
    """Run a puzzle of a cell again; say where anything but a time is another than was kept.

    Returns
    -------
    A line for each difference; none if all is the same.
    """
    now = run_puzzle(cell, seed, kept)
    pairs = [(a.counts, b.counts) for a, b in zip(now, kept, strict=True)]
    return [f"{cell}: {a} was {b}" for a, b in pairs if a != b]


# -- what made them --------------------------------------------------------------------------------


def read_made() -> dict:
    """What made each cell, when the runs were timed, and what a call took then."""
    if not MADE.exists():
        return {"cells": {}, "sittings": {}, "call": {}}
    return json.loads(MADE.read_text("utf-8"))


def write_made(made: dict) -> None:
    MADE.write_text(json.dumps(made, indent=1, sort_keys=True) + "\n", "utf-8")


def made_now() -> dict[str, str]:
    """The version and the commit of the code that runs now, and its hash."""
    changed = ask_git("status", "--porcelain", "--", "futoshiki_lab", "tools/study")
    return {
        "version": version("futoshiki-lab"),
        "commit": ask_git("rev-parse", "--short", "HEAD") + " and changes" * bool(changed),
        "code": hash_of_code(),
    }


def ask_git(*words: str) -> str:
    """What git says of this checkout; nothing if there is no git."""
    asked = ["git", "-C", str(REPO), *words]
    return call(asked, capture_output=True, text=True, check=False).stdout.strip()


@cache
def hash_of_code() -> str:
    """Identify the code that decides the counts: the search, the generator, the grades, the cells.

    Comments, docstrings and the layout of the code are no part of it.
    """
    package, own = Path(futoshiki_lab.__file__).parent, (puzzle_of, solvers, search_by)
    rooms = ("core", "problems", "explorer/kernels", "explorer/generator", "reasons")
    files = (path for room in rooms for path in sorted((package / room).rglob("*.py")))
    texts = [*map(getsource, own), *(path.read_text("utf-8") for path in files)]
    trees = [*map(ast.parse, texts)]
    documented = ast.Module, ast.ClassDef, ast.FunctionDef
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, documented) and ast.get_docstring(node):
            node.body[0] = ast.Pass()
    return sha256("\0".join(map(ast.unparse, trees)).encode()).hexdigest()[:16]


def tell_other_code() -> str:
    """A word if cells were made by other code than this; empty if none was."""
    made = read_made()["cells"].values()
    other = [by for stages in made for by in stages.values() if by["code"] != hash_of_code()]
    cells = sum(any(by in other for by in stages.values()) for stages in made)
    by = sorted({f"version {each['version']}, commit {each['commit']}" for each in other})
    return (
        f"{cells} of {len(made)} cells were made by other code ({'; '.join(by)}): "
        "--again CELL or --again all makes them again, and compares"
        if other
        else ""
    )
