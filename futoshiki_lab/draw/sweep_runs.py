"""What a figure needs from a sweep's table: runs, solvers and their styles, groups, the caption.

A run that was stopped, by a limit or by Ctrl-C, would have cost more, but it is unknown how much.
Its cost counts as infinite here, so that it is never averaged as if it had ended. The same is true
of a run whose outcome is "wrong".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from math import inf, nan
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from futoshiki_lab.core import SELECTIONS, unknown
from futoshiki_lab.draw.artists import drawable
from futoshiki_lab.draw.colours import LINES, Dashes, LineStyle, line_of
from futoshiki_lab.draw.figures import check_above_zero
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


def solvers_of(runs: DataFrame) -> list[str]:
    """The labels of the solvers, in the table's order."""
    return list(runs["solver"].unique())


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
        ways = (f"take one size, such as {rows_of('size', sizes[len(sizes) // 2])}", *ways)
        listed = ", ".join(map(str, sizes))
        raise ValueError(f"the table has sizes {listed}, and {why}: {', or '.join(ways)}")


def one_solver(runs: DataFrame, why: str, *ways: str) -> str:
    """The only solver; an error if the table has several, as in `one_size`."""
    solvers = solvers_of(runs)
    if len(solvers) > 1:
        ways = (*ways, f"take one, such as {rows_of('solver', solvers[0])}")
        listed = ", ".join(map(repr, solvers))
        raise ValueError(f"the table has {listed}, and {why}: {', or '.join(ways)}")
    return solvers[0]


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


# -- styles --------------------------------------------------------------------------------------

# Colour, family of markers and of dashes by algorithm; the selection chooses in the family, so that
# every solver has a marker of its own: charts without lines, and prints without colours, tell
# solvers apart too. A solver looks the same in every figure, whatever other solvers it shows. Only
# solvers with the same algorithm and selection get their styles by their order in the table.
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "p", "*", "d", "8", "h", "H")
FAMILIES = {
    "bt": ("o", "8", "h"),
    "fc": ("s", "D", "d", "H"),
    "mac": ("^", "v", "<", ">"),
    "gac": ("P", "X", "*", "p"),
}
OTHER_MARKERS = ("h", "8", "*", "X")

# Variants of an algorithm's own pattern; the first is that of `reading`. bt is always solid
# (its selections differ little: it cannot compare domain sizes), fc has dashes, mac has dots, the
# others have both.
DASHES: dict[str, tuple[Dashes, ...]] = {
    "bt": ("solid",),
    "fc": ("dashed", (0, (7, 2)), (0, (2.2, 1.2)), (0, (7, 1.5, 2.5, 1.5))),
    "mac": ("dotted", (0, (1, 3)), (0, (1, 1, 1, 3)), (0, (1, 1, 1, 1, 1, 3))),
}
OTHER_DASHES: tuple[Dashes, ...] = (
    (0, (9, 2, 1, 2)),
    (0, (4, 1, 1, 1)),
    (0, (4, 1, 1, 1, 1, 1, 1, 1)),
)


def styles_of(runs: DataFrame) -> dict[str, LineStyle]:
    """The style of each solver of a table, by its label, in the table's order."""
    selections = list(SELECTIONS)
    taken: dict[str, set[int]] = {}
    styles: dict[str, LineStyle] = {}
    for row in runs.drop_duplicates("solver").itertuples():
        others = sum(name not in LINES for name in taken if name != row.algorithm)
        style = line_of(str(row.algorithm), others)
        places = taken.setdefault(row.algorithm, set())
        place = selections.index(row.select) if row.select in selections else 0
        while place in places:
            place += 1
        places.add(place)
        variants = DASHES.get(row.algorithm, (style.dashes, *OTHER_DASHES))
        family = FAMILIES.get(row.algorithm, OTHER_MARKERS[others:])
        markers, used = [*family[place:], *family, *MARKERS], {s.marker for s in styles.values()}
        # Among very many solvers a marker occurs again.
        marker = next((marker for marker in markers if marker not in used), markers[0])
        styles[row.solver] = replace(style, dashes=variants[place % len(variants)], marker=marker)
    return styles


def each_solver(runs: DataFrame) -> Iterator[tuple[str, LineStyle, DataFrame]]:
    """The solvers of a table in its order: the label, the style, and the runs."""
    for solver, style in styles_of(runs).items():
        yield solver, style, runs[runs["solver"] == solver]


# -- words ---------------------------------------------------------------------------------------


def caption_of(runs: DataFrame, *more: str, time_limit: float | None = None) -> str:
    """The data of a figure in words: puzzles, sizes, runs, the limit and the stopped runs."""
    sizes, puzzles = sizes_of(runs), _count(runs["puzzle"].nunique(), "puzzle")
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
