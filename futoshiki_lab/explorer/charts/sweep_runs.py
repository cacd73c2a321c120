"""What a figure needs from a sweep's table: runs, solvers, groups, the axis of costs, the caption.

A run that was stopped, by a limit or by Ctrl-C, would have cost more, but it is unknown how much.
Its cost counts as infinite here, so that it is never averaged as if it had ended. The same is true
of a run whose outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from matplotlib import colormaps
from matplotlib.colors import to_hex

from futoshiki_lab.core import unknown
from futoshiki_lab.draw.figures import drawable
from futoshiki_lab.draw.ink import DARK, LIGHT
from futoshiki_lab.draw.lines import MARKERS, Dashes, LineStyle, line_styles
from futoshiki_lab.explorer.sweeps.table import COLUMNS, ENDED, LEVELS

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
    "learned": "nogoods learned",
    "reused": "values removed by nogoods",
    "seconds": "time",
}
LEVEL_RANKS = {level: float(rank) for rank, level in enumerate(LEVELS)}
NUMBERS = ("size", "signs", "givens", *(name for name in COSTS if name != "total_checks"))
SIZE_DASHES: tuple[Dashes, ...] = (
    *("solid", "dashed", "dotted", "dashdot"),
    *((0, (5, 1, 1, 1, 1, 1)), (0, (8, 3))),
)
MOST_GROUPS = 12  # points on a line, cells along a side: more values than that are grouped


def read_runs(table: DataFrame, *costs: str) -> DataFrame:
    """Check a table of `sweep` and add the columns that the figures use.

    Parameters
    ----------
    table : one row for each run; only its own columns need to be there, in any order.
    costs : the columns that will be drawn; "total_checks" is `checks` and `setup_checks` together.

    Returns
    -------
    A copy in which "puzzle" is a number, a different one for each puzzle, and "level" its rank,
    from 0 for Trivial (missing without a level), with the columns "total_checks", "ended",
    "sign_share" (signs among the pairs of touching cells) and, for each cost, "known " and its
    name: the cost, infinite if the run was stopped.

    Raises
    ------
    ValueError : it is not such a table, it is empty, or a cost is unknown (the known are listed).
    """
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
    names: dict[object, str] = {}
    for label in runs["solver"].unique():  # two labels that would look the same stay different
        names[label] = drawable(label) + "′" * list(map(drawable, names)).count(drawable(label))
    runs["solver"] = runs["solver"].map(names)
    runs["level"] = runs["level"].map(LEVEL_RANKS)
    runs["total_checks"] = runs["checks"] + runs["setup_checks"]
    runs["ended"] = runs["outcome"].isin(ENDED)
    pairs = 2 * runs["size"] * (runs["size"] - 1)
    runs["sign_share"] = runs["signs"] / pairs.where(pairs > 0, 1)
    for cost in costs:
        runs[f"known {cost}"] = runs[cost].where(runs["ended"], inf)
    return runs


# -- arguments -----------------------------------------------------------------------------------


def one_of(what: str, given: object, known: Collection[str]) -> str:
    """A name that must be one of the known names; ValueError if it is not."""
    if not isinstance(given, str) or given not in known:
        raise ValueError(unknown(what, given, tuple(known)))
    return given


def values_of(runs: DataFrame, column: str) -> list[Any]:
    """The solvers in the table's order, or the sizes in ascending order."""
    found = list(runs[column].unique())
    return sorted(map(int, found)) if column == "size" else found


def require_one(runs: DataFrame, column: str, why: str, *ways: str) -> Any:
    """The table's only solver or size; ValueError if it has several, with ways out of that."""
    found = values_of(runs, column)
    if len(found) == 1:
        return found[0]
    example = found[len(found) // 2] if column == "size" else found[0]
    ways = (f"take one {column}, such as table[table[{column!r}] == {example!r}]", *ways)
    listed = ", ".join(map(repr, found))
    raise ValueError(f"the table has {column}s {listed}, and {why}: {', or '.join(ways)}")


@dataclass(frozen=True)
class Group:
    """Runs with the same or similar signs, givens or sizes: their place on an axis, and which.

    `is_range`: whether they are not all the same.
    """

    at: float
    rows: np.ndarray
    is_range: bool


def groups_of(values: Column) -> list[Group]:
    """Group runs by a number: one group for each value, or ranges if there are too many.

    Returns
    -------
    The groups in ascending order. The place of a range is the middle of the values in it.
    """
    numbers = values.to_numpy(float)
    found = np.unique(numbers.round(9))
    edges = found[1:]
    if len(found) > MOST_GROUPS:
        edges = np.linspace(found[0], found[-1], MOST_GROUPS + 1)[1:-1]
    groups = []
    for part in np.split(found, np.searchsorted(found, edges)):
        if len(part):
            low, high = part[0], part[-1]
            rows = (numbers >= low - 1e-9) & (numbers <= high + 1e-9)
            groups.append(Group((low + high) / 2, rows, bool(low < high)))
    return groups


def each_solver(runs: DataFrame, dark: bool = False) -> Iterator[tuple[str, LineStyle, DataFrame]]:
    """The solvers of a table in its order: the label, the style, and the runs."""
    solvers = runs.drop_duplicates("solver")
    named = zip(solvers["algorithm"], solvers["select"], strict=True)
    styles = line_styles(named, DARK if dark else LIGHT)
    for solver, style in zip(solvers["solver"], styles, strict=True):
        yield solver, style, runs[runs["solver"] == solver]


# -- lines ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Series:
    """The runs (or puzzles) of one line, its style, and `by`, the column that groups them.

    A line of one point is moved by `aside` if other lines have their point at the same place.
    """

    name: str
    style: LineStyle
    runs: DataFrame
    by: str
    aside: float = 0.0

    @cached_property
    def groups(self) -> list[Group]:
        """The runs of each point."""
        return groups_of(self.runs[self.by])

    @property
    def at(self) -> np.ndarray:
        """The position of each point on the x axis."""
        return np.array([group.at + self.aside for group in self.groups])

    def parts(self, column: str) -> list[np.ndarray]:
        """The values of a column in each group."""
        values = self.runs[column].to_numpy()
        return [values[group.rows] for group in self.groups]

    def means(self, column: str) -> np.ndarray:
        """The mean of a column in each group; of truth values, the share of true ones."""
        return np.array([part.mean() for part in self.parts(column)])


def series_of(runs: DataFrame, by: str, lines: str | None, dark: bool) -> list[Series]:
    """One series for each solver or each size, as `lines` says.

    Raises
    ------
    ValueError : `lines` is unknown; lines are sizes, and the table has several solvers; or lines
        are solvers, and puzzles of several sizes would be mixed in them: a peak of such a line
        would come from the sizes, not from the cost.
    """
    sizes, solvers = values_of(runs, "size"), values_of(runs, "solver")
    if lines is None:
        lines = "size" if len(solvers) == 1 and len(sizes) > 1 and by != "size" else "solver"
    if one_of("lines", lines, ("solver", "size")) == "size":
        require_one(runs, "solver", "lines of sizes are of one solver")
        styles = zip(sizes, size_styles(len(sizes), dark), strict=True)
        series = [Series(f"n = {n}", style, runs[runs["size"] == n], by) for n, style in styles]
    else:
        if by != "size":
            way = "lines='size'"
            if len(solvers) > 1:
                way = f"one solver, such as table[table['solver'] == {solvers[0]!r}]"
                way += ", for a line of each"
            require_one(runs, "size", f"a line of a solver by {by!r} would mix them", way)
        series = [Series(*solver, by) for solver in each_solver(runs, dark)]
    if len({place for each in series for place in each.at}) > 1:
        return series
    # Each line is a single point, and all are at one place: move them apart a little.
    step, middle = room(by) * min(0.2, 0.8 / len(series)), (len(series) - 1) / 2
    return [replace(each, aside=step * (rank - middle)) for rank, each in enumerate(series)]


def room(by: str) -> float:
    """How far the axis reaches on both sides of a single place."""
    return 0.1 if by == "sign_share" else 1


def size_styles(sizes: int, dark: bool) -> list[LineStyle]:
    """The style of each size: colours from a scale that is all visible on the background."""
    shades = np.linspace(0.3, 1.0, sizes) if dark else np.linspace(0.0, 0.72, sizes)
    return [
        LineStyle(to_hex(colour), SIZE_DASHES[at % len(SIZE_DASHES)], MARKERS[at % len(MARKERS)])
        for at, colour in enumerate(colormaps["cividis"](shades))
    ]


# -- words ---------------------------------------------------------------------------------------


def caption_of(runs: DataFrame, *more: str) -> str:
    """The data of a figure in words: puzzles, sizes, runs, the limit and the stopped runs."""
    sizes, puzzles = values_of(runs, "size"), _count(runs["puzzle"].nunique(), "puzzle")
    named = ", ".join(map(str, sizes))
    if len(sizes) > 1 and sizes == list(range(sizes[0], sizes[-1] + 1)):
        named = f"{sizes[0]} to {sizes[-1]}"
    data = f"{puzzles} of size{'s' * (len(sizes) > 1)} {named}, {_count(len(runs), 'run')}."
    limits = runs["node_limit"].astype(float)
    found = [f"{limit:,.0f}" for limit in sorted(limits.dropna().unique())]
    limit = f"Node limit {' or '.join(found)}" if found else "No node limit"
    if found and limits.isna().any():
        limit += f", none for {_count(int(limits.isna().sum()), 'run')}"
    limit += "."
    return " ".join(drawable(sentence) for sentence in (data, limit, _stopped(runs), *more))


def _stopped(runs: DataFrame) -> str:
    """How many did not count as ended, and why; "stopped there" is at a limit."""
    why = runs.loc[~runs["ended"], "outcome"]
    why = why.where(why.isin(["interrupted", "wrong"]), "stopped there")
    names = ("stopped there", "interrupted", "wrong")
    found = [(name, int((why == name).sum())) for name in names if (why == name).any()]
    if not found:
        return "Every run ended."
    name, first = found[0]
    also = "".join(f", {number:,} more {name}" for name, number in found[1:])
    what = f"{_count(first, 'run')} ({_percent(first, len(runs))}) {name}{also}"
    return f"{what}: counted as costlier than every run that ended."


def stopped_share(known: np.ndarray) -> str:
    """Which share of the runs was stopped, in words; empty if none was."""
    stopped = int(np.isinf(known).sum())
    return f"{_percent(stopped, len(known))} stopped" if stopped else ""


def least_to_most(counts: Collection[int]) -> str:
    """A number, or a range if the counts differ: 7, or 3 to 12."""
    least, most = min(counts), max(counts)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _percent(part: float, whole: float) -> str:
    """A share in words: 0 % only for none, 100 % only for all."""
    share = 100 * part / whole
    if 0 < share < 1 or 99 < share < 100:
        return "under 1 %" if share < 1 else "over 99 %"
    return f"{share:.0f} %"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
