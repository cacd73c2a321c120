"""Boards and charts: the content of the pictures, read from Matplotlib's own objects."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import warnings
from urllib.parse import unquote
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from broken import checks_rows_only
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

from futoshiki_lab import Cell, Puzzle, Verb, load, record
from futoshiki_lab.core import Reason
from futoshiki_lab.draw import (
    chart,
    draw_board,
    draw_boards,
    draw_change,
    draw_counts,
)
from futoshiki_lab.draw.boards import GAP, SIDE, slots
from futoshiki_lab.draw.colours import BLUE, DARK, GREEN, GREY, LIGHT, ORANGE, SKY, VERMILLION
from futoshiki_lab.draw.counts import running_count, thin_out
from futoshiki_lab.draw.names import plain
from futoshiki_lab.draw.text import drawable, width, wrap

INPUT2 = load("nyu/Input2")
BT, FC, MAC = (record(INPUT2, name, node_limit=300) for name in ("bt", "fc", "mac"))
MRV = record(INPUT2, "fc", select="mrv")
WIPE_OUT = MRV.steps("wipe-out")[0]
PRUNE = MRV.previous(WIPE_OUT, "prune")
HOSTILE = "<script>alert(1)</script> $\\frac{1}{0}$ $x$ 100% \x00\x07\x1b[31m\n\ud800 \\ end"


def _texts(figure):
    """Everything that can be read."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def _named(figure, name):
    """What was drawn under a name, as a list."""
    return figure.findobj(lambda artist: artist.get_gid() == name)


def _names(figure, start):
    return {
        artist.get_gid()
        for artist in figure.findobj(lambda artist: str(artist.get_gid()).startswith(start))
    }


def _marks(figure, cell):
    """The pencil digits of a cell, by value."""
    return {int(text.get_text()): text for text in _of_cell(figure, cell)}


def _of_cell(figure, cell):
    return [
        text
        for text in figure.findobj(Text)
        if str(text.get_gid()).startswith(f"{cell} ") and text.get_text()
    ]


def _struck(figure, name, puzzle=INPUT2):
    """The values that are struck through, each with its cell, found by where the strokes lie."""
    found, places = set(), slots(puzzle.size)
    for collection in _named(figure, name):
        for (x, y), (other_x, other_y) in collection.get_segments():
            middle = np.array([(x + other_x) / 2, (y + other_y) / 2])
            cell = Cell(int(middle[1]), int(middle[0]))
            inside = middle - (cell.column, cell.row)
            value = min(places, key=lambda value: np.hypot(*(inside - places[value])))
            found.add((cell, value))
    return found


def _colour(text):
    return matplotlib.colors.to_hex(text.get_color()).upper()


# -- givens, values, domains ----------------------------------------------------------------------


def test_givens_are_bold_on_grey():
    figure = draw_board(INPUT2)
    (cell,) = INPUT2.givens
    (box,) = _named(figure, f"cell {cell}")
    (digit,) = (text for text in figure.axes[0].texts if text.get_text() == "3")
    assert digit.get_weight() == "bold"
    assert matplotlib.colors.to_hex(box.get_facecolor()) == "#e4e4e4"
    assert all(other.get_facecolor()[3] == 0 for other in _named(figure, "cell r1c1"))


def test_a_puzzle_alone_has_no_pencil_marks():
    assert not _marks(draw_board(INPUT2), Cell(0, 0))


def test_assigned_values_are_large_and_blue():
    figure = draw_board(MRV, WIPE_OUT)
    values = MRV.state(WIPE_OUT).values
    large = [text for text in figure.axes[0].texts if _colour(text) == BLUE]
    assert sorted(text.get_text() for text in large) == sorted(
        str(value) for cell, value in values.items() if cell not in INPUT2.givens
    )
    mark = next(iter(_marks(figure, Cell(0, 0)).values()))
    assert all(text.get_fontsize() > 2 * mark.get_fontsize() for text in large)


def test_every_value_has_its_place_in_a_cell_whatever_is_left():
    before, after = draw_board(MRV, 0), draw_board(MRV, PRUNE)
    for value in INPUT2.values:
        places = {_marks(figure, Cell(0, 0))[value].get_position() for figure in (before, after)}
        assert len(places) == 1


@pytest.mark.parametrize(("size", "columns"), [(1, 1), (4, 2), (5, 3), (9, 3), (12, 4), (32, 6)])
def test_the_places_of_the_values_lie_in_rows_inside_the_cell(size, columns):
    places = slots(size)
    assert len({x for x, _ in places.values()}) == columns
    assert len(set(places.values())) == size
    assert all(0 < x < SIDE and 0 < y < SIDE for x, y in places.values())


def test_a_pruned_value_stays_as_a_struck_through_digit():
    figure = draw_board(MRV, PRUNE - 1)
    state = MRV.state(PRUNE - 1)
    gone = {
        (cell, value)
        for cell, domain in state.domains.items()
        if cell not in state.values and cell not in INPUT2.givens
        for value in INPUT2.values
        if value not in domain
    }
    assert gone
    assert _struck(figure, "pruned") | _struck(figure, "just pruned") == gone
    assert all(_colour(_marks(figure, cell)[value]) == GREY for cell, value in gone)


def test_the_value_pruned_just_now_is_vermillion_and_bold():
    figure, event = draw_board(MRV, PRUNE), MRV.event(PRUNE)
    assert _struck(figure, "just pruned") == {(event.cell, event.value)}
    digit = _marks(figure, event.cell)[event.value]
    assert (_colour(digit), digit.get_weight()) == (VERMILLION, "bold")


def test_a_wiped_out_cell_is_hatched_and_says_so():
    figure, cell = draw_board(MRV, WIPE_OUT), MRV.event(WIPE_OUT).cell
    (box,) = _named(figure, f"wiped-out {cell}")
    assert box.get_hatch()
    assert "∅" in _texts(figure)
    assert not _names(draw_board(MRV, PRUNE - 1), "wiped-out")


def test_a_given_is_pale_until_it_is_placed():
    trace = record(Puzzle([[1, 0], [0, 1]]), "fc")
    placed = {
        text.get_color() for text in draw_board(trace).axes[0].texts if text.get_text() == "1"
    }
    waiting = {
        text.get_color()
        for text in draw_board(trace, 0).axes[0].texts
        if text.get_text() == "1" and text.get_weight() == "bold"
    }
    assert len(placed) == 1
    assert waiting == {GREY}


# -- signs, and what is in play -------------------------------------------------------------------


def test_every_sign_stands_between_its_cells_and_opens_to_the_larger():
    puzzle = Puzzle(
        [[0] * 3] * 3,
        frozenset([((0, 0), (0, 1)), ((0, 2), (0, 1)), ((0, 0), (1, 0)), ((2, 0), (1, 0))]),
    )
    axes = draw_board(puzzle).axes[0]
    signs = {
        text.get_position(): text.get_text() for text in axes.texts if text.get_text() in "<>∧∨"
    }
    middle, between = SIDE / 2, SIDE + GAP / 2
    assert {(round(x, 3), round(y, 3)): sign for (x, y), sign in signs.items()} == {
        (round(between, 3), round(middle, 3)): "<",
        (round(1 + between, 3), round(middle, 3)): ">",
        (round(middle, 3), round(between, 3)): "∧",
        (round(middle, 3), round(1 + between, 3)): "∨",
    }


def test_the_current_cell_is_framed_and_the_checked_one_dashed():
    event = MRV.event(PRUNE)
    figure = draw_board(MRV, PRUNE)
    (current,) = _named(figure, f"current {event.other}")
    (checked,) = _named(figure, f"checked {event.cell}")
    assert matplotlib.colors.to_hex(current.get_edgecolor()).upper() == ORANGE
    assert current.get_linestyle() in ("-", "solid")
    assert checked.get_linestyle() not in ("-", "solid")


def test_the_constraint_in_play_is_a_thick_line_in_sky_blue():
    figure, event = draw_board(MRV, PRUNE), MRV.event(PRUNE)
    (line,) = _named(figure, f"in play {event.constraint}")
    assert matplotlib.colors.to_hex(line.get_edgecolor()).upper() == SKY
    assert line.get_linewidth() >= 2


def test_every_cell_of_a_deduction_is_dashed():
    pair = Reason("naked pair", "r1c1 and r1c2 share {1, 2}", (Cell(0, 0), Cell(0, 1)))

    def look(board, cell):
        board.prune(Cell(0, 2), 1, because=pair)
        return False

    trace = record(Puzzle([[0] * 3] * 3), look, node_limit=1)
    figure = draw_board(trace, trace.next(0, "prune"))
    assert _names(figure, "current") == {"current r1c1"}
    assert _names(figure, "checked") == {"checked r1c2", "checked r1c3"}
    assert any("r1c1 and r1c2 share {1, 2}" in text for text in _texts(figure))


def test_a_check_that_fails_differs_in_shape_as_well():
    kinds = {}
    for step in BT.steps("check")[:14]:
        event = BT.event(step)
        figure = draw_board(BT, step)
        (box,) = (text.get_bbox_patch() for text in figure.axes[0].texts if text.get_bbox_patch())
        holds = event.constraint.holds(event.value, event.other_value)
        kinds.setdefault(holds, set()).add(type(box.get_boxstyle()).__name__)
    assert kinds == {True: {"Circle"}, False: {"Square"}}


def test_a_line_between_distant_cells_hides_no_digit():
    """It runs between the rows and columns, where no digit stands."""
    distant = [
        step
        for step in MAC.steps("check")
        if sum(np.abs(np.subtract(MAC.event(step).cell, MAC.event(step).other))) > 1
    ]
    for step in distant[:: max(1, len(distant) // 12)]:
        figure = draw_board(MAC, step)
        (line,) = (
            artist for artist in figure.axes[0].patches if "in play" in str(artist.get_gid())
        )
        for x, y in line.get_path().interpolated(50).vertices:
            inside = 0.001 < x % 1 < SIDE - 0.001 and 0.001 < y % 1 < SIDE - 0.001
            assert not inside


def test_the_values_that_are_compared_stand_out():
    step = next(
        step for step in MAC.steps("check")
        if not {MAC.event(step).cell, MAC.event(step).other} & set(MAC.state(step).values)
    )  # fmt: skip
    figure, event = draw_board(MAC, step), MAC.event(step)
    lit = {
        text.get_gid()
        for text in figure.axes[0].texts
        if text.get_gid() and text.get_bbox_patch() is not None
    }
    assert lit == {f"{event.cell} {event.value}", f"{event.other} {event.other_value}"}


def test_every_step_of_a_run_can_be_drawn():
    puzzle = Puzzle([[0, 0], [0, 1]])
    for look, root in (("bt", "none"), ("mac", "ac")):
        trace = record(puzzle, look, root=root)
        for step in range(len(trace) + 1):
            assert trace.reason(step) in " ".join(_texts(draw_board(trace, step)))


# -- the words around the board -------------------------------------------------------------------


def test_the_sentence_and_the_counters_stand_below_the_board():
    texts = _texts(draw_board(MRV, WIPE_OUT))
    assert "wipe-out: r5c3 has no value left" in texts
    assert "nodes 5 · checks 120 · prunes 34 · wipe-outs 1 · backtracks 0" in texts
    assert "nyu/Input2: fc, mrv, ascending" in texts
    assert "step 216 of 4,003" in texts


def test_in_the_setup_the_counters_are_those_of_the_setup():
    assert any("setup checks" in text for text in _texts(draw_board(MRV, 3)))


def test_rows_and_columns_are_named():
    texts = _texts(draw_board(INPUT2))
    assert {"r1", "r5", "c1", "c5"} <= set(texts)


def test_a_title_replaces_ours_and_an_empty_one_removes_it():
    assert "Before lunch" in _texts(draw_board(MRV, 5, title="Before lunch"))
    without = _texts(draw_board(MRV, 5, title=""))
    assert not any("nyu/Input2" in text or "step 5" in text for text in without)


def test_a_solution_is_written_into_a_puzzle_and_judged():
    solution = MRV.run.solution
    assert "a solution" in _texts(draw_board(INPUT2, solution=solution))
    wrong = [list(row) for row in solution]
    wrong[0][0] = wrong[0][1]
    assert any(
        text.startswith("no solution:") for text in _texts(draw_board(INPUT2, solution=wrong))
    )


def test_nothing_is_cut_off():
    puzzle = Puzzle(INPUT2.grid, INPUT2.signs, "a name of many words " * 8 + "x" * 200)
    for figure in (
        draw_board(record(puzzle, "fc", node_limit=20)),
        draw_board(Puzzle([[0]])),
        draw_change(MRV, 400),
        draw_boards(record(puzzle, "fc", node_limit=20), MRV, puzzle),
        draw_counts(record(puzzle, "fc", node_limit=20)),
    ):
        box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
        wide, high = figure.get_size_inches()
        assert min(box.x0, box.y0, wide - box.x1, high - box.y1) >= 0


# -- every size -----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 4, 9, 12, 13, 20, 32])
def test_pencil_marks_and_values_of_every_size_fit_their_cells(size):
    puzzle = Puzzle([[0] * size for _ in range(size)])
    figure = draw_board(record(puzzle, "bt", event_limit=3), 2)
    canvas = FigureCanvasAgg(figure)
    renderer, axes = canvas.get_renderer(), figure.axes[0]
    unit = axes.transData.transform((1, 0))[0] - axes.transData.transform((0, 0))[0]
    for text in axes.texts:
        if text.get_gid() or text.get_text().isdigit():
            assert text.get_window_extent(renderer).width <= SIDE * unit
    assert max(figure.get_size_inches()) < 13


def test_on_a_large_board_tiles_stand_for_digits_and_the_words_name_the_values():
    puzzle = Puzzle([[5] + [0] * 15] + [[0] * 16 for _ in range(15)])
    trace = record(puzzle, "fc", event_limit=200)
    step = trace.steps("prune")[0]
    figure, event = draw_board(trace, step), trace.event(trace.steps("prune")[0])
    assert not _marks(figure, Cell(3, 3))
    (tiles,) = _named(figure, "left")
    assert len(tiles.get_paths()) == 255 * 16 - 1
    assert _struck(figure, "just pruned", puzzle) == {(event.cell, event.value)}
    left = ", ".join(map(str, trace.state(step).domains[event.cell]))
    assert f"{event.cell} has {left}" in " ".join(_texts(figure))


def test_scale_makes_text_and_figure_larger():
    one, two = (draw_board(MRV, WIPE_OUT, scale=scale) for scale in (1, 2))
    assert two.get_figwidth() == pytest.approx(2 * one.get_figwidth())
    sizes = [_marks(figure, Cell(0, 0))[1].get_fontsize() for figure in (one, two)]
    assert sizes[1] == pytest.approx(2 * sizes[0])


def test_dark_paper_has_pale_ink():
    def brightness(colour):
        return sum(matplotlib.colors.to_rgb(colour))

    figure = draw_board(MRV, WIPE_OUT, dark=True)
    assert brightness(figure.get_facecolor()) < 0.5
    assert all(brightness(text.get_color()) > 1 for text in figure.texts)


# -- before and after -----------------------------------------------------------------------------


def test_a_change_shows_what_one_node_prunes():
    step = MRV.steps("node")[8]
    figure = draw_change(MRV, step)
    node = MRV.tree()[MRV.state(step).node]
    pruned = {
        (MRV.event(other).cell, MRV.event(other).value)
        for other in MRV.steps("prune")
        if MRV.event(other).node == node.number
    }
    assert len(figure.axes) == 2
    assert pruned
    assert _struck(figure, "just pruned") == pruned
    assert "pruned 6: 2 from r1c2, " in " ".join(_texts(figure))


def test_every_step_within_a_node_shows_the_same_change():
    node = MRV.tree()[9]
    first = _texts(draw_change(MRV, node.first))
    assert _texts(draw_change(MRV, node.first + 5)) == first


def test_a_failed_node_shows_the_board_before_it_was_taken_back():
    failed = next(node for node in MRV.tree() if node.kind == "failure")
    assert _names(draw_change(MRV, failed.last), "wiped-out")


def test_the_setup_is_one_change():
    begin = next(step for step in range(len(MRV)) if MRV.recorder.verbs[step] == Verb.BEGIN) + 1
    figure = draw_change(MRV, 2)
    assert f"after: step {begin}" in _texts(figure)
    assert len(_struck(figure, "just pruned")) == MRV.counts.setup_prunes


def test_any_two_steps_can_be_compared():
    texts = _texts(draw_change(MRV, 10, until=50))
    assert {"before: step 10", "after: step 50"} <= set(texts)


@pytest.mark.parametrize(
    ("draw", "error", "message"),
    [
        (lambda: draw_board(MRV, 5000), IndexError, "no step 5000"),
        (lambda: draw_board(MRV, -1), IndexError, "no step -1"),
        (lambda: draw_board("Input2"), TypeError, "takes a Trace or a Puzzle, not str"),
        (lambda: draw_board(INPUT2, 3), TypeError, "a puzzle has no steps"),
        (lambda: draw_board(MRV, solution=MRV.run.solution), TypeError, "with a puzzle only"),
        (lambda: draw_board(INPUT2, solution=[[1]]), ValueError, "5 rows of 5 values"),
        (lambda: draw_change(MRV, 10, until=9), ValueError, "must not come before"),
        (draw_counts, ValueError, "at least one trace"),
        (lambda: draw_counts(FC, scale=0), ValueError, "scale must be a number above 0"),
    ],
)
def test_what_makes_no_sense_is_refused(draw, error, message):
    with pytest.raises(error, match=message):
        draw()


# -- charts ---------------------------------------------------------------------------------------


def test_the_algorithms_look_the_same_in_every_chart():
    looks = {}
    for figure in (draw_counts(BT, FC, MAC), draw_counts(MAC, BT, FC)):
        entries = [entry for axes in figure.axes for entry in _entries(axes)]
        for entry in entries:
            looks.setdefault(entry.get_label().split(",")[0], set()).add(
                (entry.get_color(), entry.get_linestyle())
            )
    assert looks == {"bt": {(BLUE, "-")}, "fc": {(ORANGE, "--")}, "mac": {(GREEN, ":")}}


def _entries(axes):
    legend = axes.get_legend()
    if legend is None:
        return []
    for handle, text in zip(legend.legend_handles, legend.get_texts(), strict=True):
        handle.set_label(text.get_text())
    return legend.legend_handles


def test_counts_end_at_the_counters_of_the_run():
    figure = draw_counts(BT, FC, MAC)
    texts = _texts(figure)
    for trace in (BT, FC, MAC):
        assert f"{trace.counts.nodes:,}" in texts
        assert f"{trace.counts.checks + trace.counts.setup_checks:,}" in texts


def test_the_counts_are_those_of_the_replay_at_every_step():
    nodes, checks = (running_count(MRV, verb) for verb in (Verb.ASSIGN, Verb.CHECK))
    for step in range(0, len(MRV) + 1, 97):
        counts = MRV.state(step).counts
        assert nodes[step] == counts.nodes
        assert checks[step] == counts.checks + counts.setup_checks


def test_thinning_out_keeps_every_peak_and_makes_nothing_up():
    values = np.zeros(250_001, int)
    values[123_456], values[200_000] = 99, -7
    steps, kept = thin_out(values)
    assert len(steps) <= 2000
    assert (kept.max(), kept.min()) == (99, -7)
    assert (values[steps] == kept).all()
    assert (steps[0], steps[-1]) == (0, 250_000)
    assert list(thin_out(values[:10])[0]) == list(range(10))


def test_a_chart_has_a_title_and_names_its_axes():
    figure = draw_counts(BT, FC)
    assert "nyu/Input2" in figure.get_suptitle()
    assert all(axes.get_ylabel() for axes in figure.axes)
    assert figure.axes[-1].get_xlabel() == "time (events)"


def test_a_run_that_is_stopped_says_so_in_the_legend():
    assert any("(limit)" in text for text in _texts(draw_counts(BT)))


def test_a_function_of_ones_own_has_its_place_in_the_legend():
    def _mine(board, cell):
        return True

    texts = _texts(draw_counts(FC, record(INPUT2, _mine, node_limit=5)))
    assert any("_mine, reading" in text for text in texts)


# -- names stay what they are ---------------------------------------------------------------------


def _hostile_trace():
    def look(board, cell):
        return True

    look.__name__ = HOSTILE
    return record(Puzzle(INPUT2.grid, INPUT2.signs, HOSTILE), look, node_limit=10)


@pytest.mark.parametrize(
    "draw",
    [
        draw_board,
        lambda trace: draw_board(trace.puzzle),
        lambda trace: draw_board(trace, title=HOSTILE),
        lambda trace: draw_board(trace, ax=Figure().subplots()),
        lambda trace: draw_change(trace, 2),
        draw_counts,
    ],
)
def test_a_hostile_name_is_shown_as_the_characters_it_has(draw):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = draw(_hostile_trace())
        drawn = io.BytesIO()
        with matplotlib.rc_context({"svg.fonttype": "none"}):
            figure.savefig(drawn, format="svg")
    root = ElementTree.fromstring(drawn.getvalue())
    assert not [element for element in root.iter() if "script" in element.tag]
    shown = "".join("".join(root.itertext()).split())
    assert "<script>alert(1)</script>$\\frac{1}{0}$$x$100%[31m" in shown


def test_text_from_outside_is_one_line_without_control_characters():
    assert plain("a\n\tb\x00c\u202ed") == "a b c d"
    assert plain("x" * 1000) == "x" * 299 + "…"
    assert drawable("a\u4e2db") == "a□b"


def test_lines_are_broken_where_they_no_longer_fit():
    text = "remove 1 from r1c3: r1c2 < r1c3 and r1c2 = 3 " + "x" * 80
    lines = wrap(text, 11, 150)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width(line, 11) <= 150 for line in lines)
    assert wrap("", 11, 150) == []


# -- in a notebook --------------------------------------------------------------------------------


def test_a_figure_shows_itself_in_a_notebook():
    figure = draw_board(MRV, WIPE_OUT)
    png, size = figure._repr_png_()
    wide, high = (int.from_bytes(png[start : start + 4], "big") for start in (16, 20))
    assert png.startswith(b"\x89PNG")
    assert (wide, high) == pytest.approx((1.25 * size["width"], 1.25 * size["height"]), abs=2)


def _shown(figure):
    """What a page shows of a figure: by class, the SVG behind each image."""
    images = re.findall(r'<img class="([\w-]+)" src="([^"]+)"', figure._repr_html_())
    start = "data:image/svg+xml,"
    return {name: unquote(source.removeprefix(start)) for name, source in images}


def test_a_page_has_a_light_and_a_dark_picture_and_hides_the_dark_one_by_itself():
    html = draw_board(MRV, WIPE_OUT)._repr_html_()
    assert set(_shown(draw_board(MRV, WIPE_OUT))) == {"fsl-light", "fsl-dark"}
    assert html.endswith(';display:none">')  # also where the style sheet is taken out
    assert f'alt="{MRV.puzzle.name}: {MRV.run.settings};' in html
    assert set(_shown(draw_board(MRV, WIPE_OUT, dark=True))) == {"fsl-only"}


def _contrast(one, other):
    """As the Web Content Accessibility Guidelines define it."""

    def luminance(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _own_chart():
    figure, axes = chart()
    axes.plot([1, 2], [3, 4], label="mine")
    axes.set(xlabel="nodes", ylabel="checks", title="A plot of one's own")
    axes.legend()
    return figure


@pytest.mark.parametrize("draw", [_own_chart, lambda: draw_counts(MRV, record(INPUT2, "bt"))])
def test_every_word_of_a_chart_is_readable_on_its_paper_light_or_dark(draw):
    for name, paper in (("fsl-light", LIGHT.paper), ("fsl-dark", DARK.paper)):
        svg = _shown(draw())[name]
        assert paper.lower() in svg
        words = re.findall(r'<g id="text_\d+"><g style="fill: (#\w{6})', svg)
        assert len(words) == svg.count('<g id="text_')  # none is left in black by chance
        assert all(_contrast(colour, paper) >= 4.5 for colour in words)


def test_no_grey_is_readable_on_white_and_on_the_dark_theme_so_there_are_two_pictures():
    greys = (f"#{level:02x}{level:02x}{level:02x}" for level in range(256))
    assert max(min(_contrast(grey, "#ffffff"), _contrast(grey, "#111111")) for grey in greys) < 4.5


# -- several boards ------------------------------------------------------------------------------


def test_four_boards_fill_a_notebooks_page_and_every_character_can_be_read():
    figure = draw_boards(MRV, INPUT2, MRV, INPUT2, titles=["one", "two", "three", "four"])
    assert figure.get_figwidth() <= 8.2  # what JupyterLab has in a window 1,280 wide
    texts = [text for text in figure.findobj(Text) if text.get_text() and text.get_visible()]
    assert min(text.get_fontsize() for text in texts) >= 8  # points: 11 pixels
    assert [text.get_text() for text in figure.texts if text.get_weight() == "bold"] == [
        *("one", "two", "three", "four")
    ]


@pytest.mark.parametrize(
    "wrong", [{}, {"whats": [INPUT2], "titles": ["a", "b"]}, {"whats": [INPUT2], "columns": 0}]
)
def test_boards_and_titles_have_to_fit(wrong):
    with pytest.raises(ValueError, match="draw_boards takes one board or more"):
        draw_boards(*wrong.pop("whats", []), **wrong)


@pytest.mark.parametrize(
    ("drawing", "unloaded"),
    [
        (
            "for figure in draw_board(trace, 100), draw_counts(trace): figure.savefig('/dev/null')",
            "matplotlib.pyplot pandas graphviz",
        ),
        ("draw_tree(trace).pipe('svg')", "matplotlib numpy pandas"),
    ],
    ids=["board and counts", "tree"],
)
def test_a_picture_loads_only_what_it_needs(drawing, unloaded):
    """Not pyplot either: a figure that it knows of would show twice."""
    script = f"""
import sys
from futoshiki_lab import {", ".join(re.findall("draw_[a-z]+", drawing))}, load, record
trace = record(load("nyu/Input2"), "fc")
{drawing}
print(*sys.modules)
"""
    run = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert not set(unloaded.split()) & set(run.stdout.split())


def test_a_board_is_drawn_on_axes_that_are_given():
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    assert draw_board(MRV, WIPE_OUT, ax=left) is figure
    assert draw_board(INPUT2, ax=right) is figure
    assert isinstance(left, Axes)
    assert "∅" in [text.get_text() for text in left.texts]
    assert len(figure.axes) == 2


# -- wrong solutions -----------------------------------------------------------------------------


def test_a_wrong_solution_is_marked_cell_by_cell_and_sign_by_sign():
    trace = record(load("nyu/Input1"), checks_rows_only)
    by_trace = draw_board(trace)
    by_grid = draw_board(trace.puzzle, solution=trace.run.solution)
    faults = [cells for cells, _ in trace.puzzle.faults(trace.run.solution)]
    for figure in (by_trace, by_grid):
        marked = {artist.get_gid() for artist in figure.axes[0].get_children()}
        wrong = {gid for gid in marked if gid and gid.startswith("broken ")}
        signs = {sign for sign in trace.puzzle.signs if tuple(sorted(sign)) in faults}
        assert wrong == {f"broken {cell}" for cells in faults for cell in cells} | {
            f"broken {sign}" for sign in signs
        }
        assert len(signs) == 2
        crosses = [text for text in figure.axes[0].texts if text.get_text() == "×"]
        assert len(crosses) == len({cell for cells in faults for cell in cells})
    right = draw_board(record(trace.puzzle))
    assert not any("broken" in (artist.get_gid() or "") for artist in right.axes[0].get_children())
