"""Two solvers on the same puzzles: how many times the cost of one does the other have?"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, nan
from typing import TYPE_CHECKING

from futoshiki_lab.core import unknown
from futoshiki_lab.explorer.sweeps.table import ENDED
from futoshiki_lab.support.extras import need

if TYPE_CHECKING:
    import pandas as pd

OUTSIDE = 0.025  # on either side of a 95 % interval
PUZZLE = ("puzzle", "size", "signs", "givens")  # in tables put together, names may occur again
SAID = ("pairs", "undecided", "ratio", "least", "most", "low", "high", "cheaper", "equal")


def compare_solvers(
    table: pd.DataFrame,
    one: str,
    other: str,
    by: str | Sequence[str] = (),
    cost: str = "nodes",
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Compare two solvers puzzle by puzzle: the ratio of their costs, with an interval.

    A run that was stopped would have cost at least what it had cost by then, and nobody knows how
    much more. So the ratio of its pair has a lower and an upper bound, and so has their median.

    Parameters
    ----------
    table : the table that `sweep` returned, or a part of it. Runs without the cost are left out.
    one, other : the names of the two in its column `solver`.
    by : the column, or columns, that make a group, such as "size" or "level".
    cost : the column that is the cost, usually "nodes", "total_checks" (setup included) or
        "seconds".
    resamples, seed : how often pairs are drawn again for the interval, and with which seed.

    Returns
    -------
    One row for each group: the group's columns; `pairs`; the share of them that is `undecided`, as
    it is unknown which of the two costs less; `least` and `most`, the bounds of the median ratio,
    which is below 1 where `one` costs less; `ratio`, that median where both bounds are the same in
    the digits that `say_bounds` shows, and NaN elsewhere; `low` and `high`, the 95 % interval
    (percentile bootstrap of all pairs, of the lower bounds for its lower end, and of the upper
    ones for its upper end); the shares of all pairs where `one` is surely `cheaper`, and where both
    are `equal`.

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
        runs.loc[(runs["solver"] == name) & runs["spent"].notna(), [*keys, "spent", "ended"]]
        for name in (one, other)
    )
    pairs = pd.merge(first, second, on=keys, validate="one_to_one")
    if pairs.empty:
        raise ValueError(f"no puzzle of the table has runs of both {one!r} and {other!r}")
    a, b, a_ended, b_ended = (
        pairs[column] for column in pairs.columns[len(keys) :].take([0, 2, 1, 3])
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where((a == b) & a_ended & b_ended, 1.0, a / b)
    bounds = (
        np.nan_to_num(np.where(b_ended, ratio, 0), nan=0, posinf=inf),
        np.where(a_ended, np.nan_to_num(ratio, nan=inf, posinf=inf), inf),
    )
    pairs = pairs.assign(lower=bounds[0], upper=bounds[1])
    rows, random = [], np.random.default_rng(seed)
    for values, part in pairs.groupby(groups, sort=False) if groups else [((), pairs)]:
        lower, upper = part["lower"].to_numpy(), part["upper"].to_numpy()
        drawn = random.integers(0, len(part), (resamples, len(part)))
        lows, highs = (np.sort(np.median(each[drawn], axis=1)) for each in (lower, upper))
        outside = int(OUTSIDE * resamples)
        least, most = float(np.median(lower)), float(np.median(upper))
        middle = (least + most) / 2 if shown(least) == shown(most) else nan
        cheaper, equal = upper < 1, (lower == 1) & (upper == 1)
        shares = (float(each.mean()) for each in (cheaper, equal))
        unknown_share = float((~cheaper & ~equal & (lower <= 1)).mean())
        ends = lows[outside], highs[-1 - outside]
        rows.append((*values, len(part), unknown_share, middle, least, most, *ends, *shares))
    return pd.DataFrame(rows, columns=[*groups, *SAID])


def shown(number: float) -> str:
    """A ratio in two digits; a large one whole."""
    return f"{number:,.0f}" if number >= 10 else f"{number:.2g}" if number < 1 else f"{number:.1f}"


def say_bounds(least: float, most: float) -> str:
    """A number of which two bounds are known: "3.9", "at least 3.9", "2.0 to 34", "unknown"."""
    if shown(least) == shown(most):
        return shown(least)
    if least == 0:
        return f"at most {shown(most)}" if most < inf else "unknown"
    return f"{shown(least)} to {shown(most)}" if most < inf else f"at least {shown(least)}"


def decided(low: float, high: float, *thresholds: float) -> bool:
    """Whether an interval is wholly on one side of each threshold.

    A question whose key depends on a threshold is asked only then: another seed, another sample or
    another machine would else have another key.
    """
    return all(high < threshold or low > threshold for threshold in thresholds)
