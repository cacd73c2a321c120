"""What a figure needs from a sweep's table: runs, solvers, groups, the axis of costs, the caption.

A run that was stopped, by a limit or by Ctrl-C, would have cost more, but it is unknown how much.
Its cost counts as infinite here, so that it is never averaged as if it had ended. The same is true
of a run whose outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import inf, nan
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from matplotlib.axes import Axes
from matplotlib.scale import SymmetricalLogScale
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator
from numpy.typing import ArrayLike

from futoshiki_lab.core import unknown
from futoshiki_lab.draw.artists import drawable
from futoshiki_lab.draw.colours import LineStyle, line_styles
from futoshiki_lab.draw.figures import Frame, check_above_zero
from futoshiki_lab.experiment.table import COLUMNS, ENDED

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
MOST_TICKS = 7
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
        time_limit = check_above_zero("time_limit", time_limit, "a number of seconds")
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


# -- arguments -----------------------------------------------------------------------------------


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
    """Runs with the same or similar signs, givens or sizes: their place on an axis, and which."""

    at: float
    label: str
    rows: np.ndarray


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
            label = f"{low:.3g}" if low == high else f"{low:.3g}–{high:.3g}"
            rows = (numbers >= low - 1e-9) & (numbers <= high + 1e-9)
            groups.append(Group((low + high) / 2, label, rows))
    return groups


def each_solver(runs: DataFrame) -> Iterator[tuple[str, LineStyle, DataFrame]]:
    """The solvers of a table in its order: the label, the style, and the runs."""
    solvers = runs.drop_duplicates("solver")
    styles = line_styles(zip(solvers["algorithm"], solvers["select"], strict=True))
    for solver, style in zip(solvers["solver"], styles, strict=True):
        yield solver, style, runs[runs["solver"] == solver]


# -- the axis of costs ---------------------------------------------------------------------------


@dataclass(frozen=True)
class CostAxis:
    """The positions of the costs of a table on an axis.

    Attributes
    ----------
    cost : the column.
    low, high : the smallest (above 0) and the largest cost, also of stopped runs.
    beyond : the position of the runs that did not end, above all others; None if all ended.
    threshold : below it the axis is linear and reaches 0; None if no cost is 0.
    stop : the label of the position `beyond`.
    """

    cost: str
    low: float
    high: float
    beyond: float | None
    threshold: float | None
    stop: str

    @classmethod
    def of(
        cls, runs: DataFrame, cost: str, drawn: np.ndarray | None = None, beyond: bool = True
    ) -> CostAxis:
        """An axis for the costs of all runs, at least a decade long: small differences look small.

        Parameters
        ----------
        drawn : only these numbers are drawn, such as medians; infinite ones are beyond all runs.
        beyond : False for figures that draw stopped runs at the cost where they were stopped.
        """
        if drawn is None:
            numbers, stopped = runs[cost].to_numpy(float), not runs["ended"].all()
        else:
            numbers, stopped = drawn[np.isfinite(drawn)], bool(np.isinf(drawn).any())
            numbers = np.append(numbers, [runs[cost].max()] * stopped)
        positive = numbers[numbers > 0]
        low, high = (positive.min(), positive.max()) if len(positive) else (1.0, 10.0)
        if high < 10 * low:
            middle = (low * high) ** 0.5
            low, high = middle / 10**0.5, middle * 10**0.5
        threshold = None if (numbers > 0).all() else (low if cost == "seconds" else 1.0)
        top = high * (high / low) ** 0.12 if stopped and beyond else None
        outcomes = tuple(set(runs["outcome"][~runs["ended"]]))
        stop = {("interrupted",): "stopped", ("wrong",): "wrong"}.get(outcomes, "limit")
        return cls(cost, float(low), float(high), top, threshold, stop)

    @property
    def limits(self) -> tuple[float, float]:
        """The lower and the upper end of the axis."""
        room = (self.high / self.low) ** 0.05
        low = self.low / room if self.threshold is None else -0.3 * self.threshold
        return low, (self.beyond or self.high) * room

    def put(self, costs: ArrayLike) -> np.ndarray:
        """The positions of costs; infinite ones are at `beyond`."""
        numbers = np.asarray(costs, float)
        return np.where(np.isinf(numbers), self.beyond or np.nan, numbers)

    def apply(self, frame: Frame, axes: Axes, which: str, label: str | None = None) -> None:
        """Make the x or the y axis this one, labelled with the cost or with `label`.

        A line marks the position `beyond`.
        """
        scale: dict[str, Any] = {f"{which}scale": "log"}
        if self.threshold is not None:
            linear = max(0.25, 0.1 * np.log10(self.high / self.threshold))
            symlog = SymmetricalLogScale(None, linthresh=self.threshold, linscale=linear)
            scale = {f"{which}scale": symlog}
        name = COSTS[self.cost] if label is None else label
        axes.set(**scale, **{f"{which}lim": self.limits, f"{which}label": name})
        axis, ticks = (axes.xaxis if which == "x" else axes.yaxis), self.ticks()
        axis.set_major_locator(FixedLocator(list(ticks)))
        axis.set_major_formatter(FuncFormatter(lambda at, _: ticks.get(at, "")))
        axis.set_minor_locator(NullLocator())
        if self.beyond:
            line = (axes.axvline if which == "x" else axes.axhline)(self.beyond, gid="beyond")
            line.set(color=frame.theme.past, linestyle=(0, (1, 2)), zorder=0.9)
            line.set_linewidth(frame.scale)

    def ticks(self) -> dict[float, str]:
        """The positions of the ticks, and their labels."""
        span = self.high / self.low
        low = self.low / span**0.05
        # A tick close to `beyond` would touch its label.
        high = self.high * (span**-0.03 if self.beyond else 1.0001)
        ticks = {at: in_words(at, self.cost) for at in round_numbers(low, high, span < 60)}
        if self.threshold is not None:
            ticks = {0.0: "0"} | ticks
        return ticks | ({self.beyond: self.stop} if self.beyond else {})


def round_numbers(low: float, high: float, fine: bool) -> list[float]:
    """Powers of ten between two numbers; if `fine`, also twice and five times these."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    steps = (1, 2, 5) if fine else (1,)
    found = [step * 10.0**power for power in powers for step in steps]
    found = [number for number in found if low <= number <= high]
    return found[:: -(-len(found) // MOST_TICKS)]


def in_words(number: float, cost: str = "nodes") -> str:
    """A number as an axis shows it: 10,000; 2 M; 50 ms."""
    if np.isinf(number):
        return "beyond the limit"
    if cost != "seconds":
        if number >= 1e6:
            return f"{number / 1e6:,.10g} M" if number % 1e5 == 0 else f"{number / 1e6:,.2f} M"
        return f"{number:,.0f}" if number >= 100 or number == int(number) else f"{number:.3g}"
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if number >= size * 0.9999:
            return f"{number / size:.3g} {unit}" if number < 1000 * size else f"{number:,.0f} s"
    return f"{number / 1e-9:.3g} ns" if number else "0 s"


# -- words ---------------------------------------------------------------------------------------


def caption_of(runs: DataFrame, *more: str, time_limit: float | None = None) -> str:
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
    limit += f", time limit {time_limit:g} s." if time_limit is not None else "."
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
