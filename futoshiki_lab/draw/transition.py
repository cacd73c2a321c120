"""The phase transition: costs and the share of satisfiable puzzles over the share of signs."""

from __future__ import annotations

from dataclasses import replace

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from futoshiki_lab.draw.captions import caption_of
from futoshiki_lab.draw.colours import LineStyle
from futoshiki_lab.draw.lines import QUARTILES, LineChart, Series, series_of
from futoshiki_lab.draw.panels import Panels
from futoshiki_lab.draw.runs import Column, DataFrame, read_runs, solvers_of


def draw_transition(
    table: DataFrame,
    cost: str = "nodes",
    *,
    lines: str | None = None,
    scale: float = 1.0,
    title: str | None = None,
    dark: bool = False,
) -> Figure:
    """Draw the phase transition: cost, and share of satisfiable puzzles, over the share of signs.

    Parameters
    ----------
    lines : as in `draw_medians`.
    The others are those of `draw_costs`.

    Returns
    -------
    The figure, as `draw_costs` returns it.

    Above, medians and quartiles of the cost; below, the share of puzzles that have a solution. A
    puzzle is undecided if every run on it was stopped before it found a solution: the band reaches
    from the share with all undecided puzzles unsatisfiable to the share with all of them
    satisfiable. The line is the share among the decided puzzles.

    Raises
    ------
    ValueError : as `draw_medians`.
    """
    runs = read_runs(table, cost)
    series = series_of(runs, "sign_share", lines, dark)
    heading = "Cost and share of satisfiable puzzles over the share of signs"
    sheet = Panels(heading, 2, 2.2, title, scale, dark)
    chart = LineChart(sheet, series)
    chart.draw_medians(runs, cost, QUARTILES)
    axes = chart.panel_of_shares("satisfiable")
    for each in _puzzle_series(runs, series, sheet.theme.ink):
        _satisfiable(chart, axes, each)
    chart.finish()
    words = chart.band_words(QUARTILES), _undecided(runs), chart.runs_in_points()
    sheet.caption(caption_of(runs, *words))
    return sheet.picture


def _puzzle_series(runs: DataFrame, series: list[Series], ink: str) -> list[Series]:
    """Lines over puzzles: one for each size, or one for all if the lines above are solvers."""
    unsatisfiable = runs["outcome"] == "unsatisfiable"
    decided = runs.assign(yes=_found_one(runs), no=unsatisfiable)
    keys = ["puzzle", "size", "sign_share"]
    puzzles = decided.groupby(keys, as_index=False, sort=False)[["yes", "no"]].max()
    puzzles["no"] &= ~puzzles["yes"]
    if series[0].name in solvers_of(runs):
        return [Series("all puzzles", LineStyle(ink, "solid", "o"), puzzles, "sign_share")]
    sizes = [each.runs["size"].iloc[0] for each in series]
    own = [puzzles[puzzles["size"] == size] for size in sizes]
    return [replace(each, runs=part) for each, part in zip(series, own, strict=True)]


def _found_one(runs: DataFrame) -> Column:
    """Whether a run found a correct solution."""
    return (runs["solutions"] > 0) & (runs["outcome"] != "wrong")


def _satisfiable(chart: LineChart, axes: Axes, each: Series) -> None:
    """The share among the decided puzzles, with a band for the undecided ones."""
    yes, no, sheet = each.means("yes"), each.means("no"), chart.sheet
    chart.draw_band(axes, each, yes, 1 - no, 0.2, f"open {each.name}")
    decided = (yes + no)[yes + no > 0]
    at, share = each.at[yes + no > 0], yes[yes + no > 0] / decided
    sheet.line(axes, at, share, each.style, f"satisfiable {each.name}")
    sure = decided > 1 - 1e-9
    sheet.marks(axes, at[sure], share[sure], each.style, f"decided {each.name}")
    part, name = ~sure, f"part decided {each.name}"
    sheet.marks(axes, at[part], share[part], each.style, name, hollow=True)


def _undecided(runs: DataFrame) -> str:
    decided = runs["ended"] | _found_one(runs)
    puzzles = runs["puzzle"].nunique() - runs.loc[decided, "puzzle"].nunique()
    if not puzzles:
        return "Every puzzle was decided."
    noun = "puzzle was" if puzzles == 1 else "puzzles were"
    return (
        f"Below, {puzzles:,} {noun} left undecided: what they leave open is shaded, hollow marks "
        "are shares among the decided."
    )
