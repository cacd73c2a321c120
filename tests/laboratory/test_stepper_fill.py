"""The stepper where it fills the window, as a plain page."""

from dataclasses import replace
from itertools import combinations

import pytest
from conftest import PlainPage, few
from steppers import large, recorded

from futoshiki_lab import Stepper, random_puzzles, record
from futoshiki_lab.stepper.pages import STYLES, script_of

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

SCREENS = [(1280, 720), (1366, 768), (1440, 900), (1600, 900), (1920, 1080)]

# Every text that can be seen and is too small, with the size of its letters on the screen; what is
# left in a cell is told by its slot, too. What a canvas writes is caught as it is written.
SMALL = """() => {
    const found = [], root = document.querySelector('.fsl');
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const node = texts.currentNode, parent = node.parentElement;
        const seen = parent.checkVisibility({visibilityProperty: true});
        if (!node.textContent.trim() || !seen) continue;
        const size = parseFloat(getComputedStyle(parent).fontSize);
        const least = parent.closest('.fsl-pencil, .fsl-cut') ? 13.9 : 19.9;
        found.push([node.textContent, size * (parent.getScreenCTM?.().a ?? 1), least]);
    }
    for (const {tree, timeline} of root.stepper.panels) for (const view of [tree, timeline]) {
        if (!view.canvas.checkVisibility()) continue;
        const {brush} = view, fill = brush.fillText;
        brush.fillText = text => found.push([text, parseFloat(brush.font), 19.9]);
        view.paint();
        brush.fillText = fill;
    }
    return found.filter(([text, size, least]) => size < least);
}"""
PARTS = """.fsl-board, .fsl-sentence, .fsl-counters, .fsl-source, .fsl-tree, .fsl-transport,
    .fsl-facing"""
CUT = """() => [...document.querySelectorAll(".fsl, .fsl-runs, .fsl-title, .fsl-title > *," +
        ".fsl-sentence, .fsl-counters, .fsl-counter, .fsl-transport, .fsl-tree")]
    .filter(node => node.checkVisibility() && node.tagName !== "B"  // a long name may be
        && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1)
        && node.clientWidth)
    .map(node => `${node.className}: ${node.innerText}`)"""


@pytest.fixture(scope="module")
def traces():
    return {look: recorded("nyu/Input2", look) for look in ("bt", "fc")}


@pytest.mark.parametrize("looks", [("fc",), ("bt", "fc")])
def test_all_is_seen_and_nothing_is_small_or_jumps(play, traces, looks):
    player = play(*map(traces.get, looks))
    player.press("f")
    for width, height in SCREENS:
        player.resize(width, height)
        parts = shown(player)
        assert len(parts) == (6 if len(looks) == 1 else 8)
        for left, top, right, bottom in parts:
            assert 0 <= left <= right - 150 <= width - 150
            assert 0 <= top <= bottom - 25 <= height - 25
        for a, b in combinations(parts, 2):
            assert are_apart(a, b)
        boards = player.places(".fsl-board")
        assert len({top for _, top, _, _ in boards}) == 1
        side = min(boards[0][2] - boards[0][0], boards[0][3] - boards[0][1])
        assert side > (0.5 if len(looks) == 2 else 0.85) * height or side > 0.3 * width
        for key in ("n", "n", "c", "p", "w", "d", "b", "End", "Home"):
            player.press_and_wait(key)
            for place, old in zip(shown(player), parts, strict=True):
                assert place == pytest.approx(old, abs=0.5)
            assert player.page.evaluate(CUT) == []
            assert player.page.evaluate(SMALL) == []


def shown(player):
    """Where the parts are that are shown."""
    return [part for part in player.places(PARTS) if part[2] > part[0]]


def are_apart(a, b):
    """Whether two places on the screen share at most an edge."""
    return a[2] <= b[0] + 1 or b[2] <= a[0] + 1 or a[3] <= b[1] + 1 or b[3] <= a[1] + 1


def test_conflict_sets_have_room(play):
    jumping, plain = (recorded("nyu/Input1", "fc", jump=jump) for jump in (True, False))
    player = play(jumping, plain, width=1280, height=720)
    player.press("f", "u")
    for key in ("j", "b", "j", "j", "End"):
        player.press_and_wait(key)
        assert player.page.evaluate(CUT) == []
        assert player.page.evaluate(SMALL) == []
        box = player.page.locator(".fsl-conflicts").bounding_box()
        assert box["height"] > 60
        assert box["y"] + box["height"] <= 720


@pytest.mark.parametrize(("n", "runs"), few([(3, 2), (7, 2), (9, 1), (12, 2), (20, 2), (20, 1)], 3))
def test_boards_of_every_size_are_legible(play, n, runs):
    player = play(*[large(n)] * runs, width=1280, height=720)
    player.press("f")
    for key in ("n", "p", "PageDown", "c"):
        player.press_and_wait(key)
        assert player.page.evaluate(SMALL) == []
    assert player.page.evaluate(CUT) == []


# Pick the node whose answer is the longest of all that came to nothing.
PICK = """panel.go(run.length);
    const failed = node => run.last[node] && !run.alive[node];
    const words = node => failed(node) ? run.blame.words(node, run.length) : "";
    const nodes = [...run.kind.keys()].sort((a, b) => words(b).length - words(a).length);
    panel.pick(nodes[0]);
    return new Promise(done => setTimeout(() =>
        done(panel.notes.scrollHeight - panel.notes.clientHeight)));"""


@pytest.mark.parametrize("runs", [("fc jump",), ("bt", "fc"), ("fc", "fc jump")])
@pytest.mark.parametrize("fill", [True, False])
def test_an_answer_is_whole_beside_the_counters_and_the_trees_foot(play, runs, fill):
    words = [name.partition(" ") for name in runs]
    shown = [recorded("nyu/Input1", look, jump=bool(jump)) for look, _, jump in words]
    player = play(*shown, width=1280, height=720)
    player.press_and_wait(*("f" if fill else ""))
    assert player.panel(PICK) == 0  # nothing of it has to be scrolled to
    buttons, counters = player.places(".fsl-note button"), player.places(".fsl-counters")
    [left, top, right, bottom] = player.places(".fsl-note")[0]
    assert 0 <= left < right <= 1280
    assert 0 <= top < bottom <= 720
    assert buttons
    for box in buttons:
        assert left < box[0] < box[2] < right
        assert top < box[1] < box[3] < bottom
    for box in counters:
        assert bottom <= box[1] or box[3] <= top
    if len(runs) == 1:
        assert bottom <= player.places(".fsl-tree")[0][3] - 60


def test_a_long_name_leaves_room_for_what_stands_beside_it(play):
    (puzzle,) = random_puzzles(12, 30, 12, 1, seed=1)
    named = replace(puzzle, name="a name of six hundred characters " * 18 + "w" * 100)
    player = play(record(named, "fc", "mrv_degree", "lcv", event_limit=9000), step=8826)
    title = player.page.locator(".fsl-title b").first.get_attribute("title")
    assert title == named.name
    for key in ("", "f"):
        player.press(*key)
        for width, height in [(1280, 720), (1920, 1080), (390, 844)]:
            player.resize(width, height)
            parts = ".fsl-title > :not(label, :empty), .fsl-tools button"
            boxes = [box for box in player.places(parts) if box[2] > box[0]]
            assert len(boxes) >= 2
            assert all(are_apart(*pair) for pair in combinations(boxes, 2))
            assert player.page.evaluate("document.documentElement.scrollWidth") <= width


def test_f_and_escape_and_the_button(play, traces):
    player = play(traces["fc"], width=1280, height=720)
    filled = "document.querySelector('.fsl').getBoundingClientRect().height === innerHeight"
    before = player.page.evaluate("document.documentElement.scrollHeight")
    assert not player.page.evaluate(filled)
    for enter, leave in (("f", "f"), ("f", "Escape")):
        player.press(enter)
        assert player.page.evaluate(filled)
        player.press("ArrowRight", "v", "ArrowDown", "Escape")  # from the board to the stepper
        assert player.page.evaluate(filled)
        player.press(leave)
        assert not player.page.evaluate(filled)
        assert player.page.evaluate("document.documentElement.scrollHeight") == before
    assert player.step == 2
    button = player.page.get_by_role("button", name="fill the window")
    button.click()
    assert player.page.evaluate(filled)
    button.click()
    assert not player.page.evaluate(filled)
    player.press("ArrowRight")
    assert player.step == 3
    assert player.errors == []


def test_full_screen_of_the_browser(play, traces):
    player = play(traces["fc"], width=1280, height=720)
    player.press("Shift+F")
    player.page.wait_for_function("document.fullscreenElement !== null")
    player.placed()
    # It lies on top: what is in the middle of the screen belongs to it.
    on_top = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.fsl') !== null"
    assert player.page.evaluate(on_top)
    player.press("ArrowRight")
    assert player.step == 1
    player.page.evaluate("document.exitFullscreen()")  # as the browser does at Escape
    player.page.wait_for_function("!document.querySelector('.fsl-filling')")


def test_pages_lead_from_scene_to_scene(new_page, tmp_path, traces):
    shown = [Stepper(trace, step=step, by="event") for step, trace in enumerate(traces.values(), 5)]
    shown.append(Stepper(*traces.values(), step=0))
    players = "<p>words</p>".join(one.as_html() for one in shown)
    path = tmp_path / "page.html"
    path.write_text(f"<!DOCTYPE html><meta charset=utf-8>{STYLES}{players}{script_of()}", "utf-8")
    page = new_page(PlainPage, 1280, 720).page
    page.goto(path.as_uri())
    page.wait_for_function("document.querySelectorAll('.fsl').length === 3")
    page.locator(".fsl").first.focus()
    page.keyboard.press("f")
    here = """() => [...document.querySelectorAll('.fsl')].map(root =>
        [root.getBoundingClientRect().height === innerHeight, root === document.activeElement])"""
    steps = "[...document.querySelectorAll('.fsl')].map(root => root.stepper.steps[0])"
    bt, _ = traces.values()
    for key, scene, told in [
        ("PageDown", 0, [6, 6, 0]),  # the next move is told, and only then it goes on
        ("PageDown", 1, [6, 6, 0]),
        ("PageDown", 1, [6, 7, 0]),
        ("PageDown", 2, [6, 7, 0]),
        ("PageDown", 2, [6, 7, len(bt)]),  # how large both trees become
        ("PageDown", 2, [6, 7, len(bt)]),
        ("PageUp", 1, [6, 7, len(bt)]),
    ]:
        page.keyboard.press(key)
        assert page.evaluate(here) == [[at == scene] * 2 for at in range(3)]
        assert page.evaluate(steps) == told
    whole = "document.querySelectorAll('.fsl')[2].stepper.panels.map(({tree}) => tree.scaled.nodes)"
    assert page.evaluate(whole) == [bt.counts.nodes + 1] * 2
    page.keyboard.press("Escape")
    assert page.evaluate(here) == [[False, at == 1] for at in range(3)]
    box = page.locator(".fsl").nth(1).bounding_box()
    assert -box["height"] < box["y"] < 720  # the page is where the scene was left
