"""Boards and charts: what a picture consists of, before and after it is drawn."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import unquote

import matplotlib
import numpy as np
import pytest
from broken import checks_rows_only
from conftest import in_a_process
from hostile import HOSTILE, SHOWN, hostile_trace, read_figure
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from PIL import Image

from futoshiki_lab import (
    Cell,
    Puzzle,
    chart,
    draw_board,
    draw_boards,
    draw_change,
    draw_trees,
    load,
    record,
)
from futoshiki_lab.core import Reason
from futoshiki_lab.draw.figures import width
from futoshiki_lab.draw.ink import BLUE, DARK, GREY, LIGHT, ORANGE, SKY, Shape, Words
from futoshiki_lab.draw.puzzle_scene import puzzle_scene
from futoshiki_lab.draw.scene import GAP, MARGIN, SIDE, slots, trace_scene
from futoshiki_lab.draw.svg import marks_of, state_as_svg
from futoshiki_lab.stepper.export import styles

INPUT2 = load("nyu/Input2")
BT, FC, MAC = (record(INPUT2, name, node_limit=300) for name in ("bt", "fc", "mac"))
MRV = record(INPUT2, "fc", select="mrv")
WIPE_OUT = MRV.steps("wipe-out")[0]
PRUNE = MRV.previous(WIPE_OUT, "prune")


class Shown:
    """The marks of a board with cells of one point, its upper left cell at (0, 0)."""

    def __init__(self, what, step=None, solution=None):
        puzzle = isinstance(what, Puzzle)
        scene = puzzle_scene(what, solution) if puzzle else trace_scene(what, step)
        corner = -MARGIN, -MARGIN
        self.marks = marks_of(scene, 1, LIGHT, corner=corner, labels=False)
        self.slots = slots(scene.puzzle.size)
        self.words = [mark for mark in self.marks if isinstance(mark, Words)]
        self.shapes = {mark.name: mark for mark in self.marks if isinstance(mark, Shape)}

    def names(self, start):
        return {mark.name for mark in self.marks if mark.name.startswith(start)}

    def pencil(self, cell):
        """The pencil digits of a cell, by value."""
        return {int(word.text): word for word in self.words if word.name.startswith(f"{cell} ")}

    def struck(self, name):
        """The values that are struck through, each with its cell, by where the strokes lie."""
        found = set()
        for ends in self.shapes[name].parts if name in self.shapes else ():
            x, y = np.mean(ends, axis=0)
            cell, places = Cell(int(y), int(x)), self.slots
            near = min(places, key=lambda v: np.hypot(x % 1 - places[v][0], y % 1 - places[v][1]))
            found.add((cell, near))
        return found


def _texts(figure):
    """Everything that can be read."""
    return [text.get_text() for text in figure.findobj(Text) if text.get_text()]


def test_assigned_values_are_large_and_blue():
    board, values = Shown(MRV, WIPE_OUT), MRV.state(WIPE_OUT).values
    large = [word for word in board.words if word.colour == BLUE]
    own = [str(value) for cell, value in values.items() if cell not in INPUT2.givens]
    assert sorted(word.text for word in large) == sorted(own)
    mark = next(iter(board.pencil(Cell(0, 0)).values()))
    assert all(word.size > 1.5 * mark.size for word in large)


def test_what_is_in_play_is_framed_dashed_and_joined_in_sky_blue():
    event, board = MRV.event(PRUNE), Shown(MRV, PRUNE)
    current, checked = board.shapes[f"current {event.other}"], board.shapes[f"checked {event.cell}"]
    assert (current.edge, current.dashes) == (ORANGE, ())
    assert checked.dashes
    assert board.shapes[f"in play {event.constraint}"].edge == SKY


def test_givens_are_bold_on_grey_and_a_puzzle_alone_has_no_pencil_marks():
    board = Shown(INPUT2)
    (cell,) = INPUT2.givens
    assert [(word.text, word.bold) for word in board.words if word.text.isdigit()] == [("3", True)]
    filled = [name for name, shape in board.shapes.items() if shape.fill == LIGHT.given]
    assert filled == [f"cell {cell}"]


def test_a_pruned_value_stays_as_a_struck_through_digit():
    board, state = Shown(MRV, PRUNE - 1), MRV.state(PRUNE - 1)
    free = [cell for cell in state.domains if cell not in state.values]
    gone = {(c, v) for c in free for v in INPUT2.values if v not in state.domains[c]}
    gone -= {(cell, value) for cell, value in gone if cell in INPUT2.givens}
    assert board.struck("pruned") | board.struck("just pruned") == gone != set()
    assert all(board.pencil(cell)[value].colour == GREY for cell, value in gone)


def test_a_wiped_out_cell_is_hatched_and_says_so():
    board = Shown(MRV, WIPE_OUT)
    assert board.names("wiped-out") == {f"wiped-out {MRV.event(WIPE_OUT).cell}"}
    assert "∅" in [word.text for word in board.words]
    assert not Shown(MRV, PRUNE - 1).names("wiped-out")


def test_a_question_shows_the_values_left_and_gaps_and_its_cell_has_a_frame():
    state = MRV.state(PRUNE)
    picture = state_as_svg(INPUT2, state.values, state.domains, Cell(0, 0))
    texts = re.findall(">([1-5])</text>", picture)
    assert len(texts) == len(state.values) + sum(
        len(domain) for cell, domain in state.domains.items() if cell not in state.values
    )
    assert GREY not in picture
    assert 'stroke="currentColor" stroke-width="4.8"' in picture


def test_every_sign_stands_between_its_cells_and_opens_to_the_larger():
    pairs = [((0, 0), (0, 1)), ((0, 2), (0, 1)), ((0, 0), (1, 0)), ((2, 0), (1, 0))]
    board = Shown(Puzzle([[0] * 3] * 3, frozenset(pairs)))
    middle, between = SIDE / 2, SIDE + GAP / 2
    assert {(round(w.x, 3), round(w.y, 3)): w.text for w in board.words} == {
        (round(between, 3), round(middle, 3)): "<",
        (round(1 + between, 3), round(middle, 3)): ">",
        (round(middle, 3), round(between, 3)): "∧",
        (round(middle, 3), round(1 + between, 3)): "∨",
    }


def test_every_cell_of_a_deduction_is_dashed():
    pair = Reason("naked pair", "r1c1 and r1c2 share {1, 2}", (Cell(0, 0), Cell(0, 1)))

    def look(board, cell):
        board.prune(Cell(0, 2), 1, because=pair)
        return False

    trace = record(Puzzle([[0] * 3] * 3), look, node_limit=1)
    step = trace.next(0, "prune")
    board = Shown(trace, step)
    assert board.names("current") == {"current r1c1"}
    assert board.names("checked") == {"checked r1c2", "checked r1c3"}
    assert any("r1c1 and r1c2 share {1, 2}" in text for text in _texts(draw_board(trace, step)))


def test_a_line_between_distant_cells_hides_no_digit():
    """It runs between the rows and columns, where no digit stands."""
    events = ((step, MAC.event(step)) for step in MAC.steps("check"))
    far = [s for s, e in events if sum(np.abs(np.subtract(e.cell, e.other))) > 1]
    for step in far[:: len(far) // 12]:
        board = Shown(MAC, step)
        (name,) = board.names("in play")
        (way,) = board.shapes[name].parts
        for x, y in matplotlib.path.Path(way).interpolated(50).vertices:
            assert not (0.001 < x % 1 < SIDE - 0.001 and 0.001 < y % 1 < SIDE - 0.001)


@pytest.mark.parametrize("shown", [False, True], ids=["run", "grid"])
def test_a_wrong_solution_is_marked_cell_by_cell_and_sign_by_sign(shown):
    trace = record(load("nyu/Input1"), checks_rows_only)
    board = Shown(trace.puzzle, solution=trace.run.solution) if shown else Shown(trace)
    faults = [cells for cells, _ in trace.puzzle.faults(trace.run.solution)]
    cells = {cell for cells in faults for cell in cells}
    signs = {sign for sign in trace.puzzle.signs if tuple(sorted(sign)) in faults}
    assert len(signs) == 2
    assert board.names("broken") == {f"broken {one}" for one in cells | signs}
    assert [word.text for word in board.words].count("×") == len(cells)
    assert not Shown(record(trace.puzzle)).names("broken")


def test_title_sentence_and_counters_stand_around_the_board_and_lines_have_names():
    assert set(_texts(draw_board(MRV, WIPE_OUT))) > {
        "wipe-out: r5c3 has no value left",
        "nodes 5 · checks 120 · prunes 34 · wipe-outs 1 · backtracks 0",
        "nyu/Input2: fc, mrv, ascending",
        "step 216 of 4,003",
        *("r1", "r5", "c1", "c5"),
    }
    bare = _texts(draw_board(MRV, WIPE_OUT, title="T", plain=True))
    assert all(text == "T" or len(text) < 3 for text in bare)


def test_a_solution_is_written_into_a_puzzle_and_judged():
    solution = MRV.run.solution
    assert "a solution" in _texts(draw_board(INPUT2, solution=solution))
    wrong = _texts(draw_board(INPUT2, solution=[solution[1], *solution[1:]]))
    assert any(text.startswith("not a solution:") for text in wrong)


def test_nothing_is_cut_off():
    puzzle = Puzzle(INPUT2.grid, INPUT2.signs, "a name of many words " * 8 + "x" * 200)
    long = record(puzzle, "fc", node_limit=20)
    few = draw_board(Puzzle([[0]])), draw_change(MRV, 400), draw_boards(long, MRV, puzzle)
    for figure in (draw_board(long), *few):
        box = figure.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
        wide, high = figure.get_size_inches()
        assert min(box.x0, box.y0, wide - box.x1, high - box.y1) > -1e-9


@pytest.mark.slow
@pytest.mark.parametrize("size", [1, 2, 9, 12, 13, 32])
def test_pencil_marks_and_values_of_every_size_fit_their_cells(size):
    trace = record(Puzzle([[0] * size for _ in range(size)]), "bt", event_limit=3)
    for word in Shown(trace, 2).words:
        if word.text.isdigit():
            assert width(word.text, 100, "bold") * word.size / 100 <= SIDE
    assert max(draw_board(trace, 2).get_size_inches()) < 13


def test_on_a_large_board_tiles_stand_for_digits_and_the_words_name_the_values():
    trace = record(Puzzle([[5] + [0] * 15] + [[0] * 16 for _ in range(15)]), "fc", event_limit=200)
    step = trace.steps("prune")[0]
    board, event = Shown(trace, step), trace.event(step)
    assert not board.pencil(Cell(3, 3))
    assert len(board.shapes["left"].parts) == 255 * 16 - 1
    assert board.struck("just pruned") == {(event.cell, event.value)}
    left = ", ".join(map(str, trace.state(step).domains[event.cell]))
    assert f"{event.cell} has {left}" in " ".join(_texts(draw_board(trace, step)))


def _struck_in(figure):
    """How many values a figure shows as just pruned."""
    lines = figure.findobj(lambda artist: artist.get_gid() == "just pruned")
    return sum(len(line.get_path().vertices) // 2 for line in lines)


def test_a_change_shows_what_one_node_prunes_whichever_step_of_it_is_named():
    node = MRV.tree[9]
    figure = draw_change(MRV, node.first)
    events = (MRV.event(step) for step in MRV.steps("prune"))
    pruned = [(event.cell, event.value) for event in events if event.node == node.number]
    assert _struck_in(figure) == len(pruned) > 0
    assert f"pruned {len(pruned)}: {pruned[0][1]} from {pruned[0][0]}, " in " ".join(_texts(figure))
    assert _texts(draw_change(MRV, node.first + 5)) == _texts(figure)


@pytest.mark.parametrize(
    "draw",
    [
        draw_board,
        lambda trace: draw_board(trace.puzzle),
        lambda trace: draw_board(trace, title=HOSTILE),
        lambda trace: draw_board(trace, ax=Figure().subplots()),
        lambda trace: draw_change(trace, 2),
        lambda trace: draw_trees(trace, MRV, whole=True),
    ],
)
def test_a_hostile_name_is_shown_as_the_characters_it_has(draw):
    assert SHOWN in read_figure(draw, hostile_trace())


def _shown(figure, theme):
    """The SVG that a page of this theme shows of a figure."""
    (source,) = re.findall(r'<img class="fsl-picture" src="data:image/svg\+xml,([^"]+)"', figure)
    svg = unquote(source)
    themes = dict(zip(("light", "dark"), re.findall(r":root\{(.*?)\}", svg), strict=True))
    colours = dict(re.findall(r"(--c\w{6}):(#\w{6});", themes[theme]))
    return re.sub(r"var\((--c\w{6})\)", lambda found: colours[found[1]], svg)


def test_a_picture_is_one_image_that_says_what_it_shows_and_a_dark_one_stays_dark():
    html = draw_board(MRV, WIPE_OUT)._repr_html_()
    assert html.count("<img") == 1
    assert f'alt="{MRV.puzzle.name}: {MRV.run.settings};' in html
    assert "var(" not in draw_board(MRV, WIPE_OUT, dark=True)._repr_html_()


@pytest.mark.browser
@pytest.mark.xdist_group(__name__)
def test_the_theme_of_the_page_decides_which_colours_a_picture_has(browser):
    page, html = browser.new_page(color_scheme="light"), draw_board(MRV)._repr_html_()
    papers = []
    for light in ("true", "false", "true"):
        page.set_content(f'<body data-jp-theme-light="{light}">{html}')
        page.wait_for_function("document.images[0].complete")
        seen = Image.open(BytesIO(page.locator("img").screenshot())).convert("RGB")
        papers.append("#{:02X}{:02X}{:02X}".format(*seen.getpixel((20, 200))))
    page.close()
    assert papers == [LIGHT.paper, DARK.paper, LIGHT.paper]


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


# Of the tokens: on which one each is read or seen, and how well.
SEEN = [("ink soft gone blue red-text green-text", "paper", 4.5), ("ink soft", "shade", 4.5)]
SEEN += [("ink", "given", 4.5), ("ink", "lit", 4.5), ("line red green hem", "paper", 3)]


@pytest.mark.parametrize("dark", [False, True])
def test_words_and_outlines_are_seen_on_what_they_stand_on_light_and_dark(dark):
    """What is gone is content: it says what forward checking did."""
    pair = r"--fsl-([\w-]+): .*?light-dark\((#\w{6}), (#\w{6})\)"
    colours = {name: both[dark] for name, *both in re.findall(pair, styles())}
    for names, ground, least in SEEN:
        for name in names.split():
            assert _contrast(colours[name], colours[ground]) >= least, (name, ground)


def _own_chart():
    figure, axes = chart()
    axes.plot([1, 2], [3, 4], label="mine")
    axes.set(xlabel="nodes", ylabel="checks", title="A plot of one's own")
    axes.legend()
    return figure


@pytest.mark.slow
@pytest.mark.parametrize("draw", [_own_chart, lambda: draw_trees(MRV, BT, whole=True)])
def test_every_word_of_a_chart_is_readable_on_its_paper_light_or_dark(draw):
    html = draw()._repr_html_()
    for theme, paper in (("light", LIGHT.paper), ("dark", DARK.paper)):
        svg = _shown(html, theme)
        assert paper.lower() in svg
        words = re.findall(r'<g id="text_\d+"><g style="fill: (#\w{6})', svg)
        assert len(words) == svg.count('<g id="text_')  # none is left in black by chance
        assert all(_contrast(colour, paper) >= 4.5 for colour in words)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("drawing", "unloaded"),
    [
        (
            "draw_board(trace, 100).savefig('/dev/null')",
            "matplotlib.pyplot pandas graphviz",
        ),
        ("draw_tree(trace).pipe('svg')", "matplotlib numpy pandas graphviz"),
    ],
    ids=["board", "tree"],
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
    assert not set(unloaded.split()) & set(in_a_process(script).split())


def test_a_board_is_drawn_on_axes_that_are_given():
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    assert draw_board(MRV, WIPE_OUT, ax=left) is figure
    assert draw_board(INPUT2, ax=right) is figure
    assert "∅" in [text.get_text() for text in left.texts]
    assert len(figure.axes) == 2
    box = left.get_tightbbox(FigureCanvasAgg(figure).get_renderer())
    assert box.x1 <= right.get_window_extent().x0  # nothing reaches into the other


def test_up_to_twelve_values_that_went_are_named():
    seen = set()
    for last in MRV.steps("prune")[10:18]:
        told = " ".join(_texts(draw_change(MRV, 0, until=last)))
        many, named = re.search(r"pruned (\d+): (.*)", told).groups()
        many = int(many)
        assert len(re.findall(r"\d from r\dc\d", named)) == min(many, 12)
        assert (f"and {many - 12} more" in named) == (many > 12)
        seen.add(many)
    assert {12, 13} <= seen
