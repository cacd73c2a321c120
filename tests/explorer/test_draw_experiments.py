"""Figures of sweeps: their content, read from Matplotlib's own objects."""

from __future__ import annotations

import io
import re
from functools import cache
from math import inf

import numpy as np
import pandas as pd
import pytest
from hostile import HOSTILE, SHOWN, read_figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import rgb_to_hsv, same_color, to_rgb
from matplotlib.text import Text
from puzzles import random_puzzle

from futoshiki_lab import draw_costs, draw_medians
from futoshiki_lab.draw.ink import BLUE, GREEN, ORANGE
from futoshiki_lab.explorer.charts.sweep_runs import COSTS, each_solver, read_runs
from futoshiki_lab.explorer.sweeps import summary, sweep
from futoshiki_lab.explorer.sweeps.table import COLUMNS

SOLVERS = ("bt", "fc", "fc mrv", "mac mrv")


PUZZLES = [random_puzzle(seed, 3 + seed % 3, consistent=seed % 4 > 0) for seed in range(60)]
TABLE = sweep(PUZZLES, SOLVERS, node_limit=300, progress=False)


def _made(nodes, outcome="solved", **columns):
    """A table of one solver, a row for each number of nodes; `columns` say what differs."""
    rows = len(nodes)
    table = pd.DataFrame(
        {
            **dict.fromkeys(COLUMNS, 0),
            **{"puzzle": [f"p{row}" for row in range(rows)], "size": 4, "node_limit": 1000},
            **{"solver": "fc mrv", "algorithm": "fc", "select": "mrv", "order": "ascending"},
            **{"outcome": outcome, "solutions": 1, "seconds": 0.5, "engine": "readable"},
            **{"nodes": nodes, "checks": [7 * number for number in nodes], "root": "none"},
        },
        index=range(rows),
    )
    return table.assign(**columns)


FIGURES = {"costs": draw_costs, "medians": draw_medians}
every_figure = pytest.mark.parametrize("figure", FIGURES)


@cache
def _figure(name, **how):
    """A figure of the table above, drawn once for all tests that look at it."""
    drawn = FIGURES[name](TABLE, **how)
    drawn.draw_without_rendering()  # the layout is made while drawing
    return drawn


def _texts(figure):
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def _all_text(figure):
    return " ".join(" ".join(_texts(figure)).split())


def _named(figure, name):
    return figure.findobj(lambda artist: artist.get_gid() == name)


def _styles(table):
    return {solver: style for solver, style, _ in each_solver(read_runs(table))}


def _hollow(line):
    return line.get_markerfacecolor() != line.get_markeredgecolor()


def test_sizes_are_not_mixed_and_what_the_message_says_helps():
    table = pd.concat([_made([5, 50], size=n, signs=[n, n + 3]) for n in (5, 6, 7)])
    with pytest.raises(ValueError, match=r"the table has sizes 5, 6, 7, and .*: take") as refused:
        draw_medians(table, "signs")
    one, each = re.findall(r"table(?:\[.*? == \d+\]|\.assign\(.*\))", str(refused.value))
    assert one == "table[table['size'] == 6]"
    drawn = [draw_medians(eval(way, {"table": table}), "signs") for way in (one, each)]
    assert [len(figure.legends[0].get_lines()) for figure in drawn] == [1, 3]


# -- runs that were stopped ----------------------------------------------------------------------


@pytest.mark.parametrize("cost", ["nodes", "seconds"])
def test_medians_and_bands_are_those_of_the_summary(cost):
    figure = draw_medians(TABLE, "size", cost)
    said = summary(TABLE, ["solver", "size"], cost, (0.25, 0.5, 0.75)).set_index("solver")
    (line,) = _named(figure, "beyond")
    beyond = line.get_ydata()[0]
    assert beyond > TABLE[cost].max()
    assert np.isinf(said["q75"]).any()
    for solver in TABLE["solver"].unique():
        expected = said.loc[solver].sort_values("size").replace(inf, beyond)
        (median,) = _named(figure, f"median {solver}")
        assert median.get_ydata() == pytest.approx(expected["median"].to_numpy())
        assert list(median.get_xdata()) == [3, 4, 5]
        low, high = (line.get_ydata() for line in _named(figure, f"edge {solver}"))
        assert low == pytest.approx(expected["q25"].to_numpy())
        assert high == pytest.approx(expected["q75"].to_numpy())
        (stopped,) = _named(figure, f"stopped {solver}")
        shares = expected["share_stopped"].to_numpy()
        assert stopped.get_ydata() == pytest.approx(shares)


def test_medians_by_level_stand_in_the_order_of_the_levels():
    table = _made([5, 6, 90, 7], level=["easy", "easy", "recursive", "trivial"])
    figure = draw_medians(table, "level")
    (median,) = _named(figure, "median fc mrv")
    assert (list(median.get_xdata()), list(median.get_ydata())) == ([0, 1, 4], [7, 5.5, 90])
    labels = [text.get_text() for text in figure.axes[0].get_xticklabels()]
    assert labels == ["Trivial", "Easy", "Tricky", "Extreme", "Recursive"]


def test_a_median_beyond_the_limit_is_hollow_and_at_the_place_of_the_limit():
    table = _made([5, 6, 7, 1000, 1000, 9], ["solved"] * 3 + ["limit"] * 2 + ["solved"])
    figure = draw_medians(table.assign(size=[3, 3, 3, 4, 4, 4]))
    (known,), (beyond,) = _named(figure, "known fc mrv"), _named(figure, "beyond fc mrv")
    assert (list(known.get_xdata()), list(known.get_ydata())) == ([3], [6])
    assert list(beyond.get_xdata()) == [4]
    assert beyond.get_ydata()[0] > 1000
    (arrow,) = _named(figure, "at least")
    assert arrow.xy == (4, beyond.get_ydata()[0])
    assert _hollow(beyond)
    assert not _hollow(known)
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels[-1] == "limit"


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (_made([3]), "1 puzzle of size 4, 1 run. Node limit 1,000. Every run ended."),
        (_made([3, 4], node_limit=np.nan), "No node limit. Every run ended."),
        (_made([3, 4], node_limit=[50, np.nan]), "Node limit 50, none for 1 run."),
        (
            _made([3, 4], node_limit=[50, 60], size=[4, 6]),
            "sizes 4, 6, 2 runs. Node limit 50 or 60",
        ),
        (_made([3, 4], ["limit", "wrong"]), "1 run (50 %) stopped there, 1 run (50 %) wrong:"),
        (_made([3, 4], ["solved", "wrong"]), "1 run (50 %) wrong: counted as costlier"),
        (_made([3] * 300, ["limit"] + ["solved"] * 299), "1 run (under 1 %) stopped there"),
        (_made([3] * 300, ["solved"] + ["limit"] * 299), "299 runs (over 99 %) stopped there"),
    ],
)
def test_the_caption_keeps_to_the_truth(table, words):
    assert words in _all_text(draw_costs(table))


def test_the_bars_of_a_histogram_are_all_runs_and_those_stopped_are_hatched():
    figure = _figure("costs")
    assert len(figure.axes) == len(SOLVERS)
    for axes, (solver, runs) in zip(figure.axes, TABLE.groupby("solver", sort=False), strict=True):
        stopped = [bar for bar in axes.patches if bar.get_hatch()]
        ended = [bar for bar in axes.patches if not bar.get_hatch()]
        share = (runs["outcome"] == "limit").mean()
        assert sum(bar.get_height() for bar in stopped) == pytest.approx(share)
        assert sum(bar.get_height() for bar in ended) == pytest.approx(1 - share)
        assert all(not bar.get_fill() for bar in stopped)
        assert solver in axes.get_title(loc="left")


@pytest.mark.parametrize("cost", COSTS)
def test_every_counter_can_be_the_cost_and_no_run_is_lost(cost):
    figure = draw_costs(TABLE[TABLE["solver"] == "fc"], cost)
    heights = [bar.get_height() for axes in figure.axes for bar in axes.patches]
    assert sum(heights) == pytest.approx(1)
    assert figure.axes[-1].get_xlabel() == COSTS[cost]


# -- solvers -------------------------------------------------------------------------------------


def test_every_solver_has_its_own_colour_pattern_and_marker_in_every_figure():
    looks = _styles(TABLE)
    assert len({look.colour for look in looks.values()}) == len(looks)
    assert (looks["bt"].colour, looks["bt"].dashes) == (BLUE, "solid")
    assert (looks["fc"].colour, looks["fc"].dashes) == (ORANGE, "dashed")
    for solver, hue in (("mac mrv", GREEN), ("fc mrv", ORANGE)):  # with ink in it, by selection
        pure, inked = (rgb_to_hsv(to_rgb(one))[0] for one in (hue, looks[solver].colour))
        assert inked == pytest.approx(pure, abs=0.02)
    assert len({look.dashes for look in looks.values()}) == len(looks)
    assert _styles(TABLE[TABLE["solver"] == "fc mrv"])["fc mrv"] == looks["fc mrv"]
    for solver, look in looks.items():
        (median,) = _named(_figure("medians"), f"median {solver}")
        (known,) = _named(_figure("medians"), f"known {solver}")
        assert same_color(median.get_color(), look.colour)
        assert known.get_marker() == look.marker


@every_figure
@pytest.mark.parametrize("how", [{}, {"scale": 1.5, "dark": True}], ids=["light", "large, dark"])
def test_nothing_is_cut_off_and_no_legend_covers_the_data(figure, how):
    drawn = _figure(figure, **how)
    renderer = FigureCanvasAgg(drawn).get_renderer()
    box = drawn.get_tightbbox(renderer)
    wide, high = drawn.get_size_inches()
    assert min(box.x0, box.y0, wide - box.x1, high - box.y1) >= -0.01
    for legend in drawn.legends:
        covered = legend.get_window_extent(renderer)
        assert all(covered.y0 >= axes.get_window_extent(renderer).y1 for axes in drawn.axes)


@every_figure
@pytest.mark.parametrize(
    "table",
    [
        _made([0, 0], seconds=0.0, solver=["a", "b"], size=1),
        _made([10**11, 1], ["limit", "wrong"], solver=["a", "b"], node_limit=np.nan),
        _made([3, 3], "limit"),
    ],
    ids=["all 0, n = 1", "far apart, stopped", "all stopped"],
)
def test_the_smallest_and_the_strangest_tables_can_be_drawn(figure, table):
    drawn = FIGURES[figure](table.assign(puzzle="p"))
    drawn.savefig(io.BytesIO(), format="png", dpi=30)
    assert "1 puzzle of size" in _all_text(drawn)


@every_figure
def test_a_hostile_label_is_shown_as_the_characters_it_has(figure):
    label = HOSTILE[:27] + HOSTILE[-40:]  # a legend shortens a long one
    table = _made([3, 5], solver=[label, "_b"], algorithm=["_look", "b"], puzzle="p")
    assert SHOWN[:25] in read_figure(FIGURES[figure], table)
