"""The stepper in a real browser, as a plain file with no server."""

import linecache
from dataclasses import astuple
from itertools import pairwise

import pytest
from broken import checks_rows_only
from conftest import few, needs
from steppers import Player, large, recorded

from futoshiki_lab import Drive, MinConflicts, Puzzle, Stepper, load, queens, record
from futoshiki_lab.core import Verb
from futoshiki_lab.trace.trace import MOVES

# Plain pages need a browser but no JupyterLab: they may run beside the notebooks.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group(__name__)]

KINDS = ("event", "check", "node", "prune", "dead end", "wipe-out", "backtrack", "skip", "solution")
KEYS = dict(zip(KINDS, "ecnpdwbjs", strict=True))


@pytest.fixture(scope="module")
def trace():
    return recorded("nyu/Input1", "fc")


# -- what is shown ---------------------------------------------------------------------------


def test_every_view_shows_the_step(play, trace):
    player = play(trace)
    assert trace.outcome == "solved"
    wipe_out = trace.next(0, "wipe-out")
    for step in (0, 1, 40, 200, 700, wipe_out, 1234, len(trace) - 1, len(trace), 3):
        player.go(step)
        state = trace.state(step)
        for name, big, left in player.values():
            cell = next(cell for cell in trace.puzzle.cells if str(cell) == name)
            value = state.values.get(cell) or trace.puzzle[cell]
            assert big == (str(value) if value else "")
            if not value:
                assert left == list(state.domains[cell])
        sentence = trace.reason(step)
        begins_with_a_cell = sentence[0] == "r" and sentence[1].isdigit()
        said = sentence if begins_with_a_cell else sentence[0].upper() + sentence[1:]
        assert player.text(".fsl-sentence") == said
        numbers = player.page.locator(".fsl-counter b").all_inner_texts()
        assert [int(text.replace(",", "")) for text in numbers] == list(astuple(state.counts))
        if step:
            wiped = trace.event(step).verb.name == "WIPE_OUT"  # the line before it has pruned
            assert player.text(".fsl-code.fsl-lit").strip() == trace.event(step - wiped).line.text
        empty = [cell for cell, domain in state.domains.items() if not domain]
        assert player.page.locator(".fsl-wiped[visibility=visible]").count() == len(empty)
        assert f"step {step:,} of {len(trace):,}" in player.text(".fsl-where")
        assert "def prune" not in player.text(".fsl-source")
    assert player.errors == []


def test_all_cells_of_a_reason_are_lit(play):
    trace = recorded("unequal/5x5-tricky#1", "gac")
    player = play(trace)
    steps = [step for step in trace.steps("prune") if trace.event(step).deduction]
    for step in (steps[0], steps[len(steps) // 2], steps[-1]):
        player.at(step)
        event = trace.event(step)
        assert event.deduction.text in player.text(".fsl-sentence")
        lit = player.panel(
            """const at = mark =>
                mark.getAttribute("visibility") === "visible" && mark.getAttribute("transform");
            const shown = [...board.current.made, ...board.checked.made].map(at).filter(Boolean);
            return board.cells.flatMap((_, cell) => [-2, 1, 2].some(out => shown.includes(
                `translate(${board.x(cell) - out} ${board.y(cell) - out})`))
                ? [run.name(cell)] : []);"""
        )
        assert set(map(str, event.in_play)) <= set(lit)
    assert player.errors == []


def test_the_lit_line_is_in_view_and_the_page_stays_where_it_is(play, trace):
    player = play(trace, height=500)
    scrolled = player.page.evaluate("window.scrollY")
    for key in ("n", "c", "p", "d", "ArrowRight", "n"):
        player.press_and_wait(key)
        inside = player.page.evaluate(
            """() => {
                const line = document.querySelector('.fsl-code.fsl-lit').getBoundingClientRect();
                const box = document.querySelector('.fsl-source').getBoundingClientRect();
                return line.top >= box.top && line.bottom <= box.bottom + 1;
            }"""
        )
        assert inside
        assert player.page.evaluate("window.scrollY") == scrolled


def test_above_the_lit_line_stands_the_loop_that_it_is_in(play):
    trace = recorded("nyu/SampleInput", "bt")
    player = play(trace, height=720)
    player.at(trace.steps("node")[0])
    assert player.text(".fsl-code.fsl-lit").strip() == "mark = board.assign(cell, value)"
    above = player.page.evaluate(
        """() => {
            const { top } = document.querySelector('.fsl-source').getBoundingClientRect();
            return [...document.querySelectorAll('.fsl-code')]
                .filter(line => line.getBoundingClientRect().top >= top - 1)
                .map(line => line.textContent.trim());
        }"""
    )
    assert "for value in order(board, cell):" in above


def test_a_wrong_solution_looks_wrong_everywhere(play):
    trace = record(load("nyu/Input1"), checks_rows_only)
    player = play(trace, step=len(trace))
    assert player.text(".fsl-outcome") == "× wrong solution"
    assert "r1c1 ≠ r2c1 fails: 3 and 3" in player.text(".fsl-title")
    assert "Solution 1 is wrong: r1c1 ≠ r2c1" in player.text(".fsl-sentence")
    fills = player.panel(
        """const {brush} = tree, fills = [], fill = brush.fill.bind(brush);
        brush.fill = () => { fills.push(brush.fillStyle); fill(); };
        tree.paint();
        return fills;"""
    )
    assert "#009e73" not in fills  # green
    assert player.page.locator(".fsl-solved, .fsl-exhausted").count() == 0
    faulty = {cell for cells, _ in trace.puzzle.faults(trace.run.solution) for cell in cells}
    assert player.sees(".fsl-fault") == len(faulty) == 17
    crosses = player.page.locator(".fsl-fault:visible").all_text_contents()
    assert "×" in set(crosses) <= {"×", ""}
    assert player.page.locator(".fsl-signs .fsl-broken").count() == 2
    player.press("ArrowLeft")
    assert player.sees(".fsl-fault") == 0


def test_a_wrong_function_that_finds_nothing_is_not_called_a_proof(play):
    for wrong, told in ((), "no solution why?"), (("<lambda>",), "× no solution found"):
        trace = record(load("nyu/Input1"), lambda *_: False)
        trace.wrong = wrong
        assert play(trace).text(".fsl-outcome") == told


# -- what comes is hidden --------------------------------------------------------------------


PAINTED = """const {brush, canvas, veil, span, end, step} = timeline;
    const ratio = canvas.width / canvas.clientWidth, x = ((step / end) * span + 2) * ratio;
    const ahead = brush.getImageData(x, 0, canvas.width - x - 1, canvas.height * 0.7).data;
    return {
        depthAhead: ahead.some((one, at) => at % 4 === 3 && one > 0), veil: !veil.hidden,
        max: Number(veil.parentNode.getAttribute('aria-valuemax')), nodes: tree.layout.nodes,
        label: tree.canvas.getAttribute('aria-label'),
        xs: tree.items.map(({node}) => [node, tree.layout.xs[node]]),
    };"""


def test_what_comes_is_hidden_until_the_end_and_shown_on_request(play, trace):
    player = play(trace, step=700, hide_ahead=True)
    title = player.text(".fsl-title") + player.text(".fsl-where")
    assert not any(word in title for word in ("solved", "2,049", " of "))
    assert not player.page.locator(".fsl-outcome").is_visible()
    seen = player.panel(PAINTED)
    assert (seen["depthAhead"], seen["veil"], seen["max"]) == (False, True, 1024)
    assert seen["nodes"] == 1 + sum(node.first <= 700 for node in trace.tree if node.number)
    assert "of" not in seen["label"].partition(";")[0].split()
    player.press("x")
    player.page.get_by_label("what to go to").select_option("solution")
    solution = player.page.get_by_role("button", name="the next one")
    assert solution.get_attribute("aria-disabled") is None
    player.press("Escape", "h")
    assert "of 2,049" in player.text(".fsl-where")
    shown = player.panel(PAINTED)
    assert (shown["depthAhead"], shown["veil"], shown["max"]) == (True, False, 2049)
    assert shown["nodes"] == len(trace.tree)
    player.press("x")
    player.page.locator(".fsl-ahead").click()
    assert player.page.locator(".fsl-ahead").get_attribute("aria-pressed") == "true"
    assert player.page.locator(".fsl-veil").is_visible()
    player.press("End")
    assert player.page.locator(".fsl-outcome").is_visible()


def test_what_is_hidden_looks_the_same_whether_the_run_has_a_solution_or_not(play):
    """Two runs that part only later: nothing on the page tells them apart before."""

    def picture(solutions):
        trace = recorded("nyu/Input1", solutions=solutions)
        player = play(trace, step=600, hide_ahead=True, width=1280, height=800)
        player.placed()
        return player.page.screenshot()

    # Now and then the browser draws a letter's edge in another way: what tells is always there.
    assert any(picture(1) == picture("all") for _ in range(5))


def test_nodes_stay_where_they_are_while_what_comes_is_hidden(play):
    player = play(recorded("nyu/SampleInput", "fc"), hide_ahead=True)
    known = {}
    for _ in range(30):
        player.press_and_wait("n")
        for node, x in player.panel(PAINTED)["xs"]:
            assert known.setdefault(node, x) == x


def test_a_board_that_is_not_solved_is_not_called_so(play, trace):
    player = play(trace, step=len(trace) - 1)
    before = player.page.locator(".fsl-where").bounding_box()
    assert "solved" not in player.text(".fsl-title")
    player.press("ArrowRight")
    assert "solved" in player.text(".fsl-title")
    assert player.page.locator(".fsl-where").bounding_box() == before
    assert player.text(".fsl-outcome") == "solved"
    assert player.page.locator(".fsl-solved").count() == 2  # the board, the verdict
    assert player.page.locator(".fsl-fault:visible").count() == 0
    assert "wrong" not in player.text(".fsl")
    player = play(recorded("nyu/Input1", solutions="all"))
    player.press("End")  # here the board is empty again
    assert player.text(".fsl-outcome") == "exhausted"
    assert player.page.locator(".fsl-solved").count() == 0


def test_definitions_are_there_on_focus(play, trace):
    player = play(trace)
    tip = player.page.locator("[data-counter=wipeouts] .fsl-tip")
    assert not tip.is_visible()
    player.page.locator("[data-counter=wipeouts]").focus()
    assert tip.is_visible()
    assert "a domain becomes empty" in tip.inner_text()


# -- moves -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what", few([what for what in MOVES if what in KEYS and what != "skip"], 4)
)
def test_every_move_by_key_and_by_mouse(play, trace, what):
    player = play(trace)
    player.press("x")
    player.page.get_by_label("what to go to").select_option(what)
    buttons = player.page.locator(".fsl-jump button")
    player.page.locator(".fsl").focus()
    for onwards, backwards in (
        (lambda: player.press(KEYS[what]), lambda: player.press(f"Shift+{KEYS[what].upper()}")),
        (lambda: buttons.nth(1).click(force=True), lambda: buttons.nth(0).click(force=True)),
    ):
        player.press("Home")
        expected = 0
        for _ in range(3):
            expected = trace.next(expected, what) or expected
            onwards()
            assert player.step == expected
        expected = trace.previous(expected, what) or expected
        backwards()
        assert player.step == expected


def test_arrows_start_end_and_pages(play, trace):
    player = play(trace)
    player.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert player.step == 1
    player.press("End", "ArrowRight")
    assert player.step == len(trace)
    player.press("PageUp")
    assert player.step < len(trace)
    player.press("Home", "ArrowLeft")
    assert player.step == 0
    player.press("u", "u", "ArrowRight")  # from event to node
    assert player.step == trace.next(0, "node")


def test_play_and_pause(play, trace):
    player = play(trace)
    player.press(".", ".", ".", "Space")
    player.page.wait_for_function("document.querySelector('.fsl').stepper.steps[0] > 10")
    player.press("Space")
    here = player.step
    player.page.wait_for_timeout(200)
    assert player.step == here
    player.page.get_by_role("button", name="play or pause").click()
    player.page.wait_for_function(f"document.querySelector('.fsl').stepper.steps[0] > {here}")


def test_the_keys_are_listed_on_the_page(play, trace):
    """What is above the top of a page cannot be scrolled to."""
    player = play(trace)
    player.press("?")
    listed = player.text(".fsl-help")
    for what, key in KEYS.items():
        assert f"{key} / Shift+{key}" in listed
        assert what in listed
    for width, height in ((390, 844), (1280, 720), (2560, 1440)):
        player.resize(width, height)
        assert player.page.locator(".fsl-help").bounding_box()["y"] >= 0
    player.press("Escape")
    assert not player.page.locator(".fsl-help").is_visible()


def test_the_timeline_is_scrubbed_and_clicked(play, trace):
    player = play(trace)
    lanes = player.panel(
        """const {span, base} = timeline, box = timeline.node.getBoundingClientRect();
        return {left: box.left, span, ticks: box.top + base + 4, y: box.top};"""
    )
    mouse = player.page.mouse
    for lane in ("dead end", "failed value", "prune", "wipe-out"):
        x = lanes["left"] + lanes["span"] * trace.steps(lane)[3] / len(trace)
        mouse.click(x + 1, lanes["ticks"])
        assert player.step in trace.steps(lane)
        player.press("y")
    mouse.click(lanes["left"] + lanes["span"] + 1, lanes["ticks"])
    assert player.step == trace.steps("solution")[0]
    mouse.move(lanes["left"], lanes["y"] + 8)
    mouse.down()
    assert player.step == 0
    mouse.move(lanes["left"] + lanes["span"] / 2, lanes["y"] + 8, steps=5)
    assert abs(player.step - len(trace) / 2) < 10
    mouse.move(lanes["left"] + 9999, lanes["y"] + 8)
    mouse.up()
    assert player.step == len(trace)


def test_a_board_that_was_not_mended_shows_its_conflicts_and_a_tick_at_each_restart(play):
    trace = record(queens(6), MinConflicts(noise=0, steps=30, restart=4), seed=2)
    assert trace.outcome == "not found"
    begins = [step for step in trace.steps("event") if trace.event(step).verb == Verb.BEGIN]
    player = play(trace)
    x, ticks = player.panel(
        """const {span, base} = timeline, box = timeline.node.getBoundingClientRect();
        return [box.left + span * argument, box.top + base + 4];""",
        begins[2] / len(trace),
    )
    player.page.mouse.click(x + 1, ticks)
    assert player.step == begins[2]
    assert player.text(".fsl-sentence").startswith("Restart: every variable begins anew")
    values, rules = trace.state(begins[2]).values, trace.puzzle.constraints
    faulty = {
        x for x in values if any(not one.holds(values[x], values[y]) for y, one in rules[x].items())
    }
    assert player.page.locator(".fsl-fault:visible").count() == len(faulty)


def test_a_struck_out_value_says_when_and_why_it_went(play, trace):
    player = play(trace)
    pruned = trace.steps("prune")[30]
    event = trace.event(pruned)
    player.at(pruned + 1)
    x, y = player.panel(
        """const cell = board.cells.findIndex((_, at) => run.name(at) === argument[0]);
        const box = board.cells[cell].small[argument[1] - 1].getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];""",
        [str(event.cell), event.value],
    )
    player.page.mouse.click(x, y)
    said = player.text(".fsl-note")
    reason = trace.reason(pruned).removeprefix(f"remove {event.value} from {event.cell}")
    assert said.strip() == f"{event.value} was removed at step {pruned:,}{reason}"
    player.page.locator(".fsl-note button").click()
    assert player.step == pruned


def test_the_board_by_keyboard_alone(play, trace):
    player = play(trace)
    pruned = trace.steps("prune")[30]
    cell = trace.event(pruned).cell
    player.at(pruned)
    player.press("v", *["ArrowDown"] * cell.row, *["ArrowRight"] * cell.column, "Enter")
    assert f"was removed at step {pruned:,}" in player.text(".fsl-note")
    assert player.step == pruned  # the arrows moved in the board, not in the run
    player.press("Escape", "ArrowRight")
    assert player.step == pruned + 1


# -- the tree --------------------------------------------------------------------------------


def test_a_node_of_the_tree_is_gone_to(play):
    trace = recorded("conjure/4x4", "fc")
    player = play(trace)
    player.press("End")
    player.page.get_by_role("button", name="show all of it").click()
    for number in (1, 5, len(trace.tree) - 1):
        player.page.mouse.click(*player.node(number))
        assert player.step == trace.tree[number].first
        player.press("End")


def test_a_triangle_is_opened_and_says_what_it_hides(play):
    trace = recorded("nyu/Input1", "bt")
    player = play(trace)
    player.press("End")
    player.page.get_by_role("button", name="show all of it").click()
    folded = player.panel(
        """return tree.items.filter(item => item.folded).map(item => [item.node, item.folded])"""
    )
    assert folded
    assert all(trace.tree.subtree_sizes[node] == hidden for node, hidden in folded)
    assert not any(trace.tree.holds_solution[node] for node, _ in folded)
    node = max(folded, key=lambda pair: pair[1])[0]
    x, y = player.node(node)
    player.page.mouse.click(x, y)
    assert player.step == len(trace)
    assert player.node(node)[0] == pytest.approx(x, abs=1)  # it stays where it is
    player.page.get_by_role("button", name="show all of it").click()
    for child in trace.tree[node].children:
        player.node(child)


def test_the_tree_does_not_jump_while_the_run_is_in_a_collapsed_subtree(play):
    trace = recorded("nyu/Input2", "fc")
    player = play(trace)
    assert len(trace.tree) > 5000
    shown = "return [...tree.layout.visible(tree.step)].map(([node, x]) => [node, x]);"
    start = trace.tree[1000].first
    player.at(start)
    before = dict(player.panel(shown))
    for _ in range(40):
        player.press_and_wait("n")
        here = trace.tree.path(trace.event(player.step).node)
        after = dict(player.panel(shown))
        for above, node in pairwise(here):
            siblings = [n for n in above.children if trace.tree[n].first <= player.step]
            assert node.number in siblings
            assert set(siblings) <= set(after)
        both = before.keys() & after.keys()
        assert all(before[node] == after[node] for node in both)
        assert len(after) < 400
        before = after


def test_the_tree_by_keyboard_alone(play):
    trace = recorded("conjure/4x4", "fc")
    player = play(trace)
    player.press("End", "t", "ArrowUp", "ArrowUp")
    path = trace.tree.path(trace.event(len(trace)).node)
    assert path[-3].label in player.text(".fsl-note")
    player.press("Enter")
    assert player.step == path[-3].first


# -- side by side ----------------------------------------------------------------------------


def test_two_runs_are_held_in_step(play):
    backtracking, forward = recorded("nyu/Input1", "bt"), recorded("nyu/Input1", "fc")
    player = play(backtracking, forward)
    for _ in range(5):
        player.press("n")
    nodes = [trace.steps("node")[4] for trace in (backtracking, forward)]
    assert player.steps == nodes
    player.page.get_by_label("what the arrows and play move by").select_option("check")
    player.page.locator(".fsl").focus()
    player.press("Home")
    for _ in range(7):
        player.press("c")
    assert player.steps == [trace.steps("check")[6] for trace in (backtracking, forward)]
    player.press("u", "u", "u", "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    assert player.page.evaluate("document.querySelector('.fsl').stepper.by") == "event"
    assert player.steps == [3, 3]
    player.press("End")
    assert player.steps == [len(backtracking), len(forward)]
    assert player.errors == []


def test_the_longer_run_goes_on_when_the_shorter_has_ended(play):
    forward, backtracking = recorded("nyu/Input1", "fc"), recorded("nyu/Input1", "bt")
    player = play(forward, backtracking)
    player.at(len(forward))
    ended, other = player.steps
    assert ended == len(forward)
    player.press("n")
    assert player.steps == [ended, backtracking.next(other, "node")]
    player.press("Shift+N")
    assert player.steps[1] == other


def test_the_heading_counts_only_the_nodes_that_have_been_entered(play):
    """Which they are is tested in test_stepper_js.py."""
    player = play(recorded("nyu/Input1", "bt"), recorded("nyu/Input1", "fc"))
    marks = player.page.locator(".fsl-title .fsl-only")
    assert [told.strip() for told in marks.all_inner_texts()] == ["", ""]
    assert " of " not in player.text(".fsl-where")
    player.at(recorded("nyu/Input1", "bt").tree[300].first)
    so_far = marks.first.inner_text()
    assert "so far" in so_far
    player.press_and_wait("End")
    assert marks.first.inner_text() not in (so_far, "no node only here")
    assert marks.nth(1).inner_text() == "no node only here"


# -- how it looks ----------------------------------------------------------------------------


# Of what belongs in the first view: what is not, is cut or covered; controls; what has an outline,
# without cells; how high the digits of a domain are; how wide the source's bar is.
SEEN = """main => {
    const root = document.querySelector(".fsl"), found = [];
    const shown = part => [...root.querySelectorAll(part)].filter(one =>
        one.checkVisibility({opacityProperty: true, visibilityProperty: true}) && one.clientWidth);
    for (const part of [".fsl-board", ".fsl-sentence, .fsl-quiz-words", main]) {
        const boxes = shown(part).map(one => one.getBoundingClientRect());
        if (!boxes.length) found.push(`no ${part}`);
        for (const {left, top, right, bottom} of boxes)
            if (left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5)
                found.push(`${part}: ${[left, top, right, bottom]}`);
    }
    const whole = ".fsl-sentence, .fsl-counter, .fsl-facing, .fsl-transport, .fsl-quiz-bar";
    for (const one of [document.documentElement, root, ...shown(whole)])
        if (one.scrollWidth > one.clientWidth + 1 || one.matches(".fsl-sentence")
            && one.scrollHeight > one.clientHeight + 1) found.push(`cut: ${one.className}`);
    const clear = "rgba(0, 0, 0, 0)", sides = ["Left", "Top", "Right", "Bottom"];
    const outlined = shown(":not(.fsl-board, .fsl-board *)").filter(one => sides.some(side =>
        parseFloat(getComputedStyle(one)[`border${side}Width`])
        && getComputedStyle(one)[`border${side}Color`] !== clear));
    const digit = shown(".fsl-board")[0].querySelector(".fsl-pencil text"),
        controls = shown("button, select, input, summary").filter(one => !one.matches(".fsl-quiz *")
            || one.getBoundingClientRect().top < innerHeight);
    for (const one of controls) {
        const {left, right, top, bottom} = one.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        let bar = hit; // at the foot of a phone: what is below it can be scrolled
        while (bar && getComputedStyle(bar).position !== "sticky") bar = bar.parentElement;
        if (hit && !bar && !one.contains(hit))
            found.push(`${one.className} below ${hit.className}`);
    }
    return [found, controls.length, outlined.length,
        parseFloat(getComputedStyle(digit).fontSize) * digit.getScreenCTM().a,
        shown(".fsl-source").map(one => one.offsetWidth - one.clientWidth)];
}"""
FIRST_VIEWS = {
    "one run": lambda: Stepper(recorded("nyu/Input2", "fc", "mrv"), step=385),
    "two runs": lambda: Stepper(
        recorded("nyu/Input2", "fc", "mrv"), recorded("nyu/Input2", "mac", "mrv"), step=385
    ),
    "drive": lambda: Drive(load("nyu/Input1"), "fc"),
    "prediction": lambda: Stepper(recorded("nyu/Input2", "fc", "mrv"), step=370, predict="value"),
}


OF_AN_ANNEX = {name: needs("classroom") for name in ("drive", "prediction")}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=OF_AN_ANNEX.get(name, ())) for name in FIRST_VIEWS]
)
def test_what_happened_the_board_and_what_to_press_are_in_the_first_view(new_page, tmp_path, name):
    with pytest.MonkeyPatch.context() as patch:  # what is not seen where a script runs
        patch.setattr(Stepper, "still", lambda stepper: "")
        FIRST_VIEWS[name]().to_html(tmp_path / "page.html")
    player = new_page(Player, 940, 560).open(tmp_path / "page.html")
    main = ".fsl-quiz-bar button" if name in ("drive", "prediction") else ".fsl-main"
    for width, height in ((940, 560), (1280, 720), (650, 600), (390, 844), (470, 250)):
        player.resize(width, height)
        cut, controls, outlined, digits, bars = player.page.evaluate(SEEN, main)
        assert cut == [], (width, height)
        assert controls <= 9
        assert outlined <= 1
        assert bars in ([], [0], [0, 0])
        if width == 940 and name != "two runs":
            assert digits >= 17


# A number may get longer.
PARTS = """.fsl, .fsl-run, .fsl-board, .fsl-sentence, .fsl-counters, .fsl-facing > div, .fsl-source,
    .fsl-tree, .fsl-timeline, .fsl-transport :not(path, option, .fsl-help, .fsl-help *)"""
JUMPY = "npwdbcnnnn"  # to events of every kind
OVER = """() => [document.documentElement, document.querySelector(".fsl-transport")]
    .map(part => part.scrollWidth - part.clientWidth)"""


@pytest.mark.parametrize(
    ("looks", "scale", "width", "height"),
    [
        (("fc",), 1.5, 1750, 930),  # what JupyterLab leaves of a projector's 1920 x 1080
        (("bt", "fc"), 1.5, 1750, 930),
        (("bt", "fc"), 1, 1280, 900),
        (("bt", "fc"), 1, 700, None),
        (("fc",), 1, 480, None),
    ],
)
def test_it_fits_on_the_screen_and_nothing_jumps(play, looks, scale, width, height):
    traces = [recorded("nyu/Input2", look) for look in looks]
    player = play(*traces, scale=scale, width=width, height=height or 2500)
    before = player.places(PARTS)
    if height:
        assert before[0][3] - before[0][1] <= height
        assert player.box(".fsl-transport")["height"] < (45 if len(looks) == 1 else 90) * scale
    if len(looks) == 1:
        below = player.box(".fsl-tree")["x"] < player.box(".fsl-board")["x"] + 100
        assert below == (width < 900)  # one column in a small window
    for key in (*JUMPY, "PageDown", "End", "ArrowLeft", "PageUp", "p", "u", "v", "ArrowDown"):
        player.press_and_wait(key)
        for place, old in zip(player.places(PARTS), before, strict=True):
            assert place == pytest.approx(old, abs=0.5), key
    assert max(player.page.evaluate(OVER)) <= 0


@pytest.mark.parametrize(("name", "looks"), [("sysu/9x9", ("fc",)), ("nyu/Input2", ("bt", "fc"))])
def test_a_larger_scale_never_makes_a_board_smaller(play, looks, name):
    player = play(*(recorded(name, look, event_limit=2000) for look in looks))
    for width, height in few(((1280, 720), (1810, 1080), (800, 1200), (1170, 720)), 2):
        player.resize(width, height)
        before = 0
        for scale in few((0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3, 4), 6):
            player.set("scale", scale)
            boards = player.places(".fsl-board")
            side = boards[0][2] - boards[0][0]
            assert side >= before - 0.5, (width, scale)
            before = side
            if len(boards) == 2 and scale <= 1.5 and width > 1000:  # both are seen together
                assert boards[0][1] == pytest.approx(boards[1][1], abs=1)
                assert boards[0][3] < height


# What the board of a run is written with, and how high that is on the screen.
WRITTEN = """() => [...document.querySelectorAll('.fsl-board text')]
    .filter(text => text.textContent && text.checkVisibility({visibilityProperty: true}))
    .map(text => [text.textContent,
                  parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a])"""


LARGE = [(12, 1280), (9, 390), (16, 390), (20, 1280), (20, 390)]


@pytest.mark.parametrize(("n", "width"), few(LARGE, 3))
def test_a_large_board_is_legible_or_says_less(play, n, width):
    player = play(large(n), width=width, height=900)
    for key in ("n", "PageDown", "PageDown", "p"):
        player.press_and_wait(key)
        written = player.page.evaluate(WRITTEN)
        assert [text for text, size in written if size < 8.9] == []
        assert not any("left" in text for text, _ in written)
    # Each cell without a value shows what is left of it: digits, or as many dots.
    cells = player.panel(
        """const seen = node => node.checkVisibility({visibilityProperty: true}) &&
            node.className.baseVal !== 'fsl-gone';
        return board.cells.map((cell, at) => [
            cell.big.textContent,
            (cell.few.textContent.match(/[0-9]+/g) ?? []).length ||
                (cell.dots.getAttribute('d')?.match(/M/g) ?? []).length ||
                cell.small.filter(seen).length,
            [...(cursor.domains[at] >>> 0).toString(2)].filter(bit => bit === '1').length,
        ]);"""
    )
    assert all(shown == left for value, shown, left in cells if not value)


def test_the_only_player_of_a_page_takes_the_keys_without_a_click(play, trace):
    player = play(trace)
    player.page.keyboard.press("ArrowRight")
    player.wait("() => document.querySelector('.fsl').stepper.steps[0] === 1")


def test_a_step_number_beyond_the_run_shows_the_step_that_it_went_to(play, trace):
    player = play(trace)
    player.page.evaluate("document.querySelector('.fsl').stepper.transport.more()")
    field = player.page.locator(".fsl-field")
    field.fill("999999")
    field.press("Enter")
    assert field.input_value() == str(len(trace)) == str(player.step)


def test_the_step_field_has_room_for_every_step(play):
    trace = recorded("nyu/Input2", "fc")
    assert len(trace) > 60_000
    player = play(trace, step=len(trace))
    player.page.evaluate("document.querySelector('.fsl').stepper.transport.more()")
    for width in (390, 1280, 1920):
        player.resize(width, 900)
        room, text = player.page.evaluate(
            """() => {
                const field = document.querySelector('.fsl-field'), style = getComputedStyle(field);
                const brush = document.createElement('canvas').getContext('2d');
                brush.font = style.font;
                const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
                return [field.clientWidth - padding, brush.measureText(field.value).width];
            }"""
        )
        assert 0 < text <= room


@pytest.mark.parametrize(("looks", "width"), [(("fc",), 700), (("bt", "fc"), 1030)])
def test_the_tree_keeps_the_current_node_and_those_above_it_in_view(play, looks, width):
    traces = [recorded("nyu/Input2", look) for look in looks]
    player = play(*traces, width=width, height=900)
    wide = player.page.evaluate(
        """() => [...document.querySelectorAll('.fsl-tree')].map(tree =>
            tree.querySelector('.fsl-zoom').scrollWidth - tree.clientWidth)"""
    )
    assert max(wide) <= 0
    for key in (*"nnnnnnnn", "d", "d", "d", "PageDown", "d", "n", "PageDown", "b", "d", "End"):
        player.press_and_wait(key)
        for run, steps in zip(traces, player.steps, strict=True):
            at = traces.index(run)
            shown = player.page.evaluate(
                """at => {
                    const {tree} = document.querySelector('.fsl').stepper.panels[at];
                    return tree.items.filter(({x, y}) =>
                        x > 0 && y > 0 && x < tree.width && y < tree.height).map(item => item.node);
                }""",
                at,
            )
            above = run.tree.path(run.event(steps).node)
            assert above[-1].number in shown
            assert {node.number for node in above[-3:]} <= set(shown)


def test_scale_makes_all_of_it_larger_and_a_large_board_uses_the_height(play, trace):
    size = "parseFloat(getComputedStyle(document.querySelector('.fsl-sentence')).fontSize)"
    plain, larger = (play(trace, scale=scale).page.evaluate(size) for scale in (1, 1.5))
    assert larger == pytest.approx(1.5 * plain)
    assert larger >= 20
    player = play(recorded("sysu/9x9", "fc", event_limit=3000), width=1920, height=1080)
    assert 0.75 * 1080 < player.page.locator(".fsl").bounding_box()["height"] < 1080


def test_where_motion_is_unwelcome_play_is_slow(play, trace):
    player = play(trace, context={"reduced_motion": "reduce"})
    assert player.page.evaluate("document.querySelector('.fsl').stepper.transport.speed") == 2


# -- safety ----------------------------------------------------------------------------------

HOSTILE = """<script>window.harm = 1</script></script><!--<script>"'`&\\u2028<img src=x """
HOSTILE += """onerror="window.harm = 1">\x07\u202e${window.harm = 1}</style></title>"""


def test_hostile_texts_do_nothing(play):
    source = f"def look(board, cell):\n    {HOSTILE!r}\n    # <script>window.harm = 1</script>\n"
    file, names = "<script>window.harm = 1", {}
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source + "    return False\n", file, "exec"), names)
    names["look"].__name__ = HOSTILE
    puzzle = Puzzle(((0, 0), (0, 0)), frozenset(), HOSTILE)
    player = play(record(puzzle, names["look"]), record(puzzle, names["look"]), still=True)
    player.press_and_wait("End", "Home", "n", "t", "ArrowUp")
    assert player.page.evaluate("window.harm") is None
    assert player.errors == []
    assert [url for url in player.requests if not url.startswith("file:")] == []
    assert "<script>window.harm" in player.text(".fsl-source")
    assert "<img src=x onerror=" in player.text(".fsl-title")
    assert player.page.locator(".fsl img").count() == 0


def test_in_forced_colours_what_is_drawn_has_the_systems_colours(play, trace):
    player = play(trace, step=700)
    for scheme in ("light", "dark"):
        player.page.emulate_media(forced_colors="active", color_scheme=scheme)
        player.page.evaluate("document.querySelector('.fsl').stepper.resize()")
        paper, ink = player.panel("return [tree.theme.paper, tree.theme.ink];")
        assert [paper, ink] == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"][:: 1 - 2 * (scheme == "dark")]
    player.page.emulate_media(forced_colors="none", color_scheme="light")
