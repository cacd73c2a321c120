"""Medians of the costs against size, signs or givens."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from futoshiki_lab.draw.captions import caption_of
from futoshiki_lab.draw.lines import AXES, QUARTILES, LineChart, series_of
from futoshiki_lab.draw.panels import Panels
from futoshiki_lab.draw.runs import COSTS, DataFrame, one_of, pair_of_numbers, read_runs


def draw_medians(
    table: DataFrame,
    by: str = "size",
    cost: str = "nodes",
    *,
    lines: str | None = None,
    band: tuple[float, float] = QUARTILES,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the median cost against the size, the signs or the givens of the puzzles.

    Parameters
    ----------
    by : "size", "signs", "givens" or "sign_share" (of all pairs of touching cells).
    lines : what each line is for: "solver" or "size". By default the solvers, or the sizes if
        there is only one solver.
    band : the quantiles between which the band around each median lies.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    A median above the limit (half of the runs or more were stopped) is a hollow mark at the limit.
    If any run was stopped, a panel below shows the share of stopped runs. If a line has a single
    point, its band is a bar.

    Raises
    ------
    ValueError : as `draw_costs`; `by` or `lines` is unknown; `band` is not two quantiles; lines are
        to be sizes, and the table has several solvers; or lines are to be solvers, and puzzles of
        several sizes would be mixed in them (by all but "size").
    """
    runs, (low, high) = read_runs(table, cost), _quantiles(band)
    series = series_of(runs, one_of("by", by, AXES), lines, dark)
    below = not runs["ended"].all()
    rows, row_height, heights = (2, 2.2, (3, 1)) if below else (1, 3.2, (1,))
    heading = f"Median {COSTS[cost]} by {AXES[by]}"
    sheet = Panels(heading, rows, row_height, title, scale, dark, heights)
    chart = LineChart(sheet, series)
    chart.draw_medians(runs, cost, (low, high))
    if below:
        axes = chart.panel_of_shares("stopped")
        for each in series:
            stopped = 1 - each.means("ended")
            sheet.line(axes, each.at, stopped, each.style, f"stopped {each.name}")
            sheet.marks(axes, each.at, stopped, each.style)
    chart.finish()
    sheet.caption(caption_of(runs, chart.band_words((low, high)), chart.runs_in_points()))
    return sheet.picture


def _quantiles(band: Sequence[float]) -> tuple[float, float]:
    """The two quantiles between which a band lies."""
    low, high = pair_of_numbers(band)
    if not 0 <= low < high <= 1:
        raise ValueError(
            f"band must be two quantiles from 0 to 1, the lower one first, not {band!r}"
        )
    return low, high
