"""What the runs say: pairs, prices, levels; each number with its interval."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import nan

import numpy as np
import pandas as pd
from tqdm import tqdm

from futoshiki_lab import LEVELS, compare_solvers, is_unique, loads
from study.runs import (
    APART,
    CELLS,
    MIXES,
    READABLE_PUZZLES,
    READABLE_SIZES,
    SHARES,
    TIMED_SELECTIONS,
    Cell,
)

# Each pair of contestants: the first is compared with the second, with the same selection.
PAIRS = [("fc", "bt"), ("ac, fc", "fc"), ("mac", "fc"), ("mac", "ac, fc"), ("gac", "fc")]
PAIRS += [("gac", "ac, fc"), ("gac", "mac"), ("bt jump", "bt"), ("fc jump", "fc")]
TIMES = ("seconds", "readable")
COSTS = ("nodes", "total_checks", *TIMES)
PRICED = [f"{look} {select}" for look in ("bt", "fc", "mac") for select in TIMED_SELECTIONS]
GRADED = [level.lower() for level in LEVELS]
RESAMPLES = 1000
MOST_STOPPED = 0.05  # of the runs, where a number of levels is told


def load_runs(cells: list[Cell] = CELLS) -> pd.DataFrame:
    """All results as one table, as a sweep would have it."""
    parts = [
        pd.read_csv(cell.file).assign(size=cell.size, family=cell.family)
        for cell in cells
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


def compare(
    runs: pd.DataFrame, one: str, other: str, by: str | list[str] = (), cost: str = "nodes"
) -> pd.DataFrame:
    """`compare_solvers`; where the cost is a time, with bounds that contain both sittings.

    The column `sittings` says how many there were; of the shares it has the mean.
    """
    if cost not in TIMES:
        return compare_solvers(runs, one, other, by, cost, RESAMPLES).assign(sittings=0)
    groups, told = [by] if isinstance(by, str) else [*by], []
    for column in (cost, f"{cost}_again"):
        table = timed_readable(runs, column) if cost == "readable" else runs
        known = table.loc[table["solver"].isin([one, other]) & table[column].notna()]
        if {one, other} <= {*known["solver"]}:
            told.append(compare_solvers(known, one, other, by, column, RESAMPLES))
    if not told:
        raise ValueError(f"nobody has timed {one} and {other}")
    both = pd.concat(told).assign(sittings=1).groupby(groups or (lambda _: 0), sort=False)
    how = {"least": "min", "low": "min", "most": "max", "high": "max", "sittings": "sum"}
    how |= dict.fromkeys(("undecided", "cheaper", "equal", "ratio"), "mean")
    return both.agg(how | {"pairs": "min"}).reset_index()


def compare_all(runs: pd.DataFrame) -> pd.DataFrame:
    """Every pair of contestants with every selection, in every cell, by nodes, checks, seconds."""
    asked = [(*pair, select, select) for pair in PAIRS for select in TIMED_SELECTIONS]
    asked += [(*pair, s, s) for pair in PAIRS[:4] for s in ("mrv_degree", "dom_wdeg")]
    for look in ("bt", "fc", "mac"):
        asked += [(look, look, "mrv", "reading"), (look, look, "mrv_degree", "mrv")]
        asked += [(look, look, "dom_wdeg", "mrv")]
    known, parts = set(runs["solver"]), []
    asked = [each for each in asked if known >= {f"{each[0]} {each[2]}", f"{each[1]} {each[3]}"}]
    for one, other, select, than in tqdm(asked, "pairs", leave=False):
        names = f"{one} {select}", f"{other} {than}"
        for cost in COSTS:
            if cost == "total_checks" and "gac" in (one, other):
                continue  # what gac does with whole lines is no check
            if cost in TIMES and not {select, than} <= {*TIMED_SELECTIONS}:
                continue
            told = compare(runs, *names, ["size", "family"], cost)
            parts.append(told.assign(one=names[0], other=names[1], cost=cost))
    return pd.concat(parts, ignore_index=True)


def timed_readable(runs: pd.DataFrame, column: str) -> pd.DataFrame:
    """The runs that were timed with the readable search too; the others were longer than these."""
    table = runs[runs["size"].isin(READABLE_SIZES) & (runs["seed"] < READABLE_PUZZLES)]
    known = table[column].notna()
    outcome = table["outcome"].where(known, "limit")
    return table.assign(**{column: table[column].fillna(0.0)}, outcome=outcome)


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


def price_nodes(runs: pd.DataFrame, solver: str) -> tuple[float, float, float]:
    """How many checks a node of a solver is worth in the readable search, and its interval.

    Both prices are fitted to the times of its runs, by relative error; both sittings count.
    """
    own = runs[(runs["solver"] == solver) & (runs["nodes"] > 0)]
    parts = [
        own.loc[own[column].notna(), ["nodes", "total_checks", column]].to_numpy(float)
        for column in ("readable", "readable_again")
    ]
    rows = np.concatenate(parts)

    def worth(some: np.ndarray) -> float:
        node, check = np.linalg.lstsq(some[:, :2] / some[:, 2:], np.ones(len(some)))[0]
        return float(node / check)

    return find_interval([rows], worth)


def price_spread(runs: pd.DataFrame, of: str) -> tuple[float, float]:
    """The smallest and the largest readable price, in microseconds, of a node or of a check.

    By solver, with MRV or in reading order: the median of its runs.
    """
    own = runs[runs["solver"].isin(PRICED) & runs["readable"].notna() & (runs["nodes"] > 0)]
    prices = (1e6 * own["readable"] / own[of]).groupby(own["solver"]).median()
    return float(prices.min()), float(prices.max())


def cross_even(givens: pd.DataFrame, size: int) -> float:
    """From which share of givens BT makes fewer checks than FC, by the median; interpolated."""
    own = givens[givens["size"] == size].set_index("share")
    for before, after in pairwise(own.index):
        high, low = own["least"][before], own["most"][after]
        if high >= 1 > low:
            return float(before + (after - before) * np.log(high) / np.log(high / low))
    return nan


def compare_givens(runs: pd.DataFrame, select: str) -> pd.DataFrame:
    """For each size and share of givens: how many times the checks of FC does BT make?

    With a selection: "reading" or "mrv".
    """
    table = runs.assign(share=runs["seed"] // APART * SHARES.step)
    by = ["size", "share"]
    return compare(table, f"bt {select}", f"fc {select}", by, "total_checks")


def compare_clues(runs: pd.DataFrame) -> pd.DataFrame:
    """For each size and share of givens among equally many clues: what three solvers cost."""
    table = runs.assign(share=runs["seed"] // APART * MIXES.step)
    own = table[table["solver"].isin(["bt reading", "fc reading", "fc mrv"])]
    found = own.groupby(["size", "share", "solver"])["nodes"].median().unstack()
    single = {}
    for (size, share), some in tqdm(own.groupby(["size", "share"]), "clues", leave=False):
        ids = some["id"].unique()
        single[size, share] = np.mean([is_unique(loads(name)) for name in ids])
    return found.assign(one_solution=pd.Series(single))


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
    return pd.DataFrame(rows, columns=[*names, "clues"]).set_index("size")


def quarter_by(runs: pd.DataFrame, solver: str, size: int) -> list[tuple[float, float]]:
    """How many times the checks of FC does BT make, in reading order, on hard puzzles of a size.

    In four quarters by the nodes of another solver, from the fewest to the most: the bounds of each
    interval.
    """
    hard = runs[(runs["size"] == size) & runs["family"].isin(GRADED[1:])]
    by = hard[hard["solver"] == solver].set_index("puzzle")["nodes"]
    quarter = np.ceil(4 * by.rank(method="first", pct=True)).astype(int)
    table = hard.assign(quarter=hard["puzzle"].map(quarter))
    told = compare(table, "bt reading", "fc reading", "quarter", "total_checks")
    told = told.set_index("quarter").sort_index()
    return [*told[["least", "most", "low", "high"]].itertuples(index=False, name=None)]
