"""What a figure needs to know of a sweep's table: who ran, what it cost, what did not end.

A run that was stopped, by a limit or by hand, would have cost more, nobody knows how much. Its
cost counts as infinite here, so that it is never averaged as if it had ended; so does that of a run
whose outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import inf, isinf
from typing import TYPE_CHECKING

import numpy as np

from futoshiki_lab.draw.arguments import above_nought, one_of
from futoshiki_lab.draw.text import drawable

if TYPE_CHECKING:  # pictures of boards do without it
    import pandas as pd

COLUMNS = (
    *("puzzle", "size", "signs", "givens", "solver", "algorithm", "select", "order", "root"),
    *("sought", "node_limit", "seed", "engine", "outcome"),
    *("nodes", "accepted", "checks", "setup_checks", "prunes", "setup_prunes", "wipeouts"),
    *("backtracks", "max_depth", "solutions", "seconds"),
)
COSTS = {
    "nodes": "nodes",
    "accepted": "accepted values",
    "checks": "checks of the search",
    "setup_checks": "checks of the setup",
    "total_checks": "checks (setup included)",
    "prunes": "prunes of the search",
    "setup_prunes": "prunes of the setup",
    "wipeouts": "wipe-outs",
    "backtracks": "backtracks",
    "max_depth": "greatest depth (cells)",
    "solutions": "solutions",
    "seconds": "time",
}
PUZZLE = ("puzzle", "size", "signs", "givens")  # together they say which puzzle it is
NUMBERS = ("size", "signs", "givens", *(name for name in COSTS if name != "total_checks"))
ENDED = ("solved", "exhausted", "unsatisfiable")
MOST_GROUPS = 12  # points on a line, cells along a side: more values than that are put together


def read_runs(table: pd.DataFrame, *costs: str, time_limit: float | None = None) -> pd.DataFrame:
    """Check a table of `sweep` and add to each run what the figures go by.

    Parameters
    ----------
    table : one row for each run; only its own columns need to be there, in any order.
    costs : the columns that will be drawn; "total_checks" is `checks` and `setup_checks` together.
    time_limit : seconds; a run that took longer counts as stopped.

    Returns
    -------
    A copy in which "puzzle" is a number, the same for the runs of one puzzle only, with the columns
    "total_checks", "ended", "sign_share" (signs among the pairs of touching cells) and, for each
    cost, "known " and its name: the cost, infinite if it was stopped.

    Raises
    ------
    ValueError : it is no such table, it is empty, a cost is unknown (the known are listed), or the
        time limit is not above 0.
    """
    if time_limit is not None:
        time_limit = above_nought("time_limit", time_limit, "a number of seconds")
    missing = [name for name in COLUMNS if name not in getattr(table, "columns", ())]
    if missing:
        raise ValueError(f"expected a table of sweep(...); it lacks {', '.join(missing)}")
    if table.empty:
        raise ValueError("the table has no runs: nothing to draw")
    for cost in costs:
        one_of("cost", cost, COSTS)
    runs = table.reset_index(drop=True)
    runs = runs.assign(**{name: runs[name].astype(float) for name in NUMBERS})
    runs["puzzle"] = _numbered_puzzles(runs)
    runs["solver"] = runs["solver"].map(_drawable_labels(runs["solver"].unique()))
    runs["total_checks"] = runs["checks"] + runs["setup_checks"]
    runs["ended"] = runs["outcome"].isin(ENDED)
    if time_limit is not None:
        runs["ended"] &= runs["seconds"] <= time_limit
        runs["seconds"] = runs["seconds"].clip(upper=time_limit)
    pairs = 2 * runs["size"] * (runs["size"] - 1)
    runs["sign_share"] = runs["signs"] / pairs.where(pairs > 0, 1)
    for cost in costs:
        runs[f"known {cost}"] = runs[cost].where(runs["ended"], inf)
    return runs


def _numbered_puzzles(runs: pd.DataFrame) -> pd.Series:
    """A number for each run that says which puzzle it was on.

    Puzzles of tables that were put together may share a name, such as "#1": they are told apart by
    size, signs and givens.
    """
    return runs.groupby(list(PUZZLE), sort=False, dropna=False).ngroup()


def _drawable_labels(labels: Iterable[object]) -> dict[object, str]:
    """Solvers' labels as they are drawn; two that would look the same stay two."""
    names: dict[object, str] = {}
    for label in labels:
        name = drawable(label)
        while name in names.values():
            name += "′"
        names[label] = name
    return names


def quantile(values: Iterable[float], share: float) -> float:
    """A quantile as `summary` of a sweep has it, infinite where it falls among stopped runs.

    Between two runs it is linear; between one that ended and one that was stopped, infinite.
    """
    ordered = np.sort(np.asarray(values, float))
    place = share * (len(ordered) - 1)
    below, rest = int(place), place % 1
    if rest == 0 or isinf(ordered[below]):
        return float(ordered[below])
    return float(ordered[below] + rest * (ordered[below + 1] - ordered[below]))


def solvers_of(runs: pd.DataFrame) -> list[str]:
    """The labels of the solvers, in the table's order."""
    return list(runs["solver"].unique())


def known_solver(runs: pd.DataFrame, solver: object) -> str:
    """A label as it is drawn; an error that lists the table's solvers if it is none of them."""
    name, known = drawable(solver), solvers_of(runs)
    if name not in known:
        raise ValueError(f"unknown solver {name!r}: the table has {quoted(known)}")
    return name


def quoted(solvers: Iterable[str]) -> str:
    """Labels in a message: 'bt', 'fc mrv'."""
    return ", ".join(map(repr, solvers))


def sizes_of(runs: pd.DataFrame) -> list[int]:
    """The sizes of the puzzles, in ascending order."""
    return sorted(int(size) for size in runs["size"].unique())


def rows_of(column: str, value: object) -> str:
    """What one types to take a part of a table."""
    return f"table[table[{column!r}] == {value!r}]"


def one_size(runs: pd.DataFrame, why: str, *ways: str) -> None:
    """An error that says what to do if the table has several sizes; `ways`: what else helps."""
    sizes = sizes_of(runs)
    if len(sizes) > 1:
        middle = sizes[len(sizes) // 2]
        ways = (f"take one size, such as {rows_of('size', middle)}", *ways)
        listed = ", ".join(map(str, sizes))
        raise ValueError(f"the table has sizes {listed}, and {why}: {', or '.join(ways)}")


def one_solver(runs: pd.DataFrame, why: str, *ways: str) -> str:
    """The only solver; an error that says what to do if the table has several, as `one_size`."""
    solvers = solvers_of(runs)
    if len(solvers) > 1:
        ways = (*ways, f"take one, such as {rows_of('solver', solvers[0])}")
        raise ValueError(f"the table has {quoted(solvers)}, and {why}: {', or '.join(ways)}")
    return solvers[0]


@dataclass(frozen=True)
class Group:
    """Runs whose signs, givens or sizes are alike: where they stand on an axis, and which."""

    at: float
    label: str
    rows: np.ndarray


def groups_of(values: pd.Series, most: int = MOST_GROUPS) -> list[Group]:
    """Put runs together by a number: each value of its own, or ranges if there are too many.

    Parameters
    ----------
    values : a number for each run.
    most : how many groups at most.

    Returns
    -------
    The groups in ascending order. A range stands at the middle of what was found in it.
    """
    numbers = values.to_numpy(float)
    found = np.unique(numbers.round(9))
    parts = [found[at : at + 1] for at in range(len(found))]
    if len(found) > most:
        edges = np.linspace(found[0], found[-1], most + 1)
        parts = np.split(found, np.searchsorted(found, edges[1:-1]))
    return [_group(numbers, part) for part in parts if len(part)]


def _group(numbers: np.ndarray, part: np.ndarray) -> Group:
    low, high = part[0], part[-1]
    label = f"{low:.3g}" if low == high else f"{low:.3g}–{high:.3g}"
    rows = (numbers >= low - 1e-9) & (numbers <= high + 1e-9)
    return Group((low + high) / 2, label, rows)


# -- the caption ---------------------------------------------------------------------------------


def caption_of(runs: pd.DataFrame, *more: str, time_limit: float | None = None) -> str:
    """Say what the figure stands on: puzzles, sizes, runs, the limit and who was stopped by it."""
    puzzles, total = runs["puzzle"].nunique(), len(runs)
    sentences = [
        f"{count(puzzles, 'puzzle')} of {_sizes(runs)}, {count(total, 'run')}.",
        _limits(runs, time_limit),
        _stopped(runs),
        *more,
    ]
    return " ".join(drawable(sentence) for sentence in sentences)


def percent(part: float, whole: float) -> str:
    """A share in words that never says 0 % of something or 100 % of not all."""
    share = 100 * part / whole if whole else 0
    if 0 < share < 1 or 99 < share < 100:
        return "under 1 %" if share < 1 else "over 99 %"
    return f"{share:.0f} %"


def least_to_most(counts: Collection[int]) -> str:
    """How many, where it is not the same number everywhere: 7, or 3 to 12."""
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def count(number: int, what: str) -> str:
    """A number and what it counts: 1 run, 12 runs."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _sizes(runs: pd.DataFrame) -> str:
    sizes = sizes_of(runs)
    if len(sizes) == 1:
        return f"size {sizes[0]}"
    if sizes == list(range(sizes[0], sizes[-1] + 1)):
        return f"sizes {sizes[0]} to {sizes[-1]}"
    return f"sizes {', '.join(map(str, sizes))}"


def _limits(runs: pd.DataFrame, time_limit: float | None) -> str:
    limits = runs["node_limit"].astype(float)
    named = [f"{limit:,.0f}" for limit in sorted(limits.dropna().unique())]
    some = (
        f", none for {count(int(limits.isna().sum()), 'run')}"
        if named and limits.isna().any()
        else ""
    )
    text = f"Node limit {' or '.join(named)}{some}" if named else "No node limit"
    return text + (f", time limit {time_limit:g} s." if time_limit is not None else ".")


def _stopped(runs: pd.DataFrame) -> str:
    """How many did not count as ended, and why; "stopped there" is at a limit."""
    why = runs.loc[~runs["ended"], "outcome"]
    why = why.where(why.isin(["interrupted", "wrong"]), "stopped there")
    numbers = {name: int((why == name).sum()) for name in ("stopped there", "interrupted", "wrong")}
    found = [(name, number) for name, number in numbers.items() if number]
    if not found:
        return "Every run ended."
    name, first = found[0]
    what = f"{count(first, 'run')} ({percent(first, len(runs))}) {name}"
    also = "".join(f", {number:,} more {name}" for name, number in found[1:])
    return f"{what}{also}: counted as costlier than every run that ended."
