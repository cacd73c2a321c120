"""Gecode through MiniZinc: its own solve time, by the clock on the wall."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from contestants.timing import Contestant, Missing, Timed
from futoshiki_lab import Puzzle

# How consistent all-different is kept, and which variable is next: what a modeller would try.
WAYS = {
    "default, first_fail": ("", "first_fail"),
    "domain, first_fail": (":: domain_propagation", "first_fail"),
    "domain, dom_w_deg": (":: domain_propagation", "dom_w_deg"),
}
LIMIT = 10  # seconds

# all_different_int is Gecode's own propagator, named here without the library's alldifferent: that
# one may become n(n-1)/2 disequalities when Gecode's part of the library is older than MiniZinc (so
# in Debian 12), and a hundred times slower.
MODEL = """
predicate all_different_int(array[int] of var int: x);
int: n;
array[1..n, 1..n] of 0..n: given;
int: signs;
array[1..signs, 1..4] of 1..n: sign;
array[1..n, 1..n] of var 1..n: x;
constraint forall(r, c in 1..n where given[r, c] > 0)(x[r, c] = given[r, c]);
constraint forall(r in 1..n)(all_different_int([x[r, c] | c in 1..n]) {consistency});
constraint forall(c in 1..n)(all_different_int([x[r, c] | r in 1..n]) {consistency});
constraint forall(k in 1..signs)(x[sign[k, 1], sign[k, 2]] < x[sign[k, 3], sign[k, 4]]);
solve :: int_search([x[r, c] | r, c in 1..n], {variable}, indomain_min) satisfy;
output [show([x[r, c] | r, c in 1..n])];
"""


def first_solution(way: str) -> Contestant:
    """Gecode's own solve time in one of the `WAYS`: neither MiniZinc's nor Gecode's start.

    What is not solved within the limit counts as solved at the limit, without a grid.
    """
    if not shutil.which("minizinc"):
        raise Missing("MiniZinc is not installed (Debian: apt-get install minizinc flatzinc)")
    if "gecode" not in _said("minizinc", "--solvers").lower():
        raise Missing("MiniZinc knows no Gecode (Debian: apt-get install flatzinc)")
    consistency, variable = WAYS[way]
    model = MODEL.format(consistency=consistency, variable=variable)
    return lambda puzzle: _solve(puzzle, model)


def versions() -> str:
    """MiniZinc's and Gecode's versions, or that they are missing."""
    if not shutil.which("minizinc"):
        return "MiniZinc not installed"
    minizinc = re.search(r"version ([\d.]+)", _said("minizinc", "--version"))
    gecode = re.search(r"Gecode ([\d.]+)", _said("minizinc", "--solvers"))
    return f"MiniZinc {minizinc and minizinc[1]}, Gecode {gecode and gecode[1]}"


def _solve(puzzle: Puzzle, model: str) -> Timed:
    n = puzzle.size
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.mzn").write_text(model, encoding="utf-8")
        Path(folder, "data.dzn").write_text(_data(puzzle), encoding="utf-8")
        text = _said(
            *("minizinc", "--solver", "gecode", "--statistics", "--time-limit", f"{LIMIT * 1000}"),
            *(f"{folder}/model.mzn", f"{folder}/data.dzn"),
        )
    seconds = re.search(r"solveTime=([\d.eE+-]+)", text)
    found = re.search(r"^\[([\d, ]+)\]", text, re.M)
    if not seconds or not found:
        return Timed(LIMIT, None)
    values = [int(value) for value in found[1].split(",")]
    grid = tuple(tuple(values[n * row : n * row + n]) for row in range(n))
    return Timed(float(seconds[1]), grid)


def _data(puzzle: Puzzle) -> str:
    values = [value for row in puzzle.grid for value in row]
    signs = [number + 1 for sign in sorted(puzzle.signs) for cell in sign for number in cell]
    return (
        f"n = {puzzle.size};\ngiven = array2d(1..n, 1..n, {values});\n"
        f"signs = {len(puzzle.signs)};\nsign = array2d(1..signs, 1..4, {signs});\n"
    )


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout
