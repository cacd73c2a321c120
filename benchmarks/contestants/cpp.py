"""The C++ search of `benchmarks/peer`: built where there is a compiler, asked over a pipe."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from contestants.timing import Contestant, Missing, Timed
from futoshiki_lab import Puzzle

SOURCE = Path(__file__).resolve().parents[1] / "peer" / "peer.cpp"
FAST = ("-O3", "-march=native")
MILLISECONDS = 5  # shorter searches are repeated for that long


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


def build(folder: Path) -> Path:
    """Compile the peer into a folder and return the program."""
    program = folder / "peer"
    command = [compiler(), "-std=c++17", *FAST, str(SOURCE), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


class Peer:
    """A running peer. Use it as a context manager: leaving ends its process."""

    def __init__(self, program: Path):
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True)

    def contestant(self, look: str, select: str, node_limit: int) -> Contestant:
        """One search up to a node limit; the answer is its counters.

        The processor time, which it takes itself, covers laying out the domains and placing the
        givens, not the tables that the puzzle determines (see peer.cpp).
        """

        def run(puzzle: Puzzle) -> Timed:
            asked = (look, select, node_limit, MILLISECONDS, *_numbers(puzzle))
            self._process.stdin.write(" ".join(map(str, asked)) + "\n")
            self._process.stdin.flush()
            *counts, nanoseconds = self._process.stdout.readline().split()
            skipped = 0  # it does not jump
            return Timed(float(nanoseconds) / 1e9, (*map(int, counts), skipped))

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
