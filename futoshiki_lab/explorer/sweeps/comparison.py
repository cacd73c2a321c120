"""Two solvers on the same puzzles: how many times the cost of one does the other have?"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from typing import TYPE_CHECKING

from futoshiki_lab.core import unknown
from futoshiki_lab.explorer.sweeps.table import ENDED, quantile
from futoshiki_lab.support.extras import need

if TYPE_CHECKING:
    import pandas as pd

OUTSIDE = 0.025  # on either side of a 95 % interval
PUZZLE = ("puzzle", "size", "signs", "givens")  # in tables put together, names may occur again
SAID = ("pairs", "undecided", "ratio", "low", "high", "cheaper", "equal")


def compare_solvers(
    table: pd.DataFrame,
    one: str,
    other: str,
    by: str | Sequence[str] = (),
    cost: str = "nodes",
    resamples: int = 1000,
) -> pd.DataFrame:
    """Compare two solvers puzzle by puzzle: the ratio of their costs, with an interval.

    A run that was stopped is infinitely dear. A pair is undecided if both runs were stopped, or if
    one ended and had cost more than the other when that one was stopped.

    Parameters
    ----------
    table : the table that `sweep` returned, or a part of it.
    one, other : the names of the two in its column `solver`.
    by : the column, or columns, that make a group, such as "size" or "level".
    cost : the column that is the cost, usually "nodes", "total_checks" (setup included) or
        "seconds".
    resamples : how often pairs are drawn again, with a seed of 0, for the interval.

    Returns
    -------
    One row for each group: the group's columns; `pairs`; the share of them that is `undecided`; the
    median `ratio` of the decided ones, below 1 where `one` costs less; `low` and `high`, its 95 %
    interval (percentile bootstrap of all pairs; undecided ones are 0 for its lower end and infinite
    for its upper end); the shares of all pairs where `one` is `cheaper`, and where both are
    `equal`.

    Raises
    ------
    ValueError : there is no such solver or column, no puzzle has runs of both, or one has several.
    """
    need("compare_solvers", "lab", "pandas", "numpy")
    import numpy as np
    import pandas as pd

    groups = [by] if isinstance(by, str) else list(by)
    if cost == "total_checks":
        table = table.assign(total_checks=table["checks"] + table["setup_checks"])
    for column in (*groups, cost):
        if column not in table.columns:
            raise ValueError(unknown("column", column, tuple(table.columns)))
    for name in (one, other):
        if name not in table["solver"].array:
            raise ValueError(unknown("solver", name, tuple(table["solver"].unique())))
    runs = table.assign(spent=table[cost].astype(float), ended=table["outcome"].isin(ENDED))
    keys = [*dict.fromkeys([*groups, *PUZZLE])]
    first, second = (
        runs.loc[runs["solver"] == name, [*keys, "spent", "ended"]] for name in (one, other)
    )
    pairs = pd.merge(first, second, on=keys, validate="one_to_one")
    if pairs.empty:
        raise ValueError(f"no puzzle of the table has runs of both {one!r} and {other!r}")
    a, b, a_ended, b_ended = (
        pairs[column] for column in pairs.columns[len(keys) :].take([0, 2, 1, 3])
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(a == b, 1.0, a / b)
    ratio = np.select(
        [a_ended & b_ended, a_ended & (a <= b), b_ended & (b <= a)], [ratio, 0, inf], nan
    )
    pairs, rows, random = pairs.assign(ratio=ratio), [], np.random.default_rng(0)
    outside = int(OUTSIDE * resamples)
    for values, part in pairs.groupby(groups, sort=False) if groups else [((), pairs)]:
        ratios = part["ratio"].to_numpy()
        drawn = ratios[random.integers(0, len(ratios), (resamples, len(ratios)))]
        at_most, at_least = (np.where(np.isnan(drawn), open_is, drawn) for open_is in (0.0, inf))
        low, high = (np.sort(np.median(each, axis=1)) for each in (at_most, at_least))
        ends = low[outside], high[-1 - outside]
        known = ratios[~np.isnan(ratios)]
        middle = quantile(known, 0.5) if len(known) else nan
        shares = [float(each.mean()) for each in (np.isnan(ratios), ratios < 1, ratios == 1)]
        rows.append((*values, len(part), shares[0], middle, *ends, *shares[1:]))
    return pd.DataFrame(rows, columns=[*groups, *SAID])
