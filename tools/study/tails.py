"""Luck: the same puzzle searched again and again with its values in another random order.

data/study/tails.csv.gz has a line for each puzzle: its kind, its cell and seed, and the nodes of
its runs; a `+` says that a run was stopped there.
"""

from __future__ import annotations

import csv
import gzip
import io
from math import inf

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from tqdm import tqdm

from futoshiki_lab import solve
from study.runs import RESULTS, Cell, puzzle_of

FILE = RESULTS / "tails.csv.gz"
RUNS, LIMIT = 100, 1_000_000
HARD = ("easy", "tricky", "extreme", "recursive")
KINDS = {
    "6x6, one solution": [(Cell(6, family), seed) for family in HARD for seed in range(11)],
    "7x7, planted": [(Cell(7, "planted"), seed) for seed in range(44)],
    "8x8, planted": [(Cell(8, "planted"), seed) for seed in range(44)],
}
LONG = 10  # times the median


def search_often(cell: Cell, seed: int) -> str:
    """The nodes of forward checking with MRV, in a hundred random orders of the values."""
    puzzle, told = puzzle_of(cell, seed), []
    for k in range(RUNS):
        how = {"seed": k, "node_limit": LIMIT, "engine": "compiled", "keep": 0}
        run = solve(puzzle, "fc", "mrv", "random", **how)
        told.append(f"{run.counts.nodes}{'+' * (run.outcome == 'limit')}")
    return " ".join(told)


def make_tails(jobs: int) -> None:
    """Make the file, if it is not there."""
    if FILE.exists():
        return
    asked = [(kind, *each) for kind, some in KINDS.items() for each in some]
    work = Parallel(jobs, return_as="generator")(delayed(search_often)(*each[1:]) for each in asked)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["kind", "cell", "seed", "nodes"])
    for each, nodes in zip(asked, tqdm(work, "tails", len(asked), leave=False), strict=True):
        writer.writerow([*each, nodes])
    FILE.write_bytes(gzip.compress(text.getvalue().encode(), mtime=0))


def load_tails() -> pd.DataFrame:
    """For each puzzle: its longest run and its cost with restarts, with bounds.

    `longest` is at least so many times the median. `least` and `most` are bounds of what a search
    costs that begins anew after as many nodes as the median, compared with one that never does.
    """
    table = pd.read_csv(FILE)
    rows = []
    for texts in table["nodes"].str.split():
        nodes = np.array([int(text.rstrip("+")) for text in texts], float)
        is_whole = not any(text.endswith("+") for text in texts)
        cutoff = float(np.median(nodes))
        restarted = np.minimum(nodes, cutoff).mean() / (nodes <= cutoff).mean()
        ratio = restarted / nodes.mean()
        rows.append((nodes.max() / cutoff, is_whole, ratio if is_whole else 0.0, ratio))
    names = ["longest", "is_whole", "least", "most"]
    return table.drop(columns="nodes").join(pd.DataFrame(rows, columns=names))


def sum_up_tails() -> pd.DataFrame:
    """For each kind: the bounds of the share of puzzles with a long run, and of the restarts."""
    rows = {}
    for kind, some in load_tails().groupby("kind", sort=False):
        long = some["longest"] > LONG
        most = (long | ~some["is_whole"]).mean()
        restarts = some["least"].median(), some["most"].median()
        rows[kind] = len(some), some["longest"].median(), long.mean(), most, *restarts
    names = ["puzzles", "longest", "long", "long at most", "least", "most"]
    return pd.DataFrame(rows.values(), [*rows], names).replace(inf, np.nan)
