"""The C++ search of `benchmarks/peer`: built where there is a compiler, asked over a pipe."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from contestants.timing import Contestant, Missing, Timed
from futoshiki_lab import Counts, Puzzle
from futoshiki_lab.core import Grid
from futoshiki_lab.core.puzzle import grid_of

SOURCE = Path(__file__).resolve().parents[1] / "peer" / "peer.cpp"
FAST = ("-O3", "-march=native")
COUNTERS = (
    *("nodes", "accepted", "checks", "setup_checks", "prunes", "setup_prunes"),
    *("wipeouts", "backtracks", "max_depth", "solutions", "skipped"),
)


@dataclass(frozen=True)
class Answer:
    """What the peer says: the words and counters of `solver.Run`, its first grid, and its time."""

    outcome: str
    counts: Counts
    solution: Grid | None
    seconds: float


def compiler() -> str:
    """The C++ compiler: $CXX, or the first that is found.

    Raises
    ------
    Missing : there is none.
    """
    for name in (os.environ.get("CXX"), "g++", "clang++", "c++"):
        if name and shutil.which(name):
            return name
    raise Missing("no C++ compiler found (g++, clang++ or $CXX)")


def build(folder: Path, flags: tuple[str, ...] = FAST) -> Path:
    """Compile the peer into a folder and return the program."""
    program = folder / "peer"
    command = [compiler(), "-std=c++17", *flags, str(SOURCE), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


class Peer:
    """A running peer. Use it as a context manager: leaving ends its process."""

    def __init__(self, program: Path):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True)

    def ask(
        self,
        puzzle: Puzzle,
        look: str,
        select: str,
        *,
        root: str = "none",
        sought: int | None = 1,
        node_limit: int | None = None,
        jump: bool = False,
        milliseconds: float = 0,
    ) -> Answer:
        """Let it solve a puzzle; searches shorter than so many milliseconds are repeated."""
        limit = -1 if node_limit is None else node_limit
        back = "jump" if jump else "step"
        settings = (look, select, root, back, sought or 0, limit, milliseconds)
        self._process.stdin.write(" ".join(map(str, (*settings, *_numbers(puzzle)))) + "\n")
        self._process.stdin.flush()
        outcome, *words = self._process.stdout.readline().split()
        if outcome == "error":
            raise ValueError(" ".join(words))
        counts = Counts(**dict(zip(COUNTERS, map(int, words), strict=False)))
        values = map(int, words[len(COUNTERS) + 1 :])
        grid = grid_of(dict(zip(puzzle.cells, values, strict=False)), puzzle.size)
        seconds = float(words[len(COUNTERS)]) / 1e9
        return Answer(outcome, counts, grid if counts.solutions else None, seconds)

    def contestant(self, look: str, select: str, node_limit: int, jump: bool = False) -> Contestant:
        """One search up to a node limit; the answer is its counters.

        The processor time, which it takes itself, covers laying out the domains and placing the
        givens, not the tables that the puzzle determines (see peer.cpp).
        """

        def run(puzzle: Puzzle) -> Timed:
            how = {"node_limit": node_limit, "jump": jump, "milliseconds": 5}
            answer = self.ask(puzzle, look, select, **how)
            counts = tuple(getattr(answer.counts, name) for name in COUNTERS)
            return Timed(answer.seconds, counts)

        return run

    def __enter__(self) -> Peer:
        return self

    def __exit__(self, *_) -> None:
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(timeout=60)


def _numbers(puzzle: Puzzle) -> list[int]:
    """Size, grid, number of signs, signs: what the peer reads."""
    n = puzzle.size
    signs = [row * n + column for sign in sorted(puzzle.signs) for row, column in sign]
    return [n, *(value for row in puzzle.grid for value in row), len(puzzle.signs), *signs]
