"""The runs of a sweep: every puzzle with every solver, checked before anything starts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from random import Random

from futoshiki_lab.core import Look, Problem, Puzzle, Settings
from futoshiki_lab.explorer.sweeps.solvers import Solver, digest, of_choice, of_puzzle, solver_of
from futoshiki_lab.explorer.sweeps.table import LEVELS, Row
from futoshiki_lab.explorer.sweeps.workers import Asked, Goal, make_ready, settings_of
from futoshiki_lab.formats import load_all
from futoshiki_lab.solving import choose_engine
from futoshiki_lab.support.progress import progress_bar
from futoshiki_lab.support.writing import FileName

# The level in the name of a puzzle that `generate` made or that comes from Unequal.
NAMED_LEVEL = re.compile(rf"(?:unequal/\d+x\d+-)?({'|'.join(LEVELS)})(?: \d+x\d+)? ?#\d+")
QUICK_LIMIT = {"compiled": 1_000_000, "readable": 10_000}  # nodes: seconds at most


@dataclass(frozen=True)
class Plan:
    """All runs of a sweep; run number i is puzzle i // s with solver i % s, of s solvers.

    Attributes
    ----------
    puzzles, solvers : what to combine.
    puzzle_names, solver_names : their names, all different.
    settings : the settings of each solver, with the engine that this machine would take.
    goal : what all runs look for.
    """

    puzzles: tuple[Problem, ...]
    solvers: tuple[Solver, ...]
    puzzle_names: tuple[str, ...]
    solver_names: tuple[str, ...]
    settings: tuple[Settings, ...]
    goal: Goal

    def __len__(self) -> int:
        return len(self.puzzles) * len(self.solvers)

    @property
    def is_quick(self) -> bool:
        """Whether a single run cannot take long."""
        limit = self.goal.node_limit
        return limit is not None and all(limit <= QUICK_LIMIT[s.engine] for s in self.settings)

    def shuffled(self) -> list[int]:
        """The runs with the puzzles in a random order, the same order each time.

        So the first runs show how long the others will take, and a sweep that is stopped leaves a
        fair sample.
        """
        puzzles, s = list(range(len(self.puzzles))), len(self.solvers)
        Random(0).shuffle(puzzles)
        return [puzzle * s + solver for puzzle in puzzles for solver in range(s)]

    def asked(self, run: int) -> Asked:
        """What a worker needs to do a run."""
        puzzle, solver = divmod(run, len(self.solvers))
        return run, self.puzzles[puzzle], self.solvers[solver], self.goal

    def known(self, run: int) -> Row:
        """What is known about a run before it is done: the start of its row, up to the engine."""
        which_puzzle, which_solver = divmod(run, len(self.solvers))
        puzzle, s = self.puzzles[which_puzzle], self.settings[which_solver]
        engine, size, signs = "readable", len(puzzle.cells), 0
        if isinstance(puzzle, Puzzle):
            engine, size, signs = s.engine, puzzle.size, len(puzzle.signs)
        else:
            signs = sum(map(len, puzzle.stated_neighbours.values())) // 2
        named = NAMED_LEVEL.match(puzzle.name)
        return (
            *(self.puzzle_names[which_puzzle], named[1] if named else ""),
            *(size, signs, len(puzzle.givens)),
            *(self.solver_names[which_solver], s.algorithm, s.select, s.order, s.root),
            *(s.jump, str(s.learn or ""), s.sought, s.node_limit, s.seed, engine),
        )

    @cached_property
    def keys(self) -> list[str]:
        """For each run a text; two runs share it only if they are the same in all but names."""
        puzzles = _number(map(of_puzzle, self.puzzles), "{} {}")
        settings = attrgetter(*["root", "engine", "jump", "learn", "sought", "node_limit", "seed"])
        solvers = [
            digest(*map(of_choice, by.choices), *settings(own))
            for by, own in zip(self.solvers, self.settings, strict=True)
        ]
        return [digest(puzzle, solver) for puzzle in puzzles for solver in solvers]


def make_plan(
    puzzles: Problem | FileName | Iterable[Problem | FileName],
    solvers: Solver | str | Look | Iterable[Solver | str | Look],
    solutions: int | str,
    node_limit: int | None,
    seed: int,
    progress: bool = False,
) -> Plan:
    """Read the files and the solvers, check all settings; parameters as for `sweep`."""
    for what, number in (("seed", seed), ("node_limit", node_limit), ("solutions", solutions)):
        if isinstance(number, int) and abs(number) >= 2**63:  # too large for the table
            raise ValueError(f"{what} must be a whole number of at most 63 bits, not {number!r}")
    chosen = tuple(_solvers(solvers))
    asked = Goal(solutions, node_limit, seed)
    settings = tuple(choose_engine(settings_of(solver, asked), solver.engine) for solver in chosen)
    found = tuple(_puzzles(puzzles, progress))
    others = [one for one in found if not isinstance(one, Puzzle)]
    for solver, chosen_settings in zip(chosen, settings, strict=True):
        if others:
            choose_engine(chosen_settings, solver.engine, watched=True)
        if len(others) < len(found):
            make_ready(solver, 2)  # a kernel is compiled here, once, and kept for the workers
    puzzle_names = _number(puzzle.name or f"#{k}" for k, puzzle in enumerate(found, 1))
    return Plan(found, chosen, puzzle_names, _number(map(str, chosen)), settings, asked)


def _solvers(given: Solver | str | Look | Iterable[Solver | str | Look]) -> list[Solver]:
    if isinstance(given, Solver | str) or callable(given):
        return [solver_of(given)]
    solvers = [solver_of(one) for one in given]
    if not solvers:
        raise ValueError("a sweep needs at least one solver")
    for place, solver in enumerate(solvers):
        if solver in solvers[:place]:
            raise ValueError(f"the solver {str(solver)!r} is given twice")
    return solvers


def _puzzles(
    given: Problem | FileName | Iterable[Problem | FileName], progress: bool
) -> list[Problem]:
    alone = isinstance(given, Problem | str | os.PathLike)
    every = [given] if alone else given  # some are made only now
    puzzles: list[Problem] = []
    for one in progress_bar(every, shown=progress, desc="puzzles", unit="", leave=False):
        if not isinstance(one, Problem | str | os.PathLike):
            raise TypeError(f"a puzzle is a Puzzle or the name of a file, not {one!r}")
        puzzles += [one] if isinstance(one, Problem) else load_all(one)
    if not puzzles:
        raise ValueError("a sweep needs at least one puzzle")
    return puzzles


def _number(texts: Iterable[str], pattern: str = "{} ({})") -> tuple[str, ...]:
    """The texts, each on one line; the second "a" is called "a (2)", or as the pattern says."""
    used: dict[str, int] = {}
    taken: dict[str, None] = {}
    for text in (" ".join(each.split()) for each in texts):
        new = text
        while new in taken:
            used[text] = used.get(text, 1) + 1
            new = pattern.format(text, used[text])
        taken[new] = None
    return tuple(taken)
