"""What a figure needs from a sweep's table: its runs, its solvers, what the caption says of them.

A run that was stopped by a limit would have cost more, but it is unknown how much. Its cost counts
as infinite here, so that it is never averaged as if it had ended. The same is true of a run whose
outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from futoshiki_lab.core import unknown
from futoshiki_lab.draw.figures import drawable
from futoshiki_lab.draw.ink import DARK, LIGHT
from futoshiki_lab.draw.lines import LineStyle, line_styles
from futoshiki_lab.explorer.sweeps.table import COLUMNS, ENDED, LEVELS

if TYPE_CHECKING:  # pandas loads slowly; a caller with a table has it loaded
    import pandas as pd

DataFrame: TypeAlias = "pd.DataFrame"

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
    "learned": "nogoods learned",
    "reused": "values removed by nogoods",
    "seconds": "time",
}
LEVEL_RANKS = {level: float(rank) for rank, level in enumerate(LEVELS)}


def read_runs(table: DataFrame, cost: str = "nodes") -> DataFrame:
    """Check a table of `sweep` and add the columns that the figures use.

    Parameters
    ----------
    table : one row for each run; only its own columns need to be there, in any order.
    cost : the column that will be drawn; "total_checks" is `checks` and `setup_checks` together.

    Returns
    -------
    A copy in which "level" is its rank, from 0 for Trivial (missing without a level), with the
    columns "total_checks", "ended", "sign_share" (signs among the pairs of touching cells) and
    "known": the cost, infinite if the run was stopped.

    Raises
    ------
    ValueError : it is not such a table, it is empty, or the cost is unknown (the known are listed).
    """
    missing = [name for name in COLUMNS if name not in getattr(table, "columns", ())]
    if missing:
        raise ValueError(f"expected a table of sweep(...); it lacks {', '.join(missing)}")
    if table.empty:
        raise ValueError("the table has no runs: nothing to draw")
    if cost not in tuple(COSTS):
        raise ValueError(unknown("cost", cost, tuple(COSTS)))
    runs = table.reset_index(drop=True)
    names: dict[object, str] = {}
    for label in runs["solver"].unique():  # two labels that would look the same stay different
        names[label] = drawable(label) + "′" * list(map(drawable, names)).count(drawable(label))
    runs["solver"] = runs["solver"].map(names)
    runs["level"] = runs["level"].map(LEVEL_RANKS)
    runs["total_checks"] = runs["checks"] + runs["setup_checks"]
    runs["ended"] = runs["outcome"].isin(ENDED)
    pairs = 2 * runs["size"] * (runs["size"] - 1)
    runs["sign_share"] = runs["signs"] / pairs.where(pairs > 0, 1)
    runs["known"] = runs[cost].astype(float).where(runs["ended"], inf)
    return runs


def sizes_of(runs: DataFrame) -> list[int]:
    """The sizes of the puzzles, ascending."""
    return sorted(map(int, runs["size"].unique()))


def each_solver(runs: DataFrame, dark: bool = False) -> Iterator[tuple[str, LineStyle, DataFrame]]:
    """The solvers of a table in its order: the label, the style, and the runs."""
    solvers = runs.drop_duplicates("solver")
    named = zip(solvers["algorithm"], solvers["select"], strict=True)
    styles = line_styles(named, DARK if dark else LIGHT)
    for solver, style in zip(solvers["solver"], styles, strict=True):
        yield solver, style, runs[runs["solver"] == solver]


# -- words ---------------------------------------------------------------------------------------


def caption_of(runs: DataFrame, *more: str) -> str:
    """The data of a figure in words: puzzles, sizes, runs, the limit and the stopped runs."""
    # Puzzles of concatenated tables may share a name, such as "#1".
    puzzles = len(runs.drop_duplicates(["puzzle", "size", "signs", "givens"]))
    sizes = sizes_of(runs)
    named = ", ".join(map(str, sizes))
    if len(sizes) > 1 and sizes == list(range(sizes[0], sizes[-1] + 1)):
        named = f"{sizes[0]} to {sizes[-1]}"
    data = f"{_count(puzzles, 'puzzle')} of size{'s' * (len(sizes) > 1)} {named}"
    data += f", {_count(len(runs), 'run')}."
    limits = runs["node_limit"].astype(float)
    found = [f"{limit:,.0f}" for limit in sorted(limits.dropna().unique())]
    limit = f"Node limit {' or '.join(found)}" if found else "No node limit"
    if found and limits.isna().any():
        limit += f", none for {_count(int(limits.isna().sum()), 'run')}"
    return " ".join(map(drawable, (data, f"{limit}.", _stopped(runs), *more)))


def _stopped(runs: DataFrame) -> str:
    """How many did not count as ended, and why; "stopped there" is at a limit."""
    why = runs.loc[~runs["ended"], "outcome"]
    wrong = int((why == "wrong").sum())
    told = ", ".join(
        f"{_count(number, 'run')} ({_percent(number, len(runs))}) {name}"
        for name, number in (("stopped there", len(why) - wrong), ("wrong", wrong))
        if number
    )
    return f"{told}: counted as costlier than every run that ended." if told else "Every run ended."


def stopped_share(known: np.ndarray) -> str:
    """Which share of the runs was stopped, in words; empty if none was."""
    stopped = int(np.isinf(known).sum())
    return f"{_percent(stopped, len(known))} stopped" if stopped else ""


def _percent(part: float, whole: float) -> str:
    """A share in words: 0 % only for none, 100 % only for all."""
    share = 100 * part / whole
    if 0 < share < 1 or 99 < share < 100:
        return "under 1 %" if share < 1 else "over 99 %"
    return f"{share:.0f} %"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
