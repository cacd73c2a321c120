"""What a sweep has to do: every puzzle with every solver, checked before anything starts."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from random import Random

from futoshiki_lab.core import Look, Puzzle, Settings
from futoshiki_lab.experiment.batches import Batch, Result, Sought, make_ready
from futoshiki_lab.experiment.identity import digest, of_choice, of_puzzle
from futoshiki_lab.experiment.solvers import Solver, solver_of
from futoshiki_lab.formats import load_all
from futoshiki_lab.formats.source import Source
from futoshiki_lab.solving import choose

Row = tuple
BAR_DELAY = 0.5  # seconds: what is quicker needs no bar
QUICK_LIMIT = {"compiled": 1_000_000, "readable": 10_000}  # so many nodes are soon counted


@dataclass(frozen=True)
class Plan:
    """All runs of a sweep; run number i is puzzle i // s with solver i % s, of s solvers.

    Attributes
    ----------
    puzzles, solvers : what to combine.
    puzzle_names, solver_names : what they are called; no two alike.
    settings : of each solver, by name.
    sought : the number of solutions, the node limit and the seed of all runs.
    """

    puzzles: tuple[Puzzle, ...]
    solvers: tuple[Solver, ...]
    puzzle_names: tuple[str, ...]
    solver_names: tuple[str, ...]
    settings: tuple[Settings, ...]
    sought: Sought

    def __len__(self) -> int:
        return len(self.puzzles) * len(self.solvers)

    @property
    def is_quick(self) -> bool:
        """Whether a single run cannot take long."""
        limit = self.sought.node_limit
        return limit is not None and all(limit <= QUICK_LIMIT[s.engine] for s in self.settings)

    def shuffled(self) -> list[int]:
        """The runs with the puzzles in a random order, always the same one.

        So the first runs say how long the others will take, and a sweep that is stopped leaves a
        fair sample.
        """
        puzzles, s = list(range(len(self.puzzles))), len(self.solvers)
        Random(0).shuffle(puzzles)
        return [self.run_number(puzzle, solver) for puzzle in puzzles for solver in range(s)]

    def batch(self, runs: Iterable[int]) -> Batch:
        """What a worker needs to do some runs."""
        needed = [divmod(run, len(self.solvers)) for run in runs]
        puzzles = {p: self.puzzles[p] for p, _ in needed}
        return Batch(puzzles, {s: self.solvers[s] for _, s in needed}, needed, self.sought)

    def run_number(self, puzzle: int, solver: int) -> int:
        """The number of the run of a puzzle with a solver."""
        return puzzle * len(self.solvers) + solver

    def labels(self, run: int) -> tuple[str, str]:
        """What the puzzle and the solver of a run are called."""
        puzzle, solver = divmod(run, len(self.solvers))
        return self.puzzle_names[puzzle], self.solver_names[solver]

    def row(self, result: Result) -> Row:
        """A result as a row of the table."""
        about_puzzle = self._about_puzzles[result.puzzle]
        return (*about_puzzle, *self._about_solvers[result.solver], *result[2:])

    def known(self, run: int) -> Row:
        """What is known of a run before it is done: the beginning of its row."""
        puzzle, solver = divmod(run, len(self.solvers))
        about_solver = self._about_solvers[solver]
        return (*self._about_puzzles[puzzle], *about_solver, self.settings[solver].engine)

    @cached_property
    def keys(self) -> list[str]:
        """For each run a text that another run shares only if it is the same in all but names."""
        puzzles = _numbered(map(of_puzzle, self.puzzles))
        solvers = [
            digest(*map(of_choice, (solver.look, solver.select, solver.order)), s.root, s.engine)
            for solver, s in zip(self.solvers, self.settings, strict=True)
        ]
        solvers = [digest(solver, *self.sought) for solver in solvers]
        return [digest(puzzle, solver) for puzzle in puzzles for solver in solvers]

    @cached_property
    def _about_puzzles(self) -> list[tuple]:
        return [
            (name, p.size, len(p.signs), p.size**2 - sum(row.count(0) for row in p.grid))
            for name, p in zip(self.puzzle_names, self.puzzles, strict=True)
        ]

    @cached_property
    def _about_solvers(self) -> list[tuple]:
        return [
            (name, *(s.algorithm, s.select, s.order, s.root, s.sought, s.node_limit, s.seed))
            for name, s in zip(self.solver_names, self.settings, strict=True)
        ]


def planned(
    puzzles: Puzzle | Source | Iterable[Puzzle | Source],
    solvers: Solver | str | Look | Iterable[Solver | str | Look],
    solutions: int | str,
    node_limit: int | None,
    seed: int,
    progress: bool = False,
) -> Plan:
    """Read the files, understand the solvers, check all settings; parameters as for `sweep`."""
    for what, number in (("seed", seed), ("node_limit", node_limit), ("solutions", solutions)):
        if isinstance(number, int) and abs(number) >= 2**63:  # the table has no room for it
            raise ValueError(f"{what} must be a whole number of at most 63 bits, not {number!r}")
    sought = Sought(None if solutions == "all" else solutions, node_limit, seed)
    ways = tuple(_solvers(solvers))
    settings = tuple(_settings(solver, sought) for solver in ways)
    found = tuple(_puzzles(puzzles, progress))
    return Plan(
        found,
        ways,
        _unique([puzzle.name or f"#{k}" for k, puzzle in enumerate(found, 1)]),
        _unique([str(solver) for solver in ways]),
        settings,
        sought,
    )


def _solvers(given: Solver | str | Look | Iterable[Solver | str | Look]) -> list[Solver]:
    alone = isinstance(given, Solver | str) or callable(given)
    solvers = [solver_of(one) for one in ((given,) if alone else given)]
    if not solvers:
        raise ValueError("a sweep needs one solver at least")
    for place, solver in enumerate(solvers):
        if solver in solvers[:place]:
            raise ValueError(f"the solver {str(solver)!r} is given twice")
    return solvers


def _puzzles(given: Puzzle | Source | Iterable[Puzzle | Source], progress: bool) -> list[Puzzle]:
    from tqdm.auto import tqdm

    alone = isinstance(given, Puzzle | str | os.PathLike)
    bar = {"desc": "puzzles", "unit": "", "delay": BAR_DELAY, "leave": False}
    shown = tqdm([given] if alone else given, disable=not progress, **bar)  # some are made just now
    puzzles = [puzzle for one in shown for puzzle in _read(one)]
    if not puzzles:
        raise ValueError("a sweep needs one puzzle at least")
    return puzzles


def _read(given: Puzzle | Source) -> list[Puzzle]:
    if isinstance(given, Puzzle):
        return [given]
    if isinstance(given, str | os.PathLike):
        return load_all(given)
    raise TypeError(f"a puzzle is a Puzzle or the name of a file, not {given!r}")


def _settings(solver: Solver, sought: Sought) -> Settings:
    """The settings of a run by name; a kernel is compiled here, once, and kept for the workers."""
    solutions = "all" if sought.solutions is None else sought.solutions
    way = (solver.look, solver.select, solver.order, solver.root)
    _, settings = choose(*way, solutions, sought.node_limit, sought.seed, solver.engine)
    make_ready(solver, 2)
    return settings


def _unique(names: list[str]) -> tuple[str, ...]:
    """Names on one line and no two alike: the second "a" is called "a (2)"."""
    return tuple(_numbered((" ".join(name.split()) for name in names), "{} ({})".format))


def _numbered(
    texts: Iterable[str], numbered: Callable[[str, int], str] = "{} {}".format
) -> Iterator[str]:
    """The texts, but one that was there before with a number behind it."""
    used: dict[str, int] = {}
    taken: set[str] = set()
    for text in texts:
        new = text
        while new in taken:
            used[text] = used.get(text, 1) + 1
            new = numbered(text, used[text])
        taken.add(new)
        yield new
