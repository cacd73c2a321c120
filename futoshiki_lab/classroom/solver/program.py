"""`python my_solver.py nyu/Input2`: a learner's solver in a terminal, without a notebook."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from futoshiki_lab.classroom.solver.one_page import COUNTED
from futoshiki_lab.classroom.solver.own_solver import LOOKS, SELECTIONS, my_solver
from futoshiki_lab.classroom.solver.parts import MANY
from futoshiki_lab.core import PuzzleError
from futoshiki_lab.core.errors import listed
from futoshiki_lab.formats import load_all

EXIT = {"solved": 0, "exhausted": 0, "unsatisfiable": 1, "limit": 3, "interrupted": 3}


def run_program(file: str | Path, arguments: Sequence[str] | None = None) -> int:
    """Solve the puzzles that the command line names; print grids and counts.

    Parameters
    ----------
    file : the learner's file.
    arguments : by default those of the process.

    Returns
    -------
    The exit code: 0 every puzzle was solved, 1 some puzzle has no solution, 2 bad input, 3 a limit.
    """
    parser = argparse.ArgumentParser(prog=Path(file).name, description="Solve puzzles my way.")
    parser.add_argument("puzzles", nargs="+", metavar="FILE", help="a file, or nyu/Input2")
    parser.add_argument("-a", "--look", choices=LOOKS, help="else the strongest; fc with --jump")
    parser.add_argument("-s", "--select", choices=SELECTIONS, help="which cell next")
    parser.add_argument("--jump", action="store_true", help="jump back, with fc")
    parser.add_argument("--solutions", default="1", metavar="K", help="a number, or all")
    parser.add_argument("--node-limit", type=int, metavar="N", help="stop after so many values")
    asked = parser.parse_args(arguments)
    worst = 0
    try:
        mine = my_solver(file).choose(asked.look, asked.select, asked.jump)
        sought = "all" if asked.solutions == "all" else int(asked.solutions)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    for line in [mine.told, *(f"{one}" for one in mine.parts.values() if one.told)]:
        if line:
            print(line, file=sys.stderr)
    for name in asked.puzzles:
        try:
            puzzles = load_all(name)
            runs = (
                mine.solve(one, solutions=sought, node_limit=asked.node_limit) for one in puzzles
            )
            for run in runs:
                counted = [(one, getattr(run.counts, one)) for one in COUNTED[: 5 + asked.jump]]
                told = [f"{one.replace('_', ' ')}: {many:,}" for one, many in counted]
                print(f"{run.puzzle.name or name}: {run.outcome}", run, *told, "", sep="\n")
                worst = max(worst, EXIT[run.outcome])
        except (PuzzleError, ValueError, OSError) as error:
            print(error, file=sys.stderr)
            worst = 2
            break
    ours = f"; these runs used our {listed(mine.ours)}" if mine.ours else ""
    print(f"{mine.written} of {MANY} parts are yours{ours}")
    return worst
