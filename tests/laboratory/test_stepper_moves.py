"""The stepper as a whole: moves of the search, whole trees, labels, jumps, phones, scenes."""

from itertools import combinations, pairwise

import pytest
from conftest import EXHAUSTIVE
from npm import run_node
from steppers import recorded, sent

from futoshiki_lab import load, record
from futoshiki_lab.core import Verb

STEPPER = "document.querySelector('.fsl').stepper"
RUNS = {"bt": {}, "fc": {}, "mac": {}, "bt jump": {"jump": True}}


def on_a_page(test):
    """A test in a browser, in which a worker shows its pages."""
    return pytest.mark.browser(pytest.mark.xdist_group(__name__)(test))


def trace_of(name):
    look, _, _ = name.partition(" ")
    return record(load("nyu/Input1"), look, **RUNS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", RUNS)
def test_every_move_is_a_setup_a_value_a_look_a_way_back_a_jump_or_a_solution(name):
    trace = trace_of(name)
    (found,) = run_node("stepper_states.mjs", [sent(trace)])["answers"]
    ends = found["moves"]["move"]
    assert ends[-1] == len(trace)
    verbs = {step: trace.event(step).verb for step in range(1, len(trace) + 1)}
    looking = {Verb.CHECK, Verb.PRUNE, Verb.WIPE_OUT}
    for before, end in pairwise([0, *ends]):
        inside = [verbs[step] for step in range(before + 1, end + 1)]
        if before == 0:
            assert inside.index(Verb.BEGIN) == len(inside) - 1
        elif Verb.SKIP in inside:
            assert inside == [Verb.BACKTRACK, *[Verb.RESTORE, Verb.SKIP] * (len(inside) // 2)]
        elif inside[-1] == Verb.RESTORE:
            assert set(inside[:-1]) <= {Verb.BACKTRACK}
        elif inside[-1] in looking | {Verb.ACCEPT}:
            assert set(inside[:-1]) <= looking
            assert verbs[before] == Verb.ASSIGN
        else:
            assert inside in ([Verb.ASSIGN], [Verb.SOLUTION], [Verb.BACKTRACK])


@pytest.mark.slow
@pytest.mark.parametrize("look", ["bt", "fc"])
def test_a_look_is_told_in_one_sentence_with_all_that_goes(look):
    trace = recorded("nyu/Input1", look)
    (found,) = run_node("stepper_states.mjs", [sent(trace)])["answers"]
    told = 0
    for (before, end), words in zip(
        pairwise([0, *found["moves"]["move"]]), found["moved"], strict=True
    ):
        checks = [s for s in range(before + 1, end + 1) if trace.event(s).verb == Verb.CHECK]
        gone = [s for s in range(before + 1, end + 1) if trace.event(s).verb == Verb.PRUNE]
        event = trace.event(end)
        if end == trace.steps("node")[0] - 1:
            assert words.startswith("setup: ")
        elif event.verb == Verb.ACCEPT and len(checks) > 1:
            told += 1
            assert words.startswith(f"{event.cell} = {event.value} survives its look: ")
            assert f"{len(checks)} checks" in words
            assert ("which remove" in words) == bool(gone)
            assert all(str(trace.event(step).value) in words for step in gone[:1])
        elif event.verb == Verb.WIPE_OUT:
            assert f"fails its look: {event.cell} has no value left" in words
    assert told > 10


# -- on a page ---------------------------------------------------------------------------------


@on_a_page
def test_a_run_opens_at_its_first_node_and_a_move_opens_into_events(play):
    trace = recorded("nyu/Input1", "fc")
    player = play(trace, step=None, by=None)
    node = trace.steps("node")[0]
    assert player.step == node
    player.page.evaluate("""() => addEventListener("animationstart",
        ({animationName}) => (globalThis.began ??= new Set()).add(animationName))""")
    player.press("ArrowRight")
    player.wait("() => globalThis.began?.size === 3")  # strikes, the tree, counters
    looked = player.step
    assert trace.event(looked).verb == Verb.ACCEPT
    gone = [step for step in trace.steps("prune") if node < step <= looked]
    assert player.page.locator(".fsl-cut[visibility=visible]").count() == len(gone) > 0
    player.press("ArrowDown")
    assert player.step == node + 1
    player.press("ArrowRight", "ArrowRight")
    assert player.step == node + 3
    assert "check" in player.text(".fsl-sentence").lower()
    player.press("ArrowUp")
    assert player.step == looked
    assert "survives its look" in player.text(".fsl-sentence")
    player.press("Home", "m")
    assert player.text(".fsl-sentence").startswith("Setup: ")
    player.press("ArrowDown")
    assert player.step == 1


@on_a_page
def test_the_counters_of_the_setup_are_seen_where_it_is_stepped(play):
    player = play(recorded("nyu/Input1", "fc"), width=1280, height=720)
    player.press("f", "c")
    setup, search = ("[data-counter=setup_checks]", "[data-counter=checks]")
    assert (player.sees(setup), player.sees(search)) == (1, 0)
    player.press("n", "c")
    assert (player.sees(setup), player.sees(search)) == (0, 1)


# How wide the paths to nodes become that the silhouettes of all panels draw, and their scales.
WIDTHS = f"""() => {STEPPER}.panels.map(({{tree}}) => {{
    const {{edges}} = tree.whole, xs = edges.map(([, x]) => x);
    return [Math.max(...xs) - Math.min(...xs), tree.width, tree.scaled.nodes];
}})"""


@on_a_page
def test_ten_to_one_is_seen_as_ten_to_one(play):
    traces = [recorded("nyu/Input2", look) for look in ("bt", "fc")]
    player = play(*traces, width=1280, height=720)
    player.press_and_wait("o", "End")
    nodes = [trace.counts.nodes for trace in traces]
    (wide, room, scale), (narrow, _, same) = player.page.evaluate(WIDTHS)
    assert scale == same == max(nodes) + 1
    assert 0.98 * room < wide <= room
    assert wide / narrow == pytest.approx(nodes[0] / nodes[1], rel=0.01)
    told = player.page.locator(".fsl-only").all_inner_texts()
    ways = [
        {tuple(node.label for node in run.tree.path(one.number)) for one in run.tree}
        for run in traces
    ]
    only = len(ways[0] - ways[1])
    assert told == [f"⚑ only here: {only:,} of {nodes[0]:,} nodes", "no node only here"]
    player.press_and_wait("Home", "h")
    (_, _, hidden), _ = player.page.evaluate(WIDTHS)
    assert hidden < 100  # with what comes hidden the scale does not tell how many nodes come
    assert player.errors == []


LABELS = f"""() => {{
    const {{tree}} = {STEPPER}.panels[0], {{brush}} = tree, boxes = [], fill = brush.fillText;
    brush.fillText = (text, x, y) => {{
        const wide = brush.measureText(text).width, [, size] = brush.font.match(/([\\d.]+)px/);
        boxes.push([x, y - size * 0.4, x + wide, y + size * 0.4, text]);
    }};
    tree.paint();
    brush.fillText = fill;
    return boxes;
}}"""


@on_a_page
@pytest.mark.parametrize("name", ["nyu/Input2", "nyu/Input3", "conjure/4x4"])
def test_labels_of_a_tree_never_run_into_each_other(play, name):
    player = play(recorded(name, "fc", event_limit=9000), width=1280, height=720)
    player.press("f")
    written = set()
    for key in ("n", "n", "d", "n", "b", "n", "d", "n"):
        player.press_and_wait(key)
        labels = player.page.evaluate(LABELS)
        written |= {label[4][0] for label in labels}
        for a, b in combinations(labels, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1], (a, b)
    assert "r" in written  # the cell and the value of a node


@on_a_page
@pytest.mark.parametrize("fill", [True, False])
def test_a_jump_is_in_view_with_its_source_its_target_and_what_it_skips(play, fill):
    trace = recorded("nyu/Input3", "bt", jump=True)
    player = play(trace, by="move", width=1280, height=720)
    player.press(*("f" if fill else ""))
    for _ in range(len(trace.steps("skip")) if EXHAUSTIVE else 12):
        player.press_and_wait("j")
        outside = player.panel(
            """const {leaps} = run, at = leaps.to.indexOf(tree.step), way = [];
            for (let node = leaps.start[at]; node >= leaps.end[at]; node = run.parent[node])
                way.push(node);
            const seen = ({x, y}) => x >= 0 && y >= 0 && x <= tree.width && y <= tree.height;
            const inside = new Set(tree.items.filter(seen).map(({node}) => node));
            return at < 0 ? ["no jump"] : way.filter(node => !inside.has(node));"""
        )
        assert outside == []


BUTTONS = ".fsl-transport button:not(.fsl-menu *, .fsl-help *)"


@on_a_page
def test_a_phone_has_four_buttons_swipes_and_a_way_out(play):
    traces = [recorded("nyu/Input1", look) for look in ("bt", "fc")]
    for shown in (traces[1:], traces):
        player = play(*shown, by="node", width=390, height=844, context={"has_touch": True})
        assert player.sees(".fsl-board") == 1  # of two runs one at a time
        buttons = [box for box in player.places(BUTTONS) if box[2] > box[0]]
        assert len(buttons) == 4
        assert len({round(top) for _, top, _, _ in buttons}) == 1
        board = player.box(".fsl-board")
        y, before = board["y"] + board["height"] / 2, player.step
        swipe(player.page, 300, 80, y)
        assert player.step > before
        swipe(player.page, 80, 300, y)
        assert player.step == before
        player.press("f")
        way_out = player.page.get_by_role("button", name="fill the window")
        left, top, right, bottom = player.places(".fsl-fill-button")[0]
        assert 0 <= left < right <= 390
        assert 0 <= top < bottom <= 844
        way_out.tap()
        assert player.page.locator(".fsl-filling").count() == 0
        assert player.errors == []
    second = player.page.locator(".fsl-title").nth(1)
    second.tap()
    assert player.page.evaluate(f"{STEPPER}.lead") == 1
    assert player.sees(".fsl-board") == 1


def swipe(page, start, end, y):
    """A finger that goes over the board."""
    session = page.context.new_cdp_session(page)
    for kind, x in [("touchStart", start), ("touchMove", (start + end) / 2), ("touchMove", end)]:
        points = {"type": kind, "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", points)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@on_a_page
@pytest.mark.parametrize(("width", "height"), [(640, 360), (940, 400)])
def test_in_a_low_window_the_board_and_the_buttons_are_in_sight_together(play, width, height):
    player = play(recorded("nyu/Input1", "fc"), width=width, height=height)
    for fill in (False, True):
        player.press(*("f" if fill else ""))
        player.placed()
        [board], [bar] = player.places(".fsl-board"), player.places(".fsl-transport")
        assert 0 <= board[1] < board[3] <= height + 1
        assert board[2] <= bar[0]
        assert 0 <= bar[1] < bar[3] <= height + 1
