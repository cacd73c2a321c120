"""What the runs say: pairs, prices, levels; each number with its interval."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
import pandas as pd

from futoshiki_lab import LEVELS, compare_solvers
from study.runs import CELLS, READABLE_PUZZLES, READABLE_SIZES

# Each pair of contestants: the first is compared with the second, with the same selection.
PAIRS = [("fc", "bt"), ("ac, fc", "fc"), ("mac", "fc"), ("mac", "ac, fc"), ("gac", "fc")]
PAIRS += [("gac", "ac, fc"), ("gac", "mac"), ("bt jump", "bt"), ("fc jump", "fc")]
COSTS = ("nodes", "total_checks", "seconds", "readable")
GRADED = [level.lower() for level in LEVELS]
RESAMPLES = 1000
MOST_STOPPED = 0.05  # of the runs, where a number of levels is told


def load_runs() -> pd.DataFrame:
    """All results as one table, as a sweep would have it."""
    parts = [
        pd.read_csv(cell.file).assign(size=cell.size, family=cell.family)
        for cell in CELLS
        if cell.file.exists()
    ]
    runs = pd.concat(parts, ignore_index=True).rename(columns={"puzzle": "id"})
    values, letters = runs["id"].str.partition(":")[2], "[ULDR]"
    clues = {"signs": values.str.count(letters), "givens": values.str.count("[1-9]")}
    return runs.assign(
        **clues,
        puzzle=runs["family"] + " #" + runs["seed"].astype(str),
        solver=runs["look"] + " " + runs["select"],
        total_checks=runs["checks"] + runs["setup_checks"],
        stopped=runs["outcome"] == "limit",
    )


def compare_all(runs: pd.DataFrame) -> pd.DataFrame:
    """Every pair of contestants with every selection, in every cell, by nodes, checks, seconds."""
    asked = [(*pair, select, select) for pair in PAIRS for select in ("reading", "mrv")]
    asked += [(*pair, s, s) for pair in PAIRS[:4] for s in ("mrv_degree", "dom_wdeg")]
    for look in ("bt", "fc", "mac"):
        asked += [(look, look, "mrv", "reading"), (look, look, "mrv_degree", "mrv")]
        asked += [(look, look, "dom_wdeg", "mrv")]
    known, parts = set(runs["solver"]), []
    for one, other, select, than in asked:
        names = f"{one} {select}", f"{other} {than}"
        if not known.issuperset(names):
            continue  # bt with dom/wdeg
        for cost in COSTS:
            if cost == "total_checks" and "gac" in (one, other):
                continue  # what gac does with whole lines is no check
            table = timed_readable(runs) if cost == "readable" else runs
            told = compare_solvers(table, *names, ["size", "family"], cost, RESAMPLES)
            parts.append(told.assign(one=names[0], other=names[1], cost=cost))
    return pd.concat(parts, ignore_index=True)


def timed_readable(runs: pd.DataFrame) -> pd.DataFrame:
    """The runs that were timed with the readable search too, or had more nodes than its limit."""
    table = runs[runs["size"].isin(READABLE_SIZES) & (runs["seed"] < READABLE_PUZZLES)]
    known = table["readable"].notna()
    readable = table["readable"].fillna(inf)
    return table.assign(readable=readable, outcome=table["outcome"].where(known, "limit"))


def find_interval(
    groups: list[np.ndarray], number: Callable[..., float]
) -> tuple[float, float, float]:
    """A number of some groups of puzzles, and its 95 % interval: each group is drawn again."""
    random = np.random.default_rng(0)
    drawn = [
        number(*(each[random.integers(0, len(each), len(each))] for each in groups))
        for _ in range(RESAMPLES)
    ]
    low, high = np.quantile(drawn, [0.025, 0.975], method="nearest")
    return number(*groups), float(low), float(high)


def turning_price(runs: pd.DataFrame, weak: str, strong: str) -> pd.DataFrame:
    """How many checks a node must be worth for the stronger look to cost less than the weaker one.

    0: it has fewer checks anyway. Infinite: it has more checks and no fewer nodes. Pairs of which a
    run was stopped are left out if both were; if only the weaker was, it costs more at any price.
    """
    rows = []
    for (size, family), cell in runs.groupby(["size", "family"], sort=False):
        one, other = (cell[cell["solver"] == name].set_index("puzzle") for name in (weak, strong))
        saved, spent = one["nodes"] - other["nodes"], other["total_checks"] - one["total_checks"]
        price = np.where(spent <= 0, 0.0, np.where(saved > 0, spent / saved.where(saved > 0), inf))
        price = np.where(one["stopped"] & ~other["stopped"], 0.0, price)
        price = price[~other["stopped"]]
        middle = find_interval([price], np.median) if len(price) > 50 else (np.nan,) * 3
        rows.append((size, family, len(price), *middle))
    return pd.DataFrame(rows, columns=["size", "family", "pairs", "ratio", "low", "high"])


# -- levels ----------------------------------------------------------------------------------------


def chance_of_more(easier: np.ndarray, harder: np.ndarray) -> float:
    """How likely a puzzle of the second group costs more than one of the first; a tie is half."""
    more = harder[:, None] > easier[None, :]
    same = harder[:, None] == easier[None, :]
    return float(more.mean() + same.mean() / 2)


def explained(*groups: np.ndarray) -> float:
    """The share of the variance of log costs that lies between the groups."""
    logs = [np.log10(each + 1) for each in groups]
    every = np.concatenate(logs)
    within = sum(((each - each.mean()) ** 2).sum() for each in logs)
    total = ((every - every.mean()) ** 2).sum()
    return float(1 - within / total) if total else 0.0


def explained_by_clues(cell: pd.DataFrame) -> float:
    """The share of the variance of log nodes that givens and signs explain, fitted as a plane."""
    logs = np.log10(cell["nodes"].to_numpy(float) + 1)
    clues = np.column_stack([np.ones(len(cell)), cell["givens"], cell["signs"]])
    left = logs - clues @ np.linalg.lstsq(clues, logs)[0]
    return float(1 - (left**2).sum() / ((logs - logs.mean()) ** 2).sum())


def judge_levels(runs: pd.DataFrame, solver: str) -> pd.DataFrame:
    """For each size: the chance that Recursive costs more than Easy, and the variance explained."""
    own, rows = runs[(runs["solver"] == solver) & runs["family"].isin(GRADED)], []
    for size, cell in own.groupby("size"):
        by = {level: part["nodes"].to_numpy(float) for level, part in cell.groupby("family")}
        groups = [by[level] for level in GRADED if level != "trivial"]
        more = find_interval([by["easy"], by["recursive"]], chance_of_more)
        share = find_interval(groups, explained)
        some = cell[cell["family"] != "trivial"]
        stopped = some["stopped"].mean()
        clues = explained_by_clues(some) if stopped < MOST_STOPPED else np.nan
        rows.append((size, stopped, *more, *share, clues))
    names = ["size", "stopped", "more", "more_low", "more_high", "share", "share_low", "share_high"]
    return pd.DataFrame(rows, columns=[*names, "clues"])


def quarter_by_difficulty(runs: pd.DataFrame) -> pd.DataFrame:
    """FC against BT in reading order, by quarter of BT's nodes, family by family and size."""
    bt = runs[(runs["solver"] == "bt reading")].set_index(["size", "family", "puzzle"])
    ranks = bt.groupby(["size", "family"])["nodes"].rank(method="first", pct=True)
    quarter = np.ceil(4 * ranks).astype(int).rename("quarter").reset_index()
    both = runs[runs["solver"].isin(["bt reading", "fc reading"])].merge(quarter)
    parts = [
        compare_solvers(both, "fc reading", "bt reading", ["size", "family", "quarter"], cost)
        for cost in COSTS[:3]
    ]
    return pd.concat([part.assign(cost=c) for part, c in zip(parts, COSTS, strict=False)])
