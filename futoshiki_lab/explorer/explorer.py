"""`Explorer()`: sliders for the kind of puzzle, and what two hundred of them cost.

A move of a slider makes new random puzzles, runs a sweep over them and draws the distribution of
their costs; below it, in paler colours, that of the previous setting.
"""

from __future__ import annotations

from functools import lru_cache
from math import isfinite
from time import perf_counter
from typing import Any

import pandas as pd
from ipywidgets import HTML, Box, Checkbox, Dropdown, IntSlider, Layout, VBox

from futoshiki_lab.core import Puzzle
from futoshiki_lab.explorer.charts.costs import draw_costs
from futoshiki_lab.explorer.sweeps import summary, sweep
from futoshiki_lab.explorer.sweeps.solvers import solver_of
from futoshiki_lab.problems import random_puzzles

SOLVERS = ("bt", "bt jump", "fc", "fc jump", "fc mrv", "fc dom_wdeg", "mac mrv", "gac mrv")
NODE_LIMIT = 5_000  # so that 200 runs take about a second with any setting
NO_SLIDERS = (
    "This picture does not change here: the sliders work in Jupyter, VS Code and Voila, with a "
    "running kernel. In marimo give the settings in the call: "
    "<code>Explorer(size=7, signs=40)</code>."
)
ITS_OWN = "Explorer makes its own puzzles, of a size from 4 to 8: Explorer(6, givens=10, signs=30)"
PALE = 0.45  # how much of their colour the bars of the previous setting keep


class Explorer(VBox):
    """A panel of sliders that runs a sweep after every change.

    Parameters
    ----------
    size : n, 4..8.
    givens, signs : the share of the cells that are given, and of the pairs of touching cells that
        have a sign, in percent (0..60 and 0..100).
    solver : one of `SOLVERS`, or another text for a solver as `sweep` takes it.
    consistent : whether the signs agree with a solution; if not, each sign has a random direction.
    puzzles : how many of each kind; they are the random puzzles of the seeds 0, 1, ...
    dark : whether the background is dark.

    Raises
    ------
    TypeError : `size` is no number: a puzzle, for example.

    Attributes
    ----------
    size, givens, signs, consistent, solver : the controls. Set their `value`: the panel follows.
    table : the runs that are shown, as `sweep` returns them; each stops at `NODE_LIMIT` nodes.
    before : the runs of the previous setting, or None.
    setting : what is chosen, in words.
    figure : the picture that is shown, as `draw_costs` returns it.
    """

    def __init__(
        self,
        size: int = 6,
        givens: int = 10,
        signs: int = 30,
        solver: str = "fc mrv",
        consistent: bool = True,
        puzzles: int = 200,
        dark: bool = False,
    ):
        if not isinstance(size, int):
            raise TypeError(f"{ITS_OWN}; for one puzzle there is Stepper(puzzle)")
        settings = {"continuous_update": False}  # only the final position of a slider is run
        self.size = IntSlider(size, 4, 8, description="size n", **settings)
        self.givens = IntSlider(givens, 0, 60, 5, description="givens, %", **settings)
        self.signs = IntSlider(signs, 0, 100, 5, description="signs, %", **settings)
        chosen = str(solver_of(solver))
        solvers = [*dict.fromkeys((*SOLVERS, chosen))]
        self.solver = Dropdown(options=solvers, value=chosen, description="solver")
        label = "signs agree with a solution"
        self.consistent = Checkbox(consistent, description=label, indent=False)
        controls = (self.size, self.givens, self.signs, self.solver, self.consistent)
        self._count, self._dark = puzzles, dark
        self.table: pd.DataFrame | None = None
        self.before: pd.DataFrame | None = None
        self._line, self._picture = HTML(), HTML()
        above = Box(controls, layout=Layout(flex_flow="row wrap", overflow="visible"))
        super().__init__([above, self._line, self._picture])
        self._run()
        for control in controls:
            control.observe(lambda change: self._run(), names="value")

    @property
    def setting(self) -> str:
        """The setting in words, with numbers instead of percentages."""
        n, givens, signs = self._numbers()
        coin = "" if self.consistent.value else " by coin"
        return f"{n}x{n}, {givens} givens, {signs} signs{coin}, {self.solver.value}"

    def _numbers(self) -> tuple[int, int, int]:
        n = self.size.value
        shares = (self.givens.value, n * n), (self.signs.value, 2 * n * (n - 1))
        return n, *(round(percent * whole / 100) for percent, whole in shares)

    def _run(self) -> None:
        if self.table is not None and self.table["solver"].iloc[0] == self.setting:
            return  # on a small board two percentages can be the same number of cells
        start = perf_counter()
        puzzles = _make_puzzles(*self._numbers(), self._count, self.consistent.value)
        solver, self.before = self.solver.value, self.table
        table = sweep(puzzles, solver, node_limit=NODE_LIMIT, jobs=1, progress=False)
        self.table = table.assign(solver=self.setting)
        title = "" if self.before is None else "Now, and below it, paler, the setting before"
        self.figure = draw_costs(pd.concat([self.table, self.before]), title=title, dark=self._dark)
        for bar in (bar for below in self.figure.axes[1:] for bar in below.patches):
            bar.set_alpha(PALE)
        self._picture.value = self.figure._repr_html_() or ""
        self._line.value = f"{in_words(self.table)} ({perf_counter() - start:.1f} s)"

    # -- without the browser -------------------------------------------------------------------

    def still(self) -> str:
        """The picture as it is now, as HTML, with a word on what is missing: the sliders."""
        return (
            f'<figure class="fsl-figure">{self._picture.value}'
            f"<figcaption>{in_words(self.table)} {NO_SLIDERS}</figcaption></figure>"
        )

    def __repr__(self) -> str:
        return f"<Explorer {self.setting}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        data = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/html": self.still(), "text/plain": repr(self)}, {}


def in_words(table: pd.DataFrame) -> str:
    """Sum up the table of one solver in a line: costs, stopped runs, solvable puzzles.

    Parameters
    ----------
    table : the table that `sweep` returned.
    """
    (row,) = summary(table, by="size", quantiles=(0.5, 0.9)).itertuples()
    yes = int((table["solutions"] > 0).sum())
    no = int((table["outcome"] == "unsatisfiable").sum())
    cost = f"median {row.median:,.0f} nodes"
    if not isfinite(row.median):
        cost = f"the median is at least {NODE_LIMIT:,} nodes"
    elif isfinite(row.q90):
        cost += f", nine in ten within {row.q90:,.0f}"
    return (
        f"<b>{row.runs} puzzles</b>: {cost}; {row.stopped} stopped at {NODE_LIMIT:,} nodes. "
        f"{yes} solved, {no} shown to have no solution."
    )


@lru_cache(maxsize=32)  # for going back; the Latin squares take the most time
def _make_puzzles(
    n: int, givens: int, signs: int, count: int, consistent: bool
) -> tuple[Puzzle, ...]:
    return tuple(random_puzzles(n, givens, signs, count, consistent=consistent))
