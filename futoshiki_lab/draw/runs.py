"""What a figure needs from a sweep's table: the solvers, the costs, the stopped runs.

A run that was stopped, by a limit or by Ctrl-C, would have cost more, but it is unknown how much.
Its cost counts as infinite here, so that it is never averaged as if it had ended. The same is true
of a run whose outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from futoshiki_lab.core import unknown
from futoshiki_lab.draw.panels import above_zero
from futoshiki_lab.draw.text import drawable
from futoshiki_lab.experiment import COLUMNS, ENDED

if TYPE_CHECKING:  # pandas loads slowly; a caller with a table has it loaded
    import pandas as pd

DataFrame: TypeAlias = "pd.DataFrame"
Column: TypeAlias = "pd.Series"

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
    "skipped": "skipped cells",
    "seconds": "time",
}
NUMBERS = ("size", "signs", "givens", *(name for name in COSTS if name != "total_checks"))
MOST_GROUPS = 12  # points on a line, cells along a side: more values than that are grouped


def read_runs(table: DataFrame, *costs: str, time_limit: float | None = None) -> DataFrame:
    """Check a table of `sweep` and add the columns that the figures use.

    Parameters
    ----------
    table : one row for each run; only its own columns need to be there, in any order.
    costs : the columns that will be drawn; "total_checks" is `checks` and `setup_checks` together.
    time_limit : seconds; a run that took longer counts as stopped.

    Returns
    -------
    A copy in which "puzzle" is a number, a different one for each puzzle, with the columns
    "total_checks", "ended", "sign_share" (signs among the pairs of touching cells) and, for each
    cost, "known " and its name: the cost, infinite if the run was stopped.

    Raises
    ------
    ValueError : it is not such a table, it is empty, a cost is unknown (the known are listed), or
        the time limit is not above 0.
    """
    if time_limit is not None:
        time_limit = above_zero("time_limit", time_limit, "a number of seconds")
    missing = [name for name in COLUMNS if name not in getattr(table, "columns", ())]
    if missing:
        raise ValueError(f"expected a table of sweep(...); it lacks {', '.join(missing)}")
    if table.empty:
        raise ValueError("the table has no runs: nothing to draw")
    for cost in costs:
        one_of("cost", cost, COSTS)
    runs = table.reset_index(drop=True)
    runs = runs.assign(**{name: runs[name].astype(float) for name in NUMBERS})
    # Puzzles of concatenated tables may share a name, such as "#1".
    puzzle = ["puzzle", "size", "signs", "givens"]
    runs["puzzle"] = runs.groupby(puzzle, sort=False, dropna=False).ngroup()
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


def pair_of_numbers(given: object) -> tuple[float, float]:
    """Two numbers as floats; not-a-number twice if `given` is anything else."""
    try:
        one, other = map(float, given)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        return nan, nan
    return one, other


def one_of(what: str, given: object, known: Collection[str]) -> str:
    """A name that must be one of the known names; ValueError if it is not."""
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, tuple(known)))
    return given


def _drawable_labels(labels: Iterable[object]) -> dict[object, str]:
    """Solvers' labels as they are drawn; two labels that would look the same stay different."""
    names: dict[object, str] = {}
    for label in labels:
        name = drawable(label)
        while name in names.values():
            name += "′"
        names[label] = name
    return names


def solvers_of(runs: DataFrame) -> list[str]:
    """The labels of the solvers, in the table's order."""
    return list(runs["solver"].unique())


def known_solver(runs: DataFrame, solver: object) -> str:
    """A label as it is drawn; an error lists the table's solvers if there is no such label."""
    name, known = drawable(solver), solvers_of(runs)
    if name not in known:
        raise ValueError(f"unknown solver {name!r}: the table has {quoted(known)}")
    return name


def quoted(solvers: Iterable[str]) -> str:
    """Labels in a message: 'bt', 'fc mrv'."""
    return ", ".join(map(repr, solvers))


def sizes_of(runs: DataFrame) -> list[int]:
    """The sizes of the puzzles, in ascending order."""
    return sorted(int(size) for size in runs["size"].unique())


def rows_of(column: str, value: object) -> str:
    """The code that takes a part of a table."""
    return f"table[table[{column!r}] == {value!r}]"


def one_size(runs: DataFrame, why: str, *ways: str) -> None:
    """Raise an error if the table has several sizes; `why` and `ways` say what to do."""
    sizes = sizes_of(runs)
    if len(sizes) > 1:
        middle = sizes[len(sizes) // 2]
        ways = (f"take one size, such as {rows_of('size', middle)}", *ways)
        listed = ", ".join(map(str, sizes))
        raise ValueError(f"the table has sizes {listed}, and {why}: {', or '.join(ways)}")


def one_solver(runs: DataFrame, why: str, *ways: str) -> str:
    """The only solver; an error if the table has several, as in `one_size`."""
    solvers = solvers_of(runs)
    if len(solvers) > 1:
        ways = (*ways, f"take one, such as {rows_of('solver', solvers[0])}")
        raise ValueError(f"the table has {quoted(solvers)}, and {why}: {', or '.join(ways)}")
    return solvers[0]


@dataclass(frozen=True)
class Group:
    """Runs with the same or similar signs, givens or sizes: their place on an axis, and which."""

    at: float
    label: str
    rows: np.ndarray


def groups_of(values: Column, most: int = MOST_GROUPS) -> list[Group]:
    """Group runs by a number: one group for each value, or ranges if there are too many.

    Parameters
    ----------
    values : a number for each run.
    most : the largest number of groups.

    Returns
    -------
    The groups in ascending order. The place of a range is the middle of the values in it.
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
