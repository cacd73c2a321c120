"""The table of a sweep: its columns, which runs ended, and what groups of runs cost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from math import inf, isinf
from operator import attrgetter
from typing import TYPE_CHECKING

from futoshiki_lab.core import Counts, unknown
from futoshiki_lab.support.extras import need

if TYPE_CHECKING:  # pandas takes a second to load; workers and pictures of boards do not need it
    import pandas as pd

COUNTERS = tuple(counter.name for counter in fields(Counts))
counters_of = attrgetter(*COUNTERS)
TYPES = {  # as pandas names them; "Int64" may be missing
    **{"puzzle": "str", "size": "int64", "signs": "int64", "givens": "int64"},
    **{"solver": "str", "algorithm": "str", "select": "str", "order": "str", "root": "str"},
    **{"jump": "bool", "sought": "Int64", "node_limit": "Int64", "seed": "int64"},
    **{"engine": "str", "outcome": "str"},
    **dict.fromkeys(COUNTERS, "int64"),
    "seconds": "float64",
}
Row = tuple[object, ...]  # the values of the columns for one run
COLUMNS = tuple(TYPES)  # in the order of the table and the file
ENDED = ("solved", "exhausted", "unsatisfiable")  # outcomes of runs that nothing stopped


def table_of(rows: Iterable[Row]) -> pd.DataFrame:
    """A DataFrame of rows in the order of `COLUMNS`, with the same types even without rows.

    `sought` is missing (`<NA>`) where all solutions were sought, `node_limit` where there was none.
    """
    need("a table of runs", "lab", "pandas")
    import pandas as pd

    return pd.DataFrame(list(rows), columns=list(COLUMNS)).astype(TYPES)


def ended(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of the runs that ended by themselves: no limit stopped them."""
    return table[table["outcome"].isin(ENDED)]


def summary(
    table: pd.DataFrame,
    by: str | Sequence[str] = "solver",
    cost: str = "nodes",
    quantiles: Sequence[float] = (0.1, 0.5, 0.9),
) -> pd.DataFrame:
    """Say what groups of runs cost, counting those that a limit stopped.

    The cost of a stopped run is unknown, but it is larger than its cost so far. So it ranks above
    all runs that ended, and a quantile among the stopped runs, or between them and the others, is
    infinite. There is no mean: it is unknown if a run was stopped, and the mean of the runs that
    ended would favour the solver with the most stopped runs.

    Parameters
    ----------
    table : the table that `sweep` returned, or a part of it.
    by : the column, or columns, that make a group.
    cost : the column that is the cost, usually "nodes", "checks" or "seconds".
    quantiles : shares, 0..1; between two runs a quantile is interpolated linearly.

    Returns
    -------
    One row for each group: the group's columns, `runs`, `stopped` (how many did not end, or were
    wrong), `share_stopped`, and one column for each quantile: `median`, or `q10` and so on.

    Raises
    ------
    ValueError : there is no such column, or a quantile is not in 0..1.
    """
    need("summary", "lab", "pandas")
    import pandas as pd

    groups = [by] if isinstance(by, str) else list(by)
    for column in (*groups, cost):
        if column not in table.columns:
            raise ValueError(unknown("column", column, tuple(table.columns)))
    if not all(0 <= q <= 1 for q in quantiles):
        raise ValueError(f"quantiles lie between 0 and 1, not {list(quantiles)}")
    rows = [
        (*names, *_summed_up(part, cost, quantiles))
        for names, part in table.groupby(groups, sort=False, dropna=False)
    ]
    names = ["median" if q == 0.5 else f"q{100 * q:g}" for q in quantiles]
    return pd.DataFrame(rows, columns=[*groups, "runs", "stopped", "share_stopped", *names])


def quantile(values: Iterable[float], share: float) -> float:
    """A quantile of costs, where the cost of a run that was stopped is infinite.

    Between two runs it is interpolated linearly; between a run that ended and one that was stopped
    it is infinite.

    Parameters
    ----------
    values : one cost or more, in any order.
    share : 0..1; 0.5 is the median.
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below, rest = int(place), place % 1
    if rest == 0 or isinf(ordered[below]):
        return float(ordered[below])
    return float(ordered[below] + rest * (ordered[below + 1] - ordered[below]))


def _summed_up(part: pd.DataFrame, cost: str, quantiles: Sequence[float]) -> Iterator[float]:
    known = list(ended(part)[cost])
    stopped = len(part) - len(known)
    costs = known + [inf] * stopped
    yield from (len(part), stopped, stopped / len(part))
    yield from (quantile(costs, share) for share in quantiles)
